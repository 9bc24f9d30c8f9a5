"""Tiles that are seen whole, and those of which a finger, a thread or a lamp hides a part."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.arrays import Colour, Flags, Floats
from vision.sighting import Edition
from vision.squares.whole_tiles import across, shown

IVORY, DARK, FELT, SKIN = (205, 225, 235), (60, 52, 50), (90, 120, 60), (130, 160, 205)
MIDDLES: Floats = np.array([[24.0 + 40 * column, 24.0] for column in range(4)])
LETTERED = np.ones(4, bool)
TILE = slice(10, 38)
"""The rows of px in which the tiles' tops lie."""


def crossed(picture: Colour) -> list[bool]:
    """Across which of the tiles something lies."""
    return [bool(share > 0.5) for share in across(picture, MIDDLES)]


def clear(picture: Colour, lettered: Flags = LETTERED, *, blurred: bool = False) -> list[bool]:
    """Which of the tiles show a clear letter, or none."""
    told = shown(picture, MIDDLES[: len(lettered)], lettered, 0.2 * float(picture.mean()), blurred=blurred)
    return [bool(one) for one in told]


def tiles(edition: Edition = "light") -> Colour:
    """Four tiles in a row on a green board, each with a letter."""
    top, ink = (IVORY, (25, 25, 25)) if edition == "light" else (DARK, (230, 230, 230))
    picture = np.full((48, 176, 3), FELT, np.uint8)
    for column, letter in enumerate("ASGB"):
        picture[TILE, 10 + 40 * column : 38 + 40 * column] = top
        cv2.putText(picture, letter, (16 + 40 * column, 31), cv2.FONT_HERSHEY_SIMPLEX, 0.6, ink, 2, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("edition", ["light", "dark"])
def test_nothing_lies_across_clear_tiles(edition: Edition) -> None:
    """A top and its letter are all there is."""
    assert crossed(tiles(edition)) == [False] * 4


@pytest.mark.parametrize("width", [2, 4, 9], ids=["a string", "a straw", "a pen"])
@pytest.mark.parametrize("tone", [SKIN, (160, 70, 90), (40, 40, 130)], ids=["of skin", "blue", "red"])
@pytest.mark.parametrize("edition", ["light", "dark"])
def test_what_lies_across_a_tile_is_seen(edition: Edition, tone: tuple[int, int, int], width: int) -> None:
    """Across the second tile, and over the board on either side of it; its neighbours are whole."""
    picture = tiles(edition)
    cv2.line(picture, (54, 0), (72, 47), tone, width, cv2.LINE_AA)

    assert crossed(picture) == [False, True, False, False]


def test_a_shade_lies_across_nothing() -> None:
    """The edge of a shadow over a tile, as soft as a table's lamp makes it, takes light from it, and no ink."""
    shade = 1 - 0.4 / (1 + np.exp((np.arange(176) - 66) / 2.0))
    picture = (tiles() * shade[:, None]).astype(np.uint8)

    assert crossed(picture) == [False] * 4


def test_a_lamp_that_drowns_the_letter_is_seen() -> None:
    """A letter with a small part of the others' contrast cannot be trusted."""
    picture = tiles().astype(float)
    picture[:, 84:124] = picture[:, 84:124] * 0.08 + 235 * 0.92

    assert clear(picture.astype(np.uint8)) == [True, True, False, True]


def test_out_of_focus_a_plain_tile_shows_no_ink() -> None:
    """Where letters are so blurred that one passes for a blank, its contrast tells; a blank has none."""
    lettered = np.array([True, True, True, False])
    inked, plain = tiles(), tiles()
    plain[TILE, 130:158] = IVORY

    assert clear(plain, lettered, blurred=True)[3]
    assert clear(inked, lettered)[3]
    assert not clear(inked, lettered, blurred=True)[3]


def test_a_light_that_falls_off_is_no_ink() -> None:
    """A lamp's pool across a plain tile out of focus is no letter, though it has as much contrast."""
    lit = tiles()
    lit[TILE, 130:158] = np.asarray(IVORY) * np.linspace(0.6, 1.0, 28)[:, None]

    assert clear(lit, np.array([True, True, True, False]), blurred=True)[3]


def test_a_plain_tile_needs_no_contrast() -> None:
    """A blank has no letter that could be washed out."""
    picture = tiles()
    picture[TILE, 90:118] = IVORY

    assert clear(picture, np.array([True, True, False, True]))[2]


def test_no_tile_no_answer() -> None:
    """An empty board is no special case."""
    assert across(tiles(), np.zeros((0, 2))).tolist() == []
    assert clear(tiles(), np.zeros(0, bool)) == []
