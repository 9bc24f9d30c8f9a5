"""A whole table for the watching process: drawn photographs, mock pins, a lamp that remembers, a real log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.button import TurnButton
from hardware.camera import Picture
from hardware.lamp import Light
from hardware.simulation.simulated_table import ANGLE, positions
from pi_referee.errors import CameraError
from pi_referee.game_log.event_store import Ledger
from pi_referee.judge.play_challenge import no_list
from pi_referee.lexicon.word_validity import Lexicon
from pi_referee.looking.game_eye import Sight
from pi_referee.rules.board.position import EMPTY, Position
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import GameBegan, Happening
from pi_referee.rules.definition.library import ruleset
from pi_referee.watching.devices import Equipment
from pi_referee.watching.game_follower import Book
from pi_referee.watching.loop import Ending, Watch
from vision.render import render

GAME = ruleset("scrabble-sv")
BEGAN = GameBegan(GAME.name, ("Anna", "Bo"), GAME.rack)
NOON = "2026-12-24T12:00:00.000+00:00"
PIN, SECOND = 17, 22


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
        self.view = ANGLE
        self.cable_is_loose = False
        self.lens_is_capped = False
        self.meanwhile: Callable[[], None] | None = None

    def capture(self) -> Picture:
        """Photograph the table; what happens in the house meanwhile, happens."""
        if self.cable_is_loose:
            raise CameraError("The camera gives no picture.", cure="See to its cable.")
        if self.meanwhile:
            self.meanwhile()
        photograph: Picture = render(self.lying, GAME, self.view)
        return photograph * (0 if self.lens_is_capped else 1)

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
        self.pin, self.second = pins.pin(PIN), pins.pin(SECOND)
        self.pictures = folder / "pictures"
        if not (folder / "games.sqlite").exists():
            self.pictures.mkdir()
        self.ledger = Ledger(folder / "games.sqlite")
        self.today = NOON
        self.later = 0.0
        self.book = Book(self.ledger, lambda: self.today, lambda: self.later)
        if self.book.game is None:
            self.book.write(BEGAN)
        self.ending = Ending.OVER
        self.finger_off: Callable[[], None] = lambda: None
        self.glanced: Callable[[], None] = lambda: None
        self.clock = TickingClock()
        self.button = TurnButton(PIN, pins, second=SECOND, clock=self.clock, poll=0.0)
        equipment = Equipment(self.camera, self.button, self.lamp, self)
        self.spoken: list[tuple[str, str]] = []
        self.corners = folder / "corners.json"
        self.lexicon: Callable[[Game], Lexicon] = no_list
        self.watch = Watch(
            equipment,
            self.book,
            self.pictures,
            now=lambda: self.today,
            clock=self.clock,
            lexicon=self._opened,
            sight=Sight(lambda: self.book.playing.began, self.corners),
        )

    def _opened(self, game: Game) -> Lexicon:
        """The list that a test put on the table last."""
        return self.lexicon(game)

    def press(self, finger: str = "#....") -> None:
        """Let the referee watch while a finger is on the button (#), on the second (2) or off both (.).

        Each sign is a fifth of a second; somebody has thought for half a minute before.
        """
        self.later += 30.0
        glances = iter(finger)

        def is_over() -> bool:
            self.glanced()
            sign = next(glances, None)
            (self.pin.drive_low if sign == "#" else self.pin.drive_high)()
            (self.second.drive_low if sign == "2" else self.second.drive_high)()
            if sign != "#":
                self.finger_off()
            return sign is None

        self.ending = self.watch.run(is_over)

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

    def say(self, text: str, language: str) -> None:
        """Hear what the speaker says."""
        self.spoken.append((text, language))

    @property
    def scores(self) -> list[int | None]:
        """The scores of all turns so far."""
        assert self.book.game is not None
        return [turn.score for turn in self.book.game.turns]

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
def set_table(tmp_path: Path, pins: MockFactory) -> Callable[[], Table]:
    """Sets a table, again after a restart: the log and the pictures are still there."""
    return lambda: Table(tmp_path, pins)


@pytest.fixture
def table(set_table: Callable[[], Table]) -> Iterator[Table]:
    """A table at which a game has just begun."""
    made = set_table()
    yield made
    made.close()
