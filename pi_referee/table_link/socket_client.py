"""The page's end of the table's socket: each question is a connection of its own."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

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
    NO_LESSON,
    PATIENCE,
    READ,
    READING_PATIENCE,
    RING,
    TRIED,
    TRY,
    UNLEARN,
)
from pi_referee.table_link.table_messages import Compared, Glimpse, Knows, Lying, Trial

_LONGEST_ANSWER = 60_000
_LARGEST_PICTURE = 4_000_000
_Told = TypeVar("_Told", Glimpse, Lying, Compared, Knows, Trial)


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

    def unlearn(self, at: str) -> Knows:
        """Take the last lesson back, if it is the one of this time."""
        return self._known(f"{UNLEARN} {_word(at)}")

    def forget(self, at: str) -> Knows:
        """Forget all that was learnt, if the last lesson is the one of this time; "" for none."""
        return self._known(f"{FORGET} {_word(at)}")

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

    def has_lamp(self) -> bool:
        """Whether a lamp stands on the table, to blink meanwhile."""
        return self.tried().has_lamp

    def answered(self) -> bool:
        """Whether somebody has pressed since the lamp began to blink."""
        return bool(self._asked(ASK)[0].get("ok"))

    def end_turn(self) -> bool:
        """End the turn as the button does; false if nobody watches the table."""
        return bool(self._asked(END_TURN)[0].get("ok"))

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


def _word(at: str) -> str:
    """A lesson's time as the socket takes it; what a browser made up is none's."""
    return at if at.isascii() and at.isprintable() and len(at.split()) == 1 else NO_LESSON


def _understood(told: dict[str, object], kind: type[_Told]) -> _Told:
    """An answer as a value; an empty one if the table said something else, as another version of it might."""
    try:
        return msgspec.convert(told, kind)
    except msgspec.ValidationError:
        return kind()
