"""The games of a backup in the place of those that are here, when a card or a whole machine is gone.

Everything is unpacked beside what is there, read through, and on the disk before anything is moved; the log then takes
its place by one rename. Whenever it is cut short, by a kill, a full disk or the plug, the games that were there are
there, or the new ones are, and never none. Tiles and decks take their places just before.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pi_referee.errors import LedgerError
from pi_referee.files.atomic_file import settle_folder, settle_path
from pi_referee.files.ownership import hand_over
from pi_referee.files.paths import Home
from pi_referee.game_log.backups.backup_file import LOG, PICTURES, BackupFile, damaged, opened
from pi_referee.game_log.backups.log_backup import Contents, close_for_good, in_the_way, open_just_now, unpack_log
from pi_referee.game_log.rescue import COMPANIONS


def restore(backup: Path, home: Home, *, stamp: str) -> Contents:
    """Put a backup's games in the place of those that are there; those are kept beside them, under another name.

    stamp: part of that name, usually the time. Raises LedgerError, and then the games are as before, if the backup is
    damaged or holds no game, if a program still has the games open, or if the disk refuses.
    """
    try:
        with opened(backup) as archive, tempfile.TemporaryDirectory(dir=home.folder, prefix=".restore-") as folder:
            beside = Path(folder)
            _look_at_room(archive, home.folder)
            contents = _unpacked(archive, beside)
            hand_over(beside, home.folder)
            _put_in_place(beside, home, stamp)
    except OSError as error:
        if isinstance(error, LedgerError):
            raise
        what = f"The games cannot be put back ({error.strerror}), so those that were here are here still."
        raise LedgerError(what, where=str(home.folder), cure="Free some space there and try again.") from error
    return contents


def _look_at_room(archive: BackupFile, folder: Path) -> None:
    """Refuse at once what would not fit on the disk."""
    if archive.size > shutil.disk_usage(folder).free:
        megabytes = archive.size // 1024**2 + 1
        cure = f"Free {megabytes} MB there and try again."
        raise LedgerError("There is no room for this backup's games.", where=str(folder), cure=cure)


def _unpacked(archive: BackupFile, beside: Path) -> Contents:
    """Unpack all of it into a folder beside the games, and return when it is checked and on the disk."""
    contents = unpack_log(archive, beside / LOG)
    if not contents.events:
        raise damaged(archive.path, "there is no game in it")
    for name in (*archive.known, *archive.pictures):
        (beside / name).parent.mkdir(exist_ok=True)
        archive.take_out(name, beside / name)
    settle_path(beside / LOG)
    for folder in (beside, *(path for path in beside.iterdir() if path.is_dir())):
        settle_folder(folder)
    return contents


def _put_in_place(beside: Path, home: Home, stamp: str) -> None:
    """Move what was unpacked to where it belongs, the log last: until then the games that were there are played."""
    if not home.ledger.exists():
        _keep_companions(home.ledger, stamp)  # SQLite removes them with the first look at an empty log
        home.ledger.touch()
        hand_over(home.ledger, home.folder)  # it stays where the disk refuses the rest
    with _nobody_plays(home.ledger):
        stamp = _free(home.ledger, stamp)
        _move_pictures(beside / PICTURES, home.pictures)
        _move_known(beside, home.folder, stamp)
        if home.ledger.stat().st_size:
            _keep(home.ledger, _aside(home.ledger, stamp))
            _keep_companions(home.ledger, stamp)
        _take_companions_away(home.ledger)
        settle_folder(home.folder)
        (beside / LOG).replace(home.ledger)
        settle_folder(home.folder)


@contextmanager
def _nobody_plays(log: Path) -> Iterator[None]:
    """Hold the log, so that nobody opens it while it is exchanged; raises LedgerError if a program has it open.

    Where there is none an empty one is held: a game that began just now would be put aside at once.
    """
    close_for_good(log)
    with closing(sqlite3.connect(log, timeout=0.5, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE")
            is_open_again = connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        except sqlite3.OperationalError as error:
            raise in_the_way(log, error) from error
        except sqlite3.DatabaseError:
            is_open_again = False  # damaged, which is why a backup is wanted
        if is_open_again:
            raise open_just_now(log)
        yield


def _aside(log: Path, stamp: str) -> Path:
    """What a log is called once another has taken its place."""
    return log.with_name(f"{LOG}.before-{stamp}")


def _free(log: Path, stamp: str) -> str:
    """A stamp of which nothing lies beside the log yet: what the restore before put aside stays, too."""
    stamps = (stamp, *(f"{stamp}-{number}" for number in range(2, 100)))
    return next((one for one in stamps if not _aside(log, one).exists()), stamp)


def _move_pictures(unpacked: Path, folder: Path) -> None:
    """Move the pictures that are not there yet; one more harms no game."""
    folder.mkdir(parents=True, exist_ok=True)
    hand_over(folder, folder.parent)
    for picture in unpacked.glob("*.jpg"):
        place = folder / picture.name
        if not place.exists():
            picture.replace(place)
    settle_folder(folder)


def _move_known(unpacked: Path, folder: Path, stamp: str) -> None:
    """Move tiles, decks and corners, and keep others of the same name beside them; an old backup has none."""
    for path in (*unpacked.glob("tiles/*"), *unpacked.glob("decks/*"), *unpacked.glob("corners.json")):
        place = folder / path.relative_to(unpacked)
        if not place.parent.exists():
            place.parent.mkdir()
            hand_over(place.parent, folder)
        if place.exists() and place.read_bytes() != path.read_bytes():
            _keep(place, place.with_name(f"{place.name}.before-{stamp}"))
        path.replace(place)
        settle_folder(place.parent)


def _keep(path: Path, name: Path) -> None:
    """Give a file a second name, so that it stays under both until another takes its place."""
    if not path.exists():
        return
    name.unlink(missing_ok=True)
    try:
        os.link(path, name)
    except OSError:  # a disk without second names, as a stick has
        shutil.copyfile(path, name)
        hand_over(name, path)
    settle_path(name)


def _take_companions_away(log: Path) -> None:
    """Take away what a damaged log has beside it, or SQLite would add that to the new one; a whole log has nothing."""
    for end in (*COMPANIONS, "-shm"):
        log.with_name(log.name + end).unlink(missing_ok=True)


def _keep_companions(log: Path, stamp: str) -> None:
    """Give what a log has beside it a second name, too."""
    for end in COMPANIONS:
        _keep(log.with_name(log.name + end), _aside(log, stamp + end))
