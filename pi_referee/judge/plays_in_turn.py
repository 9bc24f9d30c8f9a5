"""New tiles as several plays laid one after the other, where presses were forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pi_referee.rules.board.path import run
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Axis, Square
from pi_referee.rules.course.stealing import living_word
from pi_referee.rules.definition.mode import Mode
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.adjudication import adjudicate, lay
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.ruling import Ruling

MOST = 3
"""So many presses may be forgotten in a row before somebody notices."""

_Squares = frozenset[Square]


def plays_in_turn(
    position: Position, new: Play, ruleset: Ruleset, *, rack: int, most: int = MOST
) -> Iterator[tuple[Play, ...]]:
    """Every way to take new tiles apart into two or more lawful plays and to order them, the fewest plays first.

    Only one of them may be a single tile: scattered tiles are a word laid wrongly rather than so many plays. A single
    card is a usual play.
    """
    search, singles = _Search(ruleset, rack), 1 if ruleset.has_board else most
    for count in range(2, most + 1):
        for plays in search.apart(position, new, count):
            if sum(len(play.tiles) == 1 for play in plays) <= singles:
                yield plays


@dataclass(frozen=True, slots=True)
class _Search:
    """The search for plays in new tiles; known: what was judged already, as ways that differ in order meet again."""

    ruleset: Ruleset
    rack: int
    known: dict[tuple[_Squares, _Squares], Ruling] = field(default_factory=dict)

    def apart(self, position: Position, new: Play, count: int) -> Iterator[tuple[Play, ...]]:
        """The ways to take new tiles apart into so many plays, one upon the other."""
        if len(new.tiles) > count * self.rack:
            return
        if count == 1:
            if self._judged(position, new).is_legal:
                yield (new,)
            return
        lines = count - 1 + bool(position.arrows)  # a play that turns at an arrow takes two
        for part in _parts(position, new):
            rest = replace(new, tiles={square: tile for square, tile in new.tiles.items() if square not in part})
            if rest.tiles and len(part) <= self.rack and _fit_in(frozenset(rest.tiles), lines):
                first = Play({square: tile for square, tile in new.tiles.items() if square in part})
                ruling = self._judged(position, first)
                if ruling.is_legal:
                    for others in self.apart(self._after(position, ruling), rest, count - 1):
                        yield (first, *others)

    def _judged(self, position: Position, play: Play) -> Ruling:
        """A play as the rules judge it."""
        # A stop tile comes with the last play only, so that the squares say which play it is.
        key = frozenset(position.tiles), frozenset(play.tiles)
        if key not in self.known:
            self.known[key] = adjudicate(position, play, self.ruleset, rack=self.rack)
        return self.known[key]

    def _after(self, position: Position, ruling: Ruling) -> Position:
        """What may be built on after a play: all that lies there, or where words are stolen its own word."""
        after = lay(position, ruling.play)
        return living_word(after, ruling) if self.ruleset.mode is Mode.STEALING else after


def _fit_in(squares: _Squares, lines: int) -> bool:
    """Whether so many rows and columns hold all of these squares; of three or more that is not asked."""
    if lines > 2 or _in_line(squares):
        return True
    one = min(squares)
    across = frozenset(square for square in squares if square.row != one.row)
    down = frozenset(square for square in squares if square.column != one.column)
    return lines > 1 and (_in_line(across) or _in_line(down))


def _in_line(squares: _Squares) -> bool:
    """Whether squares lie in one row or one column."""
    return len({square.row for square in squares}) <= 1 or len({square.column for square in squares}) <= 1


def _parts(position: Position, new: Play) -> Iterator[_Squares]:
    """The new tiles of each unbroken row and column, and each stretch of them that may have been first; long first."""
    lying = position.tiles.keys() | new.tiles.keys()
    parts = dict[_Squares, None]()
    for axis in Axis:
        for square in sorted(new.tiles):
            line = [one for one in run(lying, square, axis) if one in new.tiles]
            if line[0] == square:
                stretches = ((start, end) for start in range(len(line)) for end in range(start + 1, len(line) + 1))
                parts.update(dict.fromkeys(frozenset(line[start:end]) for start, end in stretches))
    yield from sorted(parts, key=lambda part: (-len(part), sorted(part)))
