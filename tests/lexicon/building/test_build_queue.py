"""Lists in the making: one at a time, followed, stopped, killed, taken up again, and what is said when one fails."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pi_referee.lexicon.building.build_job import Order, State, Step, Work
from pi_referee.lexicon.building.build_queue import MOST_TRIES, NEEDED, Workshop
from pi_referee.lexicon.building.own_list import import_list
from pi_referee.lexicon.building.progress import Progress
from pi_referee.lexicon.building.worker import do_order
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.lists.word_store import About
from pi_referee.lexicon.open_list import lists_folder
from tests.programs import until
from web.words.list_builds import start_work

NOON = "2026-11-20T12:00:00+00:00"
SWEDISH = Order("sv", "sv")
Build = Callable[[Shelf, Path, Progress], About]


def nothing(_home: Path, _lock: int) -> None:
    """No process is started."""


def test_one_file_at_a_time_is_brought(workshop: Workshop) -> None:
    """Who sends a file while another's is kept and its list begun is told so, and does not write over it."""
    brought: list[str] = []

    def second() -> None:
        brought.append("second")

    def first() -> None:
        brought.append("first")
        with pytest.raises(WordListError, match="Another list is being made"):
            workshop.order(SWEDISH, nothing, at=NOON, bring=second)

    workshop.order(SWEDISH, nothing, at=NOON, bring=first)

    assert brought == ["first"]


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    """An empty house's workshop."""
    return Workshop(tmp_path)


def nobody(_home: Path, _lock: int) -> None:
    """Starts no process: as if it had been killed at once."""


def until_free(workshop: Workshop) -> None:
    """Wait until whoever works has left."""
    with (lists_folder(workshop.home) / ".work.lock").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)


def worker(workshop: Workshop) -> int:
    """The number of the process that works, as soon as it has said it: from then on it can be stopped."""
    until(lambda: getattr(workshop.noted(), "process", 0) != 0)
    return int(getattr(workshop.noted(), "process", 0))


def made_by(workshop: Workshop, build: Build) -> Work:
    """How a list ends that is built like this."""
    return do_order(workshop, Work(SWEDISH, State.RUNNING, NOON), builders={"sv": build})


def small_list(shelf: Shelf, cache: Path, progress: Progress) -> About:
    """Builds a list of three words, in two steps."""
    progress("fetching", "ord")
    cache.mkdir(parents=True, exist_ok=True)
    (cache / "ord.txt").write_text("katt\nhund\nko\n", encoding="utf-8")
    progress("writing the list")
    import_list(cache / "ord.txt", shelf, name="sv")
    with shelf.open("sv") as store:
        return store.about


def test_every_step_is_noted(workshop: Workshop) -> None:
    """What is done now, and what it is about, stands in the note that the page reads; in the end how many words."""
    ended = made_by(workshop, small_list)

    assert (ended.state, ended.words) == (State.DONE, 3)
    assert [(step.text, step.about) for step in ended.steps] == [("fetching", "ord"), ("writing the list", "")]
    assert workshop.work() == ended


def full_disk(_shelf: Shelf, _cache: Path, _progress: Progress) -> About:
    """A disk on which nothing more can be written."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def full_database(_shelf: Shelf, cache: Path, _progress: Progress) -> About:
    """What SQLite itself says when there is no room: a file that may have no more pages."""
    cache.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(cache / "x.sqlite") as connection:
        connection.execute("PRAGMA max_page_count = 2")
        connection.execute("CREATE TABLE word (word TEXT)")
        connection.executemany("INSERT INTO word VALUES (?)", [("x" * 4000,)] * 9)
    pytest.fail("the file should have been full")


def no_network(_shelf: Shelf, _cache: Path, progress: Progress) -> About:
    """A package that cannot be had."""
    progress("fetching", "wswedish")
    raise WordListError("The package could not be fetched.", where="wswedish (no route)", cure="Begin again.")


@pytest.mark.parametrize(
    ("build", "told"),
    [
        (full_disk, "too little room"),
        (full_database, "too little room"),
        (no_network, "could not be fetched"),
    ],
)
def test_a_list_that_fails_says_why(workshop: Workshop, build: Build, told: str) -> None:
    """What is wrong, and what to do, is a sentence; the list that was there stays in use."""
    made_by(workshop, small_list)
    before = Shelf(lists_folder(workshop.home)).path("sv")
    ended = made_by(workshop, build)

    assert ended.state is State.FAILED
    assert ended.trouble is not None
    assert told in ended.trouble[0]
    assert ended.trouble[2]
    assert Shelf(lists_folder(workshop.home)).path("sv") == before


def test_ctrl_c_stops_it(workshop: Workshop) -> None:
    """Somebody who stops a list has no list, and no trouble."""

    def stopped(_shelf: Shelf, _cache: Path, _progress: Progress) -> About:
        raise KeyboardInterrupt

    assert made_by(workshop, stopped).state is State.STOPPED


def test_one_list_at_a_time(workshop: Workshop) -> None:
    """Who orders while another is being made is told so, and the other goes on."""
    with workshop.alone(), pytest.raises(WordListError, match="Another list is being made"):
        workshop.order(SWEDISH, nobody, at=NOON)

    assert not workshop.is_busy()


@pytest.mark.parametrize("name", ["../sv", "", "a b", "x" * 41])
def test_a_name_that_is_none(workshop: Workshop, name: str) -> None:
    """Nothing is begun under a name that no list can have."""
    with pytest.raises(WordListError, match="cannot be a list's name"):
        workshop.order(Order(name, "sv"), nobody, at=NOON)

    assert workshop.work() is None


def test_nothing_is_begun_on_a_disk_that_is_nearly_full(tmp_path: Path) -> None:
    """The log of the games must have room, so there has to be enough for a list and more."""
    workshop = Workshop(tmp_path, free=lambda _folder: NEEDED - 1)
    with pytest.raises(WordListError, match="too little room"):
        workshop.order(SWEDISH, nobody, at=NOON)

    assert workshop.work() is None


def test_what_was_killed_is_taken_up_again_but_not_for_ever(workshop: Workshop) -> None:
    """A note that says running while nobody works was interrupted; what falls again and again is left alone."""
    workshop.order(SWEDISH, nobody, at=NOON)
    again = [workshop.take_up(nobody, at=NOON) for _ in range(MOST_TRIES)]
    work = workshop.work()

    assert again == [True] * (MOST_TRIES - 1) + [False]
    assert work is not None
    assert (work.state, work.tries) == (State.INTERRUPTED, MOST_TRIES)


def test_what_is_ready_is_not_taken_up(workshop: Workshop) -> None:
    """Neither a finished list nor an empty workshop has anything to go on with."""
    assert not workshop.take_up(nobody, at=NOON)
    made_by(workshop, small_list)

    assert not workshop.take_up(nobody, at=NOON)
    assert not workshop.stop()


@pytest.mark.parametrize("note", ["", "{", "[]", '{"state": "running"}', '{"order": 1}'])
def test_a_damaged_note_is_no_note(workshop: Workshop, note: str) -> None:
    """A note that was cut short is as good as none."""
    with workshop.alone():
        (lists_folder(workshop.home) / ".work.json").write_text(note, encoding="utf-8")

    assert workshop.work() is None


def test_a_note_comes_back_as_it_was(workshop: Workshop) -> None:
    """Everything that is noted is read again."""
    steps = (Step("fetching", "ord", 0.5),)
    work = Work(SWEDISH, State.FAILED, NOON, steps, 7, 2, ("a", "b", "c"), 3, {"TWICE": 1})
    with workshop.alone():
        workshop.note(work)

    assert workshop.work() == work


class Hasty(Workshop):
    """A workshop in which somebody stops whoever works as soon as there is a number to be stopped by."""

    def note(self, work: Work) -> None:
        """Write it down; the same moment Ctrl-C comes."""
        super().note(work)
        if work.state is State.RUNNING and not work.steps:
            raise KeyboardInterrupt


def test_who_can_be_stopped_is_stopped_for_good(tmp_path: Path) -> None:
    """However soon a tap comes after the work has begun, it ends it: nothing is left that would be taken up again."""
    hasty = Hasty(tmp_path)
    with hasty.alone():
        work = made_by(hasty, small_list)

    assert (work.state, hasty.noted()) == (State.STOPPED, work)


class Tapped(Workshop):
    """A workshop in which Ctrl-C comes whenever an end is noted."""

    def note(self, work: Work) -> None:
        """Write it down when Ctrl-C has come."""
        if work.state is not State.RUNNING:
            os.kill(os.getpid(), signal.SIGINT)
        super().note(work)


@pytest.mark.parametrize("is_stopped", [True, False])
def test_a_tap_while_the_end_is_noted_changes_nothing(tmp_path: Path, *, is_stopped: bool) -> None:
    """Who taps once more while a list is being stopped, or just when it is ready, finds none that goes on by itself."""

    def stopped(shelf: Shelf, cache: Path, progress: Progress) -> About:
        if is_stopped:
            raise KeyboardInterrupt
        return small_list(shelf, cache, progress)

    tapped = Tapped(tmp_path)
    with tapped.alone():
        work = made_by(tapped, stopped)

    assert (work.state, tapped.noted()) == (State.STOPPED if is_stopped else State.DONE, work)


class TestProcess:
    """The real process, waiting at a pipe for the words of a family's file."""

    @pytest.fixture
    def pipe(self, tmp_path: Path) -> Path:
        """A file that never ends, so that whoever reads it waits."""
        path = tmp_path / "words.txt"
        os.mkfifo(path)
        return path

    def test_it_makes_the_list(self, workshop: Workshop, tmp_path: Path) -> None:
        """A file becomes a list on the shelf, and is gone from where it lay."""
        path = tmp_path / "words.txt"
        path.write_text("katt\nkatter\nkaffe-kopp\n", encoding="utf-8")
        workshop.order(Order("own", "sv", str(path)), start_work, at=NOON)
        until_free(workshop)
        work = workshop.work()

        assert work is not None
        assert (work.state, work.words, work.refused) == (State.DONE, 2, {"SIGNS": 1})
        assert not path.exists()

    def test_it_is_stopped(self, workshop: Workshop, pipe: Path) -> None:
        """A tap stops it, and nothing half done is on the shelf."""
        descriptor = os.open(pipe, os.O_RDWR)  # keeps the pipe open, so that reading it waits
        workshop.order(Order("own", "sv", str(pipe)), start_work, at=NOON)
        worker(workshop)
        assert workshop.stop()
        # A tap just before it begins to wait is seen only when something else wakes it, as the next tap does.
        until(lambda: not workshop.stop())
        os.close(descriptor)
        work = workshop.work()

        assert work is not None
        assert work.state is State.STOPPED
        assert Shelf(lists_folder(workshop.home)).names() == ()

    def test_killed_it_is_taken_up_again(self, workshop: Workshop, pipe: Path) -> None:
        """After kill -9 the list is interrupted, and is made when the page starts again."""
        descriptor = os.open(pipe, os.O_RDWR)
        workshop.order(Order("own", "sv", str(pipe)), start_work, at=NOON)
        os.kill(worker(workshop), signal.SIGKILL)
        until_free(workshop)
        os.close(descriptor)
        interrupted = workshop.work()
        pipe.unlink()
        pipe.write_text("katt\nhund\n", encoding="utf-8")
        assert workshop.take_up(start_work, at=NOON)
        until_free(workshop)
        work = workshop.work()

        assert interrupted is not None
        assert work is not None
        assert (interrupted.state, work.state, work.words) == (State.INTERRUPTED, State.DONE, 2)


@pytest.mark.skipif(shutil.which("apt-get") is None, reason="no apt-get here")
def test_without_a_network_a_build_says_so(tmp_path: Path) -> None:
    """Real apt with no way out: one sentence with the package, the reason and what to do, and no list."""
    settings = tmp_path / "apt.conf"
    settings.write_text('Acquire::http::Proxy "http://127.0.0.1:9";\nAcquire::https::Proxy "http://127.0.0.1:9";\n')
    command = (sys.executable, "-m", "pi_referee", "lexicon", "build", "pl", "--home", str(tmp_path))
    environment = {**os.environ, "APT_CONFIG": str(settings)}
    told = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)

    assert told.returncode == 3
    assert "wpolish" in told.stderr
    assert "could not be fetched" in told.stderr
    assert Shelf(lists_folder(tmp_path)).names() == ()
