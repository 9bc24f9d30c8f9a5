"""The page's live stream: the table as it is, then every event as it happens, by server-sent events."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, Response, request, stream_with_context

from pi_referee.errors import RefereeError
from pi_referee.game_log.events import to_json
from web.live.log_follower import Lookout, Table, View
from web.phrasing.phrases import explained

RETRY_AFTER = 5
"""Seconds after which a page that found every seat taken may ask again; until then it polls."""

_CATCH_UP = 1000
"""Longest list of missed events sent one by one; a page further behind gets the table only."""

_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

Drawn = Callable[[Table], Mapping[str, object]]
"""Draws a table in the reader's language, as one JSON object."""


class Seats:
    """The streams that may be open at once. A page that comes back gives up its old seat for the new one."""

    def __init__(self, count: int) -> None:
        """So many seats, all free."""
        self._count = count
        self._lock = threading.Lock()
        self._taken: dict[object, str] = {}

    def take(self, page: str) -> object | None:
        """A seat for the page of this name ("" has none); None if all are taken."""
        with self._lock:
            for old in [seat for seat, name in self._taken.items() if page and name == page]:
                del self._taken[old]
            if len(self._taken) >= self._count:
                return None
            seat = object()
            self._taken[seat] = page
            return seat

    @property
    def taken(self) -> int:
        """How many seats are taken."""
        return len(self._taken)

    def holds(self, seat: object) -> bool:
        """Whether this seat is still held; it is not once the same page has opened another stream."""
        with self._lock:
            return seat in self._taken

    def leave(self, seat: object) -> None:
        """Give a seat back; giving it back twice does no harm."""
        with self._lock:
            self._taken.pop(seat, None)


@dataclass(frozen=True, slots=True)
class Heard:
    """What a stream listens to besides the log.

    beside: another text whenever something beside the game has changed. may_play: whether the request's browser may.
    """

    beside: Callable[[], str]
    may_play: Callable[[], bool]


def stream(lookout: Lookout, seats: Seats, drawn: Drawn, heard: Heard, *, heartbeat: float) -> Blueprint:
    """The live stream; heartbeat is the longest silence on it, in seconds.

    It ends when the browser is put out or let in: the page comes back at once, with what it may do now.
    """
    blueprint = Blueprint("stream", __name__)

    @blueprint.get("/events")
    def events() -> Response:
        """Send the table, then whatever happens, for as long as the page is open."""
        seat = seats.take(request.args.get("page", "")[:64])
        lookout.stir()
        if seat is None:
            return Response("Too many pages are open. Ask again soon, or GET /state.\n", 503, _full_house())
        last = request.headers.get("Last-Event-ID", type=int)
        could_play = heard.may_play()
        seated = _while(lambda: seats.holds(seat), lambda: heard.may_play() == could_play)
        news = _news(lookout, seated, drawn, heard.beside, last=last, heartbeat=heartbeat)
        response = Response(stream_with_context(news), mimetype="text/event-stream", headers=_HEADERS)
        response.call_on_close(lambda: seats.leave(seat))
        return response

    return blueprint


def message(kind: str, body: str, *, event_id: int | None = None) -> str:
    """One server-sent event; body is one line of JSON."""
    number = "" if event_id is None else f"id: {event_id}\n"
    return f"{number}event: {kind}\ndata: {body}\n\n"


def _full_house() -> dict[str, str]:
    """The headers that send a page away for a while."""
    return {"Retry-After": str(RETRY_AFTER), "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"}


def _while(*conditions: Callable[[], bool]) -> Callable[[], bool]:
    """Whether all of it holds still."""
    return lambda: all(condition() for condition in conditions)


def _news(
    lookout: Lookout,
    seated: Callable[[], bool],
    drawn: Drawn,
    beside: Callable[[], str],
    *,
    last: int | None,
    heartbeat: float,
) -> Iterator[str]:
    """All that one page is told, until it is shut down or has lost its seat."""
    known, last_mark = 0, ""
    with suppress(RefereeError):  # trouble is part of the view
        lookout.look()
    yield "retry: 2000\n\n"
    while seated() and not lookout.is_closed:
        mark = last_mark
        view = lookout.wait(beyond=known, timeout=heartbeat, unless=_other(mark, beside, seated))
        if (view.count, last_mark := beside()) == (known, mark):
            yield message("beat", str(view.table.newest))
            continue
        yield from _changes(lookout, view, drawn, last)
        known, last = view.count, view.table.newest


def _other(mark: str, beside: Callable[[], str], seated: Callable[[], bool]) -> Callable[[], bool]:
    """Whether there is something to tell that stands in no log: another mark, or that the seat is lost."""
    return lambda: beside() != mark or not seated()


def _changes(lookout: Lookout, view: View, drawn: Drawn, last: int | None) -> Iterator[str]:
    """What is new in a view for a page that saw the event `last` (None: it saw nothing yet)."""
    if view.trouble is not None:
        yield message("trouble", json.dumps(explained(view.trouble), ensure_ascii=False))
        return
    newest = view.table.newest
    if last is not None and newest - _CATCH_UP <= last < newest:
        with suppress(RefereeError):  # the table itself follows, and the next look tells what is wrong
            for event in lookout.missed(after=last, until=newest):
                yield message("happened", to_json(event), event_id=event.id)
    yield message("table", json.dumps(drawn(view.table), ensure_ascii=False), event_id=newest)
