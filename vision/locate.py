"""Find the board in a picture by itself: edges, their two directions, the grid, and the layout printed on it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import cv2
import numpy as np

from pi_referee.rules.layout import Layout
from pi_referee.saying import say
from vision.arrays import Colour, Floats, Homography, carry, grey_of, inverse, scaling
from vision.lattice import fit, lattices
from vision.layout_match import Codes, Match, match
from vision.lines import crossing, segments, vanishing_points
from vision.sighting import NotSeen, Quad

_LONGER_SIDE = 800
"""The board is sought in a picture reduced to this many px: a square is then 20 px or more."""
SHORTEST_EDGE = 10
_SURE = 0.8
"""A match this good ends the search: measured over 7 real and 2 rendered sets, wrong placings stay below 0.79."""
_LIKELY, _FEW = 0.7, 1
"""A board full of tiles agrees less: 0.74 with 95 of them. It ends the search once two lattices are tried."""
_LEAST = 0.66
_TRIES = 120
"""So many lattices are fitted and compared with the layout before giving up."""


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
    reduced, scale = reduce(picture)
    edges = segments(grey_of(reduced), SHORTEST_EDGE)
    if len(edges) < 40:
        return NotSeen(
            say("There is hardly an edge in the picture."), say("See that the lens is free and the room lit.")
        )
    codes, plain = codes_of(layout)
    best: Match | None = None
    least = _LEAST
    for tried, lattice in enumerate(candidates(edges, reduced, layout.size)):
        placed = match(reduced, lattice, codes, plain)
        if placed and placed.is_cloth:
            # A chequered cloth crossed askew looks a little like any board: only a sure one is believed on it.
            least = _SURE
        elif placed and (best is None or placed.agreement > best.agreement):
            best = placed
        if best and best.agreement > (_SURE if tried < _FEW else max(least, _LIKELY)):
            break
    if best is None or best.agreement < least:
        return _missing()
    return best.to_board @ scaling(scale, scale)


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


def _missing() -> NotSeen:
    return NotSeen(
        say("No board of this game can be found in the picture."),
        say("See that the whole board is in the picture, with nothing over it, and that the right game is chosen."),
    )


def reduce(picture: Colour) -> tuple[Colour, float]:
    """The picture reduced as far as the board is sought in, and by how much."""
    scale = min(1.0, _LONGER_SIDE / max(picture.shape[:2]))
    if scale == 1.0:
        return picture, 1.0
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8), scale


def candidates(edges: Floats, picture: Colour, squares: int) -> Iterator[Homography]:
    """Lattices that may be the board's, from picture px, likeliest first, none twice."""
    height, width = picture.shape[:2]
    unit = 2 / max(height, width)
    centred = scaling(unit, unit, -unit * width / 2, -unit * height / 2)
    rough: list[tuple[float, Homography]] = []
    sides = crossing(carry(centred, edges.reshape(-1, 2)).reshape(-1, 4))
    lines = np.vstack(sides)
    for across, down in product(*map(vanishing_points, sides)):
        rough += lattices(across, down, lines, squares)
    tried: list[Floats] = []
    given: list[Floats] = []
    for _, lattice in sorted(rough, key=lambda pair: -pair[0])[:_TRIES]:
        if _is_new(lattice, tried):
            fitted = fit(lattice, lines)
            if fitted is not None and _is_new(fitted, given):
                yield fitted @ centred


def _is_new(lattice: Homography, seen: list[Floats]) -> bool:
    """Whether a lattice differs from those seen, by a shift of whole squares at most; it counts as seen from now on."""
    probes = carry(lattice, np.array([[0.0, 0.0], [0.5, 0.0], [0.0, 0.5], [-0.5, -0.5]]))
    shape = np.vstack([probes[1:] - probes[0], probes[:1] - np.round(probes[:1])])
    if any(np.abs(shape - other).max() < 0.2 for other in seen):
        return False
    seen.append(shape)
    return True
