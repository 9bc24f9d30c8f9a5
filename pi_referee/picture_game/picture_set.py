"""A folder of pictures of a played game: which to play in which order, and a file that answers what is asked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from hardware.picture_folder import pictures_in
from pi_referee.composing import composed
from pi_referee.errors import PictureError

Answers = Mapping[str, Mapping[str, str | bool]]
"""Picture name, composed -> question's key -> answer."""


class Frame(msgspec.Struct, frozen=True):
    """A picture of a set: its file and whether a replay leaves it out. What else a set knows of it is not read."""

    image: str
    skip: bool = False


class PictureSet(msgspec.Struct, frozen=True):
    """What a replay may know of a folder beforehand."""

    edition: str | None = None
    frames: tuple[Frame, ...] = ()


def read_set(folder: Path) -> PictureSet:
    """Read the folder's set.json, if it has one; raises PictureError if that is damaged."""
    path = folder / "set.json"
    if not path.is_file():
        return PictureSet()
    try:
        found = msgspec.json.decode(path.read_bytes(), type=PictureSet)
    except (OSError, msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise PictureError(
            f"The set's description is damaged: {error}.", where=str(path), cure="Mend or remove it."
        ) from error
    if found.edition not in {None, "light", "dark"}:
        raise PictureError(f"{found.edition!r} is no edition.", where=str(path), cure="Write light or dark.")
    return found


def pictures_of(folder: Path, described: PictureSet) -> tuple[Path, ...]:
    """The pictures to play, in the set's order or else by name; raises PictureError if there is none."""
    if not described.frames:
        return pictures_in(folder)
    named = tuple(_named(folder, frame.image) for frame in described.frames if not frame.skip)
    missing = [path.name for path in named if not path.is_file()]
    if missing:
        raise PictureError(
            f"Pictures named in set.json are missing: {', '.join(missing)}.",
            where=str(folder),
            cure="Add or unlist them.",
        )
    if not named:
        raise PictureError("set.json says to skip every picture.", where=str(folder), cure="Leave at least one in.")
    return named


def _named(folder: Path, image: str) -> Path:
    """The file of a picture that a set names, also where the disk has its name's letters in two parts each."""
    path = folder / image
    if path.is_file() or image.isascii():
        return path
    return next((other for other in folder.iterdir() if composed(other.name) == composed(image)), path)


def read_answers(path: Path | None) -> Answers:
    """Read a file of answers; raises PictureError if it is not picture names with questions and answers."""
    if path is None:
        return {}
    try:
        told = msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, str | bool | int]])
    except (OSError, msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise PictureError(
            f"The answers cannot be read: {error}.", where=str(path), cure='Write {"01.jpg": {"K9": "E"}}.'
        ) from error
    return {composed(name): {key: _as_said(answer) for key, answer in said.items()} for name, said in told.items()}


def _as_said(answer: str | bool | int) -> str | bool:
    """An answer as the game keeps it: a number, such as a card's value, is kept as text."""
    return answer if isinstance(answer, bool) else composed(str(answer))
