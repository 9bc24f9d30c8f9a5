"""What tables and hall send each other, as values and as JSON; whatever comes is checked before it is a value."""

from __future__ import annotations

import zlib
from typing import Annotated, Literal, TypeVar

import msgspec

from pi_referee.errors import NotationError
from pi_referee.relay.mqtt_topics import VERSION

LONGEST_MESSAGE = 150_000
"""Bytes of one message; the longest event ever written has 9,000."""

LONGEST_TIME = 40
"""Signs of an event's time."""

LONGEST_TITLE = 40
"""Signs of a table's title; no player's name is longer."""

MOST_AT_ONCE = 500
"""Events that are asked for in one message."""

_HIGHEST = 2**53
"""Above this programs in other languages no longer count exactly."""

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TITLE)]
Line = Annotated[str, msgspec.Meta(max_length=400)]
LogName = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
Count = Annotated[int, msgspec.Meta(ge=0, le=_HIGHEST)]
Number = Annotated[int, msgspec.Meta(ge=1, le=_HIGHEST)]
Points = Annotated[int, msgspec.Meta(ge=-100_000, le=100_000)]

CameraState = Literal["well", "retrying", "reopening", "restarting", "manual", "off"]
"""As pi_referee.table_link.status has it."""


class EventMessage(msgspec.Struct, frozen=True, omit_defaults=False):
    """Something that happened at a table: a line of its log.

    log: by chance, a name of the log that the line stands in; another after a backup was put back. sequence: the line's
    number in it, from 1. game: the game's number there. at: ISO time, for people. kind and body: as in an export.
    sum: the CRC-32 of all that, as `sum_of` has it: what was changed on the way is no event.
    """

    log: LogName
    sequence: Number
    game: Number
    at: Annotated[str, msgspec.Meta(max_length=LONGEST_TIME)]
    kind: Annotated[str, msgspec.Meta(pattern="^[a-z_]{1,30}$")]
    body: msgspec.Raw
    sum: Annotated[int, msgspec.Meta(ge=0, lt=2**32)] = 0
    version: Literal[1] = VERSION

    @property
    def sum_of(self) -> int:
        """The CRC-32 of log, sequence, game, time, kind and body, with a line's end behind each, in UTF-8."""
        told = f"{self.log}\n{self.sequence}\n{self.game}\n{self.at}\n{self.kind}\n"
        return zlib.crc32(told.encode("utf-8", "surrogatepass") + bytes(self.body) + b"\n")

    def summed(self) -> EventMessage:
        """The same with its sum."""
        return msgspec.structs.replace(self, sum=self.sum_of)


class PlayerState(msgspec.Struct, frozen=True):
    """A player and the points so far."""

    name: Name
    total: Points


class WordState(msgspec.Struct, frozen=True):
    """A word of the newest play; points: None while a question holds them."""

    text: Annotated[str, msgspec.Meta(max_length=40)]
    points: Points | None = None


class PlayState(msgspec.Struct, frozen=True):
    """The newest turn: whose it was, how it stands (pi_referee.rules.course.standing.Status), and what it scored.

    pending: what a word of cards scores if nobody takes one.
    """

    player: Name
    status: Annotated[str, msgspec.Meta(pattern="^[a-z_]{1,20}$")]
    words: Annotated[tuple[WordState, ...], msgspec.Meta(max_length=40)] = ()
    score: Points | None = None
    pending: Points | None = None


class TableState(msgspec.Struct, frozen=True):
    """How a table stands after an event.

    sequence: the newest event of the log; the hall lacks what it has not of it. game: 0 as long as none has begun.
    rules: the game's title. turns: how many there were. on_turn: "" when nobody is. ended: how, "" while it goes on.
    questions: how many wait for an answer; untold: whether the board shows what nobody told. damaged: whether the
    newest game cannot be read. camera, fault, cure: how the camera is, with English sentences for people.
    """

    log: LogName
    sequence: Count
    title: Name
    game: Count = 0
    rules: Annotated[str, msgspec.Meta(max_length=80)] = ""
    players: Annotated[tuple[PlayerState, ...], msgspec.Meta(max_length=8)] = ()
    on_turn: Annotated[str, msgspec.Meta(max_length=40)] = ""
    turns: Count = 0
    newest: PlayState | None = None
    ended: Annotated[str, msgspec.Meta(max_length=20)] = ""
    winners: Annotated[tuple[Name, ...], msgspec.Meta(max_length=8)] = ()
    questions: Count = 0
    untold: bool = False
    damaged: bool = False
    camera: CameraState = "well"
    fault: Line = ""
    cure: Line = ""
    version: Literal[1] = VERSION


class ResendMessage(msgspec.Struct, frozen=True):
    """The hall lacks the events of a log after one number and until another, so many at most."""

    log: LogName
    after: Count
    until: Number
    version: Literal[1] = VERSION


Message = TypeVar("Message", EventMessage, TableState, ResendMessage)


def written(message: EventMessage | TableState | ResendMessage) -> bytes:
    """A message as it is sent."""
    return msgspec.json.encode(message)


def understood(payload: bytes, kind: type[Message]) -> Message:
    """A message as it came. Raises NotationError for anything that is none: too long, of other types, out of bounds."""
    if len(payload) > LONGEST_MESSAGE:
        raise _not_so(f"{len(payload)} bytes are more than any message has")
    try:
        return msgspec.json.decode(payload, type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise _not_so(str(error)) from error


def _not_so(why: str) -> NotationError:
    return NotationError(f"This is no message of a table ({why}).", cure="See docs/hall.md for their form.")
