"""The line between two squares: a tile's rim and shadow, or only what is printed there, as this very board shows both.

Colour is no part of it: where light has made board and tiles alike, or a cast has changed both, their rims differ
still.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, grey_of, median_of
from vision.geometry.layout_match import Printed
from vision.geometry.rectify import SQUARE, Squared

_REACH, _CORNER, _FACE = 7, 8, 3
"""Px across a line to either side that are compared; px at a square's corners that are left out along it; px furthest
from the line that tell how bright the square itself is. Most letters begin further in: with 10 px they were compared,
too, and blanks, having none, looked less like tiles (drawn and path-traced dark boards)."""
_SOFT, _LEAST = 12.0, 0.005
"""Grey levels and a difference (logarithmic) below which all is alike."""
_NEAREST, _FEWEST = 3, 5
"""So many of the lines that are most alike count, where there are no fewer than these."""
_END = 250
"""Where all px beside a line are paler than this, in every channel, light has taken whatever is there."""

_NEAR_END = 235
"""Where a square beside a line is so bright in a channel, a paler line has nothing left to be brighter by."""
_LIKE_COMMON, _MOSTLY = 0.5, 0.15
"""Squares have a line between them if that of so many bare ones is the common one but for this share of it: on drawn
boards half of them are, where a third is covered a third; of grain without a line a tenth at most."""
_COMPARED = 3
"""So many of a square's lines must be seen for it to be told that it shows none."""
_DROWNED = -0.15
"""Something flat shows none of the common line, and no print or tile so much of its contrary: a black square whose icon
begins near its edge is darker there than in its middle, and so is what lies in a tile's shadow. On the dark board, seen
from the side, three such in a slanting row looked as if something lay over them, and whole games were refused."""

BARE, TILE, UNKNOWN = 0, 1, 2

Known = NDArray[np.int_]
"""What is known of each square, (n, n): BARE, TILE or UNKNOWN."""

Planes = NDArray[np.uint8]
"""Three pictures of the squares, (3, n * SQUARE, same): grey, the dimmest channel, and the brightest."""


@dataclass(frozen=True, slots=True, eq=False)
class Rims:
    """How each square is bordered, all (n, n).

    tile: logarithm of how much more alike its lines are to those of tiles than of bare squares, summed over its sides.
    sides: how many sides could be compared. odd: how much further its lines to bare squares are from others between
    bare squares than those commonly are (logarithmic, the mean); 0 if it has none. bare: to how many bare squares.
    """

    tile: Floats
    sides: NDArray[np.int_]
    odd: Floats
    bare: NDArray[np.int_]
    lined: Floats


def rims_of(squared: Squared, known: Known, printed: Printed) -> Rims:
    """Compare every square's four lines with those between squares of which it is known what lies there."""
    smooth = np.asarray(cv2.GaussianBlur(squared.grid(), (3, 3), 0), np.uint8)
    blue, green, red = cv2.split(smooth)
    planes = grey_of(smooth), cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    level, shown = _of_rows(np.stack(planes), known, printed)
    on_side = replace(printed, codes=printed.codes.T)
    upright, shown_upright = _of_rows(np.stack([cv2.transpose(plane) for plane in planes]), known.T, on_side)
    tile, sides, odd, bare = level + upright.swapaxes(1, 2)
    lined = _clearest(np.concatenate([shown, shown_upright.swapaxes(1, 2)]))
    return Rims(tile, sides.astype(int), odd / np.maximum(bare, 1), bare.astype(int), lined)


def _of_rows(planes: Planes, known: Known, printed: Printed) -> tuple[Floats, Floats]:
    """What the lines between squares of a row alone tell: sums over them, (4, n, n), and what each shows, (2, n, n).

    How much likelier they make a tile, and how many tell that; how odd those to bare squares are, and how many such.
    How much of the common line the line before the square and the one behind it show; nan where that is not known.
    """
    across, is_lost, is_bleached = _lines(planes, len(known))
    return _sums(across, known, is_lost), _shown(across, known, is_bleached, printed)


def _sums(across: NDArray[np.float32], known: Known, is_lost: Flags) -> Floats:
    """The sums over the lines of a row."""
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


def _lines(planes: Planes, size: int) -> tuple[NDArray[np.float32], Flags, Flags]:
    """The lines between squares of a row, and where light has taken all that is there, or some of it, (n, n - 1).

    Of each line, (n, n - 1, any): how bright it is across, logarithmic, less the square's own brightness there.
    """
    rows = planes.reshape(3, size, SQUARE, size * SQUARE)[:, :, _CORNER:-_CORNER]
    columns = (SQUARE * np.arange(1, size) - _REACH)[:, None] + np.arange(2 * _REACH)
    palest = rows[1].min(axis=1)[:, columns].min(axis=2)
    brightest = rows[2].min(axis=1)[:, columns[:, [0, -1]]].max(axis=2)
    means = rows[:2].sum(axis=2, dtype=np.uint16) / np.float32(rows.shape[2])
    across = np.log(means + np.float32(_SOFT))[:, :, columns]
    across[..., :_REACH] -= across[..., :_FACE].mean(axis=-1, keepdims=True)
    across[..., _REACH:] -= across[..., -_FACE:].mean(axis=-1, keepdims=True)
    return np.concatenate(list(across), axis=-1), np.asarray(palest > _END), np.asarray(brightest > _NEAR_END)


def _distances(across: NDArray[np.float32], known: Known, is_lost: Flags) -> Floats:
    """How far each line is from those between two squares that are bare or tiles, (n, n - 1, 2, 2); nan if unknown."""
    flat = across.reshape(is_lost.size, -1)
    squares = (flat**2).sum(axis=1)
    # Row by row: one product of all of them would be shared out among threads, and wait for a core that is busy.
    products = (across @ flat.T).reshape(len(flat), len(flat))
    apart = np.maximum(squares[:, None] + squares - 2 * products, 0) / flat.shape[1]
    np.fill_diagonal(apart, np.inf)
    before, after = known[:, :-1].ravel(), known[:, 1:].ravel()
    nearest = np.full((len(flat), 2, 2), np.nan)
    for one, other in product((BARE, TILE), repeat=2):
        alike = np.flatnonzero((before == one) & (after == other) & ~is_lost.ravel())
        if len(alike) >= _FEWEST:
            least = np.partition(apart[:, alike], _NEAREST - 1, axis=1)[:, :_NEAREST]
            nearest[:, one, other] = np.sqrt(least.mean(axis=1))
    return nearest.reshape(*is_lost.shape, 2, 2)


def _shown(across: NDArray[np.float32], known: Known, is_bleached: Flags, printed: Printed) -> Floats:
    """How much of the common line between bare squares each square's two lines of its row show, (2, n, n).

    is_bleached: where light has taken a colour, as the cream of a square beside a white line, and the line with it.
    Nothing is told of a line that a tile's shadow drowns, nor of one between prints that do.
    """
    shown = np.full((2, *known.shape), np.nan)
    between_bare = (known[:, :-1] == BARE) & (known[:, 1:] == BARE) & ~is_bleached
    if between_bare.sum() < _FEWEST:
        return shown
    common = np.median(across[between_bare], axis=0)
    share = np.where(is_bleached, np.nan, across @ common / max(float(common @ common), _LEAST))
    if (np.abs(share[between_bare] - 1) < _LIKE_COMMON).mean() < _MOSTLY:
        return shown
    beside_tile = (known[:, :-1] == TILE) | (known[:, 1:] == TILE)
    share[(beside_tile & (share < _DROWNED)) | _drowned(share, between_bare, printed)] = np.nan
    shown[0, :, 1:] = shown[1, :, :-1] = share
    return shown


def _drowned(share: Floats, between_bare: Flags, printed: Printed) -> Flags:
    """Between which two squares of a row the prints drown the line, (n, n - 1); between plain ones none does.

    share: how much of the common line is seen there. It is told by all bare squares that are printed as those two are.
    """
    kinds = np.unique(printed.codes, return_inverse=True)[1].reshape(printed.codes.shape)
    before, after = kinds[:, :-1], kinds[:, 1:]
    pairs = np.minimum(before, after) * kinds.size + np.maximum(before, after)
    is_plain, told = printed.codes == printed.plain, between_bare & ~np.isnan(share)
    drowned = np.zeros(share.shape, bool)
    for pair in np.unique(pairs[told & ~(is_plain[:, :-1] & is_plain[:, 1:])]):
        alike = pairs == pair
        drowned |= alike & (median_of(share[alike & told]) < _DROWNED)
    return drowned


def _clearest(shown: Floats) -> Floats:
    """The most that any of a square's lines shows of the common one, of squares' four lines (4, n, n)."""
    count, most = (~np.isnan(shown)).sum(axis=0), np.nan_to_num(shown, nan=-np.inf).max(axis=0)
    return np.asarray(np.where(count >= _COMPARED, most, np.inf))


def _told(far: Floats, beside: Known) -> Floats:
    """How much likelier each line makes a tile of one of its squares; nan if it cannot be told.

    far: (..., 2, 2) by that square and the one beside it. beside: what is known of that.
    """
    # Where it is unknown what lies beside, it may be either.
    possible = np.where((beside[..., None, None] == UNKNOWN) | (beside[..., None, None] == np.arange(2)), far, np.inf)
    nearest = possible.min(axis=-1)
    return np.asarray(np.log((nearest[..., BARE] + _LEAST) / (nearest[..., TILE] + _LEAST)))


def _odd(far: Floats, known: Known) -> Floats:
    """How much further lines are from those between bare squares than those are from each other, (n, n - 1)."""
    between_bare = far[(known[:, :-1] == BARE) & (known[:, 1:] == BARE)]
    told = between_bare[~np.isnan(between_bare)]
    if not len(told):
        return np.full(far.shape, np.nan)
    return np.asarray(np.log((far + _LEAST) / (median_of(told) + _LEAST)))
