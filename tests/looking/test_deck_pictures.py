"""A deck from pictures: what is clear holds, what is not stays as it was; a damaged deck is no deck to look with."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from pi_referee.decks.deck_file import read_deck
from pi_referee.decks.house_deck import Card, HouseDeck, Source, assumed_cards
from pi_referee.errors import PictureError
from pi_referee.looking.deck_pictures import Shown, completed, learnt_from_pictures, why_unread
from pi_referee.looking.game_eye import Sight
from pi_referee.rules.board.deck import Deck
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.library import ruleset
from vision.cards.deck_learning import LearntDeck
from vision.sighting import NotSeen

CARDS = ruleset("kortalfapet")
ASSUMED = assumed_cards(CARDS)
EMPTY_TABLE = np.full((480, 640, 3), 90, np.uint8)


def learnt(values: dict[str, int], marks: dict[str, set[int]], *unsure: str) -> LearntDeck:
    """What pictures told."""
    deck = Deck(values, {letter: frozenset(shown) for letter, shown in marks.items()})
    return LearntDeck(deck, Counter((letter, value, 1) for letter, value in values.items()), frozenset(unsure), 0)


def known(**cards: Card) -> HouseDeck:
    """The usual deck with some letters known better."""
    return ASSUMED.having(cards)


def test_what_is_clear_is_learnt() -> None:
    """A letter that was seen clearly has its value and marks; another stays assumed."""
    deck = completed(learnt({"L": 2, "K": 9}, {"L": {1, 3}, "K": {1}}, "K"), ASSUMED)

    assert deck.cards["L"] == Card(2, frozenset({1, 3}), Source.PICTURES)
    assert [deck.cards[letter] for letter in "KA"] == [ASSUMED.cards[letter] for letter in "KA"]


def test_one_part_of_the_deck_after_another() -> None:
    """Marks of earlier pictures stay beside those of this one; what a person wrote stays as it was written."""
    before = known(
        L=Card(1, frozenset({1, 3}), Source.PICTURES),
        K=Card(3, frozenset({1}), Source.HAND),
        A=Card(7, frozenset({1}), Source.HAND),
    )
    deck = completed(learnt({"L": 1, "K": 3}, {"L": {2}, "K": {2}}), before)

    assert deck.cards["L"].marks == frozenset({1, 2, 3})
    assert [deck.cards[letter] for letter in "KA"] == [before.cards[letter] for letter in "KA"]


def test_what_pictures_show_otherwise_is_told() -> None:
    """Of what somebody wrote, which stays, and of what was known before, which does not."""
    before = known(
        L=Card(1, frozenset({1}), Source.HAND),
        K=Card(3, None, Source.HAND),
        A=Card(7, None, Source.GAMES),
        Q=Card(20, None, Source.HAND),
    )
    told = learnt({"L": 2, "K": 3, "A": 1, "B": 4, "C": 5}, {"L": {1, 3}, "K": {2}, "A": {1}, "B": {1}, "C": {1}}, "C")
    taught = Shown(told, before, completed(told, before)).taught

    assert (taught.learnt, taught.changed, taught.by_hand) == (("A", "B"), ("A (7)",), ("L (2, 3x)",))
    assert (taught.unsure, taught.too_high) == (("C",), ("Q",))
    assert set(taught.missing) == set(CARDS.alphabet) - set("LKABC")


@pytest.mark.parametrize(
    ("unread", "bare", "small", "what"),
    [(0, 0, 9, "too small"), (9, 8, 0, "No values can be seen"), (9, 2, 1, "No card can be read")],
)
def test_why_no_card_is_read_is_told(unread: int, bare: int, small: int, what: str) -> None:
    """Too small, without values, or else as they lie."""
    told = why_unread(LearntDeck(Deck({}), Counter(), frozenset("L"), unread, bare=bare, small=small))

    assert (what in told.what, bool(told.cure)) == (True, True)


def test_a_table_without_cards_teaches_nothing(tmp_path: Path) -> None:
    """It is told what to do, and no deck is written."""
    with pytest.raises(PictureError, match="No card can be read") as caught:
        learnt_from_pictures([EMPTY_TABLE], CARDS, tmp_path)

    assert (bool(caught.value.cure), list(tmp_path.iterdir())) == (True, [])


def test_nothing_is_read_with_a_damaged_deck(tmp_path: Path) -> None:
    """The look is refused with the reason and its cure, and the program goes on; mended, the next look reads."""
    path = tmp_path / "kortalfapet.txt"
    path.write_text("A one\n", encoding="utf-8")
    began = GameBegan("kortalfapet", ("Anna", "Bo"), 7)
    sight = Sight(lambda: began, deck=lambda _: (read_deck(path, CARDS) if path.exists() else ASSUMED).deck)
    sight.warm_up()
    refused = sight.cards.see(EMPTY_TABLE)
    path.unlink()
    again = sight.cards.see(EMPTY_TABLE)

    assert isinstance(refused, NotSeen)
    assert (refused.code, bool(refused.cure)) == (Refusal.DECK, True)
    assert not isinstance(again, NotSeen) or again.code is not Refusal.DECK
