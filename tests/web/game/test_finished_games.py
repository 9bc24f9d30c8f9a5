"""The finished protocol of the games that the demo plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient

from hardware.simulation.simulated_people import laid, said, written
from hardware.simulation.simulated_table import played_game
from pi_referee.rules.definition.library import ruleset, ruleset_names

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
