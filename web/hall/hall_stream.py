"""The wall's live stream: everything at first, and then only the regions that are others."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from flask import Blueprint, Response, request, stream_with_context

from pi_referee.hall.club import Club
from web.live.event_stream import RETRY_AFTER, Seats, message

AT_ONCE = 0.25
"""Seconds between two messages at least: what happens at many tables meanwhile goes in one."""

_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_FULL = {"Retry-After": str(RETRY_AFTER), "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"}

Drawn = Callable[[], Mapping[str, Any]]
"""Draws a page's state in the reader's language; version: of the club, as it was drawn."""


def hall_stream(club: Club, seats: Seats, drawn: Drawn, may_play: Callable[[], bool], heartbeat: float) -> Blueprint:
    """The stream of the wall; heartbeat: the longest silence on it, in seconds."""
    blueprint = Blueprint("hall_stream", __name__)

    @blueprint.get("/events")
    def events() -> Response:
        """Send the wall, then whatever changes, for as long as the page is open; anew where rights are others."""
        could_play = may_play()
        return streamed(club, seats, drawn, lambda: may_play() == could_play, heartbeat)

    return blueprint


def streamed(club: Club, seats: Seats, drawn: Drawn, is_same: Callable[[], bool], heartbeat: float) -> Response:
    """A stream of a page's states, as long as something is the same; 503 where every seat is taken."""
    seat = seats.take(request.args.get("page", "")[:64])
    if seat is None:
        return Response("Too many pages are open. Ask again soon, or GET /state.\n", 503, _FULL)
    news = _news(club, drawn, lambda: seats.holds(seat) and is_same(), heartbeat)
    response = Response(stream_with_context(news), mimetype="text/event-stream", headers=_HEADERS)
    response.call_on_close(lambda: seats.leave(seat))
    return response


def _news(club: Club, drawn: Drawn, is_seated: Callable[[], bool], heartbeat: float) -> Iterator[str]:
    """All that one page is told. What changes with time alone is seen at the next heartbeat."""
    sent: dict[str, str] = {}
    yield "retry: 2000\n\n"
    while is_seated() and not club.is_closed:
        state = drawn()
        regions = {name: html for name, html in state["regions"].items() if sent.get(name) != html}
        if regions:
            sent.update(regions)
            yield message("table", json.dumps({**state, "regions": regions}, ensure_ascii=False), event_id=state["id"])
        else:
            yield message("beat", str(state["id"]))
        club.rest(AT_ONCE)
        club.wait(beyond=state["version"], seconds=heartbeat)
