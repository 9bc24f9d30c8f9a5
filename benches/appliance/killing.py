"""Kills the eye or the page without warning, again and again, while a game is played, and looks what became of it.

Both are the real programs on one real log, each in a process of its own; to spare the seconds that loading OpenCV and
the page takes they are forked from one that has both loaded already. The table's lamp and the page's answer say what
is acknowledged.
"""

from __future__ import annotations

import http.client
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from urllib.parse import urlencode

import pi_referee.commands.play.serve  # noqa: F401  # the page, loaded before any fork
from benches.appliance.player import drawn, watch
from hardware.camera import Picture
from pi_referee.cli import main as command_line
from pi_referee.files.paths import Home
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.iso_times import now
from pi_referee.process.supervisor import leave_with
from pi_referee.rules.course.game import fold
from pi_referee.rules.course.happenings import Answered, PlayLaid
from web.phrasing.asking import mark_of
from web.security.guard import TOKEN_COOKIE
from web.security.keys import Keys, NoDoorbell
from web.security.pairing import KEY_COOKIE

READY_WITHIN = 5.0
"""Seconds within which a program that was killed must be there again."""

TOKEN = "a-browser-that-answers-questions-by-itself"  # noqa: S105  # a bench's own browser, no secret


def serve(home: Home, port: int) -> None:
    """The page, for ever."""
    command_line(["serve", "--home", str(home.folder), "--host", "127.0.0.1", "--port", str(port)])


def forked(work: Callable[[], None]) -> int:
    """Start work in a process of its own, which says nothing; answers its number."""
    parent = os.getpid()
    number = os.fork()
    if number:
        return number
    try:
        leave_with(parent)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, sys.stderr.fileno())
        work()
    finally:
        os._exit(1)


@dataclass
class Report:
    """What came of all the killing."""

    kills: int = 0
    written: int = 0
    answered: int = 0
    lost: int = 0
    doubled: int = 0
    ready: list[float] = field(default_factory=list)


class House:
    """Both programs, the log they share, and somebody at a tablet."""

    def __init__(self, home: Home, pictures: tuple[Picture, ...], report: Report) -> None:
        """Start both."""
        self._home = home
        self._pictures = pictures
        self._report = report
        self._port = _free_port()
        self._secret = Keys(home.folder / "paired.json", time.monotonic, NoDoorbell()).add(at=now())
        self._known: list[Event] = []
        self._promised = 0
        self._answers: set[tuple[int, int, str]] = set()
        self._told, self._telling = os.pipe()
        os.set_blocking(self._told, False)
        self._running = {name: self._started(name) for name in ("eye", "page")}

    def _started(self, name: str) -> int:
        """Start a program and wait until it is ready; answers its number."""
        began = time.monotonic()
        work = (
            (lambda: watch(self._home, self._pictures, self._telling))
            if name == "eye"
            else (lambda: serve(self._home, self._port))
        )
        number = forked(work)
        is_ready = self._eye_spoke if name == "eye" else self._page_answers
        while not is_ready() and time.monotonic() - began < 6 * READY_WITHIN:
            time.sleep(0.01)
        took = time.monotonic() - began
        self._report.ready.append(took)
        return number

    def kill(self, name: str, after: float) -> None:
        """Let the game go on for so many seconds, kill one program, look at the log, and start it again."""
        end = time.monotonic() + after
        while time.monotonic() < end:
            self._answer()
            time.sleep(0.01)
        os.kill(self._running[name], signal.SIGKILL)
        os.waitpid(self._running[name], 0)
        self._look()
        self._running[name] = self._started(name)

    def close(self) -> None:
        """End both."""
        for number in self._running.values():
            os.kill(number, signal.SIGKILL)
            os.waitpid(number, 0)
        self._look()
        os.close(self._told)
        os.close(self._telling)

    def _eye_spoke(self) -> bool:
        """Whether the eye's lamp has said something since it was asked last; notes what it promised."""
        try:
            lines = os.read(self._told, 65536).splitlines()
        except BlockingIOError:
            return False
        self._promised = max([self._promised, *map(int, lines)])
        return True

    def _page_answers(self) -> bool:
        """Whether the page is there."""
        return self._asked("GET", "/healthz") == 200

    def _asked(self, method: str, path: str, form: dict[str, object] | None = None) -> int:
        """The status of a request; 0 if nobody answers."""
        headers = {
            "Cookie": f"{TOKEN_COOKIE}={TOKEN}; {KEY_COOKIE}={self._secret}",
            "Origin": f"http://127.0.0.1:{self._port}",
        }
        headers |= {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
        page = http.client.HTTPConnection("127.0.0.1", self._port, timeout=5)
        try:
            page.request(method, path, urlencode(form) if form else None, headers)
            return page.getresponse().status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            page.close()

    def _answer(self) -> None:
        """Somebody at a tablet answers what is asked, and remembers when the page said that it stands."""
        self._eye_spoke()
        with Ledger(self._home.ledger) as ledger:
            number = ledger.newest_game()
            game = fold(event.happening for event in ledger.since(0, game=number))
        for turn, question in game.open_questions:
            was = mark_of(game.script.entries[turn - 1])
            form = {"token": TOKEN, "game": number, "turn": turn, "question": question.key, "was": was, "answer": "A"}
            # Of a game that is over by then the page takes no answer, and promises none.
            if self._asked("POST", "/answers", form) == 303 and self._newest_game() == number:
                self._answers.add((number, turn, question.key))

    def _newest_game(self) -> int:
        """The number of the game that is being played."""
        with Ledger(self._home.ledger) as ledger:
            return ledger.newest_game()

    def _look(self) -> None:
        """Whether everything promised is in the log, once, and everything known before is as it was."""
        self._eye_spoke()
        with Ledger(self._home.ledger) as ledger:
            events = ledger.since(0)
        before, self._known = self._known, events
        written = [
            (event.game, event.happening.turn, event.happening.question)
            for event in events
            if isinstance(event.happening, Answered)
        ]
        missing = max(0, self._promised - len(events)) + len(self._answers - set(written))
        self._report.lost += missing + (events[: len(before)] != before)
        self._report.doubled += len(written) - len(set(written)) + _doubled_plays(events)
        self._report.written += len(events) - len(before)
        self._report.answered += len(self._answers)
        self._answers.clear()


def _doubled_plays(events: list[Event]) -> int:
    """How many plays stand in the log twice in one game."""
    laid = [(event.game, str(event.happening.play)) for event in events if isinstance(event.happening, PlayLaid)]
    return len(laid) - len(set(laid))


def _free_port() -> int:
    """A port nobody uses."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def kill_again_and_again(folder: Path, count: int, seed: int, *, each: int = 100) -> Report:
    """Kill so many times, with a new house after each hundred; folder must be empty."""
    chance, report, pictures = Random(seed), Report(), drawn()
    while report.kills < count:
        home = Home(folder / f"house-{report.kills}").prepare()
        house = House(home, pictures, report)
        for _ in range(min(each, count - report.kills)):
            house.kill(chance.choice(("eye", "page")), chance.uniform(0.0, 0.4))
            report.kills += 1
        house.close()
        print(line(report), flush=True)
    return report


def line(report: Report) -> str:
    """What came of it so far, in a line of figures; ready: seconds until a killed program was there again."""
    ready = sorted(report.ready)
    return (
        f"kills {report.kills} written {report.written} answered {report.answered} lost {report.lost} "
        f"doubled {report.doubled} ready {ready[len(ready) // 2]:.2f} slowest {ready[-1]:.2f}"
    )


def main() -> int:
    """Kill as often as the first argument says, in the folder that the second names; a line of figures."""
    count, folder = int(sys.argv[1]), Path(sys.argv[2])
    report = kill_again_and_again(folder, count, seed=count)
    # A machine that does much else makes the slowest slow; whether half of them come within seconds it does not change.
    is_ready = sorted(report.ready)[len(report.ready) // 2] <= READY_WITHIN
    return 0 if report.lost == report.doubled == 0 and is_ready else 1


if __name__ == "__main__":
    sys.exit(main())
