"""What the table forgot to tell: a pass, an exchange, whose turn it is, what the players are called."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from pi_referee.game_log.events import Event
from pi_referee.player_names import are_alike, tidy
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import Inserted, Renamed, TurnSet
from pi_referee.rules.plays.play import Exchange, Pass
from web.editing.play_draft import standing, was_called
from web.live.log_follower import Lookout, Table
from web.live.log_writer import Scribe
from web.phrasing.language import gettext


def forgotten(lookout: Lookout) -> Blueprint:
    """The forms, opened."""
    blueprint = Blueprint("forgotten", __name__)

    @blueprint.get("/games/<int:number>/turns/<int:turn>/forgotten")
    def show(number: int, turn: int) -> Response:
        """Show the form in which a forgotten pass or exchange is put in before a turn."""
        table = lookout.table(number)
        if table.game is None or not 1 <= turn <= len(table.game.turns):
            abort(404)
        return _page(
            "forgotten.html",
            game=table.number,
            turn=turn,
            was=f"{len(table.game.turns)} {standing(table.game, turn)}",
            players=table.game.players,
            player=table.game.turns[turn - 1].player,
            most=table.game.rack if table.game.ruleset.has_board else 0,
        )

    @blueprint.get("/games/<int:number>/players")
    def players(number: int) -> Response:
        """Show what the players are called, to call them otherwise."""
        table = lookout.table(number)
        return _names(number, table.game, table.game.players) if table.game is not None else abort(404)

    return blueprint


def forgetting(scribe: Scribe) -> Blueprint:
    """What is sent from those forms."""
    blueprint = Blueprint("forgetting", __name__)

    @blueprint.post("/forgotten")
    def put_in() -> Answer:
        """Put a pass or an exchange in before a turn."""
        event = scribe.write(_put_in, game=_number("game"))
        return _told(event)

    @blueprint.post("/turn-order")
    def turn_order() -> Answer:
        """Write down whose turn it was, or is; a second tap is told that it is so."""
        event = scribe.write(_turn_set, game=_number("game"))
        return redirect("/", code=303) if event and _is_next(scribe.lookout.table(event.game), event) else _told(event)

    @blueprint.post("/names")
    def rename() -> Answer:
        """Call the players otherwise, in all of the game."""
        scribe.write(_renamed, game=_number("game"))
        return redirect("/", code=303)

    return blueprint


def _put_in(table: Table) -> Inserted | None:
    """The pass or exchange, if the turn stands as it stood when the form was opened."""
    turn = _number("turn")
    game = _meant(table, turn, len(table.game.turns) if table.game else 0, is_among_all=True)
    count = _number("count")
    if count > game.rack:
        abort(400)
    return Inserted(turn, Exchange(count) if count else Pass(), request.form["player"], "moves_on" in request.form)


def _turn_set(table: Table) -> TurnSet | None:
    """Whose turn it was, if it stands as it stood when the form was opened."""
    turn = _number("turn")
    game = _meant(table, turn, len(table.game.turns) + 1 if table.game and not table.game.ended else 0)
    if turn > len(game.turns) and game.script.lot:
        abort(409)
    return TurnSet(turn, request.form["player"])


def _is_next(table: Table, event: Event) -> bool:
    """Whether it was said whose turn it is now, and of no older turn."""
    told = event.happening
    return isinstance(told, TurnSet) and table.game is not None and told.turn == len(table.game.turns) + 1


def _meant(table: Table, turn: int, last: int, *, is_among_all: bool = False) -> Game:
    """The game that the form is about. Ends in 404 for no such turn, 400 for a stranger, 409 if somebody was faster.

    is_among_all: whether it was told how many turns there were: a second tap puts no second turn in.
    """
    if table.game is None or not 1 <= turn <= max(last, len(table.game.turns)):
        abort(404)
    player = request.form.get("player", "")
    if player not in table.game.players:
        abort(409 if was_called(table.game, player) else 400)
    stands = standing(table.game, turn)
    if request.form.get("was") != (f"{len(table.game.turns)} {stands}" if is_among_all else stands):
        abort(409)
    return table.game


def _number(name: str) -> int:
    """A number of the form, not below 0; 0 where it has none."""
    return max(request.form.get(name, default=0, type=int), 0)


def _told(event: Event | None) -> Answer:
    """To what came of it."""
    if event is None:
        abort(409)
    return redirect(url_for("changes.show", number=event.game, event=event.id), code=303)


def _renamed(table: Table) -> Renamed | None:
    """The players called otherwise; None if they are called so already. Ends in the form where they cannot be so."""
    if table.game is None:
        abort(404)
    names = _told_names(table.game)
    complaint = _complaint(names)
    if complaint:
        abort(_names(table.number, table.game, names, complaint))
    return Renamed(names) if names != table.game.players else None


def _told_names(game: Game) -> tuple[str, ...]:
    """What the players shall be called: a name that the form leaves as it was stays what somebody else has made of it.

    Ends in 400 for more or fewer names than there are players, in 409 where somebody else has put one right otherwise.
    """
    told, before = (tuple(map(tidy, request.form.getlist(field))) for field in ("name", "was"))
    if not len(told) == len(before) == len(game.players):
        abort(400)
    seats = list(zip(told, before, game.players, strict=True))
    if any(one != was != now != one for one, was, now in seats):
        abort(409)
    return tuple(now if one == was else one for one, was, now in seats)


def _complaint(names: tuple[str, ...]) -> str:
    """Why players cannot be called so; "" if they can."""
    if not all(names):
        return gettext("Everybody needs a name.")
    return gettext("Two players have the same name. Give one of them another.") if are_alike(names) else ""


def _names(number: int, game: Game, names: tuple[str, ...], complaint: str = "") -> Response:
    """The page of the players' names."""
    status = 422 if complaint else 200
    return _page("players.html", status, game=number, names=names, players=game.players, complaint=complaint)


def _page(template: str, status: int = 200, **what: object) -> Response:
    """A page that no browser keeps."""
    return Response(render_template(template, **what), status, headers={"Cache-Control": "no-store"})
