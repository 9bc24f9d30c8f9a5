"""Setting the table up on the page in a real Chromium: the empty board and the household's tiles, with the real eye."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from hardware.camera import Picture
from hardware.simulation.simulated_table import ANGLE
from pi_referee.looking.game_eye import Sight
from pi_referee.rules.board.layout import Layout
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.alphabet_places import laid_in_order
from pi_referee.rules.definition.library import ruleset
from pi_referee.tile_sets.set_files import TileSets
from tests.web.table_asked import PHONE, TABLET, asked, keep
from vision.render import render

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Opened, Writer

pytestmark = [pytest.mark.browser, pytest.mark.asked]

GAME = ruleset("alfapet-sv")
SIZES = [(TABLET, "light", "en-GB"), (PHONE, "dark", "en-GB")]


@dataclass
class Table:
    """A drawn board: what lies on it, how it is printed, and the sight that looks at it."""

    lying: dict[Square, str] = field(default_factory=dict)
    layout: Layout = GAME.layout
    sight: Sight | None = None

    def capture(self) -> Picture:
        """Photograph the board."""
        position = Position({square: Tile(letter) for square, letter in self.lying.items()})
        return render(position, replace(GAME, ground=self.layout), ANGLE)

    def close(self) -> None:
        """Nothing is held."""


@pytest.fixture
def table(home: Path, writer: Writer) -> Iterator[Table]:
    """A table at which a game has begun, and the thread that owns its things, asked by the page."""
    writer.begin()
    table = Table()
    with asked(home, table) as table.sight:
        yield table


def step(page: Page, name: str) -> None:
    """Go to a step of the set-up as a player does."""
    page.goto(f"{page.url.split('/', 3)[0]}//{page.url.split('/', 3)[2]}/games/new")
    page.get_by_role("navigation", name="Setting up").get_by_role("link", name=name).click()


def test_the_set_up_goes_on_by_next(opened: Opened, table: Table) -> None:
    """Each step leads to the next one and has its tick then; with all of them the table is said to be set up."""
    page = opened()
    step(page, "The camera")
    for _ in range(4):
        with page.expect_navigation():
            page.locator("#next-step").click()
    page.get_by_text("The table is set up. Choose your game.").wait_for()

    expect(page.locator("#set-up .is-done")).to_have_count(4)


def printed_otherwise(layout: Layout, changes: dict[str, str]) -> Layout:
    """A layout on which some squares are printed, and count, as those of another code."""
    does = {layout.code(square): layout.token(square) for square in layout.squares()}
    codes, tokens = [list(row) for row in layout.printed], [list(row) for row in layout.tokens]
    for name, code in changes.items():
        square = Square.parse(name)
        codes[square.row][square.column], tokens[square.row][square.column] = code, does[code]
    return replace(layout, printed=tuple(map(tuple, codes)), tokens=tuple(map(tuple, tokens)))


@pytest.mark.parametrize(("size", "scheme", "locale"), SIZES)
def test_the_empty_board_is_looked_at(
    opened: Opened, table: Table, size: tuple[int, int], scheme: str, locale: str
) -> None:
    """A board that fits is told so; squares printed otherwise are named and marked; a tile that lies there is told."""
    page = opened(size, scheme=scheme, locale=locale)
    step(page, "The empty board")
    page.get_by_role("button", name="Look at the empty board").click()
    page.get_by_text("The board is printed as the game's layout says.").wait_for()
    keep(page, f"empty-board-{size[0]}-{scheme}")
    table.layout = printed_otherwise(GAME.layout, {"D4": ".", "B4": "N", "E5": "K"})
    page.get_by_role("button", name="Look at the empty board").click()
    page.get_by_text("This board is printed differently from the game's.").wait_for()

    keep(page, f"empty-board-odd-{size[0]}-{scheme}")
    assert {text[:2] for text in page.locator(".amiss-list li").all_inner_texts()} == {"B4", "D4", "E5"}
    marks = {mark.get_attribute("data-square") for mark in page.locator(".amiss-mark.wrong").all()}
    assert marks == {"B4", "D4", "E5"}
    table.layout, table.lying = GAME.layout, {Square.parse("H9"): "A"}
    page.get_by_role("button", name="Look at the empty board").click()
    page.get_by_text("Something lies on H9").wait_for()
    page.get_by_role("link", name="No: a new game without them").click()
    page.locator("#setup").wait_for()
    mixture = page.locator('.mixture fieldset:has(legend:text-is("Minus squares")) input:checked')
    expect(mixture.locator("xpath=..")).to_have_text("No")


@pytest.mark.parametrize(("size", "scheme", "locale"), SIZES)
def test_the_chosen_edition_is_learnt(
    opened: Opened, table: Table, home: Path, size: tuple[int, int], scheme: str, locale: str
) -> None:
    """Who chooses dark tiles and learns at once is not taught ivory ones; and the trial's page has room for it all."""
    table.lying = laid_in_order(GAME)
    page = opened(size, scheme=scheme, locale=locale)
    step(page, "Our tiles")
    page.get_by_text("Dark tiles, light letters").click()
    page.get_by_role("button", name="Learn them", exact=True).click()
    page.locator("#told .card").wait_for()

    expect(page.locator("input[name=edition]:checked")).to_have_attribute("value", "dark")
    assert all(lesson.edition == "dark" for lesson in TileSets(home / "tiles").open().lessons)
    step(page, "Button and lamp")
    page.get_by_role("button", name="Try button and lamp").click()
    page.locator("#lights li[aria-current]:not([data-light=READY])").wait_for()  # each light but for seconds
    keep(page, f"trial-{size[0]}-{scheme}")


def test_the_chosen_edition_is_learnt_before_any_script_has_run(opened: Opened, table: Table) -> None:
    """Who presses at once, or has a browser without scripts, has the tiles learnt that were chosen all the same."""
    table.lying = laid_in_order(GAME)
    page = opened(has_scripts=False)
    page.goto(page.url + "tiles")
    page.get_by_text("Dark tiles, light letters").click()
    page.get_by_role("button", name="Learn them", exact=True).click()
    page.locator("#told .card").wait_for()

    expect(page.locator("input[name=edition]:checked")).to_have_attribute("value", "dark")
    assert "token" not in page.url


@pytest.mark.parametrize(("size", "scheme", "locale"), SIZES)
def test_the_households_tiles_are_learnt(
    opened: Opened, table: Table, home: Path, size: tuple[int, int], scheme: str, locale: str
) -> None:
    """A letter that is missing is named by its square; laid as drawn they are learnt, used and forgotten."""
    drawn = laid_in_order(GAME)
    table.lying = {square: letter for square, letter in drawn.items() if letter != "K"}
    page = opened(size, scheme=scheme, locale=locale)
    step(page, "Our tiles")
    learn = page.get_by_role("button", name="Learn them", exact=True)
    learn.click()
    [place] = (str(square) for square, letter in drawn.items() if letter == "K")
    page.get_by_text(f"No letter is seen on {place}.").wait_for()
    expect(page.locator(".amiss-mark")).to_have_attribute("data-square", place)
    keep(page, f"tiles-missing-{size[0]}-{scheme}")
    table.lying = drawn
    learn.click()
    page.get_by_text("28 tiles are learnt.").wait_for()
    keep(page, f"tiles-learnt-{size[0]}-{scheme}")

    assert page.locator(".known-letters").inner_text().split() == list(GAME.alphabet)
    assert len(TileSets(home / "tiles").open().tiles) == 28
    assert table.sight is not None
    assert len(table.sight.learnt) == 28
    page.get_by_role("button", name="Learn from the games we played").click()
    page.get_by_text("No agreed play of this game and edition has a photograph.").wait_for()
    page.get_by_role("button", name="Take the last lesson back").click()
    page.get_by_text("Nothing yet.").wait_for()
    assert table.sight.learnt == ()
    learn.click()
    page.get_by_text("28 tiles are learnt.").wait_for()
    page.get_by_text("Forget all tiles").click()
    page.get_by_role("button", name="Forget all").click()
    page.get_by_text("Nothing yet.").wait_for()
    assert TileSets(home / "tiles").names() == []


def test_dark_tiles_go_with_the_game(opened: Opened, table: Table) -> None:
    """Who chooses a game without dark tiles is not offered them any more, and does not keep them unseen."""
    page = opened()
    step(page, "Our tiles")
    page.get_by_text("Dark tiles, light letters").click()
    page.locator("select.which").select_option("literaki")
    page.locator("#editions").wait_for(state="hidden")
    page.get_by_role("button", name="Show this board").click()
    page.locator("main[data-game=literaki][data-edition=light]").wait_for()
    page.locator("select.which").select_option("alfapet-sv")
    page.get_by_text("Dark tiles, light letters").wait_for()
