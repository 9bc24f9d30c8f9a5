"""How a word is laid with tiles: letters that a game has no tile for are folded to those that are laid for them."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

_OWN_LETTERS = {"\N{COMBINING DIAERESIS}", "\N{COMBINING RING ABOVE}", "\N{COMBINING DOUBLE ACUTE ACCENT}"}
"""Dots and rings make other letters (Å is no A, Ü no U), but over E, I and Y they only part two vowels."""

_PARTED = frozenset("eiy")

_WRITTEN_OUT: Mapping[str, str] = MappingProxyType({
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "þ": "th", "ı": "i",
})  # fmt: skip
"""Letters that are no plain letter with something on it, by what is laid for them."""

_SAME: Mapping[int, str] = MappingProxyType({
    ord("ş"): "ș", ord("ţ"): "ț", ord("Ş"): "Ș", ord("Ţ"): "Ț", ord("ẞ"): "ß",
    ord("ﬀ"): "ff", ord("ﬁ"): "fi", ord("ﬂ"): "fl", ord("ﬃ"): "ffi", ord("ﬄ"): "ffl", ord("ﬅ"): "st", ord("ﬆ"): "st",
    ord("ſ"): "s", ord("\N{SOFT HYPHEN}"): "", ord("\N{ZERO WIDTH NO-BREAK SPACE}"): "",
    # Spaces and joints without width, and marks of the direction of writing.
    **dict.fromkeys((*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A)), ""),
})  # fmt: skip
"""Signs that are another sign in older writing: the cedilla for the comma, ligatures, signs nobody sees."""


def composed(word: str) -> str:
    """A word in one way of writing it: accents on their letters, the comma for the cedilla, no ligatures.

    >>> composed("\N{LATIN SMALL LIGATURE FI}\N{LATIN SMALL LETTER S WITH CEDILLA}")
    'fi\N{LATIN SMALL LETTER S WITH COMMA BELOW}'
    """
    return word if word.isascii() else unicodedata.normalize("NFC", word).translate(_SAME)


def fold(word: str, plain: frozenset[str]) -> str:
    """A word as it is laid where only the letters in `plain` have tiles; what cannot be folded stays.

    >>> fold("idén å crème", frozenset("abcdefghijklmnopqrstuvwxyzåäö"))
    'iden å creme'
    """
    if plain.issuperset(word):
        return word
    return "".join(letter if letter in plain else _laid_for(letter) for letter in word)


@cache
def _laid_for(letter: str) -> str:
    """What is laid for a letter without a tile: its plain letter, or itself where a blank must stand for it."""
    if letter in _WRITTEN_OUT:
        return _WRITTEN_OUT[letter]
    parts = unicodedata.normalize("NFD", letter)
    if len(parts) == 1 or (not _OWN_LETTERS.isdisjoint(parts) and parts[0] not in _PARTED):
        return letter
    return parts[0] if all(unicodedata.combining(mark) for mark in parts[1:]) else letter
