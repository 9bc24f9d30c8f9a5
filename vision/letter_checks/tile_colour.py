"""Checks letters by the colour of their tile: in Literaki a yellow tile can be an A, never an Ą, which is red.

How each colour looks is learnt from the same picture: from the tiles whose letters are confident.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Floats, medians
from vision.lighting.appearance import distance
from vision.sighting import Doubt, Reading, Why
from vision.square_index import index_of
from vision.squares.choices import shared
from vision.squares.evidence import Evidence
from vision.squares.findings import Findings


@dataclass(frozen=True, slots=True)
class ColourLimits:
    """When a tile has a colour, or has not (distances of tints, see vision.lighting.appearance).

    Of 4,718 tiles on drawn and path-traced boards in seven kinds of light 99 in 100 were 0.24 and less from their own
    colour, 995 in 1,000 were 0.61 and more from any other; at the rest the edge of a shade lay.
    """

    same: float = 0.4  # a tile nearer than this to a colour has it, one further away has not
    tiles: int = 3  # other tiles of a colour from which its look is learnt; one of them may be misread
    known: int = 2  # colours whose looks must be known
    uneven: float = 0.25  # brightest to dimmest light near by, from which on a shade may end there (log ratio)


COLOUR = ColourLimits()
_SEEN = 0.1
"""A letter to which the readers give less is not read, though no other one of its colour be likelier."""


@dataclass(frozen=True, slots=True, eq=False)
class _Tiles:
    """The squares of tiles with confident letters, by colour, and the tints of all squares, (n * n, 4)."""

    by_colour: Mapping[str, list[int]]
    tops: Floats

    def denied(self, index: int, colours: Iterable[str]) -> frozenset[str]:
        """The colours that the tile on a square clearly has not, judged by the other tiles."""
        away = self._away(index)
        is_told = min(away.values(), default=np.inf) < COLOUR.same
        return frozenset(c for c in colours if (away[c] > COLOUR.same if c in away else is_told))

    def _away(self, index: int) -> Mapping[str, float]:
        """The distance of the tile on a square to each colour that is known; empty where light leaves no colours."""
        known = {
            colour: medians(self.tops[others])
            for colour, tiles in self.by_colour.items()
            if len(others := [tile for tile in tiles if tile != index]) >= COLOUR.tiles
        }
        looks = np.array(list(known.values()))
        if len(known) < COLOUR.known:
            return {}
        return dict(zip(known, distance(self.tops[index][None], looks).tolist(), strict=True))


def tinted(found: Findings, evidence: Evidence, colours: Mapping[str, str]) -> Findings:
    """The findings with those doubts settled that a tile's colour settles, and those letters in doubt that it denies.

    colours: each letter's. Squares that are hidden, or at the edge of a shade, stay as they are.
    """
    size, hidden = evidence.size, evidence.cover.unseen | (evidence.seen.uneven >= COLOUR.uneven)
    by_colour = defaultdict(list)
    for square, reading in found.board.items():
        if reading.letter in colours and not hidden[index_of(square, size)]:
            by_colour[colours[reading.letter]].append(index_of(square, size))
    tiles = _Tiles(by_colour, evidence.seen.paler)
    asked = (square for square in _lettered(found) if not hidden[index_of(square, size)])
    denied = {square: tiles.denied(index_of(square, size), {*colours.values()}) for square in asked}
    settled, doubts = dict(_settled(found, denied, colours)), tuple(_raised(found, denied, colours))
    return found.with_settled(settled).with_doubts(doubts)


def _lettered(found: Findings) -> Iterator[Square]:
    """The squares with a confident letter, or with doubts only about which letter it is."""
    yield from (square for square, reading in found.board.items() if reading.letter)
    yield from (doubt.square for doubt in found.doubts if all(name.isalpha() for name, _ in doubt.choices))


def _settled(
    found: Findings, denied: Mapping[Square, frozenset[str]], colours: Mapping[str, str]
) -> Iterator[tuple[Square, Reading]]:
    """The doubts of which the tile's colour leaves one likely letter; denied: the colours that each tile has not."""
    for doubt in found.doubts:
        left = [choice for choice in doubt.choices if colours.get(choice[0]) not in denied.get(doubt.square, ())]
        if 0 < len(left) < len(doubt.choices):
            (letter, share), together = left[0], sum(share for _, share in left)
            if share >= max(_SEEN, found.certain * together):
                yield doubt.square, Reading(letter, round(share / together, 4))


def _raised(found: Findings, denied: Mapping[Square, frozenset[str]], colours: Mapping[str, str]) -> Iterator[Doubt]:
    """Doubts about confident letters whose colour their tiles have not."""
    for square, reading in found.board.items():
        has_not = denied.get(square, frozenset())
        if colours.get(reading.letter) in has_not:
            others = [name for name, own in colours.items() if own not in has_not]
            yield Doubt(square, shared(reading.letter, 0.5, others), Why.TILE_COLOUR)
