"""How far edges are spread: what tells a lens out of focus from a hand that shook, and when letters may be gone."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.library import ruleset
from vision.eye import Eye
from vision.geometry.find_board import board_of
from vision.geometry.rectify import SQUARE, square_up
from vision.letters.letter_model import Letters
from vision.photo.motion_blur import Spread, spread_of
from vision.render import View, quad, render
from vision.sighting import NotSeen, Sighting

GAME = ruleset("alfapet-sv")
LAID = draw_position("K A B E L\n. . . T .\n. . . T .", at=Square.parse("H9"))
VIEW = View(width=1024, height=768, blur=0.4, grain=1.0, seed=2)
SIDE = 768 * 0.92 / 19
"""A square's side in such a picture, px."""


def shaken(picture: NDArray[np.uint8], px: int, degrees: float) -> NDArray[np.uint8]:
    """A picture for which the camera was moved by so many px that way."""
    way = np.array([np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))]) * px / 2
    middle = (px + 2) / 2
    kernel = np.zeros((px + 3, px + 3), np.float32)
    ends = [tuple(np.round(middle + sign * way).astype(int).tolist()) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1, 1)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.uint8)


def spread(picture: NDArray[np.uint8], view: View = VIEW) -> Spread:
    """What is measured where the board lies."""
    size = GAME.layout.size
    return spread_of(square_up(picture, board_of(quad(view, GAME.layout), size), size))


@pytest.mark.parametrize("deviation", [2.0, 2.5, 3.0])
def test_a_lens_spreads_edges_alike(deviation: float) -> None:
    """Out of focus edges are spread by the blur, the same to all sides, and nothing has been shaken."""
    told = spread(np.asarray(cv2.GaussianBlur(render(LAID, GAME, VIEW), (0, 0), deviation), np.uint8))

    assert told.across == pytest.approx(deviation / SIDE, rel=0.3)
    assert told.down == pytest.approx(deviation / SIDE, rel=0.3)
    assert not told.is_shaken


@pytest.mark.parametrize(
    ("degrees", "way"), [(0.0, "across"), (90.0, "down"), (15.0, "across"), (45.0, "falling"), (135.0, "rising")]
)
def test_a_hand_that_shook_spreads_one_way(degrees: float, way: str) -> None:
    """Edges across the movement are spread, those along it are as sharp as before."""
    told = spread(shaken(render(LAID, GAME, VIEW), 11, degrees))

    assert told.is_shaken
    pair = (told.across, told.down) if way in {"across", "down"} else (told.rising, told.falling)
    assert getattr(told, way) == max(pair)


@pytest.mark.parametrize(("px", "degrees"), [(4, 0.0), (4, 90.0), (5, 45.0)])
def test_a_short_movement_thins_strokes(px: int, degrees: float) -> None:
    """Too short to lose letters, it leaves strokes across its way paler than the others."""
    assert spread(shaken(render(LAID, GAME, VIEW), px, degrees)).thins_strokes


@pytest.mark.parametrize("view", [VIEW, replace(VIEW, tilt=35.0), replace(VIEW, turn=30.0), replace(VIEW, grain=12.0)])
def test_a_steady_picture_is_not_shaken(view: View) -> None:
    """Whatever way the board is seen, in grain, too."""
    told = spread(render(LAID, GAME, view), view)

    assert not told.is_shaken
    assert not told.thins_strokes
    assert not told.hides_letters


def test_a_flat_board_tells_nothing() -> None:
    """Where no edge is there is nothing to measure."""
    size = GAME.layout.size
    flat = np.full(((size + 2) * SQUARE, (size + 2) * SQUARE, 3), 140, np.uint8)
    told = spread_of(square_up(flat, np.diag([1 / SQUARE, 1 / SQUARE, 1.0]), size))

    assert told == Spread(0.0, 0.0, 0.0, 0.0, highest=0.0)
    assert not told.is_shaken
    assert not told.hides_letters


@pytest.mark.parametrize("degrees", [0.0, 45.0, 90.0])
def test_the_eye_refuses_a_shaken_picture(degrees: float) -> None:
    """A T that was moved along its bar looks like an I: no letter is told, and the reason is."""
    picture = render(LAID, GAME, VIEW)
    eye = Eye(GAME, letters=Letters())

    seen = eye.see(shaken(picture, 13, degrees))

    assert isinstance(seen, NotSeen)
    assert "shakes" in seen.cure or "No board" in seen.reason
    assert isinstance(eye.see(picture), Sighting)


@pytest.mark.parametrize("deviation", [8, 12, 14, 16, 24])
@pytest.mark.parametrize("share", [1.0, 0.2])
def test_a_board_far_out_of_focus_is_never_told_as_bare(deviation: int, share: float) -> None:
    """However wide its edges are, clear or in fog, a board between shown corners is refused."""
    picture = share * render(LAID, GAME, VIEW) + (1 - share) * 128
    blurred = np.asarray(cv2.GaussianBlur(picture, (0, 0), deviation), np.uint8)

    found = Eye(GAME).see(blurred, quad(VIEW, GAME.layout))

    assert isinstance(found, NotSeen)
    assert found.code in {Refusal.BLUR, Refusal.COVERED}
