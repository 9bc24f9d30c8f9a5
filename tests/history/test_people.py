"""What the games say of people: of each, of each two, and of who played alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pi_referee.history.game_summary import Best, Seat, Summary
from pi_referee.history.people import Person, alone, counted, pairs, people, rows


def game(number: int, *seats: Seat, alike: str = "", is_over: bool = True, is_away: bool = False) -> Summary:
    """A game in short."""
    return Summary(number, f"2026-11-{number:02}", "alfapet-sv", seats, 9, is_over, is_over, "", is_away, alike)


FIRST = Seat("Anna", 100, True, 5, 90, Best("HUS", 30), Best("HUS, UT", 35), 1, {"H": 1, "U": 2}, 3)
SECOND = Seat("ANNA", 60, False, 5, 60, Best("ÖL", 31), asked=1)
GAMES = (
    game(1, FIRST, Seat("Bo", 80)),
    game(2, Seat("bo", 120, has_won=True, plays=4, points=120), SECOND),
    game(3, Seat("Anna", 70), Seat("Bo", 70), Seat("Cilla", 90, has_won=True)),
    game(4, Seat("Anna", 40, plays=2, points=40), alike="a"),
    game(5, Seat("Anna", 55, plays=2, points=55), alike="a"),
    game(6, Seat("Anna", 999), Seat("Bo", 0), is_over=False),
    game(7, Seat("Anna", 999), Seat("Bo", 0), is_away=True),
    game(8, Seat("A", 999), Seat("B", 0)),
)  # fmt: skip
"""Two of two, one of three, two of one; one that is not over, one that was deleted, one of nobody."""


@pytest.fixture
def anna() -> Person:
    """Who played most."""
    return people(GAMES)[0]


def test_everybody_is_one_person() -> None:
    """Capitals make nobody another; games that are not over, deleted or of nobody say nothing of anybody."""
    assert [(one.name, len(one.appearances)) for one in people(GAMES)] == [("Anna", 5), ("Bo", 3), ("Cilla", 1)]


def test_a_game_that_is_told_twice_counts_once() -> None:
    """Gone on with or read in again it is the same game, as it stands in the newest; if that is deleted, the older."""
    first, *others = GAMES
    older, newer = replace(first, origin="o"), replace(first, number=9, seats=(FIRST, Seat("Bo", 90)), origin="o")
    bo = next(one for one in people((older, *others, newer)) if one.name == "Bo")

    assert [(one.game.number, one.seat.total) for one in bo.appearances] == [(2, 120), (3, 70), (9, 90)]
    assert [one.number for one in counted((older, *others, replace(newer, is_away=True)))] == [1, 2, 3, 4, 5]


def test_figures_of_a_person(anna: Person) -> None:
    """Wins and averages are of games against others; plays, records and letters of all."""
    assert (anna.won, anna.average, anna.bonuses, anna.asked) == (1, (100 + 60 + 70) / 3, 1, 4 / 5)
    assert anna.a_play == (90 + 60 + 40 + 55) / 14
    assert (anna.best_word.best, anna.best_word.number) == (Best("ÖL", 31), 2)
    assert (anna.best_turn.best.points, anna.best_game.best.points) == (35, 100)
    assert anna.letters == (("U", 2), ("H", 1))


def test_each_two() -> None:
    """Of two it is told who had more points, in any game in which both played, and how often both had the same."""
    told = {one.names: (one.games, one.ahead, one.alike) for one in pairs(GAMES)}

    assert told[("Anna", "Bo")] == (3, (1, 1), 1)
    assert told[("Anna", "Cilla")] == (1, (0, 1), 0)


def test_the_best_alone() -> None:
    """One row for each player and kind of game: the best total, and of how many."""
    assert [(one.name, one.total, one.games, one.game.number) for one in alone(GAMES)] == [("Anna", 55, 2, 5)]


def test_all_of_it_as_a_table() -> None:
    """A row a game and player, with all that is told above."""
    told = rows(GAMES)

    assert len(told) == 9
    assert {**told[0]} | {"best word": "HUS", "letters": "H1 U2", "won": 1, "asked": 3} == told[0]
