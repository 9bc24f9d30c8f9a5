"""What a square of the board does, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from pi_referee.gettext_mark import say
from web.phrasing.language import gettext

_WORDS: Mapping[str, str] = {
    "..": say("plain"),
    "ST": say("the centre"),
    "Y.": say("×3 for yellow tiles"),
    "G.": say("×3 for green tiles"),
    "B.": say("×3 for blue tiles"),
    "R.": say("×3 for red tiles"),
}


def in_words(token: str) -> str:
    """What a token of pi_referee.rules.board.layout does, in words."""
    if token in _WORDS:
        return gettext(_WORDS[token])
    if token.startswith("W"):
        return gettext("word ×%(n)s", n=token[1])
    return gettext("letter ×%(n)s", n=f"−{token[1]}" if token.startswith("M") else token[1])
