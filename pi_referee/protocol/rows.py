"""The rows of a protocol: what each turn was, written so that people and programs can read it."""

from __future__ import annotations

from typing import Any

from pi_referee.rules.course.game import Game
from pi_referee.rules.course.standing import Turn
from pi_referee.rules.course.stealing import Settlement
from pi_referee.rules.plays.notation import written
from pi_referee.rules.plays.play import Adjustment, Exchange, Play, Unexplained


def move_text(game: Game, turn: Turn) -> str:
    """What was done, as a line of a scorebook: `H8 > ABC`, `-`, `-3`; `?` where nobody has told.

    Points outside the plays are `time` or `challenge`.
    """
    if isinstance(turn.move, Play):
        return str(written(game.position_before(turn.number), turn.move, game.ruleset))
    if isinstance(turn.move, Unexplained):
        return "?"
    if isinstance(turn.move, Adjustment):
        return turn.move.reason
    return f"-{turn.move.count}" if isinstance(turn.move, Exchange) else "-"


def words_text(turn: Turn) -> str:
    """The words of a turn with their points: `ABC 12 + AB 3`."""
    words = turn.ruling.words if turn.ruling is not None else ()
    return " + ".join(f"{word.text} {word.score}" for word in words)


def settled_text(settled: Settlement | None) -> str:
    """What a turn made of the word before: `Anna 18 LVA`, a ? where a question holds the points; "" if nothing."""
    if settled is None:
        return ""
    points = "?" if settled.points is None else settled.points
    return f"{settled.player} {points} {settled.kept}".strip()


def turn_rows(game: Game) -> list[dict[str, Any]]:
    """Every turn of a game, with each player's total as it stood after it."""
    totals = game.points_before
    rows = []
    for turn in game.turns:
        totals[turn.player] += turn.score or 0
        ruling = turn.ruling
        rows.append({
            "turn": turn.number,
            "player": turn.player,
            "play": move_text(game, turn),
            "status": turn.status.value,
            "words": [[word.text, word.score] for word in ruling.words] if ruling is not None else [],
            "bonus": ruling.bonus if ruling is not None else 0,
            "theme": list(turn.theme),
            "score": turn.score,
            "totals": dict(totals),
            "infractions": [one.fault.value for one in ruling.infractions] if ruling is not None else [],
            **({} if game.ruleset.has_board else _of_cards(game, turn)),
        })  # fmt: skip
    return rows


def _of_cards(game: Game, turn: Turn) -> dict[str, Any]:
    """What a turn with cards has besides: its round, cards changed, what is still to be stolen, what was settled."""
    settled = turn.settled
    return {
        "round": game.script.entries[turn.number - 1].round,
        "changed": turn.changed,
        "pending": turn.pending,
        "settled": settled and {"player": settled.player, "points": settled.points, "kept": [settled.kept]},
    }
