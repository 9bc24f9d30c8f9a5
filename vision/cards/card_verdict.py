"""What is told of one card: its letter, value and mark, and what of it is in doubt, against the deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pi_referee.rules.board.deck import MULTIPLIERS, Deck
from vision.arrays import Floats
from vision.cards.card_print import LETTERS, MOST_VALUE
from vision.cards.card_sighting import About, CardWhy

Choices = tuple[tuple[str, float], ...]
"""What something may be, likeliest first, each with its share."""


@dataclass(frozen=True, slots=True)
class VerdictLimits:
    """From which shares (0 to 1) something is told for sure."""

    letter: float = 0.9  # each letter reader's share of the letter
    print_letter: float = 0.05  # the card reader's share of the letter, if it knows it; less contradicts
    joker: float = 0.9  # the card reader's share of there being no letter
    other_value: float = 0.9  # the share of another value from which it is asked
    mark: float = 0.97  # the share of the likeliest mark
    seen: float = 0.75  # how much of a card is seen, below which it counts as covered
    shown: float = 0.01  # the least share of a choice that is offered


LIMITS = VerdictLimits()


@dataclass(frozen=True, slots=True, eq=False)
class CardShares:
    """All that was read of one card: shares of the deck's letters by both readers, and the card reader's answers.

    first, second: (letters,). kinds: (4,), letters: (29,), values: (17,), marks: (3,), upright, seen: as Prints. inside:
    the share of the card that is in the picture.
    """

    first: Floats
    second: Floats
    kinds: Floats
    letters: Floats
    values: Floats
    marks: Floats
    seen: float
    inside: float


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """Something about a card that is not sure."""

    about: About
    choices: Choices
    why: CardWhy


@dataclass(frozen=True, slots=True)
class CardVerdict:
    """What one card most likely shows, and what of that is open."""

    letter: str
    value: int | None
    multiplier: int
    is_joker: bool
    confidence: float
    open: tuple[OpenQuestion, ...]


def verdict_of(shares: CardShares, deck: Deck, alphabet: Sequence[str]) -> CardVerdict:
    """Judge one card; alphabet: the letters that first and second stand for."""
    choices, is_sure = _letters(shares, deck, alphabet)
    letter, confidence = choices[0]
    questions = [] if is_sure else [OpenQuestion("letter", choices, _why_letter(shares, choices))]
    if not letter:
        return CardVerdict("", _printed(shares), 1, is_joker=True, confidence=confidence, open=tuple(questions))
    value, differs = _value(shares, deck, letter)
    multiplier, unsure = _mark(shares, deck, letter)
    questions += [question for question in (differs, unsure) if question is not None]
    return CardVerdict(letter, value, multiplier, is_joker=False, confidence=confidence, open=tuple(questions))


def _letters(shares: CardShares, deck: Deck, alphabet: Sequence[str]) -> tuple[Choices, bool]:
    """What the letter may be, "" for a joker, and whether that is sure."""
    both = np.sqrt(shares.first * shares.second)
    joker = float(shares.kinds[1]) if deck.jokers else 0.0
    weighed = both * (1 - joker)
    order = np.argsort(-weighed)
    best = int(order[0])
    rest = joker + float(weighed.sum())
    named = [("", joker), *((alphabet[number], float(weighed[number])) for number in order[:6])]
    ranked = sorted(((name, share / max(rest, 1e-9)) for name, share in named), key=lambda choice: -choice[1])
    kept = tuple(choice for choice in ranked if choice[1] >= LIMITS.shown)
    if kept[0][0] == "":
        return kept, bool(joker >= LIMITS.joker and both.max() < 0.5 and _is_whole(shares))
    agreed = min(shares.first[best], shares.second[best]) >= LIMITS.letter
    return kept, bool(agreed and joker < 0.5 and _may_be(shares, alphabet[best]) and shares.seen > 0.3)


def _may_be(shares: CardShares, letter: str) -> bool:
    """Whether the card reader, if it knows the letter, does not contradict it."""
    return letter not in LETTERS or bool(shares.letters[LETTERS.index(letter)] >= LIMITS.print_letter)


def _is_whole(shares: CardShares) -> bool:
    return shares.seen >= LIMITS.seen and shares.inside > 0.97


def _why_letter(shares: CardShares, choices: Choices) -> CardWhy:
    if shares.inside <= 0.97:
        return CardWhy.PICTURE_EDGE
    if shares.seen < LIMITS.seen:
        return CardWhy.COVERED
    return CardWhy.JOKER if "" in dict(choices) else CardWhy.LETTER


def _printed(shares: CardShares) -> int | None:
    """The printed value, if one is seen for sure."""
    best = int(shares.values.argmax())
    return best if best <= MOST_VALUE and shares.values[best] >= LIMITS.other_value else None


def _value(shares: CardShares, deck: Deck, letter: str) -> tuple[int | None, OpenQuestion | None]:
    """The value, and whether another one than the deck's is printed."""
    expected, printed = deck.values.get(letter), _printed(shares)
    if printed is None or printed == expected or not _is_whole(shares):
        return expected, None
    if expected is None:
        return printed, None
    told = ((str(printed), float(shares.values[printed])), (str(expected), float(shares.values[expected])))
    return printed, OpenQuestion("value", told, CardWhy.VALUE_DIFFERS)


def _mark(shares: CardShares, deck: Deck, letter: str) -> tuple[int, OpenQuestion | None]:
    """The multiplier, and whether that is open."""
    order = np.argsort(-shares.marks)
    ranked = tuple((str(MULTIPLIERS[int(number)]), float(shares.marks[number])) for number in order)
    best = MULTIPLIERS[int(order[0])]
    kept = tuple(choice for choice in ranked if choice[1] >= LIMITS.shown)
    if not _is_whole(shares) and ranked[0][1] < 0.999:
        why = CardWhy.COVERED if shares.inside > 0.97 else CardWhy.PICTURE_EDGE
        return best, OpenQuestion("multiplier", ranked, why)
    if ranked[0][1] < LIMITS.mark:
        return best, OpenQuestion("multiplier", kept, CardWhy.MARK)
    if not deck.may_show(letter, best):
        return best, OpenQuestion("multiplier", ranked, CardWhy.MARK_DIFFERS)
    return best, None
