"""A hall of tables that told something, its page, and a browser that may set pairings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from pi_referee.hall.club import Club
from pi_referee.hall.hall_store import HallStore
from tests.hall.hall_talk import events, played, state
from tests.web.conftest import CompiledTemplates
from web.hall.hall_app import HallHouse, create_hall
from web.security.pairing import KEY_COOKIE

WORDS = ("I9 > QUIZ", "K6 v LEX.KON", "-", "H12 > ÄVE.TYR")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[HallStore]:
    """An empty hall's file."""
    with HallStore(tmp_path / "hall.sqlite") as store:
        yield store


@pytest.fixture
def club(store: HallStore) -> Iterator[Club]:
    """A hall of three tables: one plays, one has played to the end, and one has begun nothing."""
    club = Club(store, 0.0)
    going, over = played(*WORDS), played(*WORDS, players=("Cilla", "<b>Bo</b>"), ends=True)
    club.take([state("table-9", going), *events("table-9", going)], 0.0)
    club.take([state("table-10", over), *events("table-10", over), state("table-2", [])], 0.0)
    yield club
    club.close()


@pytest.fixture
def hall_house(tmp_path: Path) -> HallHouse:
    """The house of that hall, whose streams beat fast."""
    return HallHouse(tmp_path, streams=3, heartbeat=0.3, clock=lambda: 1.0)


@pytest.fixture
def app(store: HallStore, club: Club, hall_house: HallHouse, compiled_templates: CompiledTemplates) -> Flask:
    """The hall's page."""
    app = create_hall(store, club, hall_house)
    app.jinja_env.bytecode_cache = compiled_templates
    return app


@pytest.fixture
def key(hall_house: HallHouse) -> str:
    """The secret of a browser that may set pairings."""
    return hall_house.keys().add(at=hall_house.now())


@pytest.fixture
def client(app: Flask, key: str) -> FlaskClient:
    """That browser."""
    client = app.test_client()
    client.set_cookie(KEY_COOKIE, key)
    return client
