"""What the page may ask of the table while both run: a look through the camera, and that somebody presses the button.

Two processes of one user talk over a socket in the home's folder: a request is a line, an answer is a line of JSON and,
for a look, the bytes of a JPEG. Nothing that belongs to a game goes this way but what lies on the board when the page
asks; what happened is in the log.
"""

from __future__ import annotations

import json
import logging
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self, TypeVar

import msgspec

from pi_referee.table_link.glimpse import Compared, Glimpse, Knows, Lying, Trial

LOOK, READ, BOARD, RING, ASK = "look", "read", "board", "ring", "pressed?"
"""What can be asked: what the camera sees; what lies on the board; whether the empty board is a game's; that the lamp
blinks until somebody presses; whether somebody has pressed since."""

LESSONS, LEARN, UNLEARN, FORGET = "lessons", "learn", "unlearn", "forget"
"""What was learnt of the household's tiles; that they be learnt; that the last lesson, or all, be taken back."""

TRY, TRIED = "try", "tried?"
"""That the lamp shows all its patterns while somebody tries the button; how far that is, and whether it was pressed."""

TRIAL = 24.0
"""Seconds that trial takes."""

LEARNING_PATIENCE = 60.0
"""Seconds the page waits for a lesson: the photographs of many games take some."""

PATIENCE = 3.0
"""Seconds the page waits for an answer; a look through a slow camera takes one."""

READING_PATIENCE = 10.0
"""Seconds it waits until a full board is read; on a slow Pi with many doubts that takes some."""

NEWLY = 2.0
"""Seconds after a question in which another one is expected: the page shows a live picture."""

_LONGEST_LINE = 100
_LONGEST_ANSWER = 60_000
_LARGEST_PICTURE = 4_000_000
_NOTHING: Mapping[str, object] = {}
_Told = TypeVar("_Told", Glimpse, Lying, Compared, Knows, Trial)
_WORDS = {LOOK: 0, READ: 0, BOARD: 2, LESSONS: 0, LEARN: 3, UNLEARN: 0, FORGET: 0}
"""What the table's owner answers, with how many words each question has besides."""
_PATIENCES = {LOOK: PATIENCE, READ: READING_PATIENCE, BOARD: READING_PATIENCE}
_log = logging.getLogger(__name__)


class TableLine:
    """The page's end of the socket; every question is a connection of its own, and none holds another up."""

    def __init__(self, path: Path, *, patience: float = PATIENCE) -> None:
        """Ask at this path; nobody need be there."""
        self._path = path
        self._patience = patience

    def look(self) -> tuple[Glimpse, bytes]:
        """What the camera sees now, with a JPEG; that is empty if nobody is there or the camera gives nothing."""
        told, picture = self._asked(LOOK)
        return _understood(told, Glimpse), picture

    def read(self) -> tuple[Lying, bytes]:
        """What lies on the board now, with the squared photograph as JPEG; empty if no board was seen."""
        told, picture = self._asked(READ, READING_PATIENCE)
        return _understood(told, Lying), picture

    def board(self, game: str, edition: str) -> Mapping[str, object]:
        """How the board before the camera compares with a game's, by vision.printed_layout; empty if nobody can.

        An error, {"what", "cure"}, stands under "error".
        """
        return self._asked(f"{BOARD} {game} {edition}", READING_PATIENCE)[0]

    def compare(self, game: str, edition: str) -> Compared:
        """The same as `board`, as a value."""
        return _understood(dict(self.board(game, edition)), Compared)

    def lessons(self) -> Knows:
        """What is known of the household's tiles."""
        return self._known(LESSONS)

    def learn(self, game: str, edition: str, how: str) -> Knows:
        """Learn tiles now; how: "table" for those that lie in order, "believed" so too, "games" from those played."""
        return self._known(f"{LEARN} {game} {edition} {how}")

    def unlearn(self) -> Knows:
        """Take the last lesson back."""
        return self._known(UNLEARN)

    def forget(self) -> Knows:
        """Forget all that was learnt."""
        return self._known(FORGET)

    def try_out(self) -> Trial:
        """Let the lamp show its patterns while somebody tries the button."""
        return _understood(self._asked(TRY)[0], Trial)

    def tried(self) -> Trial:
        """How that trial stands."""
        return _understood(self._asked(TRIED)[0], Trial)

    def _known(self, question: str) -> Knows:
        return _understood(self._asked(question, LEARNING_PATIENCE)[0], Knows)

    def ring(self, seconds: float) -> bool:
        """Let the lamp blink for so long, until somebody presses; false if there is no button to press."""
        return bool(self._asked(f"{RING} {seconds:.0f}")[0].get("ok"))

    def answered(self) -> bool:
        """Whether somebody has pressed since the lamp began to blink."""
        return bool(self._asked(ASK)[0].get("ok"))

    def _asked(self, question: str, longer: float = 0.0) -> tuple[dict[str, object], bytes]:
        """The answer to a question; an empty one if there is none."""
        with suppress(OSError, ValueError), socket.socket(socket.AF_UNIX) as line:
            line.settimeout(max(self._patience, longer))
            line.connect(str(self._path))
            line.sendall(f"{question}\n".encode())
            with line.makefile("rb") as answer:
                told = json.loads(answer.readline(_LONGEST_ANSWER))
                size = min(int(told.get("bytes", 0)), _LARGEST_PICTURE)
                return told, answer.read(size)
        return {}, b""


def _understood(told: dict[str, object], kind: type[_Told]) -> _Told:
    """An answer as a value; an empty one if the table said something else, as another version of it might."""
    try:
        return msgspec.convert(told, kind)
    except msgspec.ValidationError:
        return kind()


class TableDesk:
    """The table's end of the socket: takes questions in a thread of its own, for whoever owns the table to answer."""

    def __init__(
        self, path: Path, *, has_button: bool, clock: Callable[[], float] = time.monotonic, patience: float = 0.0
    ) -> None:
        """Listen at this path once entered; has_button: whether there is one that only a person can press.

        patience: seconds that whoever owns the table may take for an answer, where that is longer than usual.
        """
        self._path = path
        self._has_button = has_button
        self._clock = clock
        self._patience = patience
        self._ringing_since = self._ringing_until = float("-inf")
        self._is_pressed = False
        self._tried_since = float("-inf")
        self._is_tried = False
        self._light = ""
        self._wish: tuple[str, ...] = ()
        self._asked_at = float("-inf")
        self._has_look = threading.Event()
        self._shown: tuple[bytes, Mapping[str, object]] = (b"", _NOTHING)
        self._is_over = threading.Event()
        self._socket: socket.socket | None = None
        self._thread = threading.Thread(target=self._serve, name="table socket", daemon=True)

    def __enter__(self) -> Self:
        """Listen; a table without a socket can be played at all the same, so a failure is only told."""
        try:
            self._path.unlink(missing_ok=True)
            self._socket = socket.socket(socket.AF_UNIX)
            self._socket.bind(str(self._path))
            self._path.chmod(0o600)
            self._socket.listen(8)
            self._socket.settimeout(0.2)
            self._thread.start()
        except OSError as error:
            _log.warning("The page cannot ask the table (%s): %s", self._path, error)
        return self

    def __exit__(self, *_: object) -> None:
        """Listen no more; a page that still waits for an answer gets none."""
        self._is_over.set()
        self._has_look.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._socket is not None:
            self._socket.close()
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    @property
    def is_ringing(self) -> bool:
        """Whether the page waits for a press."""
        return not self._is_pressed and self._clock() <= self._ringing_until

    @property
    def trial(self) -> float | None:
        """For how many seconds button and lamp are being tried; None if they are not."""
        since = self._clock() - self._tried_since
        return since if since < TRIAL else None

    def lit(self, light: str) -> None:
        """Tell the page which light is being shown in the trial."""
        self._light = light

    def press(self, at: float) -> bool:
        """Somebody pressed: true if that answers the page, and is no end of a turn. at: when, by the desk's clock."""
        if self.trial is not None and at >= self._tried_since:
            self._is_tried = True
            return True
        if not self.is_ringing or at < self._ringing_since:
            return False
        self._is_pressed = True
        return True

    @property
    def wish(self) -> tuple[str, ...]:
        """What the page waits for: a question's words, as (LOOK,) or (BOARD, game, edition), or nothing."""
        return self._wish

    @property
    def is_watched(self) -> bool:
        """Whether the page has asked for a look just now, and will ask for more."""
        return self._clock() - self._asked_at < NEWLY

    def show(self, picture: bytes, told: Mapping[str, object] = _NOTHING, *, to: str = LOOK) -> None:
        """Give the page its picture, empty if there is none to be had, and what is told beside it.

        to: the question this answers; an answer that comes when the page has asked another one is dropped.
        """
        if self._wish[:1] != (to,):
            return
        self._shown = (picture, told)
        self._wish = ()
        self._has_look.set()

    def _serve(self) -> None:
        """Answer one question after the other until it is over."""
        while not self._is_over.is_set() and self._socket is not None:
            with suppress(OSError):
                line, _ = self._socket.accept()
                with line:
                    line.settimeout(1.0)
                    with line.makefile("rb") as asked:
                        question = asked.readline(_LONGEST_LINE).decode("ascii", "replace").split()
                    line.sendall(self._answer(question))

    def _answer(self, question: list[str]) -> bytes:
        """The answer to a question."""
        match question:
            case [kind, *words] if _WORDS.get(kind) == len(words):
                return self._looked(kind, *words)
            case [kind, seconds] if kind == RING and seconds.isdecimal():
                return _told(ok=self._ring(float(seconds)))
            case [kind] if kind == ASK:
                return _told(ok=self._is_pressed and self._clock() <= self._ringing_until)
            case [kind] if kind in {TRY, TRIED}:
                return self._tried(begin=kind == TRY)
        return _told(ok=False)

    def _looked(self, *wish: str) -> bytes:
        """Have whoever owns the table look, and answer what was seen."""
        self._has_look.clear()
        self._asked_at = self._clock()
        self._wish = wish
        if not self._is_over.is_set():  # else nobody looks any more
            self._has_look.wait(max(self._patience, _PATIENCES.get(wish[0], LEARNING_PATIENCE) - 0.5))
        is_seen = self._has_look.is_set() and not self._is_over.is_set()
        picture, told = self._shown if is_seen else (b"", _NOTHING)
        self._wish = ()  # what nobody waits for is not done later
        return _told(ok=bool(picture or told), size=len(picture), beside=told) + picture

    def _ring(self, seconds: float) -> bool:
        """Wait for a press from now on; false if nobody can, or the button is being tried: that lets nobody in."""
        if not self._has_button or self.trial is not None:
            return False
        self._is_pressed = False
        self._ringing_since, self._ringing_until = self._clock(), self._clock() + seconds
        return True

    def _tried(self, *, begin: bool) -> bytes:
        """How the trial stands; begin it first, unless one is on or somebody waits to be let in."""
        if begin and self.trial is None and not self.is_ringing:
            self._is_tried, self._light = False, ""
            self._tried_since = self._clock()
        light = "" if self.trial is None else self._light or "READY"
        trial = Trial(light, self._has_button, self._is_tried, is_there=True)
        return _told(ok=True, beside=msgspec.to_builtins(trial))


def _told(*, ok: bool, size: int = 0, beside: Mapping[str, object] = _NOTHING) -> bytes:
    """The first line of an answer."""
    return json.dumps({**beside, "ok": ok, "bytes": size}).encode() + b"\n"
