"""Evenings in which a look leaves something in doubt now and then: what truly happens, and what is seen of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from numpy.random import Generator

from benches.happened.asked_doubts import Doubts, Likely, Lying, look_at, with_doubt, with_smudges
from benches.happened.card_evening import PLAYERS, drawn_card
from pi_referee.rules.board.square import Axis, Cell, Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import (
    Challenged,
    GameBegan,
    Happening,
    Passed,
    PlayLaid,
    StartChosen,
    Withdrawn,
)
from pi_referee.rules.definition.library import ruleset, ruleset_names
from pi_referee.rules.plays.adjudication import adjudicate
from pi_referee.rules.plays.play import Play
from vision.cards.card_sighting import Seen

TURNS = 9
DOUBTED, UPON = 0.6, 0.5
"""The shares of plays with something in doubt, and of next plays upon it."""

PASSES, TAKES_BACK, LAYS_ANEW, TIDIES = 0.12, 0.06, 0.05, 0.5
"""The shares of turns that are passed, taken back or laid anew, and of those after which idle cards are taken up."""

FALLS, STILL_LIES, SMUDGED = 0.08, 0.7, 0.12
"""The shares of words that fall, of presses over what should be off the table, and of those with smudges anywhere."""

BLANK = 0.2
"""The share of a pile's jokers that are blank tiles from a bag."""

LEFT = 2
"""Idle cards of more turns than this are taken up in any case."""


@dataclass(frozen=True, slots=True)
class Press:
    """What truly happened till a press, what the page was told before it, and the look; sure: one without doubts."""

    told: tuple[Happening, ...]
    look: Seen
    sure: Seen
    is_in_doubt: bool
    said: tuple[Happening, ...] = ()


def board_presses(chance: Generator) -> tuple[Game, tuple[Press, ...]]:
    """An evening at a board for two."""
    return _evening([name for name in ruleset_names() if ruleset(name).has_board], 2, chance)


def card_presses(chance: Generator, players: int) -> tuple[Game, tuple[Press, ...]]:
    """An evening with cards."""
    return _evening([name for name in ruleset_names() if not ruleset(name).has_board], players, chance)


def _evening(names: Sequence[str], players: int, chance: Generator) -> tuple[Game, tuple[Press, ...]]:
    """A game of one of these names, and what happens from its beginning on."""
    name, penalty = str(chance.choice(names)), str(chance.choice(["retry", "lose_turn"]))
    game = begin(GameBegan(name, PLAYERS[:players], ruleset(name).rack, switches={"words.invalid_penalty": penalty}))
    table = _Table(game, chance)
    return game, tuple(press for _ in range(TURNS) for press in table.presses())


class _Table:
    """A table as an evening goes on: what is true, what lies there, and what of it cannot be told."""

    def __init__(self, game: Game, chance: Generator) -> None:
        """Nothing lies there yet."""
        self._truth, self._chance = game, chance
        self._lying, self._doubts = dict[Square, Tile](), Doubts()

    def presses(self) -> Iterator[Press]:
        """The presses till one more turn is taken: over what should be off the table, too."""
        chance, said = self._chance, tuple[Happening, ...]()
        fallen = self._newest()
        if fallen and chance.random() < FALLS:
            said = (Challenged("", stands=False),)
            self._truth = reduce(follow, said, self._truth)
            if chance.random() < STILL_LIES:
                yield self._pressed((), said)
                said = ()
            self._lie({square: tile for square, tile in self._lying.items() if square not in fallen})
        elif self._lying and not self._truth.position.tiles and chance.random() < STILL_LIES:
            yield self._pressed((), ())
        lot = self._truth.script.lot
        begins = (StartChosen(str(chance.choice(lot))),) if lot else ()
        self._truth = reduce(follow, begins, self._truth)
        yield self._pressed(self._next(), (*said, *begins))

    def _newest(self) -> Lying:
        """The tiles of the play that may be questioned, if they lie there; none if a round was cleared since."""
        number = self._truth.script.questionable()
        move = self._truth.turns[number - 1].move if number is not None else None
        tiles = move.tiles if isinstance(move, Play) else {}
        return tiles if tiles.items() <= self._lying.items() else {}

    def _lie(self, lying: dict[Square, Tile]) -> None:
        """What lies there now; some of what was in doubt is not any more."""
        self._doubts = self._doubts.lasting(self._lying, lying, self._chance)
        self._lying = lying

    def _next(self) -> tuple[Happening, ...]:
        """What happens till the next press that takes a turn."""
        chance, old = self._chance, self._lying
        told = _turn(self._truth, old, self._doubts, chance)
        before, self._truth = self._truth, reduce(follow, told, self._truth)
        self._lie(_lying_after(before, self._truth, old, told, chance))
        if isinstance(told[-1], PlayLaid) and chance.random() < DOUBTED:
            upon = any(old.get(square, tile) != tile for square, tile in told[-1].play.tiles.items())
            more = {**old, **self._lying}
            self._doubts = self._doubts if upon else with_doubt(self._doubts, told[-1].play, self._truth, more, chance)
        if chance.random() < SMUDGED:
            self._doubts = with_smudges(self._doubts, self._truth, {**old, **self._lying}, chance)
        return told

    def _pressed(self, told: tuple[Happening, ...], said: tuple[Happening, ...]) -> Press:
        """A press over what lies there now."""
        look, sure = (look_at(self._truth, self._lying, doubts) for doubts in (self._doubts, Doubts()))
        return Press(told, look, sure, self._doubts != Doubts(), said)


def _turn(truth: Game, lying: Lying, doubts: Doubts, chance: Generator) -> tuple[Happening, ...]:
    """What happens till the next press."""
    may_be_back = truth.script.questionable() is not None and bool(truth.position.tiles)
    dice = chance.random()
    if may_be_back and dice < TAKES_BACK:
        return (Withdrawn(),)
    back: tuple[Happening, ...] = (Withdrawn(),) if may_be_back and dice < TAKES_BACK + LAYS_ANEW else ()
    after = reduce(follow, back, truth)
    taken = truth.position.tiles.keys() - after.position.tiles.keys() if back else set[Square]()
    there = {square: tile for square, tile in lying.items() if square not in taken}
    if not back and truth.position.tiles and chance.random() < PASSES:
        return (Passed(),)
    play = _word(after, there, doubts.things, chance)
    newest = truth.newest_play.move if back and truth.newest_play is not None else None
    is_seen = play is None or not isinstance(newest, Play) or _tells(newest, play, doubts)
    if not is_seen:
        return (Withdrawn(),)
    return (*back, PlayLaid(play)) if play else (*back, *(() if back else (Passed(),)))


def _tells(old: Play, new: Play, doubts: Doubts) -> bool:
    """Whether the table tells a word laid anew from the one before, and from things that lay there and looked like it.

    What it does not tell is not drawn.
    """
    tiles = new.tiles.items()
    is_thing = all(tile.face in dict(doubts.things.get(one, ())) for one, tile in tiles)
    return not is_thing and not _looks_alike(old, new, doubts)


def _looks_alike(old: Play, new: Play, doubts: Doubts) -> bool:
    """Whether nothing on the table tells a word laid anew from the one before, or from another's upon it."""

    def face(square: Square, tile: Tile) -> object:
        return "?" if square in doubts.letters else tile.letter if not tile.is_blank else ""

    faces = [{square: face(square, tile) for square, tile in play.tiles.items()} for play in (old, new)]
    return faces[0].items() <= faces[1].items()


def _word(game: Game, lying: Lying, things: Mapping[Square, Likely], chance: Generator) -> Play | None:
    """A lawful word, often over a thing that looked like a tile, and often of the very tile that it looked like."""
    wanted = [square for square in things if square not in lying]
    upon = wanted[int(chance.integers(len(wanted)))] if wanted and chance.random() < UPON else None
    for tries in range(120):
        play = _tried(game, lying, chance)
        if play is None or (upon is not None and tries < 100 and upon not in play.tiles):
            continue
        if upon in play.tiles and upon is not None and chance.random() < 0.7:
            letter = next(choice for choice, _ in things[upon] if choice != ".")
            tile = replace(play.tiles[upon], letter=letter, is_blank=False)
            play = Play({**play.tiles, upon: tile}) if letter else play
        ruling = adjudicate(game.position, play, game.ruleset, rack=game.rack)
        if ruling.is_legal and len(ruling.words[0].letters) > 1:
            return play
    return None


def _tried(game: Game, lying: Lying, chance: Generator) -> Play | None:
    """Some tiles in a row or column, through one that may be built on; None if others lie there."""
    known, rules = game.position.tiles, game.ruleset
    squares = sorted(known) or [rules.layout.centre if rules.has_board else Cell(0, 0)]
    start = squares[int(chance.integers(len(squares)))]
    axis = Axis.ACROSS if chance.random() < 0.5 else Axis.DOWN
    before, after = (int(number) for number in chance.integers(0, 4, 2))
    line = [start.step(axis, step) for step in range(-before if known else 0, after + (1 if known else 3))]
    new = [square for square in line if square not in known]
    taken = lying.keys() if known else ()
    if not new or len(new) > game.rack or any(square in taken for square in new):
        return None
    if rules.has_board and any(square not in rules.layout for square in new):
        return None
    return Play({square: _tile(game, chance) for square in new})


def _tile(game: Game, chance: Generator) -> Tile:
    """A card from the pile, or a tile from the bag: one in fifty of those is blank."""
    tile = drawn_card(chance, game.ruleset)
    if not game.ruleset.has_board:
        return tile
    return replace(tile, multiplier=1, is_blank=tile.is_blank and bool(chance.random() < BLANK))


def _lying_after(
    before: Game, truth: Game, lying: Lying, told: Iterable[Happening], chance: Generator
) -> dict[Square, Tile]:
    """What lies there then: tiles taken back are gone, a table is cleared, idle cards are taken up now and then."""
    old = before.position.tiles
    there = dict(lying) if old else {}
    for one in told:
        if isinstance(one, Withdrawn):
            newest = before.newest_play
            gone = newest.move.tiles if newest is not None and isinstance(newest.move, Play) else {}
            there = {square: tile for square, tile in there.items() if square not in gone}
        if isinstance(one, PlayLaid):
            there |= one.play.tiles
    is_tidy = bool(truth.position.tiles) and chance.random() < TIDIES
    recent = [step.after for step in truth.steps[-1 - LEFT :]]
    kept = set(truth.position.tiles)
    for after in () if is_tidy else recent:
        kept |= {*after.position.tiles, *after.spent}
    there = {square: tile for square, tile in there.items() if square in kept or not truth.position.tiles}
    return {**there, **truth.position.tiles}  # what was taken up already is put back where a word is taken back
