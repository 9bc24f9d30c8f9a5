"""Letters with dots, rings, accents, tails and strokes, and without."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

DOTTED = frozenset("ÅÄÖÜ")
"""Letters whose mark stands above them, detached."""

STEM = "I"
"""The letter that is one upright bar: what is left of many another where light or blur takes its strokes."""

_STROKES = str.maketrans("Ł", "L")
"""Letters with a stroke through them, which Unicode does not decompose, and the same without."""

_SPECKS = frozenset("\u0301\u0307")
"""Marks that are one speck above a letter, told apart by its slope alone: the accent of Ź, the dot of Ż."""


def unmarked(letter: str) -> str:
    """A letter without its dots, ring, accent, tail or stroke."""
    return unicodedata.normalize("NFD", letter)[0].translate(_STROKES)


def marked_otherwise(letter: str, alphabet: Collection[str]) -> set[str]:
    """The letters of the game that differ from this one in their marks only."""
    return {other for other in alphabet if other != letter != "" and unmarked(other) == unmarked(letter)}


def specked_otherwise(letter: str, alphabet: Collection[str]) -> set[str]:
    """The letters of the game that differ from this one in the slope of one speck above them."""
    return {other for other in marked_otherwise(letter, alphabet) if _is_specked(other) and _is_specked(letter)}


def _is_specked(letter: str) -> bool:
    return unicodedata.normalize("NFD", letter)[1:] in _SPECKS


def more_than(letter: str, alphabet: Collection[str]) -> set[str]:
    """The letters of the game that are this one with one more mark, which strong light may take.

    Of an Ä it may leave an A, of an Å's ring the sides, which make an Ä. "" and "." are never what is left of a letter.
    """
    more = {other for other in marked_otherwise(letter, alphabet) if unmarked(other) != other}
    return more | ({"Q"} & set(alphabet) if letter == "O" else set())
