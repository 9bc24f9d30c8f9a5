"""`read` and `replay` take the household's deck as its file and its games tell it, as the table does."""

from __future__ import annotations

from pathlib import Path

from pi_referee.commands._options import cards_of_home
from pi_referee.files.paths import Home
from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.course.happenings import GameBegan, Happening, PlayLaid
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.notation import WrittenPlay

CARDS = ruleset("kortalfapet")


def test_games_of_the_home_teach(tmp_path: Path) -> None:
    """A value that a game there showed is the deck's; a home without games has the usual ones, and none begins."""
    assert cards_of_home(CARDS, tmp_path).deck == CARDS.deck
    assert not list(tmp_path.iterdir())
    with Ledger(Home(tmp_path).ledger) as ledger:
        tell(ledger, GameBegan(CARDS.name, ("Ann", "Bo"), 7))
        tell(ledger, PlayLaid(WrittenPlay.parse("0,0 > L{2}UVA").on(EMPTY)))

    assert cards_of_home(CARDS, tmp_path).deck.values["L"] == 2


def tell(ledger: Ledger, happening: Happening) -> None:
    """Write down that something happened."""
    ledger.append(happening, at="2026-11-20T12:00:00+00:00", after=ledger.newest())
