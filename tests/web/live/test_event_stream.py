"""The live stream tells every page everything, once, and never stands in anybody's way."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pi_referee.rules.course.happenings import Passed
from tests.programs import PATIENCE, until
from web.live.event_stream import Seats

if TYPE_CHECKING:
    from tests.web.conftest import Site, Writer


@dataclass(frozen=True)
class News:
    """One message of the stream."""

    kind: str
    body: Any
    id: int | None


@dataclass(frozen=True)
class Listener:
    """A page that listens to the stream, line by line."""

    answer: http.client.HTTPResponse

    def next(self, *, skip: str = "beat") -> News:
        """The next message that is not of the kind to be skipped."""
        while True:
            news = self._read()
            if news.kind not in {skip, ""}:
                return news

    def _read(self) -> News:
        """The next message, whatever it is; one without a kind where the stream says nothing else."""
        fields: dict[str, str] = {}
        while line := self.answer.readline().decode():
            if line == "\n":
                break
            name, _, value = line.rstrip("\n").partition(": ")
            fields[name] = value
        else:
            raise EOFError("the stream has ended")
        number = fields.get("id")
        return News(fields.get("event", ""), json.loads(fields.get("data", "null")), number and int(number))  # type: ignore[arg-type]  # an id is a number


@contextmanager
def listening(site: Site, path: str = "/events", **headers: str) -> Iterator[Listener]:
    """Open the stream for a while."""
    with closing(http.client.HTTPConnection(urlsplit(site.address).netloc, timeout=PATIENCE)) as connection:
        connection.request("GET", path, headers=headers)
        with connection.getresponse() as answer:  # it holds the socket open beyond its connection
            yield Listener(answer)


def status(site: Site, path: str) -> tuple[int, str | None]:
    """How an address is answered: status, and how long to wait if it says so."""
    with closing(http.client.HTTPConnection(urlsplit(site.address).netloc, timeout=PATIENCE)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.headers["Retry-After"]


def seats_taken(site: Site) -> int:
    """How many streams the server believes to be open."""
    with closing(http.client.HTTPConnection(urlsplit(site.address).netloc, timeout=PATIENCE)) as connection:
        connection.request("GET", "/healthz")
        return int(json.loads(connection.getresponse().read())["streams"])


def test_a_new_page_is_given_the_table_first(site: Site, writer: Writer) -> None:
    """Whoever opens the stream knows at once how the game stands."""
    writer.begin()
    writer.lay("I9 > LÅTA")

    with listening(site) as page:
        news = page.next()

    assert ("table", 2, {"Anna": 8, "Björn": 0}) == (news.kind, news.id, news.body["totals"])


def test_what_happens_is_told_as_it_happens(site: Site, writer: Writer) -> None:
    """Each event comes by itself, with its id, and the table after it."""
    writer.begin()
    with listening(site) as page:
        page.next()
        writer.tell(Passed())
        told = [page.next(), page.next()]

    assert [("happened", 2), ("table", 2)] == [(news.kind, news.id) for news in told]
    assert told[0].body["kind"] == "passed"


def test_a_page_that_slept_catches_up_exactly(site: Site, writer: Writer) -> None:
    """A tablet that saw event 2 is told of 3, 4 and 5, then of the table: nothing twice, nothing left out."""
    writer.begin()
    for _ in range(4):
        writer.tell(Passed())

    with listening(site, **{"Last-Event-ID": "2"}) as page:
        told = [page.next() for _ in range(4)]

    assert [("happened", 3), ("happened", 4), ("happened", 5), ("table", 5)] == [(news.kind, news.id) for news in told]


def test_catching_up_leads_from_one_game_into_the_next(site: Site, writer: Writer) -> None:
    """Who slept through the beginning of a new game is told of it."""
    writer.begin()
    writer.tell(Passed())
    writer.begin()

    with listening(site, **{"Last-Event-ID": "1"}) as page:
        told = [page.next() for _ in range(3)]

    assert ["passed", "game_began"] == [news.body["kind"] for news in told[:2]]


def test_a_page_from_the_future_is_given_the_table(site: Site, writer: Writer) -> None:
    """After an older backup was put back, a page that saw more is simply shown what is."""
    writer.begin()

    with listening(site, **{"Last-Event-ID": "99"}) as page:
        assert page.next().kind == "table"


def test_a_quiet_stream_beats(site: Site, writer: Writer) -> None:
    """When nothing happens the stream says so, that a page may know it is still there."""
    writer.begin()

    with listening(site) as page:
        assert ("beat", 1) == ((news := page.next(skip="table")).kind, news.body)


def test_the_streams_are_counted_and_health_answers_all_the_same(site: Site, writer: Writer) -> None:
    """With every seat taken the next page is sent away for a while, and everything else still answers."""
    writer.begin()
    with listening(site) as one, listening(site) as two, listening(site) as three:
        assert ["table"] * 3 == [page.next().kind for page in (one, two, three)]

        assert status(site, "/events") == (503, "5")
        assert [200] * 3 == [status(site, path)[0] for path in ("/healthz", "/", "/state?since=0")]


def test_a_seat_is_free_again_when_its_page_is_gone(site: Site, writer: Writer) -> None:
    """A tablet that vanishes gives its place to another, at the second beat at the latest."""
    writer.begin()
    for _ in range(3):
        with listening(site) as page:
            page.next()

    def are_free() -> bool:
        writer.tell(Passed())  # the server notices a closed stream when it writes
        return not seats_taken(site)

    until(are_free)


def test_a_page_that_comes_back_takes_its_own_seat(site: Site, writer: Writer) -> None:
    """Waking up again and again, a tablet never takes more than one place."""
    writer.begin()
    with listening(site, "/events?page=a") as one:
        assert one.next().kind == "table"  # before the next comes: who gave up its seat is told nothing more
        with listening(site, "/events?page=a") as two, listening(site, "/events?page=a") as three:
            assert three.next().kind == "table"
            assert one.answer.read().decode().count("event: table") == 0
            assert two.answer.read() is not None  # it has ended
            assert status(site, "/events?page=b")[0] == 200


def test_trouble_with_the_log_is_told_and_ends(site: Site, writer: Writer, home: Path) -> None:
    """When the log disappears every page hears of it in words; when it is back the table comes again."""
    writer.begin()
    with listening(site) as page:
        page.next()
        (home / "games.sqlite").rename(home / "away")
        lost = page.next()
        (home / "away").rename(home / "games.sqlite")
        found = page.next()

    assert ("trouble", "The log is gone.") == (lost.kind, lost.body["what"])
    assert ("table", 1) == (found.kind, found.id)


def test_streams_end_when_the_server_stops(site: Site, writer: Writer) -> None:
    """A server that is told to stop does not wait for sleeping tablets."""
    writer.begin()
    with listening(site) as page:
        page.next()
        site.lookout.close()

        assert page.answer.read() is not None


def test_seats_are_given_back_once() -> None:
    """Leaving twice frees one seat, not two."""
    seats = Seats(2)
    first, second = seats.take(""), seats.take("")
    seats.leave(first)
    seats.leave(first)

    assert seats.take("") is not None
    assert (None, True) == (seats.take(""), seats.holds(second))
