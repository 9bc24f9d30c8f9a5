"""What a player tells besides laying, by a tap: a pass, changed tiles, who begins a round, how the tiles look."""

from __future__ import annotations

from random import Random

from flask import Blueprint, abort, redirect, request
from werkzeug.wrappers import Response

from pi_referee.rules.course.asides import EditionSeen
from pi_referee.rules.course.game import (
    Game,
)
from pi_referee.rules.course.happenings import (
    Exchanged,
    Happening,
    Passed,
    StartChosen,
)
from pi_referee.rules.course.terms import exchange_faults, is_known_who_plays, lot_to_draw
from pi_referee.rules.plays.play import Exchange
from web.editing.play_draft import standing
from web.live.log_follower import Table
from web.live.log_writer import Scribe


def moves(scribe: Scribe, random: Random) -> Blueprint:
    """The forms beside the board; random: where chance comes from."""
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

    @blueprint.post("/starts")
    def start() -> Response:
        """Write down who begins the round, as the table drew lots; with nobody named, draw them here."""
        scribe.write(lambda table: _start(table, random))
        return redirect("/", code=303)

    @blueprint.post("/edition")
    def edition() -> Response:
        """Write down how the tiles look, as somebody said who was asked; once, whatever is said again."""
        told = request.form.get("edition", "")
        scribe.write(lambda table: _edition(table, told))
        return redirect("/", code=303)

    return blueprint


def on_turn(table: Table) -> Game:
    """The game, while the form's turn is still the one to come, and the same player's.

    Ends in 409 for a turn that is over or another's, and while nobody knows whose it is (K10).
    """
    game = _meant(table)
    if not is_known_who_plays(game) or request.form.get("was") != standing(game, len(game.turns) + 1):
        abort(409)
    return game


def _meant(table: Table) -> Game:
    """The game, while nobody has had the turn that the form is about."""
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


def _edition(table: Table, told: str) -> EditionSeen | None:
    """How the tiles look, as long as that is asked."""
    game = table.game
    if game is None or request.form.get("game", type=int) != table.number or told not in {"light", "dark"}:
        abort(400)
    return EditionSeen(told, is_said=True) if game.edition_in_doubt else None


def _start(table: Table, random: Random) -> StartChosen:
    """Who begins the round, if lots must be drawn for it."""
    game, named = _meant(table), request.form.get("player", "")
    lot = lot_to_draw(game)
    if not lot:
        abort(409)
    if named and named not in lot:
        abort(409 if named in game.players else 400)
    return StartChosen(named or random.choice(lot), by_lot=True)


def _exchange(table: Table, count: int) -> Happening:
    """An exchange, if the rules allow it now."""
    game = on_turn(table)
    if exchange_faults(game, Exchange(count)):
        abort(400)
    return Exchanged(count)
