"""Questioning the newest play: who asks, what the list says, what the table decides, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from pi_referee.judge.play_challenge import Since, asked_first, in_question, laid_last, why_not, words_of
from pi_referee.lexicon.challenge import hear
from pi_referee.lexicon.verdict import Verdict, Why
from pi_referee.lexicon.verdict_texts import say
from pi_referee.locale.written_numbers import gain
from pi_referee.protocol.ground_words import as_played, ground_words
from pi_referee.protocol.origins import effective, origins
from pi_referee.rules.course.game import Game, fold, follow
from pi_referee.rules.course.happenings import Challenged, LookRefused
from pi_referee.rules.course.standing import Turn
from pi_referee.rules.plays.play import Play
from web.editing.play_draft import standing
from web.live.log_follower import Lookout, Table
from web.live.log_writer import Scribe
from web.phrasing.language import gettext, ngettext
from web.phrasing.number_filters import day
from web.words.lists import Lists
from web.words.wordlists_page import described

WORD = "word:"
"""Begins the name of a form's field that tells what the table says of a word."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of one word: whether it counts (None: the table must say), and why."""

    word: str
    counts: bool | None
    reason: str
    is_decided: bool = False


def disputes(lookout: Lookout, lists: Lists) -> Blueprint:
    """The form, and the page of every verdict."""
    blueprint = Blueprint("disputes", __name__)

    @blueprint.get("/games/<int:number>/question")
    def ask(number: int) -> Response:
        """Show the form in which the newest play is questioned."""
        table = lookout.table(number)
        if table.game is None:
            abort(404)
        return _form(table, table.game, lists, closed=_closed(table, table.game, lookout.since))

    @blueprint.get("/games/<int:number>/verdicts/<int:event>")
    def show(number: int, event: int) -> Response:
        """Show a verdict that was given, with its reasons and what follows from it."""
        table = lookout.table(number)
        place = next((place for place, known in enumerate(table.events) if known.id == event), 0)
        given = table.events[place].happening if place else None
        if not isinstance(given, Challenged):
            abort(404)
        return _verdict(fold(known.happening for known in table.events[:place]), given, lists)

    return blueprint


def challenges(scribe: Scribe, lists: Lists) -> Blueprint:
    """What is sent from the form."""
    blueprint = Blueprint("challenges", __name__)

    @blueprint.post("/challenges")
    def challenge() -> Answer:
        """Judge the newest play; where the list leaves a word to the table, ask the table first."""
        number = request.form.get("game", default=0, type=int)
        table = scribe.lookout.table(number)
        game, given = table.game, _given_already(table)
        if game is None:
            abort(404)
        if given:
            return redirect(url_for("disputes.show", number=number, event=given), code=303)
        turn, by = _questioned(table, game, scribe.lookout.since), request.form.get("by", "")
        if turn is None:
            return _form(table, game, lists, closed=_closed(table, game, scribe.lookout.since))
        if by not in game.players:
            abort(400)
        return _judged(scribe, lists, table, game, turn, by)

    return blueprint


def _judged(scribe: Scribe, lists: Lists, table: Table, game: Game, turn: Turn, by: str) -> Answer:
    """The verdict, written down; or the words the table must decide about."""
    answers = _answers()
    hearing = hear(lists.lexicon(game), words_of(turn), by=by, answers=answers)
    outcome = hearing.outcome
    if outcome is None:
        return _form(table, game, lists, by=by, open_words=tuple(map(_told, hearing.open)))
    if "remember" in request.form:
        lists.remember(game, answers.items(), at=scribe.now())
    event = scribe.write(lambda now: outcome if _is_same(now, turn, by) else None, game=table.number)
    if event is None:
        abort(409)
    return redirect(url_for("disputes.show", number=table.number, event=event.id), code=303)


def questionable(table: Table, game: Game, since: Since) -> Turn | None:
    """The play that may be questioned now, if any may and all its letters are known."""
    turn = in_question(game, origins(game, table.events), since)
    return None if turn is None or asked_first(game, turn) else turn


def _questioned(table: Table, game: Game, since: Since) -> Turn | None:
    """The play a form is about, if it may still be questioned, and is the same as when the form was opened."""
    turn = questionable(table, game, since)
    meant = request.form.get("turn", type=int), request.form.get("was", "")
    return turn if turn is not None and meant == (turn.number, standing(game, turn.number)) else None


def _closed(table: Table, game: Game, since: Since) -> LookRefused | None:
    """Why no play may be questioned now; None if one may."""
    made = origins(game, table.events)
    return None if in_question(game, made, since) else why_not(game, made)


def _is_same(table: Table, turn: Turn, by: str) -> bool:
    """Whether the same play is still the newest, and nobody calls whoever questions it otherwise by now."""
    game = table.game
    if game is None or by not in game.players:
        return False
    return game.script.questionable() == turn.number and game.turns[turn.number - 1] == turn


def _given_already(table: Table) -> int:
    """The verdict on the newest play to whoever asks again, as after a second tap: its event; 0 if there is none."""
    counting = effective(table.events)
    newest = counting[-1] if counting else None
    if newest is None or not isinstance(newest.happening, Challenged):
        return 0
    return newest.id if newest.happening.by == request.form.get("by", "") else 0


def _answers() -> Mapping[str, bool]:
    """What the table said of words the list left to it."""
    sent = {name.removeprefix(WORD): text for name, text in request.form.items() if name.startswith(WORD)}
    return {word: text == "yes" for word, text in sent.items() if text in {"yes", "no"}}


def _told(verdict: Verdict) -> Told:
    """A verdict in words."""
    counts = {"yes": True, "no": False}.get(verdict.answer.value)
    return Told(verdict.word, counts, say(verdict, gettext, day), verdict.why is Why.DECIDED)


def _form(
    table: Table,
    game: Game,
    lists: Lists,
    *,
    by: str = "",
    open_words: tuple[Told, ...] = (),
    closed: LookRefused | None = None,
) -> Response:
    """The form in which a play is questioned, or the table is asked about words; closed: why none may be."""
    turn = laid_last(game)
    first = asked_first(game, turn) if turn else None
    return _page(
        "question.html",
        game=table.number,
        turn=turn,
        was=standing(game, turn.number) if turn else "",
        first=as_played(game.ruleset, first.cure) if first else "",
        words=words_of(turn) if turn else (),
        players=game.players,
        by=by,
        open_words=open_words,
        closed=closed,
        has_list=lists.lexicon(game).about is not None,
        field=WORD,
        costs=game.ruleset.switches["challenge.mode"] == "ranked_challenge",
        ground=ground_words(game.ruleset),
    )


def _verdict(before: Game, given: Challenged, lists: Lists) -> Response:
    """The page of a verdict."""
    number = before.script.questionable()
    turn = before.turns[number - 1] if number is not None else None
    lexicon = lists.lexicon(before)
    told = [_settled(one, given) for one in map(_told, lexicon.verdicts(words_of(turn) if turn else ()))]
    return _page(
        "verdict.html",
        given=given,
        turn=turn,
        told=told if before.ruleset.switches["challenge.answer"] == "each_word" else (),
        title=described(lexicon.about) if lexicon.about else "",
        of=before.ruleset.language,
        follows=_consequence(before, given, turn),
        take_off=_taken_off(before, given, turn),
    )


def _taken_off(game: Game, given: Challenged, turn: Turn | None) -> str:
    """What is to be taken off the board or table after a verdict; "" if nothing is."""
    if given.stands or turn is None or not isinstance(turn.move, Play):
        return ""
    tiles = sorted(turn.move.tiles.items())
    if game.ruleset.has_board:
        squares = ", ".join(str(square) for square, _ in tiles)
        return gettext("Take these tiles off the board: %(squares)s.", squares=squares)
    off = gettext("Take these cards up again: %(cards)s.", cards=", ".join(tile.shown for _, tile in tiles))
    return f"{off} {_laid_again(game, given)}".strip()


def _laid_again(game: Game, given: Challenged) -> str:
    """What may have been taken up after a word that falls now, and may be built on again; "" if that is nothing."""
    now = follow(game, given).position.tiles
    gone = [now[square].shown.replace("_", "?") for square in sorted(now.keys() - game.position.tiles.keys())]
    if not gone:
        return ""
    return gettext("Lay again what was taken up after it, each card in its place: %(cards)s.", cards=", ".join(gone))


def _settled(told: Told, given: Challenged) -> Told:
    """What was said of a word in the end, also where the table had to say it."""
    counts = told.word not in given.words
    if told.counts == counts:
        return told
    return Told(told.word, counts, gettext("The table decided about %(word)s.", word=told.word))


def _consequence(game: Game, given: Challenged, turn: Turn | None) -> str:
    """What follows from a verdict, by the rules the table agreed on (A27, L01, L02)."""
    switches = game.ruleset.switches
    if given.stands:
        costs = given.by and switches["challenge.mode"] == "ranked_challenge"
        return gettext("%(player)s loses the next turn.", player=given.by) if costs else ""
    player = turn.player if turn else ""
    points = game.ruleset.falling_costs_points
    if game.ruleset.falling_costs_turn:
        over = gettext("%(player)s takes the word back, and the turn is over.", player=player)
        return f"{over} {gain(-points)}" if points else over
    if switches["words.invalid_penalty"] == "fixed":
        return ngettext("%(player)s takes the word back, loses %(points)s point and tries again.",
                        "%(player)s takes the word back, loses %(points)s points and tries again.",
                        points, player=player, points=points)  # fmt: skip
    return gettext("%(player)s takes the word back and tries again.", player=player)


def _page(template: str, **what: object) -> Response:
    """A page that no browser keeps."""
    return Response(render_template(template, **what), headers={"Cache-Control": "no-store"})
