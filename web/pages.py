"""The page of the game, what it asks for when it cannot hold a stream, and the photographs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from flask import Blueprint, Response, abort, jsonify, render_template, request, send_from_directory

from pi_referee.rules.game import Game
from web.board import EDGE, draw_board, legend
from web.look import STYLE
from web.lookout import Lookout
from web.state import Artist


def pages(lookout: Lookout, artist: Artist, pictures: Path) -> Blueprint:
    """Everything that is looked at; pictures: folder of the squared photographs."""
    blueprint = Blueprint("pages", __name__)

    @blueprint.get("/")
    def table() -> Response:
        """Show the newest game, or that there is none yet."""
        return shown(is_spectator=False)

    @blueprint.get("/look")
    def look() -> Response:
        """Show the same with nothing to press, for a screen on the wall."""
        return shown(is_spectator=True)

    def shown(*, is_spectator: bool) -> Response:
        """The page of the newest game."""
        seen = lookout.look()
        state = artist.state(seen)
        if seen.game is None:
            page = render_template("waiting.html", state=state)
        else:
            page = _table(seen.game, {**state, "is_spectator": is_spectator})
        return Response(page, headers={"Cache-Control": "no-store"})

    @blueprint.get("/state")
    def state() -> Response:
        """Tell a page without a stream what is new to it, if anything is."""
        since = request.args.get("since", default=-1, type=int)
        seen = lookout.look()
        answer = Response(status=204) if seen.newest == since else jsonify(artist.state(seen))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @blueprint.get("/pictures/<name>")
    def picture(name: str) -> Response:
        """Send a turn's photograph; a name is used once, so a browser may keep it."""
        if not name.endswith(".jpg"):
            abort(404)
        return send_from_directory(pictures, name, max_age=7 * 24 * 3600)

    return blueprint


def _table(game: Game, state: Mapping[str, object]) -> str:
    """The whole page of a game: what stays the same all through it, with the regions that change."""
    rules = game.ruleset
    return render_template(
        "table.html",
        style=STYLE,
        state=state,
        rules=rules,
        edition=game.began.edition,
        board=draw_board(rules.layout),
        legend=legend(rules),
        edge=EDGE,
        is_spectator=state["is_spectator"],
    )
