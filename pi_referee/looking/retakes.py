"""Looks at the table well: once where one look is clear, else when nothing moves any more, and then several times."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from hardware.button import Clock
from hardware.camera import Picture
from pi_referee.errors import CameraError
from pi_referee.judge.board_change import change_between
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from vision.photo.denoise import average
from vision.photo.motion import moved
from vision.sighting import BoardLook, NotSeen, Sighting
from vision.voting import as_before, can_settle, vote

PATIENCE = 3.0
"""Seconds for which a hand or a sleeve over the table is waited for; then it is looked at as it is."""

STILL = 0.4
"""Seconds for which nothing may move before a table that moved is looked at."""

BETWEEN = 0.1
"""Seconds between two pictures of a table that moves."""

MOST = 3
"""So many looks vote where one leaves a doubt."""

TOGETHER = 3
"""Each further look is at so many pictures laid over one another, which takes most of the grain away."""

Capture = Callable[[], Picture]
See = Callable[[Picture], BoardLook]
Pause = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen, and the picture it was seen in."""

    picture: Picture
    look: BoardLook


@dataclass(frozen=True, slots=True)
class Retake:
    """How further pictures are taken: capture may raise CameraError. clock, pause: seconds.

    is_live: whether another picture could show anything else than the first.
    """

    capture: Capture
    clock: Clock
    pause: Pause
    is_live: bool = True


def look_well(first: Picture, see: See, retake: Retake, position: Position) -> Seen:
    """Look at a picture, and at further ones only where it leaves a doubt that matters to the agreed position.

    A clear look has no delay: where no new tile, and nothing near one, is covered or in doubt, nothing hides them. Else
    the table is waited for until it is still, and looked at up to MOST times. Where no further picture comes, what was
    seen before counts.
    """
    capture = retake.capture
    seen = Seen(first, see(first))
    if is_clear(seen.look, position):
        return seen
    with suppress(CameraError):
        later, has_moved = when_still(first, capture, clock=retake.clock, pause=retake.pause)
        if np.array_equal(later, seen.picture):
            return seen  # a drawn table, or a picture from a file: it looks the same however often one looks
        if not has_moved:
            return _voted(seen, capture, see, position)
        still = Seen(later, see(later))
        still = still if is_clear(still.look, position) else _voted(still, capture, see, position)
        return _as_pressed(seen.look, still, position)
    return seen


def _as_pressed(first: BoardLook, still: Seen, position: Position) -> Seen:
    """What is seen when nothing moves any more; what was laid or taken away since somebody pressed is in doubt."""
    if isinstance(first, NotSeen) or isinstance(still.look, NotSeen):
        return still
    return Seen(still.picture, as_before(first, still.look, position.occupied))


def is_clear(look: BoardLook, position: Position) -> bool:
    """Whether a look tells all that it should: no hand in it, no doubt that matters, no tile with another letter."""
    return isinstance(look, Sighting) and not look.covered and not _open(look, position)


def when_still(before: Picture, capture: Capture, *, clock: Clock, pause: Pause) -> tuple[Picture, bool]:
    """A picture of the table when nothing moves any more, and whether anything had; after PATIENCE one as it is.

    Raises CameraError if no picture comes.
    """
    began = since = clock()
    has_moved = False
    while True:
        after = capture()
        now = clock()
        if moved(before, after):
            has_moved, since = True, now
        if not has_moved or now - since >= STILL or now - began >= PATIENCE:
            return after, has_moved
        before = after
        pause(BETWEEN)


def _voted(seen: Seen, capture: Capture, see: See, position: Position) -> Seen:
    """What a look and further ones tell together; as many as can still settle something, each of a few pictures."""
    if isinstance(seen.look, NotSeen):
        return seen
    looks = [seen.look]
    unsettled = _open(seen.look, position)
    with suppress(CameraError):
        while can_settle(looks, unsettled, MOST):
            picture = average([capture() for _ in range(TOGETHER)])
            look = see(picture)
            if isinstance(look, NotSeen):
                break
            looks.append(look)
            seen = Seen(picture, vote(looks))
    return seen


def _open(look: Sighting, position: Position) -> frozenset[Square]:
    """The squares a further look may settle: those in doubt that matter, and those that show another letter."""
    change = change_between(position, look)
    return frozenset(doubt.square for doubt in change.doubts) | change.altered
