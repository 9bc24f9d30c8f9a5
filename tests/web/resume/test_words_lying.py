"""A game begins with words on the board: read by the camera, put right by a person, with the points so far."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pi_referee.errors import NotationError
from pi_referee.paper.content import leaf_of
from pi_referee.protocol.game_record import from_record, to_record
from pi_referee.protocol.spreadsheet import from_table, to_table
from pi_referee.rules.course.happenings import BoardTaken, Renamed
from pi_referee.rules.definition.library import ruleset
from pi_referee.table_link.table_messages import Lying
from web import House
from web.editing.play_text import read_board, spell_board
from web.live.table_client import Blind

if TYPE_CHECKING:
    from tests.web.conftest import Writer

AT_HOME = {"Origin": "http://localhost"}
KABEL = "G9=K H9=A I9=B J9=E K9=l"


class Table(Blind):
    """A table on whose board KABEL lies, its last letter a blank or an L, with a stop tile behind it."""

    def read(self) -> tuple[Lying, bytes]:
        """What lies on the board."""
        tiles = dict(zip(("G9", "H9", "I9", "J9"), "KABE", strict=True))
        return Lying(1, tiles, ("L9",), {"K9": ("", "L"), "A1": (".", "I")}), b"photo"


@pytest.fixture
def house(house: House) -> House:
    """A house with that table."""
    return replace(house, line=Table())


def take(client: FlaskClient, path: str = "/games/1/board", **changed: object) -> TestResponse:
    """Open the form and send it, with what is changed."""
    return save(client, client.get(path).text, **changed)


def save(client: FlaskClient, page: str, **changed: object) -> TestResponse:
    """Send the form as a page had it, with what is changed."""
    form = page[page.index('action="/boards"') :]
    fields: dict[str, object] = {"player": re.findall(r'name="player" value="(\w+)"', form)}
    hidden = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[: form.index("</form>")])
    fields |= {name: value for name, value in hidden if name != "player"}
    points = re.findall(r'name="points" value="([^"]*)"', form)
    tiles = re.search(r'name="tiles" id="tiles" value="([^"]*)"', form)
    spelled = html.unescape(tiles[1]) if tiles else ""
    return client.post("/boards", data={**fields, "tiles": spelled, "points": points, **changed}, headers=AT_HOME)


def test_the_camera_reads_and_a_person_confirms(client: FlaskClient, writer: Writer) -> None:
    """What the camera reads stands in the form, its doubts marked; what a person saves is what the game begins with."""
    writer.begin()
    page = client.get("/games/1/board?look=yes").text

    assert "G9=K H9=A I9=B J9=E K9=_ L9=#" in page
    assert "K9: a blank, L?" in page
    assert 'class="amiss-mark unclear" data-square="K9"' in page
    assert writer.ledger.newest() == 1
    assert take(client, tiles=f"{KABEL} L9=#", points=["12", "-3"]).status_code == 303
    assert dict(writer.game.totals) == {"Anna": 12, "Björn": -3}
    assert spell_board(writer.game.position) == f"{KABEL} L9=#"


def test_more_of_a_tile_than_the_box_holds_is_asked_about(client: FlaskClient, writer: Writer) -> None:
    """Two Zs where the box holds one are a slip: the form comes back whole, and may be saved all the same."""
    writer.begin()
    told = take(client, tiles="G9=Z H9=Z", points=["12", "30"])

    assert told.status_code == 422
    assert "The box holds fewer of these: Z (1)." in told.text
    assert 'value="G9=Z H9=Z"' in told.text
    assert writer.ledger.newest() == 1
    assert take(client, tiles="G9=Z H9=Z", points=["12", "30"], anyway="yes").status_code == 303
    assert spell_board(writer.game.position) == "G9=Z H9=Z"


def test_play_goes_on_upon_it(client: FlaskClient, writer: Writer) -> None:
    """The next word is scored upon what lies there; page, paper and exports tell the points that were brought along."""
    writer.begin()
    take(client, tiles=KABEL, points=["12", "30"])
    writer.lay("L9 > N")
    events = writer.ledger.since(0, game=1)
    turn = writer.game.turns[0]

    assert [word.text for word in turn.ruling.words] == ["KABELN"] if turn.ruling else False
    assert writer.game.totals["Anna"] == 12 + (turn.score or 0)
    assert "carried over" in client.get("/").text
    assert [cell.running for _, cells in leaf_of(events, "en").rounds for cell in cells if cell][:2] == ["12", "30"]
    assert json.loads(to_record(events))["protocol"]["before"]["points"] == {"Anna": 12, "Björn": 30}
    assert from_record(to_record(events)) == tuple(events)
    assert from_table(to_table(events)) == tuple(events)
    assert client.get("/games/1/turns/1").status_code == 200


def test_saved_twice_is_once(client: FlaskClient, writer: Writer) -> None:
    """A second tap writes nothing more; saved anew otherwise, the last counts."""
    writer.begin()
    for _ in range(2):
        take(client, tiles=KABEL)
    assert writer.ledger.newest() == 2
    take(client, tiles="I9=A J9=N")

    assert spell_board(writer.game.position) == "I9=A J9=N"


def test_points_are_whose_name_stood_beside_them(client: FlaskClient, writer: Writer) -> None:
    """Where two names were swapped while the form was open, each brings along what was told beside that name."""
    writer.begin()
    page = client.get("/games/1/board").text
    writer.tell(Renamed(("Björn", "Anna")))
    save(client, page, tiles=KABEL, points=["100", "7"])

    assert dict(writer.game.totals) == {"Anna": 100, "Björn": 7}


def test_two_who_write_down_what_lies_there_are_told(client: FlaskClient, writer: Writer) -> None:
    """Whoever saves over what somebody else has written meanwhile is told first; what was typed stays in the form."""
    writer.begin()
    page = client.get("/games/1/board").text
    take(client, tiles=KABEL, points=["100", "7"])
    told = save(client, page, tiles="I9=A J9=N", points=["0", "0"])

    assert (told.status_code, writer.ledger.newest()) == (422, 2)
    assert "Somebody has written down in the meantime what lies there." in told.text
    assert save(client, told.text).status_code == 303
    assert spell_board(writer.game.position) == "I9=A J9=N"


@pytest.mark.parametrize(("typed", "points"), [("−3", -3), ("+12", 12), (" 40 ", 40), ("", 0)])
def test_points_as_people_write_them(client: FlaskClient, writer: Writer, typed: str, points: int) -> None:
    """A minus as the page writes it counts, a plus may stand there, and nothing written is none."""
    writer.begin()
    take(client, tiles=KABEL, points=[typed, "7"])

    assert dict(writer.game.totals) == {"Anna": points, "Björn": 7}


@pytest.mark.parametrize("typed", ["1O2", "12.5", "12 5", "99999", "--3"])
def test_what_is_no_number_of_points_comes_back(client: FlaskClient, writer: Writer, typed: str) -> None:
    """It is told with its player, stays as it was typed, and counts as no points at all."""
    writer.begin()
    told = take(client, tiles=KABEL, points=["7", typed])

    assert (told.status_code, writer.ledger.newest()) == (422, 1)
    assert f"Björn, {typed}: This is no number of points." in told.text
    assert f'name="points" value="{typed}"' in told.text


def test_at_set_up(client: FlaskClient, writer: Writer) -> None:
    """Whoever ticks it while setting up comes to that form at once, and draws tiles after it."""
    page = client.get("/games/new/alfapet-sv").text
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    told = {**fields, "player": ["Anna", "Bo"], "rack": "7", "start": "draw", "is_begun": "yes"}
    answer = client.post("/games", data=told, headers=AT_HOME)
    assert answer.headers["Location"] == "/games/1/board?draw=yes"

    assert take(client, answer.headers["Location"], tiles=KABEL).headers["Location"] == "/games/1/draw"


@pytest.mark.parametrize("tiles", ["", "Z99=A", "I9=AB", "I9=Ж", "I9=", "L9=#"])
def test_nonsense_comes_back(client: FlaskClient, writer: Writer, tiles: str) -> None:
    """What is no board comes back with what was typed, and nothing is written down."""
    writer.begin()
    answer = take(client, tiles=tiles)

    assert (answer.status_code, writer.ledger.newest()) == (422, 1)
    assert f'value="{tiles}"' in html.unescape(answer.text)


def test_only_before_the_first_turn(client: FlaskClient, writer: Writer) -> None:
    """Once somebody has had a turn there is no such form, and nothing can be sent; nor where cards are played."""
    writer.begin()
    sent = {"game": "1", "tiles": KABEL, "points": ["0", "0"], "token": _token(client)}
    writer.lay("I9 > LÅTA")

    assert client.get("/games/1/board").status_code == 404
    assert client.post("/boards", data=sent, headers=AT_HOME).status_code == 404
    assert not any(isinstance(event.happening, BoardTaken) for event in writer.ledger.since(0))
    writer.begin(game="kortalfapet")
    assert client.get("/games/2/board").status_code == 404


def _token(client: FlaskClient) -> str:
    """The token of this browser's forms."""
    client.get("/")
    cookie = client.get_cookie("referee")
    return cookie.value if cookie else ""


def test_a_spelled_board_comes_back() -> None:
    """Tiles, blanks, arrows and several stop tiles are read as they are written; other letters are none."""
    rules = ruleset("alfapet-sv")
    text = "G9=# H9=A I9=/B J9=e K9=_ L9=#"

    assert spell_board(read_board(text, rules)) == text
    with pytest.raises(NotationError):
        read_board("I9=Ж", rules)
