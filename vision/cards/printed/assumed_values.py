"""Which values of a deck must be read before they count: those that are only assumed, till enough others are known."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pi_referee.rules.board.deck import Deck
from vision.arrays import Floats
from vision.cards.printed.card_values import MOST_VALUE


@dataclass(frozen=True, slots=True)
class AssumedLimits:
    """When a value that is only assumed is believed."""

    # The share (0 to 1) from which a card bears it out: of 767 cards on 127 drawn tables that bear another value one
    # has as much of the assumed one, of 257 that bear the assumed one and do not clearly show it 74 have.
    borne_out: float = 0.7
    # So many letters that are worth what the game's file says, and none that is not, tell that all are.
    letters: int = 8
    offered: float = 0.05  # the least share of another value that is offered


LIMITS = AssumedLimits()


def unread_letters(shown: Mapping[str, Floats], deck: Deck) -> Collection[str]:
    """The letters whose value is only assumed and not borne out, where nothing tells that the deck is the usual one.

    shown: letter -> the most that any of its cards has of each value, (17,), the last of none; of letters that were
    surely read.
    """
    borne_out = {letter for letter in shown if letter in deck.assumed and _is_borne_out(shown[letter], deck, letter)}
    unread = deck.assumed - borne_out
    is_usual = deck.is_usual and len(deck.values) - len(unread) >= LIMITS.letters
    return frozenset[str]() if is_usual else unread


def _is_borne_out(shares: Floats, deck: Deck, letter: str) -> bool:
    """Whether a card shows the value that its letter has in the deck."""
    value = deck.values[letter]
    return value <= MOST_VALUE and bool(shares[value] >= LIMITS.borne_out)


def likely_values(shares: Floats, assumed: int) -> tuple[tuple[str, float], ...]:
    """What an unread value may be, likeliest first; shares: (17,). Where none is seen it is the assumed one."""
    others = [
        (str(value), round(float(shares[value]), 4))
        for value in range(MOST_VALUE + 1)
        if value != assumed and shares[value] >= LIMITS.offered
    ]
    own = (str(assumed), round(1 - sum(share for _, share in others), 4))
    return tuple(sorted((own, *others), key=lambda choice: -choice[1]))
