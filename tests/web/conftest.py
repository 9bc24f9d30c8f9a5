"""A game that is really written into a log, the page over it, and a real browser before it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, ClassVar

import pytest
import waitress
from flask import Flask
from jinja2 import BytecodeCache
from werkzeug.routing import Rule

from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.rules.course.game import Game, fold
from pi_referee.rules.course.happenings import GameBegan, Happening, PlayLaid, Question
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.table_link.socket_client import TableLine
from tests.programs import PATIENCE
from tests.web.axe_checker import axe  # noqa: F401  # a fixture of all folders below
from web import House, create_app
from web.live.log_follower import Lookout
from web.live.table_client import Blind
from web.security.pairing import KEY_COOKIE

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from jinja2.bccache import Bucket
    from playwright.sync_api import Browser, ConsoleMessage, Page

    from web.live.table_client import Sightline

NOON = "2026-11-20T12:00:00+00:00"
TABLET = (768, 1024)
Opened = Callable[..., "Page"]
"""Opens the page in a browser of its own."""

Built = Callable[[Ledger, House], "Flask"]
"""Builds the page over a log, for a house."""


class CompiledTemplates(BytecodeCache):
    """Templates as they were compiled, by what stands in them; compiling is most of what a new page has to do."""

    def __init__(self) -> None:
        """None is compiled yet."""
        self._compiled: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take a template that was compiled before."""
        if compiled := self._compiled.get((bucket.key, bucket.checksum)):
            bucket.bytecode_from_string(compiled)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template that was just compiled."""
        self._compiled[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


class CompiledRule(Rule):
    """An address, from which werkzeug makes a small program: once for all pages, where each new page made its own."""

    _made: ClassVar[dict[tuple[str, str, bool], Callable[..., tuple[str, str]]]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        """Take what was made for the same address before."""
        key = (self.rule, repr(self.defaults), append_unknown)
        if key not in self._made:
            self._made[key] = super()._compile_builder(append_unknown)
        return self._made[key]


Flask.url_rule_class = CompiledRule


@dataclass
class Writer:
    """Whoever writes down what happens at the table."""

    ledger: Ledger

    def begin(self, *players: str, game: str = "alfapet-sv", edition: str = "light", **switches: str | bool) -> Event:
        """Begin a game; Anna and Björn play Alfapet unless it is said otherwise."""
        return self.tell(GameBegan(game, players or ("Anna", "Björn"), 7, edition, switches))

    def lay(self, text: str, *doubts: Question, picture: str = "") -> Event:
        """Lay a play, written as "F9 > MINUTER"."""
        return self.tell(PlayLaid(WrittenPlay.parse(text).on(self.game.position), doubts), picture=picture)

    def tell(self, happening: Happening, *, picture: str = "") -> Event:
        """Write down that something happened."""
        return self.ledger.append(happening, at=NOON, after=self.ledger.newest(), picture=picture)

    @property
    def game(self) -> Game:
        """The newest game as it stands."""
        events = self.ledger.since(0, game=self.ledger.newest_game())
        return fold([event.happening for event in events])


@dataclass(frozen=True)
class Site:
    """The page as it is served in a house: its address, what it is made of, and how it is switched off."""

    address: str
    app: Flask
    lookout: Lookout
    switch_off: Callable[[], None]


@dataclass
class Bell:
    """The button on a table, pressed as a test says."""

    is_there: bool = False
    is_pressed: bool = False

    def ring(self, seconds: float) -> bool:
        """The lamp blinks."""
        self.is_pressed = False
        return self.is_there

    def has_lamp(self) -> bool:
        """There is none."""
        return False

    def answered(self) -> bool:
        """Whether somebody pressed."""
        return self.is_pressed


@pytest.fixture
def bell() -> Bell:
    """A table without a button, unless a test puts one there."""
    return Bell()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The folder of the games."""
    (tmp_path / "pictures").mkdir()
    return tmp_path


@pytest.fixture
def ledger(home: Path) -> Iterator[Ledger]:
    """An empty log."""
    with Ledger(home / "games.sqlite") as ledger:
        yield ledger


@pytest.fixture
def writer(ledger: Ledger) -> Writer:
    """Somebody who writes into the log."""
    return Writer(ledger)


@pytest.fixture
def line(home: Path, request: pytest.FixtureRequest) -> Sightline:
    """The page's way to the table: its socket where a test is marked as asked, else none."""
    return TableLine(home / "table.sock", patience=PATIENCE) if request.node.get_closest_marker("asked") else Blind()


@pytest.fixture
def house(home: Path, bell: Bell, line: Sightline) -> House:
    """A house whose streams beat fast, so that nobody waits in a test."""
    return House(
        home=home,
        names=frozenset({"localhost", "alfapet.local"}),
        heartbeat=0.3,
        streams=3,
        random=Random(1),
        doorbell=bell,
        line=line,
    )


@dataclass
class Later:
    """A clock that nobody sets, and that a test moves on."""

    ahead: float = 0.0

    def __call__(self) -> float:
        """Seconds."""
        return time.monotonic() + self.ahead


@pytest.fixture
def later() -> Later:
    """The clock by which the page tells how long ago things happened."""
    return Later()


@pytest.fixture
def lookout(home: Path, later: Later) -> Iterator[Lookout]:
    """The page's own eye on the log."""
    with Ledger(home / "games.sqlite") as reading:
        lookout = Lookout(reading, every=0.01, clock=later)
        yield lookout
        lookout.close()


@pytest.fixture(scope="session")
def compiled_templates() -> CompiledTemplates:
    """What every page of the tests compiles but once."""
    return CompiledTemplates()


@pytest.fixture
def built(lookout: Lookout, compiled_templates: CompiledTemplates) -> Built:
    """Builds the page over a log, for a house."""

    def build(ledger: Ledger, house: House) -> Flask:
        app = create_app(ledger, house, lookout=lookout)
        app.jinja_env.bytecode_cache = compiled_templates
        return app

    return build


@pytest.fixture
def app(home: Path, house: House, built: Built, key: str) -> Iterator[Flask]:
    """The page, as it is built for a house."""
    with Ledger(home / "games.sqlite") as ledger:
        yield built(ledger, house)


@pytest.fixture
def key(house: House) -> str:
    """The secret of a browser that was paired before."""
    return house.keys().add(at=house.now())


@pytest.fixture
def client(app: Flask, key: str) -> FlaskClient:
    """A browser without scripts or pictures, that may play."""
    client = app.test_client()
    client.set_cookie(KEY_COOKIE, key)
    return client


@pytest.fixture
def site(app: Flask, lookout: Lookout) -> Iterator[Site]:
    """The page behind its real server, on a port of its own."""
    server = waitress.create_server(app, host="127.0.0.1", port=0, threads=12)
    is_over = threading.Event()
    thread = threading.Thread(target=_answer, args=(server, is_over), daemon=True)
    thread.start()

    def switch_off() -> None:
        lookout.close()
        is_over.set()
        thread.join(PATIENCE)

    yield Site(f"http://127.0.0.1:{server.effective_port}", app, lookout, switch_off)
    switch_off()


def _answer(server: waitress.server.TcpWSGIServer, is_over: threading.Event) -> None:
    """Answer browsers until it is over; waitress itself can only be stopped by a signal to the main thread."""
    sockets = server._map  # noqa: SLF001
    while not is_over.is_set():
        server.asyncore.loop(timeout=0.02, map=sockets, count=1)
    server.task_dispatcher.shutdown()
    for channel in list(server.active_channels.values()):
        # close_all would leave open the files that a browser, gone in mid-answer, had not been sent yet.
        channel.handle_close()
    server.asyncore.close_all(sockets)


@pytest.fixture
def chromium(request: pytest.FixtureRequest) -> Browser:
    """The whole Chromium where a test is marked so, else its engine."""
    is_whole = request.node.get_closest_marker("whole_browser")
    browser: Browser = request.getfixturevalue("whole_browser" if is_whole else "engine")
    return browser


@pytest.fixture
def opened(chromium: Browser, site: Site, key: str) -> Iterator[Opened]:
    """Opens the page in a browser of a size, a scheme and a language; complaints in its console fail the test.

    Nothing moves: a browser that draws without a graphics card takes a fifth longer where things do.
    """
    contexts, complaints = [], []

    def open_page(
        size: tuple[int, int] = TABLET,
        *,
        scheme: str = "light",
        locale: str = "en-GB",
        is_player: bool = True,
        has_scripts: bool = True,
        is_kept: bool = False,
    ) -> Page:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,  # type: ignore[arg-type]  # one of playwright's own words
            locale=locale,
            reduced_motion="reduce",
            java_script_enabled=has_scripts,
            # What a device keeps would answer for the network, and for whoever stands in for it.
            service_workers="allow" if is_kept else "block",
        )
        contexts.append(context)
        context.set_default_timeout(1000 * PATIENCE)
        if is_player:
            context.add_cookies([{"name": KEY_COOKIE, "value": key, "url": site.address}])
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda told: complaints.append(told.text) if is_complaint(told) else None)
        page.goto(site.address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def is_complaint(told: ConsoleMessage) -> bool:
    """Whether the browser complains; a full house, old pages, slips, late taps and a lost network are foreseen."""
    lost = ("FAILED", "INTERNET_DISCONNECTED", "CONNECTION", "SOCKET", "INCOMPLETE_CHUNKED", "EMPTY_RESPONSE")
    foreseen = ("503", "403", "422", "404", "409", "blocked by Playwright", *(f"ERR_{kind}" for kind in lost))
    return told.type in {"error", "warning"} and not any(code in told.text for code in foreseen)
