"""Good manners: a clock for the turn, a screen that only looks, an address to point at, and how the camera is."""

from __future__ import annotations

import socket
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient

from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.course.happenings import GameBegan, Question, TimedOut
from pi_referee.table_link.status import Condition, keep
from pi_referee.table_link.table_messages import Glimpse
from web import House
from web.live.table_client import Blind
from web.security.pairing import KEY_COOKIE

if TYPE_CHECKING:
    from tests.web.conftest import Built, Later, Opened, Writer

HERE = {"Origin": "http://localhost"}


class Seeing(Blind):
    """A camera that gives a picture."""

    def look(self) -> tuple[Glimpse, bytes]:
        """Something is to be seen."""
        return Glimpse(), b"\xff\xd8picture"


NOWS = [
    "2026-11-20T12:00:00+00:00",
    "1970-01-01T00:00:07+00:00",
    "2026-11-20T17:00:00+00:00",
    "2106-02-07T06:28:15+00:00",
]
"""What the clock on the wall may show all of a sudden."""


@pytest.fixture(params=NOWS)
def seated(request: pytest.FixtureRequest, house: House, ledger: Ledger, built: Built, key: str) -> FlaskClient:
    """A player's browser at a page whose clock on the wall has jumped, or has not."""
    shown = [house.now()]
    client = built(ledger, replace(house, now=lambda: shown[0])).test_client()
    client.set_cookie(KEY_COOKIE, key)
    client.get("/state")  # the page's program runs before anything happens
    shown[0] = str(request.param)
    return client


def passes(client: FlaskClient, later: Later, seconds: float) -> None:
    """Time goes by after the page has noticed what happened."""
    client.get("/state")
    later.ahead += seconds


def time_out(client: FlaskClient, turn: str = "1") -> None:
    """Say that the turn's time is over."""
    client.get("/")
    cookie = client.get_cookie("referee")
    assert cookie is not None
    told = {"token": cookie.value, "game": "1", "turn": turn, "was": f"{turn}-Ala"}
    client.post("/timeouts", data=told, headers=HERE)


def test_a_turn_that_lasted_too_long_is_over(seated: FlaskClient, writer: Writer, later: Later) -> None:
    """When the agreed time is over anybody may say so, once; it counts as a pass."""
    writer.tell(GameBegan("literaki", ("Ala", "Bo"), 7, switches={"turn.seconds": 60}))
    passes(seated, later, 120)
    for _ in range(2):
        time_out(seated)

    assert [TimedOut()] == [event.happening for event in writer.ledger.since(1)]


@pytest.mark.parametrize("switches", [{}, {"turn.seconds": 180}])
def test_a_turn_that_has_time_goes_on(
    seated: FlaskClient, writer: Writer, later: Later, switches: dict[str, int]
) -> None:
    """Nobody can end another's turn before its time, nor where no time was agreed, whatever the clock shows."""
    writer.tell(GameBegan("literaki", ("Ala", "Bo"), 7, switches=dict(switches)))
    passes(seated, later, 120)
    time_out(seated)

    assert writer.ledger.newest() == 1


def test_the_clock_tells_how_long_the_turn_has_lasted(seated: FlaskClient, writer: Writer, later: Later) -> None:
    """Every page gets the turn's age from the server, by a clock that nobody sets."""
    writer.begin()
    passes(seated, later, 120)
    told = seated.get("/state").json

    assert told is not None
    turn = {"elapsed": pytest.approx(120, abs=30), "limit": None, "runs": True, "unsure": "", "chess": None}
    assert told["clock"] == turn


@pytest.mark.parametrize(("seconds", "happened"), [(10, []), (120, [TimedOut()])])
def test_after_a_restart_a_turn_has_lasted_since_then_at_least(
    house: House,
    ledger: Ledger,
    built: Built,
    key: str,
    writer: Writer,
    later: Later,
    seconds: float,
    happened: list[TimedOut],
) -> None:
    """How long a turn had lasted before the page's program began nobody knows: that is said, and takes no turn."""
    writer.tell(GameBegan("literaki", ("Ala", "Bo"), 7, switches={"turn.seconds": 60}))
    client = built(ledger, replace(house, now=lambda: "2026-11-20T17:00:00+00:00")).test_client()
    client.set_cookie(KEY_COOKIE, key)
    passes(client, later, seconds)
    told = client.get("/state", headers={"Accept-Language": "en"}).json
    time_out(client)

    assert told is not None
    assert "since the page was started anew" in told["clock"]["unsure"]
    assert [event.happening for event in writer.ledger.since(1)] == happened


def test_the_code_holds_the_bare_address(house: House, ledger: Ledger, built: Built) -> None:
    """The address in the code is one that every telephone understands, whatever name the page was asked for by."""
    app = built(ledger, replace(house, address=lambda: "192.168.1.20"))
    page = app.test_client().get("/invite", headers={"Host": "alfapet.local:8000"}).text

    assert "http://192.168.1.20:8000/" in page
    assert f"http://{socket.gethostname().split('.')[0].lower()}.local:8000/" in page
    assert "<svg" in page


def test_a_page_of_one_machine_invites_nobody(client: FlaskClient) -> None:
    """A demo on a laptop says that no other screen can reach it."""
    assert "This page can be opened on this machine only." in client.get("/invite").text


def test_a_camera_that_does_not_answer_is_told(house: House, ledger: Ledger, built: Built, home: Path) -> None:
    """While the camera is away the page says so, in the reader's language, and what to do."""
    path = home / "table.json"
    client = built(ledger, replace(house, condition=path)).test_client()
    assert client.get("/condition").json == {"what": "", "cure": "", "calm": False, "corners": ""}
    keep(
        Condition("manual", fault="The camera is gone.", cure="Plug it in, and see that no other program uses it."),
        path,
    )

    told = client.get("/condition", headers={"Accept-Language": "sv"}).json
    assert told is not None
    assert told["what"] == "Kameran är borta."


@pytest.mark.browser
def test_a_screen_that_only_looks_has_nothing_to_press(opened: Opened, writer: Writer) -> None:
    """The spectators' page follows the game and has no button, link or form, but for the way out."""
    writer.begin()
    page = opened()
    page.goto(f"{page.url}look")
    writer.lay("I9 > L_TA")
    page.locator(".t.fresh").nth(3).wait_for()

    seen = [*page.get_by_role("button").all(), *page.get_by_role("link").all()]
    assert [one.inner_text() for one in seen if one.is_visible()] == ["Skip to the game", "Back to the game"]


COVERED = """[...document.querySelectorAll(".foot .quiet")].filter((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((one) => one.textContent)"""
"""The buttons at the foot over which something else lies."""


@pytest.mark.browser
@pytest.mark.parametrize("game", ["alfapet-sv", "kortalfapet"])
def test_on_a_low_desk_the_board_does_not_cover_the_foot(opened: Opened, writer: Writer, game: str) -> None:
    """The board that stays in sight while one scrolls leaves the last line free."""
    writer.begin("Anna", "Björn", "Cilla", "David", game=game)
    page = opened((1280, 640))
    page.locator("#voice-switch:not([disabled])").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")

    assert page.evaluate(COVERED) == []


@pytest.mark.browser
def test_the_clock_is_switched_on(opened: Opened, writer: Writer) -> None:
    """A tap shows how long the turn has lasted, and the tablet remembers it."""
    writer.begin()
    page = opened()
    page.get_by_role("button", name="Clock").click()
    page.get_by_role("timer").wait_for()
    page.reload()

    page.get_by_role("timer").wait_for()


@pytest.mark.browser
def test_a_screen_that_cannot_stay_on_says_so(opened: Opened, writer: Writer) -> None:
    """Where the browser refuses, the page says in plain words what to set on the device."""
    writer.begin()
    page = opened()
    page.evaluate("Object.defineProperty(navigator, 'wakeLock', { value: undefined })")
    page.get_by_role("button", name="Keep the screen on").click()

    page.get_by_text("Set it on the device instead").wait_for()


def test_only_players_look_into_the_room(house: House, ledger: Ledger, built: Built, key: str) -> None:
    """The camera's live picture is for paired browsers; without a camera there is none."""
    app = built(ledger, replace(house, line=Seeing()))
    player, stranger = app.test_client(), app.test_client()
    player.set_cookie(KEY_COOKIE, key)

    assert (player.get("/preview.jpg").status_code, stranger.get("/preview.jpg").status_code) == (200, 403)
    blind = built(ledger, house).test_client()
    blind.set_cookie(KEY_COOKIE, key)
    assert blind.get("/preview.jpg").status_code == 503


OVERHEARD = """() => {
  window.heard = [];
  speechSynthesis.speak = (sentence) => heard.push(`${sentence.lang}: ${sentence.text}`);
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { heard.push("tone"); return make.call(this); };
}"""
"""Notes what a page says and how often it sounds."""


@pytest.mark.browser
def test_a_play_is_said_aloud_only_where_somebody_wants_it(opened: Opened, writer: Writer) -> None:
    """In the game's language, whoever reads; a question has a sound; a tap switches it on, and that is remembered."""
    writer.begin()
    page = opened()
    page.evaluate(OVERHEARD)
    writer.lay("I9 > LOTA")
    page.locator(".t.fresh").nth(3).wait_for()
    assert page.evaluate("heard") == []
    page.get_by_role("button", name="Say it aloud").click()
    writer.lay("L9 v .KT", Question("L11", (("T", 0.6), ("F", 0.4))))
    page.locator(".question").first.wait_for()
    page.wait_for_function("heard.length > 3")

    assert page.evaluate("heard") == ["tone", "tone", "tone", "sv: Domaren har en fråga."]
    page.reload()
    page.locator("#voice-switch[aria-pressed=true]").wait_for()
