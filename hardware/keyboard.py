"""A button for a machine without pins: the Enter key of the terminal."""

from __future__ import annotations

import os
import select
import time

from hardware.button import Clock
from hardware.debounce import Press
from pi_referee.errors import HardwareError


class EnterKey:
    """The Enter key ends the turn, while the terminal from which the referee was started is in front."""

    def __init__(self, descriptor: int = 0, *, clock: Clock = time.monotonic) -> None:
        """Listen to what is typed; descriptor is the terminal's, 0 being standard input."""
        self._descriptor = descriptor
        self._clock = clock

    def wait(self, seconds: float) -> Press | None:
        """Wait for the key, so long at most; None if it was not pressed; raises HardwareError if nobody can type."""
        ready, _, _ = select.select([self._descriptor], [], [], max(0.0, seconds))
        if not ready:
            return None
        if not os.read(self._descriptor, 1024):
            raise HardwareError(
                "There is no keyboard to end the turn with.", cure="Start the referee from a terminal, without < or &."
            )
        return Press(self._clock())

    def close(self) -> None:
        """The terminal stays as it is."""
