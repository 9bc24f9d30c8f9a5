"""Which values of a deck must be read before they count: those that are only assumed, till enough others are known."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pi_referee.rules.board.deck import Deck
from vision.arrays import Floats
from vision.cards.card_shares import CardShares, OpenQuestion
from vision.cards.card_sighting import CardWhy
from vision.cards.card_verdict import CardVerdict
from vision.cards.printed.card_values import MOST_VALUE
from vision.cards.printed.marks_told import are_digits_told


@dataclass(frozen=True, slots=True)
class AssumedLimits:
    """When a value that is only assumed is believed."""

    # The share (0 to 1) from which a card bears it out. On 533 drawn tables 1,560 cards that bear it have as much and
    # none that bears another value; from 0.9 on 179 more have, and two of those, 3s as 1s at 0.900 and 0.938. Of
    # 2,000 others five did below 0.94 (an E, an A, an F with print that nobody can read), and one at 0.99.
    borne_out: float = 0.94
    # The share of another value from which a card rather shows that one: of two Us worth 1 one had 0.996 of a 3, the
    # other 0.79 of a 1.
    another: float = 0.5
    # So many letters that are worth what the game's file says, and none that is not, tell that all are.
    letters: int = 8
    offered: float = 0.05  # the least share of another value that is offered
    # So many letters that show another value than the known deck's tell that another one is played with. On 36 drawn
    # tables with another one 34 of 74 values that counted in silence are asked for it, on 60 with the known one two.
    # What was only assumed is asked then even where it seems to be seen: a 12 was a 2 at 0.97, a 7 a 1 at 0.94.
    of_another_deck: int = 2


LIMITS = AssumedLimits()


def with_unread_values(verdicts: Sequence[CardVerdict], shares: Sequence[CardShares], deck: Deck) -> list[CardVerdict]:
    """The verdicts; the value of a card is asked where it is only assumed, and no card of its letter shows it.

    Whoever plays with other cards than the game's file knows would else have the usual values counted in silence. So
    would who plays with another deck than the known one, or with both: where cards show other values, or showed them
    before in the game, all are only assumed, or that letter's alone if no other one's does.
    """
    others = {one.letter for one in verdicts if any(asked.why is CardWhy.VALUE_DIFFERS for asked in one.open)}
    mixed = deck.mixed | others
    is_another = len(mixed) >= LIMITS.of_another_deck
    never_known = deck.assumed if is_another else frozenset[str]()
    assumed = frozenset(deck.values) if is_another else deck.assumed
    deck = replace(deck, is_usual=deck.is_usual and not others, assumed=assumed, mixed=mixed)
    unread = {*unread_letters(_values_shown(verdicts, shares, deck), deck), *never_known}
    return [
        _with_value_asked(one, seen, deck) if _is_unknown(one, unread, deck) else one
        for one, seen in zip(verdicts, shares, strict=True)
    ]


def _values_shown(
    verdicts: Sequence[CardVerdict], shares: Sequence[CardShares], deck: Deck
) -> Mapping[str, Sequence[Floats]]:
    """The shares of the values on each letter's cards, where one is assumed; none of a look that does not tell them."""
    lettered = [(one, seen.values) for one, seen in zip(verdicts, shares, strict=True) if one.letter]
    shown = dict[str, list[Floats]]()
    if not lettered or not are_digits_told(np.array([values[:-1] for _, values in lettered])):
        return shown
    for one, values in lettered:
        if one.letter in deck.assumed and not one.asked("letter"):
            shown.setdefault(one.letter, []).append(values)
    return shown


def _is_unknown(verdict: CardVerdict, unread: Collection[str], deck: Deck) -> bool:
    """Whether it is not known what a card is worth, and not asked.

    Where its letter is asked, and its value not seen, whichever is told must be known; of a household's own deck the
    value of the likeliest letter alone goes on. Of a letter with two values no card tells of another one.
    """
    letters = {name for name, _ in verdict.asked("letter") if name.isalpha()}
    # Of what seems a joker a letter is only named: any other one may be told as well.
    told = letters if verdict.letter else frozenset(deck.values)
    if verdict.asked("value"):
        return False
    if not verdict.asked("letter"):
        return verdict.letter in unread or (verdict.letter in deck.mixed and not verdict.is_value_seen)
    # What was read on a joker does not count: of a card that is told to be none it is asked.
    is_read = bool(verdict.letter) and verdict.value is not None and verdict.is_value_seen
    return bool(letters) and not is_read and not (deck.is_usual and told.isdisjoint(unread))


def _with_value_asked(verdict: CardVerdict, shares: CardShares, deck: Deck) -> CardVerdict:
    """The verdict on a card whose value is not known, which is asked: most likely the likeliest letter's."""
    letter = verdict.letter or next(name for name, _ in verdict.asked("letter") if name.isalpha())
    choices = likely_values(shares.values, deck.values.get(letter, 0))
    asked = OpenQuestion("value", choices, CardWhy.VALUE)
    value = int(choices[0][0]) if verdict.letter else verdict.value
    return replace(verdict, value=value, open=(*verdict.open, asked))


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
