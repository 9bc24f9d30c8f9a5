"""Whether the page's server is alive; answered without touching the disk or waiting for anybody."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from pi_referee import __version__
from web.live.event_stream import Seats
from web.live.log_follower import Lookout


def health(lookout: Lookout, seats: Seats) -> Blueprint:
    """One address for whoever watches over the server."""
    blueprint = Blueprint("health", __name__)

    @blueprint.get("/healthz")
    def healthz() -> Response:
        """Say that we are here, and what was seen of the log last."""
        view = lookout.view
        return jsonify(
            status="ok",
            version=__version__,
            log="ok" if view.trouble is None else str(view.trouble),
            newest=view.table.newest,
            streams=seats.taken,
        )

    return blueprint
