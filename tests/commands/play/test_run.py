"""`pi-referee run` as it is typed in a terminal, with names as people have them."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pi_referee.files.paths import Home
from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.course.happenings import GameBegan, LookRefused
from tests.programs import PATIENCE, free_port

ROOT = Path(__file__).parents[3]


@dataclass
class Terminal:
    """A terminal in which the referee was started; what it wrote there so far."""

    home: Path
    master: int
    referee: subprocess.Popen[bytes]
    read: bytes = field(default=b"", init=False)

    @property
    def written(self) -> str:
        """What it wrote so far; the last letter may have come by halves."""
        return self.read.decode(errors="ignore")

    def read_until(self, words: str) -> None:
        """Read until these words stand there, or nothing comes any more."""
        end = time.monotonic() + PATIENCE
        while words not in self.written and time.monotonic() < end:
            ready, _, _ = select.select([self.master], [], [], 0.1)
            try:
                self.read += os.read(self.master, 4096) if ready else b""
            except OSError:  # the program has left the terminal
                return

    def wait_for_events(self, count: int) -> None:
        """Wait until so many things stand in the log."""
        end = time.monotonic() + PATIENCE
        with Ledger(Home(self.home).ledger) as ledger:
            while ledger.newest() < count and time.monotonic() < end:
                select.select([self.master], [], [], 0.05)

    def players(self) -> tuple[str, ...]:
        """Who plays, by the log."""
        with Ledger(Home(self.home).ledger) as ledger:
            began = ledger.since(0)[0].happening
        return began.players if isinstance(began, GameBegan) else ()

    def leave(self) -> int:
        """Do what Ctrl-C does; answers the exit status."""
        os.killpg(self.referee.pid, signal.SIGINT)
        return self.referee.wait(PATIENCE)


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[list[Terminal]]:
    """Terminals that are closed in the end."""
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        with suppress(ProcessLookupError):
            os.killpg(terminal.referee.pid, signal.SIGKILL)
        terminal.referee.wait(PATIENCE)
        os.close(terminal.master)


def started(terminals: list[Terminal], home: Path, players: str | bytes) -> Terminal:
    """The referee without a camera, begun in a terminal with these players."""
    master, slave = pty.openpty()
    port = str(free_port())
    table = ["--camera", "none", "--home", str(home), "--host", "127.0.0.1", "--port", port, "--players"]
    command = [*map(os.fsencode, [sys.executable, "-m", "pi_referee", "run", *table]), os.fsencode(players)]
    referee = subprocess.Popen(command, cwd=ROOT, stdin=slave, stdout=slave, stderr=slave, start_new_session=True)
    os.close(slave)
    terminals.append(Terminal(home, master, referee))
    return terminals[-1]


@pytest.mark.parametrize(
    ("players", "kept"),
    [
        ("<b>x</b>,\"q' $(id);%s{}", ("<b>x</b>", "\"q' $(id);%s{}")),
        ("--new,-h", ("--new", "-h")),
        ("A\u0301sa\u202e,Bo\x1b[31m\nB\t2", ("Ása", "Bo[31m B 2")),
        ("李小龙,👩‍👧,محمد", ("李小龙", "👩‍👧", "محمد")),
    ],
)
def test_names_of_any_signs_play(
    terminals: list[Terminal], tmp_path: Path, players: str, kept: tuple[str, ...]
) -> None:
    """Any letters are names, kept as the page keeps them; the Enter key is heard, and Ctrl-C ends it in good order."""
    terminal = started(terminals, tmp_path, players)
    os.write(terminal.master, "żółć\r".encode())
    terminal.read_until("The camera is switched off. Enter the plays on the page.")
    terminal.wait_for_events(2)

    assert terminal.players() == kept
    assert terminal.leave() == 0
    assert "Traceback" not in terminal.written
    with Ledger(Home(tmp_path).ledger) as ledger:
        assert isinstance(ledger.since(1)[0].happening, LookRefused)


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ("Anna,,Bo", "A name is missing in 'Anna,,Bo'. Write --players Anna,Bo"),
        ("\u202e,Bo", "A name is missing in"),
        ("Anna,ANNA", "Two players have the same name: Anna, ANNA. Give one of them another."),
        ("A\u0301sa,Ása", "Two players have the same name"),
        ("A,B,C,D,E", "5 players called A, B, C, D, E cannot play. One to four can"),
        (b"\xc5sa,Bo", "The names cannot be read: this terminal writes its letters in another way. Set it to UTF-8"),
    ],
)
def test_names_that_are_none_are_told_before_anything_begins(
    terminals: list[Terminal], tmp_path: Path, players: str | bytes, told: str
) -> None:
    """One sentence says what is wrong and what to do, with status 2; no page is opened and no game begun."""
    terminal = started(terminals, tmp_path, players)
    terminal.read_until("\0")  # to its end

    assert terminal.referee.wait(PATIENCE) == 2
    assert told in " ".join(terminal.written.split())
    assert terminal.written.count("\n") == 1
    assert not Home(tmp_path).ledger.exists()
