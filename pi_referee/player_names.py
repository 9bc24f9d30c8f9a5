"""Players' names as they are kept, wherever they were written: on the page or in a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from pi_referee.composing import composed

LONGEST_NAME = 24


def tidy(name: str) -> str:
    r"""A name as it is kept: any letters, single spaces, nothing invisible, not too long.

    >>> tidy("  Åsa \u202e  Ö. ")
    'Åsa Ö.'
    """
    shown = "".join(" " if sign.isspace() else sign for sign in name if sign.isspace() or _is_visible(sign))
    return composed(" ".join(shown.split()))[:LONGEST_NAME].strip()


def are_alike(names: Iterable[str]) -> bool:
    """Whether two of these names are the same, capitals or not.

    >>> are_alike(["Anna", "ANNA"]), are_alike(["Anna", "Anne"])
    (True, False)
    """
    folded = [name.casefold() for name in names]
    return len(set(folded)) < len(folded)


def _is_visible(sign: str) -> bool:
    """Whether a sign can be seen; those that turn the text around or join it cannot."""
    return unicodedata.category(sign)[0] != "C"
