"""Reading what somebody named as a file, which may be a device without an end."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

_PIECE = 1 << 20
"""Bytes that are read at a time from what says nothing of its size."""


def read_at_most(path: Path, most: int) -> bytes | None:
    """What is in a file, None if that is more than so many bytes. Raises OSError if it cannot be read."""
    if path.stat().st_size > most:
        return None
    if path.is_file():
        return path.read_bytes()
    with path.open("rb") as file:
        pieces = islice(iter(lambda: file.read(_PIECE), b""), most // _PIECE + 1)
        content = b"".join(pieces)
    return content if len(content) <= most else None
