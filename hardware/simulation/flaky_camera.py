"""A camera with good and bad spells, in a time of its own: for rehearsing what happens when one fails."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import dataclass

import numpy as np

from hardware.camera import Picture
from hardware.recovery_ladder import Fault
from pi_referee.errors import CameraError


class Hours:
    """A clock that is set forward by whoever plays with it; counts seconds from zero."""

    def __init__(self) -> None:
        """Begin at zero."""
        self.now = 0.0

    def __call__(self) -> float:
        """The time in seconds."""
        return self.now

    def pass_by(self, seconds: float) -> None:
        """Let so much time pass."""
        self.now += seconds


@dataclass(frozen=True, slots=True)
class Spell:
    """A bad spell: from when until when, in seconds, and what is wrong meanwhile."""

    begins: float
    ends: float
    fault: Fault


class FlakyHand:
    """Holds a camera that has bad spells; a look that hangs never comes, as with a driver that is stuck."""

    def __init__(self, clock: Hours, spells: Iterable[Spell], picture: Picture) -> None:
        """A camera that shows this picture, each time with a little noise, but in its bad spells."""
        self._clock = clock
        self._spells = tuple(spells)
        self._picture = picture
        self._looks = 0

    def look(self) -> Future[Picture]:
        """Look at the table, as well as the camera can just now."""
        asked: Future[Picture] = Future()
        match self._fault():
            case Fault.HANGS:
                pass
            case Fault.GONE:
                asked.set_exception(CameraError(Fault.GONE.what, cure=Fault.GONE.cure))
            case Fault.BLACK:
                asked.set_result(np.zeros_like(self._picture))
            case Fault.STALE:  # the newest picture there is, which nobody has seen, and then it again and again
                asked.set_result(self._noisy(self._looks + 1))
            case None:
                self._looks += 2
                asked.set_result(self._noisy(self._looks))
        return asked

    def wait(self, asked: Future[Picture], seconds: float) -> None:
        """Let the time pass that somebody waits for a look that does not come."""
        if not asked.done():
            self._clock.pass_by(seconds)

    def leave(self) -> None:
        """Nothing is held."""

    def _fault(self) -> Fault | None:
        """What is wrong just now."""
        now = self._clock()
        return next((spell.fault for spell in self._spells if spell.begins <= now < spell.ends), None)

    def _noisy(self, number: int) -> Picture:
        """The picture with the noise of a look: one pixel that counts."""
        picture = self._picture.copy()
        picture[0, 0] = [number % 251, number // 251 % 251, number // 63001 % 251]
        return picture
