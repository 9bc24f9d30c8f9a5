"""What a look at the table may mean: a play, nothing new, something taken back, or a refusal with its reason."""

from __future__ import annotations

from dataclasses import dataclass

from pi_referee.rules.board.square import Square
from pi_referee.rules.course.happenings import Question
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.ruling import Infraction

NOTHING, STOP, BLANK = ".", "#", ""
"""Choices of a question about a square that are no tile with a letter."""


def squares_of(play: Play) -> frozenset[Square]:
    """The squares on which a play lays something."""
    return frozenset(play.tiles) | ({play.stop} if play.stop else frozenset())


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Nothing new lies on the board."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A play lies there, and what must be asked about it; replaces: it stands in the newest play's place."""

    play: Play
    questions: tuple[Question, ...] = ()
    replaces: bool = False

    @property
    def surely_new(self) -> frozenset[Square]:
        """The squares on which one of its tiles lies, and not perhaps nothing."""
        perhaps = {one.key.rpartition(":")[2] for one in self.questions if NOTHING in dict(one.choices)}
        return frozenset(square for square in squares_of(self.play) if str(square) not in perhaps)

    @property
    def is_perhaps_nothing(self) -> bool:
        """Whether perhaps none of its tiles lies there."""
        return not self.surely_new


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Exactly the newest play's tiles are gone again."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The look cannot be used; reason and cure are sentences, {squares} in them stands for the squares' names."""

    reason: str
    cure: str
    code: Refusal
    squares: tuple[Square, ...] = ()
    infractions: tuple[Infraction, ...] = ()


@dataclass(frozen=True, slots=True)
class LaidTwo:
    """Two plays lie there, as if somebody forgot to press: first one, then another. It must be asked."""

    first: Play
    second: Play


Meaning = Unchanged | Laid | LaidTwo | TakenBack | Refused
