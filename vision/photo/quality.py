"""How good a picture of a board is to read from: its light, glare, sharpness, nearness and slant, each measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from pi_referee.rules.board.layout import Layout
from pi_referee.rules.board.square import Square
from vision.arrays import Colour, Flags, Floats, Grey, carry, grey_of, inverse
from vision.geometry.find_board import board_of, codes_of
from vision.geometry.layout_match import Codes
from vision.geometry.rectify import SQUARE, square_up
from vision.lighting.appearance import patches
from vision.sighting import Quad

_BRIGHTEST = 99
"""The brightest hundredth of a board is its palest print and its tiles: 137 to 255 on the good pictures of ten sets."""
_SHALLOW = 5
"""A square's floor: five in a hundred of its px are darker. On a tile that is ink and rim, on the board print."""
_VEILED = 0.65
"""A mirrored lamp lies over the board like a white veil. One as dense as this takes the letters away; where lamps
shine on good pictures the densest is 0.63, and that on plain squares alone (ten sets)."""
_PATCH = 2
"""So many squares side by side are a lamp's mirror; a single one is a tile that shines."""
_LIT = 70
"""A kind's common floor is that of its lighter squares: half the board may lie in shade, a mirror covers less."""
_LIGHT = 200
_WASHED_OUT = 0.5
_WINDOW = 9
_CONTRAST = 0.25
"""A step counts that spans this share of the board's own range of brightness."""
_SHARPEST = 25
"""The sharpest quarter of the squares tells how sharp the lens is: others have no straight edge."""


@dataclass(frozen=True, slots=True)
class Quality:
    """What a picture is like where the board lies.

    brightest: grey level, 0 to 255, of its brightest hundredth. glared: squares that mirror a lamp. washed: whether
    most squares are at the end of the scale. softness: how far an edge is spread, as the deviation of a Gaussian, in
    squares. nearness: px a side of the smallest square. slant: degrees of the camera from straight above the board's
    middle. to_rim: how far the corner nearest to the picture's rim is within it, in squares; below 0, outside.
    """

    brightest: float
    glared: tuple[Square, ...]
    washed: bool
    softness: float
    nearness: float
    slant: float
    to_rim: float

    @property
    def outside(self) -> float:
        """How far the worst corner lies out of the picture, in squares."""
        return max(0.0, -self.to_rim)


def measure(picture: Colour, quad: Quad, layout: Layout) -> Quality:
    """Measure a picture in which the board's corners were found."""
    size = layout.size
    squared = square_up(picture, board_of(quad, size), size)
    codes, _ = codes_of(layout)
    floors = np.percentile(patches(squared).min(axis=3).reshape(size * size, -1), _SHALLOW, axis=1)
    corners = np.array(quad.corners)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1) / size
    grey = grey_of(squared.grid())
    return Quality(
        brightest=brightest(grey),
        glared=_glared(floors, codes),
        washed=bool((floors > _LIGHT).mean() > _WASHED_OUT),
        softness=softness(grey),
        nearness=float(sides.min()),
        slant=_slant(quad, size),
        to_rim=to_rim(corners, picture.shape) / float(sides.min()),
    )


def brightest(grey: Grey) -> float:
    """The grey level of the brightest hundredth."""
    return float(np.percentile(grey[::2, ::2], _BRIGHTEST))


def softness(grey: Grey) -> float:
    """How far the sharpest edges are spread, as the deviation of a Gaussian, in squares of SQUARE px.

    A step of height a spread by a Gaussian of deviation s rises by a / (s sqrt(2 pi)) a px at most. Without any step
    in the picture it is infinitely soft.
    """
    values = grey.astype(np.float32)
    across, down = (cv2.Sobel(values, -1, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    window = np.ones((_WINDOW, _WINDOW), np.uint8)
    height = cv2.dilate(values, window) - cv2.erode(values, window)
    low, high = np.percentile(values, (1, 99))
    steepest, over = _steepest(np.hypot(across, down).astype(np.float64), height.astype(np.float64))
    clear = over > _CONTRAST * (high - low)
    if not clear.any():
        return float("inf")
    spread = over[clear] / (steepest[clear] * np.sqrt(2 * np.pi))
    return float(np.percentile(spread, _SHARPEST)) / SQUARE


def _steepest(slope: Floats, height: Floats) -> tuple[Floats, Floats]:
    """The steepest slope of every square, and how high the step is there."""
    down, right = (side // SQUARE for side in slope.shape)
    cut = (slice(0, down * SQUARE), slice(0, right * SQUARE))
    slopes, heights = (
        part[cut].reshape(down, SQUARE, right, SQUARE).transpose(0, 2, 1, 3).reshape(down * right, -1)
        for part in (slope, height)
    )
    place = slopes.argmax(axis=1)[:, None]
    return np.take_along_axis(slopes, place, 1)[:, 0] + 1e-6, np.take_along_axis(heights, place, 1)[:, 0]


def _glared(floors: Floats, codes: Codes) -> tuple[Square, ...]:
    """Squares side by side whose floor is lifted most of the way from that of others printed alike to white."""
    kinds = codes.ravel()
    common = np.zeros(len(floors))
    for kind in np.unique(kinds):
        common[kinds == kind] = np.percentile(floors[kinds == kind], _LIT)
    # A kind with one square has nothing to be compared with but the board.
    common = np.minimum(common, np.percentile(floors, _LIT))
    veiled = (floors - common > _VEILED * (255 - common)).reshape(codes.shape)
    return tuple(Square(int(row), int(column)) for row, column in np.argwhere(_side_by_side(veiled)))


def _side_by_side(flags: Flags) -> Flags:
    """Those of the flags, (n, n), that hang together in groups of a patch's size and more."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(flags.astype(np.uint8), connectivity=4)
    large = [label for label in range(1, count) if stats[label, cv2.CC_STAT_AREA] >= _PATCH]
    return np.isin(labels, large)


def _slant(quad: Quad, size: int) -> float:
    """Degrees from straight above: seen from the side, squares are shortened by the cosine, whatever the lens."""
    back = inverse(board_of(quad, size))
    step = 0.01
    middle, right, down = carry(back, np.array([[0.0, 0.0], [step, 0.0], [0.0, step]]) + size / 2)
    longer, shorter = np.linalg.svd(np.array([right - middle, down - middle]), compute_uv=False)
    return float(np.degrees(np.arccos(shorter / longer)))


def to_rim(corners: Floats, shape: Sequence[int]) -> float:
    """How many px the corner nearest to the picture's rim, (n, 2), lies within it; below 0, outside."""
    return float(np.minimum(corners, np.array([shape[1], shape[0]]) - corners).min())
