"""What each picture of a table of cards prints; its form is part of the project's contract with other programs."""

from __future__ import annotations

from pi_referee.picture_game.board_rows import outcome, refusal_row, stories_row
from pi_referee.picture_game.presses import Row, Step
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.happenings import APART_KEY, EXPLAIN_KEY, Question
from pi_referee.rules.course.standing import Status, Turn
from pi_referee.rules.definition.mode import Mode
from pi_referee.rules.plays.play import Play
from pi_referee.text_game.score_rows import settled_row
from vision.cards.card_sighting import CardSighting


def card_row(step: Step) -> Row:
    """The row of one press; cells are [column, row] as the look counts them."""
    game, last, look = step.game, step.happenings[-1], step.look
    turns = [turn for turn in (game.turns[number - 1] for number in step.laid) if turn.status is not Status.WITHDRAWN]
    newest = game.turns[-1] if game.turns else None
    settled = newest.settled if newest is not None and not last_refused(step) else None
    script = game.script
    return {
        "outcome": outcome(last, is_open=bool(step.questions) or any(turn.status is Status.OPEN for turn in turns)),
        "player": turns[-1].player if turns else step.player,
        **_play_row(step, turns),
        "settled": settled and settled_row(settled),
        "round_over": game.ruleset.mode is Mode.ROUNDS and script.taken == 0 and bool(turns),
        "totals": dict(game.totals),
        "doubts": [{**_doubt_row(step, question), **stories_row(step, question)} for question in step.questions],
        **refusal_row(last, turns),
        "ms": dict(look.milliseconds) if isinstance(look, CardSighting) else {},
    }


def last_refused(step: Step) -> bool:
    """Whether the press led to nothing."""
    return outcome(step.happenings[-1], is_open=False) in {"refused", "withdrawn"}


def _play_row(step: Step, turns: list[Turn]) -> Row:
    """What was laid, and what it scores or will score."""
    turn = turns[-1] if turns else None
    tiles = sorted(turn.move.tiles.items()) if turn is not None and isinstance(turn.move, Play) else []
    words = turn.ruling.words if turn is not None and turn.ruling is not None else ()
    return {
        "word": words[0].text if words else "",
        "laid": [[_cell(step, square), tile.face] for square, tile in tiles],
        "jokers": [[_cell(step, square), tile.letter] for square, tile in tiles if tile.is_blank],
        "words": [[word.text, word.score] for word in words],
        "score": turn.score if turn is not None else None,
        "pending": turn.pending if turn is not None else None,
    }


def _cell(step: Step, square: Square) -> list[int]:
    """A cell as the look counts it: column, row."""
    cell = step.cell_in_look(square)
    return [cell.column, cell.row]


def _why(step: Step, key: str) -> str:
    """Why the look doubts what a question is about; "rules" where the eye has no doubt."""
    doubts = step.look.doubts if isinstance(step.look, CardSighting) else ()
    named = {f"{doubt.about}:{doubt.cell[0]},{doubt.cell[1]}": doubt.why.name.lower() for doubt in doubts}
    return named.get(key, "rules")


def _doubt_row(step: Step, question: Question) -> Row:
    """A question as JSON: its key and cell as the look counts them, and the choices."""
    key = step.key_in_look(question.key)
    return {
        "cell": "" if key.startswith((APART_KEY, EXPLAIN_KEY)) else key.partition(":")[2],
        "question": key,
        "choices": [list(choice) for choice in question.choices],
        "why": _why(step, key),
    }
