"""Patterns of words as they come up in a game of cards, by chance."""

from __future__ import annotations

from collections.abc import Mapping

from numpy.random import Generator

from benches.pictures.random_decks import LETTERS
from vision.card_render.card_scene import PrintedCard
from vision.cards.card_sighting import Cell

_SHARES: Mapping[str, float] = {
    "A": 9.4, "B": 1.5, "C": 1.5, "D": 4.7, "E": 10.1, "F": 2.0, "G": 2.9, "H": 2.1, "I": 5.8, "J": 0.8, "K": 3.1,
    "L": 5.3, "M": 3.5, "N": 8.5, "O": 4.5, "P": 1.8, "Q": 0.3, "R": 8.4, "S": 6.6, "T": 7.7, "U": 1.9, "V": 2.4,
    "W": 0.3, "X": 0.4, "Y": 0.7, "Z": 0.3, "Å": 1.3, "Ä": 1.8, "Ö": 1.3,
}  # fmt: skip
"""How common each letter is in Swedish text, in percent; W, Q and Z as often as a deck would hold them."""

WORDS = (
    "SYRUP", "LUVA", "KUL", "VED", "LE", "KATTER", "BESKATTA", "KÖRA", "ISÄR", "MERA", "ARV", "POLIS", "STIG", "BÅT",
    "ÄPPLE", "ÖGA", "FJÄLL", "ZOO", "XENON", "QUIZ", "WEBB", "HJUL", "GRÅ", "DYNGA", "CYKEL", "ORM", "VATTEN", "SNÖ",
    "TE", "PYTS", "MÖSS", "ÅKER", "JORD", "HAV", "FLINTA", "NÄSA",
)  # fmt: skip


def random_card(rng: Generator, values: Mapping[str, int], jokers: float = 0.04, marks: float = 0.2) -> PrintedCard:
    """A card by chance: one in three of any letter alike, the others as common as in Swedish."""
    letter = str(rng.choice(LETTERS)) if rng.random() < 0.35 else _common(rng)
    return as_card(rng, letter, values, jokers, marks)


def as_card(rng: Generator, letter: str, values: Mapping[str, int], jokers: float, marks: float) -> PrintedCard:
    """A card that shows a letter, or a joker in its stead."""
    if rng.random() < jokers:
        return PrintedCard("", None, 1, is_joker=True)
    multiplier = int(rng.choice([2, 3])) if rng.random() < marks else 1
    return PrintedCard(letter, values[letter], multiplier)


def _common(rng: Generator) -> str:
    shares = list(_SHARES.values())
    return str(rng.choice(list(_SHARES), p=[share / sum(shares) for share in shares]))


def random_pattern(rng: Generator, values: Mapping[str, int], count: int) -> dict[Cell, PrintedCard]:
    """About so many cards in words that cross each other or run on: cell (0, 0) is in the first of them."""
    pattern: dict[Cell, PrintedCard] = {}
    for _ in range(200):
        if len(pattern) >= count:
            break
        word = _word(rng, values, min(10, max(2, count - len(pattern) + 1)))
        _cross(rng, pattern, word)
    return pattern


def _word(rng: Generator, values: Mapping[str, int], longest: int) -> list[PrintedCard]:
    """A word of the list, or any letters."""
    if rng.random() < 0.3:
        letters = str(rng.choice(WORDS))[:longest]
        return [as_card(rng, letter, values, 0.05, 0.2) for letter in letters]
    return [random_card(rng, values) for _ in range(int(rng.integers(2, longest + 1)))]


def _cross(rng: Generator, pattern: dict[Cell, PrintedCard], word: list[PrintedCard]) -> None:
    """Lay a word through a card that lies there, if nothing is in its way; its own card there gives way."""
    step = (1, 0) if rng.random() < 0.5 else (0, 1)
    base = list(pattern)[int(rng.integers(len(pattern)))] if pattern else (0, 0)
    place = int(rng.integers(len(word))) if pattern else 0
    cells = [(base[0] + (n - place) * step[0], base[1] + (n - place) * step[1]) for n in range(len(word))]
    if any(cell in pattern for cell in cells if cell != base):
        return
    for cell, card in zip(cells, word, strict=True):
        pattern.setdefault(cell, card)
