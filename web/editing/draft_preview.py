"""What a play that is being written would score, told while it is written; nothing of it is kept."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from pi_referee.decks.deck_shelf import DeckShelf
from pi_referee.errors import NotationError
from pi_referee.locale.written_numbers import gain, signed
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.standing import Turn
from web.editing.box_count import surplus_of
from web.editing.play_draft import Draft, sent_draft
from web.editing.printed_values import household_values
from web.live.log_follower import Lookout
from web.phrasing.language import gettext
from web.phrasing.phrases import explained, faults_in_words
from web.phrasing.referee_says import points_in_words


def previews(lookout: Lookout, shelf: DeckShelf) -> Blueprint:
    """What is asked for while somebody writes; shelf: what is printed on the household's cards."""
    blueprint = Blueprint("previews", __name__)

    @blueprint.get("/games/<int:number>/preview")
    def score(number: int) -> Response:
        """Tell what a draft would score, or what stands against it, in the reader's language."""
        table = lookout.table(number)
        printed, _ = household_values(shelf, lookout, table.game)
        game, draft = sent_draft(table, printed)
        says, stands = _told(game, draft)
        answer = jsonify(says=says, stands=stands)
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return blueprint


def _told(game: Game, draft: Draft) -> tuple[str, bool]:
    """The words with their points, or what is wrong; and whether the play may stand so."""
    try:
        happening = draft.happening(game)
        turn, surplus = follow(game, happening).turns[draft.turn - 1], surplus_of(game, happening)
    except NotationError as error:
        told = explained(error)
        return f"{told['where']}: {told['what']}".removeprefix(": "), False
    wrong = faults_in_words(game.ruleset, turn.ruling.infractions) if turn.ruling else ()
    faults = [*wrong, *filter(None, [surplus])]
    return (" ".join(faults), False) if faults else (_points_of(turn), True)


def _points_of(turn: Turn) -> str:
    """The words of a turn with their points, and the sum."""
    if turn.ruling is None:
        return ""
    words = [f"{word.text.replace('_', '?')} {signed(word.score)}" for word in turn.ruling.words]
    bonus = [f"{gettext('bonus')} {gain(turn.ruling.bonus)}"] if turn.ruling.bonus else []
    score = turn.score if turn.score is not None else turn.pending
    points = [] if score is None else [points_in_words(score)]
    return " · ".join([", ".join([*words, *bonus]), *points])
