"""The table's end of its socket: questions are taken in a thread, and answered by whoever owns the table."""

from __future__ import annotations

import json
import logging
import select
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self

import msgspec

from pi_referee.table_link.socket_protocol import (
    ASK,
    BOARD,
    END_TURN,
    FORGET,
    LEARN,
    LEARNING_PATIENCE,
    LESSONS,
    LOOK,
    NEWLY,
    PATIENCE,
    READ,
    READING_PATIENCE,
    RING,
    TRIAL,
    TRIED,
    TRY,
    UNLEARN,
)
from pi_referee.table_link.table_messages import Trial

_LONGEST_LINE = 100
_NOTHING: Mapping[str, object] = {}
_WORDS = {LOOK: 0, READ: 0, BOARD: 2, LESSONS: 0, LEARN: 3, UNLEARN: 1, FORGET: 1}
"""What the table's owner answers, with how many words each question has besides."""
_PATIENCES = {LOOK: PATIENCE, READ: READING_PATIENCE, BOARD: READING_PATIENCE}
_log = logging.getLogger(__name__)


class TableDesk:
    """The table's end of the socket: takes questions in a thread of its own, for whoever owns the table to answer."""

    def __init__(
        self,
        path: Path,
        *,
        has_button: bool,
        has_lamp: bool = False,
        can_be_held: bool = True,
        clock: Callable[[], float] = time.monotonic,
        patience: float = 0.0,
    ) -> None:
        """Listen at this path once entered; has_button: whether there is one that only a person can press.

        has_lamp: whether a lamp stands beside it. can_be_held: whether it can be held down, which a key of a keyboard
        cannot. patience: seconds that whoever owns the table may take for an answer, where that is longer than usual.
        """
        self._path = path
        self._has_button = has_button
        self._has_lamp = has_lamp
        self._can_be_held = has_button and can_be_held
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
        self._is_turn_over = threading.Event()
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
        """Whether the page waits for a knock."""
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
        """Somebody pressed in a trial: true if so, and then it ends no turn. at: when, by the desk's clock."""
        if self.trial is None or at < self._tried_since:
            return False
        self._is_tried = True
        return True

    def knock(self, at: float) -> bool:
        """Somebody held the button as nobody does for a turn: true if that lets in who asks. at: when it began."""
        if not self.is_ringing or at < self._ringing_since:
            return False
        self._is_pressed = True
        return True

    def take_turn_end(self) -> bool:
        """Whether the house has ended the turn since this was asked last."""
        is_over = self._is_turn_over.is_set()
        self._is_turn_over.clear()
        return is_over

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
                    if not _has_left(line):
                        line.sendall(self._answer(question))

    def _answer(self, question: list[str]) -> bytes:
        """The answer to a question."""
        match question:
            case [kind, *words] if _WORDS.get(kind) == len(words):
                return self._looked(kind, *words)
            case [kind, seconds] if kind == RING and seconds.isdecimal():
                return _told(ok=self._ring(float(seconds)))
            case [kind] if kind == END_TURN:
                self._is_turn_over.set()
                return _told(ok=True)
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
        """Wait for a knock from now on; false if nobody can, or the button is being tried: that lets nobody in."""
        if not self._can_be_held or self.trial is not None:
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
        trial = Trial(light, self._has_button, self._has_lamp, self._is_tried, is_there=True)
        return _told(ok=True, beside=msgspec.to_builtins(trial))


def _has_left(line: socket.socket) -> bool:
    """Whether who asked waits no more: a turn that nobody could end is not ended a minute later, after a lesson.

    Who only says no more, as `nc` does at the end of what it was given, waits for the answer.
    """
    hung_up = select.poll()
    hung_up.register(line, 0)  # that somebody has left is told in any case
    return bool(hung_up.poll(0))


def _told(*, ok: bool, size: int = 0, beside: Mapping[str, object] = _NOTHING) -> bytes:
    """The first line of an answer."""
    return json.dumps({**beside, "ok": ok, "bytes": size}).encode() + b"\n"
