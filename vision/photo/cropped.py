"""Whether a board that was not found lies partly out of the picture."""

from __future__ import annotations

import cv2
import numpy as np

from pi_referee.rules.board.layout import Layout
from vision.arrays import Colour, Floats, scaling
from vision.geometry.find_board import codes_of, lattices_in, quad_of
from vision.geometry.layout_match import Match, match
from vision.photo.quality import to_rim

_TRIES = 12
_HALF = 0.5
"""Half a board at least must be seen to know it for one."""
_SURE = 0.75
"""How well such a part must agree with the layout: on ten sets parts that the rim cut off agree by 0.81 to 1.0 (the
fullest boards by 0.54 to 0.9), boards of other games by 0.73 at most."""
_BEYOND_DOUBT = 0.93


def is_partly_out(picture: Colour, layout: Layout) -> bool:
    """Whether the picture shows a part of the layout, a half and more, that the rim cuts off."""
    reduced, lattices = lattices_in(picture, layout.size, _TRIES)
    codes, plain = codes_of(layout)
    rim = max(reduced.shape[:2]) // 2
    widened = cv2.copyMakeBorder(reduced, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=(0, 0, 0))
    best: Match | None = None
    for lattice in lattices:
        moved = lattice @ scaling(1, 1, -rim, -rim)
        placed = match(np.asarray(widened, np.uint8), moved, codes, plain, at_least=_HALF)
        if placed and not placed.is_cloth and (best is None or placed.agreement > best.agreement):
            best = placed
            if best.agreement > _BEYOND_DOUBT:
                break
    if best is None or best.agreement < _SURE:
        return False
    corners = np.array(quad_of(best.to_board @ scaling(1, 1, rim, rim), layout.size).corners)
    return to_rim(corners, reduced.shape) < -_HALF * _side(corners, layout.size)


def _side(corners: Floats, size: int) -> float:
    """Px a side of a square, on the whole."""
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean()) / size
