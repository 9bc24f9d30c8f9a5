"""What a page lives through in a real Chromium: a server that is killed and comes again, no network, a long sleep."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pi_referee.process.healthcheck import answers
from pi_referee.rules.course.happenings import Answered, Ended, LeftOver, Passed, Question
from tests.programs import PATIENCE, free_port, until
from web.security.pairing import KEY_COOKIE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from tests.web.conftest import Opened, Writer

pytestmark = pytest.mark.browser

DOUBT = Question("J9", (("O", 0.6), ("Ö", 0.4)))


class Server:
    """`pi-referee serve`, killed and started as a test says, always at the same address."""

    def __init__(self, home: Path) -> None:
        """Find an address."""
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/"
        self._home = home
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "pi_referee", "serve", "--home", str(self._home), "--port", str(self.port)]
        self._running = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        until(lambda: answers("127.0.0.1", self.port))

    def kill(self) -> None:
        """As when somebody pulls the plug."""
        if self._running:
            self._running.kill()
            self._running.wait(PATIENCE)


@pytest.fixture
def server(home: Path) -> Iterator[Server]:
    """The page's program."""
    server = Server(home)
    try:
        server.start()
        yield server
    finally:
        server.kill()


@pytest.fixture
def tablet(chromium: Browser, server: Server, key: str) -> Iterator[Page]:
    """A paired tablet that shows what that program shows."""
    context = chromium.new_context(locale="en-GB", viewport={"width": 768, "height": 1024})
    context.set_default_timeout(1000 * PATIENCE)
    context.add_cookies([{"name": KEY_COOKIE, "value": key, "url": server.address}])
    yield context.new_page()
    context.close()


def test_a_server_that_is_killed_in_mid_question(tablet: Page, server: Server, writer: Writer) -> None:
    """The question stays in sight, a tap meanwhile says that nothing was sent, and after the restart it is one tap."""
    writer.begin()
    writer.lay("I9 > LOTA", DOUBT)
    tablet.goto(server.address)
    tablet.get_by_text("Live").first.wait_for()
    server.kill()
    tablet.get_by_text("Connecting again …").first.wait_for()
    tablet.get_by_role("button", name="Ö", exact=True).click()
    tablet.get_by_role("alert").filter(has_text="Nothing was sent and nothing is lost.").wait_for()
    assert writer.ledger.newest() == 2
    server.start()
    tablet.get_by_text("Live").first.wait_for()
    tablet.locator("#unsent").wait_for(state="hidden")
    tablet.get_by_role("button", name="Ö", exact=True).dblclick()
    tablet.locator(".question").wait_for(state="detached")

    assert [Answered(1, "J9", "Ö")] == [event.happening for event in writer.ledger.since(2)]
    assert writer.game.totals == {"Anna": 8, "Björn": 0}


def test_a_form_over_a_restart_is_sent_once(tablet: Page, server: Server, writer: Writer) -> None:
    """Who has half written a play when the server goes loses no letter of it, and saves it afterwards."""
    writer.begin()
    tablet.goto(f"{server.address}games/1/turns/1/lay")
    tablet.locator("#tiles").fill("I9=L J9=Å K9=T L9=A")
    server.kill()
    tablet.get_by_role("button", name="Save", exact=True).click()
    tablet.get_by_role("alert").filter(has_text="The page cannot be reached just now.").wait_for()
    expect(tablet.locator("#tiles")).to_have_value("I9=L J9=Å K9=T L9=A")
    server.start()
    tablet.get_by_role("button", name="Save", exact=True).dblclick()
    tablet.locator(".newest.ruled").wait_for()

    assert (writer.ledger.newest(), writer.game.totals["Anna"]) == (2, 8)


def test_a_network_that_goes_and_comes(opened: Opened, writer: Writer) -> None:
    """Without a network the page says so, keeps the scores in sight, sends nothing, and catches up by itself."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    page = opened()
    page.get_by_text("Live").first.wait_for()
    page.context.set_offline(True)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # somebody takes the tablet up
    page.get_by_text("Connecting again …").first.wait_for()
    page.get_by_role("button", name="Pass", exact=True).click()
    page.get_by_role("alert").filter(has_text="Nothing was sent and nothing is lost.").wait_for()
    expect(page.locator(".player .total .number").first).to_have_text("8")
    writer.tell(Passed())
    page.context.set_offline(False)
    page.get_by_text("Björn passed.").first.wait_for()
    page.get_by_text("Live").first.wait_for()

    page.locator("#unsent").wait_for(state="hidden")
    assert writer.ledger.newest() == 3


def test_a_tablet_asleep_for_a_game_catches_up(opened: Opened, writer: Writer) -> None:
    """Two browsers stay in step through a game; a third sleeps from its first play to its end, and wakes to the winner.

    A tablet asleep runs nothing: its page is frozen by the browser itself, with its stream cut off.
    """
    writer.begin()
    one, other, asleep = opened(), opened((390, 844), locale="sv-SE"), opened((1440, 900), locale="pl-PL")
    for page in (one, other, asleep):
        page.locator("#live[data-state=live]").wait_for()
    bed = asleep.context.new_cdp_session(asleep)
    asleep.context.set_offline(True)
    bed.send("Page.setWebLifecycleState", {"state": "frozen"})
    for play in ("I9 > LÅTA", "M9 > R", "J10 v R", "L10 v RK"):
        before = sum(writer.game.totals.values())
        writer.lay(play)
        assert sum(writer.game.totals.values()) > before
        totals = [str(total) for total in writer.game.totals.values()]
        for page in (one, other):
            page.wait_for_function(SHOWN, arg=totals)
    writer.tell(Ended())
    writer.tell(LeftOver({"Anna": 1, "Björn": 7}))
    bed.send("Page.setWebLifecycleState", {"state": "active"})
    asleep.context.set_offline(False)
    totals = [str(total).replace("-", "−") for total in writer.game.totals.values()]

    for page in (one, other, asleep):
        page.wait_for_function(SHOWN, arg=totals)
        page.locator(".player.won").wait_for()
    regions = [re.sub(r"\s+", " ", page.locator(".board g[data-region=tiles]").inner_html()) for page in (one, asleep)]
    assert regions[0] == regions[1]


SHOWN = """totals => totals.join() ===
  [...document.querySelectorAll(".player .total .number")].map((number) => number.textContent).join()"""
"""Whether a page shows these totals."""
