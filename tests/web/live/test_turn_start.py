"""When the turn began that is being played: what is told of older turns gives nobody the whole time anew."""

from __future__ import annotations

import pytest

from pi_referee.game_log.events import Event
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.course.asides import RanOver
from pi_referee.rules.course.happenings import (
    Adjusted,
    Answered,
    Challenged,
    Corrected,
    GameBegan,
    Happening,
    Inserted,
    Passed,
    PlayLaid,
    Question,
    Removed,
    Renamed,
    TimedOut,
    TurnSet,
    Undone,
    Withdrawn,
)
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Pass, Play
from web.live.log_follower import Table


def play(text: str) -> Play:
    """A play on a bare board, written as "I9 > LÅTA"."""
    return WrittenPlay.parse(text).on(EMPTY)


LAID = PlayLaid(play("I9 > LÅTA"))
FELL = Challenged("Bo", stands=False, words=("LÅTA",))


def began(players: tuple[str, ...], *happenings: Happening) -> int:
    """At which event the turn began that is then being played."""
    told = [GameBegan("alfapet-sv", players, 7), *happenings]
    return Table().after(Event(number, 1, "", one) for number, one in enumerate(told, 1)).turn_began


@pytest.mark.parametrize(
    ("told", "place"),
    [
        ([LAID, Corrected(1, play("I9 > LÅTAR"))], 2),
        ([LAID, Passed(), Corrected(1, play("I9 > LÅTAR"))], 3),
        ([LAID, Corrected(1, play("I9 > LÅTAR")), Undone()], 2),
        ([LAID, Challenged("Bo", stands=True)], 2),
        ([LAID, Challenged("Bo", stands=True), Challenged("Bo", stands=True), Undone()], 2),
        ([LAID, Passed(), Removed(1)], 3),
        ([LAID, Passed(), Inserted(1, Pass(), "Bo")], 3),
        ([LAID, Adjusted("Anna", -5, "time")], 2),
        ([LAID, TurnSet(1, "Anna"), RanOver("Bo", 1), Renamed(("Ann", "Bob"))], 2),
        ([PlayLaid(LAID.play, (Question("I9"),)), Answered(1, "I9", "R")], 2),
    ],
)
def test_what_is_told_of_older_turns_begins_none(told: list[Happening], place: int) -> None:
    """Corrections, verdicts that stand and points beside the plays leave the turn's time as it was."""
    assert began(("Anna", "Bo"), *told) == place


@pytest.mark.parametrize(
    "told",
    [
        [],
        [LAID],
        [LAID, TimedOut()],
        [LAID, FELL],
        [LAID, FELL, LAID],
        [LAID, Withdrawn()],
        [LAID, Removed(1)],
        [LAID, Passed(), Undone()],
        [LAID, FELL, Undone()],
    ],
)
@pytest.mark.parametrize("players", [("Anna", "Bo"), ("Anna",)])
def test_each_turn_begins_when_it_is_its_players(players: tuple[str, ...], told: list[Happening]) -> None:
    """By the turn before, or by what gives a turn back to whoever had it; alone, too."""
    assert began(players, *told) == len(told) + 1


@pytest.mark.parametrize("told", [TurnSet(2, "Anna"), Inserted(2, Pass(), "Bo", moves_on=True)])
def test_a_turn_begins_when_it_is_said_whose_it_is(told: Happening) -> None:
    """Whoever is on turn only now, as somebody tells, has the whole time."""
    assert began(("Anna", "Bo"), LAID, told) == 3
