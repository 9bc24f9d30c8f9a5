"""Nobody is shut out: axe finds nothing on any page, in light and dark, nor in high contrast."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote

import pytest
from PIL import Image

from pi_referee.lexicon.building.build_job import Order, State, Step, Work
from pi_referee.lexicon.building.build_queue import Workshop
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.happenings import (
    Challenged,
    Corrected,
    Explanation,
    LeftOver,
    LookRefused,
    Question,
    Surprised,
    Withdrawn,
)
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.table_link.table_messages import Advice, Glimpse, Lying
from tests.web.browser.test_kept import KEEPS_NOTHING
from web import House
from web.live.table_client import Blind

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Opened, Writer

pytestmark = pytest.mark.browser

PAGES = (
    "/",
    "/look",
    "/games",
    "/games/new",
    "/games/new/alfapet-sv",
    "/games/1",
    "/games/1/end",
    "/games/1/laying",
    "/games/1/question",
    "/games/1/turns/1",
    "/games/1/turns/1/correct",
    "/games/1/turns/1/forgotten",
    "/games/1/turns/1/insert",
    "/games/1/film",
    "/games/1/players",
    "/games/1/changes/3",
    "/games/2/draw",
    "/games/2/board",
    "/games/2",
    "/people",
    "/people/one?name={player}",
    "/lists",
    "/pair",
    "/invite",
    "/camera",
    "/board?look=yes",
    "/tiles",
    "/decks/kortalfapet",
    "/trial",
    "/nowhere",
)
NOON = "2026-11-20T12:00:00+00:00"

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

OTHER_LOOKS: tuple[tuple[Literal["light", "dark"], Literal["no-preference", "more"]], ...] = (
    ("dark", "no-preference"), ("light", "more"), ("dark", "more"),
)  # fmt: skip
"""The other colour schemes and contrasts a page has."""


class Table(Blind):
    """A table whose board is laid again with a fault at first, and then with loose tiles."""

    has_loose_tiles = False

    def look(self) -> tuple[Glimpse, bytes]:
        """A grey room with a board in it."""
        content = io.BytesIO()
        Image.new("RGB", (960, 720), "#77706a").save(content, "JPEG")
        outline = ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))
        return Glimpse(outline, "unfit", advice=(Advice("dark", "It is too dark."),)), content.getvalue()

    def read(self) -> tuple[Lying, bytes]:
        """What lies on the board."""
        if not self.has_loose_tiles:
            return Lying(1, {"I9": "L", "J9": "A", "K9": "T"}, doubts={"L9": ("A", "Å")}), b""
        return Lying(1, dict(zip(("I9", "J9", "K9", "L9", "B2"), "LÅTAK", strict=True)), doubts={"C2": ("O", "Ö")}), b""


@pytest.fixture
def table() -> Table:
    """That table."""
    return Table()


@pytest.fixture
def house(house: House, table: Table) -> House:
    """A house with it."""
    return replace(house, line=table)


def visited(page: Page, writer: Writer, *players: str) -> Iterator[str]:
    """Each of the pages, once it is open; on the way these players begin a second game and end it."""
    root = page.url.rstrip("/")
    for path in PAGES:
        if path == "/games/2/draw":
            writer.begin(*players)
        if path == "/games/2":
            writer.lay("I9 > LOTA")
            writer.tell(LeftOver(dict.fromkeys(players, 0)))
        page.goto(f"{root}{path.format(player=quote(players[0]))}")
        yield path


def violations(page: Page, axe: str) -> list[str]:
    """What axe has to say against a page: by all rules in the light, by its contrast in every other look."""
    page.evaluate(axe)
    found = checked(page, RULES)
    for scheme, contrast in OTHER_LOOKS:
        page.emulate_media(color_scheme=scheme, contrast=contrast)
        found += checked(page, ["color-contrast"])
    page.emulate_media(color_scheme="light", contrast="no-preference")
    return found


def checked(page: Page, rules: list[str]) -> list[str]:
    """What axe, which the page holds, has to say against it as it looks now, by these rules or groups of rules."""
    found: dict[str, Any] = page.evaluate("rules => axe.run({ runOnly: rules, resultTypes: ['violations'] })", rules)
    return [f"{one['id']}: {node['html'][:160]}" for one in found["violations"] for node in one["nodes"]]


def test_axe_finds_nothing(opened: Opened, writer: Writer, home: Path, axe: str) -> None:
    """No page has a fault that axe knows of: contrast, names, order, landmarks, sizes; in other looks the contrast."""
    Image.new("RGB", (340, 340), "#cdbc9b").save(home / "pictures" / "turn.jpg")
    writer.begin()
    writer.lay("I9 > LOTA", Question("J9", (("O", 0.6), ("Ö", 0.4))), picture="turn.jpg")
    writer.tell(Corrected(1, WrittenPlay.parse("I9 > L_TA").on(EMPTY)))
    writer.lay("M9 > R", Question("M9", (("R", 0.6), ("P", 0.4))), picture="turn.jpg")
    page = opened()
    page.emulate_media(reduced_motion="reduce")
    found = {}
    steps = (Step("fetching", "wswedish", 0.1), Step("writing the list", "", 2.0))
    with Workshop(home).alone():
        Workshop(home).note(Work(Order("sv", "sv"), State.RUNNING, NOON, steps))
        for path in visited(page, writer, "Cilla", "David"):
            found[path] = violations(page, axe)

    assert {path: told for path, told in found.items() if told} == {}


def test_axe_finds_nothing_on_the_way(opened: Opened, writer: Writer, axe: str) -> None:
    """Nor on the pages that one only passes: no game yet, asking to play, a verdict, a slip, a tap that came late."""
    page = opened((390, 844))
    root = page.url.rstrip("/")
    page.emulate_media(reduced_motion="reduce")
    found = {"waiting": violations(page, axe)}
    writer.begin()
    page.get_by_role("button", name="Pass", exact=True).wait_for()
    page.get_by_text("Live").first.wait_for()
    writer.lay("I9 > LÅTA")
    page.locator(".t.fresh").nth(3).wait_for()  # what is drawn after the next line would undo it
    page.evaluate("document.querySelector('form[action=\"/passes\"] [name=turn]').value = 1")
    page.get_by_role("button", name="Pass", exact=True).click()
    page.locator("#trouble").get_by_text("The game has gone on meanwhile").wait_for()
    found["late"] = violations(page, axe)
    writer.tell(Challenged("Björn", stands=False, words=("LÅTA",)))
    page.goto(f"{root}/games/1/verdicts/{writer.ledger.newest()}")
    found["verdict"] = violations(page, axe)
    page.goto(f"{root}/games/new/alfapet-sv")
    page.locator("[name=player]").first.fill("björn")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.get_by_role("alert").filter(has_text="Two players have the same name.").wait_for()
    found["slip"] = violations(page, axe)
    stranger = opened((390, 844), is_player=False)
    stranger.goto(f"{root}/pair")
    stranger.get_by_role("main").get_by_role("button").click()
    stranger.locator("[name=code]").wait_for()
    found["asking"] = violations(stranger, axe)

    assert {what: told for what, told in found.items() if told} == {}


def test_axe_finds_nothing_where_the_camera_helps(opened: Opened, writer: Writer, axe: str, table: Table) -> None:
    """Nor has any state that only comes with a look: corners being shown, a board with faults, a letter in doubt."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    page = opened()
    root = page.url.rstrip("/")
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{root}/camera")
    page.get_by_role("button", name="Show the corners").click()
    page.get_by_text("It is too dark.").wait_for()
    showing = violations(page, axe)
    page.goto(f"{root}/games/1/laying?check=yes")
    page.get_by_text("J9: A lies there; Å belongs there.").wait_for()
    checked = violations(page, axe)
    table.has_loose_tiles = True
    page.goto(f"{root}/games/1/end")
    page.get_by_role("button", name="Let the camera read them").first.click()
    page.get_by_text("What lies on C2?").wait_for()

    assert (showing, checked, violations(page, axe)) == ([], [], [])


def test_axe_finds_nothing_where_the_board_surprises(opened: Opened, writer: Writer, home: Path, axe: str) -> None:
    """Nor where the board shows what nobody told, with its stories and marks, nor where a look was refused."""
    Image.new("RGB", (340, 340), "#cdbc9b").save(home / "pictures" / "turn.jpg")
    writer.begin()
    writer.lay("I9 > LÅTA")
    stories = (Explanation("fallen", squares=(Square.parse("L9"),)), Explanation("laid_anew", (Withdrawn(),)))
    writer.tell(Surprised(1, {Square.parse("I9"): Tile("L")}, explanations=stories), picture="turn.jpg")
    page = opened((390, 844))
    page.emulate_media(reduced_motion="reduce")
    page.get_by_text("None of these").click()
    asking = violations(page, axe)
    narrow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    writer.tell(LookRefused("Something lies over {squares}.", squares=(Square.parse("K9"),)), picture="turn.jpg")
    page.locator(".newest.refused .where").wait_for()

    assert (asking, narrow, violations(page, axe)) == ([], 0, [])


def test_every_page_fits_a_phone(opened: Opened, writer: Writer, home: Path) -> None:
    """Nothing on any page is cut off sideways on a phone, and every target is big enough for a finger.

    The phone keeps nothing for any page, and no page's script complains of that (see opened).
    """
    trouble = ("The package could not be fetched.", "wswedish (E: " + "x" * 200 + ")", "Begin again.")
    with Workshop(home).alone():
        Workshop(home).note(Work(Order("sv", "sv"), State.FAILED, NOON, trouble=trouble))
    writer.begin("Anna", "Björn", "Karl-Oskar af Ugglas", "ÅÄÖ")
    writer.lay("I9 > LOTA")
    writer.tell(Corrected(1, WrittenPlay.parse("I9 > LÅTA").on(EMPTY)))
    page = opened((390, 844))
    page.add_init_script(KEEPS_NOTHING)
    narrow, small = {}, {}
    for path in visited(page, writer, "Cilla", "David"):
        needed = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        narrow.update({path: needed} if needed > 0 else {})
        told = page.evaluate(
            "[...document.querySelectorAll('button, summary, a.quiet, a.button, .pick, input[type=text], select')]"
            ".filter((b) => b.checkVisibility() && (b.offsetWidth < 44 || b.offsetHeight < 44))"
            ".map((b) => b.textContent || b.name)"
        )
        small.update({path: told} if told else {})

    assert (narrow, small) == ({}, {})


LONG = ("Maximiliana Alexandrovna", "W" * 24, "Wilhelmina von Oranienba", "Bartholomäus-Wilhelmsson")

CUT = """[...document.querySelectorAll(".player .name, .protocol thead th, .sum-up th, .headline, h1, legend")]
  .filter((one) => one.checkVisibility() && !one.matches(".unseen") && getComputedStyle(one).overflow !== "visible"
    && (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight))
  .map((one) => one.textContent)"""
"""What is cut off where players' names stand."""


@pytest.mark.parametrize("locale", ["sv-SE", "fi-FI", "en-GB", "pl-PL", "de-DE", "ro-RO"])
def test_the_longest_names_are_read_in_full_on_the_narrowest_phone(opened: Opened, writer: Writer, locale: str) -> None:
    """Four names of 24 letters neither push any page wider than 320 points nor are cut, in any language."""
    writer.begin(*LONG)
    writer.lay("I9 > LOTA", Question("J9", (("O", 0.6), ("Ö", 0.4))))
    writer.tell(Corrected(1, WrittenPlay.parse("I9 > LÅTA").on(EMPTY)))
    page = opened((320, 640), locale=locale)
    narrow, cut = {}, {}
    for path in visited(page, writer, *LONG):
        needed = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        narrow.update({path: needed} if needed > 0 else {})
        told = page.evaluate(CUT)
        cut.update({path: told} if told else {})

    assert (narrow, cut) == ({}, {})


BEYOND = """[...document.querySelectorAll(".player *")].filter((one) => one.checkVisibility() && !one.matches(".unseen")
  && one.getBoundingClientRect().right > one.closest(".player").getBoundingClientRect().right)
  .map((one) => one.textContent)"""
"""What stands out of its player's card."""


def test_four_at_cards_are_read_in_full_on_a_tablet(opened: Opened, writer: Writer) -> None:
    """Names of 24 letters, whose turn it is and in which round stay on their cards, in one row as in two."""
    writer.begin(*LONG, game="kortalfapet")
    page = opened((600, 900), locale="de-DE")
    found = [page.evaluate(BEYOND)]
    page.set_viewport_size({"width": 820, "height": 1180})
    found.append(page.evaluate(BEYOND))

    assert found == [[], []]


APART = """[...document.querySelectorAll(".player")].map((one) => {
  const [total, gain] = [one.querySelector(".total .number"), one.querySelector(".gain")];
  if (!gain) return 99;
  total.textContent = "388";
  gain.textContent = "+98";
  const [left, right] = [total.getBoundingClientRect(), gain.getBoundingClientRect()];
  return Math.max(right.left - left.right, left.top - right.bottom + 4);
})"""
"""How far the gain stands from the total, both as wide as they commonly get; on a line above it 4 and more."""


@pytest.mark.parametrize("width", [320, 360, 430])
def test_total_and_gain_stand_apart_on_a_phone(opened: Opened, writer: Writer, width: int) -> None:
    """Nobody reads 174 and +33 as one sum."""
    writer.begin("Anna", "Björn")
    writer.lay("I9 > LOTA")

    assert min(opened((width, 740)).evaluate(APART)) >= 4
