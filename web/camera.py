"""How the camera is, so that nobody waits for a score that cannot come."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, jsonify

from pi_referee.condition import read
from web.language import gettext


def camera(condition: Path | None) -> Blueprint:
    """One address that a page asks now and then; condition: the file in which the watching process keeps it."""
    blueprint = Blueprint("camera", __name__)

    @blueprint.get("/condition")
    def show() -> Response:
        """Tell what is wrong with the camera and what to do, in the reader's language; empty if nothing is."""
        found = read(condition) if condition else None
        fault, cure = (found.fault, found.cure) if found and found.is_by_hand else ("", "")
        answer = jsonify(what=gettext(fault) if fault else "", cure=gettext(cure) if cure else "")
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return blueprint
