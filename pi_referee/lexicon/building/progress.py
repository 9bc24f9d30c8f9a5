"""Telling how far a list is made."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str], None]
"""Told what is done now, in a few words."""


def silent(_step: str) -> None:
    """Say nothing."""
