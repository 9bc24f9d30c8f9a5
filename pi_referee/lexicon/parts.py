"""What an unlisted compound seems to be made of: a hint for the table, never a verdict."""

from __future__ import annotations

from pi_referee.lexicon.store import WordStore

SHORTEST = 3
"""Letters a part has at least; with two nearly every word falls apart somewhere."""


def parts_of(word: str, store: WordStore) -> tuple[str, ...]:
    """The two listed words an unlisted one is made of, small letters, the most even pair first; () if there are none.

    Both are words of a source that is strong, so that no hint rests on a rumour.
    """
    middle = len(word) / 2
    cuts = sorted(range(SHORTEST, len(word) - SHORTEST + 1), key=lambda at: abs(at - middle))
    for at in cuts:
        if not _is_part(word[at:], store):
            continue
        for first in _first_parts(word[:at]):
            if len(first) >= SHORTEST and _is_part(first, store):
                return (first, word[at:])
    return ()


def _first_parts(piece: str) -> tuple[str, ...]:
    """What the first part may be: the piece itself, or the piece without the s that links it (ARBETE, ARBETSDAG)."""
    return (piece, piece[:-1]) if piece.endswith("s") else (piece,)


def _is_part(part: str, store: WordStore) -> bool:
    """Whether a piece of a word is a word by a strong source."""
    entry = store.find(part)
    return entry is not None and bool(entry.sources & store.strong)
