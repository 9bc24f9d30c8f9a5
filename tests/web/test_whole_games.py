"""Whole games in a real Chromium, from an empty machine to the printed protocol, with nothing but the page."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Opened, Writer

pytestmark = pytest.mark.browser


def test_a_game_from_set_up_to_pdf(opened: Opened, writer: Writer) -> None:
    """A family that has never seen the page begins a game, plays, ends it and prints the protocol."""
    page = opened()
    page.get_by_role("link", name="A new game").click()
    page.get_by_role("link", name="Alfapet 17 × 17").click()
    page.get_by_label("Player 1").fill("Åsa")
    page.get_by_label("Player 2").fill("Ἑλένη")
    page.get_by_text("The first one named").click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("Åsa begins.").first.wait_for()
    page.get_by_role("link", name="Write a play by hand").click()
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
    page.get_by_text("We draw tiles").click()
    page.get_by_role("link", name="Another game").click()
    page.get_by_role("link", name="Literaki").click()

    page.locator("[name=start][value=draw]:checked").wait_for(state="attached")  # filled in by a script, once it runs
    assert page.get_by_label("Player 2").input_value() == "Bo"


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
    assert page.get_by_label("Player 2").input_value() == "Łukasz"
    page.unroute("**/static/setup.js*")
    page.goto(page.url)

    page.wait_for_function("document.querySelectorAll('[name=player]')[1].value === 'Łukasz'")


def test_a_printed_protocol_has_no_buttons(opened: Opened, writer: Writer) -> None:
    """On paper stand the scores, the turns and the board, and nothing to press."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    page = opened()
    page.goto(f"{page.url}games/1")
    page.emulate_media(media="print")

    assert not any(button.is_visible() for button in page.get_by_role("button").all())
    assert page.locator(".protocol").is_visible()
    assert page.locator(".board").is_visible()


SCREENSHOTS = Path(os.environ.get("PI_REFEREE_SCREENSHOTS", Path(__file__).parents[2] / "screenshots"))
"""Where the pictures of the whole games and their PDFs are kept; named by game, size and language."""


@pytest.mark.parametrize(
    ("game", "variant", "size", "locale", "scheme", "tiles"),
    [
        ("alfapet-sv", "full", (768, 1024), "sv-SE", "light", "I9=L J9=Å K9=T L9=A"),
        ("alfapet-sv", "enkel", (390, 844), "pl-PL", "dark", "I9=L J9=Å K9=T L9=A"),
        ("alfapet-sv", "custom", (1440, 900), "en-GB", "dark", "I9=L J9=Å K9=T L9=A"),
        ("alfapet-fi", "full", (1440, 900), "fi-FI", "dark", "I9=O J9=V K9=I"),
        ("alfapet-fi", "enkel", (768, 1024), "en-GB", "light", "I9=O J9=V K9=I"),
        ("literaki", "", (768, 1024), "pl-PL", "dark", "H8=Ż I8=A J8=B K8=A"),
        ("scrabble-de", "", (390, 844), "sv-SE", "dark", "H8=Ö I8=L"),
        ("scrabble-en", "", (390, 844), "en-GB", "light", "H8=C I8=A J8=t"),
        ("scrabble-fi", "", (1440, 900), "sv-SE", "light", "H8=O I8=V J8=I"),
        ("scrabble-pl", "", (390, 844), "fi-FI", "light", "H8=Ż I8=A J8=B K8=A"),
        ("scrabble-ro", "", (1440, 900), "pl-PL", "light", "H8=C I8=A J8=S K8=A"),
        ("scrabble-sv", "", (768, 1024), "fi-FI", "light", "H8=L I8=Å J8=T K8=A"),
    ],
)
def test_every_game_size_and_language(
    opened: Opened,
    writer: Writer,
    game: str,
    variant: str,
    size: tuple[int, int],
    locale: str,
    scheme: str,
    tiles: str,
) -> None:
    """Every game and variant, and every screen with every language: set up, played by hand, ended, taken as a PDF."""
    page = opened(size, scheme=scheme, locale=locale)
    root, name = page.url.rstrip("/"), "-".join(filter(None, (game, variant, str(size[0]), locale)))
    page.goto(f"{root}/games/new/{game}")
    page.locator("[name=player]").nth(0).fill("Åsa")
    page.locator("[name=player]").nth(1).fill("Łukasz")
    page.locator("[name=start][value=first]").check(force=True)
    if variant:
        page.locator(f"[value={variant}]").check(force=True)
    page.locator("form#setup .button").click()
    page.locator(".player.on-turn").wait_for()
    page.goto(f"{root}/games/1/turns/1/lay")
    page.locator("#tiles").fill(tiles)
    page.locator("#draft .button").click()
    page.locator(".newest.ruled").wait_for()
    keep(page, f"{name}-table")
    page.goto(f"{root}/games/1/end")
    page.locator("#leftovers .button").click()
    page.locator(".finished").wait_for()
    keep(page, f"{name}-end")

    pdf = taken(page, name)

    assert writer.game.winners == ("Åsa",)
    assert "Łukasz" in PdfReader(pdf).pages[0].extract_text()
    assert too_wide(page) == 0
    page.set_viewport_size({"width": 320, "height": 640})  # the narrowest telephone
    assert too_wide(page) == 0


def too_wide(page: Page) -> int:
    """By how many points a page is wider than its screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def taken(page: Page, name: str) -> Path:
    """The PDF that the page of a finished game gives, kept beside the pictures."""
    with page.expect_download() as download:
        page.get_by_role("link", name="PDF").click()
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    path = SCREENSHOTS / f"{name}.pdf"
    download.value.save_as(path)
    return path


def keep(page: Page, name: str) -> None:
    """Keep a picture of a page."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)
