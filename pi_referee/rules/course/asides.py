"""What is told beside a game's course, as values: of its clock, and of the game as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pi_referee.rules.definition.editions import TOLD_BY_PICTURE


@dataclass(frozen=True, slots=True)
class Titled:
    """The game is called so in the list of games; "" takes the name away again."""

    title: str


@dataclass(frozen=True, slots=True)
class PutAway:
    """The game is taken off the list of games; nothing of it is lost."""


@dataclass(frozen=True, slots=True)
class BroughtBack:
    """A game that was taken off the list stands there again."""


@dataclass(frozen=True, slots=True)
class ClockResumed:
    """The chess clock runs for whoever is on turn; without a word it runs from the first turn on.

    Where it ran already, the page's program began anew: what passed unseen, since it was told of last, is nobody's.
    """


@dataclass(frozen=True, slots=True)
class ClockPaused:
    """The chess clock stands; until_turn: only until a turn is taken, in a game that is gone on with."""

    until_turn: bool = False


@dataclass(frozen=True, slots=True)
class TimeGiven:
    """The table gave a player so many seconds more; how long the time was over until then no longer counts."""

    player: str
    seconds: int


@dataclass(frozen=True, slots=True)
class RanOver:
    """A player's time is over, and this minute beyond it has begun, counted from 1."""

    player: str
    minute: int


Clock = ClockResumed | ClockPaused | TimeGiven | RanOver
"""What is told of the chess clock: no step of the game, so undoing a step passes over it."""


@dataclass(frozen=True, slots=True)
class EditionSeen:
    """How the tiles look, "light" or "dark": as a picture showed it, or as somebody said."""

    edition: str
    is_said: bool = False


Mark = Titled | PutAway | BroughtBack | EditionSeen
"""What is told about a game, and is no part of its course: undoing a step passes over it."""


def edition_of(began: str, told: Sequence[EditionSeen]) -> str:
    """How the tiles look in a game that began so: as somebody said, else as the newest picture showed it."""
    said = [one.edition for one in told if one.is_said]
    if said or began != TOLD_BY_PICTURE:
        return said[-1] if said else began
    return told[-1].edition if told else "light"


def edition_in_doubt(began: str, told: Sequence[EditionSeen]) -> str:
    """How the tiles look in the pictures, if somebody said otherwise and has not been asked yet; else ""."""
    is_settled = began == TOLD_BY_PICTURE or any(one.is_said for one in told)
    seen = "" if is_settled or not told else told[-1].edition
    return "" if seen == began else seen
