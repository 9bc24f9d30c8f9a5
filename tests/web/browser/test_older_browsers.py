"""Browsers from Safari 13.1 and Chrome 80 on: every script does its work without the functions that came later."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pi_referee.rules.course.happenings import Answered, Challenged, Passed, Question

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Opened, Writer

pytestmark = pytest.mark.browser

STATIC = Path(__file__).parents[3] / "web" / "static"

OLD = """
delete AbortSignal.timeout; delete AbortSignal.any;
delete HTMLFormElement.prototype.requestSubmit;
delete Element.prototype.replaceChildren; delete Document.prototype.replaceChildren;
delete DocumentFragment.prototype.replaceChildren;
delete SubmitEvent.prototype.submitter;
delete Array.prototype.at; delete String.prototype.at; delete Array.prototype.findLast;
delete String.prototype.replaceAll; delete Object.hasOwn; delete Object.groupBy; delete Promise.any;
for (const name of ["OffscreenCanvas", "createImageBitmap", "structuredClone", "ResizeObserver", "WeakRef",
                    "FinalizationRegistry", "AggregateError", "CompressionStream"]) {
  delete globalThis[name];
}
delete Navigator.prototype.wakeLock; delete crypto.randomUUID;
const Whole = FormData;
globalThis.FormData = function (form) { return form === undefined ? new Whole() : new Whole(form); };
"""
"""Takes away what came after Chrome 80 or Safari 13.1, and the second argument of FormData."""

LATER = re.compile(
    r"\?\?=|\|\|=|&&=|\.at\(|\.findLast|\.replaceAll\(|structuredClone|OffscreenCanvas|createImageBitmap|hasOwn\(|toSorted"
    r"|toReversed|static \{|\(\?<[=!]|[\s(.]#[a-z]\w*\s*[(=]|Promise\.any|randomUUID|groupBy|\.any\("
)
"""What no script may be written with: a browser that does not know a sign reads none of the script."""


@pytest.fixture
def old(opened: Opened, writer: Writer) -> Page:
    """The table in an old tablet."""
    writer.begin()
    page = opened()
    page.add_init_script(OLD)
    page.goto(page.url)
    page.get_by_text("Live").first.wait_for()
    return page


def test_the_functions_are_really_gone(old: Page) -> None:
    """What the test takes away is not there before the page's own scripts run."""
    old.route("**/static/*.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    old.reload()

    missing = old.evaluate(
        "[typeof AbortSignal.timeout, typeof HTMLFormElement.prototype.requestSubmit, [].at, typeof OffscreenCanvas]"
    )
    assert missing == ["undefined", "undefined", None, "undefined"]


def test_a_play_is_written(old: Page, writer: Writer) -> None:
    """The editor's form is sent by its button."""
    old.get_by_role("link", name="Write a play by hand").click()
    old.locator("#tiles").fill("I9=L J9=Å K9=T L9=A")
    old.get_by_role("button", name="Save", exact=True).click()
    old.locator(".newest.ruled").wait_for()

    assert writer.game.totals == {"Anna": 8, "Björn": 0}


def test_a_play_is_tapped(old: Page, writer: Writer) -> None:
    """The drawn board of the editor takes taps, and Enter in its line sends."""
    old.get_by_role("link", name="Write a play by hand").click()
    old.locator("#tiles").fill("I9=L J9=Å K9=T L9=A")
    expect(old.locator("#laid > *")).to_have_count(4)
    old.locator("#tiles").press("Enter")
    old.locator(".newest.ruled").wait_for()

    assert writer.game.totals["Anna"] == 8


def test_a_question_is_answered_with_the_letter_that_was_tapped(old: Page, writer: Writer) -> None:
    """A button that tells something by its name is a part of what is sent."""
    writer.lay("I9 > LOTA", Question("J9", (("O", 0.6), ("Ö", 0.4))))
    old.get_by_role("button", name="Ö", exact=True).click()
    old.locator(".question").wait_for(state="detached")

    assert writer.ledger.since(2)[-1].happening == Answered(1, "J9", "Ö")


def test_a_turn_is_passed_once(old: Page, writer: Writer) -> None:
    """A double tap is one pass."""
    old.get_by_role("button", name="Pass", exact=True).dblclick()
    old.get_by_text("Next: Björn.").first.wait_for()

    assert [event.happening for event in writer.ledger.since(1)] == [Passed()]


def test_a_language_is_chosen_by_its_button(old: Page) -> None:
    """So is the language, whose form holds nothing but buttons."""
    old.locator(".languages summary").click()
    old.locator(".languages button[value=sv]").click()
    expect(old.locator("html")).to_have_attribute("lang", "sv")


def test_a_play_is_questioned_by_who_taps(old: Page, writer: Writer) -> None:
    """Who asks is told by the button alone."""
    writer.lay("I9 > LÅTA")
    old.get_by_role("link", name="Challenge").click()
    old.get_by_role("button", name="Björn").click()
    expect(old.locator("input[type=hidden][name=by]")).to_have_attribute("value", "Björn")
    old.get_by_text("counts", exact=True).click()
    old.get_by_role("button", name="Save").click()
    old.get_by_text("The play stands").first.wait_for()

    assert writer.ledger.since(2)[-1].happening == Challenged("Björn", stands=True)


PAGES = (
    "games", "games/new", "games/new/alfapet-sv", "games/new/kortalfapet", "games/1", "games/1/end", "games/1/laying",
    "games/1/question", "games/1/turns/1/correct", "games/1/turns/2/lay", "games/1/players", "lists", "camera", "board",
    "tiles", "trial", "invite", "pair", "decks/kortalfapet", "games/1/turns/1",
)  # fmt: skip
"""Pages with scripts of their own, and their neighbours."""


@pytest.mark.parametrize("path", PAGES)
def test_no_script_of_any_page_stumbles(old: Page, writer: Writer, path: str) -> None:
    """Each page is opened and stays for a moment; what its scripts complain of fails the test."""
    writer.lay("I9 > LÅTA")

    answer = old.goto(f"{old.url.rstrip('/')}/{path}")

    assert answer is not None
    assert answer.status in {200, 404}
    old.wait_for_timeout(400)


@pytest.mark.parametrize("script", sorted(path.name for path in STATIC.glob("*.js")))
def test_no_script_is_written_with_what_came_later(script: str) -> None:
    """What cannot be put in place afterwards, as a sign, no script uses; functions stand in older.js."""
    lines = (STATIC / script).read_text(encoding="utf-8").splitlines()

    assert [line for line in lines if LATER.search(line.partition(" // ")[0])] == []


@pytest.mark.parametrize("script", sorted(path.name for path in STATIC.glob("*.js")))
def test_a_script_that_needs_what_older_browsers_lack_asks_for_it(script: str) -> None:
    """Whoever uses such a function begins with the script that puts it in place."""
    text = (STATIC / script).read_text(encoding="utf-8")
    needs = re.search(r"AbortSignal|requestSubmit|submitter|replaceChildren", text)

    assert script == "older.js" or needs is None or 'import "./older.js";' in text
