"""A table that the page asks over its socket, as in a house; and pictures of the pages, kept to be looked at."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.camera import Camera
from hardware.lamp import NoLamp
from pi_referee.game_log.event_store import Ledger
from pi_referee.looking.game_eye import Sight
from pi_referee.table_link.socket_server import TableDesk
from pi_referee.tile_sets.set_files import TileSets
from pi_referee.watching.devices import NoButton
from pi_referee.watching.game_follower import Book
from pi_referee.watching.page_requests import AskedButton, Onlooker
from pi_referee.watching.tile_lessons import School
from tests.programs import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page

PHONE, TABLET = (390, 844), (768, 1024)
SCREENSHOTS = os.environ.get("PI_REFEREE_SCREENSHOTS")
"""Where pictures of the pages are kept, for whoever asks for them."""
NOON = "2026-11-20T12:00:00+00:00"


@contextmanager
def asked(home: Path, camera: Camera) -> Iterator[Sight]:
    """A thread that owns the table's things and answers the page, while a game of the log is played; its sight."""
    is_over, sight = threading.Event(), Future[Sight]()
    with TableDesk(home / "table.sock", has_button=False, has_lamp=True, patience=PATIENCE) as desk:
        thread = threading.Thread(target=_wait, args=(home, camera, desk, is_over, sight))
        thread.start()
        try:
            yield sight.result(PATIENCE)
        finally:
            is_over.set()
            thread.join()


def _wait(home: Path, camera: Camera, desk: TableDesk, is_over: threading.Event, told: Future[Sight]) -> None:
    """What the watching process does while nobody presses."""
    with Ledger(home / "games.sqlite") as ledger:
        book = Book(ledger, str)
        sight = Sight(lambda: book.playing.began, home / "corners.json")
        school = School(
            camera, sight, ledger, home / "pictures", TileSets(home / "tiles"), home / "decks", lambda: NOON
        )
        button = AskedButton(NoButton(), Onlooker(camera, sight, book), NoLamp(), desk, school)
        told.set_result(sight)
        while not is_over.is_set():
            button.wait(0.05)


def keep(page: Page, name: str) -> None:
    """See that nothing is cut off on a page that has come whole; keep a picture of it where somebody asks for it."""
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    if SCREENSHOTS:
        page.screenshot(path=Path(SCREENSHOTS) / f"{name}.png", full_page=True)


def go(page: Page, path: str) -> Page:
    """Open another page of the same site."""
    page.goto(f"{page.url.split('/', 3)[0]}//{page.url.split('/', 3)[2]}{path}")
    return page
