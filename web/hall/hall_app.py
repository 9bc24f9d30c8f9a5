"""Puts the hall's page together from its parts; who is let in is told as for a table's page."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from flask import Blueprint, Flask, Response, jsonify, request
from werkzeug.http import parse_cookie

from pi_referee import __version__
from pi_referee.hall.club import Club
from pi_referee.hall.game_results import Results
from pi_referee.hall.hall_store import HallStore
from pi_referee.iso_times import now
from web.connections import LARGEST_BODY
from web.hall.evening_pages import LARGEST_PAIRINGS, PAIRINGS, evening_forms, evening_pages
from web.hall.hall_stream import hall_stream
from web.hall.one_table import one_table
from web.hall.wall import Wall
from web.hall.wall_page import wall_page
from web.live.event_stream import Seats
from web.page_frame import LARGEST_FORM, Frame, framed
from web.phrasing.language import language_page
from web.security.keys import Keys, NoDoorbell
from web.security.pairing import KEY_COOKIE, pairing


@dataclass(frozen=True, slots=True)
class HallHouse:
    """What the page needs to know of the hall it stands in; as web.app.House for a table."""

    home: Path
    names: frozenset[str] = frozenset({"localhost"})
    streams: int = 32
    heartbeat: float = 10.0
    now: Callable[[], str] = field(default=now)
    clock: Callable[[], float] = time.monotonic
    is_open: bool = True

    def keys(self) -> Keys:
        """Who may set pairings and begin evenings here."""
        return Keys(self.home / "hall-paired.json", self.clock, NoDoorbell(), self.now)


def create_hall(store: HallStore, club: Club, house: HallHouse) -> Flask:
    """The page over what the hall knows."""
    app = Flask("web")
    keys = house.keys()
    look = framed(app, Frame(house.names, keys, house.is_open, lambda: _largest(keys), is_hall=True))
    app.extensions[LARGEST_BODY] = lambda path, cookies: _largest_body(keys, path, cookies)
    wall, seats, results = Wall(club, look, keys, house.clock), Seats(house.streams), Results(store, club)
    app.register_blueprint(wall_page(club, wall))
    app.register_blueprint(
        hall_stream(club, seats, wall.state, lambda: keys.knows(request.cookies.get(KEY_COOKIE, "")), house.heartbeat)
    )
    app.register_blueprint(one_table(store, club, seats, look, house.heartbeat))
    app.register_blueprint(evening_pages(store, club, results))
    app.register_blueprint(evening_forms(store, club))
    app.register_blueprint(hall_health(club, seats))
    app.register_blueprint(pairing(keys, house.now, club.stir))
    app.register_blueprint(language_page())
    return app


def _largest(keys: Keys) -> int:
    """Bytes this request's form may have: a league's pairings only from a browser that may hand them in."""
    hands_in = request.endpoint == "evening_forms.hand_in" and keys.knows(request.cookies.get(KEY_COOKIE, ""))
    return LARGEST_PAIRINGS if hands_in else LARGEST_FORM


def _largest_body(keys: Keys, path: str, cookies: str) -> int:
    """Bytes taken in at all of a request: twice what it may have, so that a page of ours says what is wrong."""
    hands_in = path == PAIRINGS and keys.knows(parse_cookie(cookies).get(KEY_COOKIE, ""))
    return 2 * (LARGEST_PAIRINGS if hands_in else LARGEST_FORM)


def hall_health(club: Club, seats: Seats) -> Blueprint:
    """One address for whoever watches over the server."""
    blueprint = Blueprint("health", __name__)

    @blueprint.get("/healthz")
    def healthz() -> Response:
        """Say that we are here, and how it stands with the broker."""
        return jsonify(
            status="ok", version=__version__, broker=club.trouble or "ok", tables=len(club.tables), streams=seats.taken
        )

    return blueprint
