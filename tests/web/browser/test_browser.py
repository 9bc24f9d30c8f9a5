"""The page in a real Chromium: live, in two languages, light and dark, on a tablet, a phone and a desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from playwright.sync_api import expect

from pi_referee.rules.board.square import Square
from pi_referee.rules.course.happenings import Ended, Exchanged, LookRefused, Passed, Question
from pi_referee.rules.plays.ruling import Fault, Infraction

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.web.conftest import Site, Writer

pytestmark = pytest.mark.browser

TABLET, PHONE, DESK = (768, 1024), (390, 844), (1440, 900)
Opened = Callable[..., "Page"]
"""Opens the page in a browser of its own."""


def total(page: Page, player: int) -> str:
    """A player's total, as it stands on the page in big figures."""
    return page.locator(".player .total .number").nth(player).inner_text()


def says(page: Page, words: str) -> None:
    """Wait until the page shows these words."""
    page.get_by_text(words).first.wait_for()


def test_a_score_appears_without_reloading(opened: Opened, writer: Writer) -> None:
    """A play that is written into the log is on an open page a moment later, and is read aloud."""
    writer.begin()
    page = opened()
    page.evaluate("window.sameDocument = true")
    says(page, "Live")

    writer.lay("I9 > LÅTA")
    page.locator(".t.fresh").nth(3).wait_for()

    assert ("8", "0", True) == (total(page, 0), total(page, 1), page.evaluate("window.sameDocument"))
    expect(page.locator("#said")).to_have_text("Anna played LÅTA 8. 8 points. The score: Anna 8, Björn 0. Next: Björn.")


def test_the_first_game_appears_by_itself(opened: Opened, writer: Writer) -> None:
    """A page that waits for a game shows it as soon as it begins."""
    page = opened()
    says(page, "No game yet")

    writer.begin("Åsa", "Bo")

    says(page, "Åsa begins.")


def test_two_pages_in_two_languages_stay_in_step(opened: Opened, writer: Writer) -> None:
    """Each reader gets the same play in a language of their own."""
    writer.begin()
    english, swedish = opened(), opened(PHONE, locale="sv-SE")
    writer.tell(Passed())

    says(english, "Anna passed.")
    says(swedish, "Anna passade.")


@pytest.mark.parametrize("path", ["", "games/1"])
@pytest.mark.parametrize("size", [(320, 640), (360, 780), (768, 1024)])
def test_every_language_is_written_out_in_its_button(
    opened: Opened, writer: Writer, size: tuple[int, int], path: str
) -> None:
    """The opened list of languages lies on the screen, on a line of its own too, and no name leaves its button."""
    writer.begin()
    page = opened(size)
    page.goto(f"{page.url}{path}")
    page.locator(".languages summary").click()
    page.get_by_role("button", name="Svenska").wait_for()

    overflowing = page.locator(".languages button").evaluate_all(
        "buttons => buttons.filter((one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().left < 0"
        " || one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent)"
    )
    assert overflowing == []


@pytest.mark.parametrize("locale", ["ro-RO", "de-DE"])
def test_no_button_on_top_breaks(opened: Opened, writer: Writer, locale: str) -> None:
    """On a telephone the title of a game gives way, not the words of the buttons beside it; nothing is pushed out."""
    writer.begin(game="scrabble-en")
    writer.lay("H8 > CAT")
    page = opened(PHONE, locale=locale)
    page.goto(page.url + "games/1/laying")
    lines = page.locator(".bar .quiet:visible").evaluate_all(
        "all => all.map((one) => { const words = new Range(); words.selectNodeContents(one);"
        " return words.getClientRects().length; })"
    )

    assert set(lines) == {1}
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


def test_the_language_is_changed_by_a_tap(opened: Opened, writer: Writer) -> None:
    """The button with the other language's name leads to it and back."""
    writer.begin()
    page = opened()
    for name, words in (
        ("Svenska", "Din tur"),
        ("Suomi", "Sinun vuorosi"),
        ("Polski", "Twój ruch"),
        ("Deutsch", "Du bist dran"),
        ("Română", "Rândul tău"),
    ):
        page.locator(".languages summary").click()
        page.get_by_role("button", name=name).click()
        says(page, words)
    page.locator(".languages summary").click()
    page.get_by_role("button", name="English").click()

    says(page, "Your turn")


def test_a_question_is_answered_by_one_tap(opened: Opened, writer: Writer) -> None:
    """A tap on the letter closes the question and lets the score stand, on every page."""
    writer.begin()
    writer.lay("I9 > LOTA", Question("J9", (("O", 0.6), ("Ö", 0.4))))
    asked, watching = opened(), opened(PHONE)
    asked.locator(".badge").wait_for()
    asked.get_by_role("button", name="Ö", exact=True).click()

    for page in (asked, watching):
        page.locator(".player .number").filter(has_text="8").wait_for()
        page.locator(".question").wait_for(state="detached")


def test_what_was_opened_before_the_script_came_stays_open(opened: Opened, writer: Writer) -> None:
    """Who is quicker than a slow machine opens a menu once: the first word of the stream does not shut it."""
    writer.begin()
    page, held = opened(), []
    says(page, "Live")  # what is held back is asked for by the next page, not by this one
    page.route("**/live.js*", lambda route: held.append(route))  # noqa: PLW0108  # playwright takes no method
    with page.expect_request("**/live.js*"):
        page.reload(wait_until="commit")
    page.get_by_text("Exchange", exact=True).click()
    held[0].continue_()
    page.locator("#live[data-state=live]").wait_for()

    assert page.locator("details.menu").first.evaluate("menu => menu.open")


def test_an_answer_that_is_not_taken_says_why(opened: Opened, writer: Writer) -> None:
    """A tap that cannot be trusted any more is not silently lost: the page says what to do."""
    writer.begin()
    writer.lay("I9 > LOTA", Question("J9", (("O", 0.6), ("Ö", 0.4))))
    page = opened()
    says(page, "Live")  # before its script has come a page sends a tap as any form, and shows what is answered
    page.context.clear_cookies(name="referee")
    page.get_by_role("button", name="Ö", exact=True).click()

    page.get_by_role("alert").filter(has_text="Allow cookies for this page, then load it again.").wait_for()
    assert writer.ledger.newest() == 2


def test_a_tap_without_a_network_is_told_and_can_be_repeated(opened: Opened, writer: Writer) -> None:
    """Whoever answers while the network is away is told that nothing was sent; afterwards one more tap does it."""
    writer.begin()
    writer.lay("I9 > LOTA", Question("J9", (("O", 0.6), ("Ö", 0.4))))
    page = opened()
    says(page, "Live")
    page.route("**/answers", lambda route: route.abort())
    page.get_by_role("button", name="Ö", exact=True).click()
    page.get_by_role("alert").filter(has_text="Nothing was sent and nothing is lost.").wait_for()
    assert writer.ledger.newest() == 2
    page.unroute("**/answers")
    page.get_by_role("button", name="Ö", exact=True).click()

    page.locator(".player .number").filter(has_text="8").wait_for()
    page.locator("#unsent").wait_for(state="hidden")


def test_a_form_without_a_network_keeps_what_was_written(opened: Opened, writer: Writer) -> None:
    """A form that cannot be sent stays as it is, with a sentence over it; sent again it arrives once."""
    writer.begin()
    page = opened()
    page.goto(f"{page.url}games/new/alfapet-sv")
    page.get_by_label("Player 1").fill("Åsa")
    page.route("**/healthz", lambda route: route.abort())
    page.get_by_role("button", name="Begin", exact=True).click()
    page.get_by_role("alert").filter(has_text="The page cannot be reached just now.").wait_for()
    expect(page.get_by_label("Player 1")).to_have_value("Åsa")
    page.unroute("**/healthz")
    page.get_by_text("What else you agree on").click()
    page.get_by_text("The first one named").click()
    page.get_by_role("button", name="Begin", exact=True).dblclick()

    says(page, "Åsa begins.")
    assert writer.ledger.newest() == 2


def test_a_refusal_is_told_and_the_score_stays(opened: Opened, writer: Writer) -> None:
    """What is wrong is said in whole sentences; nothing else on the page moves."""
    writer.begin()
    page = opened()
    writer.tell(LookRefused("", (Infraction(Fault.OFF_CENTRE, (Square.parse("I9"),)),)))

    says(page, "The first word must cover the centre, I9.")
    assert total(page, 0) == "0"


def test_a_page_without_a_stream_polls(opened: Opened, writer: Writer, site: Site) -> None:
    """When every stream is taken the page says that it asks every few seconds, and keeps up."""
    writer.begin()
    page = opened()
    says(page, "Live")
    page.route("**/events*", lambda route: route.fulfill(status=503, headers={"Retry-After": "5"}))
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    says(page, "Every few seconds")
    writer.tell(Passed())

    says(page, "Anna passed.")


@pytest.mark.parametrize("locale", ["sv-SE", "fi-FI", "en-GB", "pl-PL", "de-DE", "ro-RO"])
def test_whatever_is_said_fits_a_phone(opened: Opened, writer: Writer, locale: str) -> None:
    """Live, asking every few seconds or connecting again: in no language does that push the page wider.

    Nor are the words beside the letters that answer a question broken into more than two lines.
    """
    writer.begin(game="scrabble-ro")
    page = opened((320, 640), locale=locale)
    page.locator("#live[data-state=live]").wait_for()
    wide = {
        state: page.evaluate(
            "state => { document.getElementById('live').dataset.state = state;"
            " return document.documentElement.scrollWidth - document.documentElement.clientWidth; }",
            state,
        )
        for state in ("live", "polling", "lost")
    }
    writer.begin()
    writer.lay("I9 > LOTA", Question("J9", (("O", 0.6), ("Ö", 0.4))))
    page.locator(".others summary").last.click()
    tall = "words => words.filter((one) => one.offsetHeight > 64).map((one) => one.textContent)"

    assert wide == {"live": 0, "polling": 0, "lost": 0}
    assert page.locator(".others .choice:not(.letter)").evaluate_all(tall) == []


def test_a_tablet_that_wakes_up_catches_up(opened: Opened, writer: Writer) -> None:
    """A stream that died in the tablet's sleep is opened anew when the page is shown again."""
    writer.begin()
    page = opened()
    says(page, "Live")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    writer.tell(Passed())
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    says(page, "Anna passed.")


def test_a_tablet_that_slept_through_a_game_shows_the_next(opened: Opened, writer: Writer) -> None:
    """Who wakes up after the end of a game, and the beginning of another, sees the new one."""
    writer.begin()
    page = opened()
    says(page, "Live")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    writer.lay("I9 > LÅTA")
    writer.tell(Ended())
    writer.begin("Cilla", "David")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    says(page, "Cilla begins.")


def test_a_lost_log_is_shown_over_the_game(opened: Opened, writer: Writer, home: Path) -> None:
    """When the log is gone the scores stay in sight under a plain warning, which goes when it is back."""
    writer.begin()
    page = opened()
    says(page, "Live")
    (home / "games.sqlite").rename(home / "away")
    page.get_by_role("alert").filter(has_text="The log is gone.").wait_for()
    assert total(page, 0) == "0"

    (home / "away").rename(home / "games.sqlite")

    page.get_by_role("alert").filter(has_text="The log is gone.").wait_for(state="hidden")


@pytest.mark.parametrize(
    ("size", "scheme", "locale"),
    [
        (TABLET, "light", "sv-SE"),
        (TABLET, "dark", "en-GB"),
        (PHONE, "light", "en-GB"),
        (PHONE, "dark", "sv-SE"),
        (DESK, "light", "sv-SE"),
        (DESK, "dark", "en-GB"),
    ],
)
def test_the_page_fits_every_screen(
    opened: Opened, writer: Writer, home: Path, size: tuple[int, int], scheme: str, locale: str
) -> None:
    """Nothing is cut off sideways, every target is big enough for a finger, and the scheme is the reader's."""
    Image.new("RGB", (60, 60), "#cdbc9b").save(home / "pictures" / "turn.jpg")
    writer.begin("Anna", "Björn", "Karl-Oskar af Ugglas", "ÅÄÖ")
    writer.lay("F9 > MINUTER", picture="turn.jpg")
    writer.lay("L7 v GÅ.D_N", Question("L8", (("Å", 0.6), ("A", 0.4))))
    page = opened(size, scheme=scheme, locale=locale)
    page.locator(".question").first.wait_for()

    width, needed = page.evaluate("[document.documentElement.clientWidth, document.documentElement.scrollWidth]")
    small = page.evaluate(
        "[...document.querySelectorAll('button, summary')].filter((b) => b.offsetParent !== null"
        " && (b.offsetWidth < 44 || b.offsetHeight < 44)).map((b) => b.textContent)"
    )
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")

    assert needed <= width
    assert small == []
    assert ground == {"light": "rgb(246, 240, 228)", "dark": "rgb(24, 20, 18)"}[scheme]


def test_the_tablet_shows_the_whole_table_at_once(opened: Opened, writer: Writer) -> None:
    """On a tablet the scores, the referee's word and the whole board are seen without scrolling."""
    writer.begin()
    writer.lay("F9 > MINUTER")
    page = opened(TABLET)

    for part in (".scores", ".newest", ".board"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= TABLET[1], part


def test_the_total_is_read_from_two_metres(opened: Opened, writer: Writer) -> None:
    """The totals are at least 48 px high on every screen: 8 mm on a tablet, half a degree at two metres, and more."""
    writer.begin()

    sizes = [
        opened(size).evaluate("parseFloat(getComputedStyle(document.querySelector('.total .number')).fontSize)")
        for size in (TABLET, PHONE, DESK)
    ]

    assert min(sizes) >= 48


def test_the_first_page_is_light(opened: Opened, writer: Writer) -> None:
    """Everything a full board's first page needs, photograph apart, is at most 100 kB."""
    writer.begin()
    writer.lay("F9 > MINUTER")
    for row in range(10, 17, 2):
        writer.lay(f"F{row} > MINUTER")
    page = opened()
    says(page, "Live")

    sizes = page.evaluate(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".filter((e) => !e.name.includes('/events')).map((e) => [e.name, e.transferSize])"
    )

    assert sum(size for _, size in sizes) <= 100_000, sizes


def test_nothing_comes_from_elsewhere(opened: Opened, writer: Writer, site: Site) -> None:
    """The page asks no other host for anything: it works in a house without the internet."""
    writer.begin()
    page = opened()
    says(page, "Live")

    hosts = page.evaluate("performance.getEntriesByType('resource').map((e) => new URL(e.name).origin)")

    assert {site.address} == set(hosts)


UNDER_THE_FINGER = """([x, y]) => document.elementFromPoint(x, y).closest("form button") !== null"""
"""Whether a tap at this place presses a button of a form."""

WHEN_TOLD = f"""finger => {{
  window.hit = new Promise((told) => new MutationObserver(() => told(({UNDER_THE_FINGER})(finger)))
    .observe(document.getElementById("said"), {{ childList: true }}));
}}"""
"""Notes whether a tap at this place would press a button in the very moment in which the next news comes."""


@pytest.mark.parametrize(
    ("action", "news", "after"),
    [("passes", "Anna passed.", "Björn passed."), ("undone", "The last step was undone.", "Cilla passed.")],
)
def test_a_double_tap_is_one_tap(opened: Opened, writer: Writer, action: str, news: str, after: str) -> None:
    """Where the same button stands there again for the next turn, a finger that comes down twice does it once."""
    writer.begin("Anna", "Björn", "Cilla")
    writer.lay("F9 > MINUTER")
    writer.tell(Exchanged(2))
    writer.tell(Passed())
    page = opened(TABLET, locale="en-GB")
    says(page, "Live")
    box = page.locator(f"form[action='/{action}'] button").bounding_box()
    assert box
    finger = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate(WHEN_TOLD, finger)
    page.mouse.dblclick(*finger)
    page.get_by_text(news).first.wait_for()
    assert not page.evaluate("window.hit")
    page.wait_for_function(UNDER_THE_FINGER, arg=finger)  # it does stand there again, and rests but for a moment
    page.get_by_role("button", name="Pass", exact=True).click()
    says(page, after)

    turns = [Exchanged(2), Passed(), Passed()] if action == "passes" else [Exchanged(2)]
    assert list(writer.game.happenings[2:]) == [*turns, Passed()]


@pytest.mark.parametrize("size", [TABLET, PHONE, DESK])
@pytest.mark.parametrize("players", [("Anna", "Björn"), ("Maximiliana Alexandrovna", "Bo", "Åsa", "W" * 24)])
def test_the_totals_of_a_row_stand_on_one_line(
    opened: Opened, writer: Writer, size: tuple[int, int], players: tuple[str, ...]
) -> None:
    """Whoever leads, is on turn or has a long name: figures side by side are compared at a glance."""
    writer.begin(*players)
    writer.lay("F9 > MINUTER")
    page = opened(size, locale="fi-FI")
    boxes = page.evaluate(
        "[...document.querySelectorAll('.player')].map((one) => "
        "[one.offsetTop, Math.round(one.querySelector('.total').getBoundingClientRect().bottom)])"
    )
    lines = {top: {bottom for other, bottom in boxes if other == top} for top, _ in boxes}

    assert [len(bottoms) for bottoms in lines.values()] == [1] * len(lines)
