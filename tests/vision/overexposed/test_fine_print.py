"""The small print on a tile's top, and what stands above its letter, tell what strong light has taken."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.arrays import Grey
from vision.overexposed.fine_print import FINE, FinePrint, below_white, fine_print

Stroke = tuple[int, int, int, int]
"""From (x, y) to (x, y), px right of and below the tile's middle."""

BARE: tuple[Stroke, ...] = ()
LETTER: tuple[Stroke, ...] = ((-8, 12, 0, -12), (8, 12, 0, -12), (-5, 3, 5, 3))
"""An A."""
VALUE: tuple[Stroke, ...] = ((20, 16, 20, 22),)
DOTS: tuple[Stroke, ...] = ((-4, -18, -4, -18), (4, -18, 4, -18))
INK = 120


def tile(*strokes: Stroke, ink: int = INK, top: int = 0) -> Grey:
    """A tile with a rim: how deep below white it is."""
    drawn = np.full((FINE, FINE), top, np.uint8)
    cv2.rectangle(drawn, (0, 0), (FINE - 1, FINE - 1), (90,), 2)
    for x, y, to_x, to_y in strokes:
        cv2.line(drawn, (FINE // 2 + x, FINE // 2 + y), (FINE // 2 + to_x, FINE // 2 + to_y), (ink,), 3)
    return drawn


def printed(*strokes: Stroke, top: int = 0) -> FinePrint:
    """What is seen on a tile with a letter."""
    seen = fine_print(tile(*strokes, top=top))
    assert seen is not None
    return seen


def test_the_depth_is_that_of_the_least_bleached_channel() -> None:
    """Warm light takes red first: what blue still shows is all there."""
    board = np.array([[[200, 255, 255], [255, 255, 255], [240, 250, 90]]], np.uint8)

    assert below_white(board).tolist() == [[55, 0, 165]]


@pytest.mark.parametrize("top", [0, 30])
def test_a_value_in_the_lower_right_corner_shows(top: int) -> None:
    """How deep it is counts from the tile's own top."""
    seen = printed(*LETTER, *VALUE, top=top)

    assert seen.value == INK - top
    assert seen.upper > INK - top - 40
    assert seen.lower > INK - top - 40
    assert seen.above == 0


@pytest.mark.parametrize("speck", [(-20, 16, -20, 22), (20, -16, 20, -22), (0, 20, 0, 26), (12, 24, 30, 24)])
def test_what_stands_elsewhere_is_no_value(speck: Stroke) -> None:
    """Values stand in one corner, and are no lines: what else lies on a tile tells of no light."""
    assert printed(*LETTER, speck).value == 0


def test_marks_above_a_letter_show() -> None:
    """The dots of an Ä stand apart from it."""
    assert printed(*LETTER, *DOTS).above > INK / 2


def test_pale_marks_that_touch_a_letter_show() -> None:
    """Out of focus, the dots of a bold Ö run into it: they are paler than the letter is."""
    top = tile(*LETTER)
    cv2.line(top, (FINE // 2, FINE // 2 - 14), (FINE // 2, FINE // 2 - 20), (24,), 4)

    seen = fine_print(top)

    assert seen is not None
    assert seen.above > 10


def test_a_line_with_a_pale_smear_is_a_letter_of_one_half() -> None:
    """What hangs together may be a line a px high and a shadow of it: nothing is deep in its other half."""
    smeared = np.zeros((FINE, FINE), np.uint8)
    smeared[22:42, 24:40] = 8
    smeared[30, 20:44] = 200

    seen = fine_print(smeared)

    assert seen is not None
    assert seen.upper > 0 or seen.lower > 0


@pytest.mark.parametrize("strokes", [BARE, VALUE, ((-31, 0, 31, 0),)])
def test_a_tile_without_a_letter_tells_nothing(strokes: tuple[Stroke, ...]) -> None:
    """A plain tile, or one under a stick that hides its middle from rim to rim."""
    assert fine_print(tile(*strokes)) is None
