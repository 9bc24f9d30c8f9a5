"""Who may play: a browser is paired by the button on the table, or by a code from the console."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pi_referee.errors import LedgerError
from pi_referee.game_log.event_store import Ledger
from web import House
from web.security.guesses import TRIES
from web.security.keys import PATIENCE, Keys, NoDoorbell
from web.security.pairing import KEY_COOKIE

if TYPE_CHECKING:
    from tests.web.conftest import Bell, Built, Opened, Writer

HERE = {"Origin": "http://localhost"}
NOON = "2026-11-20T12:00:00+00:00"


@dataclass
class Table:
    """A table with a button, and a clock that somebody turns."""

    time: float = 0.0
    is_pressed: bool = False
    is_lit: bool = False
    rings: list[float] = field(default_factory=list)

    def clock(self) -> float:
        """The time."""
        return self.time

    def ring(self, seconds: float) -> bool:
        """The lamp blinks."""
        self.rings.append(seconds)
        self.is_pressed = False
        return True

    def has_lamp(self) -> bool:
        """Whether a lamp stands there."""
        return self.is_lit

    def answered(self) -> bool:
        """Whether somebody pressed."""
        return self.is_pressed


@pytest.fixture
def table() -> Table:
    """A table nobody has touched."""
    return Table()


@pytest.fixture
def stranger(house: House, table: Table, built: Built, ledger: Ledger) -> FlaskClient:
    """A browser nobody has paired, before a page that knows the table's button."""
    return built(ledger, replace(house, clock=table.clock, doorbell=table)).test_client()


def send(client: FlaskClient, path: str, **fields: str) -> TestResponse:
    """Send a form from a browser."""
    client.get("/pair")
    cookie = client.get_cookie("referee")
    assert cookie is not None
    return client.post(path, data={"token": cookie.value, **fields}, headers=HERE)


@pytest.mark.parametrize("is_lit", [True, False])
def test_only_a_lamp_that_is_there_is_said_to_blink(stranger: FlaskClient, table: Table, *, is_lit: bool) -> None:
    """A table may have a button alone: then no lamp is spoken of."""
    table.is_lit = is_lit
    send(stranger, "/pair")
    page = stranger.get("/pair/wait").text

    assert "Hold the button until" in page
    assert ("lamp" in page) == is_lit


def code_in(caplog: pytest.LogCaptureFixture) -> str:
    """The code the console showed last."""
    return str(re.findall(r"\b\d{6}\b", caplog.text)[-1])


def test_a_press_pairs(stranger: FlaskClient, table: Table) -> None:
    """The page asks, the lamp blinks, somebody presses: the browser may play, now and after a restart."""
    assert send(stranger, "/pair").headers["Location"] == "/pair/wait"
    assert "Hold the button on the table for three seconds" in stranger.get("/pair/wait").text
    assert stranger.get("/pair/state").json == {"asked": True, "pressed": False, "left": 60}
    table.is_pressed = True
    assert stranger.get("/pair/state").json == {"asked": True, "pressed": True, "left": 60}
    send(stranger, "/pair/code")

    assert table.rings == [PATIENCE, 0.0]
    assert stranger.get_cookie(KEY_COOKIE) is not None
    assert "This screen may play" in stranger.get("/pair").text


def test_a_newcomer_is_led_to_the_pairing(stranger: FlaskClient, writer: Writer) -> None:
    """Before the first turn the first thing to do stands out; in mid-game whoever looks on is not urged."""
    writer.begin()
    before = stranger.get("/").text
    writer.lay("I9 > LÅTA")

    assert '<a class="button" href="/pair">' in before
    assert '<a class="quiet" href="/pair">Let this screen play' in stranger.get("/").text


def test_a_code_pairs(stranger: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    """On a laptop, whoever sees its window types the code."""
    caplog.set_level(logging.INFO)
    send(stranger, "/pair")
    answer = send(stranger, "/pair/code", code=code_in(caplog))

    assert answer.headers["Location"] == "/"
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert "SameSite=Strict" in answer.headers["Set-Cookie"]


def test_without_a_table_a_code_is_asked_for(app: Flask) -> None:
    """A page that knows no button says that the code is needed, or a screen that plays already."""
    client = app.test_client()
    send(client, "/pair")

    assert "Tap on a screen that plays" in client.get("/pair/wait").text
    assert "a code of six digits" in client.get("/pair/wait").text


def test_after_a_minute_it_is_too_late(stranger: FlaskClient, table: Table) -> None:
    """A press after the lamp stopped blinking pairs nobody."""
    send(stranger, "/pair")
    table.time, table.is_pressed = PATIENCE + 1, True
    send(stranger, "/pair/code")

    assert stranger.get_cookie(KEY_COOKIE) is None
    assert stranger.get("/pair/state").json == {"asked": False, "pressed": False, "left": 0}
    assert stranger.get("/pair/wait").headers["Location"] == "/pair"


def test_guessing_ends_soon(stranger: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    """After some wrong codes even the right one is none."""
    caplog.set_level(logging.INFO)
    send(stranger, "/pair")
    right = code_in(caplog)
    for _ in range(TRIES):
        send(stranger, "/pair/code", code="x" + right[1:])
    send(stranger, "/pair/code", code=right)

    assert stranger.get_cookie(KEY_COOKIE) is None


def test_one_is_paired_at_a_time(stranger: FlaskClient, table: Table) -> None:
    """While one browser asks another has to wait, so that nobody is let in by somebody else's press."""
    send(stranger, "/pair")
    other = stranger.application.test_client()
    assert "Another screen is being let in right now" in send(other, "/pair").text
    table.is_pressed = True
    send(other, "/pair/code")

    assert other.get_cookie(KEY_COOKIE) is None


@pytest.fixture
def others(tmp_path: Path, table: Table) -> Keys:
    """Who may play, by a clock that somebody turns."""

    def day() -> str:
        return (datetime.fromisoformat(NOON) + timedelta(seconds=table.time)).isoformat()

    return Keys(tmp_path / "others.json", table.clock, table, day)


def player_of(stranger: FlaskClient, key: str) -> FlaskClient:
    """A screen that plays already, before the same page."""
    player = stranger.application.test_client()
    player.set_cookie(KEY_COOKIE, key)
    return player


def number_in(player: FlaskClient) -> str:
    """By what the game's page means the browser that asks."""
    told = player.get("/state").json
    assert told is not None
    return str(re.findall(r'name="number" value="(\w+)"', told["regions"]["knocking"])[0])


@pytest.mark.parametrize(("wanted", "is_in"), [("yes", True), ("no", False), ("", False)])
def test_players_decide_who_comes_in(
    stranger: FlaskClient, key: str, writer: Writer, wanted: str, *, is_in: bool
) -> None:
    """A tap lets in just the one that was shown; who is sent away may not ask again for a while."""
    writer.begin()
    send(stranger, "/pair", name="Åsas telefon")
    player = player_of(stranger, key)
    number = number_in(player)
    assert "Åsas telefon" in player.get("/").text
    assert "Åsas telefon" not in stranger.get("/").text
    send(player, "/pair/decided", number=number, wanted=wanted)
    send(stranger, "/pair/code")

    assert (stranger.get_cookie(KEY_COOKIE) is not None) is is_in
    assert is_in or "sent this one away" in send(stranger, "/pair").text
    assert send(player, "/pair/decided", number=number, wanted="yes").status_code == 409


def test_a_stranger_decides_nothing(stranger: FlaskClient, key: str, writer: Writer) -> None:
    """Who may not play lets nobody in, not even itself."""
    writer.begin()
    send(stranger, "/pair")
    number = number_in(player_of(stranger, key))

    assert send(stranger, "/pair/decided", number=number, wanted="yes").status_code == 403
    assert send(stranger, "/pair/out", browser="x").status_code == 403
    send(stranger, "/pair/code")
    assert stranger.get_cookie(KEY_COOKIE) is None


def test_who_plays_is_seen_and_can_be_put_out(house: House, built: Built, ledger: Ledger, key: str) -> None:
    """Every browser that may play is listed by name and day; one that is put out may look only, from then on."""
    guest = house.keys().add(at=NOON, name="Bos <telefon>")
    app = built(ledger, house)
    host, other = app.test_client(), app.test_client()
    host.set_cookie(KEY_COOKIE, key)
    other.set_cookie(KEY_COOKIE, guest)
    page = host.get("/pair").text
    assert "Bos &lt;telefon&gt;" in page
    assert "20 Nov 2026" in page
    assert send(other, "/pair/decided", number="x").status_code == 409
    send(host, "/pair/out", browser=re.findall(r'name="browser" value="(\w+)"', page)[0])

    assert send(other, "/pair/decided", number="x").status_code == 403
    assert "This screen may play" in host.get("/pair").text


def test_what_another_program_takes_away_is_gone_at_once(tmp_path: Path) -> None:
    """A page that runs notices that the file of those who may play is another one."""
    path = tmp_path / "paired.json"
    running, other = (Keys(path, lambda: 0.0, NoDoorbell()) for _ in range(2))
    secret = running.add(at=NOON)
    assert running.knows(secret)
    other.forget(secret)
    assert not running.knows(secret)


@pytest.mark.parametrize(("days", "may_play"), [(0, True), (30, True), (91, True), (93, False), (400, False)])
def test_a_key_ends_after_a_season(others: Keys, table: Table, days: int, *, may_play: bool) -> None:
    """Who was not here for three months pairs anew; whoever comes now and then stays."""
    guest, friend = others.add(at=NOON), others.add(at=NOON)
    for day in range(0, days, 30):
        table.time = 86400.0 * day
        assert others.knows(friend)
    table.time = 86400.0 * days

    assert others.knows(guest) is may_play
    assert others.knows(friend)
    assert (len(others.paired()) == 2) is may_play


def test_a_clock_that_was_set_back_puts_nobody_out(others: Keys, table: Table) -> None:
    """A Pi without a network begins in the past."""
    secret = others.add(at=NOON)
    table.time = -1e9

    assert others.knows(secret)


def test_who_was_paired_before_browsers_had_names_still_is(tmp_path: Path) -> None:
    """The file of an earlier version is read."""
    path = tmp_path / "paired.json"
    secret = Keys(path, lambda: 0.0, NoDoorbell(), lambda: NOON).add(at=NOON)
    (key,) = Keys(path, lambda: 0.0, NoDoorbell(), lambda: NOON).paired()
    path.write_text(f'{{"{key}": "{NOON}"}}')

    assert Keys(path, lambda: 0.0, NoDoorbell(), lambda: NOON).knows(secret)


def guess(keys: Keys, table: Table, browser: str, *, times: int, every: float) -> int:
    """Guess so often, each time by asking anew where that is needed; answers how many got in."""
    admitted = 0
    for number in range(times):
        table.time += every
        keys.ask(browser, where=f"192.168.1.{number % 250}")
        admitted += bool(keys.admit(browser, f"{number % 1_000_000:06}", at=NOON))
    return admitted


@pytest.mark.parametrize("browsers", [1, 50])
def test_guessing_is_slower_by_the_minute_for_all_together(others: Keys, table: Table, browsers: int) -> None:
    """Twenty guesses a second for an hour, from one browser or fifty: a dozen are heard, and nobody comes in."""
    table.is_pressed = False
    names = [f"browser-{number}" for number in range(browsers)]
    admitted = sum(guess(others, table, names[number % browsers], times=20, every=0.05) for number in range(3600))

    assert admitted == 0
    assert others.wrong <= 12
    assert others.wait() > 0


def test_who_guesses_keeps_nobody_else_out(others: Keys, table: Table) -> None:
    """While no code is taken, a knock and a tap still let in who is wanted."""
    guess(others, table, "evil", times=100, every=0.05)
    asked = others.ask("friend")
    assert asked is not None
    assert not others.admit("friend", asked.code, at=NOON)
    assert others.decide(asked.number, is_wanted=True)

    assert others.admit("friend", "", at=NOON)


def test_a_full_disk_lets_nobody_in_and_says_so(tmp_path: Path, table: Table) -> None:
    """Who may play is written down whole or not at all, and no file of nothing is left."""
    folder = tmp_path / "gone"
    folder.mkdir()
    keys = Keys(folder / "paired.json", table.clock, table)
    asked = keys.ask("browser")
    assert asked is not None
    folder.rmdir()
    with pytest.raises(LedgerError, match="cannot be written down"):
        keys.admit("browser", asked.code, at=NOON)
    folder.mkdir()

    assert list(folder.iterdir()) == []
    assert keys.admit("browser", asked.code, at=NOON)


def test_a_browser_can_be_forgotten(client: FlaskClient, house: House, key: str) -> None:
    """Who leaves the house leaves the game."""
    send(client, "/unpair")

    assert client.get_cookie(KEY_COOKIE) is None
    assert not house.keys().knows(key)


def test_the_file_holds_no_secrets(house: House, home: Path, key: str) -> None:
    """Whoever reads the file of the paired browsers cannot play with it; only its owner may read it."""
    kept = home / "paired.json"

    assert key not in kept.read_text()
    assert kept.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("content", ["", "[]", "{", "\x00"])
def test_a_damaged_file_lets_nobody_in(tmp_path: Path, content: str) -> None:
    """A file that cannot be read pairs nobody, and is written anew."""
    path = tmp_path / "paired.json"
    path.write_text(content)
    keys = Keys(path, lambda: 0.0, NoDoorbell())

    assert not keys.knows("")
    assert keys.knows(keys.add(at=NOON))


def test_who_only_looks_sees_no_buttons(app: Flask, writer: object) -> None:
    """A browser that is not paired sees everything, and how it can be paired."""
    page = app.test_client().get("/").text

    assert "Let this screen play" in page


@pytest.mark.browser
def test_a_press_lets_the_browser_in_by_itself(opened: Opened, writer: Writer, bell: Bell) -> None:
    """On the tablet: one tap, then the button on the table, and the page goes on to the game with its buttons."""
    writer.begin()
    bell.is_there = True
    page = opened(is_player=False)
    page.get_by_role("link", name="Let this screen play").click()
    page.get_by_role("button", name="Let this screen play").click()
    page.get_by_role("heading", name="Hold the button on the table for three seconds").wait_for()
    bell.is_pressed = True

    page.get_by_role("button", name="Pass").click()
    page.get_by_text("Anna passed.").first.wait_for()
