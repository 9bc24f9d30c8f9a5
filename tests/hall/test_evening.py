"""Pairings, rounds and standings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_referee.errors import NotationError
from pi_referee.hall.club import Club
from pi_referee.hall.game_results import Result, Results
from pi_referee.hall.hall_csv import results_table, standings_table
from pi_referee.hall.hall_store import HallStore
from pi_referee.hall.intake import Arrival
from pi_referee.hall.needs import LONG, Reason, need_of
from pi_referee.hall.pairings import Pairing, pairings_of
from pi_referee.hall.rounds_played import rounds_of, standings_of, unpaired
from pi_referee.rules.course.game import begin
from pi_referee.rules.course.happenings import (
    Adjusted,
    Ended,
    GameBegan,
    Happening,
    LeftOver,
    Passed,
    PlayLaid,
    Question,
    Renamed,
    Undone,
)
from pi_referee.rules.plays.notation import WrittenPlay
from tests.hall.hall_talk import LOG, events, played, state


def result(table: str, **points: int) -> Result:
    """A game that is over."""
    best = max(points.values())
    winners = tuple(name for name in points if points[name] == best)
    return Result(table, 1, "2026-11-20T12:00:00+00:00", tuple(points), points, winners, "agreement")


@pytest.mark.parametrize(
    "text",
    [
        "round,table,first,second\n1,table-1,Anna,Bo\n\n2,,Cilla,\n",
        "\ufeffRond;Bord;A;B\r\n1;Table-1;Anna;Bo\r\n2;;Cilla;\r\n",
        '1\ttable-1\t" Anna "\tBo\n2\t\tCilla',
    ],
)
def test_pairings_as_spreadsheets_write_them(text: str) -> None:
    """With or without a heading, whatever stands between the cells."""
    assert pairings_of(text) == (Pairing(1, "table-1", ("Anna", "Bo")), Pairing(2, "", ("Cilla",)))


@pytest.mark.parametrize(
    ("text", "what", "row"),
    [
        ("", "no pairings", ""),
        ("1,table-1,Anna,Bo\nx,table-2,Cilla,David", "number of the round", "2"),
        ("1,table-1", "One to four players", "1"),
        ("1,table-1,Anna,anna", "One to four players", "1"),
        ("1,table 1,Anna,Bo", "second column", "1"),
        ("1,table-1,Anna,Bo\n1,table-2,ANNA,Cilla", "twice", "2"),
        ("999,table-1,Anna,Bo", "number of the round", "1"),
        ("00100,table-1,Anna,Bo", "number of the round", "1"),
        ("Round 1,table-1,Anna,Bo\n2,table-1,Anna,Bo", "number of the round", "1"),
        ('1,table-1,"Anna,Bo\n2,table-1,Anna,Bo', "not a table of pairings", ""),
    ],
)
def test_pairings_that_cannot_be(text: str, what: str, row: str) -> None:
    """It is said what is wrong, and in which row."""
    with pytest.raises(NotationError, match=what) as error:
        pairings_of(text)

    assert error.value.where == row


def test_a_game_belongs_to_the_first_round_that_wants_it() -> None:
    """Two who meet twice have two games, in the order in which they were played; other games stand beside."""
    pairings = pairings_of("1,table-1,Anna,Bo\n2,table-2,bo,ANNA\n2,table-3,Cilla,David")
    games = (result("table-1", Anna=300, Bo=200), result("table-9", Eva=1, Fia=2), result("table-2", Anna=1, Bo=2))
    rounds = rounds_of(pairings, games)

    assert [[board.result for board in one.boards] for one in rounds] == [[games[0]], [games[2], None]]
    assert unpaired(pairings, games) == (games[1],)


def test_a_game_that_its_players_left_for_a_newer_one_fills_no_round() -> None:
    """Who began with other rules, or at a table that broke, and began anew has played the newer game; it counts."""
    pairings = pairings_of("1,table-1,Anna,Bo\n2,table-1,Anna,Bo")
    begun = Result("table-1", 1, "", ("Anna", "Bo"), {"Anna": 9, "Bo": 0})
    over, going = result("table-2", Anna=1, Bo=2), Result("table-2", 2, "", ("Bo", "Anna"), {"Anna": 0, "Bo": 0})
    rounds = rounds_of(pairings, (begun, over, going))

    assert [board.result for one in rounds for board in one.boards] == [over, going]
    assert unpaired(pairings, (begun, over)) == (begun,)
    assert [one.wins for one in standings_of(pairings, (begun, over))] == [1.0, 0.0]


def test_who_plays_alone_wins_against_nobody() -> None:
    """A game of one player stands among the evening's games, and in no standings."""
    assert standings_of((), (result("table-1", Anna=300),)) == ()


def test_standings_go_by_wins_and_then_by_spread() -> None:
    """A shared win counts half, a bye is a win with fifty points, equal ones share a place, nobody is left out."""
    pairings = pairings_of("1,table-1,Anna,Bo\n1,table-2,Cilla,David\n1,,Eva\n1,table-3,Fia,Gun")
    games = (result("table-1", Anna=300, Bo=200), result("table-2", Cilla=250, David=250))
    table = [(one.place, one.player, one.wins, one.spread) for one in standings_of(pairings, games)]

    assert table == [
        (1, "Anna", 1.0, 100),
        (2, "Eva", 1.0, 50),
        (3, "Cilla", 0.5, 0),
        (3, "David", 0.5, 0),
        (5, "Fia", 0.0, 0),
        (5, "Gun", 0.0, 0),
        (7, "Bo", 0.0, -100),
    ]


def test_tables_to_take_along_name_no_formula() -> None:
    """A name that a spreadsheet would reckon with is shown as it is; half a win is written as the language has it."""
    games = (Result("table-1", 1, "", ("=1+1", "Bo"), {"=1+1": 5, "Bo": 5}, ("=1+1", "Bo"), "passes"),)

    assert results_table((), games, ",").splitlines()[1] == "0,table-1,1,,'=1+1,5,1,1"
    assert standings_table(standings_of((), games), ";").splitlines()[1] == "1;'=1+1;1;0,5;0"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[HallStore]:
    """An empty hall's file."""
    with HallStore(tmp_path / "hall.sqlite") as store:
        yield store


def test_an_evening_counts_from_its_beginning(store: HallStore) -> None:
    """Results are the fold of what tables told; a new evening begins without them, and without older pairings."""
    club = Club(store, 0.0)
    results = Results(store, club)
    first = played("I9 > QUIZ", ends=True)
    club.take([state("table-1", first), *events("table-1", first)], 0.0)
    store.set_pairings(pairings_of("1,table-1,Anna,Bo"))
    before = results.of_evening()
    store.begin_evening([("table-1", LOG, len(first))])
    second = played("I9 > QUIZ", players=("Cilla", "David"))
    club.take(
        [
            state("table-1", second, newest=len(first) + len(second), game=2),
            *events("table-1", second, first=len(first) + 1, game=2),
        ],
        0.0,
    )

    assert [(one.totals, one.winners) for one in before] == [({"Anna": 34, "Bo": 0}, ("Anna",))]
    assert [(one.players, one.is_over) for one in results.of_evening()] == [(("Cilla", "David"), False)]
    assert store.pairings() == ()


@pytest.mark.parametrize("is_put_back_first", [True, False])
def test_an_earlier_evening_stays_so_when_a_backup_is_put_back(store: HallStore, *, is_put_back_first: bool) -> None:
    """Whether the new evening begins before or after: what the older log and its copy tell of the old one is over."""
    club = Club(store, 0.0)
    results, copy, old = Results(store, club), "1" * 32, played("I9 > QUIZ", ends=True)
    club.take([state("table-1", old), *events("table-1", old)], 0.0)
    again: list[Arrival] = [state("table-1", old, log=copy), *events("table-1", old, log=copy)]
    if is_put_back_first:
        club.take(again, 0.0)
        store.begin_evening([("table-1", copy, len(old))])
    else:
        store.begin_evening([("table-1", LOG, len(old))])
        club.take(again, 0.0)
    new, first = played("I9 > QUIZ", players=("Cilla", "David")), len(old) + 1
    told = events("table-1", new, first=first, game=2, log=copy)
    club.take([state("table-1", new, newest=len(old) + len(new), game=2, log=copy), *told], 0.0)

    assert [one.players for one in results.of_evening()] == [("Cilla", "David")]


def test_games_stand_in_the_order_in_which_they_began(store: HallStore) -> None:
    """Also where the hall, that had been away, hears of the older one later."""
    club, first, second = Club(store, 0.0), played("I9 > QUIZ"), played("I9 > QUIZ", players=("Cilla", "David"))
    newest = len(first) + len(second)
    club.take([state("table-1", second, newest=newest, game=2)], 0.0)
    club.take(events("table-1", second, first=len(first) + 1, game=2), 0.0)
    club.take(events("table-1", first), 0.0)

    assert [one.game for one in Results(store, club).of_evening()] == [1, 2]


def test_a_game_that_moved_to_another_table_counts_once(store: HallStore) -> None:
    """Exported at a table that broke and read in at another, it is the same game, and the other one's now."""
    club, begun, over = Club(store, 0.0), played("I9 > QUIZ"), played("I9 > QUIZ", ends=True)
    club.take([state("table-1", begun), *events("table-1", begun), state("table-2", over)], 0.0)
    club.take(events("table-2", over), 0.0)

    assert [(one.table, one.is_over) for one in Results(store, club).of_evening()] == [("table-2", True)]


def test_a_game_counts_once_it_is_told_what_was_left(store: HallStore) -> None:
    """Over by passes it has no winner yet, and the table is asked for what is lacking; nor has its state one."""
    club, over = Club(store, 0.0), played("I9 > QUIZ", "-", "-", "-", "-")
    results = Results(store, club)
    club.take([state("table-1", over), *events("table-1", over)], 0.0)
    before, said = results.of_evening(), club.tables["table-1"].state.winners
    told: list[Happening] = [*over, LeftOver({"Anna": 40, "Bo": 0})]
    club.take([state("table-1", told), *events("table-1", told)], 0.0)

    assert [(one.winners, one.ended, one.asked) for one in before] == [((), "passes", "What is left on the racks?")]
    assert said == ()
    assert [one.winners for one in results.of_evening()] == [("Bo",)]


def test_a_game_with_a_gap_is_counted_only_as_far_as_it_is_known(store: HallStore) -> None:
    """An event that is lacking hides those behind it, and no score is guessed."""
    club = Club(store, 0.0)
    happened = played("I9 > QUIZ", "K6 v LEX.KON", "H12 > ÄVE.TYR")
    told = events("table-1", happened)
    club.take([state("table-1", happened), *told[:2], told[3]], 0.0)

    assert [one.totals for one in Results(store, club).of_evening()] == [{"Anna": 34, "Bo": 0}]


@pytest.mark.parametrize(
    ("later", "winners"), [((Undone(), Undone()), ()), ((Adjusted("Bo", 100, reason="challenge"),), ("Bo",))]
)
def test_what_is_put_right_after_the_end_counts(
    store: HallStore, later: tuple[Happening, ...], winners: tuple[str, ...]
) -> None:
    """A result is the fold of all events, also of those behind the end."""
    club = Club(store, 0.0)
    results, over = Results(store, club), played("I9 > QUIZ", ends=True)
    club.take([state("table-1", over), *events("table-1", over)], 0.0)
    before = results.of_evening()
    club.take([state("table-1", [*over, *later]), *events("table-1", [*over, *later])], 0.0)

    assert [one.winners for one in before] == [("Anna",)]
    assert [one.winners for one in results.of_evening()] == [winners]


def test_a_game_that_two_logs_tell_counts_once(store: HallStore) -> None:
    """After a backup was put back the table tells the game anew, under another log's name: the newer one counts."""
    club = Club(store, 0.0)
    before, after = played("I9 > QUIZ"), played("I9 > QUIZ", "K6 v LEX.KON")
    club.take([state("table-1", before), *events("table-1", before)], 0.0)
    club.take([state("table-1", after, log="1" * 32), *events("table-1", after, log="1" * 32)], 0.0)

    assert [one.totals for one in Results(store, club).of_evening()] == [{"Anna": 34, "Bo": 32}]


@pytest.mark.parametrize("later", [(), (Renamed(("Ann", "Boris")),), (Renamed(("Bo", "Anna")), Passed())])
def test_a_game_that_was_gone_on_with_counts_once(store: HallStore, later: tuple[Happening, ...]) -> None:
    """It begins as the older one did, at the same time and with the same names, whatever happened in either later."""
    club = Club(store, 0.0)
    over = [*played("I9 > QUIZ"), Renamed(("Anna", "Bosse")), Ended(), LeftOver({"Anna": 0, "Bosse": 0})]
    on = [*played("I9 > QUIZ"), *later]
    club.take([state("table-1", over), *events("table-1", over)], 0.0)
    told = events("table-1", on, first=len(over) + 1, game=2)
    club.take([state("table-1", on, newest=len(over) + len(on), game=2), *told], 0.0)

    assert [(one.game, one.is_over) for one in Results(store, club).of_evening()] == [(2, False)]


def test_who_needs_somebody(store: HallStore) -> None:
    """A question first waits for the players, then for the arbiter; a table that is gone comes before that."""
    club = Club(store, 0.0)
    began = GameBegan("alfapet-sv", ("Anna", "Bo"), 7)
    play = WrittenPlay.parse("I9 > QUIZ").on(begin(began).position)
    asked: list[Happening] = [began, PlayLaid(play, (Question("I9", (("Q", 0.6), ("O", 0.4))),))]
    club.take([state("table-1", asked)], 10.0)
    club.take([state("table-1", [*asked, Passed()])], 20.0)
    table = club.tables["table-1"]
    found = [need_of(table, 10.0 + waited) for waited in (1.0, LONG + 1.0)]

    assert [need.reason for need in found if need] == [Reason.QUESTION, Reason.LONG]
    assert [need.is_arbiters for need in found if need] == [False, True]
