"""The camera's standing on the board for the page, and the sign of life that is given only for good reason."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from hardware.camera_monitor import Keeper
from hardware.recovery_ladder import Fault, Rung, Standing
from hardware.simulation.flaky_camera import FlakyHand, Hours, Spell
from pi_referee.errors import LedgerError
from pi_referee.game_log.event_store import Ledger
from pi_referee.process.systemd_notify import Herald
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.table_link.status import Condition, read
from pi_referee.watching.game_follower import Book
from pi_referee.watching.status_board import Noticeboard, Troubles
from pi_referee.watching.watchdog import Minder

NOON = "2026-12-24T12:00:00.000+00:00"
GREY = np.full((48, 64, 3), 120, dtype=np.uint8)


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    """A log in which a game has begun."""
    with Ledger(tmp_path / "games.sqlite") as ledger:
        made = Book(ledger, lambda: NOON)
        made.write(GameBegan("alfapet-sv", ("Anna", "Bo"), 7))
        yield made


@pytest.fixture
def board(tmp_path: Path) -> Noticeboard:
    """A board for the page."""
    return Noticeboard(tmp_path / "table.json", lambda: NOON)


@pytest.fixture
def door(tmp_path: Path) -> Iterator[socket.socket]:
    """Somebody who listens as systemd does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.setblocking(False)
        yield listening


def signs_of_life(door: socket.socket) -> int:
    """How often the program said that it lives."""
    said = []
    while True:
        try:
            said.append(door.recv(100))
        except BlockingIOError:
            return said.count(b"WATCHDOG=1")


@pytest.fixture
def mind(book: Book, board: Noticeboard, door: socket.socket) -> Callable[..., tuple[Minder, Hours]]:
    """Somebody who looks after a camera with these bad spells, and tells systemd."""

    def made(*spells: Spell) -> tuple[Minder, Hours]:
        clock = Hours()
        hand = FlakyHand(clock, spells, GREY)
        herald = Herald({"NOTIFY_SOCKET": door.getsockname(), "WATCHDOG_USEC": "30000000"})
        return Minder(Keeper(lambda: hand, clock=clock), book, board=board, herald=herald, clock=clock), clock

    return made


def go_on(minder: Minder, clock: Hours, seconds: float) -> None:
    """Let the loop glance five times a second."""
    end = clock.now + seconds
    while clock.now < end:
        minder.glance()
        clock.pass_by(0.2)


def test_the_page_reads_what_is_wrong_with_the_camera(
    mind: Callable[..., tuple[Minder, Hours]], tmp_path: Path
) -> None:
    """While the camera is gone the board says so, what to do, and what the referee does about it; then all is well."""
    minder, clock = mind(Spell(10, 100, Fault.BLACK))
    go_on(minder, clock, 30)
    ill = read(tmp_path / "table.json")
    go_on(minder, clock, 90)
    well = read(tmp_path / "table.json")

    assert ill == Condition("manual", Fault.BLACK.what, Fault.BLACK.cure, Rung.MANUAL.doing, NOON)
    assert (well, ill.is_by_hand, well and well.is_by_hand) == (Condition(since=NOON), True, False)


def test_signs_of_life_are_given_while_the_camera_is_looked_after(
    mind: Callable[..., tuple[Minder, Hours]], door: socket.socket
) -> None:
    """Twice in systemd's patience, also while the camera is ill: it is being mended."""
    minder, clock = mind(Spell(60, 120, Fault.BLACK))
    go_on(minder, clock, 150)

    assert signs_of_life(door) == 10


def test_no_sign_of_life_without_a_log(
    mind: Callable[..., tuple[Minder, Hours]], door: socket.socket, tmp_path: Path
) -> None:
    """A log that cannot be read is no life."""
    minder, clock = mind()
    (tmp_path / "games.sqlite").rename(tmp_path / "elsewhere")
    go_on(minder, clock, 60)

    assert signs_of_life(door) == 0


def test_restarts_are_remembered_by_the_next_program(board: Noticeboard, tmp_path: Path) -> None:
    """A program that was restarted for its camera knows how often, so that it does not restart for ever."""
    board.camera(Standing(Rung.RESTART, Fault.HANGS, restarts=(100.0, 120.0)))
    after = Noticeboard(tmp_path / "table.json", lambda: NOON)

    assert after.standing_before(130.0).restarts == (100.0, 120.0)
    assert after.standing_before(130.0).rung is Rung.REOPEN


def test_after_a_power_cut_restarts_are_forgotten(board: Noticeboard, tmp_path: Path) -> None:
    """The machine's clock begins anew when it is switched on; what was written by the old one does not count."""
    board.camera(Standing(Rung.RESTART, Fault.HANGS, restarts=(5000.0,)))

    assert Noticeboard(tmp_path / "table.json", lambda: NOON).standing_before(20.0).restarts == ()


def test_the_newest_trouble_stands_on_the_board(board: Noticeboard) -> None:
    """Whatever is logged as a warning can be read on the page, in its own sentence."""
    logger = logging.getLogger("test-of-troubles")
    logger.addHandler(Troubles(board))
    logger.error("The disk is full.")
    logger.info("turn 3")

    assert (board.condition.problem, board.condition.problem_at) == ("The disk is full.", NOON)
    logger.error("%s", LedgerError("The log is gone.", where="/secret/place", cure="Put it back."))
    assert (board.condition.problem, board.condition.problem_cure) == ("The log is gone.", "Put it back.")
    board.went_well()
    assert board.condition == Condition(since=NOON)


def test_a_board_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    """Where no file can be written the referee goes on; the lamp says it too."""
    board = Noticeboard(tmp_path / "no such folder" / "table.json", lambda: NOON)
    board.trouble("The disk is full.")

    assert board.condition.problem == "The disk is full."


@pytest.mark.parametrize("content", [b"", b"{", b'{"camera": 7}', b"[]"])
def test_a_damaged_board_is_no_board(tmp_path: Path, content: bytes) -> None:
    """What cannot be read is as if nobody had written it."""
    (tmp_path / "table.json").write_bytes(content)

    assert read(tmp_path / "table.json") is None
