"""There is a way back from everything, tapped in a real Chromium."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.happenings import Explanation, PlayLaid, Surprised, Withdrawn
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.table_link.table_messages import Lying
from web import House
from web.editing.play_text import spell_board
from web.live.table_client import Blind

if TYPE_CHECKING:
    from tests.web.conftest import Opened, Writer

pytestmark = pytest.mark.browser


class Table(Blind):
    """A table on whose board KABE lies, with a square behind it that the camera cannot tell."""

    def read(self) -> tuple[Lying, bytes]:
        """What lies on the board."""
        tiles = dict(zip(("G9", "H9", "I9", "J9"), "KABE", strict=True))
        return Lying(1, tiles, doubts={"K9": ("I", "L")}), b""


@pytest.fixture
def house(house: House) -> House:
    """A house with that table."""
    return replace(house, line=Table())


def test_what_happened_is_one_tap_and_so_is_its_undoing(opened: Opened, writer: Writer) -> None:
    """The board shows LEN where LÅT lay: a tap on the first story scores it, one more asks again, another voids it."""
    writer.begin()
    writer.lay("I9 > LÅT")
    len_laid = PlayLaid(WrittenPlay.parse("I9 > LEN").on(draw_position("")))
    seen = {Square.parse(f"{column}9"): Tile(letter) for column, letter in zip("IJK", "LEN", strict=True)}
    writer.tell(Surprised(1, seen, explanations=(Explanation("laid_anew", (Withdrawn(), len_laid)),)))
    page = opened((390, 844))
    page.get_by_text("Live").first.wait_for()
    page.get_by_role("button", name="The newest play was taken back, and another was made").click()
    page.locator(".protocol").get_by_text("LEN", exact=True).wait_for()
    page.get_by_role("button", name="Not so: ask what happened").click()
    page.get_by_role("button", name="It lies right now: nothing had happened").click()
    page.get_by_text("It lies right again: nothing had happened.").first.wait_for()

    assert [turn.ruling.words[0].text for turn in writer.game.turns if turn.ruling] == ["LÅT"]
    assert writer.game.open_questions == ()


def test_a_game_begins_with_words_on_the_board(opened: Opened, writer: Writer) -> None:
    """The camera reads KABE and an I or L: a person puts the L right, adds two stop tiles, and types the points."""
    writer.begin()
    page = opened((820, 1180))
    page.get_by_role("link", name="Words lie there already").click()
    page.get_by_role("button", name="Let the camera read them").click()
    page.get_by_text("K9: I, L?").wait_for()
    page.locator("main.is-scripted").wait_for()
    page.locator("#board").focus()
    for key in (
        "ArrowRight",
        "ArrowRight",
        "ArrowRight",
        "ArrowRight",
        "l",
        "#",
        "ArrowLeft",
        "ArrowLeft",
        "ArrowUp",
        "#",
    ):
        page.keyboard.press(key)
    page.get_by_label("Anna").fill("12")
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator(".protocol").get_by_text("carried over").first.wait_for()

    assert spell_board(writer.game.position) == "K8=# G9=K H9=A I9=B J9=E K9=L L9=#"
    assert dict(writer.game.totals) == {"Anna": 12, "Björn": 0}


def test_a_pass_that_nobody_told(opened: Opened, writer: Writer) -> None:
    """From the newest play by "Not right?" to the forgotten pass before it: Anna has both plays, as she laid them."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    writer.lay("M9 > R")
    page = opened()
    page.get_by_role("link", name="Not right?").click()
    page.get_by_role("link", name="Put in a forgotten pass before it").click()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("heading", name="A pass of Björn was put in as turn 2.").wait_for()

    assert [turn.player for turn in writer.game.turns] == ["Anna", "Björn", "Anna"]
