"""Find the board in a picture by itself: edges, their two directions, the grid, and the layout printed on it."""

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

_SHORTEST_EDGE = 1 / 80
"""Edges shorter than this share of the longer side are left out."""
_FEWEST_EDGES = 40
_BRIGHT, _GAIN = 128, 3.0
"""Where nine px in ten are darker than this the picture is brightened, threefold at most: with brightness x0.4 the
corners are found to 0.06 squares then, and without only to 0.3 at times (cava and scrabscrap sets)."""
_SURE = 0.8
"""A match this good ends the search: measured over 7 real and 2 rendered sets, wrong placings stay below 0.79."""
_LIKELY, _FEW = 0.7, 1
"""A board full of tiles agrees less: 0.74 with 95 of them. It ends the search once two lattices are tried."""
_LEAST = 0.66
_KEPT, _BETTER, _STEP = 0.65, 1.25, 0.4
"""Where less than this share of the edges' length keeps to the lines, the board is fitted from so much of a square off,
too, and that is taken if so many times more of it does, and more than this share. Of 522 pictures, disturbed ones among
them, a board 0.4 squares off along one side had 0.57, and 1.34 times as much and 0.77 when moved; well fitting ones
had 0.79 in the middle, 5 in 100 less than 0.68. A blurred one that was moved wrongly had 1.18 times as much and 0.6."""


@dataclass(frozen=True, slots=True)
class _Search:
    """How thoroughly to seek: in a picture of which size, among how many lattices, and what agreement is enough.

    longer_side: px. tries: lattices fitted and compared with the layout before giving up. least: see Match.
    smallest: px a side; a board with smaller squares is left to the next search.
    """

    longer_side: int
    tries: int
    least: float
    smallest: int


_SEARCHES = (_Search(640, 12, _LIKELY, 17), _Search(800, 120, _LEAST, 0))
"""A quick search first, which finds 9 boards in 10 in half the time, then a thorough one: of a board that fills the
picture a square is 30 px and more. At 560 px corners are up to 0.4 squares off where lines are thin (cava sets)."""


def codes_of(layout: Layout) -> tuple[Codes, str]:
    """The printed codes of a layout as an array (n, n), and the code of a plain square: the commonest."""
    codes = np.array(layout.printed)
    kinds, counts = np.unique(codes, return_counts=True)
    return codes, str(kinds[counts.argmax()])


def locate(picture: Colour, layout: Layout) -> Homography | NotSeen:
    """Find the board: the homography from picture px to squares, A1's outer corner at 0, 0; or why not.

    Which of the board's sides is its top cannot be told from a symmetric layout: here it is the side uppermost in
    the picture, and vision.eye turns it by the letters that lie there.
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
    """The picture reduced as for a thorough search, and lattices that may be a board's there, from px of that."""
    small = reduced(picture, min(1.0, _SEARCHES[-1].longer_side / max(picture.shape[:2])))
    edges = segments(_brightened(grey_of(small)), _SHORTEST_EDGE * _SEARCHES[-1].longer_side)
    if len(edges) < _FEWEST_EDGES:
        return small, iter(())
    centred = _centred(small)
    edges = carry(centred, edges.reshape(-1, 2)).reshape(-1, 4)
    return small, (lattice @ centred for lattice in _candidates(edges, squares, tries))


def _seek(picture: Colour, layout: Layout, search: _Search) -> Homography | NotSeen:
    """Find the board in a picture that is reduced already."""
    edges = segments(_brightened(grey_of(picture)), _SHORTEST_EDGE * search.longer_side)
    if len(edges) < _FEWEST_EDGES:
        return _no_edges()
    centred = _centred(picture)
    edges = carry(centred, edges.reshape(-1, 2)).reshape(-1, 4)
    best = _best(picture, (lattice @ centred for lattice in _candidates(edges, layout.size, search.tries)), layout)
    if best is None or best.agreement < search.least or _side(best.to_board, layout.size) < search.smallest:
        return _missing()
    # Once it is known which squares are the board's, its edges alone say where its lines run: what lies on the table
    # beside it pulled at them before, and edges too far off at first may be near now.
    return _settled(best.to_board @ inverse(centred), edges, layout.size) @ centred


def _settled(placed: Homography, edges: Floats, size: int) -> Homography:
    """The board pulled onto its edges; where few of them keep to its lines, from a little further off as well.

    A grid that is half a square off along one side may hold itself there by edges of icons and of tiles.
    """
    fitted = fit(placed, edges, size)
    best = placed if fitted is None else fitted
    most, share = keeping(best, edges, size)
    for moved in _moved(best, size) if share < _KEPT else ():
        again = fit(moved, edges, size)
        if again is not None and _is_near(again, best, size):
            kept, share = keeping(again, edges, size)
            if kept > _BETTER * most and share > _KEPT:
                best, most = again, kept
    return best


def _moved(to_board: Homography, size: int) -> Iterator[Homography]:
    """The board with one of its sides moved in or out by so much of a square."""
    corners = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    for side, step in product(range(4), (-_STEP, _STEP)):
        there = corners.copy()
        there[[side, (side + 1) % 4], 1 - side % 2] += step
        yield np.asarray(cv2.getPerspectiveTransform(corners, there), np.float64) @ to_board


def _is_near(one: Homography, other: Homography, size: int) -> bool:
    """Whether no corner of the board is moved by a whole square."""
    corners = np.array([[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]])
    return bool(np.abs(carry(other, carry(inverse(one), corners)) - corners).max() < 2 * _STEP)


def _best(picture: Colour, candidates: Iterator[Homography], layout: Layout) -> Match | None:
    """The placing of the layout that agrees best, or the first that agrees well enough; None where none can be."""
    codes, plain = codes_of(layout)
    best: Match | None = None
    least = 0.0
    for tried, lattice in enumerate(candidates):
        placed = match(picture, lattice, codes, plain)
        if placed and placed.is_cloth:
            # A chequered cloth crossed askew looks a little like any board: only a sure one is believed on it.
            least = _SURE
        elif placed and (best is None or placed.agreement > best.agreement):
            best = placed
        if best and best.agreement > (_SURE if tried < _FEW else max(least, _LIKELY)):
            break
    return best if best and best.agreement > least else None


def _side(to_board: Homography, size: int) -> float:
    """The side of the board's squares in px, along its shortest edge."""
    corners = np.array(quad_of(to_board, size).corners)
    return float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).min()) / size


def _brightened(grey: Grey) -> Grey:
    """A dim picture as bright as any, so that its edges are as strong as in good light."""
    bright = max(1.0, float(np.percentile(grey[::4, ::4], 90)))
    return np.asarray(cv2.convertScaleAbs(grey, alpha=min(_GAIN, _BRIGHT / bright))) if bright < _BRIGHT else grey


def _centred(picture: Colour) -> Homography:
    """From picture px to the picture's middle at 0, 0 and half its longer side as the unit."""
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
    """The homography from picture px to squares for a board whose corners somebody has shown."""
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
    """Lattices that may be the board's, in the edges' coordinates, likeliest first, none twice."""
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
    """The best lattices of the strongest vanishing points, which mostly are the board's, and then those of all."""
    for few, points in ((_FEW + 1, 1), (None, None)):
        for _, lattice in lattices(across[:points], down[:points], lines, squares)[:few]:
            yield lattice


def _is_new(lattice: Homography, seen: list[Floats]) -> bool:
    """Whether a lattice differs from those seen, by a shift of whole squares at most; it counts as seen from now on."""
    probes = carry(lattice, np.array([[0.0, 0.0], [0.5, 0.0], [0.0, 0.5], [-0.5, -0.5]]))
    shape = np.vstack([probes[1:] - probes[0], probes[:1] - np.round(probes[:1])])
    if any(np.abs(shape - other).max() < 0.2 for other in seen):
        return False
    seen.append(shape)
    return True
