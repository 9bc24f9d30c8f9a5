"""The process that makes a list which was ordered: does the work, notes every step, and says in the end how it went."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from pi_referee.errors import RefereeError
from pi_referee.gettext_mark import say
from pi_referee.lexicon.building.build_job import Order, State, Step, Work
from pi_referee.lexicon.building.build_queue import Workshop
from pi_referee.lexicon.building.finnish import build_finnish
from pi_referee.lexicon.building.flat_lists import build_flat
from pi_referee.lexicon.building.own_list import import_list
from pi_referee.lexicon.building.polish import build_polish
from pi_referee.lexicon.building.progress import Progress
from pi_referee.lexicon.building.swedish import build_swedish
from pi_referee.lexicon.list_errors import WordListError, in_words
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.lists.own_list_roles import Role
from pi_referee.lexicon.lists.word_store import About
from pi_referee.lexicon.open_list import lists_folder

BUILDERS: Mapping[str, Callable[[Shelf, Path, Progress], About]] = {
    "sv": lambda shelf, cache, progress: build_swedish(shelf, cache, progress=progress),
    "fi": lambda shelf, cache, progress: build_finnish(shelf, cache, progress=progress),
    "pl": lambda shelf, cache, progress: build_polish(shelf, cache, progress=progress),
    "de": lambda shelf, cache, progress: build_flat("de", shelf, cache, progress=progress),
    "ro": lambda shelf, cache, progress: build_flat("ro", shelf, cache, progress=progress),
    "en": lambda shelf, cache, progress: build_flat("en", shelf, cache, progress=progress),
}
"""What builds each language's list, in a cache folder from which an interrupted build goes on."""

_NICE = 10
"""How far the game comes first."""

_FALLS_FIRST = "800"
"""Of 1000: a list can be made again, a turn that is being written cannot."""


def take_a_back_seat() -> None:
    """Let the game come first in this process: it waits for others, and falls before them where memory is short.

    From then on Ctrl-C (SIGINT) stops the work for good, however the process was started; being told to end (SIGTERM),
    as when the machine goes off, leaves it to be taken up again.
    """
    with suppress(OSError):
        os.nice(_NICE)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_FALLS_FIRST, encoding="ascii")
    signal.signal(signal.SIGINT, _stop)
    signal.signal(signal.SIGTERM, _leave)


def do_order(workshop: Workshop, work: Work, *, builders: Mapping[str, Callable[..., About]] = BUILDERS) -> Work:
    """Make the list that was ordered, and give how it ended; every step is noted meanwhile.

    Ctrl-C (SIGINT) stops it for good; who taps once more, or when all is done, does not keep its end from being noted.
    """
    diary = _Diary(workshop, replace(work, process=os.getpid()))
    try:
        diary.begin()
        diary.work = _made(workshop, diary, builders)
    except KeyboardInterrupt:
        diary.work = replace(diary.work, state=State.STOPPED)
    except (RefereeError, OSError, sqlite3.Error, MemoryError) as error:
        told = in_words(error)
        diary.work = replace(diary.work, state=State.FAILED, trouble=(told.what, told.where, told.cure))
    with _deaf():
        if work.order.file:
            Path(work.order.file).unlink(missing_ok=True)
        workshop.note(diary.work)
    return diary.work


def _stop(_signal: int, _frame: object) -> None:
    """Stop the work, once: who taps again while it is given up must not stop that. Raises KeyboardInterrupt."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


@contextmanager
def _deaf() -> Iterator[None]:
    """Hear no Ctrl-C meanwhile."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Diary:
    """Notes every step at the moment it begins."""

    def __init__(self, workshop: Workshop, work: Work) -> None:
        self.work = work
        self._workshop = workshop
        self._began = time.monotonic()

    def begin(self) -> None:
        """Note who works; from then on it may be stopped at any moment."""
        self._workshop.note(self.work)

    def step(self, text: str, about: str = "") -> None:
        """One more step has begun."""
        step = Step(text, about, round(time.monotonic() - self._began, 1))
        self.work = replace(self.work, steps=(*self.work.steps, step))
        self._workshop.note(self.work)


def _made(workshop: Workshop, diary: _Diary, builders: Mapping[str, Callable[..., About]]) -> Work:
    """The work when the list is on the shelf. Raises what goes wrong."""
    order, shelf = diary.work.order, Shelf(lists_folder(workshop.home))
    if order.file:
        return _imported(diary, order, shelf)
    if order.language not in builders:
        what = say("No list can be built for this language.")
        raise WordListError(what, where=order.language, cure=say("Upload a file of words instead."))
    about = builders[order.language](shelf, workshop.home / "cache" / f"lexicon-{order.language}", diary.step)
    return replace(diary.work, state=State.DONE, words=about.words)


def _imported(diary: _Diary, order: Order, shelf: Shelf) -> Work:
    """The work when a family's file has become a list."""
    over = (order.over, Role(order.role)) if order.over else None
    report = import_list(
        Path(order.file),
        shelf,
        name=order.name,
        language=order.language,
        kind=order.kind,
        over=over,
        progress=diary.step,
    )
    refused = {why.name: count for why, count in report.refused.items()}
    return replace(diary.work, state=State.DONE, words=report.taken, refused=refused)


def _leave(_signal: int, _frame: object) -> None:
    """Go, so that half-written files are tidied away; the note still says that it is to be done."""
    raise SystemExit(0)
