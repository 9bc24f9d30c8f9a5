"""Which squares of a lattice are the board's: those whose colours agree with the layout printed for the game.

No colour is known beforehand: squares printed alike must look alike, and premium squares unlike plain ones. So it
works in any light and on any maker's board, and distinguishes a board from a chequered tablecloth.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_referee.rules.board.layout import Layout
from vision.arrays import Colour, Flags, Floats, Homography, carry, into_px, medians, scaling, tint
from vision.geometry.nearby_match import nearby_agreement, premium_apart, unlike_around


@dataclass(frozen=True, slots=True)
class Sampling:
    """How lattice squares are sampled, and how many placings are compared in full."""

    side: int = 8  # px a side to which each lattice square is reduced; 1 px on each side is left out
    every: int = 5  # every fifth plain square is enough for a first estimate of the plain tint
    finalists: int = 4  # placings compared in full after the first estimate
    smallest: float = 3.0  # px of a square in the picture's middle: no camera resolves smaller ones
    reach: float = 50.0  # squares from the picture's middle that are looked at; a board has 15 or 17
    horizon: float = 0.3  # nearness to the horizon beyond which squares are left out, as a share of the middle's


SAMPLING = Sampling()

WHOLLY = 0.97
"""A board counts as wholly in the picture if at least this share of its squares is."""
_WOVEN = 0.7
"""Share of a pattern's variance explained by one row repeated with varying strength, above which it is a cloth.

Chequered cloths have 0.98, and 0.72 and more where the lattice fits them badly; boards of all sets have 0.28 to 0.59.
"""


Codes = NDArray[np.str_]
"""The colour code of each of the board's squares, (n, n)."""


@dataclass(frozen=True, slots=True, eq=False)
class Printed:
    """How a board's squares are printed: the code of each, (n, n) or of some, (k,), and the code of plain ones."""

    codes: Codes
    plain: str

    @classmethod
    def of(cls, layout: Layout) -> Printed:
        """How a game's board is printed; the commonest code is that of plain squares."""
        codes = np.array(layout.printed)
        kinds, counts = np.unique(codes, return_counts=True)
        return cls(codes, str(kinds[counts.argmax()]))

    @property
    def is_plain(self) -> Flags:
        """Which squares are plain, row by row, (n * n,) or (k,)."""
        return np.asarray(self.codes.ravel() == self.plain)


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """A placing of the layout on the lattice; an agreement near 1 is certainly a board, one below about 0.6 is none.

    to_board: picture px to board squares, with A1's outer corner at 0, 0. is_cloth: whether it is a chequered cloth.
    """

    agreement: float
    to_board: Homography
    is_cloth: bool = False


def match(
    picture: Colour, lattice: Homography, printed: Printed, *, at_least: float = WHOLLY, nearby: bool = False
) -> Match | None:
    """Find where on the lattice the layout agrees best; None if the picture shows too few squares of the lattice.

    lattice: picture px to lattice coordinates. at_least: the share of the board's squares that must be in the picture
    (black px count as outside); the agreement is that of the squares inside. nearby: whether squares are compared with
    those around them, too, as icons on the common ground need it.
    """
    left, top, right, bottom = _extent(picture, lattice)
    size = len(printed.codes)
    if right - left < size or bottom - top < size:
        return None
    cells = _cells(picture, scaling(1, 1, -left, -top) @ lattice, right - left, bottom - top)
    tints, seen = _tints(cells)
    places = _finalists(tints, seen, printed, at_least)
    if not places:
        return None
    if nearby:
        places += _finalists(unlike_around(cells)[..., None], seen, printed, at_least)
    there = [(slice(row, row + size), slice(column, column + size)) for row, column in places]
    windows = np.stack([tints[place] for place in there])
    if at_least < WHOLLY:
        shown = (seen[place].ravel() for place in there)
        agreements = np.array([_of_what_is_seen(*one, printed) for one in zip(windows, shown, strict=True)])
    else:
        agreements = agreements_of(windows.reshape(len(places), size * size, -1), printed)
    if nearby:
        agreements = np.maximum(agreements, [nearby_agreement(cells[place], printed.is_plain) for place in there])
    best = int(agreements.argmax())
    row, column = places[best]
    placed = scaling(1, 1, -(left + column), -(top + row)) @ lattice
    return Match(float(agreements[best]), placed, is_woven(windows[best]))


def _of_what_is_seen(window: Floats, shown: Flags, printed: Printed) -> float:
    """The agreement of those squares of a window (n, n, 4) that are in the picture, (n * n,)."""
    there = Printed(printed.codes.ravel()[shown], printed.plain)
    return float(agreements_of(window.reshape(1, len(shown), -1)[:, shown], there)[0])


def agreements_of(tints: Floats, printed: Printed) -> Floats:
    """How well squares' tints agree with their print in several placings: 1 wholly, about 0.5 by chance.

    The share of pairs of a premium and a plain square in which the premium one is further from the plain tint, less a
    fifth of the deviation of premium squares from their own kind. Tiles on the board lower it.

    tints: (placings, k, 3) of the k squares of which printed tells.
    """
    codes, is_plain = printed.codes.ravel(), printed.is_plain
    distance, premium = _off_middle(tints, tints[:, is_plain]), ~is_plain
    own = np.zeros_like(distance)
    for code in np.unique(codes[premium]):
        alike = codes == code
        own[:, alike] = _off_middle(tints[:, alike], tints[:, alike])
    stray = medians((own / (distance + 0.02))[:, premium].T)
    return np.asarray(premium_apart(distance, is_plain) - 0.2 * np.minimum(stray, 1.5))


def _off_middle(tints: Floats, others: Floats) -> Floats:
    """Distance of tints from the median of others, in each of several placings: (placings, n, 3) to (placings, n)."""
    return np.asarray(np.abs(tints - medians(others.swapaxes(0, 1))[:, None]).sum(axis=2))


def is_woven(tints: Floats) -> bool:
    """Whether squares (n, n, channels) repeat as those of a chequered cloth, whose rows are all alike.

    Printed boards are symmetric too, but their rows differ. Gradients of light and plain stripes are subtracted first.
    """
    pattern = tints - tints.mean(axis=0) - tints.mean(axis=1, keepdims=True) + tints.mean(axis=(0, 1))
    strength = np.linalg.svd(pattern.reshape(len(pattern), -1), compute_uv=False) ** 2
    return bool(strength[0] > _WOVEN * strength.sum())


def _extent(picture: Colour, lattice: Homography) -> tuple[int, int, int, int]:
    """The range of lattice squares in the picture, rounded outwards: left, top, right, bottom.

    Those near the horizon are left out: seen very much from the side a picture shows squares without end.
    """
    height, width = picture.shape[:2]
    outline = np.array([[0.0, 0.0, 1.0], [width, 0.0, 1.0], [width, height, 1.0], [0.0, height, 1.0]])
    there = _this_side(outline @ lattice.T, float(lattice[2] @ [width / 2, height / 2, 1.0]) * SAMPLING.horizon)
    corners = there[:, :2] / there[:, 2:] if len(there) else np.full((1, 2), np.inf)
    if not np.isfinite(corners).all():
        return 0, 0, 0, 0
    middle, beside = carry(lattice, np.array([[width / 2, height / 2], [width / 2 + 1, height / 2 + 1]]))
    if np.abs(beside - middle).max() > 1 / SAMPLING.smallest:
        return 0, 0, 0, 0
    low = np.floor(np.maximum(corners.min(axis=0), middle - SAMPLING.reach)).astype(int)
    high = np.ceil(np.minimum(corners.max(axis=0), middle + SAMPLING.reach)).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _this_side(outline: Floats, least: float) -> Floats:
    """The part of a convex outline of homogeneous points (n, 3) whose last coordinate is beyond that, of its sign."""
    sign = 1.0 if least > 0 else -1.0
    kept = []
    for point, after in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        here, there = sign * (point[2] - least), sign * (after[2] - least)
        if here > 0:
            kept.append(point)
        if here * there < 0:
            kept.append(point + (after - point) * here / (here - there))
    return np.array(kept).reshape(-1, 3)


def _cells(picture: Colour, lattice: Homography, columns: int, rows: int) -> Colour:
    """The px of each lattice square, (rows, columns, side, side, 3); black outside the picture."""
    side = SAMPLING.side
    flat = cv2.warpPerspective(picture, into_px(side) @ lattice, (columns * side, rows * side), borderValue=(0, 0, 0))
    return np.asarray(flat, np.uint8).reshape(rows, side, columns, side, 3).swapaxes(1, 2)


def _tints(cells: Colour) -> tuple[Floats, Flags]:
    """The tint of each lattice square, (rows, columns, 4), and whether it lies in the picture."""
    # Nearly the whole square: in strong light the white icon in its middle leaves little of its colour.
    total = cells[:, :, 1:-1, 1:-1].sum(axis=(2, 3), dtype=np.int64)
    return tint(total / (SAMPLING.side - 2) ** 2), total.sum(axis=-1) > 0


def _finalists(tints: Floats, seen: Flags, printed: Printed, at_least: float) -> list[tuple[int, int]]:
    """The few placings at which the squares unlike plain ones correlate best with the premium squares."""
    size, premium = len(printed.codes), ~printed.is_plain
    inside = np.lib.stride_tricks.sliding_window_view(seen, (size, size)).mean(axis=(2, 3))
    places = np.argwhere(inside > at_least)
    if not len(places):
        return []
    if at_least < WHOLLY:
        tints = np.where(seen[:, :, None], tints, np.median(tints[seen], axis=0))
    windows = np.lib.stride_tricks.sliding_window_view(tints, (size, size), axis=(0, 1))
    chosen = windows[places[:, 0], places[:, 1]].reshape(len(places), tints.shape[2], -1)
    sample = np.flatnonzero(~premium)[:: SAMPLING.every]
    odd = np.abs(chosen - medians(np.moveaxis(chosen[:, :, sample], 2, 0))[:, :, None]).sum(axis=1)
    odd = np.minimum(odd, 2 * odd.mean(axis=1, keepdims=True))
    wanted = premium - premium.mean()
    likeness = (odd @ wanted) / (odd.std(axis=1) + 1e-6)
    return [(int(row), int(column)) for row, column in places[np.argsort(-likeness)[: SAMPLING.finalists]]]
