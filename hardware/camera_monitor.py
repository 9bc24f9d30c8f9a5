"""Looks after a camera: takes a look at the table now and then, notices what is wrong with it, and has it mended."""

from __future__ import annotations

import hashlib
import logging
import math
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Protocol

import numpy as np

from hardware.button import Clock
from hardware.camera import Camera, Picture
from hardware.recovery_ladder import PACE, UNTRIED, Fault, Pace, Rung, Standing, climb
from pi_referee.errors import CameraError

DARK = 20
"""A picture is black if ninety-nine of a hundred of its pixels are below this, of 255: a sensor's own noise is."""

_SPARSE = 16
"""Every so manieth pixel is enough to know black from dim."""

JUST = 0.5
"""Seconds: a picture counts if the one before it was asked for so shortly before the press at most, and is another."""

AGAIN = 0.6
"""Seconds till somebody looks again who was shown an old picture: telephones send one or two a second at the least."""

KEPT = 8
"""So many pictures before this one are known again: a driver that stopped may show all its buffers, one by one."""

log = logging.getLogger(__name__)


_TRIED = frozenset({Rung.WELL, Rung.RETRY, Rung.REOPEN})
"""The rungs on which whoever presses has the camera looked through again and again."""

_THREAD = "camera"
"""The name of a thread that holds a camera."""


class Hand(Protocol):
    """Somebody who holds a camera for us, so that we never wait for one that hangs."""

    def look(self) -> Future[Picture]:
        """Ask for a look at the table; opens the camera if need be. The picture comes later, or a CameraError."""

    def wait(self, asked: Future[Picture], seconds: float) -> None:
        """Wait for a look, so long at most."""

    def leave(self) -> None:
        """Let go of the camera as soon as it answers; nobody waits for that."""


class ThreadHand:
    """Holds the camera in a thread of its own."""

    def __init__(self, open_camera: Callable[[], Camera]) -> None:
        """Start the thread; open_camera is called in it when the first look is asked for."""
        self._open = open_camera
        self._asked: queue.SimpleQueue[Future[Picture] | None] = queue.SimpleQueue()
        threading.Thread(target=self._serve, name=_THREAD, daemon=True).start()

    def look(self) -> Future[Picture]:
        """Ask for a look at the table."""
        asked: Future[Picture] = Future()
        self._asked.put(asked)
        return asked

    def wait(self, asked: Future[Picture], seconds: float) -> None:
        """Wait for a look, so long at most."""
        wait([asked], seconds)

    def leave(self) -> None:
        """Let go of the camera as soon as it answers."""
        self._asked.put(None)

    def _serve(self) -> None:
        """Look whenever asked to, until told to leave."""
        camera: Camera | None = None
        while (asked := self._asked.get()) is not None:
            try:
                camera = camera or self._open()
                asked.set_result(camera.capture())
            except CameraError as error:
                asked.set_exception(error)
            except Exception as error:  # noqa: BLE001  # the thread's top: camera drivers raise anything
                log.warning("The camera's driver stumbled: %s (%s)", error, type(error).__name__)
                asked.set_exception(CameraError(f"The camera's driver stumbled ({error}).", cure=Fault.GONE.cure))
        if camera is not None:
            camera.close()


def holding() -> frozenset[threading.Thread]:
    """The threads that hold a camera now."""
    return frozenset(thread for thread in threading.enumerate() if thread.name == _THREAD)


def have_left(threads: frozenset[threading.Thread], seconds: float) -> bool:
    """Wait until these have let go of their cameras, so long at most for each; false if one hangs.

    A program must not end tidily while a thread is inside a camera's driver: that aborts it.
    """
    for thread in threads:
        thread.join(seconds)
    return not any(thread.is_alive() for thread in threads)


class Keeper:
    """A camera that is looked after; it is a Camera, and never keeps anybody waiting for long."""

    def __init__(
        self,
        reach: Callable[[], Hand],
        *,
        clock: Clock = time.monotonic,
        pace: Pace = PACE,
        standing: Standing = UNTRIED,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        """Look after the camera that reach gives a hand for; standing: how matters stood before a restart."""
        self._reach = reach
        self._clock = clock
        self._pace = pace
        self._standing = standing
        self._hand: Hand | None = None
        self._asked: Future[Picture] | None = None
        self._pause = pause
        self._asked_at = self._seen_at = self._given_at = -math.inf
        self._until = 0.0
        self._shown, self._said = deque[bytes](maxlen=KEPT), ""
        self._news = clock()

    @property
    def standing(self) -> Standing:
        """How matters stand with the camera."""
        return self._standing

    @property
    def silence(self) -> float:
        """Seconds since something was learnt of the camera, good or bad; while it is looked after these are few."""
        return self._clock() - self._news

    def tick(self) -> Standing:
        """Take a look if it is time to, and draw conclusions; call this several times a second. Never waits."""
        if self._standing.rung is not Rung.RESTART:
            if self._asked is None and self._clock() >= self._standing.due:
                self._ask()
            self._conclude()
        return self._standing

    def capture(self) -> Picture:
        """Look now, for somebody who pressed; raises CameraError if no good picture can be had within seconds.

        A camera that has stopped may show one more picture that nobody has seen, of the table as it was: only what
        differs from a picture that was taken just now shows the table as it is. Who looks again at once, as where a
        look left a doubt, has such a one already, however slow the camera is.
        """
        now = self._clock()
        last = self._seen_at if now - self._given_at <= JUST else math.inf
        picture = self._differing_from_one_since(min(last, now - JUST), is_pressed=True)
        self._given_at = self._clock()
        return picture

    def glance(self) -> Picture:
        """Look once, for somebody who only watches and does not wait long; raises CameraError as capture does."""
        return self._differing_from_one_since(-math.inf, is_pressed=False)

    def _differing_from_one_since(self, since: float, *, is_pressed: bool) -> Picture:
        """A good picture, asked for now, that differs from one which was asked for since then.

        Who has put the camera right presses at once: it is tried even where it would not be looked through yet, unless
        it hangs. A page that looks again and again would have it opened as often.
        """
        if self._asked is not None:  # a look that began before the press does not count
            self._wait_and_conclude()
        may_be_mended = is_pressed and self._standing.fault is not Fault.HANGS
        while self._standing.rung in _TRIED or (may_be_mended and self._standing.rung is Rung.MANUAL):
            may_be_mended = False
            if self._standing.fault is Fault.STALE:
                self._pause(AGAIN)
            before = self._seen_at
            self._ask()
            picture = self._wait_and_conclude()
            if picture is not None and before >= since:
                return picture
            if self._standing.fault is Fault.HANGS:
                break
        fault = self._standing.fault or Fault.GONE
        raise CameraError(fault.what, cure=fault.cure)

    def close(self) -> None:
        """Let go of the camera."""
        self._drop()

    def _ask(self) -> None:
        """Ask for a look; on the upper rungs with a camera that is opened anew."""
        if self._standing.rung in {Rung.REOPEN, Rung.MANUAL}:
            self._drop()
        is_new = self._hand is None
        self._hand = self._hand or self._reach()
        self._asked_at = self._clock()
        self._until = self._asked_at + (self._pace.opening if is_new else self._pace.patience)
        self._asked = self._hand.look()

    def _wait_and_conclude(self) -> Picture | None:
        """Wait for the look that was asked for; its picture, if it is a good one."""
        if self._hand is not None and self._asked is not None:
            self._hand.wait(self._asked, max(0.0, self._until - self._clock()))
        return self._conclude()

    def _conclude(self) -> Picture | None:
        """Draw the conclusion from the look that was asked for, if it is there or overdue; a good picture is given."""
        asked = self._asked
        if asked is None or (not asked.done() and self._clock() < self._until):
            return None
        self._asked = None
        picture, fault = (None, Fault.HANGS) if not asked.done() else self._judged(asked)
        before, self._news = self._standing, self._clock()
        self._standing = climb(before, fault, self._news, self._pace)
        self._tell(before)
        return picture if fault is None else None

    def _judged(self, asked: Future[Picture]) -> tuple[Picture | None, Fault | None]:
        """A look that has been taken: its picture, and what is wrong with it."""
        error = asked.exception()
        if error is not None:
            if str(error) != self._said:
                log.info("%s", error)
            self._said = str(error)
            return None, Fault.GONE
        picture, self._said = asked.result(), ""
        self._seen_at = self._asked_at
        shown = hashlib.blake2b(picture.tobytes(), digest_size=16).digest()
        was_shown = shown in self._shown
        self._shown.append(shown)
        if is_black(picture):
            return picture, Fault.BLACK
        # A sensor's noise makes every picture another one, also after it was opened anew; the same bytes twice are the
        # same picture twice.
        return picture, Fault.STALE if was_shown else None

    def _tell(self, before: Standing) -> None:
        """Write into the journal when matters have changed."""
        now = self._standing
        if now.rung is before.rung:
            return
        if now.fault is None:
            log.warning("The camera is well again.")
        elif now.fault is before.fault:
            log.info("The camera: %s.", now.rung.value)
        else:
            log.warning("%s %s (%s)", now.fault.what, now.fault.cure, now.rung.value)

    def _drop(self) -> None:
        """Let go of the camera as it is; another hand may take it."""
        hand, self._hand, self._asked = self._hand, None, None
        if hand is not None:
            hand.leave()


def is_black(picture: Picture) -> bool:
    """Whether a picture shows nothing at all: a cap on the lens, or no light in the room."""
    return bool(np.percentile(picture[::_SPARSE, ::_SPARSE], 99) < DARK)
