"""The Pi's pins: found once, and never replaced by something lesser without a word."""

from __future__ import annotations

import logging
import os
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pi_referee.errors import HardwareError

Pins = Any
"""A gpiozero pin factory; gpiozero has no type hints."""

log = logging.getLogger(__name__)

_CURE = (
    "On a Raspberry Pi run scripts/setup, which fetches lgpio. On another machine begin with "
    "--button keyboard: then the Enter key ends the turn."
)


@contextmanager
def _told(what: str, *, cure: str, where: str = "") -> Iterator[None]:
    """Whatever goes wrong with a pin is a HardwareError with a sentence for the person at the table."""
    try:
        yield
    except Exception as error:  # lgpio's own errors are no OSError, nor gpiozero's; pigpio's are others again
        raise HardwareError(f"{what} ({error}).", where=where, cure=cure) from error


def find_pins() -> Pins:
    """The machine's pins, or those that GPIOZERO_PIN_FACTORY names (mock, lgpio, ...); raises HardwareError if none.

    gpiozero falls back from lgpio to weaker ways with a mere warning; here that is an error: those ways lose edges.
    """
    import gpiozero  # noqa: PLC0415  # heavy, and a laptop does not need it
    from gpiozero.exc import PinFactoryFallback  # noqa: PLC0415

    if not os.access(".", os.W_OK):  # lgpio writes a small file where it runs, and falls over where it may not
        os.environ.setdefault("LG_WD", tempfile.gettempdir())
    with _told("There are no pins for button and lamp here", cure=_CURE), warnings.catch_warnings():
        warnings.simplefilter("error", PinFactoryFallback)
        gpiozero.Device.ensure_pin_factory()
    return gpiozero.Device.pin_factory


def claim(make: Callable[[], Any], pin: int, what: str) -> Any:  # noqa: ANN401  # gpiozero has no type hints
    """Take a pin for a button or lamp; raises HardwareError that names the pin if it cannot be had."""
    cure = "Does another program hold it, or is it named twice? docs/wiring.md shows which pin is whose."
    with _told(f"The pin of the {what} cannot be used", where=f"GPIO{pin}", cure=cure):
        return make()


def touch(act: Callable[[], Any], pin: int, what: str) -> Any:  # noqa: ANN401  # gpiozero has no type hints
    """Read or set a pin that was taken; raises HardwareError that names it if it does not answer any more."""
    cure = "Look at its wires; nothing may touch 5V. Then switch the machine off and on."
    with _told(f"The pin of the {what} does not answer", where=f"GPIO{pin}", cure=cure):
        return act()


def let_go(*parts: Any) -> None:  # noqa: ANN401  # gpiozero has no type hints
    """Let go of what was taken; a pin that does not answer any more is gone anyway, and must not keep the others."""
    for part in parts:
        try:
            part.close()
        except Exception as error:  # noqa: BLE001  # as in _told
            log.info("A pin could not be let go of: %s (%s)", error, type(error).__name__)


def listen(pin: int, pins: Pins, hear: Callable[[bool], None], what: str) -> Any:  # noqa: ANN401  # gpiozero has no type hints
    """Take a pin on its own pull-up and hear of every edge, raw: True when it is drawn to ground, by a finger.

    Raises HardwareError if it cannot be had.
    """
    from gpiozero import DigitalInputDevice  # noqa: PLC0415  # heavy, and a laptop does not need it

    # bounce_time None: raw edges, since each pin factory means something else by it.
    taken = claim(lambda: DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=pins), pin, what)
    taken.when_activated = lambda: hear(True)  # the contact's level is all there is to say
    taken.when_deactivated = lambda: hear(False)
    return taken


def is_pi() -> bool:
    """Whether this machine is a Raspberry Pi."""
    model = Path("/proc/device-tree/model")
    return model.is_file() and b"Raspberry Pi" in model.read_bytes()
