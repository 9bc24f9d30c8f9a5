"""What happened, with when and in which game; and its written form, the same in the log and in an export."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from pi_referee.errors import LedgerError, RefereeError
from pi_referee.game_log.legacy_refusals import refusal_of
from pi_referee.game_log.play_forms import InfractionForm, PlayForm, names_of, signs_of, squares_of, tiles_of
from pi_referee.rules.board.square import Square
from pi_referee.rules.course import asides
from pi_referee.rules.course import happenings as h
from pi_referee.rules.course.happenings import Happening, Question
from pi_referee.rules.plays.play import Exchange, Pass, Play


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a game: a line of the log.

    id: its place in the log, from 1. game: the game's number, from 1. at: ISO time, for people; the order is the id's.
    picture: name of the squared photograph that belongs to it, "" if there is none.
    """

    id: int
    game: int
    at: str
    happening: Happening
    picture: str = ""


class _PlayLaid(msgspec.Struct, frozen=True, omit_defaults=True):
    play: PlayForm
    doubts: tuple[Question, ...] = ()


class _ExplanationForm(msgspec.Struct, frozen=True, omit_defaults=True):
    kind: str
    happened: tuple[tuple[str, msgspec.Raw], ...] = ()
    squares: tuple[str, ...] = ()
    is_alike: bool = False

    @classmethod
    def of(cls, told: h.Explanation) -> _ExplanationForm:
        written = (encode(one) for one in told.happened)
        happened = tuple((kind, msgspec.Raw(body.encode())) for kind, body in written)
        return cls(told.kind, happened, names_of(told.squares), told.is_alike)

    def explanation(self) -> h.Explanation:
        happened = tuple(decode(kind, bytes(body).decode()) for kind, body in self.happened)
        return h.Explanation(self.kind, happened, tuple(map(Square.parse, self.squares)), self.is_alike)


class _Surprised(msgspec.Struct, frozen=True, omit_defaults=True):
    number: int
    tiles: dict[str, str]
    stops: tuple[str, ...] = ()
    arrows: tuple[str, ...] = ()
    explanations: tuple[_ExplanationForm, ...] = ()
    spent: dict[str, str] = {}

    @classmethod
    def of(cls, told: h.Surprised) -> _Surprised:
        explanations = tuple(map(_ExplanationForm.of, told.explanations))
        stops, arrows = names_of(sorted(told.stops)), names_of(sorted(told.arrows))
        return cls(told.number, signs_of(told.tiles), stops, arrows, explanations, signs_of(told.spent))

    def surprise(self) -> h.Surprised:
        explanations = tuple(one.explanation() for one in self.explanations)
        stops, arrows = squares_of(self.stops), squares_of(self.arrows)
        return h.Surprised(self.number, tiles_of(self.tiles), stops, arrows, explanations, tiles_of(self.spent))


class _Corrected(msgspec.Struct, frozen=True, omit_defaults=True):
    turn: int
    play: PlayForm
    player: str | None = None


class _Inserted(msgspec.Struct, frozen=True, omit_defaults=True):
    """A play, or so many tiles exchanged, or a pass where neither is told."""

    turn: int
    player: str
    play: PlayForm | None = None
    exchanged: int | None = None
    moves_on: bool = False

    @classmethod
    def of(cls, told: h.Inserted) -> _Inserted:
        play = PlayForm.of(told.move) if isinstance(told.move, Play) else None
        exchanged = told.move.count if isinstance(told.move, Exchange) else None
        return cls(told.turn, told.player, play, exchanged, told.moves_on)

    def inserted(self) -> h.Inserted:
        other = Pass() if self.exchanged is None else Exchange(self.exchanged)
        return h.Inserted(self.turn, other if self.play is None else self.play.play(), self.player, self.moves_on)


class _Challenged(msgspec.Struct, frozen=True):
    """In logs of before 2026-11-30 nothing is said of waiting, and nothing waits."""

    by: str
    stands: bool
    words: tuple[str, ...] = ()
    waits: bool = False


class _BoardTaken(msgspec.Struct, frozen=True, omit_defaults=True):
    tiles: dict[str, str]
    stops: tuple[str, ...] = ()
    arrows: tuple[str, ...] = ()
    points: dict[str, int] = {}

    @classmethod
    def of(cls, told: h.BoardTaken) -> _BoardTaken:
        stops, arrows = names_of(sorted(told.stops)), names_of(sorted(told.arrows))
        return cls(signs_of(told.tiles), stops, arrows, dict(told.points))

    def board(self) -> h.BoardTaken:
        return h.BoardTaken(tiles_of(self.tiles), squares_of(self.stops), squares_of(self.arrows), self.points)


class _LookRefused(msgspec.Struct, frozen=True, omit_defaults=True):
    reason: str
    infractions: tuple[InfractionForm, ...] = ()
    cure: str = ""
    squares: tuple[str, ...] = ()
    code: str = ""

    @classmethod
    def of(cls, look: h.LookRefused) -> _LookRefused:
        found = tuple(map(InfractionForm.of, look.infractions))
        return cls(look.reason, found, look.cure, names_of(look.squares), look.code)

    def look(self) -> h.LookRefused:
        found = tuple(form.infraction() for form in self.infractions)
        code = refusal_of(self.code, self.reason, self.cure)
        return h.LookRefused(self.reason, found, self.cure, tuple(map(Square.parse, self.squares)), code)


KINDS: Mapping[str, type[Happening]] = {
    "game_began": h.GameBegan,
    "drawn": h.Drawn,
    "start_chosen": h.StartChosen,
    "board_taken": h.BoardTaken,
    "turn_set": h.TurnSet,
    "renamed": h.Renamed,
    "play_laid": h.PlayLaid,
    "surprised": h.Surprised,
    "answered": h.Answered,
    "passed": h.Passed,
    "timed_out": h.TimedOut,
    "exchanged": h.Exchanged,
    "withdrawn": h.Withdrawn,
    "challenged": h.Challenged,
    "adjusted": h.Adjusted,
    "corrected": h.Corrected,
    "inserted": h.Inserted,
    "removed": h.Removed,
    "undone": h.Undone,
    "bag_emptied": h.BagEmptied,
    "went_out": h.WentOut,
    "left_over": h.LeftOver,
    "ended": h.Ended,
    "look_refused": h.LookRefused,
    "titled": asides.Titled,
    "put_away": asides.PutAway,
    "brought_back": asides.BroughtBack,
    "clock_resumed": asides.ClockResumed,
    "clock_paused": asides.ClockPaused,
    "time_given": asides.TimeGiven,
    "ran_over": asides.RanOver,
    "edition_seen": asides.EditionSeen,
}
"""The name each kind of happening has in the log. A name once written is never given to anything else."""

_NAMES = {kind: name for name, kind in KINDS.items()}

_WRITERS: Mapping[type, Callable[[Any], msgspec.Struct]] = {
    h.PlayLaid: lambda laid: _PlayLaid(PlayForm.of(laid.play), laid.doubts),
    h.Surprised: _Surprised.of,
    h.Corrected: lambda told: _Corrected(told.turn, PlayForm.of(told.play), told.player),
    h.Inserted: _Inserted.of,
    h.BoardTaken: _BoardTaken.of,
    h.LookRefused: _LookRefused.of,
}
"""How a happening that names squares is written; all others are written as they are."""

_READERS: Mapping[type, tuple[type[Any], Callable[[Any], Happening]]] = {
    h.PlayLaid: (_PlayLaid, lambda form: h.PlayLaid(form.play.play(), form.doubts)),
    h.Surprised: (_Surprised, _Surprised.surprise),
    h.Corrected: (_Corrected, lambda form: h.Corrected(form.turn, form.play.play(), form.player)),
    h.Inserted: (_Inserted, _Inserted.inserted),
    h.Challenged: (_Challenged, lambda form: h.Challenged(form.by, form.stands, form.words, form.waits)),
    h.BoardTaken: (_BoardTaken, _BoardTaken.board),
    h.LookRefused: (_LookRefused, _LookRefused.look),
}


def encode(happening: Happening) -> tuple[str, str]:
    """A happening's kind and body, as the log keeps them; body is one line of JSON."""
    kind = type(happening)
    form = _WRITERS[kind](happening) if kind in _WRITERS else happening
    return _NAMES[kind], msgspec.json.encode(form, enc_hook=_plain).decode()


def decode(kind: str, body: str, *, where: str = "") -> Happening:
    """The happening that was written; where: its place, for the message.

    Raises LedgerError for a kind or a body that makes no sense.
    """
    if kind not in KINDS:
        cure = "A newer pi-referee wrote it; update this one."
        raise LedgerError(f"{kind!r} is nothing that can happen here.", where=where, cure=cure)
    form, read = _READERS.get(KINDS[kind], (KINDS[kind], _as_it_is))
    try:
        return read(msgspec.json.decode(body, type=form))
    except (msgspec.DecodeError, RefereeError, RecursionError, UnicodeError) as error:
        cure = "The log was written by another program or is damaged; keep it, and go on from a backup."
        raise LedgerError(f"What happened here cannot be read: {error}", where=where, cure=cure) from error


class _EventForm(msgspec.Struct, frozen=True, omit_defaults=True):
    id: int
    game: int
    at: str
    kind: str
    body: msgspec.Raw
    picture: str = ""


def to_json(event: Event) -> str:
    """An event as one line of JSON: {"id": 2, "game": 1, "at": …, "kind": "passed", "body": {}}."""
    kind, body = encode(event.happening)
    form = _EventForm(event.id, event.game, event.at, kind, msgspec.Raw(body.encode()), event.picture)
    return msgspec.json.encode(form).decode()


def from_json(text: str, *, where: str = "") -> Event:
    """The event that to_json wrote. Raises LedgerError for anything else; where: its place, for the message."""
    try:
        form = msgspec.json.decode(text, type=_EventForm)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise LedgerError(f"This is not an event: {error}", where=where, cure="Export the game again.") from error
    happening = decode(form.kind, bytes(form.body).decode(), where=where)
    return Event(form.id, form.game, form.at, happening, form.picture)


def _plain(value: object) -> object:
    """What JSON has a form for, made of what it has not: any mapping is a dict."""
    if isinstance(value, Mapping):
        return dict(value)
    raise NotImplementedError(type(value).__name__)


def _as_it_is(happening: Happening) -> Happening:
    """A happening that is its own written form."""
    return happening
