"""Which values pictures of a deck tell: those on which the cards of a letter agree, and that no letter's cards mix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats


@dataclass(frozen=True, slots=True)
class LessonLimits:
    """When pictures tell a letter's value; shares are 0 to 1.

    A deck's cards are printed and read alike, so that they err alike and are no independent witnesses: their shares are
    averaged, not multiplied. Of 7,425 letters on 310 drawn decks none is wrong so, and 6,016 are learnt; multiplied 91
    were wrong on 36 decks, on one of them D, E, N, S and T.
    """

    clear: float = 0.9  # the share from which a card clearly shows a value, as in a game
    agreed: float = 0.7  # the least share of the value on the mean of the letter's cards
    other: float = 0.5  # the share of all other values from which a card rather shows one of them
    # So many cards must clearly show a value: a lone Y was 6 at 1.0, and is worth 8.
    usual: int = 1  # the one that is usual for the letter
    changed: int = 2  # another one


LIMITS = LessonLimits()


@dataclass(frozen=True, slots=True)
class LearntValues:
    """What the cards of each letter tell together.

    likeliest: each letter's likeliest value. unsure: letters whose value is not clear. at_odds: those of which cards
    clearly show different values.
    """

    likeliest: Mapping[str, int]
    unsure: frozenset[str]
    at_odds: frozenset[str]


def values_learnt(cards: Mapping[str, Sequence[Floats]], usual: Mapping[str, int]) -> LearntValues:
    """What cards tell; cards: letter -> each of its cards' shares of the values, (17,), the last of none.

    A value that some letter's cards mix with another is not told of any letter: the picture does not tell them apart,
    or cards of two decks lie there.
    """
    shares = {letter: np.array(seen)[:, :-1] for letter, seen in cards.items()}
    likeliest = {letter: int(seen.mean(axis=0).argmax()) for letter, seen in shares.items()}
    shown = {letter: _clearly_shown(seen) for letter, seen in shares.items()}
    at_odds = frozenset(letter for letter, values in shown.items() if len(values) > 1)
    mixed = {value for letter in at_odds for value in shown[letter]}
    unsure = frozenset(
        letter
        for letter, value in likeliest.items()
        if value in mixed or not _is_told(shares[letter], value, is_usual=value == usual.get(letter))
    )
    return LearntValues(likeliest, unsure, at_odds)


def _clearly_shown(shares: Floats) -> set[int]:
    """The values that any of a letter's cards clearly shows."""
    return set(shares[shares.max(axis=1) >= LIMITS.clear].argmax(axis=1).tolist())


def _is_told(shares: Floats, value: int, *, is_usual: bool) -> bool:
    """Whether a letter's cards agree on a value; shares: (k, 16)."""
    own = shares[:, value]
    witnesses = np.count_nonzero(own >= LIMITS.clear)
    agree = own.mean() >= LIMITS.agreed and (shares.sum(axis=1) - own).max() <= LIMITS.other
    return bool(agree and witnesses >= (LIMITS.usual if is_usual else LIMITS.changed))
