"""Faults at every place where the watching process touches disk, pins and clock; docs/reliability.md has the table."""

from __future__ import annotations

import sqlite3
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any, ClassVar, cast

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.button import TurnButton
from hardware.debounce import Gesture, Press
from hardware.lamp import Buzzer, ColourLamp, LedLamp, Light
from pi_referee.errors import HardwareError, LedgerError
from pi_referee.files.atomic_file import write_safely
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.log_connection import connect
from pi_referee.looking.turn_photographs import keep_photograph, squared_photograph
from pi_referee.rules.course.happenings import GameBegan, Happening, LookRefused, Passed
from pi_referee.rules.course.refusal import Refusal
from pi_referee.watching.devices import CAMERA_OFF, CAMERA_OFF_CURE, Equipment, NoCamera
from pi_referee.watching.game_follower import Book
from pi_referee.watching.loop import Ending, Watch
from vision.sighting import Quad

NOON = "2026-12-24T12:00:00.000+00:00"
BEGAN = GameBegan("alfapet-sv", ("Anna", "Bo"), 7)

DISK_FAULTS = {
    "full": sqlite3.SQLITE_FULL,
    "read-only": sqlite3.SQLITE_READONLY,
    "broken": sqlite3.SQLITE_IOERR,
    "held by another": sqlite3.SQLITE_BUSY,
}
STATEMENTS = 5
"""How many statements one turn needs: begin, two looks at what is newest, the event, commit."""


class FaultyDisk:
    """A connection to the log that fails once, at one of its statements."""

    def __init__(self, path: Path) -> None:
        """Be well for now."""
        self._real = connect(path)
        self._countdown = -1
        self._code = 0

    def fail(self, *, after: int, code: int) -> None:
        """Fail at the statement after so many."""
        self._countdown, self._code = after, code

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:  # noqa: ANN401  # as sqlite3 has it
        """Do it, or fail."""
        self._step(statement)
        return self._real.execute(statement, *values)

    def executemany(self, statement: str, rows: Sequence[Any]) -> sqlite3.Cursor:
        """Do it, or fail."""
        self._step(statement)
        return self._real.executemany(statement, rows)

    def _step(self, statement: str) -> None:
        if statement == "ROLLBACK":
            return
        self._countdown -= 1
        if self._countdown == -1:
            error = sqlite3.OperationalError("injected")
            error.sqlite_errorcode = self._code
            raise error

    @property
    def in_transaction(self) -> bool:
        """As the real one."""
        return self._real.in_transaction

    def close(self) -> None:
        """Let go."""
        self._real.close()


class Fingers:
    """A button on which a test presses."""

    def __init__(self) -> None:
        """Nobody presses yet."""
        self.presses: list[Press] = []

    def wait(self, seconds: float) -> Press | None:
        """The next press."""
        del seconds
        return self.presses.pop(0) if self.presses else None

    def close(self) -> None:
        """Nothing is held."""


class LampOfNote:
    """A lamp that remembers what it said, and may be broken."""

    def __init__(self) -> None:
        """Be whole."""
        self.said: list[Light] = []
        self.is_broken = False

    def show(self, light: Light) -> None:
        """Remember it."""
        if self.is_broken:
            raise HardwareError("The pin of the lamp does not answer.", where="GPIO27")
        self.said.append(light)

    def close(self) -> None:
        """Nothing is held."""


class Room:
    """A table with a button, a lamp and a log on a faulty disk."""

    def __init__(self, folder: Path) -> None:
        """Begin a game."""
        self.folder = folder
        self.disk: FaultyDisk | None = None
        self.ledger = Ledger(folder / "games.sqlite", connect=self._connect)
        self.book = Book(self.ledger, lambda: NOON)
        self.book.write(BEGAN)
        self.fingers, self.lamp = Fingers(), LampOfNote()
        ticks = count()
        self.watch = Watch(
            Equipment(NoCamera(), self.fingers, self.lamp),
            self.book,
            folder,
            now=lambda: NOON,
            clock=lambda: next(ticks) / 100,
        )

    def _connect(self, path: Path) -> sqlite3.Connection:
        self.disk = FaultyDisk(path)
        return cast("sqlite3.Connection", self.disk)

    def hold(self, gesture: Gesture = Gesture.HOLD) -> None:
        """Somebody holds the button, which passes, or does otherwise with it."""
        self.fingers.presses.append(Press(1e9, gesture))
        glances = iter((False, True))
        self.watch.run(lambda: next(glances))

    @property
    def happened(self) -> list[Happening]:
        """Everything after the beginning, as another program reads it."""
        with Ledger(self.folder / "games.sqlite") as other:
            return [event.happening for event in other.since(1)]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A room in which a game has begun."""
    made = Room(tmp_path)
    yield made
    made.ledger.close()


@pytest.mark.parametrize("fault", DISK_FAULTS, ids=str)
@pytest.mark.parametrize("after", range(1, 1 + STATEMENTS))
def test_a_fault_of_the_disk_stops_the_turn_and_no_more(room: Room, fault: str, after: int) -> None:
    """Whichever statement fails, and however: the lamp says so, nothing is half written, and the next press works."""
    assert room.disk is not None
    room.disk.fail(after=after, code=DISK_FAULTS[fault])
    room.hold()
    said, written = list(room.lamp.said), room.happened
    room.hold()

    assert (Light.FAULT in said, written) == (True, [])
    assert (room.happened, Light.RULED in room.lamp.said) == ([Passed()], True)


def test_a_broken_lamp_stops_no_game(room: Room) -> None:
    """Without its lamp the referee goes on; the page says it all."""
    room.lamp.is_broken = True
    room.hold()

    assert room.happened == [Passed()]


@pytest.mark.parametrize("wired", ["lamp", "button"])
def test_a_pin_that_does_not_answer_is_named(wired: str) -> None:
    """A pin that fails while it is used is an error that names it and what to look at."""
    pins = MockFactory()
    button, lamp = TurnButton(17, pins, poll=0.0), LedLamp(27, pins)
    parts: dict[str, Callable[[], object]] = {
        "lamp": lambda: lamp.show(Light.READY),
        "button": lambda: button.wait(0.1),
    }
    for part in (button, lamp):
        part.close()

    with pytest.raises(HardwareError, match=r"GPIO\d\d: The pin of the"):
        parts[wired]()


class PinTrouble(Exception):  # noqa: N818  # as lgpio's own error, which is neither an OSError nor gpiozero's
    """What a pin library raises when it likes."""


class MoodyPin(MockPin):  # type: ignore[misc]  # gpiozero has no type hints
    """A pin that fails in one of its ways, as often as it is told to."""

    fails: ClassVar[Counter[str]] = Counter()

    def _get_state(self) -> Any:  # noqa: ANN401  # gpiozero has no type hints
        return self._unless("read", super()._get_state)

    def _set_state(self, value: Any) -> None:  # noqa: ANN401  # as above
        self._unless("set", lambda: super(MoodyPin, self)._set_state(value))

    def _set_function(self, value: Any) -> None:  # noqa: ANN401  # as above
        self._unless("taken", lambda: super(MoodyPin, self)._set_function(value))

    def _unless(self, what: str, act: Callable[[], Any]) -> Any:  # noqa: ANN401  # as above
        if self.fails[what] > 0:
            self.fails[what] -= 1
            raise PinTrouble(what)
        return act()


PARTS: dict[str, Callable[[MockFactory], Any]] = {
    "button": lambda pins: TurnButton(17, pins, second=22, poll=0.0),
    "lamp": lambda pins: LedLamp(27, pins),
    "colours": lambda pins: ColourLamp((27, 24, 25), pins),
    "buzzer": lambda pins: Buzzer(23, pins),
}
USES: dict[str, Callable[[Any], object]] = {
    "button": lambda part: part.wait(0.1),
    "lamp": lambda part: part.show(Light.FAULT),
    "colours": lambda part: part.show(Light.FAULT),
    "buzzer": lambda part: part.show(Light.FAULT),
}


@pytest.fixture
def moody() -> Iterator[MockFactory]:
    """Pins that may fail as a real library's do."""
    MoodyPin.fails.clear()
    made = MockFactory(pin_class=MoodyPin)
    yield made
    MoodyPin.fails.clear()
    made.close()


@pytest.mark.parametrize("wired", PARTS)
def test_a_pin_that_cannot_be_taken_is_named(wired: str, moody: MockFactory) -> None:
    """Whatever a pin library raises when a pin is held by another, the message names the pin."""
    MoodyPin.fails["taken"] = 1

    with pytest.raises(HardwareError, match=r"GPIO\d\d: The pin of the \w+ cannot be used"):
        PARTS[wired](moody)


@pytest.mark.parametrize("wired", PARTS)
def test_a_pin_that_fails_in_use_is_named(wired: str, moody: MockFactory) -> None:
    """Whatever a pin library raises when a pin is read or set, the message names it; letting go of it still works."""
    part = PARTS[wired](moody)
    MoodyPin.fails.update(read=9, set=9)
    with pytest.raises(HardwareError, match=r"GPIO\d\d: The pin of the \w+ does not answer"):
        USES[wired](part)

    MoodyPin.fails["taken"] = 1
    part.close()


@pytest.mark.parametrize("year", [1970, 2026, 2106])
def test_a_clock_stepped_by_years_changes_no_order(tmp_path: Path, year: int) -> None:
    """Events stand in the order in which they happened, whatever the clock said; the game is the same."""
    times = iter([NOON, f"{year}-01-01T00:00:00+00:00", NOON])
    with Ledger(tmp_path / "games.sqlite") as ledger:
        book = Book(ledger, lambda: next(times))
        for happening in (BEGAN, Passed(), Passed()):
            book.write(happening)
        again = Book(ledger, lambda: NOON)

        assert again.game == book.game
        assert [event.id for event in ledger.since(0)] == [1, 2, 3]


def test_a_clock_that_was_set_back_costs_no_picture(tmp_path: Path) -> None:
    """Two turns at the same time of the clock each keep their photograph."""
    picture = np.full((300, 300, 3), 90, dtype=np.uint8)
    quad = Quad(((20, 20), (280, 20), (280, 280), (20, 280)))
    names = {keep_photograph(squared_photograph(picture, quad, 15), tmp_path, at=NOON) for _ in range(3)}

    assert {path.name for path in tmp_path.iterdir()} == names
    assert len(names) == 3


def test_a_picture_that_does_not_fit_leaves_nothing_behind(tmp_path: Path) -> None:
    """On a disk that is full after some bytes, the old file stays whole and no half one is left."""
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "none", tmp_path], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("mounting a small disk needs the rights of root")
    try:
        write_safely(tmp_path / "a.jpg", b"small")
        with pytest.raises(OSError, match="No space"):
            write_safely(tmp_path / "a.jpg", bytes(100_000))

        assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.jpg", b"small")]
    finally:
        subprocess.run(["umount", tmp_path], check=True)


def test_a_file_that_many_write_at_once_is_whole(tmp_path: Path) -> None:
    """Each of them writes it, whole and without a fault, and one of them last."""
    written = [letter * 100_000 for letter in (b"a", b"b", b"c", b"d")]
    with ThreadPoolExecutor(4) as hands:
        for _ in range(20):
            list(hands.map(lambda content: write_safely(tmp_path / "a.jpg", content), written))

    assert [path.name for path in tmp_path.iterdir()] == ["a.jpg"]
    assert (tmp_path / "a.jpg").read_bytes() in written


def test_a_disk_that_became_read_only_is_named(tmp_path: Path) -> None:
    """A card that turned read-only is told so when the log is opened, not as a fault nobody foresaw."""
    mounted = subprocess.run(["mount", "-t", "tmpfs", "none", tmp_path], capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip("mounting a disk needs the rights of root")
    try:
        with Ledger(tmp_path / "games.sqlite") as ledger:
            Book(ledger, lambda: NOON).write(BEGAN)
        subprocess.run(["mount", "-o", "remount,ro", tmp_path], check=True)
        with pytest.raises(LedgerError):
            Ledger(tmp_path / "games.sqlite")
    finally:
        subprocess.run(["umount", tmp_path], check=True)


def test_a_long_hold_still_works_when_the_disk_is_full(room: Room) -> None:
    """Whoever wants to switch off a machine that is in trouble can."""
    assert room.disk is not None
    room.disk.fail(after=1, code=sqlite3.SQLITE_FULL)
    room.fingers.presses.append(Press(1e9, Gesture.LONG))

    assert room.watch.run(lambda: False) is Ending.POWER_OFF


def test_a_press_where_no_camera_looks_says_so(room: Room) -> None:
    """That the camera is switched off is another cause than a camera that gives no picture."""
    room.hold(Gesture.TAP)

    assert room.happened == [LookRefused(CAMERA_OFF, cure=CAMERA_OFF_CURE, code=Refusal.CAMERA_OFF)]
    assert Light.FAULT in room.lamp.said
