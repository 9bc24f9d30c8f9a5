"""The typefaces of the paper, and which of them has a sign: players' names may be written in any script."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

from fontTools.ttLib import TTFont

from pi_referee.paper.arabic import joined

FILES = {"plain": "Karla-Regular.ttf", "bold": "Karla-Bold.ttf", "other": "DejaVuSans.ttf"}
"""Face -> its file. Karla has every letter of our six languages; what it lacks, DejaVu Sans has for most scripts."""


def path_of(face: str) -> Path:
    """Where a face's file lies."""
    return Path(str(resources.files(__package__).joinpath("typefaces", FILES[face])))


def face_of(sign: str, *, bold: bool) -> str:
    """The face a sign is taken from."""
    own = "bold" if bold else "plain"
    return own if ord(sign) in _signs(own) else "other"


def missing(text: str) -> str:
    """The signs of a text that no face has, each once; on paper an empty box stands for them."""
    known = _signs("plain") | _signs("other")
    return "".join(dict.fromkeys(sign for sign in joined(text) if ord(sign) not in known and sign.isprintable()))


@cache
def _signs(face: str) -> frozenset[int]:
    """The signs a face has."""
    with TTFont(path_of(face), lazy=True) as font:
        return frozenset(font.getBestCmap())
