"""A look at a board by somebody who knows where letters lie."""

from __future__ import annotations

import pytest

from pi_referee.looking.board_table import BoardTable
from pi_referee.looking.game_eye import Sight
from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import fold
from pi_referee.rules.course.happenings import GameBegan, PlayLaid, Question
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.play import Play
from vision.render import View, render
from vision.sighting import Sighting

HISS = draw_position("H I S S", at=Square.parse("G8"))
IN_DOUBT = tuple(Question(str(square), ((tile.letter, 0.5), (".", 0.25))) for square, tile in HISS.tiles.items())


@pytest.mark.parametrize(("doubts", "told"), [((), True), (IN_DOUBT, False)])
def test_what_nobody_has_answered_tells_no_top(doubts: tuple[Question, ...], *, told: bool) -> None:
    """HISS may lie on its head, and its squares elsewhere: until it is answered none of its letters is sure."""
    began = GameBegan("scrabble-sv", ("Ada", "Bo"), 7, "light", {})
    game = fold([began, PlayLaid(Play(HISS.tiles), doubts)])
    picture = render(HISS, ruleset("scrabble-sv"), View(width=560, height=420, turn=180.0, seed=3, blur=1.6))

    look = BoardTable(game, Sight(lambda: began)).see(picture).look

    assert isinstance(look, Sighting)
    assert (len(look.board) > 2) is told
