"""Finding the cards of a table for the page: where they lie, and what would make the picture better."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.camera import Picture
from pi_referee.looking.card_table import CardTable
from pi_referee.looking.game_eye import Sight
from pi_referee.rules.course.game import begin
from pi_referee.rules.course.happenings import GameBegan
from tests.vision.cards.drawn_words import drawn_word
from vision.sighting import Quad

BEGAN = GameBegan("kortalfapet", ("Ada", "Bo"), 7)


@pytest.fixture(scope="module")
def table() -> CardTable:
    """A table at which a game of cards has just begun."""
    return CardTable(begin(BEGAN), Sight(lambda: BEGAN).cards)


def word_of_cards(high: float) -> Picture:
    """A picture of a word of cards that are so many px high."""
    picture, frames = drawn_word("LUVA")
    share = high / float(np.median(frames.heights))
    return np.asarray(cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.slow
@pytest.mark.parametrize(("high", "advice"), [(110, []), (72, ["far"])])
def test_small_cards_are_found_and_the_camera_ought_to_be_nearer(
    table: CardTable, high: int, advice: list[str]
) -> None:
    """Before a game begins the page says that the cards are small, and then marks will often be asked about."""
    found = table.find(word_of_cards(high))

    assert isinstance(found.place, Quad)
    assert [one.kind for one in found.advice] == advice


def test_a_bare_table_brings_no_advice_but_why_nothing_is_found(table: CardTable) -> None:
    """Where no cards lie it is said that none are seen, and nothing of how large they are."""
    found = table.find(np.full((600, 800, 3), 90, np.uint8))

    assert not isinstance(found.place, Quad)
    assert found.advice == ()
