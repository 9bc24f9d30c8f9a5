"""Tells systemd how the program is: that it is ready, that it is alive, what it is doing; says nothing elsewhere."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress


class Herald:
    """Speaks to whoever started the program, over the socket that NOTIFY_SOCKET names; to nobody if it names none."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        """Find out who listens, and how often they want to hear that we live."""
        name = environment.get("NOTIFY_SOCKET", "")
        # An @ stands for the zero byte with which a name without a file begins.
        self._address = f"\0{name[1:]}" if name.startswith("@") else name
        self._every = int(environment.get("WATCHDOG_USEC", "0")) / 2_000_000

    @property
    def is_heard(self) -> bool:
        """Whether anybody listens."""
        return bool(self._address)

    @property
    def every(self) -> float:
        """Seconds after which the next sign of life is due: half of what makes systemd lose patience; 0 for none."""
        return self._every

    def ready(self) -> None:
        """The program does its work from now on."""
        self._say("READY=1")

    def alive(self) -> None:
        """The program is well; who does not hear this for too long starts it anew."""
        self._say("WATCHDOG=1")

    def doing(self, what: str) -> None:
        """What the program is about, in a line that `systemctl status` shows."""
        self._say(f"STATUS={what.splitlines()[0] if what else ''}")

    def leaving(self) -> None:
        """The program ends, because somebody asked for it."""
        self._say("STOPPING=1")

    def _say(self, what: str) -> None:
        """Say it; who does not listen any more need not hear it."""
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
            door.setblocking(False)
            door.sendto(what.encode(), self._address)
