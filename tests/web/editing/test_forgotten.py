"""What the table forgot to tell is put in anywhere: a pass, an exchange, whose turn it is, the players' names."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pi_referee.protocol.spreadsheet import from_table, to_table
from pi_referee.rules.course.happenings import Inserted, Passed, Renamed, TurnSet
from pi_referee.rules.plays.play import Exchange, Pass

if TYPE_CHECKING:
    from pi_referee.rules.course.happenings import Happening
    from tests.web.conftest import Writer

AT_HOME = {"Origin": "http://localhost"}


def three_turns(writer: Writer) -> None:
    """Anna lays LÅTA; Björn passes without a press, so Anna's R stands with Björn; Anna is on turn for the page."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    writer.lay("M9 > R")


def fields_of(client: FlaskClient, path: str, action: str) -> dict[str, str]:
    """The hidden fields of a form on a page, and what is chosen in it."""
    page = client.get(path).text
    start = page.index(f'action="{action}"')
    form = page[start : page.index("</form>", start)]
    hidden = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form)
    chosen = re.findall(r'type="(?:radio|checkbox)" name="(\w+)" value="([^"]*)" checked', form)
    return {name: html.unescape(value) for name, value in [*hidden, *chosen]}


def send(client: FlaskClient, path: str, action: str, **changed: str) -> TestResponse:
    """Open a page, change what is given, and send one of its forms."""
    return client.post(action, data={**fields_of(client, path, action), **changed}, headers=AT_HOME)


def newest(writer: Writer) -> Happening:
    """What was written down last."""
    return writer.ledger.since(0)[-1].happening


def test_a_forgotten_pass_is_put_in(client: FlaskClient, writer: Writer) -> None:
    """Opened and saved as it is, the form puts in Björn's pass, and Anna gets the play that stood with him."""
    three_turns(writer)
    answer = send(client, "/games/1/turns/2/forgotten", "/forgotten")
    told = client.get(answer.headers["Location"]).text

    assert newest(writer) == Inserted(2, Pass(), "Björn", moves_on=True)
    assert [turn.player for turn in writer.game.turns] == ["Anna", "Björn", "Anna"]
    assert "was put in as turn 2" in told


def test_a_second_tap_puts_in_no_second_pass(client: FlaskClient, writer: Writer) -> None:
    """Though the turn that is then in its place is just such a pass."""
    three_turns(writer)
    fields = fields_of(client, "/games/1/turns/2/forgotten", "/forgotten")
    twice = [client.post("/forgotten", data=fields, headers=AT_HOME).status_code for _ in range(2)]

    assert (twice, len(writer.game.turns)) == ([303, 409], 3)


def test_a_name_that_was_changed_meanwhile(client: FlaskClient, writer: Writer) -> None:
    """A form that names somebody as they were called is told that it is late; a written play comes back with it."""
    three_turns(writer)
    fields = fields_of(client, "/games/1/turns/2/forgotten", "/forgotten")
    draft = fields_of(client, "/games/1/turns/3/lay", "/corrections")
    writer.tell(Renamed(("Ann", "Bo")))
    late = client.post("/forgotten", data=fields, headers=AT_HOME)
    again = client.post("/corrections", data={**draft, "tiles": "I10=E"}, headers=AT_HOME)

    assert (late.status_code, again.status_code) == (409, 422)
    assert 'value="I10=E"' in again.text
    assert "Somebody has changed this turn in the meantime." in again.text


def test_a_forgotten_exchange_is_put_in(client: FlaskClient, writer: Writer) -> None:
    """As many tiles as were changed are told with it."""
    three_turns(writer)
    send(client, "/games/1/turns/2/forgotten", "/forgotten", count="3", player="Björn")

    assert newest(writer) == Inserted(2, Exchange(3), "Björn", moves_on=True)


def test_it_is_anothers_turn(client: FlaskClient, writer: Writer) -> None:
    """One tap beside the board sets whose turn it is, once."""
    three_turns(writer)
    fields = {**fields_of(client, "/", "/turn-order"), "player": "Björn"}
    answers = [client.post("/turn-order", data=fields, headers=AT_HOME).status_code for _ in range(2)]

    assert answers == [303, 409]
    assert newest(writer) == TurnSet(3, "Björn")
    assert writer.game.on_turn == "Björn"
    assert "It is Björn&#39;s turn." in client.get("/").text


def test_it_was_anothers_turn(client: FlaskClient, writer: Writer) -> None:
    """An older turn and all after it go round from whoever had it, and the page shows what that changed."""
    three_turns(writer)
    answer = send(client, "/games/1/turns/1", "/turn-order", player="Björn")

    assert [turn.player for turn in writer.game.turns] == ["Björn", "Anna"]
    assert client.get(answer.headers["Location"]).status_code == 200


def test_names_follow_everywhere(client: FlaskClient, writer: Writer) -> None:
    """Who was called B is called Bosse on the page, behind every row, and in what is taken along."""
    three_turns(writer)
    page = client.get("/games/1/players").text
    assert 'value="Björn"' in page
    fields = {**fields_of(client, "/games/1/players", "/names"), "was": ["Anna", "Björn"], "name": ["Anna", "Bosse"]}
    assert client.post("/names", data=fields, headers=AT_HOME).status_code == 303
    writer.tell(Passed())
    events = writer.ledger.since(0, game=1)

    assert [one.happening for one in events if isinstance(one.happening, Renamed)] == [Renamed(("Anna", "Bosse"))]
    assert "Björn" not in client.get("/").text
    assert "Björn" not in client.get("/games/1/turns/2").text
    assert client.get("/games/1/changes/4").status_code == 200
    assert "total Bosse" in to_table(events)
    assert from_table(to_table(events)) == tuple(events)


@pytest.mark.parametrize(("names", "status"), [(["", "Bo"], 422), (["Anna", "anna"], 422), (["Anna"], 400)])
def test_everybody_has_a_name_of_their_own(client: FlaskClient, writer: Writer, names: list[str], status: int) -> None:
    """No name, another's name, or somebody less is not written down."""
    three_turns(writer)
    fields = {**fields_of(client, "/games/1/players", "/names"), "was": ["Anna", "Björn"], "name": names}

    assert client.post("/names", data=fields, headers=AT_HOME).status_code == status
    assert writer.ledger.newest() == 3


@pytest.mark.parametrize(
    ("action", "changed", "status"),
    [
        ("/forgotten", {"turn": "3"}, 404),
        ("/forgotten", {"player": "Zoë"}, 400),
        ("/forgotten", {"count": "9"}, 400),
        ("/forgotten", {"was": "x"}, 409),
        ("/turn-order", {"turn": "4"}, 404),
        ("/turn-order", {"player": "Zoë"}, 400),
        ("/turn-order", {"was": "x"}, 409),
    ],
)
def test_a_senseless_form_writes_nothing(
    client: FlaskClient, writer: Writer, action: str, changed: dict[str, str], status: int
) -> None:
    """A form that nobody's page made, or that came too late, is refused."""
    three_turns(writer)
    path = "/games/1/turns/2/forgotten" if action == "/forgotten" else "/games/1/turns/2"

    assert send(client, path, action, **{"player": "Anna", **changed}).status_code == status
    assert writer.ledger.newest() == 3
