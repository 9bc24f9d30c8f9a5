"""The page of the game, what it asks for when it cannot hold a stream, and the photographs."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, abort, jsonify, render_template, request, send_from_directory

from web.board import EDGE, draw_board
from web.lookout import Lookout
from web.state import Artist


def pages(lookout: Lookout, artist: Artist, pictures: Path) -> Blueprint:
    """Everything that is looked at; pictures: folder of the squared photographs."""
    blueprint = Blueprint("pages", __name__)

    @blueprint.get("/")
    def table() -> Response:
        """Show the newest game, or that there is none yet."""
        seen = lookout.look()
        state = artist.state(seen)
        if seen.game is None:
            page = render_template("waiting.html", state=state)
        else:
            rules, edition = seen.game.ruleset, seen.game.began.edition
            page = render_template(
                "table.html", state=state, rules=rules, edition=edition, board=draw_board(rules.layout), edge=EDGE
            )
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
