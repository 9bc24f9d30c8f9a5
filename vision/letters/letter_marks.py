"""Letters with dots, rings, accents, tails and strokes, and without."""

from __future__ import annotations

import unicodedata

DOTTED = frozenset("ÅÄÖÜ")
"""Letters whose mark stands above them, detached."""

_STROKES = str.maketrans("Ł", "L")
"""Letters with a stroke through them, which Unicode does not decompose, and the same without."""


def unmarked(letter: str) -> str:
    """A letter without its dots, ring, accent, tail or stroke."""
    return unicodedata.normalize("NFD", letter)[0].translate(_STROKES)
