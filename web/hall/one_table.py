"""A page for each table: its board and protocol as at the table itself, from what the hall has of its log."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request

from pi_referee.errors import RefereeError
from pi_referee.game_log.arrivals import Waited
from pi_referee.hall.club import Club, TableInHall
from pi_referee.hall.hall_store import HallStore
from pi_referee.protocol.checked_events import playable
from pi_referee.protocol.ground_words import ground_words
from web.game.game_page import Still
from web.game.table_state import Artist
from web.hall.hall_stream import streamed
from web.live.event_stream import Seats
from web.live.log_follower import Table
from web.phrasing.language import language_in_use
from web.security.inline_assets import AGAIN, BEGIN, STYLE

_MOST_KEPT = 64
"""Tables of which the newest game is kept folded: those that somebody looks at."""


class Watched:
    """The newest game of each table that somebody looks at, folded from what the hall has of it."""

    def __init__(self, store: HallStore, club: Club, look: str) -> None:
        """Nobody looks yet."""
        self._store, self._club, self._look = store, club, look
        self._lock = threading.Lock()
        self._known: dict[str, tuple[tuple[object, ...], Table, Artist, Still]] = {}

    def table(self, name: str) -> tuple[Table, Artist, Still]:
        """A table with what draws it; its game is None if none has begun, or it cannot be read. Ends in 404."""
        found = self._club.tables.get(name)
        if found is None:
            abort(404)
        mark = found.state.log, found.state.game, found.received.upto, found.unreadable
        with self._lock:
            known = self._known.pop(name, None)
            if known is None or known[0] != mark:
                artist, still = known[2:] if known else (Artist(self._look, _unknown), Still())
                known = mark, self._folded(found), artist, still
            self._known[name] = known
            for old in list(self._known)[:-_MOST_KEPT]:
                del self._known[old]
            return known[1:]

    def state(self, name: str) -> Mapping[str, Any]:
        """What a page of a table shows; without the photographs, which stay at the table."""
        table, artist, _ = self.table(name)
        state = dict(artist.state(table, may_tap=False))
        return {
            **state,
            "regions": {**_regions(state), **({"photo": ""} if table.game else {})},
            "version": self._club.version,
        }

    def _folded(self, found: TableInHall) -> Table:
        """The newest game, as far as no event before is lacking."""
        state, upto = found.state, found.received.upto
        if not state.game or state.game in found.unreadable:
            return Table(upto, state.game)
        events = self._store.game(found.name, state.log, state.game, upto=upto)
        try:
            playable(events)  # whatever a table tells, its page is drawn or says that it cannot be
            return Table(upto).after(events)
        except RefereeError:
            return Table(upto, state.game)


def _regions(state: Mapping[str, Any]) -> Mapping[str, str]:
    regions: Mapping[str, str] = state["regions"]
    return regions


def _unknown(_event: int) -> Waited:
    """Nobody in the hall knows how long ago something happened at a table."""
    return Waited(0.0, is_known=False)


def one_table(store: HallStore, club: Club, seats: Seats, look: str, heartbeat: float) -> Blueprint:
    """The page of a table, its stream, and what it asks for without one."""
    blueprint, watched = Blueprint("one_table", __name__, url_prefix="/tables"), Watched(store, club, look)

    @blueprint.get("/<name>")
    def show(name: str) -> Response:
        """Show a table's newest game, or why there is none."""
        table, _, still = watched.table(name)
        state = watched.state(name)
        if table.game is None:
            page = render_template("hall_waiting.html", table=club.tables[name])
        else:
            page = _page(club.tables[name], table, state, still)
        return Response(page, headers={"Cache-Control": "no-store"})

    @blueprint.get("/<name>/state")
    def state(name: str) -> Response:
        """Tell a page without a stream what is new to it, if anything is."""
        found = watched.state(name)
        is_known = request.args.get("since", default=-1, type=int) == found["id"]
        answer = Response(status=204) if is_known else jsonify(found)
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @blueprint.get("/<name>/events")
    def events(name: str) -> Response:
        """Send the table, then whatever changes, for as long as the page is open."""
        watched.table(name)
        return streamed(club, seats, lambda: watched.state(name), lambda: True, heartbeat)

    return blueprint


def _page(desk: TableInHall, table: Table, state: Mapping[str, Any], still: Still) -> str:
    """The whole page of a game, with nothing to tap."""
    game = table.game
    if game is None:
        abort(404)
    return render_template(
        "table.html",
        style=STYLE,
        again=AGAIN,
        begin=BEGIN,
        state=state,
        at=f"/tables/{desk.name}",
        desk=desk.state.title,
        rules=game.ruleset,
        edition=game.began.edition,
        still=still.of(game),
        words=ground_words(game.ruleset),
        is_spectator=True,
        language=language_in_use(),
    )
