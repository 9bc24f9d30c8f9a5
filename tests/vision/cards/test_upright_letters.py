"""Which cards stand on their heads, by the letters that they show both ways up."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from vision.arrays import Grey
from vision.cards.card_letters import LIMITS, CardLetters
from vision.cards.printed.card_way_up import WayUp
from vision.cards.upright_letters import UprightEvidence, read_upright
from vision.letters.letter_model import SIDE
from vision.render.view import BUNDLED

LETTERS = CardLetters("ABDEGIKLMNORSTUVZÅÄÖ")


def window(sign: str, quarters: int = 0, size: int = round(LIMITS.cap * 8 / 0.73)) -> Grey:
    """A card's sign as it is cut out, turned by so many quarters."""
    large = Image.new("L", (SIDE * 8, SIDE * 8), 235)
    font, middle = ImageFont.truetype(str(BUNDLED), size), SIDE * 4
    ImageDraw.Draw(large).text((middle, middle + LIMITS.cap * 4), sign, font=font, fill=50, anchor="ms")
    return np.rot90(np.asarray(large.resize((SIDE, SIDE), Image.Resampling.BOX), np.uint8), quarters)


def on_heads(*windows: Grey) -> list[bool]:
    """Which cards of one word stand on their heads."""
    cut = np.ascontiguousarray(np.stack(windows))
    alone = WayUp().evidence(cut)
    evidence = UprightEvidence(alone, alone.clip(-3, 3), np.zeros(len(cut)), [None] * len(cut))
    return [bool(one) for one in read_upright(LETTERS, cut, evidence, [list(range(len(cut)))]).upside_down]


@pytest.mark.parametrize(("sign", "quarters", "is_on_head"), [("A", 2, True), ("E", 2, True), ("E", 0, False)])
def test_a_card_that_shows_another_letter_upside_down(sign: str, quarters: int, *, is_on_head: bool) -> None:
    """An A on its head is a V, and an E none: both are to be turned."""
    assert on_heads(window("K"), window("R"), window(sign, quarters), window("L")) == [False, False, is_on_head, False]


def test_a_joker_that_is_nearly_a_letter_upside_down() -> None:
    """A ? on its head is nearly a Z: a joker that shows one stands rightly, and is not to be turned at each press."""
    assert not any(on_heads(window("K"), window("R"), window("?", size=220), window("L")))


@pytest.mark.parametrize(("seen", "is_turned"), [(-4.4, True), (-1.6, False)])
def test_values_that_say_otherwise_belie_how_a_word_stood(seen: float, *, is_turned: bool) -> None:
    """SON upside down shows NOS: where its values plainly stand on their heads it was turned round where it lies."""
    cut = np.ascontiguousarray(np.stack([window(sign) for sign in "SON"]))
    evidence = UprightEvidence(np.zeros(3), np.array([0.0, seen, 0.0]), np.full(3, 3.0), list("SON"))

    assert read_upright(LETTERS, cut, evidence, [[0, 1, 2]]).flipped.tolist() == [is_turned] * 3


@pytest.mark.parametrize(("lay", "least", "most"), [("SON", 6.0, 9.0), ("LEK", 0.0, 2.0)])
def test_other_cards_that_lay_there_hardly_tell_how_the_next_word_stands(lay: str, least: float, most: float) -> None:
    """SON is laid from the other side where LEK lay, and its values say a little so: that is told, or asked."""
    cut = np.ascontiguousarray(np.stack([window(sign) for sign in "SON"]))
    evidence = UprightEvidence(np.zeros(3), np.array([0.0, -1.6, 0.0]), np.full(3, 3.0), list(lay))

    told = read_upright(LETTERS, cut, evidence, [[0, 1, 2]])

    assert least < float(told.evidence.sum()) < most
