"""The hall's pages: all tables at a glance, one table as at the table itself, results, and who may do what."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient

from pi_referee.hall.club import Club
from pi_referee.hall.hall_store import HallStore
from pi_referee.locale import LANGUAGES
from pi_referee.rules.course.happenings import Challenged, TurnSet
from tests.hall.hall_talk import events, played, state
from tests.web.browser.test_every_field import Form, faults_of, forms
from tests.web.conftest import CompiledTemplates
from tests.web.hall.conftest import WORDS
from web.hall.hall_app import HallHouse, create_hall

HERE = {"Origin": "http://localhost"}
PAGES = ("/", "/results", "/pairings", "/tables/table-9", "/tables/table-10", "/tables/table-2", "/pair")


def token(client: FlaskClient) -> str:
    """What a form of this browser carries."""
    client.get("/")
    cookie = client.get_cookie("referee")
    assert cookie is not None
    return cookie.value


def test_all_tables_hang_on_the_wall_as_people_count(client: FlaskClient) -> None:
    """Players, points, whose turn, the newest words, and who has won; names are text and nothing else."""
    page = client.get("/").text
    shown = [page.index(f">{title}<") for title in ("Table 2", "Table 9", "Table 10")]

    assert shown == sorted(shown)
    assert all(
        told in page for told in ("ÄVENTYR", "+42", "(on turn)", "(Winner)", "No game yet.", "&lt;b&gt;Bo&lt;/b&gt;")
    )
    assert "<b>Bo</b>" not in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_in_every_language(client: FlaskClient, language: str) -> None:
    """No page lacks a word or a link that it needs, and what does not exist is answered in words."""
    client.set_cookie("language", language)

    assert [client.get(path).status_code for path in PAGES] == [200] * len(PAGES)
    assert [client.get(path).status_code for path in ("/tables/nobody", "/tables/nobody/events", "/x")] == [404] * 3
    assert f'lang="{language}"' in client.get("/").text


def test_a_table_is_shown_as_at_the_table_itself(client: FlaskClient, club: Club) -> None:
    """Board and protocol from what the hall was told, also of a word that was questioned; with nothing to tap."""
    told = [*played(*WORDS), Challenged("Bo", stands=False, words=("ÄVENTYR",))]
    club.take([state("table-9", told), *events("table-9", told)[5:]], 0.0)
    page = client.get("/tables/table-9").text
    found = client.get("/tables/table-9/state").json

    assert "LEXIKON" in page
    assert 'data-at="/tables/table-9"' in page
    assert "<form" not in page.partition("<main")[2]
    assert found is not None
    assert (found["id"], found["totals"]) == (6, {"Anna": 34, "Bo": 32})


def test_a_gap_shows_the_game_as_far_as_it_is_known(client: FlaskClient, club: Club) -> None:
    """Nothing behind an event that is lacking is shown as if it were the game."""
    told = played(*WORDS)
    club.take([state("table-5", told), *events("table-5", told)[:2], *events("table-5", told)[3:]], 0.0)

    assert "QUIZ" in client.get("/tables/table-5").text
    assert "LEXIKON" not in client.get("/tables/table-5").text


def test_a_game_that_cannot_have_happened_is_not_shown(client: FlaskClient, club: Club) -> None:
    """Where what a table told comes to no game its page says so; as long as something is lacking, that."""
    told = [*played(*WORDS), TurnSet(1, "Nobody")]
    club.take([state("table-6", played(*WORDS), newest=6), *events("table-6", told)], 0.0)
    club.take([state("table-7", played(*WORDS)), *events("table-7", told)[1:]], 0.0)

    assert "cannot be read" in client.get("/tables/table-6").text
    assert "still asks the table" in client.get("/tables/table-7").text
    assert client.get("/results").status_code == 200


def test_pairings_make_rounds_and_standings(client: FlaskClient, store: HallStore) -> None:
    """A spreadsheet's file is taken; the game that was played is its round's, and counts, also in files."""
    content = "Rond;Bord;A;B\r\n1;table-10;cilla;<b>Bo</b>\r\n1;table-1;Örjan;Åsa\r\n".encode("cp1252")
    form = {"token": token(client), "file": (BytesIO(content), "pairings.csv")}
    answer = client.post("/pairings", data=form, headers=HERE)
    page = client.get("/results").text

    assert (answer.status_code, answer.location) == (303, "/results")
    assert [one.players for one in store.pairings()] == [("cilla", "<b>Bo</b>"), ("Örjan", "Åsa")]
    assert all(told in page for told in ("Round 1", "Standings", "Örjan", "not begun", "Other games"))
    assert client.get("/results.csv").text.splitlines()[1].split(",")[:3] == ["1", "table-10", "1"]
    assert client.get("/standings.csv").text.splitlines()[1] == "1,<b>Bo</b>,1,1,40"


def test_pairings_in_a_spreadsheets_other_coding_are_read(client: FlaskClient, store: HallStore) -> None:
    """What Excel calls "Unicode text" is UTF-16."""
    form = {"token": token(client), "file": (BytesIO("1\ttable-1\tÅsa\tZoë".encode("utf-16")), "pairings.txt")}
    client.post("/pairings", data=form, headers=HERE)

    assert [one.players for one in store.pairings()] == [("Åsa", "Zoë")]


def test_wrong_pairings_lose_nothing(client: FlaskClient, store: HallStore) -> None:
    """What was written stands there still, with what is wrong; those before hold."""
    client.post("/pairings", data={"token": token(client), "pairings": "1,table-1,Anna,Bo"}, headers=HERE)
    answer = client.post("/pairings", data={"token": token(client), "pairings": "1,table-1,Eva,eva"}, headers=HERE)

    assert answer.status_code == 422
    assert "1,table-1,Eva,eva" in answer.text
    assert "Row 1." in answer.text
    assert [one.players for one in store.pairings()] == [("Anna", "Bo")]


@pytest.mark.parametrize(("rows", "status"), [(6_000, 422), (60_000, 413)])
def test_too_many_pairings_are_told_as_rows(client: FlaskClient, rows: int, status: int) -> None:
    """Whether the form is still taken in or not, it is the rows that are too many."""
    written = "\n".join(f"1,table-{row},Player {row},Guest {row}" for row in range(rows))
    answer = client.post("/pairings", data={"token": token(client), "pairings": written}, headers=HERE)

    assert (answer.status_code, "There are more rows than any club has." in answer.text) == (status, True)


def test_a_new_evening_counts_from_now(client: FlaskClient) -> None:
    """What was played before is no result any more."""
    before = client.get("/results").text
    begin_evening(client, shown(client))

    assert "Cilla" in before
    assert "Cilla" not in client.get("/results").text


def shown(client: FlaskClient) -> str:
    """What the page shows of the evening, as its form sends it back."""
    was = re.search(r'name="was" value="([^"]*)"', client.get("/pairings").text)
    assert was is not None
    return was[1]


def begin_evening(client: FlaskClient, was: str) -> int:
    """Tap for a new evening on a page that shows this; the answer's status."""
    return client.post("/evenings", data={"token": token(client), "was": was}, headers=HERE).status_code


def test_an_evening_is_begun_once(client: FlaskClient, store: HallStore) -> None:
    """A second tap does nothing more; on a page from before the evening it does not clear the evening's pairings."""
    old = shown(client)
    twice = [begin_evening(client, old) for _ in range(2)]
    client.post("/pairings", data={"token": token(client), "pairings": "1,table-1,Anna,Bo"}, headers=HERE)

    assert (twice, begin_evening(client, old)) == ([303, 303], 409)
    assert [one.players for one in store.pairings()] == [("Anna", "Bo")]
    assert begin_evening(client, shown(client)) == 303
    assert store.pairings() == ()


def test_only_paired_browsers_of_our_own_page_may(app: Flask, store: HallStore, client: FlaskClient) -> None:
    """A stranger may look; another page, and another name of this machine, may nothing."""
    stranger, form = app.test_client(), {"pairings": "1,table-1,Anna,Bo"}
    answers = (
        stranger.post("/pairings", data={**form, "token": token(stranger)}, headers=HERE),
        client.post("/pairings", data={**form, "token": token(client)}, headers={"Origin": "http://elsewhere.org"}),
        client.post("/pairings", data=form, headers=HERE),
        client.get("/", headers={"Host": "elsewhere.org"}),
    )

    assert [answer.status_code for answer in answers] == [403, 403, 403, 400]
    assert store.pairings() == ()
    assert "default-src 'self'" in stranger.get("/").headers["Content-Security-Policy"]


def test_a_closed_hall_is_shown_to_paired_browsers_only(
    store: HallStore, club: Club, hall_house: HallHouse, compiled_templates: CompiledTemplates
) -> None:
    """Others are led to the pairing."""
    app = create_hall(store, club, replace(hall_house, is_open=False))
    app.jinja_env.bytecode_cache = compiled_templates
    answer = app.test_client().get("/tables/table-9")

    assert (answer.status_code, answer.location) == (303, "/pair")


def told(stream: Iterator[object], kind: str) -> dict[str, object]:
    """The next message of a kind on a stream."""
    for part in stream:
        assert isinstance(part, bytes)
        head, _, data = part.decode().rpartition("data: ")
        if f"event: {kind}\n" in head:
            found: dict[str, object] = json.loads(data)
            return found
    raise AssertionError(kind)


def test_the_stream_tells_all_and_then_only_what_is_new(client: FlaskClient, club: Club) -> None:
    """First every table, then the one at which something happened."""
    stream = iter(client.get("/events").response)
    first = told(stream, "table")
    happened = played(*WORDS, "L11 v S.JÄRNA")
    club.take([state("table-9", happened)], 0.0)
    then = told(stream, "table")

    assert isinstance(first["regions"], dict)
    assert isinstance(then["regions"], dict)
    assert {"table-table-2", "table-table-9", "table-table-10", "needs", "plays"} <= first["regions"].keys()
    assert then["regions"].keys() == {"table-table-9", "plays"}


def test_nonsense_in_any_field_is_answered_with_a_sentence(client: FlaskClient, store: HallStore) -> None:
    """Each field of each form in turn holds each nonsense: no answer is a crash, and every refusal is a page."""
    found = [form for path in ("/", "/pairings", "/pair") for form in forms(client, path)]
    found.append(Form("/pair/out", [("token", token(client)), ("browser", "1")]))
    posts = {rule.rule for rule in client.application.url_map.iter_rules() if "POST" in (rule.methods or ())}
    asking = {"/pair", "/pair/code", "/pair/decided", "/unpair"}

    assert {form.action for form in found} | asking == posts
    assert [fault for form in found for fault in faults_of(client, form) if form.action != "/unpair"] == []
    assert client.get("/").status_code == 200
