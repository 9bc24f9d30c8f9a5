"""Whole games with cards in a real Chromium: stealing for two on a telephone, rounds of three on a tablet; and axe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from pi_referee.rules.course.happenings import GameBegan, Question
from tests.web.browser.test_accessibility import violations
from tests.web.browser.test_whole_games import taken, too_wide

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Opened, Writer

pytestmark = pytest.mark.browser


def begin(page: Page, *players: str) -> None:
    """Set a game with cards up, from the first page on."""
    page.get_by_role("link", name="A new game").click()
    page.get_by_role("link", name="KortAlfapet cards, for 2 to 4").click()
    if len(players) > 2:
        page.get_by_text("More players").click()
    for number, player in enumerate(players, start=1):
        page.get_by_label(f"Player {number}").fill(player)
    page.get_by_text("What else you agree on").click()
    page.get_by_text("The first one named").click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_text(f"{players[0]} begins.").first.wait_for()


def write(page: Page, word: str, line: str, *, card: str = "") -> None:
    """Write the next word by hand, tapping a card first where one is named; what is to be sent must be this line."""
    page.get_by_role("link", name="Write a play by hand").click()
    page.locator("main.is-scripted").wait_for()
    if card:
        page.locator(f'.card-lying[data-square="{card}"]').click()
    page.get_by_label("The whole word").fill(word)
    expect(page.locator("#tiles")).to_have_value(line)
    assert too_wide(page) == 0


def save(page: Page) -> None:
    """Save a play, and wait for the table."""
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator("main.table").wait_for()


@pytest.mark.parametrize("locale", ["en-GB", "sv-SE"])
@pytest.mark.parametrize("game", ["kortalfapet", "scrabble-en"])
def test_the_games_name_is_whole_on_a_telephone(opened: Opened, writer: Writer, game: str, locale: str) -> None:
    """Nothing of it is cut off beside the buttons, and it makes the bar no taller."""
    writer.begin(game=game)
    page = opened((390, 844), locale=locale)
    page.locator(".live[data-state=live]").wait_for()
    name, bar = page.locator(".brand span"), page.locator(".bar")

    assert name.evaluate("(one) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]") == [0, 0]
    assert bar.evaluate("(one) => one.offsetHeight") == 56


@pytest.mark.parametrize("limit", [0, 120])
def test_the_bar_and_the_page_fit_every_screen(opened: Opened, writer: Writer, limit: int) -> None:
    """The game's name stands whole, with a turn's clock on one line beside or below it, and nothing is too wide."""
    agreed = {"turn.seconds": limit} if limit else {}
    writer.tell(GameBegan("kortalfapet", ("Anna", "Björn"), 7, switches=agreed))
    writer.lay("0,0 > L3UVA")
    page = opened((320, 640), locale="fi-FI")
    page.locator(".live[data-state=live]").wait_for()
    expect(page.locator("#turn-clock")).to_be_visible(visible=bool(limit))
    cut, wide, tall = {}, {}, {}
    for width in (320, 390, 480, 568, 600, 820, 1920):
        page.set_viewport_size({"width": width, "height": 640})
        cut[width] = page.locator(".brand span").evaluate("(one) => one.scrollWidth - one.clientWidth")
        wide[width], tall[width] = too_wide(page), page.locator("#turn-clock").evaluate("(one) => one.offsetHeight")

    assert (set(cut.values()), set(wide.values())) == ({0}, {0})
    assert max(tall.values()) < 50


def test_two_steal_on_a_telephone(opened: Opened, writer: Writer) -> None:
    """The booklet's LUVA and KUL, a joker, a card that is changed, a pass, hands, and the protocol."""
    page = opened((390, 844))
    begin(page, "Åsa", "Björn")
    write(page, "luva", "0,0=L 1,0=U 2,0=V 3,0=A")
    page.get_by_label("mark").nth(0).select_option("3x")
    save(page)
    page.get_by_text("LUVA: 27 if nobody takes a card").wait_for()
    write(page, "KUL", "1,-1=K 1,1=L", card="1,0")
    page.get_by_text("joker").nth(1).click()
    page.get_by_label("value").nth(0).fill("5")
    expect(page.locator("#tiles")).to_have_value("1,-1=K{5} 1,1=l")
    save(page)
    page.locator(".settled", has_text="Åsa keeps L, V, A of LUVA: 18 points.").wait_for()
    page.get_by_role("button", name="Exchange a card").click()
    page.get_by_text("Åsa exchanged a card.").first.wait_for()
    page.get_by_role("button", name="Pass", exact=True).click()
    page.locator(".settled", has_text="No card of KUL was taken: Björn gets 8 points for it.").wait_for()
    page.get_by_text("Is the pile empty?").click()
    page.get_by_role("button", name="Yes: The pile is empty").click()
    page.get_by_role("button", name="Undo: the pile is empty").wait_for()
    page.get_by_role("button", name="Pass", exact=True).click()
    page.get_by_role("link", name="Enter what is left in the hands").click()
    page.get_by_label("Åsa").fill("4")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("heading", name="Åsa wins!").wait_for()

    assert writer.game.totals == {"Åsa": 14, "Björn": 8}
    assert too_wide(page) == 0
    assert "kept LVA" in PdfReader(taken(page, "cards-for-two")).pages[0].extract_text()


def test_three_play_rounds_on_a_tablet(opened: Opened, writer: Writer) -> None:
    """Words cross and score at once, those who scored alike draw lots, the table is cleared, and the game ends."""
    page = opened((820, 1180))
    begin(page, "Åsa", "Björn", "Cilla")
    write(page, "LAS", "0,0=L 1,0=A 2,0=S")
    save(page)
    write(page, "ALT", "0,-1=A 0,1=T", card="0,0")
    save(page)
    write(page, "SA", "2,1=A", card="2,0")
    save(page)
    page.get_by_text("Åsa, Björn scored alike: draw lots for who begins.").first.wait_for()
    page.get_by_role("group", name="Åsa, Björn scored alike").get_by_role("button", name="Björn").click()
    page.get_by_text("Björn begins.").first.wait_for()
    page.get_by_text("Your turn · round 2").wait_for()
    write(page, "VED", "0,0=V 1,0=E 2,0=D")
    save(page)
    page.get_by_text("Björn played").first.wait_for()
    for player in ("Cilla", "Åsa"):
        page.get_by_role("button", name="Pass", exact=True).click()
        page.get_by_text(f"{player} passed.").first.wait_for()
    page.get_by_role("link", name="End the game").click()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("heading", name="Björn wins!").wait_for()

    assert writer.game.totals == {"Åsa": 3, "Björn": 9, "Cilla": 2}
    assert too_wide(page) == 0


def test_our_cards_are_put_right(opened: Opened, writer: Writer, axe: str) -> None:
    """A slip comes back and axe finds nothing then; a corrected value is drawn, sent and scored by itself."""
    writer.begin(game="kortalfapet")
    page = opened((390, 844))
    page.goto(f"{page.url}games/new/kortalfapet")
    page.get_by_role("link", name="Our cards").click()
    page.get_by_label("Value of L").fill("two")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("alert").filter(has_text="L: “two” is no value of a card.").wait_for()
    assert violations(page, axe) == []
    page.get_by_label("Value of L").fill("2")
    page.get_by_role("group", name="Marks of L").get_by_text("3x").click()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Kept.").wait_for()
    assert violations(page, axe) == []
    page.get_by_role("link", name="To the game", exact=True).click()
    write(page, "LE", "0,0=L 1,0=E")
    expect(page.locator("#laid .value").first).to_have_text("2")
    expect(page.get_by_label("value").nth(0)).to_have_attribute("placeholder", "2")
    save(page)
    page.get_by_text("LE: 3 if nobody takes a card").wait_for()


def test_a_word_finds_its_place(opened: Opened, writer: Writer) -> None:
    """A word that fits in several places is laid in none before somebody tells which: others keep what is not taken.

    One that fits nowhere says what to do, and nothing is sent.
    """
    writer.begin(game="kortalfapet")
    writer.lay("0,0 > LUVA")
    page = opened((390, 844))
    write(page, "KUL", "")
    page.get_by_text("It fits in 2 places. Tap the card that it is built on.").wait_for()
    page.get_by_role("button", name="Another place").click()
    page.get_by_text("New: K, U. Place 1 of 2.").wait_for()
    expect(page.locator("#tiles")).to_have_value("0,-2=K 0,-1=U")
    page.get_by_role("button", name="Another place").click()
    page.get_by_text("New: K, L. Place 2 of 2.").wait_for()
    expect(page.locator("#tiles")).to_have_value("1,-1=K 1,1=L")
    page.get_by_label("The whole word").fill("SLUVAN")
    page.get_by_text("New: S, N. Place 1 of").wait_for()
    expect(page.locator("#tiles")).to_have_value("-1,0=S 4,0=N")
    page.get_by_text("across").click()
    page.get_by_label("The whole word").fill("LUVA")
    page.get_by_text("That word lies there already.").wait_for()
    page.get_by_label("The whole word").fill("KUB")
    page.get_by_text("down").click()
    page.locator('.card-lying[data-square="3,0"]').click()
    page.get_by_text("KUB fits nowhere like that.").wait_for()
    expect(page.locator("#tiles")).to_have_value("")
    page.get_by_label("The whole word").fill("Ü")
    page.get_by_text("There is no card Ü.").wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("No card is laid yet.").wait_for()
    assert writer.ledger.newest() == 2


def test_a_word_is_put_right(opened: Opened, writer: Writer) -> None:
    """A correction opens with the word as it was written, jokers and marks with it."""
    writer.begin(game="kortalfapet")
    writer.lay("0,0 > LUVA")
    writer.lay("1,-1 v K2.l")
    page = opened()
    page.goto(f"{page.url}games/1/turns/2/correct")
    page.locator("main.is-scripted").wait_for()
    expect(page.get_by_label("The whole word")).to_have_value("KUL")
    expect(page.get_by_label("mark").nth(0)).to_have_value("2")
    expect(page.locator(".as-joker").nth(1)).to_be_checked()
    page.get_by_label("mark").nth(0).select_option("3x")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Turn 2 was corrected.").first.wait_for()

    assert writer.game.turns[1].pending == 18


def test_a_play_is_written_with_keys_alone(opened: Opened, writer: Writer) -> None:
    """Who has no pointer moves over the cards with the arrow keys, and turns the word with the space bar."""
    writer.begin(game="kortalfapet")
    writer.lay("0,0 > LUVA")
    page = opened()
    page.goto(f"{page.url}games/1/turns/2/lay")
    page.locator("main.is-scripted").wait_for()
    page.locator("#board").focus()
    for key in ("ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator("#cursor-at")).to_have_text("1,0: U, lies there already")
    page.get_by_label("The whole word").focus()
    page.keyboard.type("kul")
    page.keyboard.press("Enter")

    expect(page.locator("#tiles")).to_have_value("1,-1=K 1,1=L")


PAGES = (
    "/", "/look", "/games", "/games/new", "/games/new/kortalfapet", "/games/1", "/games/1/end", "/games/1/laying",
    "/games/1/question", "/games/1/turns/1", "/games/1/turns/2/correct", "/camera", "/board", "/tiles",
)  # fmt: skip


def test_axe_finds_nothing_where_cards_are_played(opened: Opened, writer: Writer, axe: str) -> None:
    """No page of a game with cards shuts anybody out, is too wide for a phone, or has too small targets."""
    writer.begin(game="kortalfapet")
    writer.lay("0,0 > L3UVA")
    writer.lay("1,-1 v K._", Question("multiplier:1,-1", (("1", 0.6), ("2", 0.4))))
    page = opened((390, 844))
    root, found, narrow, small = page.url.rstrip("/"), {}, {}, {}
    page.emulate_media(reduced_motion="reduce")
    for path in PAGES:
        page.goto(f"{root}{path}")
        page.wait_for_load_state()
        found[path] = violations(page, axe)
        narrow[path] = too_wide(page)
        small[path] = page.evaluate(
            "[...document.querySelectorAll('button, summary, a.quiet, a.button, .pick, input[type=text], select')]"
            ".filter((b) => b.checkVisibility() && (b.offsetWidth < 44 || b.offsetHeight < 44))"
            ".map((b) => b.textContent || b.name)"
        )

    assert {path: told for path, told in found.items() if told} == {}
    assert {path: needed for path, needed in narrow.items() if needed} == {}
    assert {path: told for path, told in small.items() if told} == {}


def test_long_names_fit_the_narrowest_phone(opened: Opened, writer: Writer) -> None:
    """Whoever keeps the cards of a word is named in full, and every tool for a new card is there, on 320 points."""
    writer.begin("W" * 24, "Maximiliana Alexandrovna", game="kortalfapet")
    writer.lay("0,0 > L3UVA")
    writer.lay("1,-1 v K.L", Question("multiplier:1,-1", (("1", 0.6), ("2", 0.4))))
    page = opened((320, 640), locale="fi-FI")
    root = page.url.rstrip("/")
    page.locator(".settled", has_text="W" * 24).wait_for()
    wide = [too_wide(page)]
    page.goto(f"{root}/games/1/turns/2/correct")
    page.locator(".new-card select").nth(1).wait_for()

    assert [*wide, too_wide(page)] == [0, 0]
    assert all(tool.is_visible() for tool in page.locator(".new-card :is(select, input)").all())
