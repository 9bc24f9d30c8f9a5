"""Looking ahead: what lies there and would score, before the button is pressed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient

from pi_referee.rules.course.happenings import PlayLaid
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.table_link.table_messages import Lying
from web import House
from web.live.table_client import Blind

if TYPE_CHECKING:
    from flask import Flask

    from tests.web.conftest import Writer

WORD = {"I9": "L", "J9": "Å", "K9": "T", "L9": "A"}


class Table(Blind):
    """A table on which a test lays what it likes."""

    lying = Lying(1)

    def read(self) -> tuple[Lying, bytes]:
        """What lies there."""
        return self.lying, b""


@pytest.fixture
def table() -> Table:
    """That table."""
    return Table()


@pytest.fixture
def house(house: House, table: Table) -> House:
    """A house with it."""
    return replace(house, line=table)


@pytest.mark.parametrize(
    ("lying", "told"),
    [
        (Lying(1), "Nothing new lies on the board."),
        (Lying(1, WORD), '<span class="number">8</span>'),
        (Lying(1, WORD, doubts={"M9": ("R", "P")}), "The referee would ask about M9."),
        (Lying(1, {"A1": "L", "B1": "A"}), 'class="big-words"'),
        (Lying(0, says="The camera sees no board."), "The camera sees no board."),
    ],
)
def test_it_says_what_a_press_would_say(
    client: FlaskClient, writer: Writer, table: Table, lying: Lying, told: str
) -> None:
    """The score, what would be asked, or every fault; and nothing is written down."""
    writer.begin(preview=True)
    table.lying = lying

    assert told in client.get("/games/1/ahead").text
    assert writer.ledger.newest() == 1


def test_it_is_the_score_of_the_press(client: FlaskClient, writer: Writer, table: Table) -> None:
    """On a board with words the new tiles alone are the play, and it scores as it does once it is laid."""
    writer.begin(preview=True)
    writer.lay("I9 > LÅTA")
    table.lying = Lying(1, {**WORD, "L10": "K", "L11": "T"})
    page = client.get("/games/1/ahead").text
    play = PlayLaid(WrittenPlay.parse("L9 v .KT").on(writer.game.position))
    writer.tell(play)

    assert f'<span class="number">{writer.game.turns[-1].score}</span>' in page


def test_only_where_it_was_agreed_and_for_players(app: Flask, client: FlaskClient, writer: Writer) -> None:
    """Without the agreement there is no such page, and who only looks sees none."""
    writer.begin()
    assert client.get("/games/1/ahead").status_code == 404
    assert "What would it score?" not in client.get("/").text
    writer.begin(preview=True)

    assert app.test_client().get("/games/2/ahead").status_code == 403
    assert "What would it score?" in client.get("/").text
