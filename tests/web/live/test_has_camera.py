"""A table without a camera is offered only what it has: plays are written on the page, and nothing is looked at."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from pi_referee.game_log.event_store import Ledger
from pi_referee.table_link.status import Condition, keep
from tests.web.conftest import Built, Writer
from web import House
from web.security.pairing import KEY_COOKIE

OFFERS = {
    "/": "press the button",
    "/games/1/end": "Let the camera read them",
    "/games/1/laying": "Let the camera check",
    "/board": "Look at the empty board",
    "/tiles": "Learn them",
    "/camera": "Show the corners",
}
"""What each page offers where a camera looks at the table."""


@pytest.fixture
def table(home: Path) -> Path:
    """The file in which the watching process keeps how the camera is."""
    return home / "table.json"


@pytest.fixture
def client(house: House, ledger: Ledger, built: Built, key: str, table: Path) -> FlaskClient:
    """A paired browser in a house whose page knows how the camera is."""
    client = built(ledger, replace(house, condition=table)).test_client()
    client.set_cookie(KEY_COOKIE, key)
    return client


def offered(client: FlaskClient) -> dict[str, bool]:
    """Which pages offer what needs a camera."""
    return {path: sentence in client.get(path).text for path, sentence in OFFERS.items()}


def test_nothing_that_needs_a_camera_is_offered(client: FlaskClient, writer: Writer, table: Path) -> None:
    """With the camera switched off no page offers to look; with one that only has a fault, all still do."""
    writer.begin()
    keep(Condition("manual", fault="The camera is gone."), table)
    with_fault = offered(client)
    keep(Condition("off", fault="The camera is switched off."), table)

    assert set(with_fault.values()) == {True}
    assert set(offered(client).values()) == {False}


@pytest.mark.parametrize("path", ["/camera", "/board", "/tiles"])
def test_a_page_that_would_look_says_that_nobody_does(client: FlaskClient, table: Path, path: str) -> None:
    """Whoever comes to such a page all the same reads why it does nothing, and what to do instead."""
    keep(Condition("off"), table)
    page = client.get(path).text

    assert "The camera is switched off." in page
    assert "Enter the plays on the page." in page


def test_the_first_word_is_written_on_the_page(client: FlaskClient, writer: Writer, table: Path) -> None:
    """Nobody is told to press a button that would not help, nor led to the camera."""
    writer.begin()
    keep(Condition("off"), table)
    page = client.get("/").text

    assert "Lay a word across the middle and write it on the page." in page
    assert "The photograph of each turn comes here." not in page
    assert 'href="/camera"' not in page


def test_a_camera_that_was_switched_off_is_no_alarm(client: FlaskClient, table: Path) -> None:
    """Who plays without a camera is told so calmly; one that has a fault is told as a fault."""
    keep(Condition("off", fault="The camera is switched off."), table)
    switched_off = client.get("/condition").json
    keep(Condition("manual", fault="The camera is gone."), table)
    faulty = client.get("/condition").json

    assert switched_off is not None
    assert faulty is not None
    assert (switched_off["calm"], faulty["calm"]) == (True, False)


def test_the_page_follows_a_camera_that_is_plugged_in(client: FlaskClient, writer: Writer, table: Path) -> None:
    """Once the referee was started with a camera the button is spoken of again, though nothing was played since."""
    writer.begin()
    keep(Condition("off"), table)
    before = client.get("/").text
    keep(Condition("well"), table)

    assert "press the button" not in before
    assert "press the button" in client.get("/").text
