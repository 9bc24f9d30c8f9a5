"""What a player does in a turn besides laying: pass, or change tiles, by a tap instead of the button."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request
from werkzeug.wrappers import Response

from pi_referee.rules.game import Game, exchange_faults
from pi_referee.rules.happenings import Exchanged, Happening, Passed
from pi_referee.rules.play import Exchange
from web.lookout import Table
from web.writing import Scribe


def moves(scribe: Scribe) -> Blueprint:
    """The forms beside the board."""
    blueprint = Blueprint("moves", __name__)

    @blueprint.post("/passes")
    def pass_turn() -> Response:
        """Write down that the player on turn passes; once, however often it is tapped."""
        scribe.write(lambda table: Passed() if _on_turn(table) else None)
        return redirect("/", code=303)

    @blueprint.post("/exchanges")
    def exchange() -> Response:
        """Write down that the player on turn changed so many tiles."""
        count = request.form.get("count", default=0, type=int)
        scribe.write(lambda table: _exchange(table, count))
        return redirect("/", code=303)

    return blueprint


def _on_turn(table: Table) -> Game | None:
    """The game, if the form's turn is still the one to come; what is sent twice, or late, is about another."""
    game, form = table.game, request.form
    is_meant = game is not None and (form.get("game", type=int), form.get("turn", type=int)) == (
        table.number,
        len(game.turns) + 1,
    )
    return game if is_meant and game is not None and not game.ended else None


def _exchange(table: Table, count: int) -> Happening | None:
    """An exchange, if the rules allow it now."""
    game = _on_turn(table)
    if game is None:
        return None
    if exchange_faults(game, Exchange(count)):
        abort(400)
    return Exchanged(count)
