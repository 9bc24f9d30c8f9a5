"""Players' names as they are kept, wherever they were written: on the page or in a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from pi_referee.composing import composed

LONGEST_NAME = 24

_JOINER = "\u200d"
"""The sign that makes one picture of several, as a family of its members; anywhere else it cannot be seen."""

_COLOURED = "\ufe0f"
"""The sign that has the one before it drawn as a picture."""

_JOINED = frozenset({"So", "Sk"})
"""The kinds of signs that may be joined: pictures, and the colours of their skin."""


def tidy(name: str, *, longest: int = LONGEST_NAME) -> str:
    r"""A name as it is kept: any letters, single spaces, nothing invisible, not more signs than the longest.

    >>> tidy("  Åsa \u202e  Ö. ")
    'Åsa Ö.'
    """
    places = zip(f" {name}", name, f"{name[1:]} ", strict=False)
    shown = "".join(" " if sign.isspace() else sign for before, sign, after in places if _is_kept(before, sign, after))
    return composed(" ".join(shown.split()))[:longest].strip(f" {_JOINER}")


def hides(text: str) -> bool:
    r"""Whether there are invisible signs in a text, which could turn a page around; spaces of any kind are none.

    >>> hides("Åsa  Ö."), hides("Åsa \u202e Ö."), hides("\U0001f469\u200d\U0001f467")
    (False, True, False)
    """
    places = zip(f" {text}", text, f"{text[1:]} ", strict=False)
    return not all(_is_kept(*place) for place in places)


def are_alike(names: Iterable[str]) -> bool:
    """Whether two of these names are the same, capitals or not.

    >>> are_alike(["Anna", "ANNA"]), are_alike(["Anna", "Anne"])
    (True, False)
    """
    folded = [name.casefold() for name in names]
    return len(set(folded)) < len(folded)


def is_unnamed(players: Sequence[str]) -> bool:
    """Whether a game was begun by the program itself, with a letter for each player.

    >>> is_unnamed(("A", "B")), is_unnamed(("Anna", "Bo")), is_unnamed(("B",))
    (True, False, False)
    """
    return list(players) == ["A", "B", "C", "D"][: len(players)]


def _is_kept(before: str, sign: str, after: str) -> bool:
    """Whether a sign is a part of a name, between two others."""
    if sign == _JOINER:
        return unicodedata.category(after) in _JOINED and (
            unicodedata.category(before) in _JOINED or before == "\ufe0f"
        )
    return sign.isspace() or _is_visible(sign)


def _is_visible(sign: str) -> bool:
    """Whether a sign can be seen; those that turn the text around or join it cannot."""
    return unicodedata.category(sign)[0] != "C"
