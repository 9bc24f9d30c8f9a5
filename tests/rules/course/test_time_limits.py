"""The chess clock: time is passed in, and what it costs follows by the fold."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.course.asides import ClockPaused, ClockResumed, RanOver, TimeGiven
from pi_referee.rules.course.game import Game, fold, follow
from pi_referee.rules.course.happenings import Challenged, GameBegan, Happening, Passed, PlayLaid, Renamed, Undone
from pi_referee.rules.course.terms import run_over, ticks_for, time_left
from pi_referee.rules.plays.notation import WrittenPlay

BEGAN = GameBegan("alfapet-sv", ("Anna", "Bo"), 7, switches={"clock.seconds": 600, "clock.increment": 5})


def both_ways(*happenings: Happening) -> Game:
    """A game folded at once; following each step must come to the same."""
    game = fold([BEGAN])
    for happening in happenings:
        game = follow(game, happening)
    assert game == fold([BEGAN, *happenings])
    return game


def test_overtime_costs_points() -> None:
    """Each minute that has begun costs what was agreed, once; a name that is put right takes it along."""
    game = both_ways(RanOver("Anna", 1), RanOver("Anna", 2), RanOver("Anna", 2), Renamed(("Ann", "Bo")))

    assert (dict(game.totals), dict(game.overtime)) == ({"Ann": -20, "Bo": 0}, {"Ann": 20})


def test_more_time_forgives() -> None:
    """What was over until more time was given costs nothing."""
    game = both_ways(RanOver("Anna", 3), TimeGiven("Anna", 300))

    assert (game.totals["Anna"], time_left(game, {})["Anna"]) == (0, 900)


def test_time_left_grows_with_each_turn() -> None:
    """Each turn that was taken adds the agreed seconds; one that was undone adds none."""
    game = both_ways(Passed(), Passed(), Passed(), Undone())

    assert dict(time_left(game, {"Anna": 100.0})) == {"Anna": 505.0, "Bo": 605.0}


@pytest.mark.parametrize(("penalty", "left"), [("retry", 605), ("fixed", 605), ("lose_turn", 610)])
def test_a_turn_adds_its_time_once(penalty: str, left: int) -> None:
    """A word that fell adds none where its player plays again; where it costs the turn, that was one."""
    began = replace(BEGAN, switches={**BEGAN.switches, "words.invalid_penalty": penalty})
    laid, fell = PlayLaid(WrittenPlay.parse("I9 > LÅTA").on(EMPTY)), Challenged("Bo", stands=False, words=("LÅTA",))
    between = () if penalty != "lose_turn" else (Passed(),)

    assert time_left(fold([began, laid, fell, *between, laid]), {})["Anna"] == left


@pytest.mark.parametrize(("seconds", "minutes"), [(0.0, []), (-0.1, [1]), (-59.9, [1]), (-60.0, [2]), (-125.0, [3])])
def test_overtime_is_written_down_as_each_minute_begins(seconds: float, minutes: list[int]) -> None:
    """A minute is due once it has begun, and only once."""
    game = both_ways()
    due = run_over(game, {"Anna": seconds, "Bo": 10.0})

    assert list(due) == [RanOver("Anna", minute) for minute in minutes]
    assert run_over(both_ways(*due), {"Anna": seconds, "Bo": 10.0}) == ()


@pytest.mark.parametrize(
    ("happenings", "whose"),
    [
        ((), ""),
        ((Passed(),), "Bo"),
        ((ClockResumed(),), "Anna"),
        ((Passed(), ClockPaused()), ""),
        ((Passed(), ClockPaused(), ClockResumed(), Undone()), "Anna"),
        ((Passed(), Passed(), Passed(), Passed()), ""),
        ((Passed(), ClockPaused(until_turn=True)), ""),
        ((Passed(), ClockPaused(until_turn=True), ClockResumed()), "Bo"),
        ((Passed(), ClockPaused(until_turn=True), Passed()), "Anna"),
        ((Passed(), ClockPaused(until_turn=True), Passed(), Undone()), ""),
    ],
)
def test_whose_time_passes(happenings: tuple[Happening, ...], whose: str) -> None:
    """Nobody's before it is started or a turn taken, while it stands, and in the end; undoing undoes a turn.

    In a game that is gone on with it stands as before the first turn: until it is started or the next turn taken.
    """
    assert ticks_for(both_ways(*happenings)) == whose
