"""Arabic letters as they are written: each in the form that joins it to its neighbours."""

from __future__ import annotations

from arabic_reshaper import ArabicReshaper

_ARABIC = ArabicReshaper({"delete_harakat": True, "support_ligatures": True, "ARABIC LIGATURE ALLAH": False})
"""What knows the forms; the small signs above and below may be left out, and our typeface has no sign for a word."""


def joined(text: str) -> str:
    r"""A text with its Arabic letters in their joined forms, in the order in which they are spoken.

    >>> joined("Ali علي") == "Ali \ufecb\ufee0\ufef2"
    True
    """
    shaped: str = _ARABIC.reshape(text)
    return shaped
