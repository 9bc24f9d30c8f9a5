"""Measures the line between two squares: a tile's edge and its shadow, or only the printed line.

Each line is compared with lines of the same picture of which it is known what lies beside them. Colour plays no part:
where light has made board and tiles alike, or a colour cast has changed both, their edges still differ.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, grey_of, median_of, medians
from vision.geometry.layout_match import Printed
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


@dataclass(frozen=True, slots=True)
class ClippingLimits:
    """Grey levels above which strong light has taken a line."""

    all_channels: int = 250  # every px beside the line is brighter in every channel: nothing is left of what was there
    one_channel: int = 235  # a square beside the line is brighter in one channel: a paler line has no room above it


@dataclass(frozen=True, slots=True)
class CommonLineLimits:
    """How much of the common line, the median of those between bare squares, must show: 0 none of it, 1 just it."""

    like_common: float = 0.5  # a line this near to 1 is the common one
    # The share of lines between bare squares that must be the common one for the board to have printed lines: half are
    # on drawn boards, a third where a third is covered; in grain without lines a tenth at most.
    mostly: float = 0.15
    # Below this, either way, nothing of the line shows. On 270 looks at fifteen sets in eight kinds of light, blur and
    # grain three bare squares had four such sides, all of them out of focus; under a slip of paper most have.
    nothing: float = 0.1
    compared: int = 3  # sides of a square to be seen before it can be said to show no line
    # Below this a print or a shadow drowns the line. A flat thing over the board shows about 0 of it. A black square
    # whose icon begins near its edge is darker there than in its middle, and so is what lies in a tile's shadow: on the
    # dark board, seen from the side, three such in a diagonal looked covered, and whole games were refused.
    drowned: float = -0.15


STRIP, LIKENESS, CLIPPED, COMMON = StripSize(), Likeness(), ClippingLimits(), CommonLineLimits()
BARE, TILE, UNKNOWN = 0, 1, 2

Known = NDArray[np.int_]
"""What is known of each square, (n, n): BARE, TILE or UNKNOWN."""

Planes = NDArray[np.uint8]
"""Three pictures of the squares, (3, n * SQUARE, n * SQUARE): grey, the dimmest channel, and the brightest."""


@dataclass(frozen=True, slots=True, eq=False)
class Rims:
    """The measured edges of each square, all (n, n).

    tile: log ratio of its lines' distances to bare squares' lines and to tiles' lines, summed over its sides; above 0
    it is more like a tile. sides: how many sides could be compared. odd: log ratio of how far its lines to bare squares
    are from lines between bare squares to how far those commonly are from each other, mean over these lines; 0 if it
    has none. bare: how many such lines it has. lined: how much of the common line its clearest side shows, 0 to 1;
    infinite where too few sides are seen. flat: whether it is printed plain, all its sides are
    seen, and none shows any line.
    """

    tile: Floats
    sides: NDArray[np.int_]
    odd: Floats
    bare: NDArray[np.int_]
    lined: Floats
    flat: Flags


def rims_of(squared: Squared, known: Known, printed: Printed) -> Rims:
    """Compare the four lines of every square with those between squares whose content is known."""
    smooth = np.asarray(cv2.GaussianBlur(squared.grid(), (3, 3), 0), np.uint8)
    blue, green, red = cv2.split(smooth)
    planes = grey_of(smooth), cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    level, shown = _of_rows(np.stack(planes), known, printed)
    on_side = replace(printed, codes=printed.codes.T)
    upright, shown_upright = _of_rows(np.stack([cv2.transpose(plane) for plane in planes]), known.T, on_side)
    tile, sides, odd, bare = level + upright.swapaxes(1, 2)
    lines = np.concatenate([shown, shown_upright.swapaxes(1, 2)])
    flat = np.asarray((np.abs(lines) < COMMON.nothing).all(axis=0) & (printed.codes == printed.plain))
    return Rims(tile, sides.astype(int), odd / np.maximum(bare, 1), bare.astype(int), _clearest(lines), flat)


def _of_rows(planes: Planes, known: Known, printed: Printed) -> tuple[Floats, Floats]:
    """Evidence from the lines between squares of one row only: sums over a square's lines, and what each line shows.

    The sums, (4, n, n): log ratio for a tile, and how many lines it comes from; oddness of the lines to bare squares,
    and how many they are. What each shows, (2, n, n): how much of the common line is seen before the square and behind
    it; nan where unknown.
    """
    across, is_lost, is_bleached = _lines(planes, len(known))
    return _sums(across, known, is_lost), _shown(across, known, is_lost, is_bleached, printed)


def _sums(across: NDArray[np.float32], known: Known, is_lost: Flags) -> Floats:
    """The sums over each square's two lines in its row, (4, n, n), as _of_rows returns them."""
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
    """The profiles of the lines between squares of a row, and which of them are clipped wholly or partly, (n, n - 1).

    A profile, (n, n - 1, any), is the log brightness across the line, less that of the square on the same side.
    """
    rows = planes.reshape(3, size, SQUARE, size * SQUARE)[:, :, STRIP.corner : -STRIP.corner]
    columns = (SQUARE * np.arange(1, size) - STRIP.reach)[:, None] + np.arange(2 * STRIP.reach)
    palest = rows[1].min(axis=1)[:, columns].min(axis=2)
    brightest = rows[2].min(axis=1)[:, columns[:, [0, -1]]].max(axis=2)
    means = rows[:2].sum(axis=2, dtype=np.uint16) / np.float32(rows.shape[2])
    across = np.log(means + np.float32(LIKENESS.soft))[:, :, columns]
    across[..., : STRIP.reach] -= across[..., : STRIP.face].mean(axis=-1, keepdims=True)
    across[..., STRIP.reach :] -= across[..., -STRIP.face :].mean(axis=-1, keepdims=True)
    return (
        np.concatenate(list(across), axis=-1),
        np.asarray(palest > CLIPPED.all_channels),
        np.asarray(brightest > CLIPPED.one_channel),
    )


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


def _shown(across: NDArray[np.float32], known: Known, is_lost: Flags, is_bleached: Flags, printed: Printed) -> Floats:
    """How much of the common line between bare squares each square's two lines of its row show, (2, n, n).

    is_bleached: where a channel is clipped, such as the cream of a square beside a white line, and the line with it; a
    line that is darker than the squares is lost only where all channels are. nan for these, and for lines drowned by a
    tile's shadow or by the prints beside them.
    """
    shown = np.full((2, *known.shape), np.nan)
    between_bare = (known[:, :-1] == BARE) & (known[:, 1:] == BARE)
    if not _is_darker(across[between_bare]):
        is_lost = is_bleached
    between_bare &= ~is_lost
    if between_bare.sum() < LIKENESS.fewest:
        return shown
    common = medians(across[between_bare])
    share = np.where(is_lost, np.nan, across @ common / max(float(common @ common), LIKENESS.least))
    if (np.abs(share[between_bare] - 1) < COMMON.like_common).mean() < COMMON.mostly:
        return shown
    beside_tile = (known[:, :-1] == TILE) | (known[:, 1:] == TILE)
    share[(beside_tile & (share < COMMON.drowned)) | _drowned(share, between_bare, printed)] = np.nan
    shown[0, :, 1:] = shown[1, :, :-1] = share
    return shown


def _is_darker(across: NDArray[np.float32]) -> bool:
    """Whether the common line of these, (k, any), is darker than the squares beside it."""
    return len(across) > 0 and float(medians(across).mean()) < 0


def _drowned(share: Floats, between_bare: Flags, printed: Printed) -> Flags:
    """Between which two squares of a row the prints drown the line, (n, n - 1); between plain squares none does.

    share: how much of the common line is seen there. The median over all pairs of bare squares with the same two prints
    decides.
    """
    kinds = np.unique(printed.codes, return_inverse=True)[1].reshape(printed.codes.shape)
    before, after = kinds[:, :-1], kinds[:, 1:]
    pairs = np.minimum(before, after) * kinds.size + np.maximum(before, after)
    is_plain, told = printed.codes == printed.plain, between_bare & ~np.isnan(share)
    drowned = np.zeros(share.shape, bool)
    for pair in np.unique(pairs[told & ~(is_plain[:, :-1] & is_plain[:, 1:])]):
        alike = pairs == pair
        drowned |= alike & (median_of(share[alike & told]) < COMMON.drowned)
    return drowned


def _clearest(shown: Floats) -> Floats:
    """The most of the common line that any side of a square shows, from its four lines (4, n, n); see Rims.lined."""
    count, most = (~np.isnan(shown)).sum(axis=0), np.nan_to_num(shown, nan=-np.inf).max(axis=0)
    return np.asarray(np.where(count >= COMMON.compared, most, np.inf))


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
