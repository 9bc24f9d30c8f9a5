"""How a score came about: letter by letter, premium by premium."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.ruling import ScoredLetter, ScoredWord
from pi_referee.rules.plays.scoring import cards_worth, marked, printed_value

_FOR_LETTERS = frozenset("LMYGBR")
"""First letters of the squares that work on one letter only."""


@dataclass(frozen=True, slots=True)
class Term:
    """One letter of a sum: what its tile is worth, the factor its square gives (1 where none), and the product.

    square: its name. is_new: laid in this turn. is_blank: worth nothing. mark: what a card's own mark multiplies by.
    """

    letter: str
    square: str
    value: int
    factor: int
    points: int
    is_new: bool
    is_blank: bool
    mark: int = 1


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


def sum_of(word: ScoredWord, *, fresh: Collection[Square], lying: Mapping[Square, Tile]) -> Sum:
    """A word as a sum; fresh: squares whose tiles were laid in this turn, lying: all the tiles there."""
    terms = tuple(
        Term(
            letter=letter.shown.replace("_", "?"),
            square=str(letter.square),
            value=letter.value,
            factor=_factor(letter),
            points=letter.points,
            is_new=letter.square in fresh,
            is_blank=lying[letter.square].is_blank,
            mark=lying[letter.square].multiplier,
        )
        for letter in word.letters
    )
    letters = sum(letter.points for letter in word.letters)
    return Sum(word.text.replace("_", "?"), terms, letters, word.multiplier, word.score)


def sum_kept(squares: Iterable[Square], lying: Mapping[Square, Tile], rules: Ruleset) -> Sum:
    """What the cards of a word bring that nobody took: their values added up, times their best mark (K01)."""
    kept = [(square, lying[square]) for square in squares]
    terms = tuple(_kept_term(square, tile, printed_value(tile, rules)) for square, tile in kept)
    tiles = [tile for _, tile in kept]
    text = "".join(term.letter for term in terms)
    return Sum(text, terms, sum(term.points for term in terms), marked(tiles, rules), cards_worth(tiles, rules))


def _kept_term(square: Square, tile: Tile, value: int) -> Term:
    """A card that was kept, with its value and its mark."""
    letter, mark = tile.letter or "?", tile.multiplier
    return Term(letter, str(square), value, 1, value, is_new=True, is_blank=tile.is_blank, mark=mark)


def _factor(letter: ScoredLetter) -> int:
    """What a letter's own square made of it; 1 where it did nothing."""
    if letter.premium[:1] not in _FOR_LETTERS or not letter.premium or letter.value == 0:
        return 1
    return letter.points // letter.value
