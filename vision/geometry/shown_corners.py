"""Corners marked by a person, checked against the picture: whether the board lies between them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from pi_referee.rules.board.layout import Layout
from vision.arrays import Colour, Floats, Homography, into_px, inverse, scaling, tint
from vision.geometry.downscale import reduced, reducing
from vision.geometry.find_board import board_of, codes_of, quad_of
from vision.geometry.layout_match import Codes, agreement_of, agreements_of
from vision.sighting import Quad


@dataclass(frozen=True, slots=True)
class Sampling:
    """How the board between the corners is sampled."""

    longer_side: int = 800  # px to which the picture is reduced, as for finding the board
    side: int = 8  # px a side to which each square is reduced
    edge: int = 2  # px left out on each side of a square
    step: int = 2  # px between the shifts tried: a quarter of a square


SAMPLING = Sampling()

_SHIFTS = np.arange(-SAMPLING.side, SAMPLING.side + 1, SAMPLING.step)
"""Px by which the grid is shifted across and down: every quarter of a square, up to a whole one."""


@dataclass(frozen=True, slots=True)
class CornerLimits:
    """Limits of marked corners, as agreement with the printed layout (1 wholly, about 0.5 by chance) and in squares.

    Right corners agree by 0.73 and more in four sets under seven kinds of light. Of 1353 places 0.6 to 5 squares off in
    six sets none that seemed to lie right agreed by more than 0.68, and one by more than 0.65.
    """

    agreement: float = 0.68  # least agreement of corners as marked
    near_best: float = 0.15  # shifts within this of the best agreement are averaged, to find the offset between them
    furthest: float = 0.35  # squares by which corners may be off: see docs/history, Corners shown by hand
    left_over: float = 0.2  # squares by which they may still be off after the correction


CORNERS = CornerLimits()


def pulled(picture: Colour, quad: Quad, layout: Layout) -> Quad | None:
    """Marked corners, moved onto the board if it lies between them; None if the printed squares contradict that.

    picture: (height, width, 3) uint8, blue-green-red. Nobody marks corners to the px, and half a square off a tile
    would be read on the square beside it; so all four are moved alike, by about a third of a square at most.
    """
    smaller, scale = _reduced(picture)
    to_board = board_of(quad, layout.size) @ inverse(reducing(scale))
    first, second = _offset(smaller, to_board, layout), None
    if first is not None and np.abs(first).max() <= CORNERS.furthest:
        to_board = scaling(1, 1, -first[0], -first[1]) @ to_board
        second = _offset(smaller, to_board, layout)
    if second is None or np.abs(second).max() > CORNERS.left_over:
        return None
    return quad_of(to_board @ reducing(scale), layout.size)


def agreement_at(picture: Colour, quad: Quad, layout: Layout) -> float:
    """How well the printed layout agrees with the picture between four corners: 1 wholly, about 0.5 by chance."""
    smaller, scale = _reduced(picture)
    codes, plain = codes_of(layout)
    into = into_px(SAMPLING.side) @ board_of(quad, layout.size) @ inverse(reducing(scale))
    span = layout.size * SAMPLING.side
    flat = cv2.warpPerspective(smaller, into, (span, span), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    return _agreement(np.asarray(flat, np.uint8), codes, plain)


def _reduced(picture: Colour) -> tuple[Colour, float]:
    """The picture reduced to the size needed for the squares' tints, and the scale."""
    scale = min(1.0, SAMPLING.longer_side / max(picture.shape[:2]))
    return reduced(picture, scale), scale


def _offset(picture: Colour, to_board: Homography, layout: Layout) -> Floats | None:
    """How far right and down of its grid the board lies, in squares, up to 1; None if it does not lie there."""
    agreements = _agreements(picture, to_board, layout)
    middle = len(_SHIFTS) // 2
    if agreements[middle, middle] < CORNERS.agreement:
        return None
    weights = np.clip(agreements - agreements.max() + CORNERS.near_best, 0, None)
    steps = _SHIFTS / SAMPLING.side
    return np.asarray(np.array([weights.sum(axis=0) @ steps, weights.sum(axis=1) @ steps]) / weights.sum())


def _agreements(picture: Colour, to_board: Homography, layout: Layout) -> Floats:
    """How well the printed layout agrees with the grid at each pair of shifts, (down, across)."""
    codes, plain = codes_of(layout)
    span = (layout.size + 2) * SAMPLING.side
    into = into_px(SAMPLING.side, 1) @ to_board
    flat = cv2.warpPerspective(picture, into, (span, span), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    tints = _tints(np.asarray(flat, np.uint8))
    starts, side = (SAMPLING.side + _SHIFTS + SAMPLING.edge) // SAMPLING.step, SAMPLING.side // SAMPLING.step
    grids = [
        tints[top : top + side * layout.size : side, left : left + side * layout.size : side]
        for top, left in product(starts, repeat=2)
    ]
    found = agreements_of(np.stack(grids).reshape(len(grids), codes.size, -1), codes.ravel(), plain)
    return found.reshape(len(_SHIFTS), len(_SHIFTS))


def _tints(flat: Colour) -> Floats:
    """The tint of the inner part of a square that began at every second px, (rows, columns, 3)."""
    rows, columns = (side // SAMPLING.step for side in flat.shape[:2])
    sums = flat.reshape(rows, SAMPLING.step, columns, SAMPLING.step, 3).sum(axis=(1, 3), dtype=np.float64)
    return tint((sums[:-1, :-1] + sums[1:, :-1] + sums[:-1, 1:] + sums[1:, 1:]) / (2 * SAMPLING.step) ** 2)


def _agreement(flat: Colour, codes: Codes, plain: str) -> float:
    """How well the layout agrees with a rectified picture that begins at the grid's corner."""
    size, side = len(codes), SAMPLING.side
    inner = slice(SAMPLING.edge, -SAMPLING.edge)
    cells = flat[: size * side, : size * side].reshape(size, side, size, side, 3)[:, inner, :, inner]
    tints = tint(cells.astype(np.float64).mean(axis=(1, 3)))
    return agreement_of(tints.reshape(size * size, -1), codes.ravel(), plain)
