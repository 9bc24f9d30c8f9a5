"""Whether the page answers: asked by the demo before it names the page, and by the page's own program for systemd."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

from pi_referee.process.systemd_notify import Herald

FIRST = 0.1
"""Seconds between two knocks until the page answers for the first time."""


def answers(host: str, port: int) -> bool:
    """Whether the page says that it is well."""
    page = http.client.HTTPConnection(host, port, timeout=2)
    try:
        page.request("GET", "/healthz")
        return page.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        page.close()


def who_answers(host: str, port: int) -> str:
    """The version of the referee whose page answers there; "" if none does, and perhaps another program."""
    page = http.client.HTTPConnection(host, port, timeout=2)
    try:
        page.request("GET", "/healthz")
        told = json.loads(page.getresponse().read())
        return str(told["version"]) if told["streams"] >= 0 <= told["newest"] else ""
    except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError):
        return ""
    finally:
        page.close()


class Pulse:
    """Tells systemd that the program is ready and alive, as long as somebody who knocks is answered."""

    def __init__(self, herald: Herald, is_well: Callable[[], bool]) -> None:
        """Nothing is said before __enter__, nor where nobody listens."""
        self._herald = herald
        self._is_well = is_well
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="pulse", daemon=True)

    def __enter__(self) -> Self:
        """Begin to knock."""
        if self._herald.is_heard:
            self._thread.start()
        return self

    def __exit__(self, _kind: type[BaseException] | None, _what: object, _where: TracebackType | None) -> None:
        """Say that the program ends."""
        self._over.set()
        self._herald.leaving()

    def _beat(self) -> None:
        """Knock until it is over."""
        while not self._is_well():
            if self._over.wait(FIRST):
                return
        self._herald.ready()
        while not self._over.wait(self._herald.every or None):
            if self._is_well():
                self._herald.alive()
