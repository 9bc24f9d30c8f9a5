"""Playing alone: one rack against one's own best, or two racks against oneself."""

from __future__ import annotations

from collections.abc import Iterable

from pi_referee.rules.course.game import Game


def is_solo(game: Game) -> bool:
    """Whether one person plays with one rack."""
    return len(game.players) == 1


def best_before(game: Game, earlier: Iterable[Game]) -> int | None:
    """The best total of earlier finished solo games of the same game, rack and switches; None if there is none."""
    totals = [max(other.totals.values()) for other in earlier if _is_like(other, game)]
    return max(totals, default=None)


def _is_like(other: Game, game: Game) -> bool:
    """Whether an earlier game may be compared with this one."""
    finished = bool(other.ended)
    alike = (other.began.game, other.rack, other.ruleset.switches) == (
        game.began.game,
        game.rack,
        game.ruleset.switches,
    )
    return finished and is_solo(other) and alike


def may_ask_the_list(game: Game) -> bool:
    """Whether the word list may be asked for ideas: only alone, and only if so agreed."""
    one_person = len(game.began.players) == 1
    return one_person and game.ruleset.switches.flag("solo.dictionary")
