"""The typefaces of the paper, and which of them has a sign: players' names may be written in any script."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib import resources
from itertools import groupby
from pathlib import Path

from fontTools.ttLib import TTFont

from pi_referee.paper.joining import joined

FILES = {"plain": "Karla-Regular.ttf", "bold": "Karla-Bold.ttf", "other": "DejaVuSans.ttf"}
"""Face -> its file. Karla has every letter of our four languages; what it lacks, DejaVu Sans has for most scripts."""

_WAYS = {"R": "<", "AL": "<", "L": ">", "EN": ">", "AN": ">"}
"""Which way the signs of a script go; spaces and commas go with their neighbours."""


def path_of(face: str) -> Path:
    """Where a face's file lies."""
    return Path(str(resources.files(__package__).joinpath("typefaces", FILES[face])))


def runs(text: str, *, bold: bool) -> Iterator[tuple[str, str]]:
    """A text in pieces, each with the face that has its signs; writing that goes to the left is turned round.

    >>> list(runs("Åsa Ἑλ", bold=False))
    [('plain', 'Åsa '), ('other', 'Ἑλ')]
    """
    own = "bold" if bold else "plain"
    for face, signs in groupby(_from_the_left(joined(text)), key=lambda sign: _face(sign, own)):
        yield face, "".join(signs)


def missing(text: str) -> str:
    """The signs of a text that no face has, each once; on paper an empty box stands for them."""
    known = _signs("plain") | _signs("other")
    return "".join(dict.fromkeys(sign for sign in joined(text) if ord(sign) not in known and sign.isprintable()))


def _from_the_left(text: str) -> str:
    """A text as it is written down from left to right: what is read from the right is turned round, word by word."""
    ways = "".join(_WAYS.get(unicodedata.bidirectional(sign), "?") for sign in text)
    for span in re.finditer(r"<(\?*<)*", ways):
        text = text[: span.start()] + text[span.start() : span.end()][::-1] + text[span.end() :]
    return text


def _face(sign: str, own: str) -> str:
    """The face a sign is taken from."""
    return own if ord(sign) in _signs(own) else "other"


@cache
def _signs(face: str) -> frozenset[int]:
    """The signs a face has."""
    with TTFont(path_of(face), lazy=True) as font:
        return frozenset(font.getBestCmap())
