"""What the channel that light has bleached least tells of squares that may be bare or plain tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pi_referee.rules.board.square import Square
from vision.arrays import Flags, Floats
from vision.geometry.layout_match import Codes
from vision.geometry.rectify import Squared
from vision.overexposed.lamp_pool import END, Expected, Faces, expected, faces_of, near
from vision.square_flags import flagged, index_of
from vision.squares.connected import may_be_plain
from vision.squares.evidence import Evidence
from vision.squares.first_verdict import Findings

_TOLD = END - 1
"""Grey levels below which that of a bare square is told."""
_BESIDE, _FEWEST, _ENOUGH = 2, 3, 2
"""So many squares away bare ones lie in a tile's light, so many of them tell it, and so many tiles, prints or squares
whose light is known tell of others."""
_PALE, _DARK = 25, 75
"""Per cent of tiles that are as pale beside bare squares, and whose ink is as dark, as is taken for granted."""
_SMOOTH, _SHOWN = 20.0, 225.0
"""Grey levels between the palest and the darkest px of a square on which there is no ink; levels at which ink still
shows."""
_LEFT, _TAKEN = 0.08, 0.005
"""Share of each quarter's px that light has not taken of a bare square that is told by them, and has of a tile."""
_WHITE, _BRIGHT, _TILE_END = 251.5, 200.0, 260.0
"""A bare square is darker than the first beside one that is told as paler, and brighter than the second where light has
bleached it in other channels; a tile would be paler than the last, so that grain leaves it at the end of the scale."""
_DARKER, _PALER, _STRAYS, _EVEN = 0.96, 3.0, 2.0, 0.015
"""How far a bare square may be from what is expected: the share of it, grey levels above it, so many times what those
around it stray by, and how much that is at most: 0.002 to 0.012 in the pool of dev-light, 0.028 where a shade lay over
one and a blank was as bright as was expected so."""
_SIDES = 3
"""On so many sides of a square that is paler than bare ones there are some."""
_PRINT, _PRINT_SHOWS = 0.9, 243.0
"""A premium square tells the light if its print is commonly darker than this share of a plain square, and now than so
many grey levels."""
_UNREAD = 0.02
"""A share of certainty that a square shows a letter, below which it does not."""
_BEYOND, _AS_WHITE = 1.15, 250.0
"""How much brighter the light may be than on squares around; a bare square there that is at the end of the scale would
have so many grey levels at least."""


@dataclass(frozen=True, slots=True)
class Unbleached:
    """Squares in doubt of which something is told.

    bare: as bright as a bare one is there, where a tile would be paler. pale: paler than a bare one would be. inkless:
    ink would show on them, and none does.
    """

    bare: frozenset[Square] = frozenset()
    pale: frozenset[Square] = frozenset()
    inkless: frozenset[Square] = frozenset()


@dataclass(frozen=True, slots=True)
class _Tiles:
    """How bright a bare square commonly is against a tile's top there, at most, and ink against a bare square."""

    bare: float
    ink: float


@dataclass(frozen=True, slots=True, eq=False)
class _Board:
    """A board in strong light, all flags (n * n,).

    bare: squares known to be bare whose px light has not taken. shown: those that nothing hides, nor lies on for sure.
    free: those on which nothing may lie, either.
    """

    evidence: Evidence
    faces: Faces
    bare: Flags
    shown: Flags
    free: Flags

    @property
    def size(self) -> int:
        return self.evidence.read_from.size

    def of(self, index: int) -> Expected | None:
        """What a square would be like if it were bare."""
        return expected(index, self.bare.reshape(self.size, self.size), self.faces.level)

    def beside(self, index: int, squares: Flags) -> Flags:
        """Which of some squares lie in a square's light."""
        return near(index, squares.reshape(self.size, self.size), _BESIDE)

    def is_smooth(self, index: int) -> bool:
        """Whether a plain square shows no ink."""
        return bool(self.evidence.plain[index] and self.faces.palest[index] - self.faces.darkest[index] <= _SMOOTH)


def unbleached(found: Findings, evidence: Evidence, squared: Squared, codes: Codes) -> Unbleached:
    """What is told of squares that may be bare or plain tiles, each of them lit as those around it are.

    squared: the board in the light that it was seen in. codes: (n, n) how its squares are printed.
    """
    hidden = evidence.hand | evidence.glare
    plain = {index_of(doubt.square, squared.size): doubt.square for doubt in found.doubts if may_be_plain(doubt)}
    asked = {index: square for index, square in plain.items() if not hidden[index]}
    taken = flagged({*found.taken, *found.covered}, squared.size).ravel() | hidden
    board = _board(evidence, faces_of(squared), taken, asked)
    tiles = _tiles(found, board)
    if tiles is None or not asked:
        return Unbleached()
    board, bare = _grown(board, frozenset(), asked, tiles)
    light, left = _light(board, codes.ravel()), [index for index in asked if index not in bare]
    return Unbleached(
        frozenset(asked[index] for index in bare),
        frozenset(asked[index] for index in left if _is_paler(index, board)),
        frozenset(asked[index] for index in left if _is_inkless(index, board, light, tiles.ink)),
    )


def _board(evidence: Evidence, faces: Faces, taken: Flags, asked: Iterable[int]) -> _Board:
    """The board; taken: squares on which something lies, or may, or that something hides."""
    shown = ~taken
    shown[list(asked)] = True
    return _Board(evidence, faces, evidence.plain & ~taken & (faces.level < _TOLD), shown, ~taken)


def _tiles(found: Findings, board: _Board) -> _Tiles | None:
    """How tiles and ink look beside bare squares; None if too few are sure."""
    faces, seen = board.faces, list[tuple[float, float]]()
    for square in (square for square, reading in found.board.items() if reading.letter):
        index = index_of(square, board.size)
        beside = faces.level[board.beside(index, board.bare)]
        if len(beside) >= _FEWEST:
            level = float(np.median(beside))
            seen.append((level / faces.palest[index], faces.darkest[index] / level))
    if len(seen) < _ENOUGH:
        return None
    bare, ink = np.array(seen).T
    return _Tiles(float(np.percentile(bare, _PALE)), float(np.percentile(ink, _DARK)))


def _grown(board: _Board, found: frozenset[int], asked: Iterable[int], tiles: _Tiles) -> tuple[_Board, frozenset[int]]:
    """The squares in doubt that are bare, and the board with them, each step of them telling of the next."""
    more = [index for index in asked if index not in found and _is_bare(index, board, tiles)]
    if not more:
        return board, found
    bare = board.bare.copy()
    bare[more] = board.faces.level[more] < _TOLD
    return _grown(replace(board, bare=bare), found | {*more}, asked, tiles)


def _is_bare(index: int, board: _Board, tiles: _Tiles) -> bool:
    """Whether a square is as bright as bare ones there, where a tile would be at the end of the scale, and ink not."""
    if not board.is_smooth(index) or board.faces.left[:, index].min() < _LEFT:
        return False
    bare, level = board.of(index), board.faces.level[index]
    if bare is None or bare.stray > _EVEN or bare.level * tiles.ink > _SHOWN:
        return False
    if bare.level < max(_BRIGHT, _TILE_END * tiles.bare):
        return False
    return bool(_DARKER * bare.level <= level <= bare.level * (1 + _STRAYS * bare.stray) + _PALER)


def _is_paler(index: int, board: _Board) -> bool:
    """Whether a plain square is at the end of the scale among bare ones that are not, on three sides of it at least."""
    if not board.evidence.plain[index] or board.faces.left[:, index].max() > _TAKEN:
        return False
    bare = board.of(index)
    return bool(bare and bare.sides >= _SIDES and bare.level * (1 + _STRAYS * bare.stray) <= _WHITE)


def _light(board: _Board, kinds: NDArray[np.str_]) -> Floats:
    """How bright a bare plain square is in the light of each square, (n * n,); nan where that is not known.

    kinds: how each is printed. It is told by bare squares, and by prints that still show.
    """
    level, light = board.faces.level, np.where(board.bare, board.faces.level, np.nan)
    prints = board.shown & ~board.evidence.plain & (level < _PRINT_SHOWS) & (board.evidence.letter < _UNREAD)
    for kind, share in _prints(board, kinds):
        own = prints & (kinds == kind)
        light[own] = level[own] / share
    return np.asarray(light)


def _prints(board: _Board, kinds: NDArray[np.str_]) -> Iterator[tuple[str, float]]:
    """The kinds of premium squares, each with how bright it is against plain squares, if it is darker."""
    level = board.faces.level
    for kind in np.unique(kinds):
        own = np.flatnonzero((kinds == kind) & board.free & ~board.evidence.plain)
        beside = [(index, level[board.beside(int(index), board.bare)]) for index in own]
        shares = [level[index] / np.median(levels) for index, levels in beside if len(levels) >= _FEWEST]
        if len(shares) >= _ENOUGH and np.median(shares) < _PRINT:
            yield str(kind), float(np.median(shares))


def _is_inkless(index: int, board: _Board, light: Floats, ink: float) -> bool:
    """Whether ink would show on a square, and none does; the light on two squares around it, or more, tells that.

    And whether it may be bare in that light at all.
    """
    around, is_plain = light[board.beside(index, ~np.isnan(light))], bool(board.evidence.plain[index])
    if len(around) < _ENOUGH or around.max() * ink * _BEYOND > _SHOWN:
        return False
    brightest = around.max() * _BEYOND * (1.0 if is_plain else _PRINT)
    may_be_bare = brightest >= min(board.faces.level[index], _AS_WHITE)
    return bool(may_be_bare and (board.is_smooth(index) if is_plain else board.evidence.letter[index] < _UNREAD))
