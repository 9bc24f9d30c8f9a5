"""How long ago things happened, by a clock that nobody sets."""

from __future__ import annotations

from pathlib import Path

import pytest

from pi_referee.game_log.arrivals import Arrivals, Waited
from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.course.asides import ClockResumed, RanOver
from pi_referee.rules.course.happenings import GameBegan, Passed
from pi_referee.watching.game_follower import Book

NOW = "2026-11-20T12:00:00+00:00"


class Hand:
    """A clock that a test moves."""

    seconds = 5000.0

    def __call__(self) -> float:
        """Seconds."""
        return self.seconds


def test_each_event_is_as_old_as_its_notice() -> None:
    """Events that were noticed together are equally old; one that was not noticed yet has just happened."""
    clock = Hand()
    arrivals = Arrivals(clock)
    arrivals.note(0)
    for newest, later in ((1, 10), (4, 20), (4, 5)):
        clock.seconds += later
        arrivals.note(newest)
    clock.seconds += 100

    assert [arrivals.since(event).seconds for event in (1, 2, 4, 5)] == [125, 105, 105, 0]
    assert all(arrivals.since(event).is_known for event in (1, 2, 4, 5))


@pytest.mark.parametrize("event", [1, 7, 12])
def test_what_was_there_before_is_at_least_as_old_as_the_program(event: int) -> None:
    """Of the time before its own beginning a program knows nothing."""
    clock = Hand()
    arrivals = Arrivals(clock)
    arrivals.note(12)
    clock.seconds += 60
    arrivals.note(13)

    assert arrivals.since(event) == Waited(60.0, is_known=False)
    assert arrivals.since(13) == Waited(0.0, is_known=True)


def test_a_game_taken_up_whole_happened_before() -> None:
    """What comes after the program was told to forget is as old as what it found when it began."""
    clock = Hand()
    arrivals = Arrivals(clock)
    for newest in (1, 2):
        arrivals.note(newest)
    arrivals.forget()
    arrivals.note(9)
    clock.seconds += 60
    arrivals.note(10)

    assert [arrivals.since(event).is_known for event in (2, 9, 10)] == [False, False, True]
    assert arrivals.since(9).seconds == 60.0


def test_a_long_evening_forgets_only_what_nobody_asks_about() -> None:
    """Ten thousand events are noted one by one; the newest are as old as they are, and no event is called newer."""
    clock = Hand()
    arrivals = Arrivals(clock)
    for newest in range(10_000):
        arrivals.note(newest)
        clock.seconds += 1

    assert [arrivals.since(event).seconds for event in (9999, 9000, 8000)] == [1, 1000, 2000]


@pytest.mark.parametrize(
    "jump", ["1970-01-01T00:00:00+00:00", "2026-11-20T17:00:00+00:00", "2106-02-07T06:28:15+00:00"]
)
def test_a_pause_at_the_table_is_none_of_the_walls(tmp_path: Path, jump: str) -> None:
    """The watcher's pause since the newest thing is measured; the wall's clock may show what it likes."""
    clock, shown = Hand(), [NOW]
    with Ledger(tmp_path / "games.sqlite") as ledger:
        book = Book(ledger, lambda: shown[-1], clock)
        book.write(GameBegan("alfapet-sv", ("A", "B"), 7))
        book.write(Passed())
        shown.append(jump)
        clock.seconds += 7

        assert book.pause() == 7.0
        assert book.since(2) == Waited(7.0, is_known=True)


def test_what_a_clock_does_is_no_press(tmp_path: Path) -> None:
    """A minute that began, or a page that was started anew, does not end the pause at the table."""
    clock = Hand()
    with Ledger(tmp_path / "games.sqlite") as ledger:
        book = Book(ledger, lambda: NOW, clock)
        book.write(GameBegan("alfapet-sv", ("A", "B"), 7))
        book.write(Passed())
        clock.seconds += 7
        ledger.append_all((RanOver("A", 1), ClockResumed()), at=NOW, after=2)
        book.catch_up()

        assert book.pause() == 7.0
        assert Book(ledger, lambda: "2026-11-20T13:00:00+00:00", clock).pause() == 3600.0


def test_the_watcher_saw_nothing_of_a_game_taken_up_whole(tmp_path: Path) -> None:
    """How old the turns of a game are that is gone on with, nobody can know."""
    clock = Hand()
    with Ledger(tmp_path / "games.sqlite") as ledger:
        book = Book(ledger, lambda: NOW, clock)
        for happening in (GameBegan("alfapet-sv", ("A", "B"), 7), Passed(), GameBegan("alfapet-sv", ("C",), 7)):
            book.write(happening)
        ledger.append_game(ledger.since(0, game=1), after=3)
        book.catch_up()

        assert [book.since(event).is_known for event in (4, 5)] == [False, False]
