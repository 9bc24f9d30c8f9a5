"""Corners that somebody has shown, held against the picture: whether the board still lies between them."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np

from pi_referee.rules.board.layout import Layout
from vision.arrays import Colour, Floats, Homography, into_px, inverse, scaling
from vision.geometry.downscale import reduced, reducing
from vision.geometry.find_board import board_of, codes_of, quad_of
from vision.geometry.layout_match import Codes, agreement_of, agreements_of, tint
from vision.sighting import Quad

_PIXELS = 8
"""Each square is looked at with so many px a side, its rim left out."""
_RIM, _STEP = 2, 2
_SHIFTS = np.arange(-_PIXELS, _PIXELS + 1, _STEP)
"""The grid is also tried so many px off, across and down: every quarter of a square, up to a whole one."""
_LEAST = 0.68
"""Right corners agree better than this with the printed layout: 0.73 and more in four sets under seven kinds of light.
Of 1353 places 0.6 to 5 squares off in six sets none did that seemed to lie right, and one above 0.65."""
_LONGER_SIDE = 800
"""The picture is reduced to this many px, as where the board is sought."""
_NEAR_BEST = 0.15
"""Shifts that agree nearly as well as the best one are weighed, to tell where between them the board lies."""
_LEFT_OVER = 0.2
"""Where the corners were pulled onto the board, no more than this is left between them, in squares."""
_FURTHEST = 0.35
"""Corners further off than this, in squares, are not the board's: see docs/history, Corners shown by hand."""


def pulled(picture: Colour, quad: Quad, layout: Layout) -> Quad | None:
    """Shown corners, pulled onto the board if it lies where they were shown; None if the printed squares deny that.

    picture: (height, width, 3) uint8, blue-green-red. Nobody shows corners to the px, and a tile read half a square off
    would be read on its neighbour; so all four are moved alike, by a third of a square at most.
    """
    smaller, scale = _reduced(picture)
    to_board = board_of(quad, layout.size) @ inverse(reducing(scale))
    first, second = _offset(smaller, to_board, layout), None
    if first is not None and np.abs(first).max() <= _FURTHEST:
        to_board = scaling(1, 1, -first[0], -first[1]) @ to_board
        second = _offset(smaller, to_board, layout)
    if second is None or np.abs(second).max() > _LEFT_OVER:
        return None
    return quad_of(to_board @ reducing(scale), layout.size)


def agreement_at(picture: Colour, quad: Quad, layout: Layout) -> float:
    """How well the printed layout agrees with what lies between four corners: 1 wholly, about 0.5 not at all."""
    smaller, scale = _reduced(picture)
    codes, plain = codes_of(layout)
    into = into_px(_PIXELS) @ board_of(quad, layout.size) @ inverse(reducing(scale))
    span = layout.size * _PIXELS
    flat = cv2.warpPerspective(smaller, into, (span, span), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    return _agreement(np.asarray(flat, np.uint8), codes, plain)


def _reduced(picture: Colour) -> tuple[Colour, float]:
    """A picture no larger than is needed to tell the squares' tints, and by how much it was reduced."""
    scale = min(1.0, _LONGER_SIDE / max(picture.shape[:2]))
    return reduced(picture, scale), scale


def _offset(picture: Colour, to_board: Homography, layout: Layout) -> Floats | None:
    """How far right and down of its grid the board lies, in squares, 1 at most; None if it does not lie there."""
    agreements = _agreements(picture, to_board, layout)
    middle = len(_SHIFTS) // 2
    if agreements[middle, middle] < _LEAST:
        return None
    weights = np.clip(agreements - agreements.max() + _NEAR_BEST, 0, None)
    steps = _SHIFTS / _PIXELS
    return np.asarray(np.array([weights.sum(axis=0) @ steps, weights.sum(axis=1) @ steps]) / weights.sum())


def _agreements(picture: Colour, to_board: Homography, layout: Layout) -> Floats:
    """How well the printed layout agrees with a grid, moved by each pair of shifts."""
    codes, plain = codes_of(layout)
    span = (layout.size + 2) * _PIXELS
    into = into_px(_PIXELS, 1) @ to_board
    flat = cv2.warpPerspective(picture, into, (span, span), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    tints = _tints(np.asarray(flat, np.uint8))
    starts, side = (_PIXELS + _SHIFTS + _RIM) // _STEP, _PIXELS // _STEP
    grids = [
        tints[top : top + side * layout.size : side, left : left + side * layout.size : side]
        for top, left in product(starts, repeat=2)
    ]
    found = agreements_of(np.stack(grids).reshape(len(grids), codes.size, -1), codes.ravel(), plain)
    return found.reshape(len(_SHIFTS), len(_SHIFTS))


def _tints(flat: Colour) -> Floats:
    """The tint of what lies between a square's rims, were its corner at each of every other px, (rows, columns, 3)."""
    rows, columns = (side // _STEP for side in flat.shape[:2])
    sums = flat.reshape(rows, _STEP, columns, _STEP, 3).sum(axis=(1, 3), dtype=np.float64)
    return tint((sums[:-1, :-1] + sums[1:, :-1] + sums[:-1, 1:] + sums[1:, 1:]) / (2 * _STEP) ** 2)


def _agreement(flat: Colour, codes: Codes, plain: str) -> float:
    """How well the layout agrees with a squared picture that begins at its grid's corner."""
    size = len(codes)
    cells = flat[: size * _PIXELS, : size * _PIXELS].reshape(size, _PIXELS, size, _PIXELS, 3)[
        :, _RIM:-_RIM, :, _RIM:-_RIM
    ]
    tints = tint(cells.astype(np.float64).mean(axis=(1, 3)))
    return agreement_of(tints.reshape(size * size, -1), codes.ravel(), plain)
