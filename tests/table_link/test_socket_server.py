"""The page asks the table over a real socket: for a look, and for a press that lets somebody in."""

from __future__ import annotations

import socket
import stat
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import pytest

from hardware.camera import Picture
from hardware.camera_monitor import Keeper
from hardware.debounce import Gesture, Press
from hardware.lamp import Light
from hardware.picture_folder import FolderCamera
from hardware.simulation.simulated_table import positions
from pi_referee.errors import CameraError
from pi_referee.game_log.event_store import Ledger
from pi_referee.looking.game_eye import Sight
from pi_referee.rules.board.position import EMPTY, Position
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.rules.definition.library import ruleset
from pi_referee.table_link.socket_client import TableLine
from pi_referee.table_link.socket_server import TableDesk
from pi_referee.table_link.table_messages import Advice, Glimpse, Knows, Lying, Trial
from pi_referee.watching.game_follower import Book
from pi_referee.watching.page_requests import PATTERNS, AskedButton, Onlooker
from tests.programs import PATIENCE, until
from vision.render import View, quad, render
from vision.render.view import Light as LampLight

Answer = TypeVar("Answer")
GAME = ruleset("scrabble-sv")
VIEW = View(tilt=12.0, turn=4.0)


@dataclass
class Hand:
    """A button that is pressed as a test says; waited: how long it was last waited for."""

    presses: list[Press] = field(default_factory=list)
    waited: float = 0.0

    def wait(self, seconds: float) -> Press | None:
        """The next press, at once."""
        self.waited = seconds
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
class Drawn:
    """A camera over a drawn board."""

    lying: Position
    view: View = VIEW

    def capture(self) -> Picture:
        """What it sees."""
        return render(self.lying, GAME, self.view)

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
    with TableDesk(tmp_path / "table.sock", has_button=True, clock=clock, patience=PATIENCE) as desk:
        yield desk


@pytest.fixture
def line(tmp_path: Path, desk: TableDesk) -> TableLine:
    """The page's end."""
    return TableLine(tmp_path / "table.sock", patience=PATIENCE)


Wrap = Callable[..., AskedButton]
"""Wraps a button of a table at which a game is played, in a grey room."""


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    """A game that has begun."""
    with Ledger(tmp_path / "games.sqlite") as ledger:
        book = Book(ledger, lambda: "2026-11-20T12:00:00+00:00")
        book.write(GameBegan("scrabble-sv", ("Anna", "Bo"), 7))
        yield book


@pytest.fixture
def wrap(desk: TableDesk, book: Book) -> Wrap:
    """The button of a table whose page may ask."""
    sight = Sight(lambda: book.playing.began)

    def wrapped(hand: Hand, *, room: Room | Drawn | None = None, lamps: Lamps | None = None) -> AskedButton:
        return AskedButton(hand, Onlooker(room or Room(), sight, book), lamps or Lamps(), desk)

    return wrapped


def answered(button: AskedButton, asking: Callable[[], Answer]) -> Answer:
    """What the page is answered while the table's own thread waits for a press."""
    with ThreadPoolExecutor(1) as page:
        answer = page.submit(asking)
        while not answer.done():
            button.wait(0)
        return answer.result()


def test_a_knock_answers_the_page_and_ends_no_turn(wrap: Wrap, line: TableLine) -> None:
    """While the page asks, the lamp blinks and a finger that stays for three seconds is the answer."""
    hand, lamps = Hand(), Lamps()
    button = wrap(hand, lamps=lamps)
    assert line.ring(60)
    assert not line.answered()
    hand.presses = [Press(11.0, Gesture.DOWN), Press(11.0, Gesture.KNOCK), Press(15.0, Gesture.DOWN), Press(15.0)]
    heard = [button.wait(0) for _ in range(4)]

    assert heard == [Press(11.0, Gesture.DOWN), None, Press(15.0, Gesture.DOWN), Press(15.0)]
    assert line.answered()
    assert lamps.shown == [Light.QUESTION, Light.READY]


@pytest.mark.parametrize("gesture", [Gesture.TAP, Gesture.HOLD, Gesture.LONG])
@pytest.mark.parametrize("is_second", [False, True])
def test_no_turns_press_lets_anybody_in(wrap: Wrap, line: TableLine, gesture: Gesture, *, is_second: bool) -> None:
    """Who ends a turn, passes, exchanges or questions while a stranger asks does just that, and nobody is let in."""
    assert line.ring(60)
    meant = [Press(11.0, Gesture.DOWN, is_second), Press(11.0, gesture, is_second)]
    button = wrap(Hand(list(meant)))

    assert [button.wait(0), button.wait(0)] == meant
    assert not line.answered()


def test_where_nobody_asks_a_knock_is_a_hold(wrap: Wrap) -> None:
    """Who passes slowly passes."""
    assert wrap(Hand([Press(11.0, Gesture.KNOCK)])).wait(0) == Press(11.0, Gesture.HOLD)


def test_the_second_button_never_lets_anybody_in(wrap: Wrap, line: TableLine) -> None:
    """It is for questions about the game, however long it is held."""
    line.ring(60)

    assert wrap(Hand([Press(11.0, Gesture.KNOCK, is_second=True)])).wait(0) == Press(11.0, Gesture.HOLD, is_second=True)
    assert not line.answered()


def test_a_key_of_a_keyboard_is_not_knocked_with(tmp_path: Path) -> None:
    """It cannot be held, so the page is told to ask for the code; in a trial it is a button like any other."""
    with TableDesk(tmp_path / "s", has_button=True, can_be_held=False):
        line = TableLine(tmp_path / "s")
        assert not line.ring(60)
        assert line.try_out().has_button
        assert not line.has_lamp()


def test_button_and_lamp_are_tried(wrap: Wrap, line: TableLine, clock: Clock) -> None:
    """The lamp shows its patterns one after another; a press is told, ends no turn and lets nobody in."""
    hand, lamps = Hand(), Lamps()
    button = wrap(hand, lamps=lamps)
    assert line.try_out().light == "READY"
    assert not line.ring(60)
    for clock.now in (11.0, 14.0, 17.0, 20.0, 23.0, 26.0, 29.0):
        button.wait(0)
    hand.presses = [Press(29.0, Gesture.DOWN), Press(29.0)]
    heard = [button.wait(0), button.wait(0)]

    assert heard == [None, None]
    assert lamps.shown == list(PATTERNS)
    assert line.tried() == Trial("GOODBYE", has_button=True, is_pressed=True, is_there=True)
    assert not line.answered()
    clock.now = 35.0
    button.wait(0)
    assert lamps.shown[-1] is Light.READY
    assert line.tried().light == ""


def test_nothing_is_tried_while_somebody_waits_to_be_let_in(wrap: Wrap, line: TableLine) -> None:
    """The press that pairs a browser is not taken for a trial."""
    line.ring(60)

    assert line.try_out().light == ""
    assert wrap(Hand([Press(12.0, Gesture.KNOCK)])).wait(0) is None
    assert line.answered()


def test_a_finger_that_was_down_before_ends_its_turn(wrap: Wrap, line: TableLine) -> None:
    """A press that began before the page asked is what it was meant to be."""
    hand = Hand([Press(9.0, Gesture.KNOCK)])
    line.ring(60)

    assert wrap(hand).wait(0) == Press(9.0, Gesture.HOLD)
    assert not line.answered()


def test_after_its_time_a_press_is_a_press(wrap: Wrap, line: TableLine, clock: Clock) -> None:
    """When the lamp has stopped blinking nobody is let in."""
    line.ring(60)
    clock.now = 71.0

    assert wrap(Hand([Press(71.0, Gesture.KNOCK)])).wait(0) == Press(71.0, Gesture.HOLD)
    assert not line.answered()


def test_a_table_without_a_button_lets_nobody_in(tmp_path: Path) -> None:
    """Where only a program presses, the page is told that there is nobody to press."""
    with TableDesk(tmp_path / "s", has_button=False):
        assert not TableLine(tmp_path / "s").ring(60)


@pytest.mark.parametrize("is_away", [False, True])
def test_a_look_is_a_small_jpeg(wrap: Wrap, line: TableLine, *, is_away: bool) -> None:
    """The page gets what the camera sees, or nothing; the camera's own thread takes the picture."""
    glimpse, picture = answered(wrap(Hand(), room=Room(is_away=is_away)), line.look)

    assert [picture[:2] == b"\xff\xd8", picture == b""] == [not is_away, is_away]
    assert glimpse.outline is None
    assert (glimpse.says == "There is hardly an edge in the picture.") is not is_away


def test_a_look_tells_where_the_board_lies(wrap: Wrap, line: TableLine) -> None:
    """Beside the picture stand the board's corners as the eye found them, as shares of the picture."""
    glimpse, _ = answered(wrap(Hand(), room=Drawn(EMPTY)), line.look)
    wanted = np.array(quad(VIEW, GAME.layout).corners) / (VIEW.width, VIEW.height)

    assert glimpse.outline is not None
    assert np.abs(np.array(glimpse.outline) - wanted).max() < 0.005


def test_a_look_brings_advice(wrap: Wrap, line: TableLine) -> None:
    """Beside the picture stands what would make it better; a good one has an empty list."""
    dim = Drawn(EMPTY, replace(VIEW, light=LampLight(brightness=0.3)))
    good, _ = answered(wrap(Hand(), room=Drawn(EMPTY)), line.look)
    dark, _ = answered(wrap(Hand(), room=dim), line.look)

    assert good.advice == ()
    assert dark.advice == (Advice("dark", "It is too dark to read well.", "Give the board more light."),)


def test_the_page_asks_about_the_empty_board(wrap: Wrap, line: TableLine) -> None:
    """The table compares the board with a game's; what it cannot do it says, with what to do."""
    button = wrap(Hand(), room=Drawn(EMPTY))

    assert answered(button, lambda: line.board(GAME.name, "light"))["fits"] is True
    assert "error" in answered(button, lambda: line.board("alfapet-sv", "light"))
    assert "error" in answered(button, lambda: line.board("bridge", "light"))


def test_a_slow_machine_finds_the_board_at_every_other_look(book: Book) -> None:
    """Finding takes half of the time at most: the picture stays live, the outline follows a look later."""
    clock, camera = Clock(), Drawn(EMPTY)

    def took_a_second() -> float:
        clock.now += 1
        return clock.now

    onlooker = Onlooker(camera, Sight(lambda: book.playing.began), book, took_a_second)
    first, _ = onlooker.glimpse()
    camera.view = replace(VIEW, turn=-4.0)
    second, moved = onlooker.glimpse()
    third, _ = onlooker.glimpse()

    assert first.outline == second.outline != third.outline
    assert moved[:2] == b"\xff\xd8"


def test_a_reading_tells_what_lies_on_the_board(wrap: Wrap, line: TableLine) -> None:
    """What was read is told square by square, and the squared photograph comes with it."""
    read, photo = answered(wrap(Hand(), room=Drawn(positions(["H8 > KÖ"])[-1])), line.read)

    assert (read.game, read.tiles, read.doubts, read.says) == (1, {"H8": "K", "I8": "Ö"}, {}, "")
    assert photo[:2] == b"\xff\xd8"


def test_a_look_of_the_page_takes_no_turns_picture_away(book: Book, tmp_path: Path) -> None:
    """Where the pictures of a folder are played, each is still there for its turn, however often the page looks."""
    for number in (1, 2):
        (tmp_path / f"{number}.png").write_bytes(cv2.imencode(".png", np.full((48, 64, 3), 90 * number))[1].tobytes())
    camera = FolderCamera(tmp_path)
    onlooker = Onlooker(camera, Sight(lambda: book.playing.began), book)
    onlooker.glimpse()
    onlooker.read()
    onlooker.compare("scrabble-sv", "light")

    assert [int(camera.capture().mean()) for _ in range(2)] == [90, 180]


@dataclass
class SlowHand:
    """Holds a camera of which each look takes one and a half seconds by this clock, and is another picture."""

    clock: Clock
    looks: int = 0

    def look(self) -> Future[Picture]:
        """Look once."""
        self.clock.now += 1.5
        self.looks += 1
        asked: Future[Picture] = Future()
        asked.set_result(np.full((48, 64, 3), 100 + self.looks, dtype=np.uint8))
        return asked

    def wait(self, asked: Future[Picture], seconds: float) -> None:
        """It is there already."""

    def leave(self) -> None:
        """Nothing is held."""


def test_a_live_picture_takes_one_look_and_what_is_read_two(clock: Clock, book: Book) -> None:
    """The page waits three seconds for a live picture; what it has read is no old picture of a camera that stopped."""
    hand = SlowHand(clock)
    onlooker = Onlooker(Keeper(lambda: hand, clock=clock), Sight(lambda: book.playing.began), book)
    taken = []
    for look in (onlooker.glimpse, onlooker.glimpse, onlooker.read):
        before = hand.looks
        look()
        taken.append(hand.looks - before)
        clock.now += 5

    assert taken == [1, 1, 2]


@pytest.mark.parametrize(
    ("is_away", "says"),
    [(True, "The camera gives no picture."), (False, "There is hardly an edge in the picture.")],
)
def test_a_board_that_is_not_seen_is_told(wrap: Wrap, line: TableLine, says: str, *, is_away: bool) -> None:
    """Why nothing was read is told with what to do."""
    read, photo = answered(wrap(Hand(), room=Room(is_away=is_away)), line.read)

    assert (read.says, read.tiles, photo) == (says, {}, b"")
    assert read.cure


def test_while_the_page_looks_the_table_is_brisk(wrap: Wrap, line: TableLine, clock: Clock) -> None:
    """A live picture comes a few times a second, since nobody waits long for a press meanwhile; later they do again."""
    hand = Hand()
    button = wrap(hand)
    answered(button, line.look)
    button.wait(0.2)
    brisk = hand.waited
    clock.now += 5
    button.wait(0.2)

    assert brisk < 0.05
    assert hand.waited == 0.2


def test_an_answer_to_another_question_is_dropped(desk: TableDesk, line: TableLine) -> None:
    """A picture that comes too late for its question is no answer to the next one."""
    with ThreadPoolExecutor(1) as page:
        asked = page.submit(line.look)
        until(lambda: desk.wish == ("look",))
        desk.show(b"late", to="read")
        desk.show(b"picture")

        assert asked.result()[1] == b"picture"


def test_a_table_that_ends_keeps_nobody_waiting(desk: TableDesk, line: TableLine) -> None:
    """Who ends while the page waits for an answer ends at once, and the page has none."""
    with ThreadPoolExecutor(2) as others:
        asked = others.submit(line.lessons)
        until(lambda: desk.wish == ("lessons",))
        others.submit(desk.__exit__).result(PATIENCE / 3)

        assert asked.result() == Knows()


def test_advice_comes_with_the_look(desk: TableDesk, line: TableLine) -> None:
    """What the table advises is understood; what a newer table tells besides is passed over."""
    advice = [{"kind": "dark", "says": "It is too dark.", "cure": "Put a light on.", "since": 4}]
    with ThreadPoolExecutor(1) as page:
        asked = page.submit(line.look)
        until(lambda: desk.wish == ("look",))
        desk.show(b"picture", {"advice": advice, "weather": "fine"})
        glimpse, picture = asked.result()

    assert (glimpse.advice, picture) == ((Advice("dark", "It is too dark.", "Put a light on."),), b"picture")


def test_where_nobody_listens_nobody_answers(tmp_path: Path) -> None:
    """A page without a table goes on: no picture, no button."""
    line = TableLine(tmp_path / "nobody")

    assert (line.look(), line.ring(60), line.answered()) == ((Glimpse(), b""), False, False)
    assert line.read() == (Lying(), b"")


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


def test_the_house_ends_a_turn_as_a_press_does(line: TableLine, wrap: Wrap) -> None:
    """What the relay asks for in the house's name is one press, of the usual kind, and no more."""
    button = wrap(Hand())
    is_told = line.end_turn()

    assert is_told
    assert [press and press.gesture for press in (button.wait(0.0), button.wait(0.0))] == [Gesture.TAP, None]


def test_what_nobody_waits_for_any_more_is_not_done(desk: TableDesk, line: TableLine, tmp_path: Path) -> None:
    """Who wanted to end the turn while the table was busy, and was told that it is not to be had, has ended none."""
    with ThreadPoolExecutor(1) as page, socket.socket(socket.AF_UNIX) as house:
        asked = page.submit(line.look)
        until(lambda: desk.wish == ("look",))
        house.connect(str(tmp_path / "table.sock"))
        house.sendall(b"end-turn\n")
        house.close()
        desk.show(b"picture")
        asked.result()

    assert line.tried().is_there  # all that was asked before has been heard
    assert not desk.take_turn_end()


def test_who_only_says_no_more_is_answered(desk: TableDesk, tmp_path: Path) -> None:
    """A house's own script may close its half of the line behind the question, as `nc -N` and `socat` do."""
    with socket.socket(socket.AF_UNIX) as house:
        house.settimeout(PATIENCE)
        house.connect(str(tmp_path / "table.sock"))
        house.sendall(b"end-turn\n")
        house.shutdown(socket.SHUT_WR)

        assert house.makefile("rb").readline() == b'{"ok": true, "bytes": 0}\n'
    assert desk.take_turn_end()
