"""The board's corners as somebody showed them on the page: a small file that the page writes and the eye reads.

They are shares of the picture, so that they hold whatever size the camera's pictures have. They belong to the table and
to no game, so they stand beside the log.
"""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import Literal

import msgspec

from pi_referee.files.atomic_file import write_safely

Point = tuple[float, float]
Points = tuple[Point, Point, Point, Point]
"""Top left, top right, bottom right, bottom left, each from 0 to 1 of the picture's width and height."""

Fit = Literal["", "kept", "used", "unfit"]
"""How shown corners stand: there are none; kept for when the eye finds no board; in use; or the board has left them."""

_SMALLEST = 0.02
"""A board takes at least this share of the picture: the letters of a smaller one cannot be read."""


class Corners(msgspec.Struct, frozen=True):
    """Corners that were shown, and when (ISO); always: they are used even where the eye finds a board by itself."""

    points: Points
    always: bool = False
    at: str = ""


def keep(corners: Corners, path: Path) -> None:
    """Keep corners for all looks from now on; raises OSError if that cannot be."""
    write_safely(path, msgspec.json.encode(corners))


def read(path: Path) -> Corners | None:
    """The corners that were shown; None if there are none, or what is there are none."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Corners)
    except (OSError, msgspec.MsgspecError):
        return None
    return found if is_board(found.points) else None


def forget(path: Path) -> None:
    """Let the eye seek the board by itself again; raises OSError if the file cannot be taken away."""
    path.unlink(missing_ok=True)


def is_outline(points: Points) -> bool:
    """Whether four corners go round something: none drawn in, no three in one line, either way round.

    >>> is_outline(((0, 0), (9, 0), (9, 9), (0, 9))), is_outline(((0, 0), (9, 9), (9, 0), (0, 9)))
    (True, False)
    """
    turns = _turns(points)
    return isfinite(sum(turns)) and (min(turns) > 0 or max(turns) < 0)


def is_board(points: Points) -> bool:
    """Whether a board can lie so: four corners in the picture, clockwise, none drawn in, and not too small.

    >>> is_board(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)))
    True
    >>> is_board(((0.9, 0.1), (0.1, 0.1), (0.9, 0.9), (0.1, 0.9)))
    False
    """
    inside = all(0 <= share <= 1 for point in points for share in point)
    area = sum(points[n - 1][0] * points[n][1] - points[n][0] * points[n - 1][1] for n in range(4)) / 2
    return inside and min(_turns(points)) > 0 and area >= _SMALLEST


def _turns(points: Points) -> list[float]:
    """How the way round four corners turns at each, as _turn has it."""
    return [_turn(points[n - 2], points[n - 1], points[n]) for n in range(4)]


def _turn(first: Point, second: Point, third: Point) -> float:
    """Above 0 if the way through three points turns right (y counts downwards)."""
    return (second[0] - first[0]) * (third[1] - second[1]) - (second[1] - first[1]) * (third[0] - second[0])
