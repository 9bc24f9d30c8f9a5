"""What a player does in a turn besides laying: pass, or change tiles, by a tap instead of the button."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request
from werkzeug.wrappers import Response

from pi_referee.rules.course.game import Game, exchange_faults
from pi_referee.rules.course.happenings import Exchanged, Happening, Passed
from pi_referee.rules.plays.play import Exchange
from web.live.log_follower import Table
from web.live.log_writer import Scribe


def moves(scribe: Scribe) -> Blueprint:
    """The forms beside the board."""
    blueprint = Blueprint("moves", __name__)

    @blueprint.post("/passes")
    def pass_turn() -> Response:
        """Write down that the player on turn passes; once, however often it is tapped."""
        scribe.write(_pass)
        return redirect("/", code=303)

    @blueprint.post("/exchanges")
    def exchange() -> Response:
        """Write down that the player on turn changed so many tiles."""
        count = request.form.get("count", default=0, type=int)
        scribe.write(lambda table: _exchange(table, count))
        return redirect("/", code=303)

    return blueprint


def on_turn(table: Table) -> Game:
    """The game, while the form's turn is still the one to come; ends in 409 for a turn that is over."""
    game, form = table.game, request.form
    meant = form.get("game", type=int), form.get("turn", type=int)
    if None in meant:
        abort(400)
    if game is None or game.ended or meant != (table.number, len(game.turns) + 1):
        abort(409)
    return game


def _pass(table: Table) -> Happening:
    """A pass, if the turn is not over."""
    on_turn(table)
    return Passed()


def _exchange(table: Table, count: int) -> Happening:
    """An exchange, if the rules allow it now."""
    game = on_turn(table)
    if exchange_faults(game, Exchange(count)):
        abort(400)
    return Exchanged(count)
