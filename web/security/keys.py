"""Who may play: the browsers that were paired, and the one that asks to be."""

from __future__ import annotations

import json
import logging
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Protocol

_log = logging.getLogger(__name__)

PATIENCE = 60.0
"""Seconds within which somebody must press the button, or type the code."""

TRIES = 5
"""How many wrong codes may be typed; with six digits a guess succeeds once in two hundred thousand requests."""


class Doorbell(Protocol):
    """The button on the table, as the page knows it."""

    def ring(self, seconds: float) -> bool:
        """Let the lamp blink for so long, until somebody presses; false if there is no table to ask."""
        ...

    def answered(self) -> bool:
        """Whether somebody has pressed since."""
        ...


class NoDoorbell:
    """A house without a table: whoever pairs types the code."""

    def ring(self, seconds: float) -> bool:
        """There is nobody to ask."""
        return seconds < 0

    def answered(self) -> bool:
        """Nobody presses."""
        return False


@dataclass
class Request:
    """A browser that asks to play. browser: its token. until: when its time is over, by the keys' clock."""

    browser: str
    code: str
    until: float
    has_bell: bool
    wrong: int = field(default=0)


class Keys:
    """The paired browsers, kept in a file as fingerprints of their secrets, and at most one that asks."""

    def __init__(self, path: Path, clock: Callable[[], float], doorbell: Doorbell) -> None:
        """Keep them in this file; it is made with the first one."""
        self._path = path
        self._clock = clock
        self._doorbell = doorbell
        self._lock = threading.Lock()
        self._request: Request | None = None
        self._known: frozenset[str] | None = None

    def knows(self, secret: str) -> bool:
        """Whether a browser with this secret may play."""
        return bool(secret) and _fingerprint(secret) in self._paired()

    def ask(self, browser: str) -> Request | None:
        """A browser asks to play: the lamp blinks, and a code is told on the console. None if another asks now."""
        with self._lock:
            known = self._current()
            if known is not None:
                return known if known.browser == browser else None
            code = f"{secrets.randbelow(1_000_000):06}"
            has_bell = self._doorbell.ring(PATIENCE)
            self._request = Request(browser, code, self._clock() + PATIENCE, has_bell)
            _log.info("A browser asks to play. If it is yours, type this code on its page: %s", code)
            return self._request

    def request_of(self, browser: str) -> Request | None:
        """The open request of a browser; None if it has none, or its time is over."""
        with self._lock:
            known = self._current()
            return known if known is not None and known.browser == browser else None

    def is_pressed(self, browser: str) -> bool:
        """Whether the button was pressed for this browser."""
        return self.request_of(browser) is not None and self._doorbell.answered()

    def admit(self, browser: str, code: str, *, at: str) -> str:
        """A secret for a browser whose code is right, or for which the button was pressed; "" for any other."""
        with self._lock:
            known = self._current()
            if known is None or known.browser != browser:
                return ""
            is_right = secrets.compare_digest(code.strip().encode(), known.code.encode())
            if not is_right and not self._doorbell.answered():
                known.wrong += bool(code.strip())
                return ""
            self._request = None
            if is_right:
                self._doorbell.ring(0.0)  # nobody need press any more: the next press ends a turn
            secret = secrets.token_urlsafe(32)
            self._add(_fingerprint(secret), at)
            return secret

    def add(self, *, at: str) -> str:
        """A secret for a browser nobody had to ask about: the demo's own."""
        secret = secrets.token_urlsafe(32)
        with self._lock:
            self._add(_fingerprint(secret), at)
        return secret

    def forget(self, secret: str) -> None:
        """A browser that was paired is so no longer."""
        with self._lock:
            kept = {key: at for key, at in self._read().items() if key != _fingerprint(secret)}
            self._write(kept)

    def _current(self) -> Request | None:
        """The request whose time is not over."""
        known = self._request
        if known is not None and (self._clock() > known.until or known.wrong >= TRIES):
            self._request = known = None
        return known

    def _paired(self) -> frozenset[str]:
        """The fingerprints of all paired browsers."""
        known = self._known
        if known is None:
            with self._lock:
                self._known = known = frozenset(self._read())
        return known

    def _read(self) -> dict[str, str]:
        """What the file holds; nothing if it is missing or damaged, and then everybody pairs anew."""
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return {str(key): str(at) for key, at in found.items()} if isinstance(found, dict) else {}

    def _add(self, fingerprint: str, at: str) -> None:
        """Keep one more."""
        self._write({**self._read(), fingerprint: at})

    def _write(self, paired: dict[str, str]) -> None:
        """Keep these, whole or not at all."""
        part = self._path.with_suffix(".part")
        part.touch(mode=0o600)
        part.write_text(json.dumps(paired, indent=1), encoding="utf-8")
        part.replace(self._path)
        self._known = frozenset(paired)


def _fingerprint(secret: str) -> str:
    """What is kept of a secret: nobody who reads the file can play."""
    return sha256(secret.encode()).hexdigest()
