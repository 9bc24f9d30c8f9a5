"""What an unlisted compound seems to be made of: a hint for the table, never a verdict."""

from __future__ import annotations

from pi_referee.lexicon.lists.word_store import WordList

SHORTEST = 3
"""Letters a part has at least; with two nearly every word falls apart somewhere."""


def parts_of(word: str, store: WordList) -> tuple[str, ...]:
    """The two listed words an unlisted one is made of, small letters, the most even pair; () if there are none.

    Both are words of a source whose word is enough, so that no hint rests on a rumour.
    """
    cuts = range(SHORTEST, len(word) - SHORTEST + 1)
    last = store.sure_of([word[at:] for at in cuts])
    pairs = [(first, word[at:]) for at in cuts if word[at:] in last for first in _first_parts(word[:at])]
    if not pairs:
        return ()
    sure = store.sure_of([first for first, _ in pairs])
    # TID + BORD in TIDSBORD, although TIDS is a word too: the s is there to link them.
    found = [
        (first, second) for first, second in pairs if first in sure and first.removesuffix("s") not in sure - {first}
    ]
    return min(found, key=lambda pair: abs(len(pair[0]) - len(pair[1])), default=())


def _first_parts(piece: str) -> tuple[str, ...]:
    """What the first part may be: the piece, or the piece without the s that links it (ARBET + S + DAG)."""
    without = piece[:-1]
    return (piece, without) if piece.endswith("s") and len(without) >= SHORTEST else (piece,)
