"""Tells bare squares from plain tiles in strong light, by the channel that is clipped least."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pi_referee.rules.board.square import Square
from vision.arrays import Flags, Floats
from vision.geometry.layout_match import Codes
from vision.geometry.rectify import Squared
from vision.overexposed.bare_brightness import END, Expected, Faces, expected, faces_of, near
from vision.square_index import flagged, index_of
from vision.squares.connected import may_be_plain
from vision.squares.evidence import Evidence
from vision.squares.first_verdict import Findings


@dataclass(frozen=True, slots=True)
class NearLimits:
    """From where, and from how many squares, the look of another is inferred."""

    reach: int = 2  # squares, within which bare ones lie in a tile's light
    min_bare: int = 3  # bare squares there, to tell the light of a tile or a print
    enough: int = 2  # tiles, prints or squares of known light, to infer others from
    min_sides: int = 3  # of a square paler than bare ones, on which there are bare ones


@dataclass(frozen=True, slots=True)
class TileLimits:
    """The usual look of tiles and ink against bare squares; grey levels of the least bleached channel."""

    bare_percentile: float = 25  # of the ratio of bare squares to tiles' tops
    ink_percentile: float = 75  # of the ratio of ink to bare squares
    clipped: float = 260.0  # level from which on a tile clips, whatever the grain
    smooth: float = 20.0  # between the palest and the darkest px of a square without ink, at most
    ink_shows: float = 225.0  # level up to which ink still shows
    max_unclipped: float = 0.005  # share of each quarter's px that are not clipped on a tile


@dataclass(frozen=True, slots=True)
class BareLimits:
    """Limits of a bare square's look against the one expected there; grey levels of the least bleached channel."""

    unclipped: float = END - 1  # mean level, below which a bare square's light is known
    min_unclipped: float = 0.08  # share of each quarter's px that are not clipped
    beside_tile: float = 251.5  # level that a bare square beside a paler one has at most
    when_bleached: float = 200.0  # level that it has at least where light has bleached the other channels
    darker: float = 0.96  # ratio to the expected level, at least
    paler: float = 3.0  # levels above it, at most
    strays: float = 2.0  # times the deviation of the squares around it, allowed besides
    # That deviation at most: 0.002 to 0.012 in the pool of dev-light; 0.028 where a shade lay over one of the squares,
    # and a blank was as bright as expected of a bare one.
    max_stray: float = 0.015


@dataclass(frozen=True, slots=True)
class LightLimits:
    """How premium squares tell the light, and how bright it may be; grey levels of the least bleached channel."""

    dark_print: float = 0.9  # ratio of a print to a plain square, below which the print tells the light
    print_shows: float = 243.0  # level of such a print, below which it still shows
    unread: float = 0.02  # the reader's share of certainty, below which a square shows no letter
    brighter: float = 1.15  # ratio of the light on a square to that on those around it, at most
    clipped: float = 250.0  # level that a clipped bare square has at least


_NEAR = NearLimits()
_TILE = TileLimits()
_BARE = BareLimits()
_LIGHT = LightLimits()


@dataclass(frozen=True, slots=True)
class Unbleached:
    """Squares in doubt about which something is known.

    bare: as bright as a bare one is there, where a tile would be paler. pale: paler than a bare one would be. inkless:
    ink would show on them, and none does.
    """

    bare: frozenset[Square] = frozenset()
    pale: frozenset[Square] = frozenset()
    inkless: frozenset[Square] = frozenset()


@dataclass(frozen=True, slots=True)
class _Tiles:
    """Ratios of the levels of a bare square to a tile's top there, and of ink to a bare square: cautious estimates."""

    bare: float
    ink: float


@dataclass(frozen=True, slots=True, eq=False)
class _Board:
    """A board in strong light, all flags (n * n,).

    bare: squares known to be bare and not clipped. shown: squares neither hidden nor taken, and those asked about.
    free: squares neither hidden nor taken.
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
        """The look that a square would have if it were bare."""
        return expected(index, self.bare.reshape(self.size, self.size), self.faces.level)

    def beside(self, index: int, squares: Flags) -> Flags:
        """Which of some squares lie in a square's light."""
        return near(index, squares.reshape(self.size, self.size), _NEAR.reach)

    def is_smooth(self, index: int) -> bool:
        """Whether a plain square shows no ink."""
        return bool(self.evidence.plain[index] and self.faces.palest[index] - self.faces.darkest[index] <= _TILE.smooth)


def unbleached(found: Findings, evidence: Evidence, squared: Squared, codes: Codes) -> Unbleached:
    """Tell which squares in doubt are bare, pale or inkless; each is lit as the squares around it are.

    squared: the board in the light of the picture, not evened. codes: (n, n) how its squares are printed.
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
    """The board; taken: (n * n,) squares that may hold something, or that are hidden; asked: indices in doubt."""
    shown = ~taken
    shown[list(asked)] = True
    return _Board(evidence, faces, evidence.plain & ~taken & (faces.level < _BARE.unclipped), shown, ~taken)


def _tiles(found: Findings, board: _Board) -> _Tiles | None:
    """The look of tiles and ink beside bare squares; None if too few tiles are confident."""
    faces, seen = board.faces, list[tuple[float, float]]()
    for square in (square for square, reading in found.board.items() if reading.letter):
        index = index_of(square, board.size)
        beside = faces.level[board.beside(index, board.bare)]
        if len(beside) >= _NEAR.min_bare:
            level = float(np.median(beside))
            seen.append((level / faces.palest[index], faces.darkest[index] / level))
    if len(seen) < _NEAR.enough:
        return None
    bare, ink = np.array(seen).T
    return _Tiles(float(np.percentile(bare, _TILE.bare_percentile)), float(np.percentile(ink, _TILE.ink_percentile)))


def _grown(board: _Board, found: frozenset[int], asked: Iterable[int], tiles: _Tiles) -> tuple[_Board, frozenset[int]]:
    """Find the squares in doubt that are bare, each telling the light of the next; the board then, and all of them."""
    more = [index for index in asked if index not in found and _is_bare(index, board, tiles)]
    if not more:
        return board, found
    bare = board.bare.copy()
    bare[more] = board.faces.level[more] < _BARE.unclipped
    return _grown(replace(board, bare=bare), found | {*more}, asked, tiles)


def _is_bare(index: int, board: _Board, tiles: _Tiles) -> bool:
    """Whether a square is as bright as bare ones there, where a tile would be clipped and ink would not."""
    if not board.is_smooth(index) or board.faces.left[:, index].min() < _BARE.min_unclipped:
        return False
    bare, level = board.of(index), board.faces.level[index]
    if bare is None or bare.stray > _BARE.max_stray or bare.level * tiles.ink > _TILE.ink_shows:
        return False
    if bare.level < max(_BARE.when_bleached, _TILE.clipped * tiles.bare):
        return False
    return bool(_BARE.darker * bare.level <= level <= bare.level * (1 + _BARE.strays * bare.stray) + _BARE.paler)


def _is_paler(index: int, board: _Board) -> bool:
    """Whether a plain square is clipped and the bare ones around it, on three sides at least, are not."""
    if not board.evidence.plain[index] or board.faces.left[:, index].max() > _TILE.max_unclipped:
        return False
    bare = board.of(index)
    return bool(
        bare and bare.sides >= _NEAR.min_sides and bare.level * (1 + _BARE.strays * bare.stray) <= _BARE.beside_tile
    )


def _light(board: _Board, kinds: NDArray[np.str_]) -> Floats:
    """The level of a bare plain square in the light of each square, (n * n,); nan where unknown.

    kinds: (n * n,) how each is printed. Bare squares tell it, and prints that still show.
    """
    level, light = board.faces.level, np.where(board.bare, board.faces.level, np.nan)
    prints = (
        board.shown & ~board.evidence.plain & (level < _LIGHT.print_shows) & (board.evidence.letter < _LIGHT.unread)
    )
    for kind, share in _prints(board, kinds):
        own = prints & (kinds == kind)
        light[own] = level[own] / share
    return np.asarray(light)


def _prints(board: _Board, kinds: NDArray[np.str_]) -> Iterator[tuple[str, float]]:
    """The kinds of premium squares that are darker than plain ones, each with the ratio of its level to theirs."""
    level = board.faces.level
    for kind in np.unique(kinds):
        own = np.flatnonzero((kinds == kind) & board.free & ~board.evidence.plain)
        beside = [(index, level[board.beside(int(index), board.bare)]) for index in own]
        shares = [level[index] / np.median(levels) for index, levels in beside if len(levels) >= _NEAR.min_bare]
        if len(shares) >= _NEAR.enough and np.median(shares) < _LIGHT.dark_print:
            yield str(kind), float(np.median(shares))


def _is_inkless(index: int, board: _Board, light: Floats, ink: float) -> bool:
    """Whether ink would show on a square, and none does, and the square may be bare in that light.

    The light on at least two squares around it tells that.
    """
    around, is_plain = light[board.beside(index, ~np.isnan(light))], bool(board.evidence.plain[index])
    if len(around) < _NEAR.enough or around.max() * ink * _LIGHT.brighter > _TILE.ink_shows:
        return False
    brightest = around.max() * _LIGHT.brighter * (1.0 if is_plain else _LIGHT.dark_print)
    may_be_bare = brightest >= min(board.faces.level[index], _LIGHT.clipped)
    return bool(may_be_bare and (board.is_smooth(index) if is_plain else board.evidence.letter[index] < _LIGHT.unread))
