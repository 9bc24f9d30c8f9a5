"""The end: what is left on the racks, who won, and the protocol to take along."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.log_connection import connect
from pi_referee.protocol.game_record import from_record
from pi_referee.protocol.spreadsheet import from_table
from pi_referee.rules.course.happenings import BagEmptied, Ended, LeftOver, Passed, WentOut
from tests.web.conftest import NOON
from web import House
from web.security.pairing import KEY_COOKIE

if TYPE_CHECKING:
    from tests.web.conftest import Built, Writer

HERE = {"Origin": "http://localhost"}


def send(client: FlaskClient, path: str, **fields: str | list[str]) -> TestResponse:
    """Send a form from this browser."""
    client.get("/")
    cookie = client.get_cookie("referee")
    assert cookie is not None
    return client.post(path, data={"token": cookie.value, "game": "1", **fields}, headers=HERE)


def end(client: FlaskClient, **fields: str | list[str]) -> TestResponse:
    """Send what is left, from a form that was just opened."""
    turn = re.search(r'name="turn" value="([^"]*)"', client.get("/games/1/end").text)
    assert turn is not None
    return send(client, "/endings", **{"turn": turn[1], **fields})


def played(writer: Writer) -> None:
    """Anna has 8 points, Björn has passed."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    writer.tell(Passed())


def test_what_is_left_is_taken_off(client: FlaskClient, writer: Writer) -> None:
    """The letters' values are taken off, blanks cost nothing, and the game is over."""
    played(writer)
    answer = end(client, rack=["k _", "ZA"])
    page = client.get(answer.headers["Location"]).text

    assert [Ended(), LeftOver({"Anna": 3, "Björn": 11})] == [event.happening for event in writer.ledger.since(3)]
    assert "Anna wins!" in page
    assert "−11" in page
    assert re.findall(r'class="running">([^<]*)<', page)[-2:] == ["5", "−11"]  # the last line says who has what
    assert list(writer.game.totals.values()) == [5, -11]


def test_nobody_sees_an_end_without_what_is_left(home: Path, house: House, built: Built, writer: Writer) -> None:
    """The end and what is left are written as one: an end alone would name a winner before the racks are counted."""
    told: list[str] = []

    def overheard(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.set_trace_callback(told.append)
        return connection

    played(writer)
    with Ledger(home / "games.sqlite", connect=overheard) as ledger:
        client = built(ledger, house).test_client()
        client.set_cookie(KEY_COOKIE, house.keys().add(at=NOON))
        told.clear()  # opening the log has its own
        end(client, rack=["K", ""])

    assert (5, 1) == (writer.ledger.newest(), told.count("COMMIT"))


def test_the_end_comes_once(client: FlaskClient, writer: Writer) -> None:
    """A second tap ends nothing more; other letters correct what is left."""
    played(writer)
    for _ in range(2):
        end(client, rack=["K", ""])
    assert writer.ledger.newest() == 5
    end(client, was="Anna −3, Björn −0", rack=["", "K"])

    assert writer.game.totals == {"Anna": 8, "Björn": -3}


@pytest.mark.parametrize(
    ("rack", "told"),
    [
        (["7", ""], "Anna: there are no tiles for 7."),
        (["", "A" * 20], "Björn cannot have so many tiles."),
        (["<b>", ""], "there are no tiles for"),
    ],
)
def test_letters_that_cannot_be_left_are_told(client: FlaskClient, writer: Writer, rack: list[str], told: str) -> None:
    """What cannot be is said in a sentence, and the game goes on."""
    played(writer)
    answer = end(client, rack=rack)

    assert (422, True) == (answer.status_code, told in answer.text)
    assert writer.ledger.newest() == 3


@pytest.mark.parametrize(
    ("rack", "told"),
    [
        (["AAAAAABBBB", ""], "Anna: these are 10 tiles, and a rack holds 7."),
        (["ÅÅ", "Å"], "So many are not left, the others lie on the board: Å (1)."),
        (["QÅ_", "Q__"], "So many are not left, the others lie on the board: Q (1), □ (2)."),
    ],
)
def test_what_can_hardly_be_left_is_asked_about(
    client: FlaskClient, writer: Writer, rack: list[str], told: str
) -> None:
    """More tiles than a rack holds, or than do not lie on the board, are told; a box may differ, so one may insist."""
    played(writer)
    asked = end(client, rack=rack)
    assert (422, True, 3) == (asked.status_code, told in asked.text, writer.ledger.newest())
    assert "It is so: save all the same" in asked.text
    end(client, rack=rack, anyway="yes")

    assert writer.game.ended


def test_who_goes_out_early_is_asked_about(client: FlaskClient, writer: Writer) -> None:
    """Whoever has nothing left gets the others' points only if all letters are somewhere, or if somebody insists."""
    writer.begin(game="scrabble-en")
    writer.lay("H8 > LATE")
    asked = end(client, rack=["", "Q"])
    assert (422, 2) == (asked.status_code, writer.ledger.newest())
    assert "Anna has nothing left, yet 93 letters lie neither on the board nor on a rack." in asked.text
    end(client, rack=["", "Q"], anyway="yes")

    assert writer.game.ended


def test_a_form_with_a_rack_missing_is_refused(client: FlaskClient, writer: Writer) -> None:
    """Every player has a rack."""
    played(writer)

    assert end(client, rack=["A"]).status_code == 400


def test_the_protocol_comes_back_without_loss(client: FlaskClient, writer: Writer) -> None:
    """The files for spreadsheets and programs hold the whole game."""
    played(writer)
    events = tuple(writer.ledger.since(0))

    assert events == from_table(client.get("/games/1/protocol.csv").text)
    assert events == from_record(client.get("/games/1/protocol.json").text)
    assert json.loads(client.get("/games/1/protocol.json").text)["protocol"]["totals"] == {"Anna": 8, "Björn": 0}


@pytest.mark.parametrize(("kind", "begins"), [("pdf", b"%PDF"), ("png", b"\x89PNG"), ("html", b"<!doctype html>")])
def test_the_protocol_for_people(client: FlaskClient, writer: Writer, kind: str, begins: bytes) -> None:
    """The protocol is sent as a PDF, a picture and a page, in the reader's language, to whoever may look."""
    played(writer)
    answer = client.get(f"/games/1/protocol.{kind}", headers={"Accept-Language": "fi"})

    assert answer.status_code == 200
    assert answer.data.startswith(begins)
    assert "attachment" in answer.headers["Content-Disposition"]
    assert kind != "html" or 'lang="fi"' in answer.text


def test_a_game_gcg_has_no_words_for_is_told(client: FlaskClient, writer: Writer) -> None:
    """GCG knows 15 x 15 squares only; the reason is said, not a fault."""
    played(writer)

    answer = client.get("/games/1/protocol.gcg", headers={"Accept-Language": "sv"})
    assert answer.status_code == 422
    assert "GCG är till för två spelare på 15 × 15 rutor." in answer.text
    assert "Ta JSON eller CSV i stället" in answer.text
    assert "export" not in answer.text
    assert client.get("/games/1/protocol.doc").status_code == 404


def test_the_board_is_a_picture(client: FlaskClient, writer: Writer) -> None:
    """The picture is one file that needs nothing else."""
    played(writer)
    picture = client.get("/games/1/board.svg")

    assert picture.mimetype == "image/svg+xml"
    assert picture.text.count('data-square="') == 4
    assert "http://" not in picture.text.replace("http://www.w3.org/2000/svg", "")


def test_where_nobody_counts_the_players_say(client: FlaskClient, writer: Writer) -> None:
    """In the Finnish edition the table says that the bag and a rack are empty, each once."""
    writer.begin(game="alfapet-fi")
    asked = client.get("/").text
    assert '<summary class="quiet">Is the bag empty?</summary>' in asked
    for _ in range(2):
        send(client, "/bag")
    assert "A rack is empty" in client.get("/").text
    send(client, "/out", player="Zoë")
    send(client, "/out", player="Anna")

    assert [BagEmptied(), WentOut("Anna")] == [event.happening for event in writer.ledger.since(1)]
    assert writer.game.ended == "tiles"


@pytest.mark.parametrize(("game", "told"), [("alfapet-sv", True), ("literaki", False)])
def test_help_tells_of_what_the_game_has(client: FlaskClient, writer: Writer, game: str, told: bool) -> None:
    """Nobody reads of stop tiles and other special ones who has none."""
    writer.begin(game=game)
    wrong = send(client, "/corrections", kind="lay", turn="1", player="Anna", tiles="Z99=A", was="1-Anna").text

    assert ("other special tiles" in client.get("/games/1/end").text, "# is a stop tile" in wrong) == (told, told)


def test_a_new_best_is_told(client: FlaskClient, writer: Writer) -> None:
    """Who plays alone is told when the old best is beaten."""
    for word in ("LÅTA", "LÅTAR"):
        writer.begin("Anna")
        writer.lay(f"I9 > {word}")
        writer.tell(Ended())

    assert "A new best! It was 8 before." in client.get("/games/2").text


def test_an_unknown_game_has_no_end(client: FlaskClient, writer: Writer) -> None:
    """There is nothing to see of a game that never was."""
    assert client.get("/games/4").status_code == 404
    assert send(client, "/endings", turn="0", rack=["", ""]).status_code == 404


@pytest.mark.parametrize(("player", "told"), [("日本太郎", "日本太郎"), ("Łukasz", ""), ("محمد", "")])
def test_letters_that_paper_lacks_are_told_beside_the_pdf(
    client: FlaskClient, writer: Writer, player: str, told: str
) -> None:
    """Whose name becomes empty boxes in the PDF and the picture reads so before taking them."""
    writer.begin(player, "Bo")
    page = client.get("/games/1").text

    assert (f"no letters for {told} and" in page) == bool(told)


def test_what_was_left_can_be_put_right(client: FlaskClient, writer: Writer) -> None:
    """Who tapped a wrong letter at the end finds the way back to the form on the finished protocol."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    writer.tell(Ended())
    writer.tell(LeftOver({"Anna": 3, "Björn": 4}))
    page = client.get("/games/1").text

    assert "Change what was left on the racks" in page
    assert 'href="/games/1/end"' in page
