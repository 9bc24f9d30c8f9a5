"""How the camera is, so that nobody waits for a score that cannot come; what it sees; where the board's corners are."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from pi_referee.gettext_mark import say
from pi_referee.protocol.ground_words import ON_A_BOARD, GroundWords, ground_words
from pi_referee.table_link import corners
from pi_referee.table_link.corners import Corners, Points
from pi_referee.table_link.status import read
from pi_referee.table_link.table_messages import Advice, Glimpse
from web.live.has_camera import has_camera
from web.live.log_follower import Lookout
from web.live.table_client import Sightline
from web.phrasing.language import gettext
from web.security.pairing import may_play

SEEN = "Referee-Sees"
"""The header beside a picture that tells what the eye found in it, as JSON."""

MOST_SQUARES = 6
"""How many squares a piece of advice names."""

_BOARD: Mapping[str, str] = {
    "kept": say("The board is found. Your corners are kept for when it is not."),
    "used": say("Your corners are in use: the board is read between them."),
    "unfit": say("The board has left your corners, so they are not used: show them again, or forget them."),
}


def camera(lookout: Lookout, condition: Path | None, shown: Path, line: Sightline) -> Blueprint:
    """What the camera does, and what it sees.

    condition: the file in which the watching process keeps how it is. shown: the file of the corners that were shown.
    line: the way to look.
    """
    blueprint = Blueprint("camera", __name__)

    @blueprint.get("/condition")
    def show() -> Response:
        """Tell what is wrong with the camera and what to do, in the reader's language; empty if nothing is."""
        what, cure, doing = (gettext(sentence) if sentence else "" for sentence in _said(condition))
        said = {"what": what, "cure": f"{cure} {doing}".strip(), "calm": not has_camera()}
        answer = jsonify(**said, corners=_corners_in_words(condition, shown))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @blueprint.get("/camera")
    def setting() -> Response:
        """Show what the camera sees, a few times a second, with advice."""
        table = lookout.look()
        wanted = table.game.ruleset.title if table.game else ""
        return _page(corners.read(shown), words=_words(lookout), wanted=wanted)

    @blueprint.get("/preview.jpg")
    def preview() -> Response:
        """Send one look through the camera; only players may look into the room."""
        if not may_play():
            abort(403)
        glimpse, picture = line.look()
        headers = {"Cache-Control": "no-store", SEEN: json.dumps(_in_words(glimpse, _words(lookout)))}
        return Response(picture, 200 if picture else 503, headers=headers, mimetype="image/jpeg")

    return blueprint


def showing(shown: Path, now: Callable[[], str]) -> Blueprint:
    """What players say about the board's corners, kept in a file; now tells the time, ISO."""
    blueprint = Blueprint("showing", __name__)

    @blueprint.post("/corners")
    def keep() -> Answer:
        """Keep the corners; those that cannot be a board's come back with the reason."""
        sent = Corners(_points(request.form.get("corners", "")), request.form.get("when") == "always", now())
        if not corners.is_board(sent.points):
            what = gettext("A board cannot lie like that. Drag each corner to its own corner of the board.")
            return _page(sent, complaint=what)
        try:
            corners.keep(sent, shown)
        except OSError:
            return _page(
                sent, complaint=gettext("The corners cannot be kept: the disk is full, or may not be written to.")
            )
        return redirect("/camera", code=303)

    @blueprint.post("/corners/forgotten")
    def forget() -> Answer:
        """Let the eye seek the board by itself again."""
        try:
            corners.forget(shown)
        except OSError:
            what = gettext("The corners cannot be forgotten: the disk may not be written to.")
            return _page(corners.read(shown), complaint=what)
        return redirect("/camera", code=303)

    return blueprint


def _said(condition: Path | None) -> tuple[str, str, str]:
    """What is wrong on the table, what to do, and what the referee does; the camera first, then any other trouble."""
    found = read(condition) if condition else None
    if found is None:
        return "", "", ""
    if found.is_by_hand:
        return found.fault, found.cure, found.doing
    return found.problem, found.problem_cure, ""


def _corners_in_words(condition: Path | None, shown: Path) -> str:
    """Whether the newest look was taken between corners that somebody has shown, or could not be; "" if neither."""
    found = read(condition) if condition and corners.read(shown) else None
    return gettext(_BOARD[found.corners]) if found and found.corners in {"used", "unfit"} else ""


def _words(lookout: Lookout) -> GroundWords:
    """The words of what is being played on; of a board as long as there is no game."""
    game = lookout.look().game
    return ON_A_BOARD if game is None else ground_words(game.ruleset)


def _page(kept: Corners | None, *, complaint: str = "", words: GroundWords = ON_A_BOARD, wanted: str = "") -> Response:
    """The page of the camera, with the corners that were shown or are being shown; wanted: the game it looks for."""
    points = "" if kept is None else " ".join(f"{across:.5f},{down:.5f}" for across, down in kept.points)
    page = render_template(
        "camera.html",
        kept=kept,
        points=points,
        complaint=complaint,
        words=words,
        wanted=wanted,
        has_corners=words.ground == ON_A_BOARD.ground,
    )
    return Response(page, 422 if complaint else 200, headers={"Cache-Control": "no-store"})


def _points(text: str) -> Points:
    """Four corners, as "0.1,0.1 0.9,0.1 0.9,0.9 0.1,0.9". Ends in 400 for anything else."""
    try:
        first, second, third, fourth = (pair.split(",") for pair in text.split())
        found = [(float(across), float(down)) for across, down in (first, second, third, fourth)]
    except ValueError:
        abort(400)
    return found[0], found[1], found[2], found[3]


def _in_words(glimpse: Glimpse, words: GroundWords) -> dict[str, object]:
    """What the eye found, in the reader's language."""
    board = (_BOARD.get(glimpse.corners) or words.found) if glimpse.outline else glimpse.says
    advice = glimpse.advice
    return {
        "outline": glimpse.outline,
        "corners": glimpse.corners,
        "board": gettext(board) if board else "",
        "cure": gettext(glimpse.cure) if glimpse.cure else "",
        "advice": None if advice is None else [_advised(one) for one in advice],
    }


def _advised(advice: Advice) -> str:
    """One thing to do about light or camera, with the first squares it is about."""
    squares = ", ".join(advice.squares[:MOST_SQUARES])
    parts = (gettext(advice.says), f"({squares})" if squares else "", gettext(advice.cure) if advice.cure else "")
    return " ".join(part for part in parts if part)
