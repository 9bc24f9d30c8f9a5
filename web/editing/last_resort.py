"""When a page fails for what was written last: that can be undone right there, so that the evening goes on."""

from __future__ import annotations

from flask import Flask, render_template
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import InternalServerError

from pi_referee.errors import RefereeError
from pi_referee.protocol.origins import newest_step
from web.error_pages import in_words
from web.live.log_follower import Lookout
from web.security.pairing import may_play


def offer_undoing(app: Flask, lookout: Lookout) -> None:
    """Have a page that made a mistake offer to undo the newest step of the newest game."""

    @app.errorhandler(InternalServerError)
    def failed(_: InternalServerError) -> ResponseReturnValue:
        """The game is safe, but may hold what no page can draw."""
        heading, what, cure = in_words(500)
        newest = _newest(lookout) if may_play() else None
        return render_template("trouble.html", heading=heading, what=what, cure=cure, newest=newest), 500


def _newest(lookout: Lookout) -> dict[str, int] | None:
    """The newest game's number and the newest event of it that can be undone; None if there is none."""
    try:
        table = lookout.look()
    except RefereeError:
        return None
    step = newest_step(table.events)
    return {"game": table.number, "event": step[-1].id} if step else None
