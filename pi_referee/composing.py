"""Letters that were sent in two parts, as macOS and some keyboards do: put together, wherever text enters."""

from __future__ import annotations

from unicodedata import normalize


def composed(text: str) -> str:
    r"""A text whose letters are one sign each, so that an Å is an Å however it was sent.

    >>> len("A\u030a"), len(composed("A\u030a"))
    (2, 1)
    """
    return text if text.isascii() else normalize("NFC", text)
