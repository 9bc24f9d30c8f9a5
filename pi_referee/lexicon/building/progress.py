"""Telling how far a list is made."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Told what is done now: a sentence that has translations, and what it is about, such as a package's name."""

    def __call__(self, step: str, about: str = "", /) -> None:
        """One more step has begun."""


def silent(_step: str, _about: str = "", /) -> None:
    """Say nothing."""
