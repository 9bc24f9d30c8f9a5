"""A tile's colour tells of its letter where a game's tiles have several: a yellow tile is an A, and no Ą, which is red.

Which colour is which is learnt from this very picture: from the tiles whose letters are sure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Flags, Floats, medians
from vision.lighting.appearance import distance
from vision.sighting import Doubt, Reading, Why
from vision.square_flags import index_of
from vision.squares.choices import Choices
from vision.squares.evidence import Evidence
from vision.squares.first_verdict import Findings

_TILES, _KNOWN = 3, 2
"""So many other tiles of a colour show how it looks, one of them misread perhaps, and so many colours must be known."""
_SAME, _ANOTHER = 0.3, 0.45
"""A tile no further than this from how tiles of a colour look has it, and one further than that has not; colours that
are not so far apart are none in this light. Of 4,718 tiles on drawn and path-traced boards in seven kinds of light 99
in 100 were 0.24 and less from their own, 995 in 1,000 were 0.61 and more from any other; else a shade ended there."""
_SEEN = 0.1
"""A letter that the readers give less is not the tile's, though no other one of its colour be likelier."""


@dataclass(frozen=True, slots=True, eq=False)
class _Tiles:
    """The tiles whose letters are sure, by colour, and how all squares' tops look, (n * n, 4)."""

    by_colour: Mapping[str, list[int]]
    tops: Floats

    def denied(self, index: int, colours: Iterable[str]) -> frozenset[str]:
        """The colours that the tile on a square has plainly not, as other tiles show them."""
        away = self._away(index)
        is_told = min(away.values(), default=np.inf) < _SAME
        return frozenset(c for c in colours if (away[c] > _ANOTHER if c in away else is_told))

    def _away(self, index: int) -> Mapping[str, float]:
        """How far the tile on a square is from the look of each colour that is known; nothing where light has none."""
        known = {
            colour: medians(self.tops[others])
            for colour, tiles in self.by_colour.items()
            if len(others := [tile for tile in tiles if tile != index]) >= _TILES
        }
        looks = np.array(list(known.values()))
        if len(known) < _KNOWN or _nearest_two(looks) < _ANOTHER:
            return {}
        return dict(zip(known, distance(self.tops[index][None], looks).tolist(), strict=True))


def tinted(found: Findings, tops: Floats, evidence: Evidence, colours: Mapping[str, str]) -> Findings:
    """The findings with those doubts settled that a tile's colour settles, and those letters in doubt that it denies.

    tops: (n * n, 4) tints of the squares' paler part, see vision.lighting.appearance. colours: each letter's.

    Nothing is told of what
    is hidden, bleached, or lies where a shade ends.
    """
    size, hidden = evidence.read_from.size, _untold(evidence)
    by_colour = defaultdict(list)
    for square, reading in found.board.items():
        if reading.letter in colours and not hidden[index_of(square, size)]:
            by_colour[colours[reading.letter]].append(index_of(square, size))
    tiles = _Tiles(by_colour, tops)
    asked = (square for square in _lettered(found) if not hidden[index_of(square, size)])
    denied = {square: tiles.denied(index_of(square, size), {*colours.values()}) for square in asked}
    settled, doubts = dict(_settled(found, denied, colours)), tuple(_raised(found, denied, colours))
    doubted = {doubt.square for doubt in doubts}
    board = {square: reading for square, reading in found.board.items() if square not in doubted} | settled
    left = tuple(doubt for doubt in found.doubts if doubt.square not in settled)
    return replace(found, board=board, doubts=left).with_doubts(doubts)


def _nearest_two(looks: Floats) -> float:
    """How far apart the two nearest of some looks (k, 4) are."""
    apart = distance(looks[:, None], looks[None])
    return float(apart[~np.eye(len(looks), dtype=bool)].min())


def _untold(e: Evidence) -> Flags:
    """Squares whose colour tells nothing, (n * n,)."""
    return np.asarray(e.hand | e.glare | e.at_end | e.faded | ~e.evenly_lit)


def _lettered(found: Findings) -> Iterator[Square]:
    """The squares on which letters lie, or which of some."""
    yield from (square for square, reading in found.board.items() if reading.letter)
    yield from (doubt.square for doubt in found.doubts if all(name.isalpha() for name, _ in doubt.choices))


def _settled(
    found: Findings, denied: Mapping[Square, frozenset[str]], colours: Mapping[str, str]
) -> Iterator[tuple[Square, Reading]]:
    """The doubts that leave one letter of those whose colour the tile may have, and that plainly; denied: which not."""
    for doubt in found.doubts:
        left = [choice for choice in doubt.choices if colours.get(choice[0]) not in denied.get(doubt.square, ())]
        if 0 < len(left) < len(doubt.choices):
            (letter, share), together = left[0], sum(share for _, share in left)
            if share >= max(_SEEN, found.certain * together):
                yield doubt.square, Reading(letter, round(share / together, 4))


def _raised(found: Findings, denied: Mapping[Square, frozenset[str]], colours: Mapping[str, str]) -> Iterator[Doubt]:
    """The letters that were sure, and whose colour their tiles have not."""
    for square, reading in found.board.items():
        has_not = denied.get(square, frozenset())
        if colours.get(reading.letter) in has_not:
            others = [name for name, own in colours.items() if own not in has_not]
            yield Doubt(square, _either(reading.letter, others), Why.TILE_COLOUR)


def _either(letter: str, others: Sequence[str]) -> Choices:
    """The letter that was read, or any one whose colour the tile may have."""
    return (letter, 0.5), *((other, round(0.5 / len(others), 4)) for other in others)
