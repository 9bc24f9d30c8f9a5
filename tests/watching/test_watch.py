"""The watching process, whole: drawn photographs, gpiozero's mock pins, the real eye, a real log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.button import TurnButton
from hardware.camera import Camera, Picture
from hardware.lamp import Light
from hardware.simulated import ANGLE, positions
from pi_referee.errors import CameraError
from pi_referee.ledger import Ledger
from pi_referee.rules.happenings import Answered, GameBegan, Happening, LookRefused, Passed, PlayLaid, Withdrawn
from pi_referee.rules.library import ruleset
from pi_referee.rules.position import EMPTY, Position
from pi_referee.watching.book import Book
from pi_referee.watching.equipment import Equipment
from pi_referee.watching.loop import Watch
from vision.render import render

GAME = ruleset("scrabble-sv")
BEGAN = GameBegan(GAME.name, ("Anna", "Bo"), GAME.rack)
NOON = "2026-12-24T12:00:00.000+00:00"
PIN = 17


class TickingClock:
    """A clock that goes ten milliseconds on whenever somebody looks at it."""

    now = 0.0

    def __call__(self) -> float:
        """The time in seconds."""
        self.now += 0.01
        return self.now


class TableCamera:
    """A camera over a table on which a test lays what it likes; may lose its cable."""

    def __init__(self) -> None:
        """Begin with an empty board."""
        self.lying: Position = EMPTY
        self.cable_is_loose = False
        self.meanwhile: Callable[[], None] | None = None

    def capture(self) -> Picture:
        """Photograph the table; what happens in the house meanwhile, happens."""
        if self.cable_is_loose:
            raise CameraError("The camera gives no picture.", cure="See to its cable.")
        if self.meanwhile:
            self.meanwhile()
        return render(self.lying, GAME, ANGLE)

    def close(self) -> None:
        """Nothing is held."""


class RememberingLamp:
    """A lamp that remembers what it said."""

    def __init__(self) -> None:
        """Begin dark."""
        self.said: list[Light] = []

    def show(self, light: Light) -> None:
        """Remember it."""
        self.said.append(light)

    def close(self) -> None:
        """Nothing is held."""


class Table:
    """A table with everything on it: presses move a mock pin, the log is a file."""

    def __init__(self, folder: Path, pins: MockFactory) -> None:
        """Set the table and begin a game, unless the log has one."""
        self.camera = TableCamera()
        self.lamp = RememberingLamp()
        self.pin = pins.pin(PIN)
        self.pictures = folder / "pictures"
        if not (folder / "games.sqlite").exists():
            self.pictures.mkdir()
        self.ledger = Ledger(folder / "games.sqlite")
        self.book = Book(self.ledger, lambda: NOON)
        if self.book.game is None:
            self.book.write(BEGAN)
        self.finger_off: Callable[[], None] = lambda: None
        self.clock = TickingClock()
        self.button = TurnButton(PIN, pins, clock=self.clock, poll=0.0)
        equipment = Equipment(self.camera, self.button, self.lamp)
        self.watch = Watch(equipment, self.book, self.pictures, now=lambda: NOON, clock=self.clock)

    def press(self, finger: str = "#....") -> None:
        """Let the referee watch while a finger is on the button (#) or off it (.), a fifth of a second each."""
        glances = iter(finger)

        def is_over() -> bool:
            sign = next(glances, None)
            if sign == "#":
                self.pin.drive_low()
            else:
                self.pin.drive_high()
                self.finger_off()
            return sign is None

        self.watch.run(is_over)

    def tap(self) -> None:
        """Somebody taps the button, a tenth of a second long, while nobody waits for it."""
        self.pin.drive_high()
        for _ in range(50):
            self.clock()
        self.pin.drive_low()
        for _ in range(10):
            self.clock()
        self.pin.drive_high()

    def lay(self, *turns: str) -> None:
        """Lay a written game on the board."""
        self.camera.lying = positions(turns)[-1]

    @property
    def happened(self) -> list[Happening]:
        """Everything in the log but the beginning."""
        return [event.happening for event in self.ledger.since(1)]

    def close(self) -> None:
        """Clear the table."""
        self.button.close()
        self.ledger.close()


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    """Pins of no real machine."""
    factory = MockFactory()
    yield factory
    factory.close()


@pytest.fixture
def table(tmp_path: Path, pins: MockFactory) -> Iterator[Table]:
    """A table at which a game has just begun."""
    made = Table(tmp_path, pins)
    yield made
    made.close()


def answer_once(page: Ledger, answer: Answered) -> None:
    """Somebody at a tablet answers the only question, once."""
    if page.newest() == 2:
        page.append(answer, at=NOON, after=2)


def scores(table: Table) -> list[int | None]:
    """The scores of all turns so far."""
    assert table.book.game is not None
    return [turn.score for turn in table.book.game.turns]


def test_a_press_makes_a_turn(table: Table) -> None:
    """A word is laid, the button pressed: the play is in the log with its score, and its photograph is kept."""
    table.lay("H8 > BJÖRN")
    table.press()
    (event,) = table.ledger.since(1)

    assert isinstance(event.happening, PlayLaid)
    assert scores(table) == [36]
    assert (table.pictures / event.picture).read_bytes().startswith(b"\xff\xd8")


def test_the_lamp_answers_every_press(table: Table) -> None:
    """The lamp is steady, flickers while the referee looks, winks when it has ruled, and is dark at the end."""
    table.lay("H8 > BJÖRN")
    table.press()

    assert table.lamp.said == [Light.READY, Light.LOOKING, Light.RULED, Light.DARK]


def test_nothing_new_is_a_pass(table: Table) -> None:
    """A press with nothing new on the board passes."""
    table.press()

    assert table.happened == [Passed()]


def test_tiles_taken_back_are_withdrawn(table: Table) -> None:
    """When exactly the newest play's tiles are gone again, its score is gone too."""
    table.lay("H8 > BJÖRN")
    table.press()
    table.lay("-")
    table.press()

    assert table.happened[1:] == [Withdrawn()]


def test_a_nameless_blank_is_asked_about_and_scored(table: Table) -> None:
    """A blank is worth nothing whatever it stands for: the score stands, the lamp says that a question waits."""
    table.lay("H8 > BJÖrN")
    table.press()

    assert (scores(table), table.lamp.said[-2]) == ([34], Light.QUESTION)


def test_a_camera_without_picture_is_told_and_mended(table: Table) -> None:
    """A loose cable is written down with what to do; when it is back, the next press works."""
    table.camera.cable_is_loose = True
    table.press()
    table.camera.cable_is_loose = False
    table.lay("H8 > BJÖRN")
    table.press()
    refused, laid = table.happened

    assert isinstance(refused, LookRefused)
    assert isinstance(laid, PlayLaid)


def test_a_photograph_that_cannot_be_kept_stops_the_turn(table: Table) -> None:
    """A full disk is shown by the lamp, and the turn is not half written; mended, the next press works."""
    table.pictures.rmdir()
    table.lay("H8 > BJÖRN")
    table.press()
    seen = list(table.happened)
    table.pictures.mkdir()
    table.press()

    assert (seen, table.lamp.said[2], scores(table)) == ([], Light.FAULT, [36])


def test_an_answer_on_the_page_while_the_camera_looks_is_not_lost(table: Table, tmp_path: Path) -> None:
    """If somebody answers while a picture is taken, both are in the log, and the turn is decided with the answer."""
    table.lay("H8 > BJÖrN")
    table.press()
    with Ledger(tmp_path / "games.sqlite") as page:
        answer = Answered(1, "K8", "r")
        table.camera.meanwhile = lambda: answer_once(page, answer)
        table.lay("H8 > BJÖrN", "J8 v .L")
        table.press()

    assert [type(happening) for happening in table.happened] == [PlayLaid, Answered, PlayLaid]


def test_an_answered_question_leaves_the_lamp_steady(table: Table, tmp_path: Path) -> None:
    """A lamp that says a question waits is steady again as soon as somebody has answered on the page."""
    table.lay("H8 > BJÖrN")
    with Ledger(tmp_path / "games.sqlite") as page:
        table.finger_off = lambda: answer_once(page, Answered(1, "K8", "r"))
        table.press("#......")

    assert table.lamp.said == [Light.READY, Light.LOOKING, Light.QUESTION, Light.READY, Light.DARK]


def test_a_restart_goes_on_with_the_same_game(tmp_path: Path, pins: MockFactory) -> None:
    """After a restart the game goes on: the tiles that lie there are known, only the new ones are a play."""
    before = Table(tmp_path, pins)
    before.lay("H8 > BJÖRN")
    before.press()
    before.close()
    after = Table(tmp_path, pins)
    after.lay("H8 > BJÖRN", "J8 v .L")
    after.press()

    assert scores(after) == [36, 5]
    after.close()


def test_an_impatient_second_press_is_no_pass(table: Table) -> None:
    """Who presses again while the referee still looks has laid nothing since: the turn counts once."""
    table.lay("H8 > BJÖRN")
    table.camera.meanwhile = table.tap
    table.press()

    assert [type(happening) for happening in table.happened] == [PlayLaid]


def test_a_long_hold_ends_one_turn(table: Table) -> None:
    """A finger that stays on the button ends one turn and no more."""
    table.press("#" * 40 + "...")

    assert table.happened == [Passed()]


def test_an_obstructed_table_is_refused(table: Table, tmp_path: Path) -> None:
    """A picture without a board is refused with a reason, and the game is as before."""
    dark = DarkCamera()
    equipment = Equipment(dark, table.button, table.lamp)
    watch = Watch(equipment, table.book, tmp_path / "pictures", now=lambda: NOON, clock=table.clock)
    watch.turn()

    assert [type(happening) for happening in table.happened] == [LookRefused]


class DarkCamera(TableCamera):
    """A camera with its lens cap on."""

    def capture(self) -> Picture:
        """Nothing but black."""
        picture: Picture = render(EMPTY, GAME, ANGLE) * 0
        return picture


def test_a_camera_is_what_the_watch_needs() -> None:
    """The test's camera fits the protocol that every camera fits: capture and close, no more."""
    camera: Camera = TableCamera()

    assert {name for name in dir(Camera) if not name.startswith("_")} == {"capture", "close"} <= set(dir(camera))
