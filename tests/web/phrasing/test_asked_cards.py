"""Which cards on the table are marked as asked about."""

from __future__ import annotations

from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import GameBegan, PlayLaid, Question
from pi_referee.rules.plays.notation import WrittenPlay
from web.phrasing.questions import asked_squares

MARK = Question("multiplier:1,0", (("1", 0.6), ("3", 0.4)))


def laid(game: Game, line: str, *doubts: Question) -> Game:
    """The game after one more word."""
    return follow(game, PlayLaid(WrittenPlay.parse(line).on(game.position), doubts))


def test_a_question_of_a_round_that_is_over_marks_no_other_card() -> None:
    """A card of the first round is still asked about; the card that lies in its cell in the next is not marked."""
    game = laid(begin(GameBegan("kortalfapet", ("Ann", "Bo", "Cleo"), 7)), "0,0 > HUS", MARK)
    assert {str(square) for square in asked_squares(game)} == {"1,0"}

    for line in ("2,0 v .OL", "2,2 > .ÅT", "0,0 > SAL"):
        game = laid(game, line)

    assert [question for _, question in game.open_questions] == [MARK]
    assert asked_squares(game) == frozenset()
