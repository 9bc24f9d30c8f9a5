"""Candidate grids of a picture: from its edges to lattices on which a board may lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import cv2
import numpy as np

from vision.arrays import Colour, Floats, Grey, Homography, carry, grey_of, scaling
from vision.geometry.edge_lines import Crossing, carried, centred_in, crossings, segments
from vision.geometry.lattice import LINES, fit, lattices


@dataclass(frozen=True, slots=True)
class EdgeLimits:
    """Which edges are used, and in how bright a picture they are detected."""

    shortest: float = 1 / 80  # share of the picture's longer side
    least: float = 6.0  # px: shorter ones are noise
    fewest: int = 40  # with fewer edges the picture shows nothing
    most: tuple[int, int] = (4, 96)  # percentiles between which most ends of edges lie
    # Grey level of the 90th percentile below which the picture is brightened, and the highest gain. At brightness x0.4
    # corners are found to 0.06 squares with it, without it at times only to 0.3 (cava and scrabscrap sets).
    bright: int = 128
    gain: float = 3.0
    contrast: float = 4.0  # most gain of contrast where faint edges are sought, see OpenCV's CLAHE
    fields: int = 8  # fields a side, each of which gets its own gain


EDGES = EdgeLimits()


FEW = 2
"""Lattices of the two strongest directions that are tried before those of all."""


def edges_in(picture: Colour, *, faint: bool = False) -> Floats:
    """The edges (n, 4), px, of a picture, longest first; faint: those that have little contrast, too."""
    grey = grey_of(picture)
    seen = _evened(grey) if faint else _brightened(grey)
    return segments(seen, max(EDGES.least, EDGES.shortest * max(picture.shape[:2])))


def candidates(picture: Colour, edges: Floats, squares: int, tries: int) -> Iterator[Homography]:
    """Candidate lattices, as homographies from px of the picture, likeliest first, without duplicates."""
    centred = centred_in(picture.shape)
    tried: list[Floats] = []
    given: list[Floats] = []
    for lattice, lines in islice(_likely(crossings(carried(centred, edges)), squares), tries):
        if _is_new(lattice, tried):
            fitted = fit(lattice, lines, tolerances=LINES.tolerances[: LINES.rough])
            if fitted is not None and _is_new(fitted, given):
                yield fitted @ centred


def _likely(pairs: Iterator[Crossing], squares: int) -> Iterator[tuple[Homography, Floats]]:
    """Lattices and their edges: the best of the strongest two directions, which are mostly the board's, then of all."""
    first = [found for pair in islice(pairs, 1) for found in _rhythmic(pair, squares)]
    yield from ((lattice, lines) for _, lattice, lines in first[:FEW])
    others = first[FEW:] + [found for pair in pairs for found in _rhythmic(pair, squares)]
    yield from ((lattice, lines) for _, lattice, lines in sorted(others, key=lambda found: -found[0]))


def _rhythmic(pair: Crossing, squares: int) -> list[tuple[float, Homography, Floats]]:
    """The lattices of two directions, each with its periodicity and the edges, the most periodic first."""
    nearer = _around(pair.lines)
    across, down = (nearer @ point for point in (pair.across, pair.down))
    found = lattices(across, down, carried(nearer, pair.lines), squares)
    return [(rhythm, lattice @ nearer, pair.lines) for rhythm, lattice in found]


def _around(lines: Floats) -> Homography:
    """To coordinates with most of the edges within -1 to 1: a plane is seen straight from above at their middle."""
    low, high = np.percentile(lines.reshape(-1, 2), EDGES.most, axis=0)
    unit = 2 / max(*(high - low), 1e-6)
    return scaling(unit, unit, *(-unit * (low + high) / 2))


def _is_new(lattice: Homography, seen: list[Floats]) -> bool:
    """Whether a lattice differs from all seen by more than a shift of whole squares; if so it is added to them."""
    probes = carry(lattice, np.array([[0.0, 0.0], [0.5, 0.0], [0.0, 0.5], [-0.5, -0.5]]))
    shape = np.vstack([probes[1:] - probes[0], probes[:1] - np.round(probes[:1])])
    if any(np.abs(shape - other).max() < 0.2 for other in seen):
        return False
    seen.append(shape)
    return True


def _evened(grey: Grey) -> Grey:
    """A picture with as much contrast everywhere: white lines on a pale ground are seen as dark ones are."""
    return np.asarray(cv2.createCLAHE(EDGES.contrast, (EDGES.fields, EDGES.fields)).apply(grey))


def _brightened(grey: Grey) -> Grey:
    """Brighten a dim picture, so that its edges are as strong as in good light."""
    bright = max(1.0, float(np.percentile(grey[::4, ::4], 90)))
    if bright >= EDGES.bright:
        return grey
    return np.asarray(cv2.convertScaleAbs(grey, alpha=min(EDGES.gain, EDGES.bright / bright)))
