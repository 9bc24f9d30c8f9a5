"""The finished protocol of the games that the demo plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient

from hardware.simulation.simulated_people import laid, said, written
from hardware.simulation.simulated_table import played_game
from pi_referee.rules.course.happenings import LeftOver, Passed
from pi_referee.rules.definition.library import ruleset, ruleset_names

_HTML = "/games/1/protocol.html"

if TYPE_CHECKING:
    from tests.web.conftest import Writer


@pytest.mark.parametrize("name", ruleset_names())
def test_the_demos_game_has_its_protocol(client: FlaskClient, writer: Writer, name: str) -> None:
    """Every game is played to its end, and its protocol names a winner and the totals, which are those of the game."""
    writer.begin("Anna", "Björn", game=name)
    turns = played_game(name)
    for turn in turns:
        writer.tell(written(turn, writer.game))
    plays = laid(ruleset(name), 2, turns)
    while told := said(writer.game, plays):
        for happening in told:
            writer.tell(happening)
    page = client.get("/games/1").text

    assert writer.game.winners
    assert 'class="flag winner"' in page
    assert all(f"<b>{total}</b>" in page for total in writer.game.totals.values())


def test_all_forms_wait_for_what_is_left(client: FlaskClient, writer: Writer) -> None:
    """A game that ended by passes names a winner nowhere before what was left is told, and the same one afterwards."""
    writer.begin("Anna", "Bo")
    writer.lay("I9 > QUIZ")
    for _ in range(4):
        writer.tell(Passed())
    before = told_to_have_won(client)
    writer.tell(LeftOver({"Anna": 40, "Bo": 0}))

    assert (before, told_to_have_won(client)) == ([[], [], [], [], []], [["Bo"]] * 5)


def told_to_have_won(client: FlaskClient) -> list[list[str]]:
    """Who is told to have won: on the table's page, on the game's own, in the list, and in files."""
    sheet, page, shown, games = (client.get(address).text for address in ("/games/1", "/", _HTML, "/games"))
    found = [[name for name in ("Anna", "Bo") if f"{name} wins!" in text] for text in (sheet, page, shown)]
    listed = [name for name in ("Anna", "Bo") if f'<span class="winner"><bdi>{name}</bdi>' in games]
    return [*found, listed, client.get("/games/1/protocol.json").get_json()["protocol"]["winners"]]
