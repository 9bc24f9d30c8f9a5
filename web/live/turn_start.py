"""When the turn began that is being played, as the fold of a game's events."""

from __future__ import annotations

from pi_referee.rules.course.asides import Clock, Mark
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import (
    Adjusted,
    Answered,
    BagEmptied,
    Challenged,
    Corrected,
    Happening,
    Inserted,
    LookRefused,
    Removed,
    Renamed,
    TurnSet,
    Undone,
)

_ASIDE = (LookRefused, Adjusted, BagEmptied, Renamed, Mark, Clock)
"""What begins no turn."""

_OF_OLDER = (Answered, Challenged, Corrected, Inserted, Removed, TurnSet, Undone)
"""What is told of turns that were taken before: it begins one only where another turn is then to be played."""


def begins_turn(before: Game, after: Game, told: Happening) -> bool:
    """Whether a turn begins by what was told; before, after: the game as it stood, and as it stands then."""
    if isinstance(told, _ASIDE):
        return False
    if isinstance(told, Undone) and len(before.script.entries) != len(after.script.entries):
        return True
    return not isinstance(told, _OF_OLDER) or _played(before) != _played(after)


def _played(game: Game) -> tuple[int, int]:
    """Which turn is being played: the seat of whoever is on turn, and how many turns before are to be taken again."""
    entries, again = game.script.entries, game.script.again
    taken = next((number for number in range(len(entries), 0, -1) if entries[number - 1].fate not in again), 0)
    return game.script.next, len(entries) - taken
