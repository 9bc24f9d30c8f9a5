"""The page asks the table over a real socket: for a look, and for a press that lets somebody in."""

from __future__ import annotations

import socket
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from hardware.camera import Picture
from hardware.debounce import Gesture, Press
from hardware.lamp import Light
from pi_referee.errors import CameraError
from pi_referee.rules.library import ruleset
from pi_referee.rules.position import EMPTY
from pi_referee.table_socket import TableDesk, TableLine
from pi_referee.watching.advising import Adviser
from pi_referee.watching.asked import AskedButton
from vision.render import View, render


@dataclass
class Hand:
    """A button that is pressed as a test says, and remembers nothing."""

    presses: list[Press] = field(default_factory=list)

    def wait(self, seconds: float) -> Press | None:
        """The next press, at once."""
        return self.presses.pop(0) if self.presses else None

    def close(self) -> None:
        """Nothing to let go of."""


@dataclass
class Lamps:
    """A lamp that remembers what it showed."""

    shown: list[Light] = field(default_factory=list)

    def show(self, light: Light) -> None:
        """Show this."""
        self.shown.append(light)

    def close(self) -> None:
        """Nothing to let go of."""


@dataclass
class Room:
    """A camera in a grey room; is_away: its cable is out."""

    is_away: bool = False

    def capture(self) -> Picture:
        """What it sees."""
        if self.is_away:
            raise CameraError("The camera gives no picture.", cure="See to its cable.")
        return np.full((1200, 1600, 3), 120, dtype=np.uint8)

    def close(self) -> None:
        """Nothing to let go of."""


@dataclass
class Clock:
    """A clock that a test turns."""

    now: float = 10.0

    def __call__(self) -> float:
        """The time."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock."""
    return Clock()


@pytest.fixture
def desk(tmp_path: Path, clock: Clock) -> Iterator[TableDesk]:
    """A table that listens."""
    with TableDesk(tmp_path / "table.sock", has_button=True, clock=clock) as desk:
        yield desk


@pytest.fixture
def line(tmp_path: Path, desk: TableDesk) -> TableLine:
    """The page's end."""
    return TableLine(tmp_path / "table.sock")


def test_a_press_answers_the_page_and_ends_no_turn(desk: TableDesk, line: TableLine, clock: Clock) -> None:
    """While the page asks, the lamp blinks and the first tap is the answer; the next one ends a turn again."""
    hand, lamps = Hand(), Lamps()
    button = AskedButton(hand, Room(), lamps, desk)
    assert line.ring(60)
    assert not line.answered()
    hand.presses = [Press(11.0, Gesture.DOWN), Press(11.0), Press(12.0, Gesture.DOWN), Press(12.0)]
    heard = [button.wait(0) for _ in range(4)]

    assert heard == [None, None, Press(12.0, Gesture.DOWN), Press(12.0)]
    assert line.answered()
    assert lamps.shown == [Light.QUESTION, Light.READY]


def test_a_finger_that_was_down_before_ends_its_turn(desk: TableDesk, line: TableLine) -> None:
    """A press that began before the page asked is what it was meant to be."""
    hand = Hand([Press(9.0)])
    line.ring(60)

    assert AskedButton(hand, Room(), Lamps(), desk).wait(0) == Press(9.0)
    assert not line.answered()


def test_after_its_time_a_press_is_a_press(desk: TableDesk, line: TableLine, clock: Clock) -> None:
    """When the lamp has stopped blinking nobody is let in."""
    line.ring(60)
    clock.now = 71.0

    assert AskedButton(Hand([Press(71.0)]), Room(), Lamps(), desk).wait(0) == Press(71.0)
    assert not line.answered()


def test_a_table_without_a_button_lets_nobody_in(tmp_path: Path) -> None:
    """Where only a program presses, the page is told that there is nobody to press."""
    with TableDesk(tmp_path / "s", has_button=False):
        assert not TableLine(tmp_path / "s").ring(60)


@pytest.mark.parametrize("is_away", [False, True])
def test_a_look_is_a_small_jpeg(desk: TableDesk, line: TableLine, *, is_away: bool) -> None:
    """The page gets what the camera sees, or nothing; the camera's own thread takes the picture."""
    button = AskedButton(Hand(), Room(is_away=is_away), Lamps(), desk)
    seen: list[bytes] = []
    asking = Thread(target=lambda: seen.append(line.look()))
    asking.start()
    while asking.is_alive():
        button.wait(0)
        asking.join(0.01)

    assert [seen[0][:2] == b"\xff\xd8", seen[0] == b""] == [not is_away, is_away]


@dataclass
class Bench:
    """A camera over a table with a drawn board."""

    pixels: Picture

    def capture(self) -> Picture:
        """What it sees."""
        return self.pixels

    def close(self) -> None:
        """Nothing to let go of."""


def told(asked: Callable[[], Mapping[str, object]], button: AskedButton) -> Mapping[str, object]:
    """What the page is told while the table's own thread answers it."""
    answers: list[Mapping[str, object]] = []
    asking = Thread(target=lambda: answers.append(asked()))
    asking.start()
    while asking.is_alive():
        button.wait(0)
        asking.join(0.01)
    [answer] = answers
    return answer


def test_a_look_brings_advice(desk: TableDesk, line: TableLine, clock: Clock) -> None:
    """Beside the picture stands what would make it better, and where; it is thought about anew after two seconds."""
    rules = ruleset("scrabble-sv")
    bench = Bench(render(EMPTY, rules, View(width=960, height=720)) // 4)
    adviser = Adviser(lambda: rules.layout, clock=clock)
    button = AskedButton(Hand(), bench, Lamps(), desk, adviser=adviser)
    dark = {
        "kind": "dark",
        "says": "It is too dark to read well.",
        "cure": "Give the board more light.",
        "squares": [],
    }
    seen = []
    dim = bench.pixels
    for clock.now, pixels in ((20.0, dim), (21.0, dim * 4), (23.0, dim * 4)):
        bench.pixels = pixels
        seen.append(told(lambda: line.glance()[0], button)["advice"])

    assert seen == [[dark], [dark], []]


def test_without_a_game_there_is_no_advice(desk: TableDesk, line: TableLine) -> None:
    """Nobody knows which board to look for."""
    assert told(lambda: line.glance()[0], AskedButton(Hand(), Room(), Lamps(), desk))["advice"] == []


def test_the_page_asks_about_the_empty_board(desk: TableDesk, line: TableLine) -> None:
    """The table compares the board with a game's; what it cannot do it says, with what to do."""
    rules = ruleset("scrabble-sv")
    button = AskedButton(Hand(), Bench(render(EMPTY, rules, View(width=960, height=720))), Lamps(), desk)

    assert told(lambda: line.board("scrabble-sv", "light"), button)["fits"] is True
    assert "error" in told(lambda: line.board("alfapet-sv", "light"), button)
    assert "error" in told(lambda: line.board("bridge", "light"), button)


def test_where_nobody_listens_nobody_answers(tmp_path: Path) -> None:
    """A page without a table goes on: no picture, no button."""
    line = TableLine(tmp_path / "nobody")

    assert (line.look(), line.ring(60), line.answered()) == (b"", False, False)


@pytest.mark.parametrize("asked", [b"\n", b"look look\n", b"ring x\n", b"\xff\xfe\n", b"x" * 500, b""])
def test_nonsense_is_no_question(desk: TableDesk, line: TableLine, tmp_path: Path, asked: bytes) -> None:
    """Whatever is sent, the table goes on listening."""
    with socket.socket(socket.AF_UNIX) as stranger:
        stranger.connect(str(tmp_path / "table.sock"))
        stranger.sendall(asked)
    assert line.ring(60)


def test_only_the_same_user_may_ask(desk: TableDesk, tmp_path: Path) -> None:
    """The socket is the user's own, and gone when the program ends."""
    assert stat.S_IMODE((tmp_path / "table.sock").stat().st_mode) == 0o600
    desk.__exit__()
    assert not (tmp_path / "table.sock").exists()


def test_a_socket_that_cannot_be_made_stops_nobody(tmp_path: Path) -> None:
    """A table is played at all the same, should its socket not be had."""
    with TableDesk(tmp_path / "nowhere" / "s", has_button=True) as desk:
        assert not desk.is_ringing
