"""Values that are only assumed must be read, till enough others tell that the deck is the usual one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pi_referee.rules.board.deck import Deck
from vision.arrays import Floats
from vision.cards.card_shares import CardShares, OpenQuestion
from vision.cards.card_sighting import CardWhy
from vision.cards.card_verdict import CardVerdict
from vision.cards.printed.assumed_values import likely_values, unread_letters, with_unread_values

VALUES = {"A": 1, "B": 4, "D": 1, "E": 1, "H": 3, "K": 3, "L": 1, "U": 3, "V": 4, "Å": 4}
DECK = Deck(VALUES, assumed=frozenset(VALUES))


def showing(**values: float) -> Floats:
    """Shares of the values: v4=0.9 for 0.9 of a 4, none=0.1 for 0.1 of none."""
    shares = np.zeros(17)
    for name, share in values.items():
        shares[16 if name == "none" else int(name.removeprefix("v"))] = share
    return shares


def own(letters: str) -> dict[str, list[Floats]]:
    """Cards of these letters, each with its own value plain to see."""
    return {letter: [showing(**{f"v{VALUES[letter]}": 0.99})] for letter in letters}


def test_an_assumed_value_that_no_card_shows_is_not_known() -> None:
    """Of a deck that nobody knows yet each letter's value must be seen once; those that are not are open."""
    assert unread_letters(own("AU"), DECK) == {*VALUES} - {"A", "U"}


@pytest.mark.parametrize(("share", "is_known"), [(0.95, True), (0.93, False)])
def test_a_value_that_is_likely_seen_bears_the_assumed_one_out(share: float, *, is_known: bool) -> None:
    """A share of 0.94 of the assumed value is enough: other values hardly ever have as much of it."""
    assert ("B" not in unread_letters({"B": [showing(v4=share, none=1 - share)]}, DECK)) is is_known


def test_cards_of_one_letter_that_show_different_values_bear_none_out() -> None:
    """One of them is misread, and nobody knows which: the letter's value is asked."""
    at_odds = {"U": [showing(v3=0.99), showing(v1=0.8, v3=0.2)]}

    assert "U" in unread_letters(at_odds, DECK)
    assert "U" not in unread_letters({"U": [showing(v3=0.99), showing(v3=0.2, none=0.8)]}, DECK)


@pytest.mark.parametrize(("read", "is_known"), [("ABDEHKLU", True), ("ABDEHKL", False)])
def test_enough_usual_values_tell_that_the_deck_is_the_usual_one(read: str, *, is_known: bool) -> None:
    """Eight letters that are worth what the game's file says vouch for all others."""
    assert (not unread_letters(own(read), DECK)) is is_known


def test_what_was_known_before_counts_too() -> None:
    """Letters that somebody wrote down or games showed count with those of the look."""
    known = replace(DECK, assumed=frozenset("UVÅ"))

    assert not unread_letters(own("U"), known)


def test_a_deck_of_its_own_is_not_believed() -> None:
    """Where one letter is worth something else, the others may be, too: each must be seen."""
    other = replace(DECK, assumed=frozenset("VÅ"), is_usual=False)

    assert unread_letters(own("V"), other) == {"Å"}


def test_what_is_not_seen_is_assumed_and_what_seems_to_be_seen_is_offered() -> None:
    """The assumed value has what is left of the shares; the likeliest one comes first."""
    assert likely_values(showing(v4=0.1, none=0.9), 4) == (("4", 1.0),)
    assert likely_values(showing(v4=0.1, v7=0.2, v9=0.04, none=0.66), 4) == (("4", 0.8), ("7", 0.2))
    assert likely_values(showing(v4=0.1, v7=0.8, none=0.1), 4) == (("7", 0.8), ("4", 0.2))


@pytest.mark.parametrize("printed", [None, 8])
def test_of_a_joker_that_may_be_a_letter_the_value_is_asked(printed: int | None) -> None:
    """Whoever says that it is an A is asked what it is worth, be its value read or not: a joker's own is not kept."""
    either = OpenQuestion("letter", (("", 0.99), ("A", 0.01)), CardWhy.JOKER)
    joker = CardVerdict("", printed, 1, is_joker=True, confidence=0.99, open=(either,))
    values, bare = showing(**{"none" if printed is None else f"v{printed}": 1.0}), np.array([1.0, 0.0, 0.0])
    shares = CardShares(np.zeros(10), np.zeros(10), 0.0, values, bare, bare, 0.0, inside=1.0)

    [told] = with_unread_values([joker], [shares], DECK)

    assert [value for value, _ in told.asked("value")] == ["1" if printed is None else "8"] + ["1"] * bool(printed)


@pytest.mark.parametrize(("assumed", "is_asked"), [("", False), ("U", True)])
def test_of_a_joker_any_letters_value_may_be_needed(assumed: str, *, is_asked: bool) -> None:
    """The letter that is named beside a joker is known, but one of a few others is not: that may be told as well."""
    either = OpenQuestion("letter", (("", 0.99), ("A", 0.01)), CardWhy.JOKER)
    joker = CardVerdict("", None, 1, is_joker=True, confidence=0.99, open=(either,))
    bare = np.array([1.0, 0.0, 0.0])
    shares = CardShares(np.zeros(10), np.zeros(10), 0.0, showing(none=1.0), bare, bare, 0.0, inside=1.0)
    few = {letter: VALUES[letter] for letter in "ABU"}

    [told] = with_unread_values([joker], [shares], Deck(few, assumed=frozenset(assumed)))

    assert bool(told.asked("value")) is is_asked
