"""All games in one file, to be kept elsewhere.

The file is a zip archive: `games.sqlite`, the log as it was at one moment, what is known of the house (`tiles/`, the
learnt sets of tiles, `decks/`, its decks of cards, and `corners.json`, the board's shown corners), and, if wanted,
`pictures/`. How they come back is in log_restore.
"""

from __future__ import annotations

import os
import re
import sqlite3
import tempfile
import zipfile
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from pi_referee.errors import BackupError, LedgerError
from pi_referee.files.atomic_file import settle_folder, settle_path
from pi_referee.files.ownership import hand_over
from pi_referee.files.paths import Home
from pi_referee.files.surplus import surplus
from pi_referee.game_log.backups.backup_file import LOG, PICTURES, BackupFile, is_known, opened
from pi_referee.game_log.backups.whole_log import read_through
from pi_referee.game_log.log_connection import TROUBLES, connect
from pi_referee.game_log.outbox_table import DROP
from pi_referee.game_log.rescue import is_read_only, rescued

_OF_THE_LOG = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
"""What can only be wrong with the log that is copied: the copy is a new file that nobody else has."""

_OWN_NAME = re.compile(r"games-\d{4}-\d\d-\d\d\.zip")


@dataclass(frozen=True, slots=True)
class Contents:
    """What a backup holds: how many games, events and pictures."""

    games: int
    events: int
    pictures: int

    def __str__(self) -> str:
        """The contents in words."""
        told = (("game", self.games), ("event", self.events), ("picture", self.pictures))
        return ", ".join(f"{count} {name}{'' if count == 1 else 's'}" for name, count in told)


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
        contents = _checked(draft, home.ledger)
        draft.replace(to)
        _settle_in(to, home)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        if isinstance(error, LedgerError):
            raise
        cure = "Free some space there, or name another place with --to."
        raise LedgerError(f"The backup cannot be written ({error.strerror}).", where=str(to), cure=cure) from error
    return contents


def _checked(draft: Path, log: Path) -> Contents:
    """Check a backup that has no name yet: what is wrong with its log is wrong with the log that was copied."""
    try:
        return check(draft)
    except BackupError as error:
        raise LedgerError(
            error.what, where=error.where.replace(f"{draft}: {LOG}", str(log), 1), cure=error.cure
        ) from error


def check(backup: Path) -> Contents:
    """Look whether everything comes out of a backup again: every byte, every event, every game.

    Raises LedgerError that says what is wrong.
    """
    # Beside the backup there is room for it, unless that is a stick which may not be written to.
    beside = backup.parent if os.access(backup.parent, os.W_OK) else None
    with opened(backup) as archive, tempfile.TemporaryDirectory(dir=beside, prefix=".check-") as folder:
        for name in (*archive.known, *archive.pictures):
            archive.read_through(name)
        return unpack_log(archive, Path(folder) / LOG)


def unpack_log(archive: BackupFile, log: Path) -> Contents:
    """Take the log out of a backup and read all of it; raises BackupError if it is not a whole one of ours."""
    archive.take_out(LOG, log)
    try:
        told = read_through(log)
    except LedgerError as error:  # nobody knows the file it was unpacked to
        place = error.where.replace(str(log), LOG, 1)
        raise BackupError(error.what, where=f"{archive.path}: {place}", cure=error.cure) from error
    close_for_good(log)
    return Contents(told.games, told.events, len(archive.pictures))


def remove_old(made: Path, *, keep: int) -> list[Path]:
    """Remove the oldest of the dated backups beside the one just made, so that so many stay; answers which are gone."""
    dated = [path for path in made.parent.glob("games-*.zip") if _OWN_NAME.fullmatch(path.name)]
    newest = made if made in dated else max(dated, default=made)  # one of another name is none of those that go
    gone = surplus(dated, newest, lambda path: path.name, kept=keep)
    for path in gone:
        path.unlink(missing_ok=True)
    return gone


def copy_log(log: Path, copy: Path) -> None:
    """Copy the log as it is at one moment, whoever writes in it meanwhile; raises LedgerError if it cannot be done."""
    if not log.is_file():
        raise LedgerError("There are no games here.", where=str(log), cure="Name their folder with --home.")
    try:
        with closing(_readable(log)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
            target.execute(DROP)
            # One file, without the companions a log in use has.
            target.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        plain = (
            f"The log cannot be copied ({error}).",
            "Free some space, and see that the disk is not mounted read-only.",
        )
        what, cure = TROUBLES[code] if code in _OF_THE_LOG else plain
        raise LedgerError(what, where=str(log), cure=cure) from error


def close_for_good(log: Path) -> None:
    """Bring the log's last lines from its companion files into it; raises LedgerError if a program has it open."""
    try:
        with closing(sqlite3.connect(log, timeout=0.5, isolation_level=None)) as connection:
            # Only when nobody else has the file open can its journal be put away.
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        raise in_the_way(log, error) from error
    except sqlite3.DatabaseError:
        return  # damaged, which is why a backup is wanted; it is kept as it is


def in_the_way(log: Path, error: sqlite3.OperationalError) -> LedgerError:
    """Why a log cannot be exchanged: a program has it open, or the disk refuses."""
    if error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return open_just_now(log)
    cure = "Free some space, and see that the disk is not mounted read-only."
    return LedgerError(f"The log cannot be put away ({error}).", where=str(log), cure=cure)


def open_just_now(log: Path) -> LedgerError:
    """Why a log cannot be exchanged that a program has open."""
    cure = "Stop the referee first (sudo systemctl stop 'pi-referee-*', or Ctrl-C), then try again."
    return LedgerError("A game is open just now.", where=str(log), cure=cure)


def _readable(log: Path) -> sqlite3.Connection:
    """The log, also on a disk that may not be written to any more."""
    return rescued(log, connect) if is_read_only(log) else sqlite3.connect(log, timeout=5.0)


def _settle_in(backup: Path, home: Home) -> None:
    """Return when the disk has a new backup's name; one in the house's own folder belongs to the house."""
    settle_folder(backup.parent)
    if home.folder in backup.parents:
        hand_over(backup.parent, home.folder)


def _known(home: Home) -> list[tuple[Path, str]]:
    """The files of what is known of the house, tiles, decks and the board's corners, with their names in the backup."""
    sets = [(path, f"tiles/{path.name}") for path in sorted(home.tile_sets.glob("*.json"))]
    decks = [(path, f"decks/{path.name}") for path in sorted(home.decks.glob("*.txt"))]
    found = (*sets, *decks, (home.corners, "corners.json"))
    return [(path, name) for path, name in found if is_known(name) and path.is_file()]


def _pack(draft: Path, log: Path, known: list[tuple[Path, str]], pictures: list[Path]) -> None:
    """Write the archive, and return when the disk has it."""
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
        archive.write(log, LOG)
        for path, name in known:
            with suppress(FileNotFoundError):  # forgotten meanwhile, or gone from a full disk
                archive.write(path, name)
        for picture in pictures:
            with suppress(FileNotFoundError):
                archive.write(picture, PICTURES + picture.name, zipfile.ZIP_STORED)
    settle_path(draft)
