"""Where a lamp's mirror lies over a board: there the darkest px of squares are lifted to white."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import Colour
from vision.geometry.rectify import SQUARE, Squared
from vision.lighting.veil import shining_in, veiled_in, veils_in

KINDS = {".": 60.0, "W": 100.0, "C": 60.0}
"""How dark squares of each kind are where they are darkest, grey levels."""


def veiled(drawn: str, light: float) -> str:
    """Where a veil is found: *, @ and c are a plain, a premium and the centre square, lifted so far towards white."""
    signs = np.array([row.split() for row in drawn.split("/")])
    codes = np.select([(signs == "W") | (signs == "@"), signs == "c"], ["W", "C"], ".")
    floors = np.vectorize(KINDS.get)(codes).astype(float)
    floors = np.where(np.isin(signs, ["*", "@", "c"]), floors + light * (255 - floors), floors)
    found = veiled_in(floors.ravel(), codes)
    return " / ".join(" ".join("v" if one else "." for one in row) for row in found)


@pytest.mark.parametrize(("light", "is_found"), [(0.7, True), (0.6, False)])
def test_a_veil_is_dense_and_lies_over_any_print(light: float, *, is_found: bool) -> None:
    """Plain squares and premium ones are measured each against their own kind."""
    expected = ". . . . / . v v . / . v . . / . . . ." if is_found else ". . . . / . . . . / . . . . / . . . ."

    assert veiled(". W . W / . * @ . / W * . W / . W . .", light) == expected


def test_a_square_whose_print_no_other_has_is_measured_against_the_board() -> None:
    """The centre alone is printed with a star: its own floor would be the usual one."""
    assert veiled(". W . W / . c * . / W . . W / . W . .", 0.8) == ". . . . / . v v . / . . . . / . . . ."


def test_what_lies_in_the_light_is_no_veil_where_half_the_board_lies_in_shade() -> None:
    """The usual floor is that of the lighter squares: of a white board in the sun that of its sunny part."""
    codes = np.full((4, 4), ".")
    floors = np.where(np.arange(16) < 10, 5.0, 175.0)

    assert not veiled_in(floors, codes).any()


def lit(colour: tuple[int, int, int]) -> Squared:
    """A board of nine grey squares, two of which have this colour, blue-green-red."""
    pixels: Colour = np.full((5 * SQUARE, 5 * SQUARE, 3), 90, np.uint8)
    pixels[2 * SQUARE : 3 * SQUARE, SQUARE : 3 * SQUARE] = colour
    return Squared(pixels, 3)


@pytest.mark.parametrize(
    ("colour", "is_white", "is_lamps"),
    [((235, 240, 240), True, True), ((190, 228, 252), False, True), ((150, 205, 235), False, False)],
)
def test_a_lamps_mirror_may_be_warm(colour: tuple[int, int, int], *, is_white: bool, is_lamps: bool) -> None:
    """White and warm light are a lamp's; skin in bright light has more colour."""
    white, lamps = veils_in(lit(colour), np.full((3, 3), "."))

    assert [white[1].tolist(), lamps[1].tolist()] == [[one, one, False] for one in (is_white, is_lamps)]
    assert not lamps[[0, 2]].any()


@pytest.mark.parametrize(
    ("colour", "shines"), [((250, 250, 250), True), ((190, 228, 252), True), ((150, 205, 250), False)]
)
def test_a_lamp_shines_brighter_than_all_else(colour: tuple[int, int, int], *, shines: bool) -> None:
    """White or warm; nothing does beside what is as pale as can be, and what is coloured never does."""
    covered = np.isin(np.arange(9), [3, 4])
    told, _ = shining_in(lit(colour), covered)

    assert (told[covered] > 0.5).tolist() == [shines] * 2
    assert not told[~covered].any()
    assert not any(share.any() for share in shining_in(lit((250, 250, 250)), np.arange(9) == 3))


@pytest.mark.parametrize(
    ("palest", "light", "shines"), [(90, 241, True), (90, 239, False), (238, 243, False), (238, 249, True)]
)
def test_what_is_hardly_paler_than_the_board_is_no_lamp(palest: int, light: int, *, shines: bool) -> None:
    """On a pale board a lamp is nearly as bright as can be; on a dark one a few tiles are the palest of all."""
    board = lit((light, light, light))
    pixels = np.where(board.pixels == 90, palest, board.pixels).astype(np.uint8)
    covered = np.isin(np.arange(9), [3, 4])

    assert (shining_in(Squared(pixels, 3), covered)[0][covered] > 0.5).tolist() == [shines] * 2


def test_where_all_may_be_a_mirror_nothing_tells_how_pale_the_board_is() -> None:
    """Then nothing is said to shine."""
    assert not any(share.any() for share in shining_in(lit((250, 250, 250)), np.ones(9, bool)))


def test_one_white_square_is_a_shiny_tile() -> None:
    """A mirror lies over two squares side by side at least."""
    assert "v" not in veiled(". W . W / . * . . / W . * W / . W . .", 0.9)


def test_what_shines_in_a_squares_middle_may_hide_a_letter() -> None:
    """A lamp over the next square reaches over this one's edge, and hides nothing of its letter."""
    pixels = np.full((5 * SQUARE, 5 * SQUARE, 3), 90, np.uint8)
    pixels[2 * SQUARE : 3 * SQUARE, 2 * SQUARE : 2 * SQUARE + SQUARE // 4] = 255
    pixels[SQUARE + 8 : 2 * SQUARE - 8, 2 * SQUARE + 8 : 3 * SQUARE - 8] = 255

    whole, middle = shining_in(Squared(pixels, 3), np.isin(np.arange(9), [1, 4]))

    assert (whole.reshape(3, 3)[:2, 1].tolist(), middle.reshape(3, 3)[:2, 1].tolist()) == ([0.25, 0.25], [1.0, 0.0])
