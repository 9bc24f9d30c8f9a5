"""Putting the protocol right: a play that was written wrongly, one that was forgotten, one that is taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from pi_referee.decks.deck_shelf import DeckShelf
from pi_referee.errors import NotationError
from pi_referee.gettext_mark import say
from pi_referee.judge.other_meaning import with_meaning
from pi_referee.protocol.ground_words import ground_words
from pi_referee.protocol.origins import newest_step, origins
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import Happening, Removed, Undone
from pi_referee.rules.course.script import Fate
from pi_referee.rules.course.terms import is_known_who_plays, lot_to_draw
from pi_referee.rules.plays.play import Unexplained
from pi_referee.rules.plays.ruling import Fault, Infraction
from web.drawing.board_drawing import Mark
from web.drawing.card_drawing import Spread
from web.drawing.ground_drawing import ground_of
from web.editing.box_count import surplus_of
from web.editing.play_draft import Draft, Kind, blank_draft, faults_of, is_turn, sent_draft, standing
from web.editing.play_text import read_spelling
from web.editing.printed_values import household_values, shown
from web.live.log_follower import Lookout, Table
from web.live.log_writer import Scribe
from web.phrasing.language import gettext
from web.phrasing.phrases import explained, faults_in_words
from web.words.lists import Lists

_OUTDATED = say("Somebody has changed this turn in the meantime. Look at it, then save again.")
_PLAYED_ON = say("Somebody has played on in the meantime. Look at the game first.")
_ANSWER_FIRST = say("Who begins depends on an open question: answer it on the game's page, then save again.")


def editors(lookout: Lookout, shelf: DeckShelf) -> Blueprint:
    """The forms in which a play is written by hand, opened; shelf: what is printed on the household's cards."""
    blueprint = Blueprint("editors", __name__)

    def opened(number: int, turn: int, kind: Kind) -> Response:
        """A form as it is opened."""
        table = lookout.table(number)
        if table.game is None or not is_turn(table.game, kind, turn):
            abort(404)
        printed, damage = household_values(shelf, lookout, table.game)
        return _editor(table, table.game, blank_draft(table.game, kind, turn, printed), damage)

    @blueprint.get("/games/<int:number>/turns/<int:turn>/correct")
    def correct(number: int, turn: int) -> Response:
        """Show the form in which a turn is written anew."""
        return opened(number, turn, "correct")

    @blueprint.get("/games/<int:number>/turns/<int:turn>/insert")
    def insert(number: int, turn: int) -> Response:
        """Show the form in which a forgotten play is put in before a turn."""
        return opened(number, turn, "insert")

    @blueprint.get("/games/<int:number>/turns/<int:turn>/lay")
    def lay(number: int, turn: int) -> Response:
        """Show the form in which the next play is written by hand."""
        game = lookout.table(number).game
        if game is not None and 1 <= turn <= len(game.turns):
            abort(409)  # it was written while this one was still on the way
        return opened(number, turn, "lay")

    return blueprint


def corrections(scribe: Scribe, lists: Lists, shelf: DeckShelf) -> Blueprint:
    """What is sent from those forms, and from the buttons beside a turn; lists: by which words are looked up."""
    blueprint = Blueprint("corrections", __name__)

    @blueprint.post("/corrections")
    def write() -> Answer:
        """Write a play down by hand; if it breaks a rule or somebody was faster, the form comes back and says so."""
        number = request.form.get("game", default=0, type=int)

        def wanted(table: Table) -> tuple[Happening, ...]:
            printed, damage = household_values(shelf, scribe.lookout, table.game)
            return _wanted(table, *sent_draft(table, printed), damage, lists)

        events = scribe.write_all(wanted, game=number)
        return redirect("/" if request.form["kind"] == "lay" else _changes(number, events[0].id), code=303)

    @blueprint.post("/removals")
    def remove() -> Answer:
        """Take an earlier play back."""
        number, turn = request.form.get("game", default=0, type=int), request.form.get("turn", default=0, type=int)
        event = scribe.write(lambda table: _removal(table, turn), game=number)
        return redirect(_changes(number, event.id if event else abort(409)), code=303)

    @blueprint.post("/undone")
    def undo() -> Answer:
        """Undo the newest thing that counts, if it is still the one that was meant; of a press all that it came to."""
        number, meant = request.form.get("game", default=0, type=int), request.form.get("event", default=0, type=int)
        events = scribe.write_all(lambda table: _undoing(table, meant), game=number)
        return redirect(_changes(number, events[-1].id if events else abort(409)), code=303)

    return blueprint


def _changes(number: int, event: int) -> str:
    """The address where it is shown what an event changed."""
    return url_for("changes.show", number=number, event=event)


def _complaint(game: Game, draft: Draft) -> Answer | tuple[str, ...] | None:
    """Why a draft cannot be written down, in sentences; an answer if there is nothing more to do; None if it can."""
    try:
        if draft.is_done(game):
            return redirect("/", code=303)
        if draft.is_outdated(game):
            return (_outdated(game, draft),)
        if draft.kind == "lay" and game.ended:
            return (gettext("The game is over."),)
        if draft.kind == "lay" and not is_known_who_plays(game):
            lot = lot_to_draw(game)
            return faults_in_words(game.ruleset, [Infraction(Fault.NO_STARTER)]) if lot else (gettext(_ANSWER_FIRST),)
        happening = draft.happening(game)
        faults, surplus = faults_of(game, draft, happening), surplus_of(game, happening)
    except NotationError as error:
        told = explained(error)
        return (f"{told['where']}: {told['what']} {told['cure']}".removeprefix(": "),)
    return None if draft.anyway else (*faults_in_words(game.ruleset, faults), *filter(None, [surplus])) or None


def _outdated(game: Game, draft: Draft) -> str:
    """What is said to whoever wrote about a turn that stands otherwise by now, or that was yet to come and is over."""
    is_over = draft.kind == "lay" and draft.turn <= len(game.turns)
    return gettext(_PLAYED_ON if is_over else _OUTDATED)


def _wanted(table: Table, game: Game, draft: Draft, damage: tuple[str, ...], lists: Lists) -> tuple[Happening, ...]:
    """What a draft comes to over the table as it is now; ends in the form again where it cannot be written down.

    A word that is laid next must mean something else than the one it is built on, where cards are played (K04).
    """
    complaint = _complaint(game, draft) or (() if draft.anyway else damage)
    if complaint:
        abort(complaint if isinstance(complaint, Answer) else _editor(table, game, draft, complaint))
    return with_meaning(game, (draft.happening(game),), lists.lexicon)


def _removal(table: Table, turn: int) -> Happening | None:
    """Taking a play back, if it still lies there."""
    if table.game is None or not 1 <= turn <= len(table.game.turns):
        return None
    entry = table.game.script.entries[turn - 1]
    meant = request.form.get("was", "") == standing(table.game, turn)
    return Removed(turn) if meant and entry.is_standing_play and entry.fate is Fate.STANDS else None


def _undoing(table: Table, meant: int) -> tuple[Happening, ...]:
    """Undoing an event and what was written with it, if it is still the newest; the beginning of a game stays."""
    step = newest_step(table.events)
    return (Undone(),) * len(step) if step and step[-1].id == meant else ()


def _editor(table: Table, game: Game, draft: Draft, complaint: tuple[str, ...] = ()) -> Response:
    """The page on which a play is written by hand."""
    if complaint:
        draft = _anew(game, draft)
    before, rules, ground = game.standing_before(draft.turn), game.ruleset, ground_of(game.ruleset)
    page = render_template(
        "editor.html",
        draft=draft,
        complaint=complaint,
        may_insist=bool(complaint) and _is_readable(game, draft),
        of_insisting=_of_insisting(game, draft) if complaint else "",
        values={**game.ruleset.values, **draft.printed},
        shown=shown(draft.printed) if draft.kind == "correct" and not rules.has_board else "",
        game=table.number,
        players=game.players,
        titles=dict(zip(get_args(Kind), _titles(draft.turn), strict=True)),
        rules=rules,
        edition=game.edition,
        words=ground_words(rules),
        ground=ground,
        **ground.drawn(),
        **ground.laid(Spread(before.position, before.spent)),
        marks=_marks(game, draft),
        seen=_picture(table, game, draft.turn),
    )
    return Response(page, 422 if complaint else 200, headers={"Cache-Control": "no-store"})


def _marks(game: Game, draft: Draft) -> tuple[Mark, ...]:
    """Where what was seen lies otherwise than it lay before, beside new tiles; none where nobody wonders."""
    move = game.turns[draft.turn - 1].move if draft.turn <= len(game.turns) else None
    if draft.kind != "correct" or not isinstance(move, Unexplained):
        return ()
    before, ground = game.position_before(draft.turn), ground_of(game.ruleset)
    gone = before.occupied.difference(move.tiles, move.stops)
    other = {square for square, tile in move.tiles.items() if before.tiles.get(square, tile) != tile}
    marks = (
        *(ground.mark(square, "missing", "+") for square in gone),
        *(ground.mark(one, "wrong", "!") for one in other),
    )
    return tuple(sorted(marks, key=lambda mark: (mark.y, mark.x)))


def _picture(table: Table, game: Game, turn: int) -> str:
    """The photograph of a turn; "" if it has none, or has yet to come."""
    return origins(game, table.events)[turn - 1].event.picture if turn <= len(game.turns) else ""


def _anew(game: Game, draft: Draft) -> Draft:
    """The draft as somebody wrote it, over the turn as it stands now; what was to come next comes next again."""
    is_next = draft.kind == "lay"
    turn = len(game.turns) + 1 if is_next else draft.turn
    player = game.on_turn if is_next else draft.player
    return replace(draft, turn=turn, player=player, was=standing(game, turn))


def _is_readable(game: Game, draft: Draft) -> bool:
    """Whether a draft is a play at all, so that one may insist on it."""
    try:
        read_spelling(draft.tiles, game.position_before(draft.turn), game.ruleset)
    except NotationError:
        return False
    return True


def _of_insisting(game: Game, draft: Draft) -> str:
    """What comes of saving a play all the same that breaks rules; "" for one that breaks none, or is no play."""
    try:
        faults = faults_of(game, draft, draft.happening(game))
    except NotationError:
        return ""
    return gettext(ground_words(game.ruleset).of_insisting) if faults else ""


def _titles(turn: int) -> tuple[str, str, str]:
    """What each kind of form is called."""
    return (
        gettext("Correct turn %(number)s", number=turn),
        gettext("A forgotten play before turn %(number)s", number=turn),
        gettext("Write a play by hand"),
    )
