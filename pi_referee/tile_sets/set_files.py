"""What was learnt of the household's sets of tiles: a small file a set, in the games' home, every lesson undoable."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import msgspec
import numpy as np

from pi_referee.errors import RefereeError
from pi_referee.files.atomic_file import alone_in, write_safely
from vision.letters.household_tiles import LearntTile
from vision.letters.letter_model import SIDE

USUAL = "home"
"""The set that is meant if none is named: most families have one."""
ENOUGH = 4
"""So many tiles of a letter are kept in mind, the newest ones: more make the beginning slower and nothing surer."""

_NAME = re.compile(r"[\w-]{1,40}")
_FORM = 1


@dataclass(frozen=True, slots=True)
class Lesson:
    """What was learnt at once: when (ISO time), from what, for which game and edition."""

    at: str
    source: str
    game: str
    edition: str
    tiles: tuple[LearntTile, ...]


@dataclass(frozen=True, slots=True)
class TileSet:
    """One set of tiles and all that was learnt of it, the newest lesson last."""

    name: str
    lessons: tuple[Lesson, ...] = ()

    @property
    def tiles(self) -> tuple[LearntTile, ...]:
        """The tiles to be kept in mind: of each letter the newest few."""
        newest = [tile for lesson in reversed(self.lessons) for tile in lesson.tiles]
        kept: dict[str, list[LearntTile]] = {}
        for tile in newest:
            kept.setdefault(tile.letter, []).append(tile)
        return tuple(tile for letter in sorted(kept) for tile in kept[letter][:ENOUGH])

    def after(self, lesson: Lesson) -> TileSet:
        """This set once more has been learnt."""
        return replace(self, lessons=(*self.lessons, lesson))

    def before_last(self) -> TileSet:
        """This set as it was before the last lesson; raises RefereeError if there was none."""
        if not self.lessons:
            raise RefereeError("Nothing is learnt that could be taken back.", where=self.name)
        return replace(self, lessons=self.lessons[:-1])


class TileForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tile as written: its letter, and its window as PNG."""

    letter: str
    window: bytes


class LessonForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as written."""

    at: str
    source: str
    game: str
    edition: str
    tiles: tuple[TileForm, ...]


class SetForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set as written; the checksum is of its lessons."""

    form: int
    checksum: str
    lessons: tuple[LessonForm, ...]


class TileSets:
    """The folder in which the sets' files lie."""

    def __init__(self, folder: Path) -> None:
        """Nothing is read yet, and the folder need not be there."""
        self._folder = folder

    def names(self) -> list[str]:
        """The sets of which something was learnt, or at least a file is there."""
        return sorted(path.stem for path in self._folder.glob("*.json") if _NAME.fullmatch(path.stem))

    def open(self, name: str = USUAL) -> TileSet:
        """What was learnt of a set, nothing if it is unknown; raises RefereeError if its file is damaged."""
        path = self._path(name)
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return TileSet(name)
        except OSError as error:
            raise _unreadable(path, name, error.strerror or "it cannot be opened") from error
        try:
            return TileSet(name, tuple(map(_lesson, _checked(content).lessons)))
        except ValueError as error:
            raise _unreadable(path, name, str(error)) from error

    def keep(self, tile_set: TileSet) -> None:
        """Write a set's file anew; raises RefereeError if that cannot be, and then the old one stays."""
        path = self._path(tile_set.name)
        lessons = tuple(map(_form, tile_set.lessons))
        content = msgspec.json.encode(SetForm(_FORM, _checksum(lessons), lessons))
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_safely(path, content)
        except OSError as error:
            cure = "Free some space there, or name another folder with --home."
            raise RefereeError(
                f"What was learnt cannot be kept ({error.strerror}).", where=str(path), cure=cure
            ) from error

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else, here or in another program, changes a set meanwhile."""
        with suppress(OSError):  # a folder that cannot be made is told to whoever then writes
            self._folder.mkdir(parents=True, exist_ok=True)
        with alone_in(self._folder):
            yield

    def forget(self, name: str) -> bool:
        """Forget all that was learnt of a set; whether there was anything."""
        path = self._path(name)
        there = path.is_file()
        path.unlink(missing_ok=True)
        return there

    def _path(self, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise RefereeError(f"{name!r} cannot be a set's name.", cure="Use letters, figures, - and _, 40 at most.")
        return self._folder / f"{name}.json"


def _checked(content: bytes) -> SetForm:
    """The file's content; ValueError if it is of another form, or a bit of it has changed."""
    found = msgspec.json.decode(content, type=SetForm)
    if found.form != _FORM:
        raise ValueError(f"it is of form {found.form}, and this program knows form {_FORM}")
    if found.checksum != _checksum(found.lessons):
        raise ValueError("its checksum is wrong")
    return found


def _checksum(lessons: tuple[LessonForm, ...]) -> str:
    return hashlib.sha256(msgspec.json.encode(lessons)).hexdigest()


def _form(lesson: Lesson) -> LessonForm:
    tiles = tuple(TileForm(tile.letter, cv2.imencode(".png", tile.window)[1].tobytes()) for tile in lesson.tiles)
    return LessonForm(lesson.at, lesson.source, lesson.game, lesson.edition, tiles)


def _lesson(form: LessonForm) -> Lesson:
    return Lesson(form.at, form.source, form.game, form.edition, tuple(map(_tile, form.tiles)))


def _tile(form: TileForm) -> LearntTile:
    """A tile read back; ValueError if its picture is none."""
    coded = np.frombuffer(form.window, np.uint8)
    window = cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE) if coded.size else None
    if window is None or window.shape != (SIDE, SIDE):
        raise ValueError(f"the picture of its {form.letter} is damaged")
    return LearntTile(form.letter, np.asarray(window, np.uint8))


def _unreadable(path: Path, name: str, why: str) -> RefereeError:
    return RefereeError(
        f"What was learnt of the tiles cannot be read: {why}.",
        where=str(path),
        cure=f"Forget it (pi-referee learn --forget --set {name}) and teach the tiles again.",
    )
