"""Learns a deck from pictures of its cards laid out in rows: each letter's value, its marks, and how many there are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from pi_referee.rules.board.deck import Deck
from vision.arrays import Colour, Floats
from vision.cards.card_eye import shares_in
from vision.cards.card_shares import CardShares
from vision.cards.card_verdict import verdict_of
from vision.cards.printed.card_values import MOST_VALUE
from vision.cards.read_cards import CardsReader

SWEDISH: tuple[str, ...] = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ")
"""The letters that a deck may have."""

PrintedFace = tuple[str, int | None, int]
"""What a card shows: its letter, "" for a joker, its value, None where none could be read, and its multiplier."""

_LEAST = 0.9
"""The share of a letter's value, over all its cards, from which the deck is sure."""

_FLOOR = 0.003
"""The least share of a value on one card, so that no card alone overrules the others."""


@dataclass(frozen=True, slots=True)
class LearntDeck:
    """What pictures told of a deck.

    counts: how many cards of each face were seen. unsure: letters whose value is not clear. unread: how many cards were
    seen whose letter or mark is not sure; they count nowhere.
    """

    deck: Deck
    counts: Counter[PrintedFace]
    unsure: frozenset[str]
    unread: int


def learn_deck(pictures: Iterable[Colour], letters: Sequence[str] = SWEDISH) -> LearntDeck:
    """Learn a deck from pictures of all its cards, laid out face up the same way; each card in one picture only."""
    reader = CardsReader(letters)
    values: dict[str, Floats] = defaultdict(lambda: np.zeros(MOST_VALUE + 1))
    seen: Counter[tuple[str, int]] = Counter()
    unread = 0
    for picture in pictures:
        read = reader.read(picture, in_rows=True)
        for number, shares in enumerate(shares_in(picture, read)):
            face = _face(shares, reader.alphabet)
            unread += face is None
            if face is not None:
                seen[face] += 1
                values[face[0]] += np.log(read.prints.values[number, :-1] + _FLOOR)
    return _learnt(seen, values, unread)


def _face(shares: CardShares, alphabet: Sequence[str]) -> tuple[str, int] | None:
    """A card's letter and multiplier, if both are sure."""
    verdict = verdict_of(shares, Deck({}), alphabet)
    asked = {question.about for question in verdict.open}
    return None if asked & {"letter", "multiplier"} else (verdict.letter, verdict.multiplier)


def _learnt(seen: Counter[tuple[str, int]], values: dict[str, Floats], unread: int) -> LearntDeck:
    """The deck that these cards are of."""
    worth, unsure = dict[str, int](), set[str]()
    for letter in sorted(letter for letter in values if letter):
        raised = np.exp(values[letter] - values[letter].max())
        worth[letter] = int(raised.argmax())
        if raised.max() / raised.sum() < _LEAST:
            unsure.add(letter)
    marks = {letter: frozenset(mark for (name, mark) in seen if name == letter) for letter in worth}
    counts: Counter[PrintedFace] = Counter()
    for (letter, mark), count in seen.items():
        counts[letter, worth.get(letter), mark] += count
    deck = Deck(worth, marks, seen["", 1], is_sure=not unsure and unread == 0)
    return LearntDeck(deck, counts, frozenset(unsure), unread)
