"""Measures the line between two squares: a tile's edge and its shadow, or only the printed line.

Each line is compared with lines of the same picture of which it is known what lies beside them. Colour plays no part:
where light has made board and tiles alike, or a colour cast has changed both, their edges still differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, grey_of, median_of
from vision.geometry.rectify import SQUARE, Squared


@dataclass(frozen=True, slots=True)
class StripSize:
    """Which px of the squared board are compared at a line."""

    # Across the line, to either side; most letters begin further in. With 10 px they were compared, too, and blanks,
    # which have no letter, looked less like tiles (drawn and path-traced dark boards).
    reach: int = 7
    corner: int = 8  # px left out along the line at either end, where squares meet
    face: int = 3  # the px furthest from the line, whose mean is the square's own brightness


@dataclass(frozen=True, slots=True)
class Likeness:
    """How lines are compared by their profiles, the log brightness across each."""

    soft: float = 12.0  # grey levels added before the logarithm: smaller ones hardly differ
    least: float = 0.005  # added to every difference (log brightness): smaller ones hardly differ
    nearest: int = 3  # how many of the most similar lines of a kind are averaged
    fewest: int = 5  # lines that there must be of a kind before anything is compared with it


STRIP, LIKENESS = StripSize(), Likeness()
_CLIPPED = 250
"""Grey level: where every px beside a line is brighter in every channel nothing is left of what was there."""
BARE, TILE, UNKNOWN = 0, 1, 2

Known = NDArray[np.int_]
"""What is known of each square, (n, n): BARE, TILE or UNKNOWN."""

Planes = NDArray[np.uint8]
"""Two pictures of the squares, (2, n * SQUARE, n * SQUARE): grey, and the dimmest channel."""


@dataclass(frozen=True, slots=True, eq=False)
class Rims:
    """The measured edges of each square, all (n, n).

    tile: log ratio of its lines' distances to bare squares' lines and to tiles' lines, summed over its sides; above 0
    it is more like a tile. sides: how many sides could be compared. odd: log ratio of how far its lines to bare squares
    are from lines between bare squares to how far those commonly are from each other, mean over these lines; 0 if it
    has none. bare: how many such lines it has.
    """

    tile: Floats
    sides: NDArray[np.int_]
    odd: Floats
    bare: NDArray[np.int_]


def rims_of(squared: Squared, known: Known) -> Rims:
    """Compare the four lines of every square with those between squares whose content is known."""
    smooth = np.asarray(cv2.GaussianBlur(squared.grid(), (3, 3), 0), np.uint8)
    blue, green, red = cv2.split(smooth)
    planes = grey_of(smooth), cv2.min(cv2.min(blue, green), red)
    upright = _of_rows(np.stack([cv2.transpose(plane) for plane in planes]), known.T)
    tile, sides, odd, bare = _of_rows(np.stack(planes), known) + upright.swapaxes(1, 2)
    return Rims(tile, sides.astype(int), odd / np.maximum(bare, 1), bare.astype(int))


def _of_rows(planes: Planes, known: Known) -> Floats:
    """Evidence from the lines between squares of one row only, summed over each square's two lines, (4, n, n).

    Log ratio for a tile, and how many lines it comes from; oddness of the lines to bare squares, and how many they are.
    """
    across, is_lost = _lines(planes, len(known))
    far = _distances(across, known, is_lost)
    odd = _odd(far[..., BARE, BARE], known)
    sums = np.zeros((4, *known.shape))
    for squares, beside, distances in (
        (np.s_[:, :-1], known[:, 1:], far),
        (np.s_[:, 1:], known[:, :-1], far.swapaxes(2, 3)),
    ):
        told = np.stack([_told(distances, beside), np.where(beside == BARE, odd, np.nan)])
        told[:, is_lost] = np.nan
        sums[(np.s_[::2], *squares)] += np.nan_to_num(told)
        sums[(np.s_[1::2], *squares)] += ~np.isnan(told)
    return sums


def _lines(planes: Planes, size: int) -> tuple[NDArray[np.float32], Flags]:
    """The profiles of the lines between squares of a row, and which of them are clipped, (n, n - 1).

    A profile, (n, n - 1, any), is the log brightness across the line, less that of the square on the same side.
    """
    rows = planes.reshape(2, size, SQUARE, size * SQUARE)[:, :, STRIP.corner : -STRIP.corner]
    columns = (SQUARE * np.arange(1, size) - STRIP.reach)[:, None] + np.arange(2 * STRIP.reach)
    palest = rows[1].min(axis=1)[:, columns].min(axis=2)
    means = rows.sum(axis=2, dtype=np.uint16) / np.float32(rows.shape[2])
    across = np.log(means + np.float32(LIKENESS.soft))[:, :, columns]
    across[..., : STRIP.reach] -= across[..., : STRIP.face].mean(axis=-1, keepdims=True)
    across[..., STRIP.reach :] -= across[..., -STRIP.face :].mean(axis=-1, keepdims=True)
    return np.concatenate(list(across), axis=-1), np.asarray(palest > _CLIPPED)


def _distances(across: NDArray[np.float32], known: Known, is_lost: Flags) -> Floats:
    """How far each line is from the most similar lines between bare squares or tiles, (n, n - 1, 2, 2).

    The last two axes: what lies before the line and behind it, BARE or TILE. nan where too few such lines are known.
    """
    flat = across.reshape(is_lost.size, -1)
    squares = (flat**2).sum(axis=1)
    # Row by row: one product of all rows would be split among threads, and wait for a busy core.
    products = (across @ flat.T).reshape(len(flat), len(flat))
    apart = np.maximum(squares[:, None] + squares - 2 * products, 0) / flat.shape[1]
    np.fill_diagonal(apart, np.inf)
    before, after = known[:, :-1].ravel(), known[:, 1:].ravel()
    nearest = np.full((len(flat), 2, 2), np.nan)
    for one, other in product((BARE, TILE), repeat=2):
        alike = np.flatnonzero((before == one) & (after == other) & ~is_lost.ravel())
        if len(alike) >= LIKENESS.fewest:
            least = np.partition(apart[:, alike], LIKENESS.nearest - 1, axis=1)[:, : LIKENESS.nearest]
            nearest[:, one, other] = np.sqrt(least.mean(axis=1))
    return nearest.reshape(*is_lost.shape, 2, 2)


def _told(far: Floats, beside: Known) -> Floats:
    """Log ratio for a tile on the square on one side of each line; nan if there is nothing to compare with.

    far: (..., 2, 2) distances by what lies on that square and on the one beside it. beside: what is known of the
    latter.
    """
    # An unknown square beside it may be either.
    possible = np.where((beside[..., None, None] == UNKNOWN) | (beside[..., None, None] == np.arange(2)), far, np.inf)
    nearest = possible.min(axis=-1)
    return np.asarray(np.log((nearest[..., BARE] + LIKENESS.least) / (nearest[..., TILE] + LIKENESS.least)))


def _odd(far: Floats, known: Known) -> Floats:
    """Log ratio of each line's distance from lines between bare squares to the common one among those, (n, n - 1)."""
    between_bare = far[(known[:, :-1] == BARE) & (known[:, 1:] == BARE)]
    told = between_bare[~np.isnan(between_bare)]
    if not len(told):
        return np.full(far.shape, np.nan)
    return np.asarray(np.log((far + LIKENESS.least) / (median_of(told) + LIKENESS.least)))
