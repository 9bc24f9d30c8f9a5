"""How well a look shows marks: whether it tells which is which, and on which cards one is clear."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Flags, Floats
from vision.cards.printed.small_print import Prints


@dataclass(frozen=True, slots=True)
class LookLimits:
    """When a look shows marks well; shares are 0 to 1."""

    # The least share of a mark among both, from nearer: of 1,524 in their deck's place on 1,200 drawn tables the wrong
    # one had 0.961 at most, and 651 of the right ones have more than this.
    which: float = 0.985
    # The same on a card whose own value is as small and not clear: in grain a 2x was told as a 3x at 0.9914, its value
    # 1 as a 3, and a 3x as a 2x at 0.988. Of 339 sure marks on 600 drawn tables 37 are on such cards.
    which_blurred: float = 0.995
    clear_value: float = 0.5  # the share of the card's value in all that is seen of one, from which it is clear
    # The share of any mark from which a card clearly bears one, and helps to tell how well both are told apart.
    shown: float = 0.9
    # The share of those cards on which it must be clear which mark it is, lest all of them be asked: on two tables it
    # was on one card in four and in six, and that one was wrong. Of 204 sure marks 13 are on such tables.
    clear: float = 0.5
    # The share of the likeliest value among all of them, on the mean of what is seen of the cards' values, below which
    # the look is out of focus: on four looks with a mark told as the other one it was 0.25 to 0.60, on bright ones with
    # clear marks 0.61 to 0.96. Nor is a value that is only assumed borne out there: on 167 drawn tables 3 of 489 cards
    # bear it out all the same, and two, of small letters above values that nobody can read, seemed to.
    digits: float = 0.7
    few_digits: float = 0.1  # what must be seen of a value, on the mean of all cards, to tell


LIMITS = LookLimits()


def are_marks_told(closer: Floats, values: Floats) -> bool:
    """Whether a look shows well enough which mark is which; closer: (k, 3), values: (k, 17) shares of its cards.

    2x and 3x must be told apart on half, at least, of the cards that show either. And where values are seen, which are
    as small, it must be clear which ones: on a look out of focus nobody tells a 2 from a 3.
    """
    any_mark = closer[:, 1:].sum(axis=1)
    shown = any_mark >= LIMITS.shown
    clear = closer[shown, 1:].max(axis=1) >= LIMITS.which * any_mark[shown]
    return (not len(clear) or bool(clear.mean() >= LIMITS.clear)) and are_digits_told(values[:, :-1])


def are_digits_told(digits: Floats) -> bool:
    """Whether it is clear which values a look shows, if it shows any; digits: (k, 16) their shares on its cards."""
    seen = float(digits.sum())
    is_none = seen < LIMITS.few_digits * len(digits)
    return is_none or float(digits.max(axis=1, initial=0).sum()) >= LIMITS.digits * seen


def least_share(values: Floats, own: int | None) -> float:
    """From which share of a mark among both a card bears it for sure; values, own: as is_value_clear."""
    return LIMITS.which if is_value_clear(values, own) else LIMITS.which_blurred


def is_value_clear(values: Floats, own: int | None) -> bool:
    """Whether a card clearly shows its own value.

    values: (17,) the shares of its value. own: the value that the deck has for its letter; if that is not known it is
    the likeliest.
    """
    digits = values[:-1]
    seen = float(digits.max() if own is None else digits[own] if own < len(digits) else 0.0)
    return seen >= LIMITS.clear_value * max(float(digits.sum()), LIMITS.few_digits)


def clear_marks(prints: Prints) -> Flags:
    """(k,) which cards clearly bear a mark, over the whole card and from nearer."""
    return np.asarray(np.minimum(prints.marks[:, 1:].sum(axis=1), prints.closer[:, 1:].sum(axis=1)) >= LIMITS.shown)
