"""A dispute from end to end: a real Chromium, and the Swedish list as it is really built on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.web.conftest import Opened, Writer

pytestmark = pytest.mark.browser


@pytest.fixture
def page(opened: Opened, home: Path, swedish_folder: Path) -> Page:
    """A tablet in a house that has the Swedish list."""
    (home / "lists").symlink_to(swedish_folder)
    return opened()


def begun(page: Page, *agreed: str) -> Page:
    """A game between Åsa and Björn, begun on the page, with the Swedish list and what else is tapped."""
    page.goto(f"{page.url}games/new/alfapet-sv")
    page.get_by_label("Player 1").fill("Åsa")
    page.get_by_label("Player 2").fill("Björn")
    page.get_by_text("What else you agree on").click()
    expect(page.get_by_role("radio", name="the list sv")).to_be_checked()
    for sentence in agreed:
        page.get_by_text(sentence, exact=True).click()
    page.get_by_text("The first one named").click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("Åsa begins.").first.wait_for()
    return page


def laid(page: Page, tiles: str) -> None:
    """Whoever is on turn lays tiles, written down by hand."""
    page.get_by_role("link", name="Write a play by hand").click()
    page.locator("#tiles").fill(tiles)
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator(".newest.ruled").wait_for()


def questioned(page: Page, by: str) -> None:
    """Somebody questions the newest play."""
    page.get_by_role("link", name="Challenge").click()
    page.get_by_role("button", name=by).click()
    page.get_by_text("By the list").wait_for()
    page.wait_for_load_state()


def test_a_word_that_is_none_falls_and_one_that_is_stands(page: Page, writer: Writer) -> None:
    """KATTHUS is no listed word: the table sees its parts and lets it fall; KATTENS in its place stands."""
    begun(page)
    laid(page, "F9=K G9=A H9=T I9=T J9=H K9=U L9=S")
    page.get_by_role("link", name="Challenge").click()
    page.get_by_role("button", name="Björn").click()
    page.get_by_text("it looks like KATT + HUS. The table decides.").wait_for()
    page.get_by_text("does not count", exact=True).click()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("By the list").wait_for()
    told = page.locator("main").inner_text()

    assert "The play does not count" in told
    assert "KATTHUS" in told
    assert "F9, G9, H9, I9, J9, K9, L9" in told
    assert "By the list sv" in told
    assert writer.game.totals == {"Åsa": 0, "Björn": 0}
    page.get_by_role("link", name="To the game").last.click()
    page.get_by_text("Next: Åsa.").first.wait_for()
    assert page.locator(".newest .reasons").inner_text().startswith("KATTHUS")

    laid(page, "F9=K G9=A H9=T I9=T J9=E K9=N L9=S")
    questioned(page, "Björn")
    assert "The play stands" in page.locator("main").inner_text()
    assert writer.game.totals["Åsa"] > 0
    assert writer.game.on_turn == "Björn"


def test_the_agreed_forms_decide(page: Page, writer: Writer) -> None:
    """Where only a dictionary's own form counts, HUNDEN falls: the same list, another agreement."""
    begun(page, "Only the form a dictionary lists")
    laid(page, "G9=H H9=U I9=N J9=D K9=E L9=N")
    questioned(page, "Björn")
    told = page.locator("main").inner_text()

    assert "The play does not count" in told
    assert "HUNDEN: definite form of HUND; definite forms are off." in told
    assert writer.game.totals["Åsa"] == 0


def test_who_questions_in_vain_sits_out(page: Page, writer: Writer) -> None:
    """Where questioning may cost a turn, Björn, who doubted a word that counts, sits the next one out."""
    begun(page, "it costs that player the next turn")
    laid(page, "I9=L J9=Å K9=T L9=A")
    questioned(page, "Björn")

    assert "Björn loses the next turn." in page.locator("main").inner_text()
    assert writer.game.on_turn == "Åsa"


def test_a_word_the_list_is_not_sure_of_is_put_to_the_table(page: Page, writer: Writer) -> None:
    """GSM may be an abbreviation: the table is asked, decides, and the house remembers it for the next time."""
    begun(page)
    laid(page, "H9=G I9=S J9=M")
    page.get_by_role("link", name="Challenge").click()
    page.get_by_role("button", name="Björn").click()
    page.get_by_text("The list leaves this to the table.").wait_for()
    page.get_by_text("does not count", exact=True).click()
    page.get_by_text("Remember this in our house").click()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("The play does not count").wait_for()
    page.goto(page.url.split("/games")[0] + "/lists")

    expect(page.get_by_text("GSM")).to_be_visible()
    assert writer.game.totals["Åsa"] == 0


GAMES = {
    "scrabble-sv": ("sv", "hund\n", "HUND", "KATT"),
    "scrabble-fi": ("fi", "kissa\n", "KISSA", "KOIRA"),
    "scrabble-pl": ("pl", "żółw\n", "ŻÓŁW", "KOTY"),
    "scrabble-de": ("de", "Straße\n", "STRASSE", "HAUS"),
    "scrabble-ro": ("ro", "casă\n", "CASA", "MASA"),
    "scrabble-en": ("en", "café\n", "CAFE", "TEAR"),
}
"""Game -> its language, a list of one word, how that is laid, and a word the list lacks."""


def brought(page: Page, site: str, language: str, words: str) -> None:
    """Bring a list on the page, in its language."""
    page.goto(f"{site}lists")
    page.get_by_text("Write or paste the words instead").click()
    form = page.locator("form", has=page.locator("textarea"))
    form.get_by_label("Name").fill("vara")
    form.locator("label", has=page.locator(f"input[name=of][value={language}]")).click()
    form.locator("textarea").fill(words)
    form.get_by_role("button", name="Save").click()
    page.get_by_text("in the list vara now").wait_for()


def doubted(page: Page, site: str, game: int, told: str) -> str:
    """What the page says, this among it, once Björn has questioned the newest play of a game."""
    # An open page opens itself anew when a play is laid, which would cut this way short.
    page.goto("about:blank")
    page.goto(f"{site}games/{game}/question")
    page.get_by_role("button", name="Björn").click()
    page.get_by_text(told).first.wait_for()
    return page.locator("main").inner_text()


@pytest.mark.parametrize("game", GAMES)
def test_a_word_counts_as_it_is_laid(opened: Opened, writer: Writer, game: str) -> None:
    """The family's word stands as the game's tiles have it; a word their list lacks falls, with the list named."""
    language, words, laid, lacking = GAMES[game]
    page = opened()
    site = page.url
    brought(page, site, language, words)
    for number, word in enumerate((laid, lacking), start=1):
        writer.begin(game=game, **{"words.list": "vara"})
        writer.lay(f"H8 > {word}")
        told = doubted(page, site, number, "By the list vara")

        assert ("The play stands" in told, "does not count" in told) == (number == 1, number == 2)
        assert f"{word} is {'not ' if number == 2 else ''}in the list vara." in told


@pytest.mark.parametrize(
    ("language", "ask", "save", "stands"),
    [
        ("sv", "som inte är SAOL", "Spara", "Draget godkänt"),
        ("fi", "lista ei ole SAOL", "Tallenna", "Siirto hyväksyttiin"),
        ("pl", "to nie SAOL", "Zapisz", "Ruch uznany"),
        ("de", "maßgeblich ist aber SAOL", "Speichern", "Der Zug gilt"),
        ("ro", "care nu e totuna cu SAOL", "Salvează", "Mutarea rămâne"),
        ("en", "which is not SAOL", "Save", "The play stands"),
    ],
)
def test_what_a_list_lacks_is_asked_in_the_readers_language(
    opened: Opened, writer: Writer, language: str, ask: str, save: str, stands: str
) -> None:
    """A word that a built list lacks: the page says where to look, the table decides, and the play stands."""
    page = opened(locale=language)
    site = page.url
    writer.begin(**{"words.list": "small-sv"})
    writer.lay("I9 > ULOR")
    assert "ULOR" in doubted(page, site, 1, ask)
    page.locator("label", has=page.locator("input[value=yes][type=radio]")).click()
    page.get_by_role("button", name=save).click()
    page.get_by_text(stands).first.wait_for()

    assert writer.game.totals["Anna"] > 0
