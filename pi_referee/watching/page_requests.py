"""A button that also hears the page: while one waits for a press, what the page asks of the table is answered."""

from __future__ import annotations

import dataclasses
import math
import time
from contextlib import suppress
from dataclasses import dataclass, field

import cv2
import msgspec

from hardware.button import Button, Clock
from hardware.camera import Camera, Picture
from hardware.debounce import Gesture, Press
from hardware.lamp import Lamp, Light
from pi_referee.errors import CameraError, LedgerError, PictureError, RefereeError
from pi_referee.gettext_mark import say
from pi_referee.looking.game_eye import Found, Sight, in_shares
from pi_referee.looking.picture_advice import compared
from pi_referee.looking.table_kinds import Table, table_of
from pi_referee.table_link.socket_protocol import BOARD, FORGET, LEARN, LESSONS, LOOK, READ, UNLEARN
from pi_referee.table_link.socket_server import TableDesk
from pi_referee.table_link.table_messages import Glimpse, Lying
from pi_referee.watching.devices import glance
from pi_referee.watching.game_follower import Book
from pi_referee.watching.tile_lessons import School
from vision.sighting import Quad

WIDTH = 960
"""Pixels across a preview: enough to see the board's edge on a tablet."""

QUALITY = 70
"""JPEG quality of a preview; some 80 kB, a few times a second."""

BRISK = 0.03
"""Seconds between two glances at the page's questions while it shows a live picture."""

SHOWN = 3.0
"""Seconds for which each pattern of the lamp is shown in a trial."""

PATTERNS = (
    Light.READY, Light.LOOKING, Light.RULED, Light.QUESTION, Light.FALLEN, Light.FAULT, Light.GOODBYE,
)  # fmt: skip
"""What the lamp shows in a trial, one after another; then it is ready again."""

NO_PICTURE = Lying(
    says=say("The camera gives no picture."), cure=say("Look at its cable and that no other program uses it.")
)


@dataclass(slots=True)
class Onlooker:
    """Looks at the table for the page; the book tells which game is played."""

    camera: Camera
    sight: Sight
    book: Book
    clock: Clock = time.monotonic
    _told: Glimpse = field(default_factory=Glimpse, init=False)
    _due: float = field(default=-math.inf, init=False)

    def glimpse(self) -> tuple[Glimpse, bytes]:
        """What the camera sees of the board, with a small JPEG; that is empty if it sees nothing."""
        with suppress(CameraError, PictureError):
            picture = glance(self.camera, at_once=True)
            self._find(picture)
            return self._told, _small(picture)
        return Glimpse(), b""

    def _find(self, picture: Picture) -> None:
        """Find the board, unless that was done just now: half of the time at most, so that slow machines stay live."""
        start = self.clock()
        if start > self._due:
            found = table_of(self.book.playing, self.sight).find(picture)
            self._told = glimpsed(found, picture)
            self._due = 2 * self.clock() - start

    def read(self) -> tuple[Lying, bytes]:
        """What lies on the board, with its squared photograph as JPEG; that is empty if no board was seen."""
        with suppress(CameraError, PictureError, LedgerError):
            self.book.catch_up()  # the page may have begun another game, or taken up an older one, just now
            picture = glance(self.camera)
            return read_table(table_of(self.book.playing, self.sight), picture, self.book.number)
        return NO_PICTURE, b""

    def compare(self, game: str, edition: str) -> dict[str, object]:
        """How the board before the camera compares with a game's; or an error, as a sentence and what to do."""
        try:
            return compared(glance(self.camera), game, edition)
        except RefereeError as error:
            return {"error": {"what": error.what, "cure": error.cure}}


def glimpsed(found: Found, picture: Picture) -> Glimpse:
    """Where board or cards were found in a picture, as it is told to the page."""
    if isinstance(found.place, Quad):
        return Glimpse(in_shares(found.place, picture), found.corners, advice=found.advice)
    return Glimpse(None, found.corners, found.place.reason, found.place.cure, found.advice)


def read_table(table: Table, picture: Picture, number: int) -> tuple[Lying, bytes]:
    """What lies on a table by a picture, as it is told to the page, and its photograph; number: of the game."""
    seen = table.see(picture)
    return seen.lying(number), seen.photograph


class AskedButton:
    """The table's button, which answers the page when the page asks: a knock of its own, and in a trial any press.

    All of it happens in the one thread that owns the camera, so a preview and a turn never get in each other's way.
    """

    def __init__(
        self, button: Button, onlooker: Onlooker, lamp: Lamp, desk: TableDesk, school: School | None = None
    ) -> None:
        """Wrap a button of a table whose lamp blinks while the page waits for a press; school teaches tiles."""
        self._button = button
        self._onlooker = onlooker
        self._lamp = lamp
        self._desk = desk
        self._school = school
        self._was_ringing = False
        self._tried: Light | None = None

    def wait(self, seconds: float) -> Press | None:
        """Wait for a press that ends a turn, so long at most; None if none came."""
        self._look()
        if self._desk.is_ringing != self._was_ringing:
            self._was_ringing = self._desk.is_ringing
            self._lamp.show(Light.QUESTION if self._was_ringing else Light.READY)
        self._try_lamp()
        if self._desk.take_turn_end() and not self._tried:
            return Press(self._onlooker.clock())
        press = self._button.wait(min(seconds, BRISK) if self._desk.is_watched else seconds)
        return None if press is None else self._meant(press)

    def _meant(self, press: Press) -> Press | None:
        """What a press means for the game; None if it answers the page. No turn's press ever does, but in a trial."""
        if self._tried:
            is_trial = press.gesture is Gesture.DOWN or self._desk.press(press.at)
            return None if is_trial else press  # what this finger means is known when it is off
        if press.gesture is not Gesture.KNOCK:
            return press
        is_answer = not press.is_second and self._desk.knock(press.at)
        return None if is_answer else dataclasses.replace(press, gesture=Gesture.HOLD)

    def close(self) -> None:
        """Let go of the button."""
        self._button.close()

    def _try_lamp(self) -> None:
        """Show the lamp's patterns one after another while they are tried."""
        since = self._desk.trial
        light = None if since is None else PATTERNS[min(int(since / SHOWN), len(PATTERNS) - 1)]
        if light is not self._tried:
            self._tried = light
            self._lamp.show(light or Light.READY)
            self._desk.lit(light.name if light else "")

    def _look(self) -> None:
        """Do what the page asks for."""
        match self._desk.wish:
            case [kind] if kind == LOOK:
                glimpse, picture = self._onlooker.glimpse()
                self._desk.show(picture, msgspec.to_builtins(glimpse), to=LOOK)
            case [kind] if kind == READ:
                read, picture = self._onlooker.read()
                self._desk.show(picture, msgspec.to_builtins(read), to=READ)
            case [kind, game, edition] if kind == BOARD:
                self._desk.show(b"", self._onlooker.compare(game, edition), to=BOARD)
            case [kind, *words] if self._school and kind in {LESSONS, LEARN, UNLEARN, FORGET}:
                self._desk.show(b"", msgspec.to_builtins(self._school.answer(kind, words)), to=kind)


def _small(picture: Picture) -> bytes:
    """A picture as a JPEG of at most WIDTH pixels across."""
    height, width = picture.shape[:2]
    scale = min(WIDTH / width, 1.0)
    smaller = cv2.resize(picture, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    _, encoded = cv2.imencode(".jpg", smaller, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return encoded.tobytes()
