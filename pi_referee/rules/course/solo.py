"""Playing alone: with one rack, or with two against oneself."""

from __future__ import annotations

from pi_referee.rules.course.game import Game


def is_solo(game: Game) -> bool:
    """Whether one person plays with one rack."""
    return len(game.players) == 1


def may_ask_the_list(game: Game) -> bool:
    """Whether the word list may be asked for ideas: only alone, and only if so agreed."""
    one_person = len(game.began.players) == 1
    return one_person and game.ruleset.switches.flag("solo.dictionary")
