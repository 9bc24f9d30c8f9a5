"""How the camera is, so that nobody waits for a score that cannot come."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from flask import Blueprint, Response, abort, jsonify, render_template

from pi_referee.condition import read
from web.language import gettext
from web.pairing import may_play


def nothing() -> bytes:
    """No camera can be asked."""
    return b""


def camera(condition: Path | None, look: Callable[[], bytes]) -> Blueprint:
    """What the camera does, and what it sees.

    condition: the file in which the watching process keeps how it is. look: gives what it sees now as JPEG, empty if
    nobody can look.
    """
    blueprint = Blueprint("camera", __name__)

    @blueprint.get("/condition")
    def show() -> Response:
        """Tell what is wrong with the camera and what to do, in the reader's language; empty if nothing is."""
        what, cure, doing = (gettext(sentence) if sentence else "" for sentence in _said(condition))
        answer = jsonify(what=what, cure=f"{cure} {doing}".strip())
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @blueprint.get("/camera")
    def setting() -> Response:
        """Show what the camera sees, a few times a second, with advice."""
        return Response(render_template("camera.html"), headers={"Cache-Control": "no-store"})

    @blueprint.get("/preview.jpg")
    def preview() -> Response:
        """Send one look through the camera; only players may look into the room."""
        if not may_play():
            abort(403)
        picture = look()
        headers = {"Cache-Control": "no-store"}
        return Response(picture, 200 if picture else 503, headers=headers, mimetype="image/jpeg")

    return blueprint


def _said(condition: Path | None) -> tuple[str, str, str]:
    """What is wrong on the table, what to do, and what the referee does; the camera first, then any other trouble."""
    found = read(condition) if condition else None
    if found is None:
        return "", "", ""
    if found.is_by_hand:
        return found.fault, found.cure, found.doing
    return found.problem, found.problem_cure, ""
