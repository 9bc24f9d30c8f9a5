"""The table's program and the page write into one log from the first moment on."""

from __future__ import annotations

from pathlib import Path

import pytest

from pi_referee.errors import OutrunError
from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.course.happenings import Ended, GameBegan, Passed
from pi_referee.watching.game_follower import Book

NOON = "2026-12-24T12:00:00.000+00:00"
WANTED, ON_THE_PAGE = (GameBegan("scrabble-sv", players, 7) for players in (("Anna", "Bo"), ("Cilla", "David")))


@pytest.mark.parametrize(("new", "games"), [(False, [ON_THE_PAGE]), (True, [ON_THE_PAGE, WANTED])])
def test_a_game_that_is_begun_on_the_page_in_that_moment_is_played(
    tmp_path: Path, new: bool, games: list[GameBegan]
) -> None:
    """Whoever starts the table as somebody begins a game on a tablet is let in; a new one comes after it."""
    with Ledger(tmp_path / "games.sqlite") as ledger:
        book = Book(ledger, lambda: NOON)
        ledger.append(ON_THE_PAGE, at=NOON, after=0)
        book.begin(WANTED, new=new)

        assert [event.happening for event in ledger.since(0)] == games
        assert book.playing.players == games[-1].players


def test_a_game_that_was_over_is_followed_by_another(tmp_path: Path) -> None:
    """Also where its end was only told in that moment."""
    with Ledger(tmp_path / "games.sqlite") as ledger:
        ledger.append(ON_THE_PAGE, at=NOON, after=0)
        ledger.append(Ended(), at=NOON, after=1)
        Book(ledger, lambda: NOON).begin(WANTED, new=False)

        assert ledger.newest_game() == 2


def test_a_shorter_log_put_in_its_place_is_read_from_its_beginning(tmp_path: Path) -> None:
    """Else whoever writes would be told for ever that somebody was faster: no press would be answered any more."""
    path, other = tmp_path / "games.sqlite", tmp_path / "other.sqlite"
    with Ledger(other) as ledger:
        ledger.append(WANTED, at=NOON, after=0)
    with Ledger(path) as ledger:
        book = Book(ledger, lambda: NOON)
        for happening in (ON_THE_PAGE, Passed(), Passed()):
            book.write(happening)
        for end in ("-wal", "-shm"):
            path.with_name(path.name + end).unlink(missing_ok=True)
        other.replace(path)
        with pytest.raises(OutrunError):
            book.write(Passed())
        book.write(Passed())

        assert book.playing.players == WANTED.players
        assert [event.happening for event in ledger.since(0)] == [WANTED, Passed()]
