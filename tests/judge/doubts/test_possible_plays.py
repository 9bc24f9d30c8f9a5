"""Two squares in doubt that belong to no play together: each is asked about, and no answer makes a score wrong."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import pytest

from pi_referee.judge.referee import decide
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import Answered, GameBegan, Surprised
from pi_referee.rules.course.standing import Status
from tests.judge.test_card_surprises import words
from vision.sighting import Sighting

Look = Callable[..., Sighting]

KABEL = "K A B E L"
S_OR_NOTHING, NOTHING_OR_L = (("S", 0.6), (".", 0.4)), ((".", 0.6), ("L", 0.4))
L_OR_NOTHING, A_OR_E, O_OR_Q = (("L", 0.7), (".", 0.3)), (("A", 0.6), ("E", 0.4)), (("O", 0.6), ("Q", 0.4))


def after(*looks: Sighting) -> Game:
    """The game after some presses."""
    game = begin(GameBegan("alfapet-sv", ("Ann", "Bo"), 7))
    for look in looks:
        game = reduce(follow, decide(game, look), game)
    return game


def told(game: Game, **answers: str) -> Game:
    """The game after the newest turn's questions about squares were answered."""
    return reduce(follow, (Answered(len(game.turns), square, answer) for square, answer in answers.items()), game)


@pytest.mark.parametrize("other", [NOTHING_OR_L, L_OR_NOTHING])
def test_at_most_one_is_a_tile(seen: Look, other: object) -> None:
    """An S behind KABEL and an L below its A make no play: both are asked about, and Bo laid either, or passed."""
    game = after(seen(KABEL), seen(KABEL, doubts={"M9": S_OR_NOTHING, "I10": other}))

    assert {question.key for _, question in game.open_questions} == {"M9", "I10"}
    assert words(told(game, M9="S", I10=".")) == [("Ann", "KABEL"), ("Bo", "KABELS")]
    assert words(told(game, M9=".", I10="L")) == [("Ann", "KABEL"), ("Bo", "AL")]
    assert words(told(game, M9=".", I10=".")) == [("Ann", "KABEL"), ("Bo", "passed")]


def test_both_are_tiles(seen: Look) -> None:
    """Somebody says that both lie there: that is no play, as is said, and it scores nothing."""
    game = told(after(seen(KABEL), seen(KABEL, doubts={"M9": S_OR_NOTHING, "I10": L_OR_NOTHING})), M9="S", I10="L")

    assert (game.turns[1].status, game.turns[1].score) == (Status.ILLEGAL, None)


def test_both_are_tiles_for_sure(seen: Look) -> None:
    """Only their letters are in doubt: nobody knows what happened, and none of these letters is taken for told."""
    game = after(seen(KABEL))
    [apart] = decide(game, seen(KABEL, doubts={"M9": O_OR_Q, "I10": A_OR_E}))
    [two] = decide(game, seen("K A B E L\n. L . . A\n. . . . M", doubts={"I11": O_OR_Q}))

    assert isinstance(apart, Surprised)
    assert isinstance(two, Surprised)
    assert {str(square) for square in apart.tiles} == {"H9", "I9", "J9", "K9", "L9"}
    assert "I11" not in {str(square) for square in two.tiles}


def test_who_lays_on_a_letter_that_nobody_told_is_asked(seen: Look) -> None:
    """It lay there in doubt when two words were found that nobody had pressed for: the next word's score stays open."""
    m_or_n = (("M", 0.6), ("N", 0.4))
    game = after(seen(KABEL), seen("K A B E L\n. L . . I\n. M . . N", doubts={"I11": m_or_n}))
    later = seen("K A B E L\n. L . . I\n. M . . N\n. A . . .\n. S . . .", doubts={"I11": m_or_n})

    assert reduce(follow, decide(game, later), game).turns[-1].status is Status.OPEN


def test_a_turned_word_beside_a_smudge(seen: Look) -> None:
    """What seems to lie far from a word that turns does not hide where it turns: that is asked as ever."""
    look = seen("K A B E L .\n. . . . A .\n. . . . M P", doubts={"H10": L_OR_NOTHING})
    game = told(after(seen(KABEL), look), H10=".")

    assert [question.key for _, question in game.open_questions] == ["arrow:L11"]
    assert told(game, **{"arrow:L11": "yes"}).turns[1].status is Status.SCORED


def test_a_word_that_turns_if_that_is_a_tile(seen: Look) -> None:
    """The word turns only if a P lies beside its end: nobody is asked for an arrow before that is said."""
    game = after(seen(KABEL), seen("K A B E L .\n. . . . A .\n. . . . M .", doubts={"M11": ((".", 0.6), ("P", 0.4))}))

    assert [question.key for _, question in game.open_questions] == ["M11"]
    assert told(game, M11=".").turns[1].status is Status.SCORED
    assert [question.key for _, question in told(game, M11="P").open_questions] == ["arrow:L11"]
    assert told(game, M11="P", **{"arrow:L11": "yes"}).turns[1].status is Status.SCORED


def test_no_word_turns_whose_tiles_lie_straight_as_is_told(seen: Look) -> None:
    """A P beside the word's end was likely, and none lies there: whether the word turns is asked no more."""
    look = seen("K A B E L .\n. . . . A .\n. . . . M .", doubts={"M11": (("P", 0.6), (".", 0.4))})
    game = told(after(seen(KABEL), look), M11=".")

    assert game.open_questions == ()
    assert words(game) == words(after(seen(KABEL), seen("K A B E L .\n. . . . A .\n. . . . M .")))


@pytest.mark.parametrize("share", [0.5, 0.8])
def test_more_smudges_than_are_tried(seen: Look, share: float) -> None:
    """Six squares on which perhaps a blank lies hold up no plain word beside them: each is asked about."""
    blank = (("", share), (".", 1 - share))
    perhaps = dict.fromkeys(("H10", "J10", "K10", "L10", "H11", "J11"), blank)
    lying = f"{KABEL}\n. L . . .\n. M . . ."

    game = after(seen(KABEL), seen(lying), seen(f"{lying}\n. A S E R", doubts=perhaps))

    assert {question.key for _, question in game.open_questions} == perhaps.keys()
    assert words(told(game, **dict.fromkeys(perhaps, "."))) == words(
        after(seen(KABEL), seen(lying), seen(f"{lying}\n. A S E R"))
    )


def test_more_letters_than_are_tried_each_way(seen: Look) -> None:
    """Six letters that a lamp half hides make a word: each is likelier to lie there than not."""
    letters = {f"H{3 + number}": ((letter, 0.45), ("", 0.25), (".", 0.1)) for number, letter in enumerate("KLAMME")}

    game = after(seen(KABEL), seen(KABEL, doubts=letters))

    assert {question.key for _, question in game.open_questions} == letters.keys()
    assert told(game, **dict(zip(letters, "KLAMME", strict=True))).turns[1].status is Status.SCORED
