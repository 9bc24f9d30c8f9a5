"""Where a lamp's mirror lies over a board: there the darkest px of squares are lifted to white."""

from __future__ import annotations

import numpy as np
import pytest

from vision.lighting.veil import veiled_in

KINDS = {".": 60.0, "W": 100.0}
"""How dark squares of each kind are where they are darkest, grey levels."""


def veiled(drawn: str, light: float) -> str:
    """Where a veil is found: * and @ are a plain and a premium square, lifted by so much of the way to white."""
    signs = np.array([row.split() for row in drawn.split("/")])
    codes = np.where((signs == "W") | (signs == "@"), "W", ".")
    floors = np.vectorize(KINDS.get)(codes).astype(float)
    floors = np.where((signs == "*") | (signs == "@"), floors + light * (255 - floors), floors)
    found = veiled_in(floors.ravel(), codes)
    return " / ".join(" ".join("v" if one else "." for one in row) for row in found)


@pytest.mark.parametrize(("light", "is_found"), [(0.7, True), (0.6, False)])
def test_a_veil_is_dense_and_lies_over_any_print(light: float, *, is_found: bool) -> None:
    """Plain squares and premium ones are measured each against their own kind."""
    expected = ". . . . / . v v . / . v . . / . . . ." if is_found else ". . . . / . . . . / . . . . / . . . ."

    assert veiled(". W . W / . * @ . / W * . W / . W . .", light) == expected


def test_one_white_square_is_a_shiny_tile() -> None:
    """A mirror lies over two squares side by side at least."""
    assert "v" not in veiled(". W . W / . * . . / W . * W / . W . .", 0.9)
