"""A turn as the protocol has it, and how things stand after it: values only, nothing is scored here."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pi_referee.rules.board.position import EMPTY, Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.asides import EditionSeen, Mark
from pi_referee.rules.course.happenings import Answered, Happening, LookRefused, Question
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.course.script import Entry
from pi_referee.rules.course.stealing import Living, Settlement
from pi_referee.rules.plays.play import Move
from pi_referee.rules.plays.ruling import Ruling


class Status(enum.Enum):
    """How a turn stands in the protocol."""

    SCORED = "scored"
    PENDING = "pending"
    OPEN = "open"
    UNEXPLAINED = "unexplained"
    ILLEGAL = "illegal"
    PASSED = "passed"
    EXCHANGED = "exchanged"
    TIMED_OUT = "timed_out"
    LOST = "lost"
    WITHDRAWN = "withdrawn"
    FELL = "fell"
    ADJUSTED = "adjusted"


@dataclass(frozen=True, slots=True)
class Turn:
    """One row of the protocol.

    number: counted from 1. move: what was done, after people's answers. ruling: the rules' word on a play, else
    None. questions: what nobody has answered yet. score: None while a question holds it open, and for a play
    that may not lie as it does, or that is pending. theme: the agreed words it was the first to lay.
    pending: what a living word scores if nobody takes a card of it. settled: what this turn made of the word before.
    changed: how many cards were changed before it.
    """

    number: int
    player: str
    move: Move
    status: Status
    score: int | None
    ruling: Ruling | None = None
    questions: tuple[Question, ...] = ()
    theme: tuple[str, ...] = ()
    pending: int | None = None
    settled: Settlement | None = None
    changed: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """How things are after a turn.

    bag: tiles left in it, None where nobody can count. held: player -> tiles on the rack, as far as one can count.
    claimed: the agreed theme words that somebody has laid. living: the word that lives, where one does (K01).
    spent: cards that play no more, though they may lie there till somebody takes them up. round: of the newest turn.
    """

    position: Position
    bag: int | None
    held: Mapping[str, int]
    claimed: frozenset[str] = frozenset()
    living: Living | None = None
    spent: Mapping[Square, Tile] = field(default_factory=dict)
    round: int = 1

    def cleared(self, number: int) -> Standing:
        """How things are at the beginning of a round: what lay there is taken off the table (K06)."""
        return self if number == self.round else replace(self, position=EMPTY, spent=self.position.tiles, round=number)


@dataclass(frozen=True, slots=True)
class Step:
    """A turn as written, as scored, and how things are after it; perhaps: how they may be, as questions are open."""

    entry: Entry
    turn: Turn
    after: Standing
    perhaps: tuple[Standing, ...] = ()


_OFF = frozenset({Refusal.TAKEN_OFF, Refusal.NOTHING_YET})


@dataclass(frozen=True, slots=True)
class Noticed:
    """What presses that did not count told of squares: it is remembered until one counts.

    covered: where a thing may hide a card. taken_off: where a play that fell surely lies no more.
    """

    covered: frozenset[Square] = frozenset()
    taken_off: frozenset[Square] = frozenset()

    def after(self, happening: Happening) -> Noticed:
        """The same after something more has happened: by the next turn another thing may lie there."""
        if not isinstance(happening, LookRefused):
            return self if isinstance(happening, (Answered, EditionSeen, Mark)) else Noticed()
        if happening.code is Refusal.BESIDE:
            return replace(self, covered=self.covered.union(happening.squares))
        if happening.code in _OFF:
            return replace(self, taken_off=self.taken_off.union(happening.squares))
        return self
