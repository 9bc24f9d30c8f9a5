"""The chess clock on the page: whose time passes, pauses, more time, and minutes beyond written down by themselves."""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

from pi_referee.game_log.event_store import Ledger
from pi_referee.process.lone_lock import LoneLock
from pi_referee.rules.course.asides import ClockPaused, ClockResumed, RanOver, TimeGiven
from pi_referee.rules.course.happenings import Ended, Happening, Passed
from web.game.chess_clock import TIMEKEEPER, Timekeeper, left
from web.live.log_follower import Lookout
from web.live.log_writer import Scribe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient

    from tests.web.conftest import Later, Opened, Writer

HERE = {"Origin": "http://localhost"}


@pytest.fixture
def writer(writer: Writer) -> Writer:
    """Anna and Björn have two minutes each."""
    writer.begin(**{"clock.seconds": "120", "clock.increment": "10"})
    return writer


def face(client: FlaskClient) -> dict[str, Any]:
    """The clock as a page gets it."""
    told = client.get("/state").json
    assert told is not None
    chess: dict[str, Any] = told["clock"]["chess"]
    return chess


def tell(client: FlaskClient, **fields: str) -> int:
    """Send a form of the clock that was just opened; the status of the answer."""
    given = re.search(r'name="given" value="([^"]*)"', client.get("/").text)
    cookie = client.get_cookie("referee")
    assert cookie is not None
    form = {"token": cookie.value, "game": "1", "given": given[1] if given else ""}
    return client.post("/clock", data={**form, **fields}, headers=HERE).status_code


def wait(client: FlaskClient, later: Later, seconds: float) -> None:
    """Time passes at the table; what was told before has come to the page's notice."""
    client.get("/state")
    later.ahead += seconds


def told_at(writer: Writer, clock: str, *happenings: Happening) -> None:
    """Somebody tells something, at a time of the day."""
    for happening in happenings:
        at = f"2026-11-20T{clock}+00:00"
        writer.ledger.append(happening, at=at, after=writer.ledger.newest())


def times(scribe: Scribe) -> tuple[int, ...]:
    """Whole seconds that each player has left, once the clock was looked at."""
    Timekeeper(scribe).tick()
    return tuple(round(seconds) for seconds in left(scribe.lookout.look(), scribe.lookout.since).values())


class Hand:
    """A clock that only a test moves."""

    seconds = 5000.0

    def __call__(self) -> float:
        """Seconds."""
        return self.seconds


@pytest.fixture
def hand() -> Hand:
    """The clock by which the page's programs count."""
    return Hand()


@pytest.fixture
def programs(home: Path, hand: Hand) -> Iterator[Callable[[], Scribe]]:
    """Starts the page's program, again and again, each time on the evening after."""
    with ExitStack() as all_of_it:

        def start() -> Scribe:
            logs = [all_of_it.enter_context(Ledger(home / "games.sqlite")) for _ in range(2)]
            lookout = Lookout(logs[0], clock=hand)
            all_of_it.callback(lookout.close)
            lookout.look()
            return Scribe(logs[1], lookout, lambda: "2026-11-21T19:00:00+00:00")

        yield start


def test_a_turn_counts_only_what_was_seen_of_it(writer: Writer, hand: Hand, programs: Callable[[], Scribe]) -> None:
    """A turn begun before the program costs what passed since its start, now and after each later start."""
    told_at(writer, "20:00:00", ClockResumed())
    told_at(writer, "20:00:50", Passed())
    first = programs()
    hand.seconds += 20
    assert times(first) == (80, 120)
    hand.seconds += 30
    assert times(first) == (80, 90)
    writer.ledger.append(Passed(), at="2026-11-21T19:00:30+00:00", after=writer.ledger.newest())
    assert times(first) == (80, 100)
    assert times(programs()) == (80, 100)
    assert [type(event.happening) for event in writer.ledger.since(3)] == [ClockResumed, Passed, ClockResumed]


def test_of_a_page_that_is_served_twice_one_program_keeps_the_time(
    home: Path, writer: Writer, hand: Hand, programs: Callable[[], Scribe]
) -> None:
    """A second one takes up no clock that the first keeps: what that saw pass would be forgotten. Later it does."""
    with LoneLock(home / "time.lock") as one, LoneLock(home / "time.lock") as other:
        first = Timekeeper(programs(), one.is_mine)
        first.tick()
        told_at(writer, "20:00:00", ClockResumed())
        first.tick()
        hand.seconds += 20
        second = Timekeeper(programs(), other.is_mine)
        second.tick()
        assert writer.ledger.newest() == 2
        one.__exit__(None, None, None)
        second.tick()
    assert [type(event.happening) for event in writer.ledger.since(2)] == [ClockResumed]


def test_a_turn_that_ends_at_once_counts_nothing(writer: Writer, programs: Callable[[], Scribe]) -> None:
    """Whoever presses before the clock was looked at pays for no night either."""
    told_at(writer, "20:00:00", ClockResumed())
    page = programs()
    writer.ledger.append(Passed(), at="2026-11-21T19:00:01+00:00", after=writer.ledger.newest())

    assert times(page) == (130, 120)


def test_a_clock_that_was_set_costs_nobody_points(writer: Writer, programs: Callable[[], Scribe]) -> None:
    """What the log's times tell beyond the time, and no program wrote down as it passed, was a jump of the clock."""
    told_at(writer, "20:00:00", ClockResumed())
    told_at(writer, "20:40:00", Passed())
    told_at(writer, "20:43:00", RanOver("Björn", 1))
    told_at(writer, "20:59:00", Passed())

    page = programs()
    assert [times(page) for _ in range(3)] == [(0, -59)] * 3
    assert isinstance(writer.ledger.since(5)[-1].happening, ClockResumed)


def test_a_jump_that_was_seen_costs_nobody_after_a_later_start(
    writer: Writer, hand: Hand, programs: Callable[[], Scribe]
) -> None:
    """A Pi learns the time in mid-turn: what its log's times then tell of that turn is no time that passed."""
    page = programs()
    told_at(writer, "20:00:00", ClockResumed())
    times(page)
    hand.seconds += 20
    assert times(page) == (120, 120), "set ahead to the next evening"
    hand.seconds += 30
    assert times(page) == (90, 120)
    writer.ledger.append(Passed(), at="2026-11-21T19:00:30+00:00", after=writer.ledger.newest())

    assert times(page) == times(programs()) == (100, 120)
    assert [type(event.happening) for event in writer.ledger.since(2)] == [ClockResumed, Passed, ClockResumed]


def test_a_game_gone_on_with_keeps_its_time(
    client: FlaskClient, writer: Writer, hand: Hand, programs: Callable[[], Scribe]
) -> None:
    """It counts as it did, stands until a turn is taken, and is the same after the program was started anew."""
    told_at(writer, "20:00:00", ClockResumed())
    told_at(writer, "20:00:50", Passed())
    told_at(writer, "20:01:10", Passed())
    page = programs()
    told_at(writer, "21:00:00", writer.game.began)
    assert times(page) == (120, 120)
    client.get("/")
    cookie = client.get_cookie("referee")
    assert cookie is not None
    assert client.post("/resumed", data={"token": cookie.value, "game": "1"}, headers=HERE).status_code == 303

    assert times(page) == (80, 110)
    hand.seconds += 600
    assert times(page) == (80, 110)
    assert times(programs()) == (80, 110)
    writer.ledger.append(Passed(), at="2026-11-21T19:00:00+00:00", after=writer.ledger.newest())
    times(page)
    hand.seconds += 30
    assert times(page) == (90, 80)


def test_minutes_that_were_seen_stay_used(writer: Writer, programs: Callable[[], Scribe]) -> None:
    """Time that ran out before the program began anew stays over, however long it was."""
    told_at(writer, "01:00:00", ClockResumed())
    for minute in range(300):
        told_at(writer, f"{1 + (minute + 2) // 60:02}:{(minute + 2) % 60:02}:00", RanOver("Anna", minute + 1))

    assert times(programs()) == (-299 * 60, 120)


def test_time_passes_for_whoever_is_on_turn(client: FlaskClient, writer: Writer, later: Later) -> None:
    """It stands until it is started; then each turn takes its player's time, and adds what was agreed."""
    assert face(client) == {"left": [120, 120], "runs": -1}
    tell(client, clock="start")
    wait(client, later, 30)
    writer.tell(Passed())

    assert face(client) == {"left": [pytest.approx(100, abs=8), pytest.approx(120, abs=8)], "runs": 1}
    wait(client, later, 20)
    assert face(client)["left"][1] == pytest.approx(100, abs=8)


def test_the_clock_stands_while_it_is_stopped(client: FlaskClient, writer: Writer, later: Later) -> None:
    """Dinner takes nobody's time; a second tap on the same button is none."""
    tell(client, clock="start")
    for _ in range(2):
        tell(client, clock="stop")
    wait(client, later, 3600)

    assert face(client) == {"left": [pytest.approx(120, abs=8), 120], "runs": -1}
    assert [event.happening for event in writer.ledger.since(1)] == [ClockResumed(), ClockPaused()]


def test_each_minute_beyond_is_written_down(app: Flask, client: FlaskClient, writer: Writer, later: Later) -> None:
    """Whether or not a page is open; it costs points, ends nothing, and more time forgives it."""
    tell(client, clock="start")
    for ahead in (119, 2, 30, 60):
        wait(client, later, ahead)
        app.extensions[TIMEKEEPER].tick()
    assert [event.happening for event in writer.ledger.since(2)] == [RanOver("Anna", 1), RanOver("Anna", 2)]
    page = client.get("/").text
    assert "The time of Anna is over." in page
    assert (writer.game.totals["Anna"], writer.game.on_turn) == (-20, "Anna")

    assert tell(client, clock="give", player="Anna", minutes="5") == 303
    app.extensions[TIMEKEEPER].tick()
    assert [type(event.happening) for event in writer.ledger.since(4)] == [TimeGiven]
    assert writer.game.totals["Anna"] == 0


def test_one_gift_puts_a_forgotten_clock_right(client: FlaskClient, writer: Writer, later: Later, app: Flask) -> None:
    """Whoever is over has so much from now on as was given, however long it was; whoever is not has so much more."""
    tell(client, clock="start")
    wait(client, later, 12 * 3600)
    app.extensions[TIMEKEEPER].tick()
    assert writer.game.totals["Anna"] < -7000
    for player in ("Anna", "Björn"):
        assert tell(client, clock="give", player=player, minutes="5") == 303
        app.extensions[TIMEKEEPER].tick()

    assert face(client)["left"] == [pytest.approx(300, abs=8), 420]
    assert (writer.game.totals["Anna"], writer.ledger.newest()) == (0, 5)


def test_time_is_given_once(client: FlaskClient, writer: Writer) -> None:
    """A second tap on the same form, or a page that has not heard of the first, gives no time once more."""
    wish = {"clock": "give", "player": "Anna", "minutes": "5", "given": "0"}

    assert [tell(client, **wish) for _ in range(2)] == [303, 409]
    assert writer.ledger.newest() == 2


def test_overtime_stands_on_the_finished_protocol(client: FlaskClient, writer: Writer) -> None:
    """What it cost is told beside the total."""
    writer.begin(game="scrabble-en", **{"clock.seconds": "120"})
    for told in (Passed(), RanOver("Anna", 1), Ended()):
        writer.tell(told)
    page = client.get("/games/2").text

    assert "Overtime" in page
    assert '<span class="note">time −10</span></span><span class="gain minus">−10</span>' in page
    assert "<td>−10</td><td><b>−10</b></td>" in page
    assert "(time) -10 -10" in client.get("/games/2/protocol.gcg").text


@pytest.mark.parametrize(
    "fields",
    [{"clock": "give", "player": "Cilla", "minutes": "5"}, {"clock": "give", "player": "Anna"}, {"clock": "?"}],
)
def test_what_makes_no_sense_changes_nothing(client: FlaskClient, writer: Writer, fields: dict[str, str]) -> None:
    """Time for a stranger, none at all, or a wish that is none."""
    assert tell(client, **fields) == 400
    assert writer.ledger.newest() == 1


@pytest.mark.browser
def test_the_clock_runs_on_the_page(opened: Opened, writer: Writer, later: Later) -> None:
    """The times are in the players' cards, on the wall in large; whoever is over time is marked."""
    page = opened()
    page.get_by_text("2:00").nth(1).wait_for()
    page.get_by_role("button", name="Start the clock").click()
    page.get_by_role("button", name="Stop the clock").wait_for()
    later.ahead += 125
    page.goto(f"{page.url}look")
    over = page.locator(".left-time.over")
    over.wait_for()

    assert over.inner_text().startswith("−0:0")
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.left-time')).fontSize)") >= 1080 * 0.05
