"""A round of cards is over, the table was not cleared, and it is asked still what lies there: that is no new word."""

from __future__ import annotations

from functools import reduce

import pytest

from pi_referee.judge.referee import decide
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import (
    GameBegan,
    Happening,
    LookRefused,
    Passed,
    PlayLaid,
    StartChosen,
    Withdrawn,
)
from pi_referee.rules.course.refusal import Refusal
from tests.judge.test_card_surprises import THREE, doubt, look, pressed
from vision.cards.card_sighting import CardDoubt, CardWhy


def over(first: str, *doubts: CardDoubt) -> Game:
    """Ann's word leaves something in doubt; Bo and Cleo pass, and a new round begins."""
    passed: list[Happening] = [Passed(), Passed(), StartChosen("Ann")]
    return reduce(follow, passed, asked(first, *doubts))


def asked(first: str, *doubts: CardDoubt) -> Game:
    """Ann's word leaves something in doubt."""
    game = begin(GameBegan("kortalfapet", THREE, 7))
    return reduce(follow, decide(game, look(first, *doubts)), game)


def refused(happened: tuple[Happening, ...]) -> Refusal | None:
    """Why a press led to nothing, if it did."""
    return happened[-1].code if isinstance(happened[-1], LookRefused) else None


@pytest.mark.parametrize("drawn", ["K A T", "H A T"])
def test_another_letter(drawn: str) -> None:
    """K or H was asked about, and whichever it is lies there still."""
    assert refused(decide(over("K A T", doubt((0, 0), "K", "H")), look(drawn))) is Refusal.STILL_LYING


@pytest.mark.parametrize("drawn", ["K A T S", "K A T"])
@pytest.mark.parametrize("choices", [("S", "."), (".", "S")])
def test_perhaps_a_card(drawn: str, choices: tuple[str, str]) -> None:
    """Perhaps an S was a card of the word: with it or without, the word lies there still."""
    assert refused(decide(over("K A T S", doubt((3, 0), *choices)), look(drawn))) is Refusal.STILL_LYING


@pytest.mark.parametrize("drawn", ["S K A T", "K A T"])
@pytest.mark.parametrize("choices", [("S", "."), (".", "S")])
def test_perhaps_a_card_before_it(drawn: str, choices: tuple[str, str]) -> None:
    """The same before the word: cells are counted from another card then."""
    assert refused(decide(over("S K A T", doubt((0, 0), *choices)), look(drawn))) is Refusal.STILL_LYING


def test_another_mark() -> None:
    """Its mark was asked for."""
    mark = CardDoubt((0, 0), "multiplier", (("1", 0.6), ("3", 0.4)), CardWhy.MARK)

    assert refused(decide(over("K A T", mark), look("K3 A T"))) is Refusal.STILL_LYING


def test_an_earlier_word_of_the_round() -> None:
    """What is asked of the round's first word is asked still where its last one is taken back."""
    state = pressed(asked("K A T", doubt((0, 0), "K", "H")), "K A T\n. L .\n. M .", "K A T\n. L Å\n. M R")

    assert state.script.round == 2
    assert refused(decide(state, look("H A T\n. L Å\n. M R"))) is Refusal.STILL_LYING
    assert Withdrawn() in decide(state, look("H A T\n. L .\n. M ."))


def test_a_new_word() -> None:
    """A cleared table and another word count as ever; so does one of other letters in the very same cells."""
    state = over("K A T", doubt((0, 0), "K", "H"))

    assert isinstance(decide(state, look("V E D"))[-1], PlayLaid)
    assert isinstance(decide(state, look("L A T"))[-1], PlayLaid)


@pytest.mark.parametrize("thing", [("E", "."), (".", "E")])
def test_the_last_word_is_taken_back_beside_a_thing(thing: tuple[str, str]) -> None:
    """Whoever takes it back while something else looks like a card is told so, and asked for no stories."""
    state = pressed(asked("K A T"), "K A T\n. L .\n. M .", "K A T\n. L Å\n. M R")
    smudge = look("K A T\n. L .\nE M .", doubt((0, 2), *thing))

    assert state.script.round == 2
    assert refused(decide(state, smudge)) is Refusal.UNCLEAR
    assert decide(state, look("K A T\n. L .\n. M .")) == (Withdrawn(),)
