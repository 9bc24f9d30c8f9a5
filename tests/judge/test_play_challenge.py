"""Questioning a play by a button that cannot tell who pressed it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pi_referee.game_log.arrivals import Waited
from pi_referee.game_log.events import Event
from pi_referee.judge.play_challenge import (
    BLANK_FIRST,
    LETTER_FIRST,
    NO_PLAY,
    STOOD,
    TABLE_DECIDES,
    TOO_LATE,
    WHO_ASKS,
    no_list,
    question,
)
from pi_referee.lexicon.lists.bundled_list import open_text
from pi_referee.lexicon.policy import Policy
from pi_referee.lexicon.word_validity import Lexicon
from pi_referee.rules.agreed.switch_list import Value
from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.course.game import fold
from pi_referee.rules.course.happenings import (
    Adjusted,
    BagEmptied,
    Challenged,
    Corrected,
    Ended,
    GameBegan,
    Happening,
    LeftOver,
    LookRefused,
    Passed,
    PlayLaid,
    Question,
    WentOut,
    Withdrawn,
)
from pi_referee.rules.plays.notation import WrittenPlay

NOON = "2026-11-20T12:00:00+00:00"
STRICT = Policy.agreed({"words.unlisted": "no"})
TWO = ("Anna", "Bo")
THREE = (*TWO, "Cilla")


def told(
    play: str, *more: Happening, players: Sequence[str] = TWO, doubts: tuple[Question, ...] = (), **switches: Value
) -> Happening:
    """What comes of a press a minute after a play, with a list that knows LÅTA and nothing else."""
    agreed = {name.replace("__", "."): value for name, value in switches.items()}
    laid = PlayLaid(WrittenPlay.parse(play).on(draw_position("")), doubts)
    happened = [GameBegan("alfapet-sv", tuple(players), 7, switches=agreed), laid, *more]
    events = [Event(number, 1, NOON, one, "") for number, one in enumerate(happened, start=1)]
    with open_text("w låta") as words:
        return question(fold(happened), events, Lexicon(words, STRICT), since=lambda _: Waited(60.0, is_known=True))


def test_with_two_it_is_the_other_one() -> None:
    """Of two players it can only be the one who did not lay it."""
    assert told("I9 > LÅTA") == Challenged("Bo", stands=True)
    assert told("I9 > LÅTR") == Challenged("Bo", stands=False, words=("LÅTR",))


def test_alone_it_is_oneself() -> None:
    """Who plays alone asks about his or her own word."""
    assert told("I9 > LÅTA", players=("Anna",)) == Challenged("Anna", stands=True)


def test_with_more_it_is_nobody_in_particular() -> None:
    """Where questioning costs nothing, it does not matter who it was."""
    assert told("I9 > LÅTR", players=THREE) == Challenged("", stands=False, words=("LÅTR",))


def test_with_more_it_must_be_said_who_where_that_costs_a_turn() -> None:
    """Nobody loses a turn because somebody else pressed."""
    assert told("I9 > LÅTA", players=THREE, challenge__mode="ranked_challenge") == WHO_ASKS
    assert told("I9 > LÅTA", challenge__mode="ranked_challenge") == Challenged("Bo", stands=True)


@pytest.mark.parametrize("more", [(Passed(),), (Ended(),)])
def test_only_the_newest_play_may_be_questioned(more: tuple[Happening, ...]) -> None:
    """After the next turn, and after the end, it is too late."""
    assert told("I9 > LÅTA", *more) == NO_PLAY


@pytest.mark.parametrize("players", [TWO, THREE])
def test_a_word_that_stood_costs_no_second_turn(players: tuple[str, ...]) -> None:
    """L01: where questioning in vain costs a turn, a play that stood is questioned by nobody again till it changes.

    Points outside the plays are no turn, and a later play that was taken back is not this one.
    """
    stands, fallen = Challenged("Bo", stands=True), Challenged("Bo", stands=False, words=("LÅTR",))
    put_right = Corrected(1, WrittenPlay.parse("I9 > LÅTR").on(draw_position("")))
    later = PlayLaid(WrittenPlay.parse("I10 > EN").on(draw_position("")))

    def again(*more: Happening, mode: str = "ranked_challenge") -> Happening:
        return told("I9 > LÅTA", *more, players=players, challenge__mode=mode)

    assert again(stands) == again(Adjusted("Anna", -10, "time"), stands) == STOOD
    assert again(stands, put_right) == again(put_right) == (fallen if players == TWO else WHO_ASKS)
    assert again(later, Challenged("Anna", stands=True), Withdrawn()) == again()
    assert again(later, Withdrawn(), stands) == again(stands, later, Withdrawn()) == STOOD
    assert again(stands, mode="auto_check") == replace(stands, by="Bo" if players == TWO else "")


def test_the_agreed_time_is_kept() -> None:
    """A minute after the play it is too late for a house that agreed on thirty seconds."""
    assert told("I9 > LÅTA", challenge__seconds=30) == TOO_LATE
    assert told("I9 > LÅTA", challenge__seconds=120) == Challenged("Bo", stands=True)


def test_a_blank_is_named_first() -> None:
    """A word with a letter that nobody has said cannot be looked up."""
    assert told("I9 > L_TA") == BLANK_FIRST


@pytest.mark.parametrize(
    ("asked", "first"),
    [("I9", LETTER_FIRST), ("along:J9", LETTER_FIRST), ("topic", None)],
)
def test_what_is_asked_is_told_first(asked: str, first: LookRefused | None) -> None:
    """Another letter or way makes another word: the list is not asked about the likelier one."""
    doubt = Question(asked, (("L", 0.6), ("Z", 0.4)), holds_score=asked != "topic")

    assert told("I9 > LÅTA", doubts=(doubt,)) == (first or Challenged("Bo", stands=True))


def test_without_a_list_the_table_decides() -> None:
    """Nobody's word is taken for wrong because there is no list."""
    laid = PlayLaid(WrittenPlay.parse("I9 > LÅTA").on(draw_position("")))
    happened: list[Happening] = [GameBegan("alfapet-sv", TWO, 7), laid]
    events = [Event(number, 1, NOON, one, "") for number, one in enumerate(happened, start=1)]
    game = fold(happened)

    assert question(game, events, no_list(game), since=lambda _: Waited(0.0, is_known=True)) == TABLE_DECIDES


@pytest.mark.parametrize(("word", "wrong"), [("LÅTA", ()), ("LÅTR", ("LÅTR",))])
def test_the_play_that_goes_out_may_be_questioned(word: str, wrong: tuple[str, ...]) -> None:
    """Who lays the last tile has laid a word like any other: it may be questioned before the racks are counted."""
    verdict = Challenged("Bo", stands=not wrong, words=wrong)

    assert told(f"I9 > {word}", BagEmptied(), WentOut("Anna")) == verdict


def test_once_the_racks_are_counted_the_end_stands() -> None:
    """What is left was told: nobody questions any more."""
    assert told("I9 > LÅTA", BagEmptied(), WentOut("Anna"), LeftOver({"Anna": 0, "Bo": 7})) == NO_PLAY


def test_who_went_out_with_no_word_plays_on() -> None:
    """The last play falls: its player holds the tiles again, and the game goes on."""
    laid = PlayLaid(WrittenPlay.parse("I9 > LÅTR").on(draw_position("")))
    happened: list[Happening] = [GameBegan("alfapet-sv", TWO, 7), laid, BagEmptied(), WentOut("Anna")]
    before, after = fold(happened), fold([*happened, Challenged("Bo", stands=False, words=("LÅTR",))])

    assert (before.ended, after.ended, after.on_turn) == ("tiles", "", "Anna")
