"""The hall's wall in a real browser: it follows the tables, fits screens of all sizes, and shuts nobody out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pi_referee.hall.club import Club
from pi_referee.hall.hall_store import HallStore
from pi_referee.hall.intake import PresenceArrived
from pi_referee.hall.pairings import pairings_of
from tests.hall.hall_talk import events, played, state
from tests.web.browser.test_accessibility import violations

if TYPE_CHECKING:
    from tests.web.conftest import Opened

pytestmark = pytest.mark.browser

WORDS = ("I9 > QUIZ", "K6 v LEX.KON", "-")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[HallStore]:
    """A hall's file, with a pairing."""
    with HallStore(tmp_path / "hall.sqlite") as store:
        store.set_pairings(pairings_of("1,table-1,Anna,Bo\n1,,Cilla"))
        yield store


@pytest.fixture
def club(store: HallStore) -> Iterator[Club]:
    """A hall of sixty tables, one of which is gone."""
    club, told = Club(store, 0.0), played(*WORDS)
    for number in range(1, 61):
        club.take([state(f"table-{number}", told)], 0.0)
    club.take([*events("table-1", told), PresenceArrived("table-7", is_here=False)], 0.0)
    yield club
    club.close()


def test_the_wall_follows_and_shuts_nobody_out(opened: Opened, club: Club, axe: str) -> None:
    """A play appears by itself; no page is wider than a telephone; axe finds nothing, in no light, at no table."""
    page = opened((390, 844))
    page.wait_for_selector("#live[data-state=live]")
    club.take([state("table-9", played(*WORDS, "H12 > ÄVE.TYR"))], 0.0)
    page.wait_for_selector("[data-region=table-table-9] .laid:text('ÄVENTYR')")
    found = violations(page, axe)
    page.set_viewport_size({"width": 1920, "height": 1080})
    seen = page.locator(".desk").last.bounding_box()
    root = page.url.rstrip("/")
    for path in ("/", "/results", "/pairings", "/tables/table-1"):
        page.goto(f"{root}{path}")
        found += violations(page, axe)
    page.goto(root)
    club.close()

    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 1920
    assert seen is not None
    assert seen["y"] + seen["height"] <= 1080
