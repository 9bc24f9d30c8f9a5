"""Corners marked by a person, checked against the picture: whether the board lies between them."""

from __future__ import annotations

import cv2
import numpy as np

from pi_referee.rules.board.layout import Layout
from vision.arrays import Colour, Floats, Homography, carry, ends_of, into_px, inverse, tint
from vision.geometry.candidate_lattices import edges_in
from vision.geometry.downscale import reduced, reducing
from vision.geometry.find_board import THOROUGH, board_of, quad_of
from vision.geometry.grid_fit import pulled_onto, settled
from vision.geometry.layout_match import SAMPLING, Printed, agreements_of
from vision.geometry.nearby_match import nearby_agreement
from vision.sighting import Quad

_EDGE = 2
"""Px left out on each side of a square."""


_AGREEMENT = 0.68
"""Least agreement with the printed layout (1 wholly, about 0.5 by chance) of the grid that corners are pulled onto.

Right corners agree by 0.73 and more in four sets under seven kinds of light, and on boards with icons on the common
ground. Of 1353 places 0.6 to 5 squares off in six sets none that seemed to lie right agreed by more than 0.68, and one
by more than 0.65."""
_FURTHEST = 0.45
"""Squares by which any corner may be off: half a square off another line is as near."""


def pulled(picture: Colour, quad: Quad, layout: Layout) -> Quad | None:
    """Marked corners, each moved onto the print if the board lies between them; None if the picture contradicts that.

    picture: (height, width, 3) uint8, blue-green-red. Nobody marks corners to the px, and half a square off a tile
    would be read on the square beside it.
    """
    smaller, scale = _reduced(picture)
    shown = board_of(quad, layout.size) @ inverse(reducing(scale))
    grid = settled(smaller, pulled_onto(smaller, shown, layout.size), edges_in(smaller), layout.size)
    if grid is None or _moved(shown, grid, layout.size) > _FURTHEST or not _lies_there(smaller, grid, layout):
        return None
    return quad_of(grid @ reducing(scale), layout.size)


def _moved(shown: Homography, grid: Homography, size: int) -> float:
    """By how many squares the corner that is furthest off was shown beside the grid's."""
    return float(np.linalg.norm(carry(grid @ inverse(shown), ends_of(size)) - ends_of(size), axis=1).max())


def _lies_there(picture: Colour, grid: Homography, layout: Layout) -> bool:
    """Whether the printed layout agrees with the grid, and better than with the grid a square further any way."""
    printed, size = Printed.of(layout), layout.size
    cells = _cells(picture, grid, size, 1)
    places = [cells[row : row + size, column : column + size] for row in range(3) for column in range(3)]
    agreements = agreements_of(np.stack([_tints(place) for place in places]), printed)
    if agreements[4] < _AGREEMENT:
        agreements = np.maximum(agreements, [nearby_agreement(place, printed.is_plain) for place in places])
    return bool(agreements[4] >= _AGREEMENT and agreements.argmax() == 4)


def _cells(picture: Colour, grid: Homography, size: int, margin: int = 0) -> Colour:
    """The px of each square of a grid, and of so many squares around it, (size + 2 * margin, same, side, side, 3)."""
    squares, side = size + 2 * margin, SAMPLING.side
    into, span = into_px(side, margin) @ grid, (squares * side,) * 2
    flat = cv2.warpPerspective(picture, into, span, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8).reshape(squares, side, squares, side, 3).swapaxes(1, 2)


def _tints(cells: Colour) -> Floats:
    """The tint of the inner part of each square, (n * n, 4)."""
    inner = slice(_EDGE, -_EDGE)
    tints = tint(cells[:, :, inner, inner].astype(np.float64).mean(axis=(2, 3)))
    return np.asarray(tints.reshape(-1, tints.shape[-1]))


def agreement_at(picture: Colour, quad: Quad, layout: Layout) -> float:
    """How well the printed layout agrees with the picture between four corners: 1 wholly, about 0.5 by chance."""
    smaller, scale = _reduced(picture)
    cells = _cells(smaller, board_of(quad, layout.size) @ inverse(reducing(scale)), layout.size)
    return float(agreements_of(_tints(cells)[None], Printed.of(layout))[0])


def _reduced(picture: Colour) -> tuple[Colour, float]:
    """The picture reduced to the size needed for the squares' tints, and the scale."""
    scale = min(1.0, THOROUGH.longer_side / max(picture.shape[:2]))
    return reduced(picture, scale), scale
