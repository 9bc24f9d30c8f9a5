"""Arabic letters as they are written: each in the form that joins it to its neighbours."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

_FORMS = (*range(0xFB50, 0xFDF0), *range(0xFE80, 0xFEFD))
"""Where Unicode keeps the letters' forms, one by one, and the two letters that are always written as one."""

_KINDS = {(False, False): "isolated", (False, True): "initial", (True, True): "medial", (True, False): "final"}
"""Whether a letter is joined to the one before and to the one after it -> what its form is called."""


def joined(text: str) -> str:
    r"""A text with its Arabic letters in their joined forms, in the order in which they are spoken.

    >>> joined("Ali علي") == "Ali \ufecb\ufee0\ufef2"
    True
    """
    letters = list(_letters(text))
    joins = [_joins(one, after) for one, after in pairwise(letters)]
    sides = zip([False, *joins], [*joins, False], strict=True)
    return "".join(_form(letter, *side) for letter, side in zip(letters, sides, strict=False))


def _letters(text: str) -> Iterator[str]:
    """A text letter by letter, lam and alef as one; the small signs above and below are not written."""
    bare = [sign for sign in text if not _is_mark(sign)]
    place = 0
    while place < len(bare):
        count = 2 if ("".join(bare[place : place + 2]), "isolated") in _forms() and place + 1 < len(bare) else 1
        yield "".join(bare[place : place + count])
        place += count


def _is_mark(sign: str) -> bool:
    """Whether a sign stands above or below an Arabic letter, which may be left out."""
    return unicodedata.bidirectional(sign) == "NSM" and "ARABIC" in unicodedata.name(sign, "")


def _joins(one: str, after: str) -> bool:
    """Whether a letter is joined to the one after it."""
    return (one, "initial") in _forms() and (after, "final") in _forms()


def _form(letter: str, to_before: bool, to_after: bool) -> str:  # it is one side of a letter each
    """A letter in the form that joins it on these sides."""
    return _forms().get((letter, _KINDS[to_before, to_after]), letter)


@cache
def _forms() -> dict[tuple[str, str], str]:
    """Letter and kind of form -> the form, as Unicode's own table has them."""
    found = {}
    for form in map(chr, _FORMS):
        kind, _, codes = unicodedata.decomposition(form).partition(" ")
        letters = "".join(chr(int(code, 16)) for code in codes.split())
        if len(letters) == 1 or (letters[:1] == "\u0644" and len(letters) == 2 and form >= "\ufe80"):
            found[letters, kind.strip("<>")] = form
    return found
