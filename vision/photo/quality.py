"""Measures of a picture of a board: light, specular reflections, sharpness, size and slant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pi_referee.rules.board.layout import Layout
from pi_referee.rules.board.square import Square
from vision.arrays import Colour, Floats, Grey, sides_of
from vision.geometry.find_board import board_of
from vision.geometry.layout_match import Printed
from vision.geometry.raised_plane import slant_at
from vision.geometry.rectify import square_up
from vision.lighting.appearance import CLIPPING
from vision.lighting.veil import floors_of, veiled_in
from vision.photo.motion_blur import softness
from vision.sighting import Quad
from vision.square_index import squares_where


@dataclass(frozen=True, slots=True)
class LightLimits:
    """Percentiles and limits of the board's brightness, in grey levels."""

    brightest: int = 99  # percentile of the board's palest print and tiles: 137 to 255 on good pictures of ten sets
    bright_floor: int = 200  # floor above which a square is overexposed
    washed_share: float = 0.5  # share of such squares above which the whole board is


LIGHT = LightLimits()


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


def measure(picture: Colour, quad: Quad, layout: Layout) -> Quality:
    """Measure a picture in which the board's corners were found."""
    size = layout.size
    squared = square_up(picture, board_of(quad, size), size)
    floors = floors_of(squared).min(axis=1)
    corners = np.array(quad.corners)
    side, grey = float(sides_of(corners).min()) / size, squared.grey_grid()
    return Quality(
        brightest=brightest(grey),
        glared=tuple(sorted(squares_where(veiled_in(floors, Printed.of(layout).codes).ravel(), size))),
        washed=bool((floors > LIGHT.bright_floor).mean() > LIGHT.washed_share),
        softness=softness(grey),
        nearness=side,
        slant=slant_of(quad, size),
        to_rim=to_rim(corners, picture.shape) / side,
    )


def brightest(grey: Grey) -> float:
    """The grey level of the 99th percentile."""
    return float(np.percentile(grey[::2, ::2], LIGHT.brightest))


def is_white(grey: Grey) -> bool:
    """Whether light has taken most of a picture's middle, where a board lies; a white table round it is no fault."""
    rows, columns = (slice(side // 4, side - side // 4) for side in grey.shape)
    return float(np.median(grey[rows, columns])) >= CLIPPING.white


def slant_of(quad: Quad, size: int) -> float:
    """Degrees of the camera from straight above the board's middle."""
    return float(np.degrees(slant_at(board_of(quad, size), np.array([size / 2, size / 2]))))


def to_rim(corners: Floats, shape: Sequence[int]) -> float:
    """Px from the border of the picture to the corner, of (n, 2), nearest to it; negative outside."""
    return float(np.minimum(corners, np.array([shape[1], shape[0]]) - corners).min())
