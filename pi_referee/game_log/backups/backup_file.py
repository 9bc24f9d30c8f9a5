"""The file of a backup, a zip archive: what may be in it, how large that may be, and how it is taken out.

Everything that an archive says of itself is looked at before a byte is unpacked: one that was damaged, or made by
somebody evil, costs neither the disk nor the evening.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pi_referee.errors import BackupError, LedgerError
from pi_referee.files.atomic_file import settle

LOG, PICTURES = "games.sqlite", "pictures/"
"""The names inside the file."""

_PICTURE = re.compile(r"pictures/[\w-]+\.jpg", re.ASCII)
_KNOWN = re.compile(r"tiles/[\w-]{1,40}\.json|decks/[\w-]{1,40}\.txt|corners\.json")

_END = struct.Struct("<4s4H2LH")
_END_MARK = b"PK\5\6"
_LONGEST_NOTE = 65_535
_PIECE = 1 << 20
_ENCRYPTED = 0x1


@dataclass(frozen=True, slots=True)
class Limits:
    """What a backup may hold: far more than any house has."""

    entries: int = 400_000
    """Files; a game has some thirty pictures, so that is 13,000 games."""
    listing: int = 64 * 1024**2
    """Bytes of the archive's own list of its files, some 90 a file."""
    log: int = 2 * 1024**3
    """Bytes of the log; 1,600 games take 20 MB."""
    known: int = 64 * 1024**2
    """Bytes of a set of tiles, a deck or the corners; the largest set measured has 3 MB."""
    picture: int = 64 * 1024**2
    """Bytes of a picture; one of ours has 100 kB."""
    ratio: int = 200
    """How many times larger a file may be than it was packed: logs come to 12, an empty page to 1,000."""
    small: int = 1 << 20
    """Bytes below which a file may be packed as tightly as it likes."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class BackupFile:
    """An open backup in which only what belongs there is seen; all else in it is left alone."""

    path: Path
    archive: zipfile.ZipFile

    @property
    def pictures(self) -> list[str]:
        """The names of the photographs."""
        return [name for name in self.archive.namelist() if _PICTURE.fullmatch(name)]

    @property
    def known(self) -> list[str]:
        """The names of what is known of the house: sets of tiles, decks, the board's corners."""
        return [name for name in self.archive.namelist() if _KNOWN.fullmatch(name)]

    @property
    def size(self) -> int:
        """Bytes of all that belongs there, unpacked."""
        return sum(self.archive.getinfo(name).file_size for name in (LOG, *self.known, *self.pictures))

    def take_out(self, name: str, place: Path) -> None:
        """Unpack one file, piece by piece, and return when the disk has it.

        Raises LedgerError if it is damaged, OSError if it cannot be written.
        """
        with place.open("wb") as file:
            for piece in self._pieces(name):
                file.write(piece)
            file.flush()
            settle(file.fileno())

    def read_through(self, name: str) -> None:
        """Look whether one file comes out whole; raises LedgerError if it does not."""
        for _ in self._pieces(name):
            pass

    def _pieces(self, name: str) -> Iterator[bytes]:
        """One file, unpacked piece by piece."""
        with _explained(self.path), self.archive.open(name) as packed:
            while piece := packed.read(_PIECE):
                yield piece


@contextmanager
def opened(path: Path, limits: Limits = LIMITS) -> Iterator[BackupFile]:
    """A backup, once it has been looked at; raises LedgerError if it is none of ours, damaged or beyond the limits."""
    if path.exists() and not path.is_file():  # a device may have no end
        raise damaged(path, "it is no file")
    with _explained(path):
        _look_at_listing(path, limits)
        archive = zipfile.ZipFile(path)
    with archive:
        backup = BackupFile(path, archive)
        _look_at(backup, limits)
        yield backup


def is_known(name: str) -> bool:
    """Whether a file of this name is one of those that are known of a house."""
    return bool(_KNOWN.fullmatch(name))


def damaged(path: Path, why: str) -> BackupError:
    """An error that names the backup."""
    return BackupError(f"This backup cannot be used ({why}).", where=str(path), cure="Take another one.")


def _look_at_listing(path: Path, limits: Limits) -> None:
    """Refuse an archive whose own list of files would fill the memory before anybody could look at it."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(size - _LONGEST_NOTE - _END.size, 0))
        tail = file.read()
    place = tail.rfind(_END_MARK)
    if 0 <= place <= len(tail) - _END.size:
        listing = _END.unpack_from(tail, place)[5]
        # Four bytes are too few for more: then the true number stands elsewhere, and no backup of ours is that large.
        if listing > limits.listing:
            raise damaged(path, "it lists more files than any house has")


def _look_at(backup: BackupFile, limits: Limits) -> None:
    """Refuse what is no backup of ours, by what the archive says of its files."""
    names = Counter(backup.archive.namelist())
    if len(names) > limits.entries:
        raise damaged(backup.path, "it holds more files than any house has")
    if LOG not in names:
        raise damaged(backup.path, f"there is no {LOG} in it")
    known, pictures = dict.fromkeys(backup.known, limits.known), dict.fromkeys(backup.pictures, limits.picture)
    most = {LOG: limits.log, **known, **pictures}
    for name, size in most.items():
        if names[name] > 1:
            raise damaged(backup.path, f"{name} is in it more than once")
        _look_at_file(backup, backup.archive.getinfo(name), size, limits)


def _look_at_file(backup: BackupFile, file: zipfile.ZipInfo, most: int, limits: Limits) -> None:
    """Refuse a file that is locked, too large, or packed as nothing of ours ever is."""
    if file.flag_bits & _ENCRYPTED:
        raise damaged(backup.path, f"{file.filename} in it is locked with a password")
    if file.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise damaged(backup.path, f"{file.filename} in it is packed in another way than ours")
    if file.file_size > most:
        raise damaged(backup.path, f"{file.filename} in it is larger than it can be")
    if file.file_size > max(limits.small, limits.ratio * file.compress_size):
        raise damaged(backup.path, f"{file.filename} in it would grow beyond measure")


_DAMAGES = (zipfile.BadZipFile, zlib.error, LookupError, ValueError, EOFError, RuntimeError, struct.error)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Say in words what is wrong with an archive that is read."""
    try:
        yield
    except LedgerError:
        raise
    except FileNotFoundError as error:
        raise BackupError("There is no such backup.", where=str(path), cure="See whether the name is right.") from error
    except OSError as error:
        raise damaged(path, error.strerror or str(error)) from error
    except _DAMAGES as error:
        raise damaged(path, str(error).strip("'\"")) from error
