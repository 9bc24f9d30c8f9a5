"""What may be tapped on the page of a table: the open questions, what is to be done next, and what may be undone."""

from __future__ import annotations

from collections.abc import Sequence

from flask import render_template

from pi_referee.judge.play_challenge import Since, in_question
from pi_referee.player_names import is_unnamed
from pi_referee.protocol.ground_words import ground_words
from pi_referee.protocol.origins import Origin
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import VALUE_KEY
from pi_referee.rules.course.terms import (
    exchange_faults,
    is_known_who_plays,
    lot_to_draw,
    may_ask_the_list,
    ticks_for,
)
from pi_referee.rules.plays.play import Exchange
from web.drawing.ground_drawing import ground_of
from web.editing.play_draft import standing
from web.game.chess_clock import given, left
from web.game.newest_step import newest_step
from web.live.has_camera import has_camera
from web.live.log_follower import Table
from web.phrasing.asking import Asked
from web.phrasing.card_phrases import lot_in_words
from web.phrasing.card_questions import as_drawn
from web.phrasing.questions import either_way


def forms_of(
    table: Table, game: Game, questions: Sequence[Asked], made: Sequence[Origin], since: Since
) -> dict[str, str]:
    """What may be tapped, each region's HTML; it holds the reader's own token, so it is drawn for each reader.

    questions: what is asked, in words. made: where each turn comes from.
    """
    doing = render_template(
        "_doing.html",
        game=table.number,
        kind=game.ruleset.name,
        next_turn=len(game.turns) + 1,
        was=standing(game, len(game.turns) + 1),
        has_board=game.ruleset.has_board,
        must_draw=game.must_draw,
        on_turn=game.on_turn,
        players=game.players,
        is_named=not is_unnamed(game.players),
        is_over=bool(game.ended),
        may_lay=is_known_who_plays(game),
        words=ground_words(game.ruleset),
        is_settled=game.script.left_over is not None,
        is_uncounted=game.ruleset.tile_total is None,
        bag_is_empty=game.script.bag_empty,
        most_changed=_most_changed(game),
        limit=game.ruleset.switches.number("turn.seconds"),
        is_questionable=in_question(game, made, since) is not None,
        seconds=left(table, since),
        given=given(game),
        may_look_ahead=game.ruleset.switches.flag("preview") and has_camera(),
        may_ask_list=may_ask_the_list(game),
        is_ticking=bool(ticks_for(game)),
    )
    asking = _asking(table, game, questions, made)
    return {"questions": asking.strip(), "doing": doing.strip(), "mending": _mending(table, game).strip()}


def _asking(table: Table, game: Game, questions: Sequence[Asked], made: Sequence[Origin]) -> str:
    """The open questions; what waits for an answer of its own comes before what one tap may answer with others."""
    together, lying = as_drawn(game, questions), either_way(game)
    by_one_tap = {(lot.turn, key) for lot in together for key in lot.answers}
    by_one_tap |= {(word.turn, key) for word in lying for told in word.ways.values() for key in told}
    return render_template(
        "_questions.html",
        questions=sorted(questions, key=lambda one: (one.turn, one.key) in by_one_tap),
        together=together,
        lying=lying,
        by_one_tap=by_one_tap,
        deck=game.ruleset.name if _ask_values(questions) else "",
        game=table.number,
        pictures={number: made[number - 1].event.picture for number, _ in game.open_questions},
        size=ground_of(game.ruleset).photo_size,
        edition_in_doubt=game.edition_in_doubt,
        lot=lot_to_draw(game),
        lot_words=lot_in_words(game),
        next_turn=len(game.turns) + 1,
    )


def _ask_values(questions: Sequence[Asked]) -> bool:
    """Whether a card's value is asked: of a deck that nobody has compared those of other letters will be, too."""
    return any(one.is_pressing and one.key.startswith(VALUE_KEY) for one in questions)


def _mending(table: Table, game: Game) -> str:
    """What may be undone or put right."""
    undoing = newest_step(table, ground_words(game.ruleset))
    return render_template("_mending.html", game=table.number, undoing=undoing, newest_turn=len(game.turns))


def _most_changed(game: Game) -> int:
    """How many tiles may be changed now; 0 if none may."""
    counts = range(game.rack, 0, -1)
    return next((count for count in counts if not exchange_faults(game, Exchange(count))), 0)
