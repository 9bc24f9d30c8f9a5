"""Which cards on the table are marked as asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import GameBegan, PlayLaid, Question
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Play
from web.phrasing.card_questions import asked_card
from web.phrasing.questions import asked_squares

if TYPE_CHECKING:
    from flask.testing import FlaskClient

HIDDEN = Question("letter:3,0", ((".", 0.6), ("", 0.4)))
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


def test_a_cell_that_a_thing_covers_is_asked_for_a_card(client: FlaskClient) -> None:
    """A sleeve lies at HUS's end: does a card lie there? None is offered first, then a joker, then every letter."""
    game = laid(begin(GameBegan("kortalfapet", ("Ann", "Bo", "Cleo"), 7)), "0,0 > HUS", HIDDEN)
    [turn] = game.turns
    assert isinstance(turn.move, Play)

    with client.application.test_request_context(headers={"Accept-Language": "en"}):
        asked = asked_card(game, turn, turn.move, HIDDEN)

    assert asked is not None
    assert asked.text == "Does a card lie at place 4 of HUS?, and which?"
    assert [choice.text for choice in asked.choices] == ["no card of the word", "a joker"]
    assert "A" in [choice.text for choice in asked.others]
