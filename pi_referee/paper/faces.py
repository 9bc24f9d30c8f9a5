"""The typefaces of the paper, and which of them has a sign: players' names may be written in any script."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib import resources
from itertools import groupby
from pathlib import Path

from fontTools.ttLib import TTFont

FILES = {"plain": "Karla-Regular.ttf", "bold": "Karla-Bold.ttf", "other": "DejaVuSans.ttf"}
"""Face -> its file. Karla has every letter of our four languages; what it lacks, DejaVu Sans has for most scripts."""


def path_of(face: str) -> Path:
    """Where a face's file lies."""
    return Path(str(resources.files(__package__).joinpath("typefaces", FILES[face])))


def runs(text: str, *, bold: bool) -> Iterator[tuple[str, str]]:
    """A text in pieces, each with the face that has its signs; writing that goes to the left is turned round.

    >>> list(runs("Åsa Ἑλ", bold=False))
    [('plain', 'Åsa '), ('other', 'Ἑλ')]
    """
    own = "bold" if bold else "plain"
    for (face, to_the_left), signs in groupby(text, key=lambda sign: (_face(sign, own), _goes_to_the_left(sign))):
        piece = "".join(signs)
        yield face, piece[::-1] if to_the_left else piece


def _face(sign: str, own: str) -> str:
    """The face a sign is taken from."""
    return own if ord(sign) in _signs(own) else "other"


def _goes_to_the_left(sign: str) -> bool:
    """Whether a sign belongs to a script that is written from the right."""
    return unicodedata.bidirectional(sign) in {"R", "AL"}


@cache
def _signs(face: str) -> frozenset[int]:
    """The signs a face has."""
    with TTFont(path_of(face), lazy=True) as font:
        return frozenset(font.getBestCmap())
