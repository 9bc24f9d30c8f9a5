"""Where the page has the household's tiles or cards learnt: the table's camera teaches, the next look knows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hardware.camera import Camera
from pi_referee.errors import LessonError, PictureError, RefereeError
from pi_referee.game_log.event_store import Ledger
from pi_referee.gettext_mark import say
from pi_referee.looking.deck_pictures import learnt_from_pictures
from pi_referee.looking.game_eye import Sight
from pi_referee.rules.definition.library import ruleset, ruleset_names
from pi_referee.table_link.socket_protocol import DECK, FORGET, LEARN, NO_LESSON, UNLEARN
from pi_referee.table_link.table_messages import CardsTaught, Knows, Taught, Trouble
from pi_referee.tile_sets.learning import Teacher
from pi_referee.tile_sets.set_files import USUAL, Lesson, TileSet, TileSets
from pi_referee.watching.devices import glance

LAY_AGAIN = say("See that every letter lies where it is drawn, then look again.")
NO_GAMES = say("No agreed play of this game and edition has a photograph.")
PLAY_FIRST = say("Play first, or lay the letters in order.")
DAMAGED = say("What was learnt of the tiles cannot be read: the file is damaged.")
NO_GAME = say("There is no such game.")
CHOOSE = say("Choose one of those there are.")
FORGET_IT = say("Forget it, and teach the tiles again.")


@dataclass(frozen=True, slots=True)
class School:
    """Teaches one set of tiles, and decks; sight is what then looks with it, now tells the time, ISO.

    decks: the folder of the household's own decks.
    """

    camera: Camera
    sight: Sight
    ledger: Ledger
    pictures: Path
    sets: TileSets
    decks: Path
    now: Callable[[], str]
    name: str = USUAL

    def answer(self, kind: str, words: Sequence[str]) -> Knows:
        """Do what the page asks for, and tell what is known then; an error changes nothing."""
        if kind == LEARN and words[-1] == DECK:
            return self._taught_cards(words[0])
        if kind not in {LEARN, UNLEARN, FORGET}:
            return self._answered(kind, words)
        with self.sets.alone():
            return self._answered(kind, words)

    def _answered(self, kind: str, words: Sequence[str]) -> Knows:
        """What is known of the tiles once that is done."""
        try:
            if kind == FORGET and self._is_newest(words[0]):
                self.sets.forget(self.name)
                self.sight.know(())
            tile_set = self.sets.open(self.name)
        except (RefereeError, OSError):
            return Knows(is_there=True, trouble=Trouble(DAMAGED, FORGET_IT))
        try:
            changed = self._changed(tile_set, kind, words)
        except (RefereeError, OSError) as error:
            return known(tile_set, trouble=told(error))
        return known(changed, is_new=kind == LEARN)

    def _is_newest(self, shown: str) -> bool:
        """Whether the newest lesson is the one that a page showed; nobody sees which those of a damaged file are."""
        try:
            return newest(self.sets.open(self.name)) == shown
        except (RefereeError, OSError):
            return True

    def _taught_cards(self, game: str) -> Knows:
        """What became of a lesson of cards, of which the tiles' file need know nothing."""
        try:
            return Knows(is_there=True, is_new=True, cards=self._learn_cards(game))
        except (RefereeError, OSError) as error:
            return Knows(is_there=True, trouble=told(error))

    def _changed(self, tile_set: TileSet, kind: str, words: Sequence[str]) -> TileSet:
        """The set as it is after a lesson, or without the last one; kept, and looked with."""
        if kind not in {LEARN, UNLEARN} or (kind == UNLEARN and newest(tile_set) != words[0]):
            return tile_set
        changed = tile_set.before_last() if kind == UNLEARN else tile_set.after(self._lesson(*words))
        self.sets.keep(changed)
        self.sight.know(changed.tiles)
        return changed

    def _lesson(self, game: str, edition: str, how: str) -> Lesson:
        """What is learnt now; raises PictureError if nothing can be."""
        if game not in ruleset_names() or edition not in {"light", "dark"}:
            raise PictureError(NO_GAME, cure=CHOOSE)
        teacher = Teacher(ruleset(game), edition)
        if how != "games":
            return teacher.from_table(glance(self.camera), at=self.now(), believe=how == "believed")
        lesson = teacher.from_games(self.ledger.since(0), self.pictures, at=self.now())
        if not lesson.tiles:
            raise PictureError(NO_GAMES, cure=PLAY_FIRST)
        return lesson

    def _learn_cards(self, game: str) -> CardsTaught:
        """Learn the cards that lie on the table in rows; raises RefereeError if none can be, OSError."""
        if game not in ruleset_names() or ruleset(game).has_board:
            raise PictureError(NO_GAME, cure=CHOOSE)
        shown, _ = learnt_from_pictures([glance(self.camera)], ruleset(game), self.decks)
        return shown.taught


def newest(tile_set: TileSet) -> str:
    """When a set's last lesson was: by that a page says what it showed."""
    return tile_set.lessons[-1].at if tile_set.lessons else NO_LESSON


def known(tile_set: TileSet, *, trouble: Trouble | None = None, is_new: bool = False) -> Knows:
    """A set as the page is told."""
    lessons = (Taught(one.at, one.source, one.game, one.edition, len(one.tiles)) for one in tile_set.lessons)
    letters = "".join(sorted({tile.letter for tile in tile_set.tiles}))
    return Knows(is_there=True, letters=letters, lessons=tuple(lessons), trouble=trouble, is_new=is_new)


def told(error: RefereeError | OSError) -> Trouble:
    """Why nothing was learnt, as the page is told; names that look wrong may be believed all the same."""
    if isinstance(error, LessonError):
        return Trouble(error.says, LAY_AGAIN, error.squares, error.letter, error.other, may_believe=bool(error.letter))
    if isinstance(error, RefereeError):
        return Trouble(error.what, error.cure)
    return Trouble(say("The disk is full, or may not be written to."))
