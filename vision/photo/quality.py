"""Measures of a picture of a board: light, specular reflections, sharpness, size and slant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from pi_referee.rules.board.layout import Layout
from pi_referee.rules.board.square import Square
from vision.arrays import Colour, Flags, Floats, Grey
from vision.geometry.find_board import board_of, codes_of
from vision.geometry.layout_match import Codes
from vision.geometry.raised_plane import slant_at
from vision.geometry.rectify import square_up
from vision.lighting.appearance import patches
from vision.photo.motion_blur import softness
from vision.sighting import Quad


@dataclass(frozen=True, slots=True)
class LightLimits:
    """Percentiles and limits of the board's brightness, in grey levels."""

    brightest: int = 99  # percentile of the board's palest print and tiles: 137 to 255 on good pictures of ten sets
    floor: int = 5  # percentile of a square's px that is its floor: ink and edge on a tile, print on the board
    bright_floor: int = 200  # floor above which a square is overexposed
    washed_share: float = 0.5  # share of such squares above which the whole board is


LIGHT = LightLimits()


@dataclass(frozen=True, slots=True)
class GlareLimits:
    """Limits of the specular reflection of a lamp, which lightens the board like a white veil."""

    # Percentile of the floors of squares printed alike that is their common floor, that of the lighter ones: half the
    # board may lie in shade, a reflection covers less.
    common: int = 70
    # Density of the veil, as the share of the way from the common floor to white: one this dense takes the letters
    # away. Where lamps shine on good pictures the densest is 0.63, and that on plain squares alone (ten sets).
    veil: float = 0.65
    squares: int = 2  # side by side that are a reflection; a single one is a shiny tile


GLARE = GlareLimits()


@dataclass(frozen=True, slots=True)
class Quality:
    """What a picture is like where the board lies."""

    brightest: float  # grey level, 0 to 255, of the 99th percentile
    glared: tuple[Square, ...]  # squares with a lamp's specular reflection
    washed: bool  # whether most squares are overexposed
    softness: float  # blur of edges, as the deviation of a Gaussian, in squares
    nearness: float  # image px a side of the smallest square
    slant: float  # degrees of the camera from straight above the board's middle
    to_rim: float  # squares from the border of the picture to the corner nearest to it; negative outside

    @property
    def outside(self) -> float:
        """How far the outermost corner lies outside the picture, in squares."""
        return max(0.0, -self.to_rim)


def measure(picture: Colour, quad: Quad, layout: Layout) -> Quality:
    """Measure a picture in which the board's corners were found."""
    size = layout.size
    squared = square_up(picture, board_of(quad, size), size)
    codes, _ = codes_of(layout)
    floors = np.percentile(patches(squared).min(axis=3).reshape(size * size, -1), LIGHT.floor, axis=1)
    corners = np.array(quad.corners)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1) / size
    grey = squared.grey_grid()
    return Quality(
        brightest=brightest(grey),
        glared=_glared(floors, codes),
        washed=bool((floors > LIGHT.bright_floor).mean() > LIGHT.washed_share),
        softness=softness(grey),
        nearness=float(sides.min()),
        slant=slant_of(quad, size),
        to_rim=to_rim(corners, picture.shape) / float(sides.min()),
    )


def brightest(grey: Grey) -> float:
    """The grey level of the 99th percentile."""
    return float(np.percentile(grey[::2, ::2], LIGHT.brightest))


def _glared(floors: Floats, codes: Codes) -> tuple[Square, ...]:
    """Adjacent squares whose floor is most of the way from the common floor of squares printed alike to white."""
    kinds = codes.ravel()
    common = np.zeros(len(floors))
    for kind in np.unique(kinds):
        common[kinds == kind] = np.percentile(floors[kinds == kind], GLARE.common)
    # A square whose print no other has can only be compared with the whole board.
    common = np.minimum(common, np.percentile(floors, GLARE.common))
    veiled = (floors - common > GLARE.veil * (255 - common)).reshape(codes.shape)
    return tuple(Square(int(row), int(column)) for row, column in np.argwhere(_side_by_side(veiled)))


def _side_by_side(flags: Flags) -> Flags:
    """Those of the flags, (n, n), in connected groups of GLARE.squares and more."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(flags.astype(np.uint8), connectivity=4)
    large = [label for label in range(1, count) if stats[label, cv2.CC_STAT_AREA] >= GLARE.squares]
    return np.isin(labels, large)


def slant_of(quad: Quad, size: int) -> float:
    """Degrees of the camera from straight above the board's middle."""
    return float(np.degrees(slant_at(board_of(quad, size), np.array([size / 2, size / 2]))))


def to_rim(corners: Floats, shape: Sequence[int]) -> float:
    """Px from the border of the picture to the corner, of (n, 2), nearest to it; negative outside."""
    return float(np.minimum(corners, np.array([shape[1], shape[0]]) - corners).min())
