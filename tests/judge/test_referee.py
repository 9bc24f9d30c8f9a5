"""The referee's step: what a press comes to in a game, and that nothing else is written down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce

import pytest

from pi_referee.judge.hints import ANSWER_FIRST, NOTHING_YET, TAKEN_OFF
from pi_referee.judge.referee import OVER, decide, decide_pressed
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import (
    AS_SEEN,
    Answered,
    Challenged,
    Ended,
    GameBegan,
    Happening,
    LookRefused,
    Passed,
    PlayLaid,
    Withdrawn,
)
from pi_referee.rules.course.refusal import Refusal
from vision.sighting import NotSeen, Sighting

Look = Callable[..., Sighting]

BEGAN = GameBegan("alfapet-sv", ("Ann", "Bo"), 7)
KABEL = "K A B E L"


def after(*looks: Sighting | NotSeen) -> Game:
    """The game after some presses."""
    game = begin(BEGAN)
    for look in looks:
        game = pressed(game, look)
    return game


def pressed(game: Game, look: Sighting | NotSeen) -> Game:
    """The game after one more press."""
    for happening in decide(game, look):
        game = follow(game, happening)
    return game


def kinds(happenings: tuple[Happening, ...]) -> list[type]:
    """What kinds of things happened."""
    return [type(happening) for happening in happenings]


def test_a_play_is_ruled(seen: Look) -> None:
    """A sure play is laid and scored, and the other player is on turn."""
    game = after(seen(KABEL))

    assert (dict(game.totals), game.on_turn) == ({"Ann": 11, "Bo": 0}, "Bo")
    assert game.open_questions == ()


def test_nothing_new_is_a_pass(seen: Look) -> None:
    """Who presses with nothing new on the board has passed or exchanged."""
    game = after(seen(KABEL))

    assert decide(game, seen(KABEL)) == (Passed(),)


def test_a_press_over_a_bare_board_is_no_pass(seen: Look) -> None:
    """Somebody tries the button before the first word: the same player stays on turn, and is told so."""
    assert decide_pressed(begin(BEGAN), seen("")) == (NOTHING_YET,)


def test_a_press_over_a_board_that_was_cleared_in_mid_game_asks_for_the_answer(seen: Look) -> None:
    """Nobody is told that nothing lies there yet where words lay: it was asked what happened, and that is open."""
    played = after(seen(KABEL), seen("K A B E L\n. L . . ."), seen("K A B E L\n. L . R .\n. . . O ."))
    cleared = reduce(follow, decide_pressed(played, seen("")), played)

    assert decide_pressed(cleared, seen("")) == (ANSWER_FIRST,)


def test_a_board_that_is_bare_as_it_was_told_asks_for_no_answer(seen: Look) -> None:
    """Once the table let the board lie bare no question is open, so nobody is sent to answer one."""
    played = after(seen(KABEL), seen("K A B E L\n. L . . ."), seen("K A B E L\n. L . R .\n. . . O ."))
    cleared = reduce(follow, decide_pressed(played, seen("")), played)
    [(turn, question)] = cleared.open_questions

    assert decide_pressed(follow(cleared, Answered(turn, question.key, AS_SEEN)), seen("")) == (NOTHING_YET,)


def test_a_press_with_nothing_new_after_the_first_word_is_a_pass(seen: Look) -> None:
    """Once tiles lie there, a press means what it always means."""
    game = after(seen(KABEL))

    assert decide_pressed(game, seen(KABEL)) == (Passed(),)
    assert kinds(decide_pressed(begin(BEGAN), seen(KABEL))) == [PlayLaid]


@pytest.mark.parametrize("penalty", ["retry", "lose_turn"])
def test_showing_that_fallen_tiles_are_off_is_no_pass(seen: Look, penalty: str) -> None:
    """Whoever takes a word back that does not count, and presses, loses nothing by it, nor does the next player."""
    game = begin(GameBegan("alfapet-sv", ("Ann", "Bo"), 7, switches={"words.invalid_penalty": penalty}))
    for happening in (*decide(game, seen(KABEL)), *decide(after(seen(KABEL)), seen(KABEL + "\n. . L . ."))):
        game = follow(game, happening)
    game = follow(game, Challenged("Ann", stands=False, words=("BL",)))
    before = game.on_turn

    assert decide_pressed(game, seen(KABEL)) == (replace(TAKEN_OFF, squares=(Square.parse("J10"),)),)
    assert before == ("Bo" if penalty == "retry" else "Ann")
    assert decide_pressed(follow(game, Passed()), seen(KABEL)) == (Passed(),)


def test_no_board_is_refused_in_its_own_words() -> None:
    """What the eye says of a picture without a board is what the table is told."""
    assert decide(begin(BEGAN), NotSeen("It is dark.", "Light the lamp.", Refusal.DARK)) == (
        LookRefused("It is dark.", cure="Light the lamp.", code=Refusal.DARK),
    )


def test_tiles_that_are_no_play_are_refused(seen: Look) -> None:
    """All faults and squares are told; the game stays as it was, with the same player on turn."""
    game = after(seen(KABEL))

    [refusal] = decide(game, seen("K A B E L . S . L"))

    assert isinstance(refusal, LookRefused)
    assert {one.fault.value for one in refusal.infractions} == {"gap", "detached"}
    assert refusal.squares == (Square.parse("N9"), Square.parse("P9"))
    assert refusal.code is Refusal.NOT_A_PLAY
    assert follow(game, refusal) == game


def test_the_newest_play_can_be_taken_back(seen: Look) -> None:
    """Its score is gone, and whoever laid it is on turn again."""
    game = after(seen(KABEL), seen("K A B E L\n. L . . .\n. M . . ."))

    back = pressed(game, seen(KABEL))

    assert kinds(decide(game, seen(KABEL))) == [Withdrawn]
    assert (dict(back.totals), back.on_turn) == ({"Ann": 11, "Bo": 0}, "Bo")


def test_plays_are_taken_back_one_after_another(seen: Look) -> None:
    """Once the newest play is gone the one before may go too."""
    game = after(seen(KABEL), seen("K A B E L\n. L . . ."), seen(KABEL), seen(""))

    assert (game.position.occupied, dict(game.totals), game.on_turn) == (frozenset(), {"Ann": 0, "Bo": 0}, "Ann")


def test_laying_anew_is_taking_back_and_laying(seen: Look) -> None:
    """A play laid otherwise before the next one takes its place, and the same player's."""
    game = after(seen(KABEL), seen("K A B E L\n. L . . .\n. M . . ."))

    happened = decide(game, seen("K A B E L\n. . L . .\n. . M . ."))
    anew = pressed(game, seen("K A B E L\n. . L . .\n. . M . ."))

    assert kinds(happened) == [Withdrawn, PlayLaid]
    assert set(map(str, anew.position.occupied)) == {"H9", "I9", "J9", "K9", "L9", "J10", "J11"}
    assert anew.on_turn == "Ann"


def test_a_doubt_holds_the_score_until_it_is_answered(seen: Look) -> None:
    """The play lies there, its score is open; the answer scores it."""
    look = seen("K A B E L\n. L . . .\n. . . . .", doubts={"I11": (("M", 0.7), ("N", 0.3))})
    game = after(seen(KABEL), look)

    answered = follow(game, Answered(2, "I11", "N"))

    assert (game.turns[-1].score, game.totals["Bo"]) == (None, 0)
    assert answered.turns[-1].score == answered.totals["Bo"]
    assert answered.turns[-1].score is not None
    assert answered.position.letters()[Square.parse("I11")] == "N"


def test_a_blank_without_a_name_has_its_score(seen: Look) -> None:
    """A blank is worth nothing whatever it stands for: it is asked about, and its play is scored at once."""
    game = after(seen(KABEL), seen("K A B E L\n. _ . . .\n. M . . ."))

    assert game.turns[-1].score is not None
    assert [question.key for question in game.turns[-1].questions] == ["I10"]


def test_a_game_that_is_over_takes_no_more_plays(seen: Look) -> None:
    """After the end a press is told that the game is over."""
    game = follow(after(seen(KABEL)), Ended())

    assert decide(game, seen("K A B E L\n. L . . .")) == (OVER,)


@pytest.mark.parametrize("board", ["K A B E L\n. L . . .", KABEL, "", "K A B E L . S"])
def test_a_decision_changes_nothing_by_itself(seen: Look, board: str) -> None:
    """Deciding twice says the same twice: what happened is written down elsewhere."""
    game = after(seen(KABEL))

    assert decide(game, seen(board)) == decide(game, seen(board))
    assert game == after(seen(KABEL))


def test_a_tile_that_is_not_seen_rewrites_no_score(seen: Look) -> None:
    """Bo presses while one of Ann's tiles cannot be seen: whether it was taken back is asked, nothing is ruled."""
    game = pressed(after(seen(KABEL)), seen("K A B E ."))

    assert [question.key for _, question in game.open_questions] == ["L9"]
    assert game.turns[-1].score is None
    assert game.turns[-1].player == "Ann"


def test_two_plays_at_once_are_asked_about(seen: Look) -> None:
    """Somebody forgot to press: both orders are put to the table, and one tap gives each player a turn and a score."""
    game = pressed(after(seen(KABEL)), seen("K A B E L\n. L . . A\n. M . . M"))

    assert [(turn.player, turn.score) for turn in game.turns[1:]] == [("Bo", None)]
    assert [len(question.choices) for _, question in game.open_questions] == [2]

    game = follow(game, Answered(2, "explain:1", "0"))

    assert [(turn.player, turn.score is not None) for turn in game.turns[1:]] == [("Bo", True), ("Ann", True)]


def test_a_stop_tile_that_makes_the_bonus_is_confirmed(seen: Look) -> None:
    """A shadow taken for a stop tile must not be worth fifty points."""
    before = after(seen(KABEL), seen("K A B E L\n. . . . A\n. . . . G"))
    board = "K A B E L #\n. . . . A R\n. . . . G E\n. . . . . N\n. . . . . S\n. . . . . A\n. . . . . T"

    game = pressed(before, seen(board))

    assert "M9" in [question.key for _, question in game.open_questions]
    assert game.turns[-1].score is None
