"""From the press of the button to the score on an open page, in a real Chromium; and how soon the page is painted."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from hardware.camera import Picture
from hardware.debounce import Gesture, Press
from hardware.lamp import NoLamp
from hardware.simulation.simulated_table import ANGLE, played_game, positions
from pi_referee.game_log.event_store import Ledger
from pi_referee.iso_times import now
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.rules.definition.library import ruleset
from pi_referee.watching.devices import Equipment
from pi_referee.watching.game_follower import Book
from pi_referee.watching.loop import Watch
from vision.render import render

CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
TABLET: ViewportSize = {"width": 768, "height": 1024}
PATIENCE = 20_000
"""Milliseconds after which a score is taken for lost."""

_WATCH = """() => {
  window.arrived = 0;
  new MutationObserver(() => { window.arrived = Date.now(); }).observe(
    document.getElementById("main"), { childList: true, subtree: true, characterData: true });
}"""


class Bench:
    """A table whose pictures were drawn beforehand, so that only what the referee does is timed: camera and button."""

    def __init__(self) -> None:
        """Nothing lies there, nobody presses."""
        self.picture: Picture = np.zeros((1, 1, 3), np.uint8)
        self._presses: queue.SimpleQueue[Press] = queue.SimpleQueue()

    def capture(self) -> Picture:
        """What lies there, at once."""
        return self.picture

    def press(self) -> None:
        """Press."""
        self._presses.put(Press(time.monotonic(), Gesture.TAP))

    def wait(self, seconds: float) -> Press | None:
        """Wait for a press, so long at most."""
        try:
            return self._presses.get(timeout=seconds)
        except queue.Empty:
            return None

    def close(self) -> None:
        """Nothing is held."""


@contextmanager
def watching(home: Path, bench: Bench, began: GameBegan) -> Iterator[None]:
    """The watching loop over this table, in a thread of its own, with a new game in the log."""
    (home / "pictures").mkdir(exist_ok=True)
    with Ledger(home / "games.sqlite") as ledger:
        book = Book(ledger, now)
        book.write(began)
        equipment = Equipment(bench, bench, NoLamp())
        is_over = threading.Event()
        watch = Watch(equipment, book, home / "pictures", now=now)
        thread = threading.Thread(target=watch.run, args=(is_over.is_set,))
        thread.start()
        try:
            yield
        finally:
            is_over.set()
            thread.join()


@contextmanager
def chromium() -> Iterator[Browser]:
    """A real browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press and what came of it, in milliseconds: until it was in the log, and until it was on the open page."""

    logged: float
    shown: float


def press_to_score(home: Path, address: str, browser: Browser, games: tuple[str, ...]) -> list[Pressed]:
    """How long each press of some written games took until the page showed what came of it."""
    took: list[Pressed] = []
    with Ledger(home / "games.sqlite") as ledger:
        for name in games:
            rules, bench = ruleset(name), Bench()
            bench.picture = render(EMPTY, rules, ANGLE)
            with watching(home, bench, GameBegan(name, ("Anna", "Bo"), rules.rack)):
                page = browser.new_page(viewport=TABLET, bypass_csp=True)
                page.goto(address)
                page.wait_for_selector("#live[data-state=live]")
                page.evaluate(_WATCH)
                for lying in positions(played_game(name)):
                    bench.picture = render(lying, rules, ANGLE)
                    took.append(_one(page, bench, ledger))
                page.close()
    return took


def _one(page: Page, bench: Bench, ledger: Ledger) -> Pressed:
    """One press; all clocks are this machine's."""
    page.evaluate("window.arrived = 0")
    time.sleep(0.3)  # nobody presses in the moment in which the page settles
    before, pressed = ledger.newest(), time.time() * 1000
    bench.press()
    page.wait_for_function("window.arrived > 0", timeout=PATIENCE, polling=20)
    written = datetime.fromisoformat(ledger.since(before)[0].at).timestamp() * 1000
    return Pressed(written - pressed, float(page.evaluate("window.arrived")) - pressed)


class _EmptyPage(BaseHTTPRequestHandler):
    """Answers with one word, and nothing to fetch."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Send it."""
        page = b'<!doctype html><html lang="en"><title>.</title><link rel="icon" href="data:,"><p>Hello</p></html>'
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *_: object) -> None:  # noqa: A002  # the name it has in the base
        """Nobody reads it."""


@contextmanager
def empty_page() -> Iterator[str]:
    """The address of a page with one word on it: no page is painted sooner by this browser on this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _EmptyPage) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def first_paints(address: str, browser: Browser, count: int) -> tuple[list[float], list[float]]:
    """Milliseconds to the first contentful paint, and kB that were sent, for a browser that was never here."""
    paints, sizes = [], []
    for _ in range(count):
        context = browser.new_context(viewport=TABLET, bypass_csp=True)
        page = context.new_page()
        page.goto(address)
        page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length > 0")
        paints.append(float(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")))
        sent = "performance.getEntries().reduce((sum, entry) => sum + (entry.transferSize || 0), 0) / 1000"
        sizes.append(float(page.evaluate(sent)))
        context.close()
    return paints, sizes
