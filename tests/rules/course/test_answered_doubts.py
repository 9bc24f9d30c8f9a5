"""Two plays that were seen in one look, and what the answer whether they were two makes of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.answered_doubts import answered_play
from pi_referee.rules.course.game import Game, fold
from pi_referee.rules.course.happenings import APART_KEY, Answered, Corrected, GameBegan, Happening, PlayLaid, Question
from pi_referee.rules.course.standing import Status
from pi_referee.rules.plays.notation import WrittenPlay

BEGAN = GameBegan("alfapet-sv", ("Anna", "Bo"), 7)
FIRST, SECOND = f"{APART_KEY}first", f"{APART_KEY}second"
ASKED_FIRST, ASKED_SECOND = (Question(FIRST),), (Question(SECOND),)

KEYS = {2: FIRST, 3: SECOND}


def played(*after: Happening) -> Game:
    """KABEL by Anna, then two plays of one look, by Bo and Anna, and what came after."""
    first, second, third = (WrittenPlay.parse(text).on(EMPTY) for text in ("H9 > KABEL", "I10 v LM", "L10 v AM"))
    return fold((BEGAN, PlayLaid(first), PlayLaid(second, ASKED_FIRST), PlayLaid(third, ASKED_SECOND), *after))


def test_both_wait_for_the_answer() -> None:
    """Until somebody says so, neither score stands; both are marked."""
    assert [(turn.status, turn.score) for turn in played().turns[1:]] == [(Status.OPEN, None)] * 2


@pytest.mark.parametrize("turn", [2, 3])
def test_one_yes_settles_both(turn: int) -> None:
    """Whichever of the two is answered: both count, each for its player."""
    game = played(Answered(turn, KEYS[turn], answer=True))

    assert game.open_questions == ()
    assert [one.status for one in game.turns] == [Status.SCORED] * 3
    assert [one.player for one in game.turns] == ["Anna", "Bo", "Anna"]


@pytest.mark.parametrize("turn", [2, 3])
def test_one_no_takes_both_back(turn: int) -> None:
    """If they were no two plays, their tiles count for nobody, and the first of the two is on turn again."""
    game = played(Answered(turn, KEYS[turn], answer=False))

    assert [one.status for one in game.turns[1:]] == [Status.WITHDRAWN] * 2
    assert game.on_turn == "Bo"
    assert len(game.position.tiles) == 5


def test_an_answer_for_another_turn_changes_nothing() -> None:
    """The answer is about the two turns that ask, and no others."""
    assert len(played(Answered(1, FIRST, answer=False)).open_questions) == 2


def test_two_such_looks_in_a_row_are_kept_apart() -> None:
    """An answer about one look's two plays says nothing about those of the next."""
    fourth, fifth = (WrittenPlay.parse(text).on(EMPTY) for text in ("H10 v AR", "K10 v NA"))

    game = played(PlayLaid(fourth, ASKED_FIRST), PlayLaid(fifth, ASKED_SECOND), Answered(3, SECOND, answer=True))

    assert [turn for turn, _ in game.open_questions] == [4, 5]


def test_a_correction_of_one_leaves_the_other_to_itself() -> None:
    """A later look's answer never touches a turn that was settled before, whatever was corrected meanwhile."""
    settled = (Answered(2, FIRST, answer=True), Corrected(2, WrittenPlay.parse("I10 v LA").on(EMPTY)))
    fourth, fifth = (WrittenPlay.parse(text).on(EMPTY) for text in ("H10 v AR", "K10 v NA"))

    game = played(
        *settled, PlayLaid(fourth, ASKED_FIRST), PlayLaid(fifth, ASKED_SECOND), Answered(4, FIRST, answer=False)
    )

    assert [turn.status for turn in game.turns[3:]] == [Status.WITHDRAWN] * 2
    assert game.turns[2].status is not Status.WITHDRAWN


def test_a_letter_where_a_blank_or_nothing_may_lie() -> None:
    """Where a blank or nothing may lie, an answered letter is a blank standing for it; else, or unseen, it is one."""
    play = WrittenPlay.parse("H9 > KO").on(EMPTY)
    blank = Question("J9", (("", 0.6), (".", 0.4)))
    unseen = replace(blank, is_hidden=True)
    letter = Question("J9", (("E", 0.6), ("", 0.4)))

    assert answered_play(play, [blank], [("J9", "L")]).tiles[Square.parse("J9")] == Tile("L", is_blank=True)
    assert answered_play(play, [unseen], [("J9", "L")]).tiles[Square.parse("J9")] == Tile("L")
    assert answered_play(play, [unseen], [("J9", "l")]).tiles[Square.parse("J9")] == Tile("L", is_blank=True)
    assert answered_play(play, [letter], [("J9", "L")]).tiles[Square.parse("J9")] == Tile("L")
    assert answered_play(play, [letter], [("J9", "l")]).tiles[Square.parse("J9")] == Tile("L", is_blank=True)
