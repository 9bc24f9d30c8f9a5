"""What is told of a game as a whole: what the house calls it, and that it is off the list, or back."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from pi_referee.history.game_summary import marks_of
from pi_referee.player_names import tidy
from pi_referee.rules.course.asides import BroughtBack, PutAway, Titled
from web.live.log_follower import Table
from web.live.log_writer import Scribe

LONGEST_TITLE = 40
"""Signs of a game's own name: one line on a telephone."""


def marking(scribe: Scribe) -> Blueprint:
    """What is sent from the list of games."""
    blueprint = Blueprint("marking", __name__)

    @blueprint.post("/titles")
    def title() -> Response:
        """Call a game so, or by its number again."""
        number, name = _number(), tidy(request.form.get("title", ""), longest=LONGEST_TITLE)
        scribe.write(lambda table: _titled(table, name), game=number)
        return redirect(url_for("archive.show") + f"#game-{number}", code=303)

    @blueprint.post("/away")
    def away() -> Response:
        """Take a game off the list, or put it back; the one that lies on the table stays."""
        number, is_away = _number(), request.form.get("away") == "yes"
        newest = scribe.lookout.look().number
        if is_away and number == newest:
            abort(409)
        scribe.write(lambda table: _put(table, is_away=is_away), game=number)
        address = url_for("archive.show", gone=number) if is_away else url_for("archive.show") + f"#game-{number}"
        return redirect(address, code=303)

    return blueprint


def _number() -> int:
    """The game that the form is about."""
    return request.form.get("game", default=0, type=int)


def _titled(table: Table, name: str) -> Titled | None:
    """The game's name, if it is another; ends in 404 where there is no such game."""
    if table.game is None:
        abort(404)
    return Titled(name) if marks_of(table.events)[0] != name else None


def _put(table: Table, *, is_away: bool) -> PutAway | BroughtBack | None:
    """The game taken off the list, or back, if it is not so; ends in 404 where there is no such game."""
    if table.game is None:
        abort(404)
    told = PutAway() if is_away else BroughtBack()
    return told if marks_of(table.events)[1] is not is_away else None
