"""The page for the wall, and what it asks for when it cannot hold a stream."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template, request

from pi_referee.hall.club import Club
from web.hall.wall import Wall, density
from web.security.inline_assets import BEGIN


def wall_page(club: Club, wall: Wall) -> Blueprint:
    """All tables at a glance."""
    blueprint = Blueprint("hall", __name__)

    @blueprint.get("/")
    def show() -> Response:
        """Show all tables."""
        names = wall.tables()
        page = render_template("hall.html", state=wall.state(), tables=names, density=density(len(names)), begin=BEGIN)
        return Response(page, headers={"Cache-Control": "no-store"})

    @blueprint.get("/state")
    def state() -> Response:
        """Tell a page without a stream what is new to it, if anything is."""
        is_known = request.args.get("since", default=-1, type=int) == club.version
        answer = Response(status=204) if is_known else jsonify(wall.state())
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return blueprint
