"""The scoresheet holds every turn, in its player's column, with a running total that adds up."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as some

from pi_referee.protocol.scoresheet import Entry, in_rounds, sheet_of
from pi_referee.rules.course.game import begin, follow
from pi_referee.rules.course.happenings import Adjusted, Exchanged, GameBegan, Passed, Question, Withdrawn
from pi_referee.rules.course.standing import Status, Turn
from pi_referee.rules.plays.play import Pass

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from tests.web.conftest import Writer

PLAYERS = ("A", "B", "C")


def entry(number: int, player: str) -> Entry:
    """A turn in which nothing was done."""
    return Entry(Turn(number, player, Pass(), Status.PASSED, 0), 0)


@given(some.lists(some.sampled_from(PLAYERS), max_size=30))
def test_every_turn_stands_once_in_its_own_column(players: list[str]) -> None:
    """Whatever the order of turns, rows hold each turn once, in its column, and read in the order of play."""
    entries = [entry(number, player) for number, player in enumerate(players, start=1)]

    rounds = in_rounds(PLAYERS, entries)

    read = [(place, found) for row in reversed(rounds) for place, found in enumerate(row.entries) if found is not None]
    assert entries == [found for _, found in read]
    assert all(PLAYERS[place] == found.turn.player for place, found in read)
    assert [row.number for row in rounds] == list(range(len(rounds), 0, -1))


def test_full_rounds_have_no_holes() -> None:
    """When everybody takes turns, each row has one turn of each."""
    rounds = in_rounds(PLAYERS, [entry(number, PLAYERS[(number - 1) % 3]) for number in range(1, 10)])

    assert [3, 3, 3] == [sum(found is not None for found in row.entries) for row in rounds]


def test_running_totals_end_in_the_score(writer: Writer) -> None:
    """The last running total of a column is its player's total."""
    writer.begin()
    for text in ("I9 > LÅTA", "J9 v .L", "L9 v .L"):
        writer.lay(text)

    sheet = sheet_of(writer.game)

    assert [column.total for column in sheet.columns] == [
        column.latest.running for column in sheet.columns if column.latest
    ]


def test_an_open_turn_has_no_running_total(writer: Writer) -> None:
    """As long as a question is open nobody knows the sum."""
    writer.begin()
    writer.lay("I9 > LOTA", Question("J9", (("O", 0.6), ("Ö", 0.4))))

    latest = sheet_of(writer.game).columns[0].latest

    assert latest is not None
    assert (None, True) == (latest.running, latest.is_newest)


def test_a_play_taken_back_stays_on_the_sheet(writer: Writer) -> None:
    """Nothing is rubbed out: the row stays, worth nothing, and the same player's next try is a new row."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    writer.tell(Withdrawn())
    writer.lay("I9 > ÅL")

    rows = sheet_of(writer.game).rounds

    assert [Status.SCORED, Status.WITHDRAWN] == [row.entries[0].turn.status for row in rows if row.entries[0]]


def test_nobody_leads_at_even_score() -> None:
    """A lead is only said where somebody has more than another."""
    game = begin(GameBegan("alfapet-sv", ("A", "B"), 7))
    for happening in (Passed(), Exchanged(1)):
        game = follow(game, happening)

    assert not any(column.leads for column in sheet_of(game).columns)


@pytest.mark.parametrize(("language", "told"), [("en", ["1 point", "8 points"]), ("pl", ["1 punkt", "8 punktów"])])
def test_a_total_is_read_aloud_as_one_says_it(
    client: FlaskClient, writer: Writer, language: str, told: list[str]
) -> None:
    """Whoever listens to the page hears one point, and several as the language counts them."""
    writer.begin("Anna", "Bo")
    writer.lay("I9 > LÅTA")
    writer.tell(Adjusted("Anna", 1 - writer.game.totals["Anna"], reason="challenge"))
    writer.tell(Adjusted("Bo", 8, reason="challenge"))
    page = client.get("/", headers={"Accept-Language": language}).text

    totals = re.findall(r'class="number">(.*?)</span> <span class="unseen">(.*?)</span>', page)
    assert [" ".join(one) for one in totals] == told
