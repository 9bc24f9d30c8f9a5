"""The page and a simulated table together in a real Chromium: real socket, real eye, drawn photographs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from hardware.camera import Picture
from hardware.simulation.simulated_table import ANGLE, Pace, SimulatedTable
from pi_referee.rules.course.happenings import Ended, LeftOver, LookRefused, Passed
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.library import ruleset
from pi_referee.table_link import corners
from tests.web.table_asked import PHONE, TABLET, asked, go, keep
from vision.render import View, quad

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.conftest import Opened, Writer

pytestmark = [pytest.mark.browser, pytest.mark.asked]

GAME = ruleset("alfapet-sv")


class DrawnTable:
    """A simulated table on which a test lays what it likes, and which it may bump."""

    def __init__(self) -> None:
        """Begin with an empty board."""
        self._table = SimulatedTable(GAME, ())

    def lay(self, *turns: str, view: View = ANGLE) -> None:
        """Lay a written game on the board."""
        table = SimulatedTable(GAME, turns, pace=Pace(first=0.0, then=0.0), view=view)
        while table.wait(0.0) is not None:
            continue
        self._table = table

    def capture(self) -> Picture:
        """Photograph the board."""
        return self._table.capture()

    def close(self) -> None:
        """Nothing is held."""


@pytest.fixture
def watched(home: Path, writer: Writer) -> Iterator[DrawnTable]:
    """A table at which a game has begun, and the thread that owns its things, asked by the page."""
    writer.begin()
    table = DrawnTable()
    with asked(home, table):
        yield table


def middle(handle: Locator) -> tuple[float, float]:
    """Where a handle's middle is, in px of the screen."""
    box = handle.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, handle: Locator, right: float, down: float) -> None:
    """Drag a handle with the mouse."""
    x, y = middle(handle)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y + down, steps=4)
    page.mouse.up()


@pytest.mark.parametrize(
    ("size", "scheme", "locale"),
    [(TABLET, "light", "sv-SE"), (PHONE, "dark", "de-DE"), (PHONE, "light", "fi-FI"), (TABLET, "dark", "pl-PL")],
)
def test_the_board_is_drawn_upon_the_live_picture(
    opened: Opened, watched: DrawnTable, size: tuple[int, int], scheme: str, locale: str
) -> None:
    """The outline the eye found lies upon the picture where the board really is, and nothing is cut off."""
    page = go(opened(size, scheme=scheme, locale=locale), "/camera")
    page.locator("#outline[points*=',']").wait_for(state="attached")
    points = page.locator("#outline").get_attribute("points") or ""
    wanted = [100 * x / ANGLE.width for x, _ in quad(ANGLE, GAME.layout).corners]
    page.locator("#show").click()
    keep(page, f"camera-{size[0]}-{scheme}-{locale}")

    assert [float(pair.split(",")[0]) for pair in points.split()] == pytest.approx(wanted, abs=0.5)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    assert all(middle(handle) for handle in page.locator(".corner").all())


DRAWN_WHEN_SAID = """
new MutationObserver(() => {
  if (document.getElementById("found")?.textContent.includes("The board is found.")) {
    window.drawn ??= document.getElementById("outline").getAttribute("points");
  }
}).observe(document, { childList: true, subtree: true });
"""
"""Notes what was drawn upon the picture in the moment in which the page said that the board is found."""


def test_a_board_that_is_said_to_be_found_is_drawn(opened: Opened, watched: DrawnTable) -> None:
    """Who shows the corners as soon as the board is found begins where it was found, and nowhere else."""
    page = opened()
    page.add_init_script(DRAWN_WHEN_SAID)
    go(page, "/camera").get_by_text("The board is found.").wait_for()

    assert page.evaluate("window.drawn").count(",") == 4


def test_corners_are_shown_with_the_mouse_and_the_keys(opened: Opened, watched: DrawnTable, home: Path) -> None:
    """Corners dragged and pushed are kept, used by the eye from then on, told on the page, and forgotten by one tap."""
    page = go(opened(), "/camera")
    page.get_by_text("The board is found.").wait_for()
    page.get_by_role("button", name="Show the corners").click()
    first = page.get_by_role("button", name="Top left corner")
    before = middle(first)
    drag(page, first, 30, 20)
    assert middle(first) == pytest.approx((before[0] + 30, before[1] + 20), abs=1)
    drag(page, first, -30, -20)
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowUp")
    assert "Top left corner:" in page.locator("#place").inner_text()
    page.get_by_text("always", exact=True).click()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Your corners are in use").wait_for()
    kept = corners.read(home / "corners.json")

    assert kept is not None
    assert kept.always
    true = quad(ANGLE, GAME.layout).corners[0]
    assert kept.points[0] == pytest.approx((true[0] / ANGLE.width + 0.01, true[1] / ANGLE.height - 0.001), abs=0.004)
    page.get_by_role("button", name="Forget my corners").click()
    page.get_by_text("The board is found by itself.").wait_for()
    assert corners.read(home / "corners.json") is None


def test_a_corner_is_dragged_with_a_finger(opened: Opened, watched: DrawnTable) -> None:
    """A finger moves a corner too, and what lies under it is shown large meanwhile."""
    page = go(opened(PHONE), "/camera")
    page.get_by_text("The board is found.").wait_for()
    page.get_by_role("button", name="Show the corners").click()
    handle = page.get_by_role("button", name="Bottom right corner")
    x, y = middle(handle)
    touch = page.context.new_cdp_session(page)
    finger = [{"x": x, "y": y}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": finger})
    touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x - 25, "y": y - 15}]})
    page.locator("#loupe").wait_for()
    keep(page, "camera-finger")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    page.locator("#loupe").wait_for(state="hidden")
    assert middle(handle) == pytest.approx((x - 25, y - 15), abs=1)


def test_corners_that_cross_are_sent_back(opened: Opened, watched: DrawnTable, home: Path) -> None:
    """Corners no board can have come back with the reason, where they were put, and nothing is kept."""
    page = go(opened(), "/camera")
    page.get_by_text("The board is found.").wait_for()
    page.get_by_role("button", name="Show the corners").click()
    drag(page, page.get_by_role("button", name="Top left corner"), 620, 0)
    page.get_by_role("button", name="Save").click()
    page.get_by_role("alert").filter(has_text="A board cannot lie like that.").wait_for()

    page.get_by_role("button", name="Top left corner").wait_for()
    assert corners.read(home / "corners.json") is None


def test_a_board_that_is_not_found_is_shown_from_the_table(opened: Opened, watched: DrawnTable, writer: Writer) -> None:
    """A press that found no board leads to its corners, and the live picture offers them at once."""
    watched.lay(view=replace(ANGLE, zoom=0.1))
    writer.tell(LookRefused("No board.", code=Refusal.NO_BOARD))
    page = opened()
    page.get_by_role("link", name="Show the board's corners").click()
    page.get_by_role("button", name="Top left corner").wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.locator("#show-now").click()
    page.get_by_role("button", name="Bottom right corner").wait_for()

    expect(page.locator("#show-now")).to_be_hidden()


def test_a_bumped_board_is_told(opened: Opened, watched: DrawnTable) -> None:
    """When the board has left the corners the page says so, and what to do."""
    page = go(opened(), "/camera")
    page.get_by_text("The board is found.").wait_for()
    page.get_by_role("button", name="Show the corners").click()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Your corners are kept").wait_for()
    watched.lay(view=replace(ANGLE, shift=(0.05, 0.03), zoom=0.8))

    page.get_by_text("The board has left your corners").wait_for()


GAME_SO_FAR = ("F9 > MINUTER", "L7 v GÅ.DEN")


@pytest.mark.parametrize(
    ("size", "scheme", "locale"),
    [(TABLET, "light", "en-GB"), (PHONE, "dark", "en-GB")],
)
def test_one_tile_laid_wrong_is_named(
    opened: Opened, watched: DrawnTable, writer: Writer, size: tuple[int, int], scheme: str, locale: str
) -> None:
    """A game taken up days later: the wrong tile is named with what belongs there, and at last that all is right."""
    for turn in GAME_SO_FAR:
        writer.lay(turn)
    writer.begin("Cilla", "David")
    watched.lay("F9 > MANUTER", "L7 v GÅ.DE", "D2 > R")
    page = go(opened(size, scheme=scheme, locale=locale), "/games")
    page.get_by_role("button", name="Go on with it").last.click()
    page.get_by_role("button", name="Let the camera check").click()
    page.get_by_text("G9: A lies there; I belongs there.").wait_for()

    keep(page, f"laying-{size[0]}-{scheme}")
    told = page.locator(".amiss-list li").all_inner_texts()
    assert told == [
        "D2: R is too much; nothing belongs there.",
        "G9: A lies there; I belongs there.",
        "L12: N is missing.",
    ]
    for board in (".board", ".seen-board"):
        marks = page.locator(f"#boards {board} .amiss-mark[data-square]")
        assert [mark.get_attribute("data-square") for mark in marks.all()] == ["D2", "G9", "L12"]
    watched.lay(*GAME_SO_FAR)
    page.get_by_text("Every tile lies as it should. Play on!").wait_for()
    keep(page, f"laying-right-{size[0]}-{scheme}")


def test_who_has_the_board_checked_before_the_script_came_sees_it_go_on(
    opened: Opened, watched: DrawnTable, writer: Writer
) -> None:
    """Who is quicker than a slow machine presses once: the camera looks again until every tile lies as it should."""
    writer.lay(GAME_SO_FAR[0])
    page, held = opened(), []
    page.route("**/laying.js*", lambda route: held.append(route), times=1)  # noqa: PLW0108  # playwright takes no method
    with page.expect_request("**/laying.js*"):
        page.goto(f"{page.url}games/1/laying", wait_until="commit")
    page.get_by_role("button", name="Let the camera check").click()
    page.get_by_text("7 places are not right yet.").wait_for()
    watched.lay(GAME_SO_FAR[0])

    page.get_by_text("Every tile lies as it should. Play on!").wait_for()


@pytest.mark.parametrize(
    ("size", "scheme"),
    [(TABLET, "light"), (PHONE, "dark")],
)
def test_leftovers_are_read_by_the_camera(
    opened: Opened, watched: DrawnTable, writer: Writer, size: tuple[int, int], scheme: str
) -> None:
    """Each player lays what is left on an empty row: it is proposed, and recorded only as it was confirmed."""
    for turn in GAME_SO_FAR:
        writer.lay(turn)
    writer.tell(Passed())
    watched.lay(*GAME_SO_FAR, "C15 > KZ")
    page = go(opened(size, scheme=scheme), "/games/1/end")
    anna, bo = page.get_by_role("group", name="Anna", exact=True), page.get_by_role("group", name="Björn", exact=True)
    anna.get_by_role("button", name="Let the camera read them").click()
    page.get_by_text("Read: K (C15), Z (D15).").wait_for()
    expect(anna.get_by_role("textbox")).to_have_value("KZ")
    watched.lay(*GAME_SO_FAR, "C15 > KZ", "E17 > SÖ")
    bo.get_by_role("button", name="Let the camera read them").click()
    page.get_by_text("These still lie there from before and are left out: K (C15), Z (D15).").wait_for()
    expect(bo.get_by_role("textbox")).to_have_value("SÖ")
    keep(page, f"leftovers-{size[0]}-{scheme}")
    before = writer.ledger.newest()
    bo.get_by_role("textbox").fill("S")
    page.get_by_role("button", name="Save").click()
    page.locator(".finished").wait_for()

    values = GAME.values
    assert [event.happening for event in writer.ledger.since(before)] == [
        Ended(),
        LeftOver({"Anna": values["K"] + values["Z"], "Björn": values["S"]}),
    ]
