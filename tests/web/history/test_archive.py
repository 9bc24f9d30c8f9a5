"""The list of games: pages, searching, names, deleting with a way back, and the same people once more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pi_referee.rules.course.asides import PutAway, Titled
from pi_referee.rules.course.happenings import (
    Passed,
)
from web.history.archive import A_PAGE

if TYPE_CHECKING:
    from tests.web.conftest import Writer

HERE = {"Origin": "http://localhost"}


def send(client: FlaskClient, action: str, **fields: str) -> TestResponse:
    """Send a form of the list."""
    client.get("/")
    cookie = client.get_cookie("referee")
    assert cookie is not None
    return client.post(action, data={"token": cookie.value, **fields}, headers=HERE)


def test_every_game_can_be_reached(client: FlaskClient, writer: Writer) -> None:
    """The list has pages, and the oldest game is on the last one."""
    for number in range(A_PAGE + 1):
        writer.begin(f"Player {number}", "Bo")
    first, last = client.get("/games").text, client.get("/games?page=2").text

    assert (first.count('class="card kept"'), last.count('class="card kept"')) == (A_PAGE, 1)
    assert 'rel="next" href="/games?page=2"' in first
    assert "Player 0</bdi> <b>" in last


def test_games_are_looked_for(client: FlaskClient, writer: Writer) -> None:
    """By player, game and day; the search stays in the fields and in the links."""
    writer.begin("Anna", "Bo")
    writer.begin("Cilla", "Bo", game="scrabble-sv")
    found = client.get("/games?player=cill&game=scrabble-sv&first=2026-01-01").text

    assert ("Cilla</bdi> <b>" in found, "Anna</bdi> <b>" in found) == (True, False)
    assert 'name="player" value="cill"' in found
    assert "No such game is here." in client.get("/games?last=2025-01-01").text


def test_deleting_has_a_way_back(client: FlaskClient, writer: Writer) -> None:
    """A deleted game leaves the list and can be put back, at once or years later; the log keeps everything."""
    writer.begin()
    writer.begin("Cilla", "David")
    gone = send(client, "/away", game="1", away="yes").headers["Location"]
    page = client.get(gone).text

    assert ("Anna</bdi> <b>" in page, "The game of Anna, Björn is off the list." in page) == (False, True)
    assert "Anna</bdi> <b>" in client.get("/games?away=yes").text
    send(client, "/away", game="1", away="no")
    assert "Anna</bdi> <b>" in client.get("/games").text
    assert len(writer.ledger.since(0, game=1)) == 3


def test_a_deleted_game_that_is_taken_up_again_is_on_the_list(client: FlaskClient, writer: Writer) -> None:
    """Who had the list open before may go on with a game that somebody deleted: then it is no deleted one."""
    writer.begin()
    writer.tell(Passed())
    writer.begin("Cilla", "David")
    send(client, "/away", game="1", away="yes")
    send(client, "/resumed", game="1")
    writer.begin("Eva", "Fia")

    assert "Anna</bdi> <b>" in client.get("/games").text


def test_names_from_right_to_left_keep_their_points(client: FlaskClient, writer: Writer) -> None:
    """A name stands by itself: in שלום 6 the number would else be drawn before the name, beside the other player's."""
    writer.begin("Anna", "שלום")

    assert "<bdi>שלום</bdi> <b>" in client.get("/games").text


def test_the_game_on_the_table_stays(client: FlaskClient, writer: Writer) -> None:
    """What is being played cannot be deleted."""
    writer.begin()

    assert send(client, "/away", game="1", away="yes").status_code == 409
    assert len(writer.ledger.since(0)) == 1


def test_a_game_is_called_as_the_house_likes(client: FlaskClient, writer: Writer) -> None:
    """A game's own name stands in the list; it is told once, and the newest step can still be undone."""
    writer.begin()
    writer.tell(Passed())
    for _ in range(2):
        send(client, "/titles", game="1", title="  Grandma's   birthday ")

    assert ">Grandma&#39;s birthday</h2>" in client.get("/games").text
    assert [type(event.happening) for event in writer.ledger.since(0)][2:] == [Titled]
    assert "Undo the pass" in client.get("/").text


def test_the_same_people_once_more(client: FlaskClient, writer: Writer) -> None:
    """A rematch opens the form with the players, the set and the rules of that game."""
    writer.begin("Anna", "Bo", edition="dark", **{"words.invalid_penalty": "fixed"})
    writer.begin("Cilla", "David")
    form = client.get("/games/new/alfapet-sv?like=1").text

    assert 'name="player" value="Anna"' in form
    assert 'value="fixed" checked' in form
    assert 'value="dark" checked' in form


@pytest.mark.parametrize("page", ["0", "-3", "99999999999", "x"])
def test_no_page_is_no_error(client: FlaskClient, writer: Writer, page: str) -> None:
    """Whatever page is asked for, one is shown; a game taken up again after it was named is still known."""
    writer.begin()
    writer.tell(PutAway())

    assert client.get(f"/games?page={page}&away=yes").text.count('class="card kept"') == 1
