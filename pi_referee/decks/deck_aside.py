"""Puts a deck's file aside before another one takes its place: nothing that somebody wrote is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from pi_referee.decks.deck_file import deck_text, write_deck
from pi_referee.decks.house_deck import HouseDeck
from pi_referee.files.atomic_file import alone_in, write_safely


def free_place(path: Path) -> Path:
    """Where a deck's file is put aside: as .old, or with a number after that, so that no other one is written over."""
    names = (path.with_suffix(f".old{number if number > 1 else ''}") for number in count(1))
    return next(place for place in names if not (place.exists() or place.is_symlink()))


@contextmanager
def alone_with(folder: Path) -> Iterator[None]:
    """Nobody else changes the decks in a folder meanwhile, which is made where there is none."""
    with suppress(OSError):  # a folder that cannot be made is told to whoever then writes
        folder.mkdir(parents=True, exist_ok=True)
    with alone_in(folder):
        yield


def put_aside(path: Path) -> None:
    """Take a deck's file, or what lies in its place, out of use; raises OSError, FileNotFoundError for none."""
    path.replace(free_place(path))


def write_anew(path: Path, deck: HouseDeck, title: str) -> Path | None:
    """Write a deck's file in the place of the one before, whose copy is put aside, where that is another one.

    Returns where the copy is. Raises OSError where it cannot be written.
    """
    before = path.read_bytes() if path.exists() else b""
    is_new = bool(before) and before != deck_text(deck, title).encode()
    aside = free_place(path) if is_new else None
    if aside is not None:
        write_safely(aside, before)
    write_deck(path, deck, title)
    return aside
