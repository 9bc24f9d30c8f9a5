"""What is painted first in a real Chromium, and that the rest follows by itself and in its place."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Literal
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from pi_referee.rules.course.happenings import Exchanged
from tests.programs import ENGINE, PATIENCE, QUIETLY

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.web.conftest import Site, Writer

pytestmark = pytest.mark.browser

TABLET, PHONE, DESK = (768, 1024), (390, 844), (1440, 900)
Opened = Callable[..., "Page"]
"""Opens the page in a browser of its own."""

FIRST_FRAMES = """
window.frames_seen = [];
const look = () => {
  const seen = [".scores-area", ".referee-area", ".board-area"].map((name) => document.querySelector(name));
  if (seen[2]) window.frames_seen.push(seen.map((area) => getComputedStyle(area).contentVisibility).join(" "));
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
"""Notes in every frame what is painted of the scores, of what the referee says, and of the board."""

MOVED = """() => new Promise((done) => {
  let moved = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => { moved += entry.value; }))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(moved), 300);
})"""
"""How much of what was painted has moved since, as browsers count it."""

SHOWN = "getComputedStyle(document.querySelector('.scores-area')).visibility"
"""Whether the scores are painted."""

BAR = "innerWidth - document.documentElement.clientWidth"
"""How wide the scroll bar is."""


@pytest.fixture
def written(writer: Writer) -> Writer:
    """A game of which some plays are written."""
    writer.begin()
    writer.lay("F9 > MINUTER")
    writer.lay("M6 v LEXKON")
    return writer


def test_whose_turn_and_the_newest_play_are_painted_before_the_board(opened: Opened, written: Writer) -> None:
    """The first frame has the totals and what the referee says; the board follows in one of the next."""
    page = opened()
    page.add_init_script(FIRST_FRAMES)
    page.goto(page.url)
    page.wait_for_function("() => window.frames_seen.at(-1) === 'visible visible visible'")

    assert page.evaluate("window.frames_seen[0]") == "visible visible hidden"


@pytest.mark.parametrize("size", [TABLET, PHONE, DESK])
@pytest.mark.parametrize("players", [("Anna", "Björn"), ("Anna", "Björn", "Cecilia", "David")])
def test_nothing_moves_when_the_board_is_painted(
    opened: Opened, writer: Writer, size: tuple[int, int], players: tuple[str, ...]
) -> None:
    """The board's room is kept, so whoever reads or taps already is not disturbed."""
    writer.begin(*players)
    writer.lay("F9 > MINUTER")
    page = opened(size)
    page.locator("#live[data-state=live]").wait_for()

    assert page.evaluate(MOVED) == pytest.approx(0, abs=0.001)


@pytest.fixture(scope="module")
def with_scroll_bars(engine: Browser) -> Iterator[Browser]:
    """A browser as on a desk: its scroll bars take room."""
    launch = engine.browser_type.launch
    with launch(executable_path=ENGINE, args=list(QUIETLY), ignore_default_args=["--hide-scrollbars"]) as browser:
        yield browser


@pytest.mark.parametrize("plays", [0, 2, 8])
def test_no_scroll_bar_comes_and_goes(with_scroll_bars: Browser, writer: Writer, site: Site, plays: int) -> None:
    """On no desk is the page first longer than its screen and then not: that would push everything aside and back."""
    writer.begin()
    for number in range(plays):
        writer.tell(Exchanged(2)) if number else writer.lay("F9 > MINUTER")
    moved, bars = {}, {}
    for width, height in ((1024, 600), (1280, 1024), (1600, 1200), (1920, 1200), (2560, 1440), (3840, 2160)):
        page = with_scroll_bars.new_page(viewport={"width": width, "height": height})
        page.set_default_timeout(1000 * PATIENCE)
        page.goto(site.address)
        page.locator("#live[data-state=live]").wait_for()
        moved[width] = page.evaluate(MOVED)
        bars[width] = page.evaluate(BAR)
        page.close()

    assert moved == dict.fromkeys(moved, pytest.approx(0, abs=0.001))
    assert bars[1024] > bars[2560] == 0


@contextmanager
def halting(address: str, whole: threading.Event) -> Iterator[str]:
    """The address of a network that brings half of a page, and the rest of it when somebody lets it."""

    class Halting(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # as the library calls it
            with urlopen(address + self.path) as answer:  # noqa: S310  # a page of this test
                page = answer.read()
                self.send_response(answer.status)
                self.send_header("Content-Type", answer.headers["Content-Type"])
                self.send_header("Content-Length", str(len(page)))
                self.end_headers()
            half = page.find(b'class="referee-area')
            self.wfile.write(page[:half])
            whole.wait(PATIENCE)
            self.wfile.write(page[half:])

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Halting) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_page_that_comes_in_pieces_is_painted_whole(
    with_scroll_bars: Browser, written: Writer, site: Site, motion: Literal["no-preference", "reduce"]
) -> None:
    """What was painted of half a page would be pushed aside: it has not the scroll bar yet that the whole has."""
    whole = threading.Event()
    page = with_scroll_bars.new_page(viewport={"width": 1024, "height": 600}, reduced_motion=motion)
    page.set_default_timeout(1000 * PATIENCE)
    with halting(site.address, whole) as address:
        page.goto(address, wait_until="commit")
        page.locator(".scores-area .player.on-turn").wait_for(state="attached")
        half = page.evaluate(SHOWN), page.evaluate(BAR)
        whole.set()
        page.wait_for_load_state("domcontentloaded")
    moved, now = page.evaluate(MOVED), (page.evaluate(SHOWN), page.evaluate(BAR))
    page.close()

    assert half == ("hidden", 0)
    assert now == ("visible", 15)
    assert moved == pytest.approx(0, abs=0.001)


def test_half_a_page_whose_rest_is_lost_is_shown_at_last(opened: Opened, written: Writer, site: Site) -> None:
    """Whoever has waited for some seconds may as well read whose turn it is, and how it stands."""
    whole, page = threading.Event(), opened()
    with halting(site.address, whole) as address:
        page.goto(address, wait_until="commit")
        page.locator(".scores-area .player.on-turn").wait_for(state="attached")
        page.evaluate("document.body.getAnimations().forEach((wait) => wait.finish())")
        shown = page.evaluate(SHOWN)
        whole.set()

    assert shown == "visible"


def test_a_browser_without_scripts_shows_the_board(opened: Opened, written: Writer) -> None:
    """What is painted later needs no script."""
    page = opened(has_scripts=False)

    page.locator(".board .tile .letter").first.wait_for(state="visible")
    page.locator(".protocol .word").first.wait_for(state="visible")


def test_a_button_that_needs_a_script_waits_for_it(opened: Opened, written: Writer) -> None:
    """Clock and screen cannot be pressed before their script has run, and can after it."""
    without, page = opened(has_scripts=False), opened()
    for name in ("Clock", "Keep the screen on"):
        assert without.get_by_role("button", name=name).is_disabled()
        page.get_by_role("button", name=name).click()
    page.locator("#turn-clock").wait_for(state="visible")
    page.locator("#awake-told:not(:empty)").wait_for()


def test_who_wants_nothing_to_move_sees_the_board_too(opened: Opened, written: Writer) -> None:
    """A reader who has switched animations off misses nothing."""
    page = opened()
    page.emulate_media(reduced_motion="reduce")
    page.reload()

    page.locator(".board .tile .letter").first.wait_for(state="visible")


@pytest.mark.parametrize("far", [0.4, 0.9, 1])
def test_a_page_that_is_loaded_again_stays_where_it_was(opened: Opened, written: Writer, far: float) -> None:
    """Whoever had scrolled down to the protocol, or all the way, is there again."""
    page = opened(PHONE)
    page.locator("footer.foot").wait_for(state="visible")
    page.evaluate("far => scrollTo(0, far * (document.documentElement.scrollHeight - innerHeight))", far)
    before = page.evaluate("scrollY")
    page.reload()
    page.locator("footer.foot").wait_for(state="visible")
    page.wait_for_function("before => Math.abs(scrollY - before) < 2", arg=before)

    assert before > 0


def test_only_the_board_and_what_follows_it_wait(opened: Opened, written: Writer) -> None:
    """A question that is not pressing is painted with the first frame, like everything above the board."""
    page = opened()

    waiting = page.evaluate(
        """() => {
          const question = '<form class="question later"></form>';
          document.querySelector(".referee-area").insertAdjacentHTML("beforeend", question);
          return [...document.querySelectorAll("*")]
            .filter((one) => getComputedStyle(one).animationName.includes("afterwards"))
            .map((one) => one.classList[0]);
        }"""
    )

    assert waiting == ["board-area", "beside", "protocol-area", "foot"]


def test_scripts_that_were_lost_on_the_way(opened: Opened, written: Writer) -> None:
    """A page whose scripts did not arrive comes to life by itself once the network is back."""
    page = opened()
    page.locator("#live[data-state=live]").wait_for()
    page.route("**/live.js*", lambda route: route.abort())
    page.reload()
    page.wait_for_event("requestfailed")
    expect(page.locator("#live[data-state=live]")).to_have_count(0)

    page.unroute("**/live.js*")

    page.locator("#live[data-state=live]").wait_for()


def test_a_script_that_fails_by_itself_does_not_load_the_page_again(opened: Opened, written: Writer) -> None:
    """What somebody is typing on an old browser is not lost: the page stays as it is."""
    page = opened()
    page.locator("#live[data-state=live]").wait_for()
    page.route("**/live.js*", lambda route: route.fulfill(content_type="text/javascript", body="throw new Error();"))
    page.add_init_script("sessionStorage.setItem('pages', 1 + Number(sessionStorage.getItem('pages')));")
    # The page's own look at what failed: it may come before all else of the page has.
    with page.expect_event("requestfinished", lambda one: "/live.js" in one.url and one.resource_type == "fetch"):
        page.reload()

    page.wait_for_load_state("networkidle")
    assert page.evaluate("sessionStorage.getItem('pages')") == "1"
