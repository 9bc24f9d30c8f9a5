"""When a bouncing contact counts as a press: a pure function of what was seen of the contact, and when.

gpiozero's own debouncing differs from pin factory to pin factory and is absent from its mock, so raw edges come here.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, replace


class Gesture(enum.Enum):
    """What a finger does: it comes down, and then it taps, holds, knocks, or stays for long."""

    DOWN = "down"
    TAP = "tap"
    HOLD = "hold"
    KNOCK = "knock"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class Look:
    """What the contact was at a moment: an edge that was reported, or its level read again; at is in seconds."""

    at: float
    pressed: bool


@dataclass(frozen=True, slots=True)
class Press:
    """A press of a button: when the finger came down, in seconds, and what it does.

    Each press begins with DOWN, for the light, and ends with TAP, HOLD or KNOCK when the finger is off, or with LONG
    while it stays. is_second: made on the second button.
    """

    at: float
    gesture: Gesture = Gesture.TAP
    is_second: bool = False


@dataclass(frozen=True, slots=True)
class Timing:
    """How a contact is judged, all in seconds.

    stable: so long it must stay before it counts; switches bounce for up to 10 ms, cheap ones 20.
    settle: so long after the finger came down it cannot be off again; a worn contact that was recorded opened for up to
    87 ms within its first 133 ms (benches/appliance/recorded.txt), and a hold must not become a tap by that.
    lockout: so long after a press began, and after it ended, no other counts; nobody ends two turns in a third of a
    second.
    hold: from here on it is a hold, no tap. knock: from here on it lets in a browser that asks to play; nobody passes
    that slowly, and it is well before the machine goes off. long: so long a finger must stay for the long hold.
    """

    stable: float = 0.030
    settle: float = 0.150
    lockout: float = 0.300
    hold: float = 1.0
    knock: float = 3.0
    long: float = 5.0


@dataclass(frozen=True, slots=True)
class Contact:
    """What is known of the contact.

    pressed, since: its level at the last look, and from when on it has had it. down, down_since: whether a finger
    counts as being on it, and from when on. last: when the last press began, or when its finger was gone. is_over:
    whether this finger has said all it had to say.
    """

    pressed: bool = False
    since: float = -math.inf
    down: bool = False
    down_since: float = -math.inf
    last: float = -math.inf
    is_over: bool = False


RELEASED = Contact()
"""A contact that nobody has touched yet."""

TIMING = Timing()
"""What suits an ordinary push button."""

QUICK = Timing(lockout=0.080)
"""What suits a button that is tapped several times in a row, as fast as fingers can."""


def debounce(contact: Contact, look: Look, timing: Timing = TIMING) -> tuple[Contact, Press | None]:
    """Take one more look at the contact into account; gives what is known now, and a press if one is certain now.

    >>> contact, press = debounce(RELEASED, Look(1.0, pressed=True))
    >>> debounce(contact, Look(1.04, pressed=True))[1]
    Press(at=1.0, gesture=<Gesture.DOWN: 'down'>, is_second=False)
    """
    settled, press = _settle(contact, look, timing)
    if look.pressed != settled.pressed:
        settled = replace(settled, pressed=look.pressed, since=look.at)
    return settled, press


def is_settled(contact: Contact) -> bool:
    """Whether the contact is as it was last taken to be; if not, it is worth looking again soon."""
    return contact.pressed == contact.down


def _settle(contact: Contact, look: Look, timing: Timing) -> tuple[Contact, Press | None]:
    """Draw the conclusions from the time that has passed since the last look."""
    if contact.pressed != contact.down and look.at - contact.since >= timing.stable:
        if not contact.down:
            return _press(contact, timing)
        if look.at - contact.down_since >= timing.settle:
            return _release(contact, timing)
    # Only while the finger is seen to be there: an edge may have been lost.
    if contact.down and look.pressed and not contact.is_over and look.at - contact.down_since >= timing.long:
        return replace(contact, is_over=True), Press(contact.down_since, Gesture.LONG)
    return contact, None


def _press(contact: Contact, timing: Timing) -> tuple[Contact, Press | None]:
    """The finger is down; a press, unless the last one was only just now."""
    down = replace(contact, down=True, down_since=contact.since, is_over=False)
    if contact.since - contact.last < timing.lockout:
        return replace(down, is_over=True), None
    return replace(down, last=contact.since), Press(contact.since, Gesture.DOWN)


def _release(contact: Contact, timing: Timing) -> tuple[Contact, Press | None]:
    """The finger is off."""
    off = replace(contact, down=False, is_over=False, last=max(contact.last, contact.since))
    if contact.is_over:
        return off, None
    return off, Press(contact.down_since, _meant(contact.since - contact.down_since, timing))


def _meant(lasted: float, timing: Timing) -> Gesture:
    """What a finger meant that was on the contact for so many seconds."""
    if lasted < timing.hold:
        return Gesture.TAP
    return Gesture.HOLD if lasted < timing.knock else Gesture.KNOCK
