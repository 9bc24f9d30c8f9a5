"""A play put right on the board, with finger and keys, in a real Chromium."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from playwright.sync_api import expect

from pi_referee.rules.course.happenings import PlayLaid, Question

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.web.conftest import Writer

pytestmark = pytest.mark.browser

Opened = Callable[..., "Page"]


def tap(page: Page, column: int, row: int, *, size: int = 17) -> None:
    """Tap a square of the board, counted from 0; the drawing has a band of 30 units around its squares of 40."""
    page.locator("main.is-scripted").wait_for()
    box = page.locator("#board").bounding_box()
    assert box is not None
    scale = box["width"] / (size * 40 + 60)
    page.mouse.click(box["x"] + (30 + column * 40 + 20) * scale, box["y"] + (30 + row * 40 + 20) * scale)


def test_a_row_of_the_protocol_opens_and_is_put_right(opened: Opened, writer: Writer) -> None:
    """From the row to its evidence, to the editor, a tap on the square, a tap on the letter: scored anew, and told."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    writer.lay("M9 > R")
    page = opened()
    page.get_by_role("link", name="Turn 1, Anna").click()
    page.get_by_role("heading", name="How the score came about").wait_for()
    page.get_by_role("link", name="Correct this turn").click()
    tap(page, 8, 8)
    page.get_by_role("button", name="M", exact=True).click()
    page.get_by_role("button", name="Save", exact=True).click()

    page.get_by_role("heading", name="Turn 1 was corrected.").wait_for()
    page.wait_for_load_state()
    expect(page.get_by_text("MÅTAR")).to_have_count(1)
    page.get_by_role("main").get_by_role("link", name="To the game").click()
    page.locator(".protocol").get_by_text("MÅTA", exact=True).wait_for()


def test_a_play_is_written_with_keys_alone(opened: Opened, writer: Writer) -> None:
    """Who has a keyboard writes a word downwards with a blank in it, and needs no pointer at all."""
    writer.begin()
    page = opened((1440, 900))
    page.get_by_role("link", name="Write a play by hand").click()
    page.locator("main.is-scripted").wait_for()
    page.locator("#board").focus()
    page.keyboard.press("Space")
    page.keyboard.type("la")
    page.get_by_role("button", name="next letter is a blank").focus()
    page.keyboard.press("Enter")
    page.locator("#board").focus()
    page.keyboard.type("ta")
    expect(page.locator("#tiles")).to_have_value("I9=L I10=A I11=t I12=A")
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator(".protocol").get_by_text("LATA", exact=True).wait_for()

    assert isinstance(writer.ledger.since(1)[0].happening, PlayLaid)


def test_a_slip_is_shown_where_it_was_made(opened: Opened, writer: Writer) -> None:
    """What breaks a rule comes back with its fault, and with the tiles as they were written."""
    writer.begin()
    page = opened((390, 844))
    page.get_by_role("link", name="Write a play by hand").click()
    tap(page, 0, 0)
    for letter in "LÅT":
        page.get_by_role("button", name=letter, exact=True).click()
    with page.expect_response("**/corrections"):
        page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("alert").filter(has_text="The first word must cover the centre, I9.").wait_for()
    page.locator("main.is-scripted").wait_for()

    expect(page.locator("#tiles")).to_have_value("A1=L B1=Å C1=T")
    expect(page.locator("#laid .tile")).to_have_count(3)


def test_a_play_is_written_on_a_telephone(opened: Opened, writer: Writer) -> None:
    """The first tap on the centre writes across, on large squares; the score is told; a reload loses nothing."""
    writer.begin()
    page = opened((390, 844))
    page.get_by_role("link", name="Write a play by hand").click()
    tap(page, 8, 8)
    width = page.locator("#laid, #cursor").last.bounding_box()
    assert width is not None
    assert width["width"] > 34
    for letter in "LÅTA":
        page.get_by_role("button", name=letter, exact=True).click()
    page.get_by_text("LÅTA 8 · 8 points.").wait_for()
    page.reload()
    page.get_by_text("LÅTA 8 · 8 points.").wait_for()

    expect(page.locator("#tiles")).to_have_value("I9=L J9=Å K9=T L9=A")
    expect(page.locator("#laid .tile")).to_have_count(4)
    page.get_by_role("link", name="Cancel").click()
    page.get_by_role("link", name="Write a play by hand").click()
    page.locator("main.is-scripted").wait_for()
    expect(page.locator("#tiles")).to_have_value("")


def test_a_question_shows_the_square_it_is_about(opened: Opened, writer: Writer, home: Path) -> None:
    """Beside "O or Ö?" stands the square, cut out of the photograph by the browser."""
    Image.new("RGB", (340, 340), "#cdbc9b").save(home / "pictures" / "turn.jpg")
    writer.begin()
    writer.lay("I9 > LOTA", Question("J9", (("O", 0.6), ("Ö", 0.4))), picture="turn.jpg")
    page = opened()
    cut = page.get_by_role("img", name="The square as the camera saw it")

    expect(cut).to_have_attribute("viewBox", "8.4 7.4 2.2 2.2")
    box = cut.bounding_box()
    assert box is not None
    assert box["width"] >= 90


def test_a_pass_is_one_tap(opened: Opened, writer: Writer) -> None:
    """A pass needs no button on the table, and the page shows it at once."""
    writer.begin()
    page = opened()
    page.get_by_role("button", name="Pass").click()

    page.get_by_text("Anna passed.").first.wait_for()
    page.get_by_text("Exchange", exact=True).click()
    page.get_by_role("button", name="3", exact=True).click()
    page.get_by_text("Björn exchanged 3 tiles.").first.wait_for()
