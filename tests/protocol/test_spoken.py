"""What is said aloud of the newest thing that happened."""

from __future__ import annotations

import pytest

from pi_referee.locale import translations
from pi_referee.protocol.spoken import spoken
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.course.asides import RanOver
from pi_referee.rules.course.game import fold
from pi_referee.rules.course.happenings import (
    Ended,
    GameBegan,
    Happening,
    LeftOver,
    LookRefused,
    Passed,
    PlayLaid,
    Question,
)
from pi_referee.rules.plays.notation import WrittenPlay

SOL = WrittenPlay.parse("I9 > SOL").on(EMPTY)


@pytest.mark.parametrize(
    ("happened", "said"),
    [
        ((PlayLaid(SOL),), "Anna: sol. 4 poäng. Sammanlagt 4."),
        ((PlayLaid(SOL, (Question("I9"),)),), "Domaren har en fråga."),
        ((LookRefused("x"),), "Domaren har en fråga."),
        ((Passed(),), ""),
        ((PlayLaid(SOL), RanOver("Bo", 1)), "Tiden är ute för Bo."),
        ((PlayLaid(SOL), Ended()), "Spelet är slut."),
        ((PlayLaid(SOL), Ended(), LeftOver({"Anna": 0, "Bo": 3})), "Anna vinner!"),
        ((), ""),
    ],
)
def test_it_is_short_and_in_the_games_language(happened: tuple[Happening, ...], said: str) -> None:
    """Who, which words in small letters, points and total; a question; the end; nothing where nothing is to say."""
    told = (GameBegan("alfapet-sv", ("Anna", "Bo"), 7), *happened)

    assert spoken(fold(told), told[-1], translations("sv")) == said
