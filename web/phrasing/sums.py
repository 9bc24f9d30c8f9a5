"""How a score came about: letter by letter, premium by premium."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from pi_referee.rules.board.square import Square
from pi_referee.rules.plays.ruling import ScoredLetter, ScoredWord

_FOR_LETTERS = frozenset("LMYGBR")
"""First letters of the squares that work on one letter only."""


@dataclass(frozen=True, slots=True)
class Term:
    """One letter of a sum: what its tile is worth, the factor its square gives (1 where none), and the product.

    square: its name. is_new: laid in this turn. is_blank: worth nothing.
    """

    letter: str
    square: str
    value: int
    factor: int
    points: int
    is_new: bool
    is_blank: bool


@dataclass(frozen=True, slots=True)
class Sum:
    """A word's sum: the letters' points added up, times what the word's squares give, is the score.

    is_floored: the agreed lowest score took the place of a lower one.
    """

    text: str
    terms: tuple[Term, ...]
    letters: int
    multiplier: int
    score: int

    @property
    def is_floored(self) -> bool:
        """Whether the agreed lowest score took the place of a lower one."""
        return self.letters * self.multiplier != self.score


def sum_of(word: ScoredWord, *, fresh: Collection[Square], blanks: Collection[Square]) -> Sum:
    """A word as a sum; fresh: squares whose tiles were laid in this turn, blanks: those that are blanks."""
    terms = tuple(
        Term(
            letter=letter.shown.replace("_", "?"),
            square=str(letter.square),
            value=letter.value,
            factor=_factor(letter),
            points=letter.points,
            is_new=letter.square in fresh,
            is_blank=letter.square in blanks,
        )
        for letter in word.letters
    )
    letters = sum(letter.points for letter in word.letters)
    return Sum(word.text.replace("_", "?"), terms, letters, word.multiplier, word.score)


def _factor(letter: ScoredLetter) -> int:
    """What a letter's own square made of it; 1 where it did nothing."""
    if letter.premium[:1] not in _FOR_LETTERS or not letter.premium or letter.value == 0:
        return 1
    return letter.points // letter.value
