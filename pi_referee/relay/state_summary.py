"""How a table stands, in the few words that a wall or a house can show."""

from __future__ import annotations

from msgspec.structs import replace

from pi_referee.relay.hall_messages import PlayerState, PlayState, TableState, WordState
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.standing import Status, Turn
from pi_referee.rules.course.terms import sure_to_play
from pi_referee.table_link.status import Condition

_LONGEST = 40


def summed_up(empty: TableState, game: Game | None, number: int) -> TableState:
    """A table's state with its newest game in it; None where none has begun."""
    if game is None:
        return empty
    return replace(
        empty,
        game=number,
        rules=game.ruleset.title[:80],
        players=tuple(PlayerState(player, game.totals[player]) for player in game.players),
        on_turn=sure_to_play(game),
        turns=len(game.turns),
        newest=_play(game.turns[-1]) if game.turns else None,
        ended=game.ended,
        winners=game.won_by,
        questions=len(game.open_questions),
        untold=any(turn.status is Status.UNEXPLAINED and turn.score is None for turn in game.turns),
    )


def with_condition(state: TableState, condition: Condition | None) -> TableState:
    """The same with how the camera is; as it was where nobody says."""
    if condition is None or condition.camera not in {"well", "retrying", "reopening", "restarting", "manual", "off"}:
        return state
    return replace(
        state,
        camera=condition.camera,
        fault=condition.fault[:400],
        cure=condition.cure[:400],
    )


def _play(turn: Turn) -> PlayState:
    """The newest turn."""
    words = turn.ruling.words if turn.ruling is not None else ()
    is_open = turn.score is None and turn.pending is None
    told = tuple(WordState(word.text[:_LONGEST], None if is_open else word.score) for word in words)
    return PlayState(turn.player, turn.status.value, told, turn.score, turn.pending)
