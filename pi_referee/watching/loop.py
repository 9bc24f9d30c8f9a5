"""What the watching process does: wait for a press, look, decide, write it down, show the lamp - and again."""

from __future__ import annotations

import enum
import logging
import math
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from hardware.button import Clock
from hardware.camera import Picture
from hardware.debounce import Gesture, Press
from hardware.lamp import Light
from hardware.recovery_ladder import Rung, Standing
from pi_referee.errors import CameraError, HardwareError, LedgerError, OutrunError, PictureError
from pi_referee.gettext_mark import say
from pi_referee.judge.hints import MEANWHILE
from pi_referee.judge.other_meaning import with_meaning
from pi_referee.judge.play_challenge import laid_last, no_list, question
from pi_referee.judge.referee import OVER, begins_unknown, decide_pressed
from pi_referee.judge.seen_edition import edition_told
from pi_referee.lexicon.word_validity import Lexicon
from pi_referee.looking.game_eye import Sight
from pi_referee.looking.retakes import Retake
from pi_referee.looking.table_kinds import Table, table_of
from pi_referee.looking.turn_photographs import keep_photograph
from pi_referee.process.systemd_notify import Herald
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import Exchanged, Happening, LookRefused, Passed
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.course.terms import exchange_faults
from pi_referee.rules.plays.play import Exchange
from pi_referee.watching.devices import Equipment, NoCamera, is_live
from pi_referee.watching.exchange_count import Tapped
from pi_referee.watching.game_follower import Book, Moment, Now
from pi_referee.watching.status_board import is_well
from pi_referee.watching.telling import aloud, light_for, told
from pi_referee.watching.watchdog import Minder

GLANCE = 0.2
"""Seconds between two looks at whether it is time to stop."""

log = logging.getLogger(__name__)


NO_PICTURE = LookRefused(
    say("The camera gave no picture."),
    cure=say("Look at its cable and that no other program uses it, and press again."),
    code=Refusal.NO_PICTURE,
)
"""What is written down when the camera fails, so that the page can say so."""


class Ending(enum.Enum):
    """Why the watching ended: it was over, the camera needs a fresh program, or the machine is to be switched off."""

    OVER = "over"
    AGAIN = "again"
    POWER_OFF = "power off"


class Watch:
    """The one thread that owns the table's things; all it knows of the game is in the log."""

    def __init__(
        self,
        equipment: Equipment,
        book: Book,
        pictures: Path,
        *,
        now: Now,
        clock: Clock = time.monotonic,
        minder: Minder | None = None,
        lexicon: Callable[[Game], Lexicon] = no_list,
        sight: Sight | None = None,
    ) -> None:
        """Watch with this equipment and write into this book.

        pictures: folder of the squared photographs. clock: the one by which the button dates its presses. lexicon:
        opens what answers when the second button questions a play. sight: how pictures are looked at; by the eye alone
        unless another is given.
        """
        self._equipment = equipment
        self._book = book
        self._pictures = pictures
        self._now = now
        self._clock = clock
        self._minder = minder or Minder(equipment.camera, book, herald=Herald({}), clock=clock)
        self._lexicon = lexicon
        self._told_at = -math.inf
        self._tapped = Tapped()
        self._meant: Moment | None = None
        self._light = Light.DARK
        self._camera_was_ill = False
        self._sight = sight or Sight(lambda: self._game().began)

    def run(self, is_over: Callable[[], bool]) -> Ending:
        """Watch until it is over; raises HardwareError if nobody can press any more."""
        self._show(Light.READY)
        self._sight.warm_up()
        self._minder.begin()
        ending = Ending.OVER
        while ending is Ending.OVER and not is_over():
            press = self._equipment.button.wait(GLANCE)
            standing = self._minder.glance()
            if standing.rung is Rung.RESTART:
                ending = Ending.AGAIN
            elif press is None:
                self._rest(standing)
            else:
                ending = self._answer(press)
        self._minder.leave()
        self._show(Light.GOODBYE if ending is Ending.POWER_OFF else Light.DARK)
        return ending

    def _answer(self, press: Press) -> Ending:
        """Do what a finger asks for.

        Who presses again before the last turn's answer was shown is impatient, and has laid nothing since: that counts
        for nothing, as does a finger that merely stays; a press is dated when the finger came down.
        """
        if press.at < self._told_at:
            return Ending.OVER
        match press.gesture, press.is_second:
            case Gesture.LONG, False:
                return Ending.POWER_OFF
            case Gesture.DOWN, _:
                self._finger_down()
                return Ending.OVER
            case Gesture.TAP, True:
                self._count_tile(press.at)
                return Ending.OVER
            case Gesture.TAP, False:
                self.turn()
            case Gesture.HOLD, False:
                self._write_turn(lambda game: OVER if game.ended else begins_unknown(game) or Passed())
            case _:
                self._write_turn(self._question)
        self._told_at, self._meant = self._clock(), None
        return Ending.OVER

    def _finger_down(self) -> None:
        """Somebody begins to press: what comes of it is about the turn that is being played now, and no later one."""
        self._show(Light.LOOKING)
        self._meant = None
        with suppress(LedgerError):  # told when the finger is off, and something is to be written
            self._book.catch_up()
            self._meant = self._book.moment

    def _question(self, game: Game) -> Happening:
        """The verdict on the newest play, or what is to be said on the page first."""
        if game.ended and laid_last(game) is None:
            return OVER
        lexicon = self._lexicon(game)
        try:
            return question(game, self._book.events(), lexicon, since=self._book.since)
        finally:
            lexicon.close()

    def _count_tile(self, at: float) -> None:
        """One more tile is to be exchanged; the button that ends the turn then writes it down."""
        self._tapped = self._tapped.again(at, self._meant)
        self._show(Light.QUESTION if self._game().open_questions else Light.READY)

    def _write_turn(self, decide_on: Callable[[Game], Happening]) -> None:
        """Write down what somebody said by a button, without a look at the table."""
        try:
            self._book.catch_up()
            self._write(lambda game: (decide_on(game),), "")
        except LedgerError as error:
            log.error("%s", error)
            self._show(Light.FAULT)

    def _rest(self, standing: Standing) -> None:
        """Nobody pressed: the lamp follows the camera, and is steady again when nothing waits on the page any more."""
        if not is_well(standing):
            if self._light is not Light.FAULT:
                self._show(Light.FAULT)
                self._camera_was_ill = True
            return
        if self._camera_was_ill:
            self._camera_was_ill = False
            self._show(Light.READY)
        if self._light is not Light.QUESTION:
            return
        try:
            self._book.catch_up()
        except LedgerError as error:
            log.error("%s", error)
            self._show(Light.FAULT)
            return
        latest = self._book.latest
        if latest is None or light_for(self._game(), latest) is not Light.QUESTION:
            self._show(Light.READY)

    def turn(self) -> None:
        """Somebody pressed: look, and write down what it means. Whatever goes wrong is shown, and the game goes on."""
        tapped, self._tapped = self._tapped, Tapped()
        if tapped.holds(self._clock()):
            self._meant = tapped.meant or self._meant
            self._write_turn(lambda game: exchange_of(game, tapped.count))
            return
        self._show(Light.LOOKING)
        try:
            self._book.catch_up()
            self._look()
        except LedgerError as error:
            log.error("%s", error)
            self._show(Light.FAULT)

    def _look(self) -> None:
        """Take a picture, see what lies there, and write it down."""
        pause = self._book.pause()  # till somebody pressed: a look may take seconds
        try:
            picture = self._equipment.camera.capture()
        except (CameraError, PictureError) as error:
            log.warning("%s", error)
            off = LookRefused(error.what, cure=error.cure, code=Refusal.CAMERA_OFF)
            refused = off if isinstance(self._equipment.camera, NoCamera) else NO_PICTURE
            self._written(lambda _game: (refused,))
            self._show(Light.FAULT)
            return
        game = self._game()
        self._judge(table_of(game, self._sight), picture, pause)

    def _judge(self, table: Table, picture: Picture, pause: float) -> None:
        """See what lies there, by further pictures where one leaves doubts, and write down what it means.

        pause: seconds from what happened last to the press.
        """
        camera = self._equipment.camera
        seen = table.see_well(picture, Retake(camera.capture, self._clock, time.sleep, is_live=is_live(camera)))
        kept = keep_photograph(seen.photograph, self._pictures, at=self._now()) if seen.photograph else ""

        def decide_on(game: Game) -> tuple[Happening, ...]:
            happened = seen.advised(decide_pressed(game, seen.look, pause=pause))
            return (*edition_told(game, seen.look), *with_meaning(game, happened, self._lexicon))

        self._write(decide_on, kept)

    def _write(self, decide_on: Callable[[Game], tuple[Happening, ...]], photograph: str) -> None:
        """Decide what happened and write it down; if somebody wrote in between, decide again, but for no other turn."""
        meant = self._meant or self._book.moment
        happenings = self._written(
            lambda game: decide_on(game) if game.ended or self._book.moment == meant else (MEANWHILE,), photograph
        )
        self._minder.went_well()
        log.info("%s", told(self._game(), happenings[-1]))
        self._show(light_for(self._game(), happenings[-1]))
        self._say(happenings[-1])

    def _written(self, decide: Callable[[Game], tuple[Happening, ...]], photograph: str = "") -> tuple[Happening, ...]:
        """What is decided over the game as it stands, once that is written down."""
        while True:
            happenings = decide(self._game())
            try:
                self._book.write_all(happenings, picture=photograph)
            except OutrunError:
                self._book.catch_up()
            else:
                return happenings

    def _say(self, happening: Happening) -> None:
        """Say aloud what was written down."""
        text, language = aloud(self._game(), happening)
        if text:
            self._equipment.speaker.say(text, language)

    def _show(self, light: Light) -> None:
        """Let the lamp say it; looking that has begun with the finger goes on."""
        if light is self._light is Light.LOOKING:
            return
        self._light = light
        try:
            self._equipment.lamp.show(light)
        except HardwareError as error:  # the page says it all, too
            log.error("%s", error)

    def _game(self) -> Game:
        """The game that is being played; raises LedgerError if none has begun."""
        return self._book.playing


def exchange_of(game: Game, count: int) -> Happening:
    """An exchange of so many tiles, or why there is none."""
    if game.ended:
        return OVER
    faults = exchange_faults(game, Exchange(count))
    refused = LookRefused(say("This exchange is not allowed."), faults, code=Refusal.NO_EXCHANGE)
    return refused if faults else Exchanged(count)
