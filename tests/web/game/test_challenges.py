"""Disputes: who questions the newest play, what the list says, and what follows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pi_referee.lexicon.lists.word_decisions import House as Decisions
from pi_referee.lexicon.open_list import house_book
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.course.happenings import (
    BagEmptied,
    Challenged,
    Corrected,
    GameBegan,
    Passed,
    Question,
    StartChosen,
    WentOut,
    Withdrawn,
)
from pi_referee.rules.course.standing import Status
from pi_referee.rules.plays.notation import WrittenPlay

if TYPE_CHECKING:
    from tests.web.conftest import Later, Writer

HERE = {"Origin": "http://localhost"}
LIST = {"words.list": "small-sv", "words.unlisted": "no"}
"""The small list, taken for the dictionary."""


def question(client: FlaskClient, by: str = "Björn", **fields: str) -> TestResponse:
    """Question the newest play."""
    page = client.get("/games/1/question").text
    cookie, was = client.get_cookie("referee"), re.search(r'name="was" value="([^"]*)"', page)
    assert cookie is not None
    form = {"token": cookie.value, "game": "1", "turn": "1", "was": was[1] if was else "", "by": by, **fields}
    return client.post("/challenges", data=form, headers=HERE)


def test_a_play_whose_words_count_stands(client: FlaskClient, writer: Writer) -> None:
    """The list knows the word: the play stands, with the reason and the list's name."""
    writer.begin(**LIST)
    writer.lay("I9 > LÅTA")
    page = client.get(question(client).headers["Location"]).text

    assert writer.ledger.since(2)[0].happening == Challenged("Björn", stands=True)
    assert "LÅTA: base form of LÅTA." in page
    assert "By the list small-sv, " in page


def test_the_list_is_named_in_the_readers_language(client: FlaskClient, writer: Writer) -> None:
    """Name, number of words and origin of the list that decided are told as the reader speaks."""
    writer.begin(**LIST)
    writer.lay("I9 > LÅTA")
    told = client.get(question(client).headers["Location"], headers={"Accept-Language": "sv"}).text

    assert re.search(r"Enligt listan small-sv, [\d\xa0]+ ord\. En liten lista", told)


def test_another_word_by_now(client: FlaskClient, writer: Writer) -> None:
    """A form that was opened for a word that was put right since judges nothing: the word as it is now is shown."""
    writer.begin(**LIST, **{"challenge.mode": "ranked_challenge"})
    writer.lay("I9 > ZZTA")
    was = re.search(r'name="was" value="([^"]*)"', client.get("/games/1/question").text)
    assert was is not None
    writer.tell(Corrected(1, WrittenPlay.parse("I9 > LÅTA").on(EMPTY)))

    again = question(client, was=was[1])

    assert (again.status_code, "LÅTA" in again.text, writer.ledger.newest()) == (200, True, 3)


@pytest.mark.parametrize(
    ("doubt", "is_judged"),
    [
        (Question("I9", (("Z", 0.6), ("L", 0.4))), False),
        (Question("topic", (("yes", 0.5), ("no", 0.5)), holds_score=False), True),
    ],
)
def test_what_is_asked_is_told_first(client: FlaskClient, writer: Writer, doubt: Question, *, is_judged: bool) -> None:
    """A word of which a letter is asked about is judged by nobody: it may be another one. The form says so."""
    writer.begin(**LIST)
    writer.lay("I9 > ZÅTA", doubt)

    answer = question(client)

    assert (answer.status_code == 303) == is_judged
    assert ("First answer on the page what is asked about it" in answer.text) != is_judged
    assert (writer.ledger.newest() == 3) == is_judged


def test_an_older_letter_of_the_word_is_told_first(client: FlaskClient, writer: Writer) -> None:
    """The letter that is asked about may lie there since an older turn; in no word of the newest it does not matter."""
    writer.begin(**LIST)
    writer.lay("I9 > LÅTA", Question("L9", (("A", 0.6), ("Ä", 0.4))))
    writer.lay("L9 v .T")
    assert "First answer on the page" in client.get("/games/1/question").text
    writer.tell(Withdrawn())
    writer.lay("I9 v .E")
    assert "First answer on the page" not in client.get("/games/1/question").text


def test_a_letter_of_another_round_does_not_matter(client: FlaskClient, writer: Writer) -> None:
    """What was asked about a card that was cleared off the table is asked about no word that lies there now."""
    writer.begin("A", "B", "C", game="kortalfapet")
    writer.lay("0,0 > LUVA", Question("letter:0,0", (("L", 0.6), ("T", 0.4))))
    for _ in range(2):
        writer.tell(Passed())
    writer.tell(StartChosen("A"))
    writer.lay("0,0 > KUL")

    assert "First answer on the page" not in client.get("/games/1/question").text


def test_a_word_that_is_none_falls(client: FlaskClient, writer: Writer) -> None:
    """A word the list lacks falls: the tiles go back, the same player tries again, and the page says which squares."""
    writer.begin(**LIST)
    writer.lay("I9 > ZZTA")
    page = client.get(question(client).headers["Location"]).text

    assert writer.game.turns[0].status is Status.FELL
    assert writer.game.on_turn == "Anna"
    assert "ZZTA is not in the list small-sv" in page
    assert "Anna takes the word back and tries again." in page
    assert "Take these tiles off the board: I9, J9, K9, L9." in page


@pytest.mark.parametrize(
    ("agreed", "told", "on_turn"),
    [
        ({"words.invalid_penalty": "lose_turn"}, "and the turn is over.", "Björn"),
        ({"words.invalid_penalty": "fixed"}, "loses 10 points", "Anna"),
        ({"invalid.counts_as_pass": True}, "and the turn is over.", "Björn"),
    ],
)
def test_the_house_agreed_what_it_costs(
    client: FlaskClient, writer: Writer, agreed: dict[str, str | bool], told: str, on_turn: str
) -> None:
    """What a word that does not count costs is as the table agreed beforehand, and is said."""
    writer.tell(GameBegan("alfapet-sv", ("Anna", "Björn"), 7, switches={**LIST, **agreed}))
    writer.lay("I9 > ZZTA")

    assert told in client.get(question(client).headers["Location"]).text
    assert writer.game.on_turn == on_turn


def test_asking_in_vain_may_cost_a_turn_once(client: FlaskClient, writer: Writer) -> None:
    """In a ranked game the next turn is lost, and a second tap does not lose another."""
    writer.begin(**LIST, **{"challenge.mode": "ranked_challenge"})
    writer.lay("I9 > LÅTA")
    first, second = question(client), question(client)

    assert first.headers["Location"] == second.headers["Location"]
    assert "Björn loses the next turn." in client.get(first.headers["Location"]).text
    assert [turn.status for turn in writer.game.turns] == [Status.SCORED, Status.LOST]


def test_a_play_that_stood_is_not_offered_for_questioning(client: FlaskClient, writer: Writer) -> None:
    """In a ranked game a play that stood costs nobody another turn: neither page offers it, and nothing is written."""
    writer.begin("Anna", "Björn", "Cilla", **LIST, **{"challenge.mode": "ranked_challenge"})
    writer.lay("I9 > LÅTA")
    before = client.get("/").text
    question(client)
    written = writer.ledger.newest()

    assert ("/games/1/question" in before, "/games/1/question" in client.get("/").text) == (True, False)
    assert "The newest play was challenged before, and it stands." in question(client, by="Cilla").text
    assert written == writer.ledger.newest()


def test_the_answer_may_be_for_the_whole_play(client: FlaskClient, writer: Writer) -> None:
    """If the house chose so, nobody is told which word it was."""
    writer.begin(**LIST, **{"challenge.answer": "whole_play"})
    writer.lay("I9 > ZZTA")
    page = client.get(question(client).headers["Location"]).text

    assert "The play does not count" in page
    assert "ZZTA" not in page


def test_without_a_list_the_table_decides(client: FlaskClient, writer: Writer, home: Path) -> None:
    """Every word is put to the table; what it decides can be remembered, and answers the next time."""
    writer.begin()
    writer.lay("I9 > ZZTA")
    opened = client.get("/games/1/question").text
    assert ("looks the words up" in opened, "This game has no word list" in opened) == (False, True)
    asked = question(client)
    assert "The list leaves this" not in asked.text
    assert asked.status_code == 200
    assert 'name="word:ZZTA"' in asked.text
    assert writer.ledger.newest() == 2
    decided = question(client, **{"word:ZZTA": "yes", "remember": "yes"})

    assert writer.ledger.since(2)[0].happening == Challenged("Björn", stands=True)
    assert "The table decided about ZZTA." in client.get(decided.headers["Location"]).text or "decided it on" in (
        client.get(decided.headers["Location"]).text
    )
    with Decisions(house_book(home), "sv") as decisions:
        assert [one.word for one in decisions.decisions()] == ["ZZTA"]


def test_a_list_that_is_gone_leaves_it_to_the_table(client: FlaskClient, writer: Writer) -> None:
    """A game whose list was deleted can still be disputed."""
    writer.begin(**{"words.list": "gone"})
    writer.lay("I9 > LÅTA")

    assert 'name="word:LÅTA"' in question(client).text


def test_a_verdict_by_the_button_is_shown_to_all(client: FlaskClient, writer: Writer) -> None:
    """What the second button brought about stands on the page of the game, with the way to its reasons."""
    writer.begin(**LIST)
    writer.lay("I9 > ZZTA")
    given = writer.tell(Challenged("Björn", stands=False, words=("ZZTA",)))
    page = client.get("/").text

    assert "ZZTA: does not count" in page
    assert f"/games/1/verdicts/{given.id}" in page
    assert "Take these tiles off the board" in client.get(f"/games/1/verdicts/{given.id}").text
    assert '<html lang="de">' in client.get(f"/games/1/verdicts/{given.id}", headers={"Accept-Language": "de"}).text


def test_only_words_on_the_board_are_answered(client: FlaskClient, writer: Writer) -> None:
    """There is no way to ask about any other word: what a form says of one is not looked at."""
    writer.begin(**LIST)
    writer.lay("I9 > LÅTA")
    page = client.get(question(client, **{"word:KATT": "no", "words": "KATT"}).headers["Location"]).text

    assert "KATT" not in page
    assert writer.ledger.since(2)[0].happening == Challenged("Björn", stands=True)


def test_a_play_without_words_is_not_offered_for_questioning(client: FlaskClient, writer: Writer) -> None:
    """Where a play was not allowed and makes no word there is nothing to look up: neither page offers it."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    before = client.get("/").text
    writer.lay("I9 v LE")

    assert writer.game.turns[1].status is Status.ILLEGAL
    assert ("Challenge" in before, "Challenge" in client.get("/").text) == (True, False)
    assert "There is no play that may be challenged now." in client.get("/games/1/question").text


@pytest.mark.parametrize("agreed", [{}, {"challenge.seconds": "30"}])
def test_what_may_not_be_questioned_any_more_is_told(
    client: FlaskClient, writer: Writer, later: Later, agreed: dict[str, str]
) -> None:
    """After the next play, or the agreed time, it is too late, and nothing is written."""
    client.get("/state")  # the page's program runs before anything happens
    writer.begin(**LIST, **agreed)
    writer.lay("I9 > LÅTA")
    if not agreed:
        writer.tell(Passed())
    client.get("/state")
    later.ahead += 60
    before = writer.ledger.newest()

    assert "/games/1/question" not in client.get("/").text
    assert "Who challenges?" not in client.get("/games/1/question").text
    assert "Location" not in question(client).headers
    assert before == writer.ledger.newest()


def test_a_stranger_cannot_question(client: FlaskClient, writer: Writer) -> None:
    """Who asks is one of the players; a game or verdict that is none is not found."""
    writer.begin(**LIST)
    writer.lay("I9 > LÅTA")

    assert question(client, by="Zoë").status_code == 400
    assert question(client, game="7").status_code == 404
    assert client.get("/games/1/verdicts/2").status_code == 404
    assert client.get("/games/7/question").status_code == 404


@pytest.mark.parametrize(("word", "stands"), [("LÅTA", True), ("ZZTA", False)])
def test_the_last_play_is_questioned_before_the_end_counts(
    client: FlaskClient, writer: Writer, word: str, *, stands: bool
) -> None:
    """A play that went out ended the game: the page still lets it be questioned, and a wrong word undoes the end."""
    writer.begin(**LIST)
    writer.lay(f"I9 > {word}")
    writer.tell(BagEmptied())
    writer.tell(WentOut("Anna"))
    assert "/games/1/question" in client.get("/").text
    question(client)

    assert writer.ledger.since(4)[0].happening == Challenged("Björn", stands=stands, words=() if stands else (word,))
    assert writer.game.ended == ("tiles" if stands else "")


def test_too_late_is_said(client: FlaskClient, writer: Writer) -> None:
    """A question after the agreed time changes nothing, and the page says why."""
    writer.begin(**LIST, **{"challenge.seconds": "0"})
    writer.lay("I9 > ZZTA")
    told = question(client)

    assert "The time in which the newest play may be challenged is over." in told.text
    assert writer.ledger.newest() == 2


def test_a_word_the_list_merely_lacks_is_the_tables(client: FlaskClient, writer: Writer, home: Path) -> None:
    """A list is not the dictionary: the table looks there, decides for good, and a tap undoes it."""
    writer.begin(**{"words.list": "small-sv"})
    writer.lay("I9 > ZZTA")
    asked = question(client)
    assert "ZZTA is not in the list small-sv, which is not SAOL: look there. The table decides." in asked.text
    decided = question(client, **{"word:ZZTA": "yes", "remember": "yes"})
    shown = client.get(decided.headers["Location"]).text

    assert "this house decided it on" in shown
    assert 'name="word" value="ZZTA"' in shown
    with Decisions(house_book(home), "sv") as decisions:
        assert decisions.decided("ZZTA") is not None
        client.post("/decisions", data={"token": _token(client), "of": "sv", "word": "ZZTA"}, headers=HERE)
        assert decisions.decided("ZZTA") is None


def _token(client: FlaskClient) -> str:
    """What makes a form this browser's own."""
    cookie = client.get_cookie("referee")
    assert cookie is not None
    return cookie.value
