"""Where the big letters of cards stand, and how they are cut out."""

import cv2
import numpy as np
import pytest

from tests.vision.cards.drawn_words import drawn_word
from vision.cards.card_frames import Frames
from vision.cards.card_letters import glyph_of, glyphs_of
from vision.cards.card_windows import HIGH, WIDE, Windows, windows_of

MIDDLE = (48, 66)
"""The middle of a card's window, px."""


def face(letter: str, frame: tuple[int, int] = (0, 0)) -> Windows:
    """A card with a letter in its middle and the sides and lower edge of a thin frame between two heights, px."""
    window = np.full((HIGH, WIDE, 3), 240, np.uint8)
    (wide, high), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_SIMPLEX, 1.2, 2)
    left, low = MIDDLE[0] - wide // 2, MIDDLE[1] + high // 2
    cv2.putText(window, letter, (left, low), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (20, 20, 20), 2)
    top, bottom = frame
    if bottom > top:
        sides = np.array([(16, top), (16, bottom), (81, bottom), (81, top)])
        cv2.polylines(window, [sides], isClosed=False, color=(60, 120, 60))
    return window


@pytest.mark.parametrize("letter", ["V", "T", "L", "M", "O"])
def test_a_letter_is_found_beside_a_part_of_a_frame(letter: str) -> None:
    """In dim light a part of the frame is ink, higher than the letter: taken for it, it hid marks beside it."""
    alone, framed = glyph_of(face(letter)), glyph_of(face(letter, frame=(50, 118)))

    assert alone is not None
    assert alone[2] < 0.3
    assert framed == alone


def test_a_frame_alone_is_no_letter() -> None:
    """What is ink on a little of its box is none, however high."""
    assert glyph_of(face("", frame=(50, 118))) is None


@pytest.mark.parametrize("is_upside_down", [False, True])
@pytest.mark.parametrize("length", [0.9, 0.8, 0.7])
def test_a_letter_tells_how_far_off_its_card_was_found(length: float, *, is_upside_down: bool) -> None:
    """Of four cards one, found too short at its lower end, shows its letter lower than the others do."""
    picture, cards = drawn_word("KATT")
    short = np.array([1, 1, 1, length])[:, None]
    found = Frames(
        cards.middles - (1 - short) * cards.downs, cards.rights, short * cards.downs, cards.scores, cards.backs
    )
    flipped = np.full(4, is_upside_down)

    glyphs = glyphs_of([glyph_of(window) for window in windows_of(picture, found.turned(flipped).corners)])
    off = glyphs.turned(flipped).off

    assert off[:3].max() < 0.01
    assert off[3] > 0.03


@pytest.mark.parametrize("ends", [(0.3, 0.7), (0.22, 0.6), (0.34, 0.56)])
def test_a_letter_that_only_reaches_farther_does_not_stand_off(ends: tuple[float, float]) -> None:
    """A J reaches lower, an Å higher, and a small sign neither way: their cards were found where they lie."""
    usual = (0.45, 0.45, 0.3)
    glyphs = glyphs_of([usual, usual, usual, ((ends[0] + ends[1]) / 2,) * 2 + (ends[1] - ends[0],)])

    assert glyphs.off.max() == pytest.approx(0, abs=1e-9)
