"""Which values of a deck must be read before they count: those that are only assumed, till enough others are known."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pi_referee.rules.board.deck import Deck
from vision.arrays import Floats
from vision.cards.printed.card_values import MOST_VALUE


@dataclass(frozen=True, slots=True)
class AssumedLimits:
    """When a value that is only assumed is believed."""

    # The share (0 to 1) from which a card bears it out: of 767 cards on 127 drawn tables that bear another value one
    # has as much of the assumed one, of 257 that bear the assumed one and do not clearly show it 74 have.
    borne_out: float = 0.7
    # The share of another value from which a card rather shows that one: of two Us worth 1 one had 0.996 of a 3, the
    # other 0.79 of a 1.
    another: float = 0.5
    # So many letters that are worth what the game's file says, and none that is not, tell that all are.
    letters: int = 8
    offered: float = 0.05  # the least share of another value that is offered


LIMITS = AssumedLimits()


def unread_letters(shown: Mapping[str, Sequence[Floats]], deck: Deck) -> Collection[str]:
    """The letters whose value is only assumed and not borne out, where nothing tells that the deck is the usual one.

    shown: letter -> each of its cards' shares of the values, (17,), the last of none; of letters that were surely read.
    """
    unread = deck.assumed - {letter for letter, cards in shown.items() if _is_borne_out(cards, deck.values[letter])}
    is_usual = deck.is_usual and len(deck.values) - len(unread) >= LIMITS.letters
    return frozenset[str]() if is_usual else unread


def _is_borne_out(cards: Sequence[Floats], assumed: int) -> bool:
    """Whether one of a letter's cards shows the value that is assumed, and none rather another."""
    if assumed > MOST_VALUE:
        return False
    others = [float(np.delete(shares[:-1], assumed).max()) for shares in cards]
    return max(float(shares[assumed]) for shares in cards) >= LIMITS.borne_out and max(others) < LIMITS.another


def likely_values(shares: Floats, assumed: int) -> tuple[tuple[str, float], ...]:
    """What an unread value may be, likeliest first; shares: (17,). Where none is seen it is the assumed one."""
    others = [
        (str(value), round(float(shares[value]), 4))
        for value in range(MOST_VALUE + 1)
        if value != assumed and shares[value] >= LIMITS.offered
    ]
    own = (str(assumed), round(1 - sum(share for _, share in others), 4))
    return tuple(sorted((own, *others), key=lambda choice: -choice[1]))
