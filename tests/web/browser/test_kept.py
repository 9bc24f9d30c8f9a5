"""A browser that keeps nothing for a page, as with cookies blocked or a full device, loses nothing the page does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.web.conftest import Opened, Writer

pytestmark = pytest.mark.browser

KEEPS_NOTHING = """
Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("blocked", "SecurityError"); } });
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""
"""What lasts beyond the tab may not even be looked at, and what lasts as long as it has no room."""


def test_the_table_s_switches_work_as_long_as_the_page_is_open(opened: Opened, writer: Writer) -> None:
    """Clock, voice and whose telephone it is; and a play that is being written is told its score."""
    writer.begin()
    writer.lay("I9 > LOTA")
    page = opened()
    page.add_init_script(KEEPS_NOTHING)
    page.reload()
    page.get_by_role("button", name="Clock").click()
    page.get_by_role("timer").wait_for()
    page.get_by_role("button", name="Say it aloud").click()
    page.locator("#voice-switch[aria-pressed=true]").wait_for()
    page.get_by_text("Tell me when it is my turn").click()
    page.get_by_role("button", name="Anna", exact=True).click()
    page.locator("[data-me=Anna][aria-pressed=true]").wait_for()
    page.goto(f"{page.url}games/1/turns/1/correct")
    page.locator("#tiles").fill("I9 > LÅTA")

    page.locator("#preview").get_by_text("LÅTA").wait_for()
