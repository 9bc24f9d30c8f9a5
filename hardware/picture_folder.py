"""Which files of a folder are pictures, and in which order they were taken, as far as their names tell."""

from __future__ import annotations

import logging
import mimetypes
import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from hardware.camera import Picture
from hardware.picture_file import read_picture, taken_at
from pi_referee.errors import CameraError, PictureError

SUFFIXES = frozenset({
    ".jpg", ".jpeg", ".jpe", ".jfif", ".jif", ".mpo", ".png", ".webp", ".bmp", ".dib", ".tif", ".tiff", ".jp2", ".j2k",
    ".jpf", ".jpx", ".gif", ".ppm", ".pgm", ".pnm", ".avif", ".heic", ".heif", ".hif",
})  # fmt: skip
"""What a picture's file name ends in."""

_UNREADABLE = frozenset({
    ".dng", ".cr2", ".cr3", ".nef", ".arw", ".orf", ".rw2", ".raf", ".pef", ".srw", ".jxl", ".psd", ".xcf", ".part",
    ".crdownload",
})  # fmt: skip
"""Endings of files that hold a picture which cannot be read, and are not known as such everywhere."""

_BEGINNINGS = (b"\xff\xd8\xff", b"\x89PNG\r\n", b"GIF8", b"II*\0", b"MM\0*")
"""How the contents of the commonest pictures begin, whatever their names are."""

_NUMBER = re.compile(r"(\d+)")
_DAY_FIRST = re.compile(r"(?<!\d)(\d{1,2})([.\-_ ])(\d{1,2})\2(\d{4})(?!\d)")
_EDITED = re.compile(r"^img_e(\d+)")
"""How an iPhone names its edited copy of IMG_0001."""
_TWELVE_HOURS = re.compile(r"(?<!\d)(1[0-2]|0?[1-9])([.:\-_]?)([0-5]\d)((?:\2[0-5]\d)?)[\s_]*([ap])\.?m\b")

_log = logging.getLogger(__name__)

_FEW = 5
"""So many names are told, and how many more there are."""


def pictures_in(folder: Path) -> tuple[Path, ...]:
    """The pictures of a folder in the order of their names, as people count; hidden files and folders are none.

    Names what was left out, and where the pictures' times tell another order. Raises PictureError if none is there.
    """
    try:
        files = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except (OSError, ValueError) as error:
        raise PictureError(
            "There is no such folder."
            if isinstance(error, (FileNotFoundError, NotADirectoryError))
            else f"The folder cannot be read ({getattr(error, 'strerror', '') or error}).",
            where=str(folder),
            cure="Name a folder that holds pictures.",
        ) from error
    found = tuple(sorted((path for path in files if _is_picture(path)), key=name_order))
    left_out = [path.name for path in files if path not in found and _is_missed(path)]
    if not found:
        kinds = ", ".join(sorted(SUFFIXES))
        others = f" These cannot be read: {_few(left_out)}." if left_out else ""
        raise PictureError(
            f"No picture is in this folder.{others}", where=str(folder), cure=f"Its files must end in {kinds}."
        )
    if left_out:
        _log.warning("Left out, since they are no pictures that can be read: %s.", _few(left_out))
    _compare_times(found)
    return found


def name_order(path: Path) -> tuple[tuple[str | int, ...], tuple[str | int, ...], str]:
    """What pictures are sorted by: numbers count as numbers, capitals as small letters, dates and hours as they follow.

    >>> [path.name for path in sorted(map(Path, ["a10.jpg", "a9 (1).jpg", "A9.jpg"]), key=name_order)]
    ['A9.jpg', 'a9 (1).jpg', 'a10.jpg']
    """
    name = unicodedata.normalize("NFC", path.stem).casefold()
    name = _TWELVE_HOURS.sub(_of_day, _DAY_FIRST.sub(_year_first, _EDITED.sub(r"img_\1 e", name)))
    return _counted(name), _counted(path.suffix.casefold()), path.name


def _counted(text: str) -> tuple[str | int, ...]:
    """A text with its numbers as numbers; text and numbers take turns."""
    return tuple(int(part) if part.isdecimal() else part for part in _NUMBER.split(text))


def _year_first(date: re.Match[str]) -> str:
    """A date with its year first, which is how it is sorted."""
    day, month = int(date[1]), int(date[3])
    if month > 12:
        day, month = month, day  # as Americans write it
    return f"{date[4]}-{month:02}-{day:02}" if 1 <= month <= 12 and 1 <= day <= 31 else date[0]


def _of_day(time: re.Match[str]) -> str:
    """An hour before or after noon as one of 24."""
    hour = int(time[1]) % 12 + (12 if time[5] == "p" else 0)
    return f"{hour:02}{time[2]}{time[3]}{time[4]}"


def _is_picture(path: Path) -> bool:
    """Whether a file is a picture that can be read, as far as its name tells."""
    return path.suffix.lower() in SUFFIXES and path.is_file()


def _is_missed(path: Path) -> bool:
    """Whether somebody may take a file for a picture that is not played: by its name, or by how it begins."""
    suffix = path.suffix.lower()
    if suffix in SUFFIXES or suffix in _UNREADABLE:
        return True
    kind = mimetypes.guess_type(path.name)[0] or ""
    return path.is_file() and (kind.startswith(("image/", "video/")) or _begins_as_picture(path))


def _begins_as_picture(path: Path) -> bool:
    """Whether a file's content begins as a picture does."""
    try:
        with path.open("rb") as file:
            beginning = file.read(12)
    except OSError:
        return False
    return beginning.startswith(_BEGINNINGS) or beginning[4:8] == b"ftyp"


def _compare_times(pictures: Sequence[Path]) -> None:
    """Say where pictures were taken in another order than their names tell; pictures without a time tell nothing."""
    times = [(time, path.name) for path in pictures if (time := taken_at(path))]
    against = [f"{then} before {earlier}" for (one, earlier), (other, then) in pairwise(times) if other < one]
    if against:
        _log.warning(
            "The pictures are played in the order of their names, but by the times in them it was another: %s. "
            "If the times are right, rename them, or list them in set.json.",
            _few(against),
        )


def _few(names: Sequence[str]) -> str:
    """A few names, and how many more there are."""
    more = f" and {len(names) - _FEW} more" if len(names) > _FEW else ""
    return ", ".join(names[:_FEW]) + more


class FolderCamera:
    """Shows the pictures of a folder in the order of their names, one a look: a game that was photographed earlier."""

    def __init__(self, folder: Path) -> None:
        """Find the folder's pictures; raises PictureError if there is none."""
        self._pictures = pictures_in(folder)
        self._next = 0

    def capture(self) -> Picture:
        """Show the next picture; raises CameraError after the last, PictureError for one that is damaged."""
        if self._next == len(self._pictures):
            raise CameraError(
                f"All {self._next} pictures of the folder have been shown.",
                cure="Press Ctrl-C, or put more pictures into another folder and begin with that.",
            )
        self._next += 1
        return read_picture(self._pictures[self._next - 1])

    def glance(self) -> Picture:
        """Show what the next look will show, or the last picture again; raises PictureError for a damaged one."""
        return read_picture(self._pictures[min(self._next, len(self._pictures) - 1)])

    def close(self) -> None:
        """Nothing is held open between two looks."""
