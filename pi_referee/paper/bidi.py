"""Texts as they stand on paper, from left to right: players' names may be read from either side."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from fpdf.bidi import BidiParagraph
from fpdf.enums import TextDirection

from pi_referee.paper.arabic import joined
from pi_referee.paper.fonts import face_of

_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


def runs(text: str, *, bold: bool) -> Iterator[tuple[str, str]]:
    """A text in pieces, each with the face that has its signs; writing that goes to the left is turned round.

    >>> list(runs("Åsa Ἑλ", bold=False))
    [('plain', 'Åsa '), ('other', 'Ἑλ')]
    """
    for face, signs in groupby(_from_the_left(text), key=lambda sign: face_of(sign, bold=bold)):
        yield face, "".join(signs)


@lru_cache(maxsize=1024)  # each text is measured before it is written, and both for two papers
def _from_the_left(text: str) -> str:
    """A text in the order in which its signs stand, with brackets that open to where it is read."""
    signs = BidiParagraph(joined(text), TextDirection.LTR).get_reordered_characters()
    pieces = ((sign.character, sign.embedding_level % 2 == 1) for sign in signs)
    return "".join(piece.translate(_MIRRORED) if to_the_left else piece for piece, to_the_left in pieces)
