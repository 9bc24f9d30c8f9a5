"""Tiles that are seen whole, and those a finger or a lamp hides in part."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.arrays import Colour, Flags, Floats
from vision.sighting import Edition
from vision.squares.whole_tiles import Tops, whole

IVORY, DARK, SKIN = (205, 225, 235), (60, 52, 50), (130, 160, 205)
MIDDLES: Floats = np.array([[20.0 + 40 * column, 20.0] for column in range(4)])
LETTERED = np.ones(4, bool)


def seen(
    picture: Colour, edition: Edition = "light", lettered: Flags = LETTERED, middles: Floats = MIDDLES
) -> list[bool]:
    """Which of the tiles are whole, in even light."""
    light = np.full((len(middles), 2), np.log(200.0))
    return list(whole(picture, Tops(middles, lettered, light), 0.2 * float(picture.mean()), edition))


def tiles(edition: Edition = "light") -> Colour:
    """Four tiles in a row, each with a letter."""
    top, ink = (IVORY, (25, 25, 25)) if edition == "light" else (DARK, (230, 230, 230))
    picture = np.full((40, 160, 3), top, np.uint8)
    for column, letter in enumerate("ASGB"):
        cv2.putText(picture, letter, (11 + 40 * column, 29), cv2.FONT_HERSHEY_SIMPLEX, 0.8, ink, 2, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("edition", ["light", "dark"])
def test_clear_tiles_are_whole(edition: Edition) -> None:
    """Top and ink are all there is on them."""
    assert all(seen(tiles(edition), edition))


def test_a_finger_over_a_third_of_a_tile_is_seen() -> None:
    """Skin is neither top nor ink."""
    picture = tiles()
    picture[:, 44:54] = SKIN

    assert seen(picture) == [True, False, True, True]


def test_a_lamp_that_drowns_the_letter_is_seen() -> None:
    """A letter with a small part of the others' contrast cannot be trusted."""
    picture = tiles().astype(float)
    picture[:, 80:120] = picture[:, 80:120] * 0.08 + 235 * 0.92

    assert not seen(picture.astype(np.uint8))[2]


def test_out_of_focus_a_plain_tile_shows_no_ink() -> None:
    """Where letters are so blurred that one passes for a blank, its contrast tells; a blank has none."""
    lettered, light = np.array([True, True, True, False]), np.full((4, 2), np.log(200.0))
    inked, plain = tiles(), tiles()
    plain[:, 120:] = IVORY

    def is_whole(picture: Colour, *, blurred: bool) -> bool:
        return bool(whole(picture, Tops(MIDDLES, lettered, light), 30.0, "light", blurred=blurred)[3])

    assert is_whole(plain, blurred=True)
    assert is_whole(inked, blurred=False)
    assert not is_whole(inked, blurred=True)


def test_a_light_that_falls_off_is_no_ink() -> None:
    """A lamp's pool across a plain tile out of focus is no letter, though it has as much contrast."""
    lettered, light = np.array([True, True, True, False]), np.full((4, 2), np.log(200.0))
    lit = tiles()
    lit[:, 120:] = np.asarray(IVORY) * np.linspace(0.6, 1.0, lit.shape[1] - 120)[:, None]

    assert whole(lit, Tops(MIDDLES, lettered, light), 30.0, "light", blurred=True)[3]


def test_a_plain_tile_needs_no_contrast() -> None:
    """A blank has no letter that could be washed out."""
    picture = tiles()
    picture[:, 80:120] = IVORY

    assert seen(picture, lettered=np.array([True, True, False, True]))[2]


def test_no_tile_no_answer() -> None:
    """An empty board is no special case."""
    assert seen(tiles(), lettered=np.zeros(0, bool), middles=np.zeros((0, 2))) == []
