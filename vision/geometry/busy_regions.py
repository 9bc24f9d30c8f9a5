"""Parts of a large picture in which a small board may lie: those dense with edges that cross."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Colour, Flags, Floats, grey_of
from vision.geometry.downscale import reduced
from vision.geometry.edge_lines import lengths, segments

Region = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a picture, px."""


@dataclass(frozen=True, slots=True)
class RegionLimits:
    """Which parts of a picture are searched once more, from nearer by."""

    longer_side: int = 1280  # px to which the picture is reduced
    shortest: int = 8  # px of an edge there: a square's side
    bins: int = 32  # bins along the picture's longer side in which edges are counted
    # Shares of the densest place's crossing edges from which on a bin belongs to a region: of a board whose icons are
    # dense and whose lines are faint the first shows a part.
    dense: tuple[float, ...] = (0.3, 0.1)
    smallest: int = 4  # bins of a region: a board of an eighth of the picture's longer side covers 16
    margin: float = 0.2  # share of a region's longer side that is added around it: edges at a board's rim are fewer
    largest: float = 0.8  # share of the picture's longer side up to which a region is nearer than the picture is
    most: int = 2  # regions of each


REGIONS = RegionLimits()


def busy_regions(picture: Colour) -> list[Region]:
    """The parts of a picture (height, width, 3) in which most edges cross each other, the likeliest first."""
    longer = max(picture.shape[:2])
    scale = min(1.0, REGIONS.longer_side / longer)
    small = reduced(picture, scale)
    edges = segments(grey_of(small), REGIONS.shortest)
    width = REGIONS.longer_side * min(1.0, longer / REGIONS.longer_side) / REGIONS.bins
    crossing = _crossing(edges, width, small.shape[:2])
    parts = [part for dense in REGIONS.dense for part in _parts(crossing > dense * crossing.max(), crossing)]
    regions = dict.fromkeys(_region_with(part, width / scale, picture.shape[:2]) for part in parts)
    return [one for one in regions if max(one[2] - one[0], one[3] - one[1]) < REGIONS.largest * longer]


def _crossing(edges: Floats, width: float, shape: tuple[int, ...]) -> Floats:
    """How much of the edges in each bin, (rows, columns), is crossed by others: edges that all run one way are not."""
    rows, columns = (int(np.ceil(side / width)) for side in shape)
    middle = (edges[:, :2] + edges[:, 2:]) / 2 / width
    column, row = (np.clip(middle[:, k].astype(int), 0, most - 1) for k, most in ((0, columns), (1, rows)))
    length = lengths(edges)
    # Directions that cross at a right angle are opposite when their angle is doubled, and cancel.
    ways = length * np.exp(2j * np.arctan2(edges[:, 3] - edges[:, 1], edges[:, 2] - edges[:, 0]))
    whole, east, north = (
        cv2.blur(np.bincount(row * columns + column, part, rows * columns).reshape(rows, columns), (3, 3))
        for part in (length, ways.real, ways.imag)
    )
    return np.asarray(whole - np.hypot(east, north))


def _parts(is_dense: Flags, crossing: Floats) -> list[Flags]:
    """The connected parts of the dense bins, most crossing edges first."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(is_dense.astype(np.uint8), connectivity=8)
    parts = [labels == part for part in range(1, count) if stats[part, cv2.CC_STAT_AREA] >= REGIONS.smallest]
    return sorted(parts, key=lambda part: -float(crossing[part].sum()))[: REGIONS.most]


def _region_with(part: Flags, width: float, shape: tuple[int, ...]) -> Region:
    """The region around a part, with its margin."""
    rows, columns = (np.flatnonzero(part.any(axis=axis)) for axis in (1, 0))
    left, top, right, bottom = columns[0] * width, rows[0] * width, (columns[-1] + 1) * width, (rows[-1] + 1) * width
    more = REGIONS.margin * max(right - left, bottom - top)
    height, wide = shape
    ends = np.array([left - more, top - more, right + more, bottom + more])
    first, second, third, fourth = np.clip(ends, 0, [wide, height, wide, height]).astype(int).tolist()
    return first, second, third, fourth
