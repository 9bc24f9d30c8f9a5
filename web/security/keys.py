"""Who may play: the browsers that were paired, and the one that asks to be."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from web.security.guesses import TRIES, Guesses
from web.security.key_ring import KeyRing, Paired, fingerprint

_log = logging.getLogger(__name__)

PATIENCE = 60.0
"""Seconds within which somebody must let the browser in, or type the code."""

SENT_AWAY = 600.0
"""Seconds for which a browser and its address may not ask again that the players did not want."""


_HERE = frozenset({"", "127.0.0.1", "::1"})


class Doorbell(Protocol):
    """The button on the table, as the page knows it."""

    def ring(self, seconds: float) -> bool:
        """Let the lamp blink for so long, until somebody holds the button; false if there is none that can be held."""
        ...

    def has_lamp(self) -> bool:
        """Whether there is a lamp."""
        ...

    def answered(self) -> bool:
        """Whether somebody has since."""
        ...


class NoDoorbell:
    """A house without a table: whoever pairs types the code, or is let in on another screen."""

    def ring(self, seconds: float) -> bool:
        """There is nobody to ask."""
        return seconds < 0

    def has_lamp(self) -> bool:
        """There is none."""
        return False

    def answered(self) -> bool:
        """Nobody presses."""
        return False


@dataclass
class Request:
    """A browser that asks to play.

    browser: its token. until: when its time is over, by the keys' clock. name: what it says it is called. where: its
    address. number: by which a tap on another screen means this one and no later one. is_wanted: whether one came.
    has_bell, has_lamp: whether there is a button to be held, and a lamp that blinks until then.
    """

    browser: str
    code: str
    until: float
    has_bell: bool
    name: str = ""
    where: str = ""
    number: str = field(default_factory=lambda: secrets.token_hex(8))
    wrong: int = 0
    is_wanted: bool = False
    has_lamp: bool = False


def _now() -> str:
    """The time, for people who read the file."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Keys:
    """The paired browsers, and at most one that asks.

    It is let in by a tap on a screen that plays already, by holding the button on the table as nobody does for a turn,
    or by the code; never by a press that ends a turn.
    """

    def __init__(
        self, path: Path, clock: Callable[[], float], doorbell: Doorbell, now: Callable[[], str] = _now
    ) -> None:
        """Keep those that are paired in this file; it is made with the first one. now: tells the time, ISO."""
        self._ring = KeyRing(path, now)
        self._clock = clock
        self._doorbell = doorbell
        self._lock = threading.Lock()
        self._request: Request | None = None
        self._guesses = Guesses()
        self._sent_away: dict[str, float] = {}

    def knows(self, secret: str) -> bool:
        """Whether a browser with this secret may play."""
        return self._ring.knows(secret)

    def paired(self) -> Mapping[str, Paired]:
        """The browsers that may play, by their fingerprints."""
        return self._ring.paired()

    def ask(self, browser: str, *, name: str = "", where: str = "") -> Request | None:
        """A browser asks to play: the lamp blinks, and a code is told on the console.

        None if another asks now, or the players have just sent this one away.
        """
        with self._lock:
            known = self._current()
            if known is not None:
                return known if known.browser == browser else None
            if any(self._clock() < self._sent_away.get(one, 0.0) for one in (browser, where) if one):
                return None
            code = f"{secrets.randbelow(1_000_000):06}"
            has_bell = self._doorbell.ring(PATIENCE)
            has_lamp = has_bell and self._doorbell.has_lamp()
            until = self._clock() + PATIENCE
            self._request = Request(browser, code, until, has_bell, name, where, has_lamp=has_lamp)
            _log.info("A browser asks to play. If it is yours, type this code on its page: %s", code)
            return self._request

    def asking(self) -> Request | None:
        """The browser that asks now, whichever it is; None if none does."""
        with self._lock:
            return self._current()

    def request_of(self, browser: str) -> Request | None:
        """The open request of a browser; None if it has none, or its time is over."""
        known = self.asking()
        return known if known is not None and known.browser == browser else None

    def left(self, asked: Request | None) -> int:
        """Whole seconds that a request has left; 0 for none."""
        return 0 if asked is None else max(0, round(asked.until - self._clock()))

    def is_pressed(self, browser: str) -> bool:
        """Whether somebody has let this browser in, on another screen or by the button."""
        known = self.request_of(browser)
        return known is not None and (known.is_wanted or self._doorbell.answered())

    def decide(self, number: str, *, is_wanted: bool) -> bool:
        """A player says whether the browser that asks is wanted; false if that one does not ask any more."""
        with self._lock:
            known = self._current()
            if known is None or known.number != number:
                return False
            known.is_wanted = is_wanted
            if not is_wanted:
                self._send_away(known)
            return True

    def wait(self) -> float:
        """Seconds until a code may be tried again, since too many were wrong; 0 if it may be now."""
        return self._guesses.wait(self._clock())

    @property
    def wrong(self) -> int:
        """How many wrong codes were typed of late, by all browsers together."""
        return self._guesses.wrong

    def admit(self, browser: str, code: str, *, at: str) -> str:
        """A secret for a browser that somebody let in, or whose code is right; "" for any other.

        Raises LedgerError if it cannot be written down; then nobody was let in.
        """
        with self._lock:
            known = self._current()
            if known is None or known.browser != browser:
                return ""
            if not (known.is_wanted or self._doorbell.answered() or self._is_right(known, code.strip())):
                return ""
            secret = self._ring.add(known.name, at=at)
            self._close()
            return secret

    def add(self, *, at: str, name: str = "") -> str:
        """A secret for a browser nobody had to ask about: the demo's own."""
        return self._ring.add(name, at=at)

    def forget(self, secret: str) -> None:
        """A browser that was paired is so no longer; raises LedgerError if that cannot be written down."""
        self._ring.remove(fingerprint(secret))

    def put_out(self, key: str) -> None:
        """The browser of this fingerprint may play no longer; raises LedgerError if that cannot be written down."""
        self._ring.remove(key)

    def _is_right(self, known: Request, code: str) -> bool:
        """Whether this is the code; too many wrong ones make even the right one none for a while."""
        now = self._clock()
        if not code or self._guesses.wait(now):
            return False
        if secrets.compare_digest(code.encode(), known.code.encode()):
            self._guesses = Guesses()
            return True
        self._guesses = self._guesses.after_a_wrong_one(now)
        known.wrong += 1
        if self._guesses.wait(now):
            _log.warning("Somebody types wrong codes to be let in: %d so far, from %s.", self.wrong, known.where)
        if known.wrong >= TRIES:
            self._send_away(known)
        return False

    def _send_away(self, known: Request) -> None:
        """Hear no more of a browser and its address for a while; what comes through a proxy here has no own address."""
        until = self._clock() + SENT_AWAY
        kept = {one: at for one, at in self._sent_away.items() if at > self._clock()}
        self._sent_away = {**kept, **{one: until for one in (known.browser, known.where) if one not in _HERE}}
        self._close()

    def _close(self) -> None:
        """Nobody asks any more."""
        self._request = None
        self._doorbell.ring(0.0)  # nobody need hold the button any more

    def _current(self) -> Request | None:
        """The request whose time is not over."""
        known = self._request
        if known is not None and (self._clock() > known.until or known.wrong >= TRIES):
            self._request = known = None
        return known
