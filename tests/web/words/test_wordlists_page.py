"""The word lists on a page: a family's own, and what the house decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pi_referee.lexicon.lists.word_decisions import House as Decisions
from pi_referee.lexicon.open_list import house_book
from web import House

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.conftest import Writer

HERE = {"Origin": "http://localhost"}
NOON = "2026-11-20T12:00:00+00:00"


def send(client: FlaskClient, path: str, **fields: str) -> TestResponse:
    """Send a form from this browser."""
    client.get("/lists")
    cookie = client.get_cookie("referee")
    assert cookie is not None
    return client.post(path, data={"token": cookie.value, **fields}, headers=HERE)


def test_a_family_brings_its_own_words(client: FlaskClient, house: House) -> None:
    """Pasted words become a list that the next game can agree on; what was left out is said, with the reason."""
    answer = send(client, "/lists", name=" mormors ord", of="sv", words="katt\nkatter\nhund\nkaffe-kopp\nå\n")

    assert "3 words are in the list mormors-ord now." in answer.text
    assert house.lists.names("sv") == ("mormors-ord",)
    assert 'value="mormors-ord"' in client.get("/games/new/alfapet-sv").text


def test_only_lists_of_a_games_language_are_offered(client: FlaskClient, writer: Writer) -> None:
    """A Swedish list judges no German game: it is not offered, and not taken from a form that names it."""
    send(client, "/lists", name="mormor", of="sv", words="katt\nhund\n")
    send(client, "/lists", name="oma", of="de", words="Katze\nHund\n")
    german = client.get("/games/new/scrabble-de").text
    assert ('value="oma"' in german, 'value="mormor"' in german, "small-sv" in german) == (True, False, False)
    refused = send(client, "/games", kind="scrabble-de", player="Anna", list="mormor", start="first", rack="7")

    assert "This game cannot be judged by that list" in refused.text
    assert writer.ledger.newest() == 0


def test_the_readers_language_is_the_likely_one(client: FlaskClient) -> None:
    """Whoever reads German most likely brings German words; what a slip came with is still chosen."""
    page = client.get("/lists", headers={"Accept-Language": "de"}).text
    slip = send(client, "/lists", name="../x", of="pl", words="kot").text

    assert [f'value="{code}" checked' in text for code, text in (("de", page), ("pl", slip))] == [True, True]


@pytest.mark.parametrize(
    ("name", "of", "words"), [("../x", "sv", "katt"), ("x", "xx", "katt"), ("x", "sv", ""), ("", "sv", "katt\nhund")]
)
def test_what_is_no_list_is_told(client: FlaskClient, house: House, name: str, of: str, words: str) -> None:
    """A slip is said over the form, what was pasted is still there, and no list is made."""
    answer = send(client, "/lists", name=name, of=of, words=words)

    assert (422, words in answer.text) == (answer.status_code, True)
    assert house.lists.names("fi") == ()


def test_a_list_takes_the_place_of_another_only_if_that_is_said(client: FlaskClient, house: House) -> None:
    """Pasted words under a name that is taken change nothing, until somebody ticks that they replace the old list."""
    send(client, "/lists", name="mormor", of="sv", words="katt\nhund\n")
    refused = send(client, "/lists", name="mormor", of="sv", words="bil\n")
    replaced = send(client, "/lists", name="mormor", of="sv", words="bil\n", replace="yes")

    assert (422, "There is a list of that name already." in refused.text) == (refused.status_code, True)
    assert "1 word is in the list mormor now." in replaced.text


def test_a_decision_is_undone_by_a_tap(client: FlaskClient, home: Path) -> None:
    """What the house once decided about a word stands on the page, and is taken back there."""
    with Decisions(house_book(home), "sv") as decisions:
        decisions.decide("HOJ", counts=True, at=NOON)
    assert "HOJ" in client.get("/lists").text
    send(client, "/decisions", of="sv", word="HOJ")

    assert "HOJ" not in client.get("/lists").text


def test_a_list_is_laid_over_another_and_taken_off_by_a_tap(client: FlaskClient, house: House) -> None:
    """Missing words lie over the family's list; the page says so, and one tap takes them off."""
    send(client, "/lists", name="mormor", of="sv", words="katt\nhund\n")
    laid = send(client, "/lists", name="fler", of="sv", words="ula\n", over="mormor", role="adds")
    assert "Over it lies fler: it adds its words." in laid.text
    assert house.lists.shelf.over("mormor") == (("fler", "adds"),)
    send(client, "/lists/off", name="fler", over="mormor")

    assert "Over it lies" not in client.get("/lists").text


@pytest.mark.parametrize("language", ["sv", "fi", "pl", "de", "ro", "en"])
def test_a_list_of_every_games_language_can_be_brought(client: FlaskClient, house: House, language: str) -> None:
    """Each language that a game is played in has its lists, and a game of it can agree on them."""
    send(client, "/lists", name="vara", of=language, words="katt\nhund\n")

    assert f'value="{language}"' in client.get("/lists").text
    with house.lists.shelf.open("vara") as store:
        assert store.about.language == language
