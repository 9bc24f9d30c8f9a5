"""A game that was damaged on the disk takes no other with it, and no evening."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient

from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.course.happenings import GameBegan, Passed
from pi_referee.watching.game_follower import Book
from tests.programs import PATIENCE
from web.live.log_follower import Lookout

if TYPE_CHECKING:
    from tests.web.conftest import Writer

NOON = "2026-11-20T12:00:00+00:00"


@pytest.fixture
def writer(writer: Writer) -> Writer:
    """Three games of three events each."""
    for _ in range(3):
        writer.begin()
        writer.tell(Passed())
        writer.tell(Passed())
    return writer


def damage(home: Path, event: int, what: str) -> None:
    """Something happens to an event on the disk."""
    with closing(sqlite3.connect(home / "games.sqlite")) as log:
        log.execute("DROP TRIGGER event_is_never_changed")
        if what == "no time":
            log.execute("UPDATE event SET at = 'x' WHERE id = ?", (event,))
        else:
            log.execute("UPDATE event SET body = ? WHERE id = ?", (what, event))
        log.commit()


@pytest.mark.parametrize("what", ['{"count":3}', '{"turn":"x"}', "no time"])
@pytest.mark.parametrize(("event", "game"), [(2, 1), (4, 2), (7, 3), (9, 3)])
def test_the_page_shows_a_damaged_game_as_damaged(
    client: FlaskClient, home: Path, writer: Writer, event: int, game: int, what: str
) -> None:
    """Whichever game it is, the list names it and shows the others; the game's page says what to do."""
    damage(home, event, what)
    listed = client.get("/games")

    assert listed.status_code == 200
    assert listed.text.count("was damaged on the disk") == 1
    assert f"Game {game}:" in listed.text
    assert client.get(f"/games/{1 if game > 1 else 2}").status_code == 200
    front = client.get("/")
    assert front.status_code == 200
    assert ("The newest game was damaged" in front.text) is (game == 3)


@pytest.mark.parametrize("event", [7, 8, 9])
def test_after_a_damaged_game_the_next_one_begins(
    client: FlaskClient, home: Path, writer: Writer, lookout: Lookout, event: int
) -> None:
    """The evening goes on: the page and the table play the game that begins then."""
    damage(home, event, '{"count":3}')
    assert lookout.look().game is None
    with Ledger(home / "games.sqlite") as ledger:
        book = Book(ledger, lambda: NOON)
        assert (book.game, book.number) == (None, 3)
        book.write(GameBegan("alfapet-sv", ("Anna", "Björn"), 7))
        book.write(Passed())

        assert (book.number, len(book.playing.turns)) == (4, 1)
    assert lookout.look().number == 4
    assert lookout.view.trouble is None
    assert "The newest game was damaged" not in client.get("/").text


def test_a_new_game_is_begun_on_the_page(client: FlaskClient, home: Path, writer: Writer) -> None:
    """The form of a new game works as ever."""
    damage(home, 9, '{"count":3}')
    assert client.get("/games/new/alfapet-sv").status_code == 200


def test_the_table_starts_though_an_old_game_was_damaged(home: Path, writer: Writer) -> None:
    """Who owns the camera reads the newest game, and no older one."""
    damage(home, 2, '{"count":3}')
    with Ledger(home / "games.sqlite") as ledger:
        book = Book(ledger, lambda: NOON)

        assert (book.number, len(book.playing.turns)) == (3, 2)
        assert book.pause() < PATIENCE, "the newest turn was written just now"
