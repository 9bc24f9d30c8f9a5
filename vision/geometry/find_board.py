"""Find the board in a picture: edges, their two directions, the grid of squares, and the layout printed on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from pi_referee.gettext_mark import say
from pi_referee.rules.board.layout import Layout
from pi_referee.rules.course.refusal import Refusal
from vision.arrays import Colour, Floats, Homography, corners_of, ends_of, scaling
from vision.geometry.busy_regions import Region, busy_regions
from vision.geometry.candidate_lattices import EDGES, candidates, edges_in
from vision.geometry.downscale import reduced, reducing
from vision.geometry.grid_fit import on_print, settled
from vision.geometry.layout_match import Match, Printed, match
from vision.sighting import NotSeen, Quad


@dataclass(frozen=True, slots=True)
class AgreementLimits:
    """Agreement with the printed layout (see Match) that is enough."""

    confident: float = 0.8  # ends the search; wrong placings of 7 real and 2 rendered sets stay below 0.79
    likely: float = 0.7  # ends it after the first lattice; a board full of tiles agrees less, 0.74 with 95 tiles
    least: float = 0.66  # below this there is no board
    hopeless: float = 0.35  # below this no closer look is taken; icons on the common ground have 0.5 and more


AGREEMENT = AgreementLimits()


@dataclass(frozen=True, slots=True)
class _Search:
    """How thoroughly to search: the px to which the picture's longer side is reduced, and how many lattices to try."""

    longer_side: int
    tries: int
    faint: bool = False  # whether edges with little contrast count


_QUICK, THOROUGH, _FAINT = _Search(640, 4), _Search(800, 16), _Search(800, 8, faint=True)
"""A quick search, which finds 9 boards in 10, then a thorough one, of the whole picture and of parts of it."""


_NEAR = 1.5
"""Squares round a board that must lie within the part of the picture it was found in, or the part may cut it off."""
_WIDER = 6.0
"""Squares round it that are looked at then."""


NO_EDGES = NotSeen(
    say("There is hardly an edge in the picture."),
    say("See that the lens is free and the room lit."),
    Refusal.NO_EDGES,
)
MISSING = NotSeen(
    say("No board of this game can be found in the picture."),
    say("See that the whole board is in the picture, with nothing over it, and that the right game is chosen."),
    Refusal.NO_BOARD,
)


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """A board that may be the one sought: picture px to squares, and how well the layout agrees."""

    to_board: Homography
    agreement: float
    is_sure: bool = False


def locate(picture: Colour, layout: Layout) -> Homography | NotSeen:
    """Find the board: the homography from picture px to squares, A1's outer corner at 0, 0; or why there is none.

    A symmetric layout does not show which of its sides is the top: here it is the side uppermost in the picture, and
    vision.eye turns the board by the letters on it.
    """
    best: _Found | None = None
    has_edges = False
    for search, region in _searches(picture):
        looked = _search_in(picture, search, region, layout)
        has_edges |= looked is not None
        for found in looked or ():
            best = found if best is None or found.agreement > best.agreement else best
        if best is not None and best.is_sure:
            break
    if best is None:
        return MISSING if has_edges else NO_EDGES
    return on_print(picture, best.to_board, layout.size)


def _search_in(picture: Colour, search: _Search, region: Region, layout: Layout) -> tuple[_Found, ...] | None:
    """The board found in a part of the picture, if one is; None if there is hardly an edge.

    A board that the part cuts off can be placed a square beside where it is, with one row left out: where what is found
    reaches the part's border, more of the picture is looked at.
    """
    edges, small, into = _view(picture, search, region)
    if len(edges) < EDGES.fewest:
        return None
    found = _seek(small, edges, layout, search.tries)
    if found is None:
        return ()
    to_board = found.to_board @ into
    near, wide = (_around(picture, to_board, layout.size, squares) for squares in (_NEAR, _WIDER))
    if near != _within(near, region):
        wider = _search_in(picture, search, wide, layout)
        if wider or found.agreement < AGREEMENT.confident:
            return wider
    return (replace(found, to_board=to_board),)


def _around(picture: Colour, to_board: Homography, size: int, squares: float) -> Region:
    """The part of the picture with a board and so many squares around."""
    corners = corners_of(to_board, size)
    margin = squares * float(np.ptp(corners, axis=0).max()) / size
    low, high = np.clip([corners.min(axis=0) - margin, corners.max(axis=0) + margin], 0, picture.shape[1::-1])
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _within(one: Region, other: Region) -> Region:
    """What two parts of a picture share."""
    left, top, right, bottom = one
    return max(left, other[0]), max(top, other[1]), min(right, other[2]), min(bottom, other[3])


def _searches(picture: Colour) -> Iterator[tuple[_Search, Region]]:
    """Where to search, and how: the whole picture first, then, nearer by, the parts of it that may show a board."""
    height, width = picture.shape[:2]
    whole = (0, 0, width, height)
    if max(height, width) > _QUICK.longer_side:
        yield _QUICK, whole
    yield THOROUGH, whole
    if max(height, width) > THOROUGH.longer_side:
        for region in busy_regions(picture):
            yield THOROUGH, region
    yield _FAINT, whole


def _view(picture: Colour, search: _Search, region: Region) -> tuple[Floats, Colour, Homography]:
    """The edges of a part of the picture, that part reduced, and the homography from picture px to its px."""
    left, top, right, bottom = region
    scale = min(1.0, search.longer_side / max(right - left, bottom - top))
    small = reduced(picture[top:bottom, left:right], scale)
    return edges_in(small, faint=search.faint), small, reducing(scale) @ scaling(1, 1, -left, -top)


def lattices_in(picture: Colour, squares: int, tries: int) -> tuple[Colour, Iterator[Homography]]:
    """The picture reduced as for the thorough search, and candidate lattices as homographies from its px."""
    height, width = picture.shape[:2]
    edges, small, _ = _view(picture, THOROUGH, (0, 0, width, height))
    return small, candidates(small, edges, squares, tries) if len(edges) >= EDGES.fewest else iter(())


def _seek(picture: Colour, edges: Floats, layout: Layout, tries: int) -> _Found | None:
    """Find the board in a picture that is already reduced: the placing that agrees best, or the first that is sure."""
    best: _Found | None = None
    least = AGREEMENT.least
    for tried, lattice in enumerate(candidates(picture, edges, layout.size, tries)):
        placed = _placed(picture, lattice, edges, layout)
        if placed is not None and placed.is_cloth:
            # A chequered cloth under a skewed lattice agrees a little with any layout: only a confident match counts
            # then.
            least = AGREEMENT.confident
        elif placed is not None and (best is None or placed.agreement > best.agreement):
            best = _Found(placed.to_board, placed.agreement)
        enough = max(least, AGREEMENT.likely) if tried else AGREEMENT.confident
        if best is not None and best.agreement > enough:
            return replace(best, is_sure=True)
    return best if best is not None and best.agreement > least else None


def _placed(picture: Colour, lattice: Homography, edges: Floats, layout: Layout) -> Match | None:
    """Where on a lattice the layout agrees best, with the grid on the print; None if no grid there fits everywhere."""
    printed = Printed.of(layout)
    placed = match(picture, lattice, printed)
    if placed is None or placed.agreement < AGREEMENT.hopeless:
        return None
    grid = settled(picture, placed.to_board, edges, layout.size)
    if grid is None:
        return None
    if placed.is_cloth or placed.agreement > AGREEMENT.likely:
        return replace(placed, to_board=grid)
    return match(picture, grid, printed, nearby=True)


def quad_of(to_board: Homography, size: int) -> Quad:
    """The grid's four outer corners in picture px."""
    a, b, c, d = corners_of(to_board, size)
    return Quad(
        ((float(a[0]), float(a[1])), (float(b[0]), float(b[1])), (float(c[0]), float(c[1])), (float(d[0]), float(d[1])))
    )


def board_of(quad: Quad, size: int) -> Homography:
    """The homography from picture px to squares for a board with given outer corners."""
    return np.asarray(
        cv2.getPerspectiveTransform(np.array(quad.corners, np.float32), ends_of(size).astype(np.float32)), np.float64
    )
