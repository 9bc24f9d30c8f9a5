"""Whether a board that was not found lies partly outside the picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from pi_referee.rules.board.layout import Layout
from vision.arrays import Colour, scaling, sides_of
from vision.geometry.find_board import lattices_in, quad_of
from vision.geometry.layout_match import Match, Printed, match
from vision.photo.quality import to_rim


@dataclass(frozen=True, slots=True)
class CroppedLimits:
    """Limits of the search for a board that the border of the picture cuts off."""

    lattices: int = 12  # candidate lattices tried
    # Share of the board that must be visible to be recognised, and squares by which a corner must lie outside the
    # picture.
    half: float = 0.5
    # Least agreement of the visible part with the layout: parts cut off in ten sets have 0.81 to 1.0 (the fullest
    # boards 0.54 to 0.9), boards of other games 0.73 at most.
    agreement: float = 0.75
    certain: float = 0.93  # agreement that ends the search


CROPPED = CroppedLimits()


def is_partly_out(picture: Colour, layout: Layout) -> bool:
    """Whether the picture shows half of the layout or more, cut off by the border of the picture."""
    reduced, lattices = lattices_in(picture, layout.size, CROPPED.lattices)
    printed = Printed.of(layout)
    margin = max(reduced.shape[:2]) // 2
    widened = cv2.copyMakeBorder(reduced, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=(0, 0, 0))
    best: Match | None = None
    for lattice in lattices:
        moved = lattice @ scaling(1, 1, -margin, -margin)
        placed = match(np.asarray(widened, np.uint8), moved, printed, at_least=CROPPED.half)
        if placed and not placed.is_cloth and (best is None or placed.agreement > best.agreement):
            best = placed
            if best.agreement > CROPPED.certain:
                break
    if best is None or best.agreement < CROPPED.agreement:
        return False
    corners = np.array(quad_of(best.to_board @ scaling(1, 1, margin, margin), layout.size).corners)
    return to_rim(corners, reduced.shape) < -CROPPED.half * float(sides_of(corners).mean()) / layout.size
