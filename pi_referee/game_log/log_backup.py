"""All games in one file, to be kept elsewhere; and back again, when a card or a whole machine is gone.

The file is a zip archive: `games.sqlite`, the log as it was at one moment, what is known of the house (`tiles/`, the
learnt sets of tiles, `decks/`, its decks of cards, and `corners.json`, the board's shown corners), and, if wanted,
`pictures/`.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from pi_referee.errors import LedgerError
from pi_referee.files.atomic_file import settle, settle_folder, write_safely
from pi_referee.files.paths import Home
from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.course.game import fold

LOG, PICTURES = "games.sqlite", "pictures/"
"""The names inside the file."""

_OWN_NAME = re.compile(r"games-\d{4}-\d\d-\d\d\.zip")
_PICTURE = re.compile(r"pictures/[\w-]+\.jpg", re.ASCII)
_KNOWN = re.compile(r"tiles/[\w-]{1,40}\.json|decks/[\w-]{1,40}\.txt|corners\.json")
_LARGEST_KNOWN = 64 * 1024**2
_LARGEST_LOG = 2 * 1024**3


@dataclass(frozen=True, slots=True)
class Contents:
    """What a backup holds: how many games, events and pictures."""

    games: int
    events: int
    pictures: int

    def __str__(self) -> str:
        """The contents in words."""
        return f"{self.games} games, {self.events} events, {self.pictures} pictures"


def back_up(home: Home, to: Path, *, pictures: bool = True) -> Contents:
    """Put all games into one file while they may be played on, and look whether they come out of it again.

    to: the file; it takes its place only when it is whole and checked. Raises LedgerError if anything is amiss; then
    an older file of that name is as it was.
    """
    draft = to.with_name(f".{to.name}.{os.getpid()}")
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=to.parent, prefix=".games-") as folder:
            copy = Path(folder) / LOG
            copy_log(home.ledger, copy)
            _pack(draft, copy, _known(home), sorted(home.pictures.glob("*.jpg")) if pictures else [])
        contents = check(draft)
        draft.replace(to)
        settle_folder(to.parent)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        if isinstance(error, LedgerError):
            raise
        cure = "Free some space there, or name another place with --to."
        raise LedgerError(f"The backup cannot be written ({error.strerror}).", where=str(to), cure=cure) from error
    return contents


def check(backup: Path) -> Contents:
    """Look whether everything comes out of a backup again: every byte, every event, every game.

    Raises LedgerError that says what is wrong.
    """
    with _opened(backup) as archive, tempfile.TemporaryDirectory(dir=backup.parent, prefix=".check-") as folder:
        if (damaged := archive.testzip()) is not None:
            raise _damaged(backup, f"{damaged} in it is damaged")
        return _unpack_log(archive, backup, Path(folder) / LOG)


def restore(backup: Path, home: Home, *, stamp: str) -> Contents:
    """Put a backup's games in the place of those that are there; those are kept beside them, under another name.

    stamp: part of that name, usually the time. Raises LedgerError, and then everything is as before, if the backup is
    damaged or a program still has the games open.
    """
    try:
        with _opened(backup) as archive, tempfile.TemporaryDirectory(dir=home.folder, prefix=".restore-") as folder:
            log = Path(folder) / LOG
            contents = _unpack_log(archive, backup, log)
            if home.ledger.exists():
                close_for_good(home.ledger)
                home.ledger.replace(home.ledger.with_name(f"{LOG}.before-{stamp}"))
            _unpack_pictures(archive, home.pictures)
            _unpack_known(archive, backup, home.folder, stamp)
            _settle_file(log)
            log.replace(home.ledger)
            settle_folder(home.folder)
    except OSError as error:
        if isinstance(error, LedgerError):
            raise
        what = f"The games cannot be put back ({error.strerror})."
        raise LedgerError(what, where=str(home.folder), cure="Free some space there and try again.") from error
    return contents


def remove_old(folder: Path, *, keep: int) -> list[Path]:
    """Remove the oldest of the dated backups in a folder, so that so many stay; answers which are gone."""
    dated = sorted(path for path in folder.glob("games-*.zip") if _OWN_NAME.fullmatch(path.name))
    gone = dated[:-keep] if keep else []
    for path in gone:
        path.unlink(missing_ok=True)
    return gone


def copy_log(log: Path, copy: Path) -> None:
    """Copy the log as it is at one moment, whoever writes in it meanwhile; raises LedgerError if it cannot be done."""
    if not log.is_file():
        raise LedgerError("There are no games here.", where=str(log), cure="Name their folder with --home.")
    try:
        with closing(sqlite3.connect(log, timeout=5.0)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
            # One file, without the companions a log in use has.
            target.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        cure = "Free some space, and see that the disk is not mounted read-only."
        raise LedgerError(f"The log cannot be copied ({error}).", where=str(log), cure=cure) from error


def close_for_good(log: Path) -> None:
    """Bring the log's last lines from its companion files into it; raises LedgerError if a program has it open."""
    try:
        with closing(sqlite3.connect(log, timeout=0.5, isolation_level=None)) as connection:
            # Only when nobody else has the file open can its journal be put away.
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        cure = "Stop the referee first (sudo systemctl stop 'pi-referee-*', or Ctrl-C), then try again."
        raise LedgerError("A game is open just now.", where=str(log), cure=cure) from error
    except sqlite3.DatabaseError:
        return  # damaged, which is why a backup is wanted; it is kept as it is


def _known(home: Home) -> list[tuple[Path, str]]:
    """The files of what is known of the house, tiles, decks and the board's corners, with their names in the backup."""
    sets = [(path, f"tiles/{path.name}") for path in sorted(home.tile_sets.glob("*.json"))]
    decks = [(path, f"decks/{path.name}") for path in sorted(home.decks.glob("*.txt"))]
    found = (*sets, *decks, (home.corners, "corners.json"))
    return [(path, name) for path, name in found if _KNOWN.fullmatch(name) and path.is_file()]


def _pack(draft: Path, log: Path, known: list[tuple[Path, str]], pictures: list[Path]) -> None:
    """Write the archive, and return when the disk has it."""
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(log, LOG)
        for path, name in known:
            archive.write(path, name)
        for picture in pictures:
            archive.write(picture, PICTURES + picture.name, zipfile.ZIP_STORED)
    _settle_file(draft)


def _unpack_log(archive: zipfile.ZipFile, backup: Path, log: Path) -> Contents:
    """Take the log out of a backup and read all of it; raises LedgerError if it is not a whole one."""
    if archive.getinfo(LOG).file_size > _LARGEST_LOG:
        raise _damaged(backup, "its log is larger than any log of games")
    with archive.open(LOG) as packed, log.open("wb") as file:
        shutil.copyfileobj(packed, file)
    contents = read_through(log)
    close_for_good(log)
    return Contents(*contents, sum(1 for name in archive.namelist() if _PICTURE.fullmatch(name)))


def read_through(log: Path) -> tuple[int, int]:
    """Read every event and play every game of a log; answers how many games and events; raises LedgerError."""
    with Ledger(log) as ledger:
        games = ledger.newest_game()
        told = [ledger.since(0, game=number) for number in range(1, games + 1)]
        for events in told:
            fold(event.happening for event in events)
        return games, sum(map(len, told))


def _unpack_pictures(archive: zipfile.ZipFile, folder: Path) -> None:
    """Put the pictures back that are not there; a name that is no picture's is left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in filter(_PICTURE.fullmatch, archive.namelist()):
        place = folder / name.removeprefix(PICTURES)
        if not place.exists():
            place.write_bytes(archive.read(name))


def _unpack_known(archive: zipfile.ZipFile, backup: Path, folder: Path, stamp: str) -> None:
    """Put tiles, decks and corners back, and keep others of the same name beside them; an old backup has none."""
    for name in filter(_KNOWN.fullmatch, archive.namelist()):
        if archive.getinfo(name).file_size > _LARGEST_KNOWN:
            raise _damaged(backup, f"{name} in it is larger than it can be")
        place, content = folder / name, archive.read(name)
        place.parent.mkdir(exist_ok=True)
        if place.exists() and place.read_bytes() != content:
            place.replace(place.with_name(f"{place.name}.before-{stamp}"))
        write_safely(place, content)


@contextmanager
def _opened(backup: Path) -> Iterator[zipfile.ZipFile]:
    """The archive; raises LedgerError if it is none of ours or is damaged."""
    try:
        with zipfile.ZipFile(backup) as archive:
            yield archive
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, NotImplementedError) as error:
        raise _damaged(backup, str(error).strip("'\"")) from error
    except FileNotFoundError as error:
        raise LedgerError(
            "There is no such backup.", where=str(backup), cure="See whether the name is right."
        ) from error


def _damaged(backup: Path, why: str) -> LedgerError:
    """An error that names the backup."""
    return LedgerError(f"This backup cannot be used ({why}).", where=str(backup), cure="Take another one.")


def _settle_file(path: Path) -> None:
    """Return when the disk has the file."""
    with path.open("rb") as file:
        settle(file.fileno())
