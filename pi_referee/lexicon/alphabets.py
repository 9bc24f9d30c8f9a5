"""The letters of the languages, and how their old files are coded."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

_LATIN = "abcdefghijklmnopqrstuvwxyz"

LETTERS: Mapping[str, str] = MappingProxyType({
    "sv": _LATIN + "åäö",
    "fi": _LATIN + "åäö",
    "pl": _LATIN + "ąćęłńóśźż",
    "de": _LATIN + "äöüß",
    "ro": _LATIN + "ăâîșț",
    "en": _LATIN,
})  # fmt: skip
"""Language -> its letters, small; those a word of it is spelled with, whether or not a game has tiles for them."""

TILES: Mapping[str, str] = MappingProxyType({**LETTERS, "de": _LATIN + "äöü", "ro": _LATIN})
"""Language -> the letters, small, that the plainest of its games has tiles for; the rest is folded to be laid."""

WRITES_NOUNS_SMALL = frozenset(LETTERS) - {"de"}
"""The languages in which a capital letter means a name."""

CODE_PAGES: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "pl": ("cp1250", "iso-8859-2", "cp852", "mac_latin2"),
    "ro": ("cp1250", "iso-8859-16", "iso-8859-2", "cp852", "mac_romanian"),
})  # fmt: skip
"""Language -> how a file that is not UTF may be coded, likeliest first: by Windows, Unix, DOS, an old Mac."""

WESTERN_PAGES = ("cp1252", "latin-1", "cp850", "mac_roman")
"""The same for all other languages."""


def is_letter_of(letter: str, language: str) -> bool:
    """Whether a small letter may stand in a word of a language: its own, or a Latin one with an accent."""
    return letter in LETTERS[language] or _is_latin(letter)


@cache
def _is_latin(letter: str) -> bool:
    """Whether it is any Latin letter."""
    return unicodedata.name(letter, "").startswith("LATIN SMALL LETTER")
