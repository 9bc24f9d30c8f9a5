"""What the networks see that look from nearer: which way up a letter lies, and what a mark says."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from vision.cards.card_frames import Frames
from vision.cards.card_windows import HIGH, INSET, WIDE, windows_of
from vision.cards.printed.card_way_up import WayUp
from vision.cards.printed.mark_closeup import MarkCloseup, closeups, paper_of
from vision.render.view import BUNDLED

HEIGHT, WIDTH = 200, 140
"""Of a card in the picture, px."""


def letter(sign: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A letter as high as the letter readers know it, in the middle of their window."""
    sheet = Image.new("L", (48, 48), 240)
    ImageDraw.Draw(sheet).text((24, 24), sign, font=ImageFont.truetype(BUNDLED, 26), fill=30, anchor="mm")
    return np.asarray(sheet, np.uint8)


def test_letters_tell_which_way_up_they_stand() -> None:
    """An A, an E and a T say clearly what is up, the other way upside down; an O says next to nothing."""
    windows = np.array([letter(sign) for sign in "AETO"])
    upright, turned = (WayUp().evidence(np.ascontiguousarray(way)) for way in (windows, windows[:, ::-1, ::-1]))

    assert (upright[:3] > 2).all()
    assert np.allclose(upright, -turned, atol=1e-4)
    assert abs(upright[3]) < 2


@pytest.mark.parametrize("text", ["2x", "3x", ""])
def test_a_mark_is_read_from_nearer(text: str) -> None:
    """A clear 2x and a clear 3x are told apart, and bare paper is no mark."""
    sheet = Image.new("RGB", (WIDTH + 60, HEIGHT + 60), (90, 60, 40))
    draw = ImageDraw.Draw(sheet)
    draw.rectangle((30, 30, 30 + WIDTH, 30 + HEIGHT), fill=(250, 246, 236))
    draw.text((100, 130), "K", font=ImageFont.truetype(BUNDLED, 90), fill=(30, 30, 40), anchor="mm")
    spot = np.array([60, 205])
    if text:
        draw.ellipse((*(spot - 17), *(spot + 17)), fill=(200, 40, 40))
        draw.text(tuple(spot), text, font=ImageFont.truetype(BUNDLED, 20), fill=(255, 250, 250), anchor="mm")
    picture = np.ascontiguousarray(np.asarray(sheet, np.uint8)[:, :, ::-1])
    middle = np.array([[30 + WIDTH / 2, 30 + HEIGHT / 2]])
    frames = Frames(middle, np.array([[WIDTH / 2, 0.0]]), np.array([[0.0, HEIGHT / 2]]), np.ones(1), np.zeros(1, bool))
    at = (spot - 30) / (WIDTH, HEIGHT) * (np.array([WIDE, HIGH]) - 2 * np.array(INSET)) + INSET
    papers = [paper_of(window) for window in windows_of(picture, frames.corners)]
    seen = closeups(picture, frames, papers, np.zeros(1, int), at[None])

    assert MarkCloseup().shares(seen)[0].argmax() == ("", "2x", "3x").index(text)
