"""Whole games in a real Chromium, from an empty machine to the printed protocol, with nothing but the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
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
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_a_half_filled_form_is_still_there(opened: Opened) -> None:
    """Who leaves the form of a new game and comes back finds it as it was."""
    page = opened((390, 844))
    page.get_by_role("link", name="A new game").click()
    page.get_by_role("link", name="Literaki").click()
    page.get_by_label("Player 2").fill("Bo")
    page.get_by_text("We draw tiles").click()
    page.get_by_role("link", name="Another game").click()
    page.get_by_role("link", name="Literaki").click()

    assert page.get_by_label("Player 2").input_value() == "Bo"
    assert page.get_by_role("radio", name="We draw tiles").is_checked()


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
