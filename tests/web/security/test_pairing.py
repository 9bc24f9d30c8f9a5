"""Who may play: a browser is paired by the button on the table, or by a code from the console."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pi_referee.game_log.event_store import Ledger
from web import House
from web.security.keys import PATIENCE, TRIES, Keys, NoDoorbell
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
    rings: list[float] = field(default_factory=list)

    def clock(self) -> float:
        """The time."""
        return self.time

    def ring(self, seconds: float) -> bool:
        """The lamp blinks."""
        self.rings.append(seconds)
        self.is_pressed = False
        return True

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


def code_in(caplog: pytest.LogCaptureFixture) -> str:
    """The code the console showed last."""
    return str(re.findall(r"\b\d{6}\b", caplog.text)[-1])


def test_a_press_pairs(stranger: FlaskClient, table: Table) -> None:
    """The page asks, the lamp blinks, somebody presses: the browser may play, now and after a restart."""
    assert send(stranger, "/pair").headers["Location"] == "/pair/wait"
    assert "Press the button on the table now" in stranger.get("/pair/wait").text
    assert stranger.get("/pair/state").json == {"asked": True, "pressed": False}
    table.is_pressed = True
    assert stranger.get("/pair/state").json == {"asked": True, "pressed": True}
    send(stranger, "/pair/code")

    assert table.rings == [PATIENCE]
    assert stranger.get_cookie(KEY_COOKIE) is not None
    assert "This browser is paired" in stranger.get("/pair").text


def test_a_newcomer_is_led_to_the_pairing(stranger: FlaskClient, writer: Writer) -> None:
    """Before the first turn the first thing to do stands out; in mid-game whoever looks on is not urged."""
    writer.begin()
    before = stranger.get("/").text
    writer.lay("I9 > LÅTA")

    assert '<a class="button" href="/pair">' in before
    assert '<a class="quiet" href="/pair">Pair this browser' in stranger.get("/").text


def test_a_code_pairs(stranger: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    """On a laptop, whoever sees its window types the code."""
    caplog.set_level(logging.INFO)
    send(stranger, "/pair")
    answer = send(stranger, "/pair/code", code=code_in(caplog))

    assert answer.headers["Location"] == "/"
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert "SameSite=Strict" in answer.headers["Set-Cookie"]


def test_without_a_table_a_code_is_asked_for(app: Flask) -> None:
    """A page that knows no button says that the code is needed."""
    client = app.test_client()
    send(client, "/pair")

    assert "Type the code" in client.get("/pair/wait").text


def test_after_a_minute_it_is_too_late(stranger: FlaskClient, table: Table) -> None:
    """A press after the lamp stopped blinking pairs nobody."""
    send(stranger, "/pair")
    table.time, table.is_pressed = PATIENCE + 1, True
    send(stranger, "/pair/code")

    assert stranger.get_cookie(KEY_COOKIE) is None
    assert stranger.get("/pair/state").json == {"asked": False, "pressed": False}
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
    assert "Another browser is being paired right now." in send(other, "/pair").text
    table.is_pressed = True
    send(other, "/pair/code")

    assert other.get_cookie(KEY_COOKIE) is None


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

    assert "Pair this browser to play" in page


@pytest.mark.browser
def test_a_press_lets_the_browser_in_by_itself(opened: Opened, writer: Writer, bell: Bell) -> None:
    """On the tablet: one tap, then the button on the table, and the page goes on to the game with its buttons."""
    writer.begin()
    bell.is_there = True
    page = opened(is_player=False)
    page.get_by_role("link", name="Pair this browser to play").click()
    page.get_by_role("button", name="Pair this browser").click()
    page.get_by_role("heading", name="Press the button on the table now").wait_for()
    bell.is_pressed = True

    page.get_by_role("button", name="Pass").click()
    page.get_by_text("Anna passed.").first.wait_for()
