"""Who begins, and how long things may take."""

from __future__ import annotations

from random import Random

from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import StartChosen


def draw_lot(game: Game, random: Random) -> StartChosen:
    """Let the lot decide who begins (L12); random is where chance comes from."""
    return StartChosen(random.choice(game.players))


def begins_by_lot(game: Game) -> bool:
    """Whether the lot decides who begins, and not a drawn tile (A28, L12)."""
    return game.ruleset.switches["start.by"] == "lot"


def is_overdue(game: Game, seconds: float) -> bool:
    """Whether a turn has lasted longer than was agreed, so that it counts as a pass (L11)."""
    limit = game.ruleset.switches.number("turn.seconds")
    return limit is not None and seconds > limit


def may_question(game: Game, seconds: float) -> bool:
    """Whether the newest play may be questioned so many seconds after it was ruled.

    Without an agreed time it may be until the next play is ruled.
    """
    limit = game.ruleset.switches.number("challenge.seconds")
    return game.script.questionable() is not None and (limit is None or seconds <= limit)
