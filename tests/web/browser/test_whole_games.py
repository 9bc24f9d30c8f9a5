"""Whole games in a real Chromium, from an empty machine to the printed protocol, with nothing but the page."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import Page

    from tests.web.conftest import Opened, Writer
    from web import House

pytestmark = pytest.mark.browser


@pytest.mark.whole_browser
def test_a_game_from_set_up_to_pdf(opened: Opened, writer: Writer) -> None:
    """A family that has never seen the page begins a game, plays, ends it and prints the protocol."""
    page = opened()
    page.get_by_role("link", name="A new game").click()
    page.get_by_role("link", name="Alfapet 17 × 17").click()
    page.get_by_label("Player 1").fill("Åsa")
    page.get_by_label("Player 2").fill("Ἑλένη")
    page.get_by_text("What else you agree on").click()
    page.get_by_text("The first one named").click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("Åsa begins.").first.wait_for()
    page.get_by_role("link", name="Write a play by hand").click()
    page.locator("main.is-scripted").wait_for()
    page.locator("#board").focus()
    for letter in "LÅTA":
        page.get_by_role("button", name=letter, exact=True).click()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Pass").click()
    page.get_by_text("Ἑλένη passed.").first.wait_for()
    page.get_by_role("link", name="End the game").click()
    page.get_by_role("group", name="Ἑλένη").get_by_role("button", name="Z", exact=True).click()
    page.get_by_text("−10").wait_for()
    page.get_by_role("button", name="Save", exact=True).click()

    page.get_by_role("heading", name="Åsa wins!").wait_for()
    assert writer.game.totals == {"Åsa": 8, "Ἑλένη": -10}
    assert page.pdf(format="A4").startswith(b"%PDF")  # as a browser prints it
    text = PdfReader(taken(page, "from-set-up")).pages[0].extract_text()
    assert "Åsa wins!" in text
    assert "LÅTA 8" in text


def test_a_half_filled_form_is_still_there(opened: Opened) -> None:
    """Who leaves the form of a new game and comes back finds it as it was."""
    page = opened((390, 844))
    page.get_by_role("link", name="A new game").click()
    page.get_by_role("link", name="Literaki").click()
    page.get_by_label("Player 2").fill("Bo")
    page.wait_for_load_state()  # then the script that keeps the form has run
    page.get_by_text("What else you agree on").click()
    page.get_by_text("We draw tiles").click()
    page.get_by_role("link", name="Another game").click()
    page.get_by_role("link", name="Literaki").click()

    page.locator("[name=start][value=draw]:checked").wait_for(state="attached")  # filled in by a script, once it runs
    expect(page.get_by_label("Player 2")).to_have_value("Bo")


def test_a_name_written_before_the_script_came_is_kept(opened: Opened) -> None:
    """Who is quicker than a slow machine loses neither the name just written nor the form."""
    page, held = opened((390, 844)), []
    page.goto(f"{page.url}games/new/literaki")
    page.get_by_label("Player 2").fill("Bo")
    page.route("**/static/setup.js*", lambda route: held.append(route))  # noqa: PLW0108  # playwright takes no method
    with page.expect_request("**/static/setup.js*"):
        page.reload(wait_until="commit")
    page.get_by_label("Player 2").fill("Łukasz")
    with page.expect_event("load"):
        held[0].continue_()
    expect(page.get_by_label("Player 2")).to_have_value("Łukasz")
    page.unroute("**/static/setup.js*")
    page.goto(page.url)

    expect(page.locator("[name=player]").nth(1)).to_have_value("Łukasz")


def test_a_printed_protocol_has_no_buttons(opened: Opened, writer: Writer) -> None:
    """On paper stand the scores, the turns and the board, and nothing to press."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    page = opened()
    page.goto(f"{page.url}games/1")
    page.emulate_media(media="print")

    assert not any(button.is_visible() for button in page.get_by_role("button").all())
    expect(page.locator(".protocol")).to_be_visible()
    expect(page.locator(".board")).to_be_visible()


SCREENSHOTS = os.environ.get("PI_REFEREE_SCREENSHOTS")
"""Where pictures of the whole games and their PDFs are kept, by game, size and language, for whoever asks for them."""


@pytest.fixture
def house(house: House) -> House:
    """A house with a stream for each of the four screens."""
    return replace(house, streams=8)


GAMES = (
    ("alfapet-sv", "full", "I9=L J9=Å K9=T L9=A"),
    ("alfapet-sv", "enkel", "I9=L J9=Å K9=T L9=A"),
    ("alfapet-sv", "custom", "I9=L J9=Å K9=T L9=A"),
    ("alfapet-fi", "full", "I9=O J9=V K9=I"),
    ("alfapet-fi", "enkel", "I9=O J9=V K9=I"),
    ("literaki", "", "H8=Ż I8=A J8=B K8=A"),
    ("scrabble-de", "", "H8=Ö I8=L"),
    ("scrabble-en", "", "H8=C I8=A J8=t"),
    ("scrabble-fi", "", "H8=O I8=V J8=I"),
    ("scrabble-pl", "", "H8=Ż I8=A J8=B K8=A"),
    ("scrabble-ro", "", "H8=C I8=A J8=S K8=A"),
    ("scrabble-sv", "", "H8=L I8=Å J8=T K8=A"),
)
"""Every game and variant, with a first play."""

SIZES = ((768, 1024), (390, 844), (1440, 900))
LOCALES = ("sv-SE", "fi-FI", "en-GB", "pl-PL", "de-DE", "ro-RO")


def screens(place: int) -> list[tuple[tuple[int, int], str, str]]:
    """Four screens at one table: every size, four languages, dealt otherwise for each game; half of them dark."""
    sizes = [SIZES[(place // 6 + place + 2 * seat) % 3] for seat in range(4)]
    return [(sizes[seat], LOCALES[(place + seat) % 6], ("light", "dark")[(place + seat) % 2]) for seat in range(4)]


def test_every_size_meets_every_language() -> None:
    """Whatever a screen's size, each language is met on it; games are set up on each and in each, and shown on each."""
    met = {(size, locale) for place in range(len(GAMES)) for size, locale, _ in screens(place)}
    setting_up = {screens(place)[0][:2] for place in range(len(GAMES))}

    assert met == {(size, locale) for size in SIZES for locale in LOCALES}
    assert [set(met_in) for met_in in zip(*setting_up, strict=True)] == [set(SIZES), set(LOCALES)]
    assert all({size for size, _, _ in screens(place)} == set(SIZES) for place in range(len(GAMES)))


@pytest.mark.parametrize("place", range(len(GAMES)), ids=["-".join(filter(None, game[:2])) for game in GAMES])
def test_every_game_size_and_language(opened: Opened, writer: Writer, place: int) -> None:
    """Every game and variant with every language and on every size of screen, from set-up to PDF.

    Four people play it with a screen each: one sets it up, one writes a play, one ends it, one takes the PDF; all four
    see the same after every step.
    """
    game, variant, tiles = GAMES[place]
    called = "-".join(filter(None, GAMES[place][:2]))
    pages = {
        f"{called}-{size[0]}-{locale}": opened(size, scheme=scheme, locale=locale)
        for size, locale, scheme in screens(place)
    }
    first, second, third, fourth = pages.values()
    root = first.url.rstrip("/")
    set_up(first, f"{root}/games/new/{game}", variant)
    all_see(pages, ".player.on-turn")
    second.goto(f"{root}/games/1/turns/1/lay")
    second.locator("#tiles").fill(tiles)
    second.locator("#draft .button").click()
    all_see(pages, ".newest.ruled")
    for name, page in pages.items():
        keep(page, f"{name}-table")
    third.goto(f"{root}/games/1/end")
    third.locator("#leftovers .button").click()
    third.locator(".finished").wait_for()
    assert total_of(first) == total_of(second) == total_of(fourth) == list(map(str, writer.game.totals.values()))
    fourth.goto(f"{root}/games/1")
    for name, page in list(pages.items())[2:]:
        keep(page, f"{name}-end")

    pdf = taken(fourth, list(pages)[3])

    assert writer.game.winners == ("Åsa",)
    assert "Łukasz" in PdfReader(pdf).pages[0].extract_text()
    for page in (first, fourth):
        page.set_viewport_size({"width": 320, "height": 640})  # the narrowest telephone
    assert [too_wide(page) for page in pages.values()] == [0] * 4


def set_up(page: Page, address: str, variant: str) -> None:
    """Fill in the form of a new game, and begin it."""
    page.goto(address)
    page.locator("[name=player]").nth(0).fill("Åsa")
    page.locator("[name=player]").nth(1).fill("Łukasz")
    page.locator("#agreed > summary").click()
    page.locator("[name=start][value=first]").check(force=True)
    if variant:
        page.locator(f"[value={variant}]").check(force=True)
    page.locator("form#setup .button").click()


def all_see(pages: Mapping[str, Page], part: str) -> None:
    """Wait until every page shows this, in its own language, and none is too wide for its screen."""
    for name, page in pages.items():
        page.locator(part).first.wait_for()
        assert (f"{page.locator('html').get_attribute('lang')}-", too_wide(page)) == (name[-5:-2], 0), name


def total_of(page: Page) -> list[str]:
    """Every player's total, as soon as the page tells who has won."""
    page.locator(".player.won").wait_for()
    return page.locator(".player .total .number").all_inner_texts()


def too_wide(page: Page) -> int:
    """By how many points a page that has come whole is wider than its screen."""
    page.wait_for_load_state()
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def taken(page: Page, name: str) -> Path:
    """The PDF that the page of a finished game gives, kept beside the pictures, too; the page says that it is drawn."""
    link = page.get_by_role("link", name="PDF")
    sign = "el => new Promise(told => new MutationObserver(() => told(el.textContent)).observe(el, {childList: true}))"
    with page.expect_download() as download:
        said = link.evaluate_handle(f"el => ({{said: ({sign})(el)}})")
        link.click()
        assert said.evaluate("one => one.said") == link.get_attribute("data-slow")
    if SCREENSHOTS:
        download.value.save_as(Path(SCREENSHOTS) / f"{name}.pdf")
    return Path(download.value.path())


def keep(page: Page, name: str) -> None:
    """Keep a picture of a page where somebody asked for it."""
    if SCREENSHOTS:
        page.screenshot(path=Path(SCREENSHOTS) / f"{name}.png", full_page=True)
