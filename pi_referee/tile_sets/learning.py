"""Learning the household's own tiles: from pictures whose letters are named, or from the games that were played."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hardware.camera import Picture
from hardware.picture_file import read_picture
from pi_referee.errors import LessonError, PictureError, RefereeError, WrongNameError
from pi_referee.game_log.events import Event
from pi_referee.gettext_mark import say
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import GameBegan, PlayLaid
from pi_referee.rules.course.standing import Status
from pi_referee.rules.definition.alphabet_places import laid_in_order
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.play import Play
from pi_referee.tile_sets.set_files import ENOUGH, USUAL, Lesson, TileSets
from vision.eye import Eye
from vision.geometry.rectify import Squared
from vision.letters.classifier import Reader
from vision.letters.household_tiles import LearntTile
from vision.letters.lessons import Gathered, Named, doubtful_name, flat, from_photograph, in_order, lettered, taught
from vision.letters.letter_model import Letters
from vision.photo.advice import BLUR, advise
from vision.sighting import NotSeen, Sighting

TABLE = "the table"
"""What a lesson from the live table is said to be from."""

MISSING = say("No letter is seen on {squares}.")
TOO_MANY = say("A letter too many is seen on {squares}.")

HOW = "Write H8 A on a line, or the board as `pi-referee read` draws it."

log = logging.getLogger(__name__)

_PAIR = re.compile(r"([A-Z]\d{1,2})\s*[:=]?\s+(\S)")
_ROW = re.compile(r"(\d{1,2})\s+(\S.*)")
_COLUMNS = re.compile(r"(?:[A-Z] ){4,}[A-Z]")
_DOUBT = re.compile(r"[A-Z]\d{1,2} may be .*")
_NO_LETTERS = frozenset(".?_#")


def known(sets: TileSets, name: str | None) -> tuple[LearntTile, ...]:
    """The tiles to look with: those of the named set, or of the house's usual one.

    A damaged file is told of, and the eye goes on without; a named set that is unknown raises WrongNameError.
    """
    if name is not None and name not in sets.names():
        there = ", ".join(sets.names()) or "none yet"
        raise WrongNameError(f"No set of tiles is called {name!r}.", cure=f"Those that were learnt: {there}.")
    try:
        return sets.open(name or USUAL).tiles
    except RefereeError as error:
        log.warning("%s The eye goes on without.", error)
        return ()


def read_names(text: str, where: str = "") -> Named:
    """What lies where, from text: a line for each letter ("H8 A"), or the board as `pi-referee read` draws it.

    In the drawing only capital letters name a tile; its columns' names and what it says of doubts do not. Raises
    PictureError for a line that is neither, and where nothing is named.
    """
    named: dict[Square, str] = {}
    for number, line in enumerate(filter(None, map(str.strip, text.splitlines())), 1):
        pair, row = _PAIR.fullmatch(line), _ROW.fullmatch(line)
        if _COLUMNS.fullmatch(line) or _DOUBT.fullmatch(line):
            continue
        if pair:
            named[Square.parse(pair[1])] = pair[2]
        elif row:
            named |= _row(int(row[1]) - 1, row[2].split())
        else:
            raise PictureError(f"Line {number} names no tile: {line[:40]!r}.", where=where, cure=HOW)
    if not named:
        raise PictureError("No tile is named.", where=where, cure=HOW)
    return named


def _row(row: int, signs: Sequence[str]) -> Named:
    return {
        Square(row, column): sign
        for column, sign in enumerate(signs)
        if sign not in _NO_LETTERS and len(sign) == 1 and not sign.islower()
    }


class Teacher:
    """Makes lessons for one game's tiles."""

    def __init__(self, rules: Ruleset, edition: str = "light") -> None:
        """Load the letter reader, which takes a moment. edition: how the tiles look, where pictures do not tell it."""
        letters = Letters()
        self._rules, self._edition = rules, edition
        self._reader = Reader(letters, rules.alphabet)
        self._eye = Eye(rules, "dark" if edition == "dark" else "light", letters)

    def from_pictures(self, pictures: Sequence[Path], named: Named | None, *, at: str, believe: bool = False) -> Lesson:
        """Learn from pictures on which the named letters lie; None where they lie in the alphabet's order.

        believe: take names that the reader finds wrong, and pictures out of focus. Raises PictureError that says
        which, or what is missing.
        """
        tiles: list[LearntTile] = []
        edition: str | None = None
        for path in pictures:
            picture = read_picture(path)
            sighting = self._seen(picture, str(path), believe=believe)
            edition = edition or sighting.edition
            found, squares = self._from_picture(path, picture, sighting, named)
            self._check(found, squares, str(path), believe=believe)
            tiles += found
        source = ", ".join(path.name for path in pictures)
        return Lesson(at, source, self._rules.name, edition or self._edition, tuple(tiles))

    def from_games(self, events: Iterable[Event], pictures: Path, *, at: str) -> Lesson:
        """Learn from the tiles of plays that were agreed and whose photographs are kept, the newest first.

        A tile that the reader sees otherwise for sure is left out: it may have been laid or moved later.
        """
        gathered = Gathered(self._reader)
        told = agreed_turns(events, self._rules.name, self._edition)
        turns = sum(self._from_turn(turn, pictures, gathered) for turn in told)
        return Lesson(at, f"{turns} turns of games", self._rules.name, self._edition, tuple(gathered.tiles))

    def from_table(self, picture: Picture, *, at: str, believe: bool = False) -> Lesson:
        """Learn from a look at the table, where every letter lies as `laid_in_order` draws it, or at least in order.

        Raises LessonError that names the squares where it is otherwise, PictureError if no board is seen.
        """
        sighting = self._seen(picture, believe=believe)
        names = self._named(lettered(sighting))
        tiles = taught(self._reader, flat(picture, sighting, self._rules.layout.size), names, self._rules.layout)
        self._check(tiles, sorted(names), "", believe=believe)
        return Lesson(at, TABLE, self._rules.name, self._edition, tiles)

    def _named(self, squares: Sequence[Square]) -> Named:
        """What lies on the squares where letters were seen."""
        drawn = laid_in_order(self._rules)
        if len(squares) == len(drawn):
            return dict(zip(squares, drawn.values(), strict=True))
        missing = [square for square in drawn if square not in squares]
        odd = missing if len(squares) < len(drawn) else [square for square in squares if square not in drawn]
        says = MISSING if len(squares) < len(drawn) else TOO_MANY
        raise LessonError(says, squares=", ".join(map(str, odd)))

    def look(self, picture: Picture) -> Sighting | NotSeen:
        """What is seen in a picture before anything is learnt from it."""
        return self._eye.see(picture)

    def _seen(self, picture: Picture, where: str = "", *, believe: bool) -> Sighting:
        """A look that may teach: out of focus a Q looks like an O, and sharp ones were Os for sure ever after."""
        sighting = self.look(picture)
        if isinstance(sighting, NotSeen):
            raise PictureError(sighting.reason, where=where, cure=sighting.cure, code=sighting.code)
        if not believe and BLUR in advise(picture, sighting.quad, self._rules.layout):
            raise PictureError(BLUR.says, where=where, cure=BLUR.cure, code=BLUR.code)
        return sighting

    def _from_picture(
        self, path: Path, picture: Picture, sighting: Sighting, named: Named | None
    ) -> tuple[tuple[LearntTile, ...], list[Square]]:
        try:
            names = in_order(sighting, self._rules.alphabet) if named is None else named
            squared = flat(picture, sighting, self._rules.layout.size)
            return taught(self._reader, squared, names, self._rules.layout), sorted(names)
        except LessonError as error:
            raise error.at(str(path)) from error
        except PictureError as error:
            raise PictureError(error.what, where=error.where or str(path), cure=error.cure) from error

    def _check(self, tiles: Sequence[LearntTile], squares: Sequence[Square], where: str, *, believe: bool) -> None:
        against = None if believe else doubtful_name(self._reader, tiles, list(map(str, squares)))
        if against is not None:
            raise against.at(where)

    def _from_turn(self, turn: AgreedTurn, pictures: Path, gathered: Gathered) -> bool:
        """Gather the tiles of one turn that are worth keeping; whether there was any.

        There is none if its photograph is gone or damaged. It is looked at only where a letter lacks tiles.
        """
        lacking = {
            square: letter
            for square, letter in turn.laid.items()
            if letter in self._reader.alphabet and sum(tile.letter == letter for tile in gathered.tiles) < ENOUGH
        }
        squared = self._photograph(pictures / turn.photograph) if lacking else None
        if squared is None:
            return False
        known = len(gathered.tiles)
        for square, letter in lacking.items():
            with suppress(PictureError):
                [tile] = taught(self._reader, squared, {square: letter}, self._rules.layout)
                gathered.take(tile)
        return len(gathered.tiles) > known

    def _photograph(self, path: Path) -> Squared | None:
        try:
            return from_photograph(read_picture(path), self._rules.layout.size)
        except PictureError:
            return None


@dataclass(frozen=True, slots=True)
class AgreedTurn:
    """A play that stands, with the photograph that was taken of it."""

    photograph: str
    laid: Mapping[Square, str]


def agreed_turns(events: Iterable[Event], game: str, edition: str) -> Iterator[AgreedTurn]:
    """The plays of finished and unfinished games that stand, nothing about them being asked any more, newest first."""
    told: list[AgreedTurn] = []
    by_game: dict[int, list[Event]] = {}
    for event in events:
        by_game.setdefault(event.game, []).append(event)
    for happened in by_game.values():
        began = happened[0].happening
        if isinstance(began, GameBegan) and began.game == game:
            told += _agreed(begin(began), happened[1:], edition)
    yield from reversed(told)


def _agreed(game: Game, events: Sequence[Event], edition: str) -> Iterator[AgreedTurn]:
    """The standing plays of one game, in order; none if its tiles look otherwise."""
    photographed: list[tuple[int, str]] = []
    for event in events:
        game = follow(game, event.happening)
        if event.picture and isinstance(event.happening, PlayLaid):
            photographed.append((len(game.turns), event.picture))
    lying = game.position.letters()
    if game.edition != edition:
        return
    for number, name in photographed:
        turn = game.turns[number - 1] if number <= len(game.turns) else None
        if turn is not None and isinstance(turn.move, Play) and turn.status is Status.SCORED and not turn.questions:
            laid = {square: tile.letter for square, tile in turn.move.tiles.items() if not tile.is_blank}
            yield AgreedTurn(name, {square: letter for square, letter in laid.items() if lying.get(square) == letter})
