"""A table for trying plays on: a board drawn as text, and a play as it is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from pi_referee.rules.adjudication import adjudicate
from pi_referee.rules.drawing import draw_position
from pi_referee.rules.game import Game, begin, follow
from pi_referee.rules.happenings import GameBegan, Happening
from pi_referee.rules.layout import plain_layout
from pi_referee.rules.library import ruleset
from pi_referee.rules.notation import WrittenPlay
from pi_referee.rules.play import Play
from pi_referee.rules.ruleset import Ruleset
from pi_referee.rules.ruling import Ruling
from pi_referee.rules.square import Square


def plain(name: str) -> Ruleset:
    """A game on a board without premium squares, as the booklets draw their examples."""
    rules = ruleset(name)
    return replace(rules, layout=plain_layout(rules.layout.size))


@pytest.fixture
def judge() -> Callable[..., Ruling]:
    """Judge a play, written or as a value, on a drawn board whose top left square is `at`."""

    def judge_play(
        board: str,
        play: str | Play,
        *,
        at: str = "A1",
        game: str = "alfapet-sv",
        rules: Ruleset | None = None,
        switches: Mapping[str, Any] | None = None,
        **told: Any,  # noqa: ANN401  # whatever adjudicate takes
    ) -> Ruling:
        position = draw_position(board, at=Square.parse(at))
        agreed = (rules or plain(game)).agree(switches or {})
        laid = WrittenPlay.parse(play).on(position) if isinstance(play, str) else play
        return adjudicate(position, laid, agreed, **{"rack": 7, **told})

    return judge_play


@pytest.fixture
def table() -> Callable[..., Game]:
    """A game on a board without premium squares, after some happenings."""

    def set_up(
        *happenings: Happening,
        game: str = "alfapet-sv",
        players: tuple[str, ...] = ("Ann", "Bo"),
        rack: int = 7,
        find: Callable[[str], Ruleset] = plain,
        **switches: object,
    ) -> Game:
        wishes: dict[str, Any] = {name.replace("__", "."): value for name, value in switches.items()}
        state = begin(GameBegan(game, players, rack, switches=wishes), find)
        for happening in happenings:
            state = follow(state, happening)
        return state

    return set_up
