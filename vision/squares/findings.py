"""What was found on the squares so far, and no more of it than the box holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from pi_referee.rules.board.square import Square
from vision.letters.classifier import SURE
from vision.sighting import Doubt, Reading, Why
from vision.squares.choices import FOREIGN, PERHAPS_STOP

CERTAIN = SURE
"""Confidence from which on a letter is certain; below, it is a doubt."""
BEYOND_DOUBT = 0.998
"""The same of a letter against which something speaks: a part of it may be hidden, many others are hard to read, or it
was not the likeliest in the light as it is. In 536 looks 95 of 184 that may be hidden in part and were read rightly
had more (a value touches them, or a lamp is mirrored there), and one of 11 wrong ones; an R under a pen was an F with
0.997."""
NEVER = 2.0
"""The same where no confidence is enough."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What the stages of a look have found so far, of which it tells a Sighting once all are through.

    board, stops, doubts, covered: as there. certain: confidence from which on a letter is no doubt. bare: squares
    plainly as printed, not at all like a tile.
    """

    board: dict[Square, Reading]
    stops: frozenset[Square]
    doubts: tuple[Doubt, ...]
    covered: frozenset[Square] = frozenset()
    certain: float = CERTAIN
    bare: frozenset[Square] = field(default=frozenset(), compare=False)

    @property
    def taken(self) -> frozenset[Square]:
        """The squares that hold or may hold something."""
        return frozenset({*self.board, *self.stops, *(doubt.square for doubt in self.doubts)})

    @property
    def tiles(self) -> frozenset[Square]:
        """The squares on which a tile is seen, surely or likeliest; of those that something hides, a letter."""
        likeliest = {doubt.square: doubt.likeliest for doubt in self.doubts}
        likely = {
            square
            for square, what in likeliest.items()
            if what not in ({".", "", "#"} if square in self.covered else {"."})
        }
        return frozenset({*self.board, *self.stops, *likely})

    def with_doubts(self, more: Iterable[Doubt]) -> Findings:
        """The same with these doubts, each in place of what was sure of its square, or in doubt."""
        doubted = {doubt.square: doubt for doubt in more}
        board = {square: reading for square, reading in self.board.items() if square not in doubted}
        doubts = {doubt.square: doubt for doubt in self.doubts} | doubted
        told = tuple(doubts[square] for square in sorted(doubts))
        return replace(self, board=board, stops=self.stops - doubted.keys(), doubts=told)

    def with_settled(self, tiles: Mapping[Square, Reading]) -> Findings:
        """The same with these tiles, of which nothing is in doubt any more."""
        left = tuple(doubt for doubt in self.doubts if doubt.square not in tiles)
        return replace(self, board={**self.board, **tiles}, doubts=left)


@dataclass(frozen=True, slots=True)
class Box:
    """How many stop tiles and blanks the box holds, and so the board at most; and whether tiles have many colours."""

    stops: int
    blanks: int
    coloured: bool = False


def within(box: Box, found: Findings) -> Findings:
    """Doubt all stop tiles or blanks if there are more than the box holds: some of them are glare or shade.

    Doubts that are most likely blanks count, too: of three tops whose letters something had taken, two were doubts.
    """
    if len(found.stops) > box.stops:
        found = found.with_doubts(Doubt(square, PERHAPS_STOP, Why.TOO_MANY_STOPS) for square in found.stops)
    blanks = [square for square, reading in found.board.items() if not reading.letter]
    likely = sum(not doubt.likeliest for doubt in found.doubts)
    too_many = blanks if len(blanks) + likely > box.blanks else []
    return found.with_doubts(Doubt(square, FOREIGN, Why.TOO_MANY_BLANKS) for square in too_many)
