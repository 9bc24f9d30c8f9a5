"""Find the board in a picture: edges, their two directions, the grid of squares, and the layout printed on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product

import cv2
import numpy as np

from pi_referee.gettext_mark import say
from pi_referee.rules.board.layout import Layout
from pi_referee.rules.course.refusal import Refusal
from vision.arrays import Colour, Floats, Grey, Homography, carry, grey_of, inverse, scaling
from vision.geometry.downscale import reduced, reducing
from vision.geometry.edge_lines import crossing, segments, vanishing_points
from vision.geometry.lattice import fit, keeping, lattices
from vision.geometry.layout_match import Codes, Match, match
from vision.sighting import NotSeen, Quad


@dataclass(frozen=True, slots=True)
class EdgeLimits:
    """Which edges are used, and in how bright a picture they are detected."""

    shortest: float = 1 / 80  # share of the picture's longer side
    fewest: int = 40  # with fewer edges the picture shows nothing
    # Grey level of the 90th percentile below which the picture is brightened, and the highest gain. At brightness x0.4
    # corners are found to 0.06 squares with it, without it at times only to 0.3 (cava and scrabscrap sets).
    bright: int = 128
    gain: float = 3.0


EDGES = EdgeLimits()


@dataclass(frozen=True, slots=True)
class AgreementLimits:
    """Agreement with the printed layout (see Match) that is enough."""

    confident: float = 0.8  # ends the search; wrong placings of 7 real and 2 rendered sets stay below 0.79
    likely: float = 0.7  # ends it after the first lattices; a board full of tiles agrees less, 0.74 with 95 tiles
    first_lattices: int = 1  # lattices tried before `likely` is enough
    least: float = 0.66  # below this there is no board


AGREEMENT = AgreementLimits()


@dataclass(frozen=True, slots=True)
class ShiftLimits:
    """When the grid is suspected to lie off the board along one side, and refitted from shifted starts.

    Of 522 pictures, disturbed ones among them: a board 0.4 squares off along one side kept a share of 0.57, and after
    the shift 0.77 with 1.34 times the edge length; well fitting ones have a median of 0.79, 5 in 100 less than 0.68.
    A blurred one that was moved wrongly had 1.18 times the edge length and 0.6.
    """

    kept: float = 0.65  # share of edge length on the grid's lines below which shifts are tried, above which accepted
    better: float = 1.25  # times the edge length on the lines that a shifted grid needs
    step: float = 0.4  # squares by which one side is moved


SHIFT = ShiftLimits()


@dataclass(frozen=True, slots=True)
class _Search:
    """How thoroughly to search: picture size, number of lattices, and the least agreement and square size accepted."""

    longer_side: int  # px to which the picture is reduced
    tries: int  # lattices fitted and compared with the layout before giving up
    least: float  # agreement, see Match
    smallest: int  # px a side of a square; a board with smaller squares is left to the next search


_SEARCHES = (_Search(640, 12, AGREEMENT.likely, 17), _Search(800, 120, AGREEMENT.least, 0))
"""A quick search, which finds 9 boards in 10 in half the time, then a thorough one.

Squares of a board that fills the picture have 30 px a side and more. At a longer side of 560 px corners are up to 0.4
squares off where lines are thin (cava sets).
"""


def codes_of(layout: Layout) -> tuple[Codes, str]:
    """The printed codes of a layout as an array (n, n), and the code of a plain square: the most frequent one."""
    codes = np.array(layout.printed)
    kinds, counts = np.unique(codes, return_counts=True)
    return codes, str(kinds[counts.argmax()])


def locate(picture: Colour, layout: Layout) -> Homography | NotSeen:
    """Find the board: the homography from picture px to squares, A1's outer corner at 0, 0; or why there is none.

    A symmetric layout does not show which of its sides is the top: here it is the side uppermost in the picture, and
    vision.eye turns the board by the letters on it.
    """
    longer = max(picture.shape[:2])
    searches = _SEARCHES if longer > _SEARCHES[0].longer_side else _SEARCHES[-1:]
    found: Homography | NotSeen = _missing()
    for search in searches:
        scale = min(1.0, search.longer_side / longer)
        found = _seek(reduced(picture, scale), layout, search)
        if not isinstance(found, NotSeen):
            return found @ reducing(scale)
    return found


def lattices_in(picture: Colour, squares: int, tries: int) -> tuple[Colour, Iterator[Homography]]:
    """The picture reduced as for the thorough search, and candidate lattices as homographies from its px."""
    small = reduced(picture, min(1.0, _SEARCHES[-1].longer_side / max(picture.shape[:2])))
    edges = segments(_brightened(grey_of(small)), EDGES.shortest * _SEARCHES[-1].longer_side)
    if len(edges) < EDGES.fewest:
        return small, iter(())
    centred = _centred(small)
    edges = carry(centred, edges.reshape(-1, 2)).reshape(-1, 4)
    return small, (lattice @ centred for lattice in _candidates(edges, squares, tries))


def _seek(picture: Colour, layout: Layout, search: _Search) -> Homography | NotSeen:
    """Find the board in a picture that is already reduced."""
    edges = segments(_brightened(grey_of(picture)), EDGES.shortest * search.longer_side)
    if len(edges) < EDGES.fewest:
        return _no_edges()
    centred = _centred(picture)
    edges = carry(centred, edges.reshape(-1, 2)).reshape(-1, 4)
    best = _best(picture, (lattice @ centred for lattice in _candidates(edges, layout.size, search.tries)), layout)
    if best is None or best.agreement < search.least or _side(best.to_board, layout.size) < search.smallest:
        return _missing()
    # Now that it is known which squares are the board's, refit with edges on the board alone: edges on the table biased
    # the first fit, and edges too far from a line then may be near one now.
    return _settled(best.to_board @ inverse(centred), edges, layout.size) @ centred


def _settled(placed: Homography, edges: Floats, size: int) -> Homography:
    """The grid fitted to the edges on the board; where few edges lie on its lines, shifted starts are tried as well.

    A grid half a square off along one side can be a local optimum, held there by the edges of icons and tiles.
    """
    fitted = fit(placed, edges, size)
    best = placed if fitted is None else fitted
    most, share = keeping(best, edges, size)
    for moved in _moved(best, size) if share < SHIFT.kept else ():
        again = fit(moved, edges, size)
        if again is not None and _is_near(again, best, size):
            kept, share = keeping(again, edges, size)
            if kept > SHIFT.better * most and share > SHIFT.kept:
                best, most = again, kept
    return best


def _moved(to_board: Homography, size: int) -> Iterator[Homography]:
    """The grid with each of its sides in turn moved in or out by SHIFT.step."""
    corners = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    for side, step in product(range(4), (-SHIFT.step, SHIFT.step)):
        there = corners.copy()
        there[[side, (side + 1) % 4], 1 - side % 2] += step
        yield np.asarray(cv2.getPerspectiveTransform(corners, there), np.float64) @ to_board


def _is_near(one: Homography, other: Homography, size: int) -> bool:
    """Whether no corner of the board differs by 0.8 squares or more, so that both are the same squares."""
    corners = np.array([[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]])
    return bool(np.abs(carry(other, carry(inverse(one), corners)) - corners).max() < 2 * SHIFT.step)


def _best(picture: Colour, candidates: Iterator[Homography], layout: Layout) -> Match | None:
    """The placing of the layout that agrees best, or the first that agrees well enough; None if none does."""
    codes, plain = codes_of(layout)
    best: Match | None = None
    least = 0.0
    for tried, lattice in enumerate(candidates):
        placed = match(picture, lattice, codes, plain)
        if placed and placed.is_cloth:
            # A chequered cloth under a skewed lattice agrees a little with any layout: only a confident match counts
            # then.
            least = AGREEMENT.confident
        elif placed and (best is None or placed.agreement > best.agreement):
            best = placed
        enough = AGREEMENT.confident if tried < AGREEMENT.first_lattices else max(least, AGREEMENT.likely)
        if best and best.agreement > enough:
            break
    return best if best and best.agreement > least else None


def _side(to_board: Homography, size: int) -> float:
    """The side of the board's squares in px, along its shortest edge."""
    corners = np.array(quad_of(to_board, size).corners)
    return float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).min()) / size


def _brightened(grey: Grey) -> Grey:
    """Brighten a dim picture, so that its edges are as strong as in good light."""
    bright = max(1.0, float(np.percentile(grey[::4, ::4], 90)))
    if bright >= EDGES.bright:
        return grey
    return np.asarray(cv2.convertScaleAbs(grey, alpha=min(EDGES.gain, EDGES.bright / bright)))


def _centred(picture: Colour) -> Homography:
    """From picture px to coordinates with the picture's middle at 0, 0 and half its longer side as the unit."""
    height, width = picture.shape[:2]
    unit = 2 / max(height, width)
    return scaling(unit, unit, -unit * width / 2, -unit * height / 2)


def quad_of(to_board: Homography, size: int) -> Quad:
    """The grid's four outer corners in picture px."""
    corners = np.array([[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]])
    a, b, c, d = carry(inverse(to_board), corners)
    return Quad(
        ((float(a[0]), float(a[1])), (float(b[0]), float(b[1])), (float(c[0]), float(c[1])), (float(d[0]), float(d[1])))
    )


def board_of(quad: Quad, size: int) -> Homography:
    """The homography from picture px to squares for a board with given outer corners."""
    corners = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(np.array(quad.corners, np.float32), corners), np.float64)


def _no_edges() -> NotSeen:
    return NotSeen(
        say("There is hardly an edge in the picture."),
        say("See that the lens is free and the room lit."),
        Refusal.NO_EDGES,
    )


def _missing() -> NotSeen:
    return NotSeen(
        say("No board of this game can be found in the picture."),
        say("See that the whole board is in the picture, with nothing over it, and that the right game is chosen."),
        Refusal.NO_BOARD,
    )


def _candidates(edges: Floats, squares: int, tries: int) -> Iterator[Homography]:
    """Candidate lattices in the edges' coordinates, likeliest first, without duplicates."""
    sides = crossing(edges)
    lines = np.vstack(sides)
    across, down = (np.array(vanishing_points(side)) for side in sides)
    tried: list[Floats] = []
    given: list[Floats] = []
    for lattice in islice(_likely(across, down, lines, squares), tries):
        if _is_new(lattice, tried):
            fitted = fit(lattice, lines)
            if fitted is not None and _is_new(fitted, given):
                yield fitted


def _likely(across: Floats, down: Floats, lines: Floats, squares: int) -> Iterator[Homography]:
    """The best lattices of the strongest pair of vanishing points, which is mostly the board's, then those of all."""
    for few, points in ((AGREEMENT.first_lattices + 1, 1), (None, None)):
        for _, lattice in lattices(across[:points], down[:points], lines, squares)[:few]:
            yield lattice


def _is_new(lattice: Homography, seen: list[Floats]) -> bool:
    """Whether a lattice differs from all seen by more than a shift of whole squares; if so it is added to them."""
    probes = carry(lattice, np.array([[0.0, 0.0], [0.5, 0.0], [0.0, 0.5], [-0.5, -0.5]]))
    shape = np.vstack([probes[1:] - probes[0], probes[:1] - np.round(probes[:1])])
    if any(np.abs(shape - other).max() < 0.2 for other in seen):
        return False
    seen.append(shape)
    return True
