"""The plays that new tiles on a board may make, as some of what is in doubt may be a tile, a stop tile or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import prod

from pi_referee.judge.board_change import Change
from pi_referee.judge.meanings import NOTHING, STOP, squares_of
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.adjudication import adjudicate
from pi_referee.rules.plays.ambiguous_plays import readings
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.ruling import Fault, Ruling
from vision.sighting import Doubt

_MOST_PERHAPS = 5
"""More squares than this of which a tile may lie on each, or none, are taken for bare, if no letter is likelier."""
_MOST_TURNS = 2
"""A play with more corners than this is asked about by nobody: its tiles are refused with their faults."""

_Choice = tuple[str, float]


@dataclass(frozen=True, slots=True)
class Possible:
    """A lawful play that new tiles may make, and its readings, the straight one first (A12)."""

    play: Play
    rulings: tuple[Ruling, ...]


def likeliest(change: Change, kept: Play) -> Play:
    """The play as it was read, each doubt taken for its likeliest choice. kept: what lies there of it for sure."""
    return _play(change, kept, {doubt.square: doubt.likeliest for doubt in change.doubts})


def possible_plays(
    position: Position, change: Change, kept: Play, ruleset: Ruleset, *, rack: int
) -> tuple[Possible, ...]:
    """The lawful plays among all that new tiles may make, the likeliest first."""
    plays = (_play(change, kept, shown) for shown in _ways(change.doubts))
    tried = (_possible(position, play, ruleset, rack=rack) for play in plays if squares_of(play))
    return tuple(one for one in tried if one is not None)


def _possible(position: Position, play: Play, ruleset: Ruleset, *, rack: int) -> Possible | None:
    """A play as it is lawful, with corners where it needs them; None if it is not."""
    bent = replace(play, arrows=frozenset(_corners(position, play, ruleset, rack=rack)))
    rulings = readings(position, bent, ruleset, rack=rack)
    return Possible(rulings[0].play, rulings) if rulings else None


def _ways(doubts: tuple[Doubt, ...]) -> list[dict[Square, str]]:
    """What may lie on the squares in doubt, the likeliest first; of letters only the likeliest of each square.

    Of more than a few squares those are left open on which nothing is likeliest to lie.
    """
    perhaps = sorted((doubt for doubt in doubts if len(_kinds(doubt)) > 1), key=lambda one: -_bare(one))
    open_ = {doubt.square for doubt in perhaps[:_MOST_PERHAPS]}
    choices = [_kinds(doubt) if doubt.square in open_ else [_bare_or_likeliest(doubt)] for doubt in doubts]
    ways = sorted(product(*choices), key=lambda way: -prod(share for _, share in way))
    squares = [doubt.square for doubt in doubts]
    return [{square: choice for square, (choice, _) in zip(squares, way, strict=True)} for way in ways]


def _kinds(doubt: Doubt) -> list[_Choice]:
    """What may lie on a square, as far as it matters to where tiles may lie: a tile, a stop tile or nothing."""
    kinds: dict[str, _Choice] = {}
    for choice, share in doubt.choices:
        kinds.setdefault(choice if choice in {NOTHING, STOP} else "", (choice, share))
    return list(kinds.values())


def _bare(doubt: Doubt) -> float:
    """The share of nothing on a square."""
    return dict(doubt.choices).get(NOTHING, 0.0)


def _bare_or_likeliest(doubt: Doubt) -> _Choice:
    """That nothing lies on a square, if that may be, and no letter is likelier; else what it shows likeliest."""
    (sign, share), bare = doubt.choices[0], _bare(doubt)
    return doubt.choices[0] if not bare or (sign.isalpha() and share > bare) else (NOTHING, bare)


def _play(change: Change, kept: Play, shown: dict[Square, str]) -> Play:
    """The play with its squares in doubt showing this."""
    letters = {**change.placed, **shown}
    stops = [*change.stops, *(square for square, letter in letters.items() if letter == STOP)]
    tiles = {square: Tile.with_face(letter) for square, letter in letters.items() if letter not in {NOTHING, STOP}}
    return Play({**kept.tiles, **tiles}, stop=stops[0] if stops else kept.stop)


def _corners(position: Position, play: Play, ruleset: Ruleset, *, rack: int) -> tuple[Square, ...]:
    """The corners that make a play legal which does not lie straight: where arrows must lie; none if none do."""
    faults = {infraction.fault for infraction in adjudicate(position, play, ruleset, rack=rack).infractions}
    if Fault.OFF_LINE not in faults or Fault.TOO_MANY_TILES in faults:
        return ()
    for corners in _corner_sets(play, min(_MOST_TURNS, ruleset.arrows - len(position.arrows))):
        bent = replace(play, arrows=frozenset(corners))
        if adjudicate(position, bent, ruleset, rack=rack).is_legal:
            return corners
    return ()


def _corner_sets(play: Play, most: int) -> Iterator[tuple[Square, ...]]:
    """Sets of new squares at which the play may turn, the smallest first."""
    for count in range(1, most + 1):
        yield from combinations(sorted(play.tiles), count)
