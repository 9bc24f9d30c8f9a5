"""The browsers that were paired: fingerprints of their secrets in a file, their names, and when each was last here."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

import msgspec

from pi_referee.errors import LedgerError
from pi_referee.files.atomic_file import alone_in, write_safely
from pi_referee.gettext_mark import say

SEASON = timedelta(days=92)
"""A browser that was not here for so long is put out by itself: a guest's telephone of last summer."""

_WRITTEN = timedelta(hours=6)
"""How often it is written down that a browser was here: a card wears out by writing."""

_OWNER_ONLY = 0o600


class Paired(msgspec.Struct, frozen=True, omit_defaults=True):
    """A browser that was let in: when, what it is called, and when it was here last; ISO times."""

    at: str
    name: str = ""
    seen: str = ""

    @property
    def here(self) -> str:
        """When it was here last, as far as is known."""
        return max(self.at, self.seen)


class KeyRing:
    """The paired browsers by their fingerprints. What another program changes in the file holds at once."""

    def __init__(self, path: Path, now: Callable[[], str]) -> None:
        """Keep them in this file; it is made with the first one. now: tells the time, ISO."""
        self._path = path
        self._now = now
        self._lock = threading.Lock()
        self._known: Mapping[str, Paired] = {}
        self._stamp: tuple[int, int, int] | None = None
        self._here = set[str]()

    def knows(self, secret: str) -> bool:
        """Whether a browser with this secret may play; notes that it was here."""
        key = fingerprint(secret)
        found = self._paired().get(key) if secret else None
        if found is None or self._is_over(key, found):
            return False
        self._here.add(key)
        if _between(found.here, self._now()) > _WRITTEN:
            self._note_here(key)
        return True

    def paired(self) -> Mapping[str, Paired]:
        """All that may play, by their fingerprints, those that were here last first."""
        kept = ((key, one) for key, one in self._paired().items() if not self._is_over(key, one))
        return dict(sorted(kept, key=lambda pair: pair[1].here, reverse=True))

    def add(self, name: str, *, at: str) -> str:
        """A secret for one more browser; raises LedgerError if it cannot be written down."""
        secret = secrets.token_urlsafe(32)
        with self._alone():
            kept = {key: one for key, one in self._read().items() if not self._is_over(key, one)}
            self._write({**kept, fingerprint(secret): Paired(at, name)})
        return secret

    def remove(self, key: str) -> None:
        """Put the browser of this fingerprint out; raises LedgerError if that cannot be written down."""
        with self._alone():
            self._write({other: one for other, one in self._read().items() if other != key})

    def _note_here(self, key: str) -> None:
        """Write down that a browser was here just now, unless somebody has put it out meanwhile."""
        with self._alone(), suppress(LedgerError):  # a full disk is no reason to send a player away
            kept = self._read()
            if key in kept:
                self._write({**kept, key: msgspec.structs.replace(kept[key], seen=self._now())})

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody else, here or in another program, changes the file meanwhile."""
        with self._lock, alone_in(self._path.parent):
            yield

    def _is_over(self, key: str, one: Paired) -> bool:
        """Whether a browser's season is over; a clock that is set ends none, nor that of one that was here just now."""
        return key not in self._here and _between(one.here, self._now()) > SEASON

    def _paired(self) -> Mapping[str, Paired]:
        """What the file holds, read again only where it is another one."""
        if self._stamp != (stamp := self._stamped()):
            with self._lock:
                self._known, self._stamp = self._read(), stamp
        return self._known

    def _stamped(self) -> tuple[int, int, int] | None:
        """By what it is known whether the file is another one; None if there is none."""
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns, found.st_size

    def _read(self) -> dict[str, Paired]:
        """What the file holds; nothing if it is missing or damaged, and then everybody pairs anew."""
        try:
            found = msgspec.json.decode(self._path.read_bytes(), type=dict[str, Paired | str])
        except (OSError, ValueError, RecursionError):
            return {}
        # Until browsers had names only the time was kept.
        return {key: one if isinstance(one, Paired) else Paired(one) for key, one in found.items()}

    def _write(self, paired: Mapping[str, Paired]) -> None:
        """Keep these, whole or not at all."""
        try:
            write_safely(self._path, msgspec.json.format(msgspec.json.encode(paired), indent=1), mode=_OWNER_ONLY)
        except OSError as error:
            what = say("Who may play cannot be written down, so nothing was changed.")
            cure = say("Free some space (old pictures can go), and see that the disk is not read-only; then try again.")
            raise LedgerError(what, where=str(self._path), cure=cure) from error
        self._known, self._stamp = dict(paired), self._stamped()


def fingerprint(secret: str) -> str:
    """What is kept of a secret: nobody who reads the file can play."""
    return sha256(secret.encode()).hexdigest()


def _between(earlier: str, later: str) -> timedelta:
    """The time between two ISO times; nothing where one of them is none."""
    try:
        return datetime.fromisoformat(later) - datetime.fromisoformat(earlier)
    except (ValueError, TypeError):
        return timedelta()
