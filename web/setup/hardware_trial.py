"""Trying button and lamp: the lamp shows its patterns one after another, and the page tells when somebody pressed."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Response, abort, jsonify, redirect, render_template
from werkzeug.wrappers import Response as Answer

from pi_referee.gettext_mark import say
from web.live.table_client import Sightline
from web.security.pairing import may_play

LIGHTS: Mapping[str, str] = {
    "READY": say("steady: lay a word and press"),
    "LOOKING": say("quick flicker: the referee looks"),
    "RULED": say("two blinks, then steady: the play is written down"),
    "QUESTION": say("slow blinking: a question waits on the page"),
    "FALLEN": say("three short blinks, then long ones: the play fell"),
    "FAULT": say("two short blinks and a pause: look at the page"),
    "GOODBYE": say("one blink, then dark: the machine switches off"),
}
"""What each pattern of the lamp says, in the order of the trial."""


def trying(line: Sightline) -> Blueprint:
    """The page of the trial."""
    blueprint = Blueprint("trying", __name__)

    @blueprint.get("/trial")
    def show() -> Response:
        """Show the lamp's patterns, and how the trial stands."""
        page = render_template("trial.html", lights=LIGHTS, trial=line.tried() if may_play() else None)
        return Response(page, headers={"Cache-Control": "no-store"})

    @blueprint.get("/trial/state")
    def state() -> Response:
        """Tell which pattern is being shown, and whether the button was pressed."""
        if not may_play():
            abort(403)
        trial = line.tried()
        answer = jsonify(light=trial.light, pressed=trial.is_pressed, there=trial.is_there)
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @blueprint.post("/trial")
    def begin() -> Answer:
        """Let the lamp show its patterns."""
        line.try_out()
        return redirect("/trial", code=303)

    return blueprint
