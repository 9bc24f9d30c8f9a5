"""What each line of a scored scorebook prints; see CONTRACT.md for its form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pi_referee.rules.course.game import Game
from pi_referee.rules.course.standing import Turn
from pi_referee.rules.course.stealing import Settlement
from pi_referee.rules.plays.fault_texts import Translate, marked, say
from pi_referee.rules.plays.ruling import Infraction

Row = dict[str, Any]
"""One line of the output: play, player, words, bonus, score, total, totals, infractions."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a line came to: the game after it, what was scored, and what was wrong."""

    game: Game
    player: str = ""
    turn: Turn | None = None
    score: int | None = 0
    infractions: tuple[Infraction, ...] = ()


def score_row(written: str, outcome: Outcome, translate: Translate) -> Row:
    """A line's outcome as the contract has it."""
    game, turn = outcome.game, outcome.turn
    ruling, of_cards = turn.ruling if turn is not None else None, not game.ruleset.has_board
    row: Row = {
        "play": written,
        "player": outcome.player,
        "words": [[word.text, word.score] for word in ruling.words] if ruling else [],
        "bonus": ruling.bonus if ruling else 0,
        "score": outcome.score,
        "total": game.totals[outcome.player] if outcome.player else None,
        "totals": dict(game.totals),
        "infractions": [infraction_row(one, translate, of_cards=of_cards) for one in outcome.infractions],
    }
    if of_cards:
        row |= card_row(turn)
    if turn is not None and turn.theme:
        row["theme"] = list(turn.theme)
    if game.ended:
        row |= {"ended": game.ended, "winners": list(game.winners)}
    return row


def card_row(turn: Turn | None) -> Row:
    """What a turn with cards leaves to be stolen, and what it settled: {"pending", "settled"} (K01)."""
    settled = turn.settled if turn is not None else None
    return {"pending": turn.pending if turn is not None else None, "settled": settled and settled_row(settled)}


def settled_row(settled: Settlement) -> Row:
    """A settled word for programs: whose, what it brought, and the cards that were kept."""
    return {"player": settled.player, "points": settled.points, "kept": [settled.kept]}


def pending_in_words(row: Row) -> str:
    """What is told behind a word that another may yet take a card of."""
    return ", if nobody takes a card of it" if row.get("pending") is not None else ""


def settled_in_words(row: Row) -> str:
    """What a word brought that was stolen from, or that the other player passed by; nothing where none was settled."""
    settled = row.get("settled")
    if not settled:
        return ""
    points = "?" if settled["points"] is None else settled["points"]
    return f"{settled['player']} kept {settled['kept'][0] or 'nothing'}: {points}"


def infraction_row(infraction: Infraction, translate: Translate = marked, *, of_cards: bool = False) -> Row:
    """An infraction for programs: its name, where, about which tile and number, and the sentence for people."""
    return {
        "fault": infraction.fault.value,
        "squares": [str(square) for square in infraction.squares],
        "letter": infraction.letter,
        "limit": infraction.limit,
        "says": say(infraction, translate, of_cards=of_cards),
    }
