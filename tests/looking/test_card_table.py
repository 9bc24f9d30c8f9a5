"""A table of cards: where they lie, what would make the picture better, and what changes while it is looked at."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pytest

from hardware.camera import Picture
from pi_referee.looking.card_sight import CardSight
from pi_referee.looking.card_table import CardTable
from pi_referee.looking.game_eye import Sight
from pi_referee.looking.retakes import Retake
from pi_referee.rules.course.game import begin
from pi_referee.rules.course.happenings import GameBegan
from tests.judge.test_interpret_cards import doubt, look
from tests.vision.cards.drawn_words import drawn_word
from vision.cards.card_sighting import CardSighting
from vision.sighting import NotSeen, Quad

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


@dataclass
class Told(CardSight):
    """Tells looks that are given, the last one again and again."""

    looks: list[CardSighting] = field(default_factory=list)

    def see(self, picture: Picture) -> CardSighting | NotSeen:
        """The next look."""
        return self.looks.pop(0) if len(self.looks) > 1 else self.looks[0]


def test_a_card_that_the_next_player_lays_at_once_is_asked_about() -> None:
    """While a doubt is looked at again somebody lays on: the play is what lay there when the button was pressed."""
    pressed = look("L U V A", doubt((0, 0), "multiplier", "1", "2"))
    seer = Told(lambda: BEGAN, looks=[lying(pressed), lying(look("L U V A N"))])
    pictures = [np.full((60, 80, 3), 90, np.uint8), np.full((60, 80, 3), 91, np.uint8)]

    seen = CardTable(begin(BEGAN), seer).see_well(pictures[0], Retake(lambda: pictures[1], lambda: 0.0, lambda _: None))

    assert isinstance(seen.look, CardSighting)
    assert [(one.cell, one.about, [sign for sign, _ in one.choices]) for one in seen.look.doubts] == [
        ((4, 0), "letter", ["N", "."])
    ]


def lying(seen: CardSighting) -> CardSighting:
    """The same look with each card where its cell is, ten px each."""
    return replace(seen, cards=tuple(replace(card, quad=_place(*(card.cell or (0, 0)))) for card in seen.cards))


def _place(column: int, row: int) -> Quad:
    left, top = 10 * column, 10 * row
    return Quad(((left, top), (left + 10, top), (left + 10, top + 10), (left, top + 10)))
