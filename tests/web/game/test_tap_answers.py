"""One tap answers a question, once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.course.asides import EditionSeen
from pi_referee.rules.course.happenings import (
    Answered,
    Passed,
    Question,
    Undone,
)
from web import House

if TYPE_CHECKING:
    from tests.web.conftest import Built, Writer

DOUBT = Question("J9", (("O", 0.6), ("Ö", 0.4)))


def tap(client: FlaskClient, answer: str, **changed: str) -> TestResponse:
    """Tap a button of the first question on the page; a form may be changed before it is sent."""
    page = client.get("/").text
    form = page[page.index('<form class="question') :]
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[: form.index("</form>")]))
    return send(client, {**hidden, "answer": answer, **changed})


def send(client: FlaskClient, fields: dict[str, str]) -> TestResponse:
    """Send an answer's form."""
    return client.post("/answers", data=fields, headers={"Origin": "http://localhost"})


def test_tiles_that_look_otherwise_are_asked_about_once(client: FlaskClient, writer: Writer) -> None:
    """Where the pictures show dark tiles and somebody had said ivory, one tap tells it and the board is drawn so."""
    writer.begin()
    writer.tell(EditionSeen("dark"))
    asked = client.get("/")
    assert ("The tiles look dark" in asked.text, 'data-edition="light"' in asked.text) == (True, True)
    cookie = client.get_cookie("referee")
    assert cookie is not None
    for _ in range(2):
        form = {"token": cookie.value, "game": "1", "edition": "dark"}
        client.post("/edition", data=form, headers={"Origin": "http://localhost"})
    told = client.get("/").text

    assert ("The tiles look dark" in told, 'data-edition="dark"' in told) == (False, True)
    assert writer.ledger.newest() == 3


def test_an_answer_lets_the_score_stand(client: FlaskClient, writer: Writer) -> None:
    """When somebody says that it is an Ö, the play is scored with an Ö."""
    writer.begin()
    writer.lay("I9 > LOTA", DOUBT)

    assert tap(client, "Ö").status_code == 303
    assert [Answered(1, "J9", "Ö")] == [event.happening for event in writer.ledger.since(2)]
    assert writer.game.totals["Anna"] == 8


def test_a_blank_may_be_named_by_any_letter(client: FlaskClient, writer: Writer) -> None:
    """All letters that have a tile are offered for a blank, and it stays worth nothing."""
    writer.begin()
    writer.lay("I9 > L_TA")

    tap(client, "Å")

    assert writer.game.turns[0].ruling is not None
    assert [("LÅTA", 4)] == [(word.text, word.score) for word in writer.game.turns[0].ruling.words]


@pytest.mark.parametrize(("tapped", "meant"), [("yes", True), ("no", False)])
def test_yes_and_no_are_kept_as_such(client: FlaskClient, writer: Writer, tapped: str, *, meant: bool) -> None:
    """Whether a word goes on along an older one that turns is answered by yes or no."""
    writer.begin()
    writer.lay("I9 > LÅTA", Question("along:L9"))

    tap(client, tapped)

    assert writer.ledger.since(2)[0].happening == Answered(1, "along:L9", meant)


def test_a_double_tap_answers_once(client: FlaskClient, writer: Writer) -> None:
    """A second tap, or a second person, is told that the question is answered, and changes nothing."""
    writer.begin()
    writer.lay("I9 > LOTA", DOUBT)
    fields = {"game": "1", "turn": "1", "question": "J9", "was": "", "answer": "O"}
    tap(client, "Ö")
    token = re.search(r'name="token" value="([^"]+)"', client.get("/").text)
    assert token is not None

    late = send(client, {**fields, "token": token[1]})

    assert late.status_code == 409
    assert "this tap was not written down: nothing is done twice." in late.text
    assert writer.ledger.newest() == 3


def test_an_answer_to_another_play(client: FlaskClient, writer: Writer) -> None:
    """A page that still shows the question about a play that was undone does not answer the one laid instead."""
    writer.begin(**{"theme.topic": "food"})
    writer.lay("I9 > LÅTA")
    page = client.get("/").text
    was = re.search(r'name="was" value="([^"]+)"', page)
    assert was is not None
    writer.tell(Undone())
    writer.lay("I9 > MÅTA")

    assert tap(client, "no", was=was[1]).status_code == 409
    assert [turn.status.value for turn in writer.game.turns] == ["scored"]


def test_an_answer_counts_though_the_game_went_on(client: FlaskClient, writer: Writer) -> None:
    """Whoever answers late answers the same question, whatever happened since."""
    writer.begin()
    writer.lay("I9 > LOTA", DOUBT)
    client.get("/")
    writer.tell(Passed())

    tap(client, "Ö")

    assert writer.game.totals["Anna"] == 8


def test_an_answer_to_an_older_game_is_dropped(client: FlaskClient, writer: Writer) -> None:
    """A page that slept through a new game cannot answer into it."""
    writer.begin()
    writer.lay("I9 > LOTA", DOUBT)

    tap(client, "Ö", game="7")

    assert writer.ledger.newest() == 2


@pytest.mark.parametrize(
    "changed",
    [{"answer": "Q7"}, {"answer": "ö"}, {"turn": "x"}, {"game": ""}, {"answer": "<b>"}, {"turn": "99999999999999999"}],
)
def test_nonsense_is_refused_and_not_written(client: FlaskClient, writer: Writer, changed: dict[str, str]) -> None:
    """An answer that was not offered is no answer."""
    writer.begin()
    writer.lay("I9 > LOTA", DOUBT)

    answer = tap(client, **{"answer": "Ö", **changed})

    assert answer.status_code in {400, 409}
    assert writer.ledger.newest() == 2


def test_a_question_that_holds_nothing_up_steps_back(client: FlaskClient, writer: Writer) -> None:
    """Once play goes on, a blank without a name no longer stands in the way, but can still be named."""
    writer.begin()
    writer.lay("I9 > L_TA")
    pressing = client.get("/").text
    writer.tell(Passed())
    later = client.get("/").text

    assert ("question later" in pressing, "question later" in later) == (False, True)
    assert tap(client, "Å").status_code == 303
    assert writer.game.open_questions == ()


def test_a_blanks_name_for_which_a_later_score_waits_stands_in_front(client: FlaskClient, writer: Writer) -> None:
    """Björn's word through Anna's nameless blank may be an agreed one: its name is asked for until it is told."""
    writer.begin(**{"theme.words": "NAL", "theme.points": "10"})
    writer.lay("H9 > KAB_L")
    writer.lay("K10 v AL")

    assert "question later" not in client.get("/").text
    assert tap(client, "E", question="K9").status_code == 303
    assert [turn.score for turn in writer.game.turns if turn.score is None] == []


def test_a_question_outlives_a_restart(
    client: FlaskClient, writer: Writer, house: House, ledger: Ledger, built: Built
) -> None:
    """A page that was open when the server was started anew answers as if nothing had been."""
    writer.begin()
    writer.lay("I9 > LOTA", DOUBT)
    client.get("/")
    again = built(ledger, house).test_client()
    for name in ("referee", "player"):
        cookie = client.get_cookie(name)
        assert cookie is not None
        again.set_cookie(name, cookie.value)

    assert tap(again, "Ö").status_code == 303
    assert writer.game.totals["Anna"] == 8


BARE = ((".", 0.5), ("", 0.5))
EITHER_WAY = (
    *(Question(f"{column}8", BARE, is_hidden=True) for column in "EFG"),
    *(Question(f"{column}8", ((letter, 0.5), (".", 0.25))) for column, letter in zip("HIJK", "MOSN", strict=True)),
)
"""A first word of which nothing tells the board's top, where it was read and where it lies on its head."""


def hidden_of(client: FlaskClient, action: str) -> dict[str, str]:
    """What a form of the page sends besides its buttons."""
    form = client.get("/").text.partition(f'action="{action}"')[2].partition("</form>")[0]
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))


def tap_lying(client: FlaskClient, answer: str, **changed: str) -> TestResponse:
    """Tap one of the ways in which a first word may lie."""
    page = client.get("/").text
    form = page[page.index('action="/answers/lying"') :].partition("</form>")[0]
    hidden = hidden_of(client, "/answers/lying")
    assert re.findall(r'name="answer" value="([^"]*)"', form) == ["MOSN (H8–K8)", "NSOW (E8–H8)"]
    fields = {**hidden, "answer": answer, **changed}
    return client.post("/answers/lying", data=fields, headers={"Origin": "http://localhost"})


@pytest.mark.parametrize(("answer", "first", "word"), [("MOSN (H8–K8)", "H8", "MOSN"), ("NSOW (E8–H8)", "E8", "NSOW")])
def test_one_tap_tells_which_way_a_first_word_lies(
    client: FlaskClient, writer: Writer, answer: str, first: str, word: str
) -> None:
    """All its squares are answered: where it was read, or on its head, an M a W then; one tap undoes them all."""
    writer.begin(game="literaki")
    writer.lay("H8 > MOSN", *EITHER_WAY)
    before = writer.game
    assert tap_lying(client, answer).status_code == 303

    assert not writer.game.open_questions
    tiles = sorted(writer.game.position.letters().items())
    assert (str(tiles[0][0]), "".join(letter for _, letter in tiles)) == (first, word)
    assert "/answers/lying" not in client.get("/").text
    client.post("/undone", data=hidden_of(client, "/undone"), headers={"Origin": "http://localhost"})
    assert writer.game == before


@pytest.mark.parametrize(
    ("changed", "status"), [({"answer": "SON"}, 409), ({"was": "x"}, 409), ({"game": "7"}, 409), ({"turn": "x"}, 400)]
)
def test_a_first_word_that_is_another_one_by_now(
    client: FlaskClient, writer: Writer, changed: dict[str, str], status: int
) -> None:
    """A tap on a page that shows another word, play or game than there is now tells nothing."""
    writer.begin(game="literaki")
    writer.lay("H8 > MOSN", *EITHER_WAY)

    assert tap_lying(client, **{"answer": "MOSN (H8–K8)", **changed}).status_code == status
    assert len(writer.game.open_questions) == len(EITHER_WAY)


@pytest.mark.parametrize(
    ("play", "doubts"),
    [
        ("H8 > MOSN", EITHER_WAY[:-1]),
        ("H8 > MOSN", EITHER_WAY[1:]),
        ("H8 > M_SN", EITHER_WAY),
        ("H8 > MOSN", (*EITHER_WAY[3:], *(Question(f"{column}8", (("A", 0.6), (".", 0.4))) for column in "EFG"))),
    ],
)
def test_other_doubts_are_asked_one_by_one(
    client: FlaskClient, writer: Writer, play: str, doubts: tuple[Question, ...]
) -> None:
    """Where a letter is sure, a blank was laid or another tile may lie there one tap would not tell all of it."""
    writer.begin(game="literaki")
    writer.lay(play, *doubts)

    assert "/answers/lying" not in client.get("/").text


def test_a_word_that_is_none_upside_down_is_offered_as_it_was_read(client: FlaskClient, writer: Writer) -> None:
    """An A on its head is no letter: if the word lies so all the same its squares are answered one by one."""
    writer.begin(game="literaki")
    letters = (
        Question(f"{column}8", ((letter, 0.5), (".", 0.25))) for column, letter in zip("HIJK", "MASN", strict=True)
    )
    writer.lay("H8 > MASN", *EITHER_WAY[:3], *letters)

    page = client.get("/").text
    form = page[page.index('action="/answers/lying"') :].partition("</form>")[0]
    assert re.findall(r'name="answer" value="([^"]*)"', form) == ["MASN (H8–K8)"]
