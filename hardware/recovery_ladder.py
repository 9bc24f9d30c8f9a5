"""What is done about a camera that fails: look again, open it anew, restart the program, go on by hand.

A pure function of what the looks gave, and when; the rungs are climbed one by one, and a good look leads down at once.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, replace

from pi_referee.gettext_mark import say


class Fault(enum.Enum):
    """What may be wrong with a camera: a sentence for the page, and what to do."""

    HANGS = say("The camera does not answer."), say("Look at its cable; a long or loose one does that.")
    GONE = say("The camera is gone."), say("Plug it in, and see that no other program uses it.")
    BLACK = say("The camera sees only black."), say("Take the cap off the lens, or put a light on.")
    STALE = say("The camera shows an old picture again and again."), say("Unplug it and plug it in again.")

    @property
    def what(self) -> str:
        """What is wrong, as a sentence."""
        return self.value[0]

    @property
    def cure(self) -> str:
        """What to do about it, as a sentence."""
        return self.value[1]


class Rung(enum.Enum):
    """How far the referee has got with mending the camera."""

    WELL = "well"
    RETRY = "retrying"
    REOPEN = "reopening"
    RESTART = "restarting"
    MANUAL = "manual"

    @property
    def doing(self) -> str:
        """What the referee does on this rung, as a sentence; "" when there is nothing to do."""
        return _DOING.get(self, "")


_DOING = {
    Rung.RETRY: say("The referee looks again."),
    Rung.REOPEN: say("The referee opens the camera anew."),
    Rung.RESTART: say("The referee starts itself anew."),
    Rung.MANUAL: say("Until it is back, enter the plays on the page."),
}


@dataclass(frozen=True, slots=True)
class Pace:
    """When the camera is looked after, in seconds.

    every: between two looks at a camera that is well. patience: how long a look may take; opening: how long the first
    one may, with opening the camera. pause: between two tries by hand. restarts: so many restarts of the program within
    the window; then it goes on by hand. again: between two restarts for a camera that hangs even so.
    """

    every: float = 2.0
    patience: float = 2.5
    opening: float = 8.0
    pause: float = 8.0
    restarts: int = 3
    window: float = 300.0
    again: float = 15.0


PACE = Pace()
"""Noticed within every + patience = 4.5 s; back within pause + opening = 16 s."""

NO_RESTARTS = Pace(restarts=0, again=math.inf)
"""For a program that nobody would start again."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How matters stand with the camera.

    fault: what is wrong, None if nothing. since: when that began. due: when to look next. restarts: when the program
    was restarted for it. All times by a clock that goes on over a restart, in seconds.
    """

    rung: Rung = Rung.WELL
    fault: Fault | None = None
    since: float = -math.inf
    due: float = -math.inf
    restarts: tuple[float, ...] = ()


UNTRIED = Standing()
"""A camera that nobody has looked through yet; it is to be looked through at once."""


def climb(standing: Standing, fault: Fault | None, now: float, pace: Pace = PACE) -> Standing:
    """Draw the conclusion from one more look at the table: fault is what was wrong with it, None if nothing was.

    >>> climb(Standing(), Fault.GONE, 5.0).rung
    <Rung.RETRY: 'retrying'>
    """
    recent = tuple(at for at in standing.restarts if now - at < pace.window)
    if fault is None:
        return Standing(due=now + pace.every, restarts=recent)
    since = standing.since if standing.fault else now
    trouble = replace(standing, fault=fault, since=since, due=now, restarts=recent)
    match standing.rung:
        case Rung.WELL:
            return replace(trouble, rung=Rung.RETRY)
        case Rung.RETRY:
            return replace(trouble, rung=Rung.REOPEN)
        case _ if _is_worth_a_restart(trouble, now, pace):
            return replace(trouble, rung=Rung.RESTART, restarts=(*recent, now))
        case _:
            return replace(trouble, rung=Rung.MANUAL, due=now + pace.pause)


def restarted(standing: Standing) -> Standing:
    """How matters stand in the program that was started anew: the camera is opened and looked through at once."""
    return replace(standing, rung=Rung.REOPEN, due=-math.inf)


def _is_worth_a_restart(standing: Standing, now: float, pace: Pace) -> bool:
    """Whether a restart may help: never against the dark, nor against old pictures, which opening anew cures.

    A few times at first, then only to be rid of a camera that hangs: a program that is stuck inside its camera keeps
    it from anybody else.
    """
    if standing.fault not in {Fault.HANGS, Fault.GONE}:
        return False
    if standing.rung is Rung.MANUAL:
        last = max(standing.restarts, default=-math.inf)
        return standing.fault is Fault.HANGS and now - last >= pace.again and not math.isinf(pace.again)
    return len(standing.restarts) < pace.restarts
