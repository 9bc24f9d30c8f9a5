"""What squares look like once the light is taken out."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import Colour, Floats
from vision.geometry.layout_match import Codes, Printed
from vision.geometry.rectify import SQUARE, Squared
from vision.lighting.appearance import distance, looks

SIZE = 9
CODES: Codes = np.array(
    [["P" if (row + 2 * column) % 7 == 3 else "." for column in range(SIZE)] for row in range(SIZE)]
)
PLAIN, PREMIUM = (100, 150, 170), (60, 60, 200)
PREMIUMS = CODES.ravel() == "P"


def board(light: Floats | float = 1.0, tiles: dict[int, tuple[int, int, int]] | None = None) -> Squared:
    """A board of plain and red squares, some under plain tiles, in some light: a factor, or one for each square."""
    colours = np.where((CODES == "P")[..., None], PREMIUM, PLAIN).astype(float).reshape(-1, 3)
    for place, colour in (tiles or {}).items():
        colours[place] = colour
    lit = np.clip(colours.reshape(SIZE, SIZE, 3) * np.broadcast_to(light, (SIZE, SIZE))[..., None], 0, 255)
    pixels = np.pad(lit, ((1, 1), (1, 1), (0, 0)), mode="edge").repeat(SQUARE, 0).repeat(SQUARE, 1)
    return Squared(pixels.astype(np.uint8), SIZE)


def slanting() -> Floats:
    """Light that falls off to one side by two thirds, with a bright spot."""
    rows, columns = np.mgrid[0:SIZE, 0:SIZE] / (SIZE - 1)
    return np.asarray(1.2 - 0.5 * columns - 0.3 * rows)


@pytest.mark.parametrize("light", [1.0, 0.4, slanting()])
def test_squares_printed_alike_look_alike(light: Floats | float) -> None:
    """In dim and in slanting light, each kind keeps to itself and apart from the other."""
    seen = looks(board(light), Printed(CODES, "."))

    plain, premium = np.median(seen.tints[~PREMIUMS], axis=0), np.median(seen.tints[PREMIUMS], axis=0)
    assert distance(seen.tints[~PREMIUMS], plain).max() < 0.15
    assert distance(seen.tints[PREMIUMS], premium).max() < 0.25
    assert distance(plain, premium) > 0.8


def test_hue_sums_to_nothing() -> None:
    """The first three parts of a tint are hue alone."""
    assert np.abs(looks(board(slanting()), Printed(CODES, ".")).tints[:, :3].sum(axis=1)).max() < 1e-9


def test_brightness_is_told_against_the_light_there() -> None:
    """A bare plain square is as bright as the light that falls on it, in the shade as in the sun."""
    seen = looks(board(slanting()), Printed(CODES, "."))

    assert np.abs(seen.tints[~PREMIUMS, 3]).max() < 0.2


def test_tiles_do_not_pass_for_light() -> None:
    """A third of the plain squares under bright tiles leave the light as it is: the tiles are what is bright."""
    covered = {int(place): (190, 225, 235) for place in np.flatnonzero(~PREMIUMS)[::3]}

    seen = looks(board(slanting(), covered), Printed(CODES, "."))

    bare = [place for place in np.flatnonzero(~PREMIUMS) if place not in covered]
    assert np.median(np.abs(seen.tints[bare, 3])) < 0.1
    assert seen.tints[list(covered), 3].min() > 0.25


def test_a_letter_is_rough_and_a_plain_top_is_not() -> None:
    """Ink makes steps from px to px; light that falls off slowly does not."""
    squared = board(slanting())
    pixels: Colour = squared.pixels.copy()
    top = pixels[5 * SQUARE : 6 * SQUARE, 5 * SQUARE : 6 * SQUARE]
    top[8:24, 12:15], top[8:24, 18:21], top[14:17, 12:21] = 20, 20, 20

    seen = looks(Squared(pixels, SIZE), Printed(CODES, "."))

    rough = seen.roughness[4 * SIZE + 4]
    assert rough > 0.05
    assert np.delete(seen.roughness, 4 * SIZE + 4).max() < 0.01


def test_darker_and_paler_parts_are_ink_and_top() -> None:
    """Where a letter covers a third of a tile the paler part is its top, and the darker its ink."""
    squared = board()
    pixels: Colour = squared.pixels.copy()
    pixels[5 * SQUARE : 6 * SQUARE, 5 * SQUARE : 6 * SQUARE] = (190, 225, 235)
    pixels[5 * SQUARE + 8 : 6 * SQUARE - 8, 5 * SQUARE + 13 : 6 * SQUARE - 13] = 20

    seen = looks(Squared(pixels, SIZE), Printed(CODES, "."))

    place = 4 * SIZE + 4
    assert seen.paler[place, 3] > 0.2
    assert seen.darker[place, 3] < -1


def test_glare_washes_everything_out() -> None:
    """Where a lamp is mirrored on several squares nothing can be told; one white square is a white tile."""
    glare = dict.fromkeys((10, 11, 12, 19, 20, 21, 28, 29, 30), (255, 255, 255))

    seen = looks(board(tiles={**glare, 60: (255, 255, 255), 70: (190, 225, 235)}), Printed(CODES, "."))

    assert set(np.flatnonzero(seen.washed)) == glare.keys()


@pytest.mark.parametrize(("white", "at_end"), [(255, True), (248, True), (244, False)])
def test_grain_is_cut_off_at_the_scales_end(white: int, *, at_end: bool) -> None:
    """Smoothed, it lies below the end; but what is no whiter than that is still no square that glare has washed out."""
    seen = looks(
        board(tiles=dict.fromkeys((10, 11, 12, 19, 20, 21, 28, 29, 30), (white, white, white))), Printed(CODES, ".")
    )

    assert bool(seen.at_end[20]) is at_end
    assert bool(seen.washed[20]) is (white > 250)


def test_shade_is_less_of_a_difference_than_colour() -> None:
    """A step in brightness counts half a step in hue."""
    nothing = np.zeros(4)

    assert distance(np.array([0, 0, 0, 0.4]), nothing) == pytest.approx(0.2)
    assert distance(np.array([0.4, 0, 0, 0]), nothing) == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("top", "ink", "faded"), [(255, 150, True), (248, 150, True), (255, 60, False), (240, 150, False)]
)
@pytest.mark.parametrize("stroke", [2, 5])
def test_pale_ink_on_a_white_top_has_faded(top: int, ink: int, stroke: int, *, faded: bool) -> None:
    """A top at the end of the scale with pale ink has lost its marks, also where a bold letter covers the middle."""
    pixels: Colour = board().pixels.copy()
    tile = pixels[5 * SQUARE : 6 * SQUARE, 5 * SQUARE : 6 * SQUARE]
    tile[:] = top
    tile[6:26, 16 - stroke : 16 + stroke] = ink

    seen = looks(Squared(pixels, SIZE), Printed(CODES, "."))

    assert bool(seen.faded[4 * SIZE + 4]) is faded
    assert np.count_nonzero(seen.faded) == faded
