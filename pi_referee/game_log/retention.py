"""What may go again: what a killed program left half done, and, on a disk that is nearly full, films and old pictures.

Games themselves are never removed.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from pi_referee.errors import DamagedGameError
from pi_referee.files.atomic_file import modified
from pi_referee.files.paths import Home
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.rules.course.happenings import GameBegan

_LEFTOVER = re.compile(r"\.(restore|games|check|doctor)-.+|\..+\.(\d+|[0-9a-f]{32})|.+\.part")
"""Folders and files that a program makes beside the true ones, and takes away when it ends well."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When something may go."""

    leftover_age: float = 86_400.0
    """Seconds after which what is half done was left by a killed program; the longest work takes ten minutes."""
    kept_games: int = 50
    """So many of the newest games keep their pictures, whatever the disk says."""
    free: int = 1024**3
    """Bytes that shall be free; below, films go, and then the pictures of old games, some 3 MB a game."""


LIMITS = Limits()


def sweep(home: Home, now: float, *, limits: Limits = LIMITS, free: Callable[[Path], int] | None = None) -> list[Path]:
    """Remove what may go; answers what is gone. now: seconds since 1970. free: tells the bytes free on a folder's disk.

    Raises LedgerError if the log cannot be read.
    """
    gone = [path for path in leftovers(home, now - limits.leftover_age) if _removed(path)]
    room = free or (lambda folder: shutil.disk_usage(folder).free)
    for picture in chain(_remakeable(home), _old_pictures(home, limits.kept_games)):
        if room(home.folder) >= limits.free:
            break
        if _removed(picture):
            gone.append(picture)
    return gone


def _remakeable(home: Home) -> Iterator[Path]:
    """Films and papers, oldest first: each can be made again."""
    files = [path for folder in (home.films, home.papers) if folder.is_dir() for path in folder.iterdir()]
    yield from sorted(files, key=modified)


def leftovers(home: Home, before: float) -> Iterator[Path]:
    """What programs have left half done that were killed before this time, in seconds since 1970."""
    for folder in (home.folder, home.backups, home.pictures):
        for path in folder.glob("*"):
            if _LEFTOVER.fullmatch(path.name) and modified(path) < before:
                yield path


def used_lists(home: Home) -> frozenset[str]:
    """What the games' agreements say, among it the checksums of their lists: an old game is judged by its own.

    Raises DamagedGameError if one cannot be read.
    """
    with Ledger(home.ledger, to_read=True) as ledger:
        numbers = range(1, ledger.newest_game() + 1)
        return frozenset(text for number in numbers for text in _agreed(ledger.since(0, game=number)))


def _agreed(events: Sequence[Event]) -> Iterator[str]:
    """The texts that were agreed on as a game began."""
    for event in events[:1]:
        if isinstance(event.happening, GameBegan):
            yield from (value for value in event.happening.switches.values() if isinstance(value, str) and value)


def _old_pictures(home: Home, kept: int) -> Iterator[Path]:
    """The pictures of all but the newest games, those of the oldest first; one that a newer game shows, too, stays."""
    if not home.ledger.is_file():
        return
    with Ledger(home.ledger, to_read=True) as ledger:
        newest = ledger.newest_game()
        shown = {name for number in range(max(newest - kept + 1, 1), newest + 1) for name in _pictures(ledger, number)}
        for number in range(1, newest - kept + 1):
            yield from (home.pictures / name for name in _pictures(ledger, number) if name not in shown)


def _pictures(ledger: Ledger, number: int) -> list[str]:
    """The names of a game's pictures; none for a game that was damaged."""
    with suppress(DamagedGameError):
        return list(dict.fromkeys(event.picture for event in ledger.since(0, game=number) if event.picture))
    return []


def _removed(path: Path) -> bool:
    """Remove a file or a folder; whether it was there and is gone."""
    try:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    except OSError:
        return False
    return True
