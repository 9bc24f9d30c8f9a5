"""A disk whose plug can be pulled: what was written since the last sync is lost, torn, or there in any order.

A log is written on a disk that records every write and every sync under SQLite (by apsw's virtual file system). From
that record the disk is built as it may look when the plug is pulled at any moment, and the log is opened on it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import apsw

from pi_referee.errors import RefereeError
from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.course.happenings import GameBegan, Happening, Passed, Withdrawn

SECTOR = 512
"""Bytes that a disk writes whole or not at all."""

NOON = "2026-11-20T12:00:00+00:00"
BEGAN = GameBegan("alfapet-sv", ("Anna", "Björn"), 7)


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes that were handed to the disk; content None cuts the file off at this offset."""

    file: str
    offset: int
    content: bytes | None


@dataclass(frozen=True, slots=True)
class Delete:
    """A file's name was taken away; for good with the next sync of any file, as on ext4 (names go in order)."""

    file: str


@dataclass(frozen=True, slots=True)
class Sync:
    """The disk was asked to have all of a file for good, and said that it has."""

    file: str


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """The referee was told that everything up to this event is written."""

    event: int


@dataclass
class Disk:
    """The record of everything a disk was told, in order."""

    told: list[Write | Delete | Sync | Acknowledged] = field(default_factory=list)

    def after_a_cut(self, moment: int, chance: Random) -> tuple[dict[str, bytes], int]:
        """The files as they may be after a cut at this moment (a place in the record), and the last event promised."""
        platter = Platter()
        for entry in self.told[:moment]:
            platter.take(entry)
        return platter.remains(chance), platter.promised


class Platter:
    """What a disk has for good, and what it has only been told."""

    def __init__(self) -> None:
        """Begin empty."""
        self.promised = 0
        self._files: dict[str, bytearray] = defaultdict(bytearray)
        self._waiting: dict[str, list[Write]] = defaultdict(list)
        self._going: set[str] = set()

    def take(self, entry: Write | Delete | Sync | Acknowledged) -> None:
        """One more thing the disk was told."""
        match entry:
            case Write():
                self._waiting[entry.file].append(entry)
            case Delete():
                self._waiting.pop(entry.file, None)
                self._going.add(entry.file)
            case Sync():
                self._settle(entry.file)
            case Acknowledged():
                self.promised = entry.event

    def remains(self, chance: Random) -> dict[str, bytes]:
        """The files when the power goes now; what was not synced is there, gone, or torn, as chance will have it."""
        for file, writes in self._waiting.items():
            for write in writes:
                for part in _what_is_left(write, chance):
                    _apply(self._files[file], part)
        for name in sorted(self._going):
            if chance.random() < 0.5:
                self._files.pop(name, None)
        return {name: bytes(content) for name, content in self._files.items()}

    def _settle(self, file: str) -> None:
        """All of this file for good, and the names that were taken away."""
        for gone in self._going:
            self._files.pop(gone, None)
        self._going.clear()
        for write in self._waiting.pop(file, ()):
            _apply(self._files[file], write)


def _what_is_left(write: Write, chance: Random) -> Iterator[Write]:
    """What became of a write that nobody waited for: all of it, nothing, or some of its sectors."""
    fate = chance.random()
    if fate < 0.4 or write.content is None:
        if fate < 0.4:
            yield write
        return
    if fate < 0.7:
        for start in range(0, len(write.content), SECTOR):
            if chance.random() < 0.5:
                yield Write(write.file, write.offset + start, write.content[start : start + SECTOR])


def _apply(file: bytearray, write: Write) -> None:
    """Do to a file what the disk was told."""
    if write.content is None:
        del file[write.offset :]
        return
    file.extend(bytes(max(0, write.offset - len(file))))
    file[write.offset : write.offset + len(write.content)] = write.content


class RecordingFile(apsw.VFSFile):
    """A file that is written as usual, and keeps a record of it."""

    def __init__(self, under: str, filename: Any, flags: list[int], disk: Disk) -> None:  # noqa: ANN401  # apsw's own
        """Open it through the usual file system."""
        super().__init__(under, filename, flags)
        self._disk = disk
        self._name = Path(filename if isinstance(filename, str) else filename.filename()).name

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802  # SQLite's own name
        """Record and write."""
        self._disk.told.append(Write(self._name, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802  # SQLite's own name
        """Record and cut off."""
        self._disk.told.append(Write(self._name, newsize, None))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802  # SQLite's own name
        """Record and sync."""
        super().xSync(flags)
        self._disk.told.append(Sync(self._name))


class RecordingSystem(apsw.VFS):
    """A file system of recording files."""

    def __init__(self, disk: Disk) -> None:
        """Stand on top of the usual one."""
        self._disk = disk
        super().__init__(name=f"recording-{id(disk)}", base="")

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802  # apsw's own
        """Record and remove."""
        super().xDelete(filename, syncdir)
        self._disk.told.append(Delete(Path(filename).name))

    def xOpen(self, name: Any, flags: list[int]) -> RecordingFile:  # noqa: ANN401, N802  # apsw's own
        """Open a file that records."""
        return RecordingFile("", name, flags, self._disk)


def recorded(folder: Path, turns: int, chance: Random, *, synchronous: str = "FULL") -> Disk:
    """Keep a log of so many turns in a folder, and give the record of what its disk was told."""
    disk = Disk()
    system = RecordingSystem(disk)

    def connect(path: Path) -> Any:  # noqa: ANN401  # apsw's connection stands in for sqlite3's
        connection = apsw.Connection(str(path), vfs=f"recording-{id(disk)}")
        # Without shared memory, which a recording file has not; what is written and synced is the same.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        connection.execute("PRAGMA wal_autocheckpoint = 25")
        return connection

    with Ledger(folder / "games.sqlite", connect=connect) as ledger:
        newest = ledger.append(BEGAN, at=NOON, after=0).id
        disk.told.append(Acknowledged(newest))
        for _ in range(turns):
            turn: list[Happening] = [Withdrawn(), Passed()] if chance.random() < 0.3 else [Passed()]
            written = ledger.append_all(turn, at=NOON, after=newest, picture="x" * chance.randint(0, 900))
            newest = written[-1].id
            disk.told.append(Acknowledged(newest))
    system.unregister()
    return disk


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a cut did: whether the log opened, and how many promised events were missing or doubled."""

    opened: bool
    lost: int
    doubled: int


def cut(disk: Disk, folder: Path, chance: Random) -> Outcome:
    """Pull the plug at a moment by chance, and open the log on what is left; folder must be empty."""
    files, promised = disk.after_a_cut(chance.randint(_begun(disk), len(disk.told)), chance)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    try:
        with Ledger(folder / "games.sqlite") as ledger:
            found = [event.id for event in ledger.since(0)]
            if found:
                ledger.append(Passed(), at=NOON, after=found[-1])
    except RefereeError:
        return Outcome(opened=False, lost=promised, doubled=0)
    return Outcome(
        opened=True, lost=len(set(range(1, promised + 1)) - set(found)), doubled=len(found) - len(set(found))
    )


def _begun(disk: Disk) -> int:
    """The moment from which on something had been promised."""
    return next(place for place, entry in enumerate(disk.told) if isinstance(entry, Acknowledged))


def cuts(folder: Path, count: int, seed: int, *, synchronous: str = "FULL") -> list[Outcome]:
    """Pull the plug so many times, on a log of forty turns each for thirty of them."""
    chance = Random(seed)
    outcomes: list[Outcome] = []
    while len(outcomes) < count:
        played = folder / f"played-{len(outcomes)}"
        played.mkdir()
        disk = recorded(played, 40, chance, synchronous=synchronous)
        for number in range(min(30, count - len(outcomes))):
            after = played / f"after-{number}"
            after.mkdir()
            outcomes.append(cut(disk, after, chance))
    return outcomes
