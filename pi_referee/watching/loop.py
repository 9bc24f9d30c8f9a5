"""What the watching process does: wait for a press, look, decide, write it down, show the lamp - and again."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import cast

from hardware.button import Clock
from hardware.debounce import Press
from hardware.lamp import Light
from pi_referee.errors import CameraError, LedgerError, OutrunError, PictureError
from pi_referee.referee import Look, decide
from pi_referee.rules.game import Game
from pi_referee.rules.happenings import GameBegan, Happening, LookRefused
from pi_referee.rules.library import ruleset
from pi_referee.saying import say
from pi_referee.watching.book import Book, Now
from pi_referee.watching.equipment import Equipment
from pi_referee.watching.photographs import keep_photograph
from vision.eye import Eye
from vision.sighting import Edition, NotSeen

GLANCE = 0.2
"""Seconds between two looks at whether it is time to stop."""

log = logging.getLogger(__name__)


NO_PICTURE = LookRefused(
    say("The camera gave no picture."),
    cure=say("Look at its cable and that no other program uses it, and press again."),
)
"""What is written down when the camera fails, so that the page can say so."""


class Watch:
    """The one thread that owns the table's things; all it knows of the game is in the log."""

    def __init__(
        self, equipment: Equipment, book: Book, pictures: Path, *, now: Now, clock: Clock = time.monotonic
    ) -> None:
        """Watch with this equipment and write into this book.

        pictures: folder of the squared photographs. clock: the one by which the button dates its presses.
        """
        self._equipment = equipment
        self._book = book
        self._pictures = pictures
        self._now = now
        self._clock = clock
        self._told_at = -math.inf
        self._light = Light.DARK
        self._eye: Eye | None = None
        self._began: GameBegan | None = None

    def run(self, is_over: Callable[[], bool]) -> None:
        """Watch until it is over; raises HardwareError if nobody can press any more."""
        self._show(Light.READY)
        self._eye_for(self._game().began)
        while not is_over():
            press = self._equipment.button.wait(GLANCE)
            if press is None:
                self._rest()
            elif self._ends_turn(press):
                self.turn()
                self._told_at = self._clock()
        self._show(Light.DARK)

    def _ends_turn(self, press: Press) -> bool:
        """Whether a press ends a turn: not if it was made before the last turn's answer was shown.

        Who presses again while the lamp still flickers is impatient, and has laid nothing since: that is no pass.
        Nor is a finger that merely stays; a hold is dated when it came down.
        """
        return press.at >= self._told_at

    def _rest(self) -> None:
        """Nobody pressed: if a question waited and somebody has answered it on the page, the lamp is steady again."""
        if self._light is not Light.QUESTION:
            return
        try:
            self._book.catch_up()
        except LedgerError as error:
            log.error("%s", error)
            self._show(Light.FAULT)
            return
        if not self._game().open_questions:
            self._show(Light.READY)

    def turn(self) -> None:
        """Somebody pressed: look, and write down what it means. Whatever goes wrong is shown, and the game goes on."""
        self._show(Light.LOOKING)
        try:
            self._book.catch_up()
            self._look()
        except LedgerError as error:
            log.error("%s", error)
            self._show(Light.FAULT)

    def _look(self) -> None:
        """Take a picture, see what lies there, and write it down."""
        try:
            picture = self._equipment.camera.capture()
        except (CameraError, PictureError) as error:
            log.warning("%s", error)
            self._book.write(NO_PICTURE)
            self._show(Light.FAULT)
            return
        game = self._game()
        look = self._eye_for(game.began).see(picture)
        quad = None if isinstance(look, NotSeen) else look.quad
        size = game.ruleset.layout.size
        kept = "" if quad is None else keep_photograph(picture, quad, size, self._pictures, at=self._now())
        self._record(look, kept)

    def _record(self, look: Look, photograph: str) -> None:
        """Decide what a look means and write it down; if somebody wrote in between, decide again."""
        while True:
            happenings = decide(self._game(), look)
            try:
                self._book.write_all(happenings, picture=photograph)
            except OutrunError:
                self._book.catch_up()
            else:
                break
        log.info("%s", told(self._game(), happenings[-1]))
        self._show(light_for(self._game(), happenings[-1]))

    def _show(self, light: Light) -> None:
        """Let the lamp say it."""
        self._light = light
        self._equipment.lamp.show(light)

    def _game(self) -> Game:
        """The game that is being played; raises LedgerError if none has begun."""
        if self._book.game is None:
            raise LedgerError("No game has begun.", cure="Begin one: pi-referee watch --new --game alfapet-sv")
        return self._book.game

    def _eye_for(self, began: GameBegan) -> Eye:
        """The eye for the game that is being played: another game, another board."""
        if self._eye is None or began != self._began:
            self._eye = Eye(ruleset(began.game).agree(began.switches), cast("Edition", began.edition))
            self._began = began
        return self._eye


def light_for(game: Game, happening: Happening) -> Light:
    """What the lamp says when this has been written down."""
    if isinstance(happening, LookRefused):
        return Light.FAULT
    return Light.QUESTION if game.open_questions else Light.RULED


def told(game: Game, happening: Happening) -> str:
    """What happened, in a line for the terminal or the journal."""
    if isinstance(happening, LookRefused):
        return f"not written: {happening.reason} {happening.cure}".format(
            squares=", ".join(map(str, happening.squares))
        )
    turn = game.turns[-1]
    words = " ".join(word.text for word in turn.ruling.words) if turn.ruling else type(happening).__name__.lower()
    score = "open" if turn.score is None else turn.score
    return f"turn {turn.number}, {turn.player}: {words}, {score}"
