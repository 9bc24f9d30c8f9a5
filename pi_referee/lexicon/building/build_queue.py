"""Where word lists are made, one at a time, each by a process of its own: ordered, followed, stopped, taken up."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from shutil import disk_usage

from pi_referee.files.ownership import hand_over
from pi_referee.gettext_mark import say
from pi_referee.lexicon.building.build_job import Order, State, Work, read_work
from pi_referee.lexicon.list_errors import WordListError, too_little_room
from pi_referee.lexicon.lists.list_repository import checked
from pi_referee.lexicon.open_list import lists_folder

NEEDED = 400_000_000
"""Bytes that must be free before a list is begun: the Swedish one wrote 205 MB in all here (`/usr/bin/time -v`), and
the log of the games must never be the one for whom nothing is left."""

MOST_TRIES = 3
"""How often a list is begun anew by itself; what falls three times falls again."""

_PATIENCE = 3.0
"""Seconds a process may take until it has said its number."""

Start = Callable[[Path, int], None]
"""Starts the process that does the work of a home; it must inherit the lock's file descriptor."""


def busy() -> WordListError:
    """Somebody works already."""
    what = say("Another list is being made just now.")
    return WordListError(what, cure=say("Wait until it is ready, or stop it."))


class Workshop:
    """The lists of a home in the making. Who holds the lock works; the note beside it says at what, and how far."""

    def __init__(self, home: Path, *, free: Callable[[Path], int] = lambda folder: disk_usage(folder).free) -> None:
        """The workshop of this home's folder; nothing need be there yet. free: bytes left where a folder lies."""
        self.home = home
        self._free = free
        self._folder = lists_folder(home)
        self._note = self._folder / ".work.json"

    @property
    def uploads(self) -> Path:
        """Where a family's file lies until it has become a list."""
        return self.home / "cache" / "upload"

    def work(self) -> Work | None:
        """What is being made, or was made last; None if nothing ever was.

        What nobody works at any more is interrupted, whatever its note says.
        """
        work = self.noted()
        if work is None or work.state is not State.RUNNING or self.is_busy():
            return work
        again = self.noted()  # it may have ended just between the two looks
        return again if again is None or again.state is not State.RUNNING else replace(again, state=State.INTERRUPTED)

    def noted(self) -> Work | None:
        """What the note says, whoever works."""
        return read_work(self._note)

    def is_busy(self) -> bool:
        """Whether somebody works here now."""
        try:
            with self.alone():
                return False
        except WordListError:
            return True

    @contextmanager
    def alone(self) -> Iterator[int]:
        """Have the workshop for oneself; gives the lock's file descriptor. Raises WordListError if somebody works."""
        lock = self._lock()
        try:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise busy() from None
            yield lock
        finally:
            os.close(lock)

    def _lock(self) -> int:
        """The lock's file, open; an administrator makes it for whom the house belongs to. Raises OSError."""
        path = self._folder / ".work.lock"
        if not self._folder.is_dir():
            self._folder.mkdir(parents=True, exist_ok=True)
            hand_over(self._folder, self.home)
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        hand_over(path, self._folder)
        return lock

    def order(self, order: Order, start: Start, *, at: str, bring: Callable[[], None] = lambda: None) -> None:
        """Have a list made by a process of its own; at: the time, ISO. bring: puts the order's file where it lies.

        Raises WordListError if another is being made, the name cannot be one, or there is too little room; and what
        bring raises.
        """
        checked(order.name)
        with self.alone() as lock:
            bring()
            self._begin(Work(order, State.RUNNING, at), start, lock)

    def take_up(self, start: Start, *, at: str) -> bool:
        """Go on with what was interrupted, as by a restart of the machine; whether there was anything.

        A list that was interrupted again and again is left alone.
        """
        work = self.work()
        if work is None or work.state is not State.INTERRUPTED or work.tries >= MOST_TRIES:
            return False
        with suppress(WordListError), self.alone() as lock:
            self._begin(Work(work.order, State.RUNNING, at, tries=work.tries + 1), start, lock)
            return True
        return False

    def stop(self) -> bool:
        """Ask whoever works to stop; whether anybody did. What was fetched is kept for the next time."""
        end = time.monotonic() + _PATIENCE
        while self.is_busy() and time.monotonic() < end:
            work = self.noted()
            if work is not None and work.process:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(work.process, signal.SIGINT)
                    return True
            time.sleep(0.05)
        return False

    def note(self, work: Work) -> None:
        """Write down how far it is, whole or not at all; a disk that cannot take it does not stop the work."""
        draft = self._note.with_suffix(".part")
        with suppress(OSError):
            draft.write_text(json.dumps(work.record(), ensure_ascii=False), encoding="utf-8")
            draft.replace(self._note)

    def _begin(self, work: Work, start: Start, lock: int) -> None:
        """Note the work and start its process, which holds the lock from then on."""
        free = self._free(self._folder)
        if free < NEEDED:
            raise too_little_room(f"{free // 1_000_000} MB < {NEEDED // 1_000_000} MB")
        self.note(work)
        try:
            start(self.home, lock)
        except OSError as error:
            trouble = (say("The list could not be begun."), str(error), say("Try again."))
            self.note(replace(work, state=State.FAILED, trouble=trouble))
