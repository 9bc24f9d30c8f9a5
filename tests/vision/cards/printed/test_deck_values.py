"""A deck's values are learnt only where its cards agree: they err alike, so that many weak ones make no sure one."""

import numpy as np
import pytest

from vision.arrays import Floats
from vision.cards.printed.deck_values import LearntValues, values_learnt

USUAL = {"D": 1, "E": 1, "L": 1, "M": 2, "T": 1, "J": 8}


def card(text: str) -> Floats:
    """A card's shares, as text: 3=0.9 1=0.1; what is left over is of none."""
    shares = np.zeros(17)
    for part in text.split():
        value, _, share = part.partition("=")
        shares[int(value)] = float(share)
    shares[-1] = 1 - shares.sum()
    return shares


def learnt(text: str) -> LearntValues:
    """What is learnt of cards, a letter a line, its cards with commas between."""
    lines = (line.split(":") for line in text.strip().splitlines())
    return values_learnt({letter.strip(): [card(one) for one in cards.split(",")] for letter, cards in lines}, USUAL)


@pytest.mark.parametrize(
    "cards",
    [
        "D: 3=0.91 1=0.08, 3=0.97, 3=0.95, 1=0.65 3=0.35, 3=0.95",  # one rather shows the other
        "E: 4=0.22, , 0=0.17, 8=0.37, 10=0.37, 0=0.13, 0=0.14",  # none shows anything
        "M: 2=0.97, 12=0.97, 2=0.97",  # one clearly shows the other
        "L: 3=0.97, 3=0.56 1=0.44",  # only one is clear
        "J: 0=0.96",  # a lone card with another value than the usual one
        "J: 0=1.0",
        "J: 8=0.85",  # a lone card that is not clear
        "T: 1=0.95, 1=0.3, 1=0.3",  # most show nothing
    ],
)
def test_where_cards_do_not_agree_nothing_is_learnt(cards: str) -> None:
    """The letter is named as not clear."""
    assert learnt(cards).unsure == {cards[0]}


@pytest.mark.parametrize(
    ("cards", "value"), [("T: 1=0.95, 1=0.8, 1=0.6", 1), ("J: 8=0.95", 8), ("T: 4=0.95, 4=0.97, 4=0.7", 4)]
)
def test_where_cards_agree_it_is_learnt(cards: str, value: int) -> None:
    """The usual value by one clear card, another one by two, if no other card rather shows another."""
    told = learnt(cards)

    assert (told.likeliest[cards[0]], told.unsure, told.at_odds) == (value, frozenset(), frozenset())


def test_values_that_one_letter_mixes_are_told_of_none() -> None:
    """Where cards of one letter are clearly 1 and 3, as those of two decks, no other letter is learnt as either."""
    told = learnt("""
        D: 3=0.97, 1=0.95
        L: 3=0.99, 3=0.99
        T: 1=0.99, 1=0.99
        M: 2=0.99, 2=0.99
    """)

    assert (sorted(told.at_odds), sorted(told.unsure)) == (["D"], ["D", "L", "T"])
