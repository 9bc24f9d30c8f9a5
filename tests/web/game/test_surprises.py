"""The board shows what nobody told: the page asks what happened, one tap takes an answer, and another takes it back."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pi_referee.judge.explanations import COST
from pi_referee.paper.content import leaf_of
from pi_referee.protocol.game_record import from_record, to_record
from pi_referee.protocol.spreadsheet import from_table, to_table
from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.happenings import (
    Answered,
    Explanation,
    LookRefused,
    Passed,
    PlayLaid,
    Question,
    Surprised,
    Undone,
    Withdrawn,
)
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.course.standing import Status
from pi_referee.rules.plays.notation import WrittenPlay
from web.phrasing.surprise_phrases import STORIES

if TYPE_CHECKING:
    from tests.web.conftest import Writer

AT_HOME = {"Origin": "http://localhost"}


def laid(text: str) -> PlayLaid:
    """A play as it is written, on squares that are free."""
    return PlayLaid(WrittenPlay.parse(text).on(draw_position("")))


def squares(text: str) -> dict[Square, Tile]:
    """Letters on squares, written as "I9=L J9=Å"."""
    return {Square.parse(one.split("=")[0]): Tile(one.split("=")[1]) for one in text.split()}


SEEN = squares("I9=L J9=Å K9=T I10=E I11=N")
"""LÅTA lost its last letter, and EN was laid below its first."""

TOLD = (
    Explanation("fallen", (laid("I10 v EN"),), (Square.parse("L9"),)),
    Explanation("laid_anew", (Withdrawn(), laid("I9 > LÅT"), laid("I10 v EN"))),
)


def surprised(writer: Writer) -> None:
    """Anna lays LÅTA; then the board shows something else."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    writer.tell(Surprised(1, SEEN, explanations=TOLD))


def question_on(client: FlaskClient) -> str:
    """The form that asks what happened."""
    page = client.get("/").text
    start = page.index('<form class="question')
    return html.unescape(page[start : page.index("</form>", start)])


def tap(client: FlaskClient, answer: str) -> TestResponse:
    """Tap an answer of the page's first question."""
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', question_on(client)))
    return client.post("/answers", data={**fields, "answer": answer}, headers=AT_HOME)


def undo(client: FlaskClient) -> TestResponse:
    """Tap the button that undoes the newest step."""
    page = client.get("/").text
    start = page.index('action="/undone"')
    form = page[start : page.index("</form>", start)]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    return client.post("/undone", data=fields, headers=AT_HOME)


def test_each_explanation_says_what_where_and_what_it_scores(client: FlaskClient, writer: Writer) -> None:
    """The likeliest stands first; each tells the squares, and each player's word with its points."""
    surprised(writer)
    form = question_on(client)
    told = re.findall(r'value="(\w+)"><span>([^<]*)</span> <small>([^<]*)</small>', form)

    assert "The board shows something that nobody told." in client.get("/").text
    assert [(value, text) for value, text, _ in told] == [
        ("0", "A tile fell off, or something hides it: L9"),
        ("1", "The newest play was taken back, and another was made"),
        ("void", "It lies right now: nothing had happened"),
        ("seen", "Play on with the board as it lies"),
    ]
    assert re.fullmatch(r"Björn: LEN \+\d+ \(I10–I11\)", told[0][2])  # a range of squares
    assert told[1][2].startswith("Anna: LÅTA taken back, Anna: LÅT +")


def test_orders_stand_beneath_their_story_and_rare_stories_a_tap_further(client: FlaskClient, writer: Writer) -> None:
    """Of seven stories three stand there at once, with the other order of the first; each of the rest can be tapped."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    plays = [laid(f"I10 v {letters}") for letters in ("EN", "E", "ENA", "ENE", "ENO", "ENU", "ENI")]
    told = [Explanation("plays", (laid("L10 v ET"), play)) for play in plays]
    other = Explanation("plays", told[0].happened[::-1], is_alike=True)
    writer.tell(Surprised(1, SEEN, explanations=(told[0], other, *told[1:])))
    at_once, _, more = question_on(client).partition("More that may have happened")

    assert re.findall(r'value="(\w+)"><span>', at_once) == ["0", "1", "2", "3", "void"]
    assert "<span>In another order</span>" in at_once
    assert re.findall(r'value="(\d+)"><span>', more) == ["4", "5", "6", "7"]
    tap(client, "6")
    assert [turn.move for turn in writer.game.turns][-1] == plays[5].play


def test_every_story_has_words() -> None:
    """Whatever the referee may find to have happened is said on the page."""
    assert set(STORIES) == set(COST)


def test_a_tap_writes_down_what_happened(client: FlaskClient, writer: Writer) -> None:
    """Nothing is scored before the tap; after it the protocol is as the explanation says, and says where it is from."""
    surprised(writer)
    before = dict(writer.game.totals)
    assert before["Björn"] == 0
    assert tap(client, "0").status_code == 303

    turn = writer.game.turns[1]
    assert (turn.player, turn.status) == ("Björn", Status.SCORED)
    assert [word.text for word in turn.ruling.words] == ["LEN"] if turn.ruling else False
    page = client.get("/games/1/turns/2").text
    assert "What had happened: A tile fell off, or something hides it: L9." in page


def test_the_tap_is_undone_by_another(client: FlaskClient, writer: Writer) -> None:
    """Whoever tapped the wrong story takes it back beside the newest play, and is asked again."""
    surprised(writer)
    tap(client, "1")
    assert undo(client).status_code == 303

    assert writer.ledger.since(4)[0].happening == Undone()
    assert "What happened on the board before this look?" in question_on(client)


@pytest.mark.parametrize(("answer", "turns"), [("void", 1), ("seen", 2)])
def test_nothing_happened_or_nobody_knows(client: FlaskClient, writer: Writer, answer: str, turns: int) -> None:
    """It lies right again, or it counts as it lies: no score changes, nothing is asked any more, and play goes on."""
    surprised(writer)
    before = dict(writer.game.totals)
    tap(client, answer)

    game = writer.game
    assert (dict(game.totals), len(game.turns), game.open_questions) == (before, turns, ())
    assert (game.position.tiles == SEEN) == (answer == "seen")
    assert client.get("/").status_code == 200


@pytest.mark.parametrize(
    ("game", "at", "about", "word"),
    [("alfapet-sv", "I9", "J9", "J8 v E.A"), ("kortalfapet", "0,0", "joker:1,0", "1,-1 v E.A")],
)
def test_a_blank_that_counts_as_it_lies_is_named(
    client: FlaskClient, writer: Writer, game: str, at: str, about: str, word: str
) -> None:
    """No score waits for its name but a theme word's; who challenges a word through it is told to say it, and can."""
    writer.begin("A", "B", game=game, **{"theme.words": "EOA"})
    writer.tell(Surprised(1, draw_position("S _ L", at=Square.parse(at)).tiles))
    writer.tell(Answered(1, "explain:1", "seen"))
    idle = client.get("/").text
    writer.lay(word)

    assert [(number, one.key) for number, one in writer.game.open_questions] == [(1, about)]
    assert ('class="question later"' in idle, writer.game.turns[1].status) == (True, Status.OPEN)
    assert "First say on the page" in html.unescape(client.get("/games/1/question").text)
    assert f'name="question" value="{about}"' in question_on(client)
    assert client.get("/games/1/turns/1").status_code == 200
    tap(client, "O")
    assert (writer.game.open_questions, writer.game.turns[1].theme) == ((), ("EOA",))
    assert 'name="by"' in client.get("/games/1/question").text


def test_a_blank_is_asked_about_once(writer: Writer) -> None:
    """Where its own play asks for its name, that name holds for the blank as it was seen, too."""
    writer.begin()
    writer.lay("I9 > L_TA")
    writer.tell(Surprised(1, draw_position("L _ T A", at=Square.parse("I9")).tiles))
    writer.tell(Answered(2, "explain:1", "seen"))

    assert [(number, one.key) for number, one in writer.game.open_questions] == [(1, "J9")]
    writer.tell(Answered(1, "J9", "Å"))
    assert (writer.game.open_questions, str(writer.game.position.tiles[Square.parse("J9")])) == ((), "å")


def test_a_blank_in_a_letters_place_is_asked_about(writer: Writer) -> None:
    """Whoever lays a blank where an O lay may mean another letter: it is asked which, and not supposed."""
    writer.begin()
    writer.lay("I9 > LOTA")
    writer.tell(Surprised(1, draw_position("L _ T A", at=Square.parse("I9")).tiles))
    writer.tell(Answered(2, "explain:1", "seen"))

    assert [(number, one.key) for number, one in writer.game.open_questions] == [(2, "J9")]


def test_none_of_these_leads_to_the_editor(client: FlaskClient, writer: Writer) -> None:
    """The editor opens with the tiles that are new as they were seen, and marks what else lies otherwise."""
    surprised(writer)
    assert 'href="/games/1/turns/2/correct"' in question_on(client)
    page = html.unescape(client.get("/games/1/turns/2/correct").text)

    assert 'value="I10=E I11=N"' in page
    assert re.search(r'class="amiss-mark missing" data-square="L9"', page)


def test_play_goes_on_unexplained(client: FlaskClient, writer: Writer) -> None:
    """Whoever does not answer plays on; the page, the protocol and every export say what waits."""
    surprised(writer)
    writer.tell(laid("J10 > R"))
    events = writer.ledger.since(0, game=1)

    assert "what happened?" in client.get("/").text
    assert client.get("/games/1/turns/2").status_code == 200
    assert "what happened?" in str(leaf_of(events, "en").rounds)
    assert json.loads(to_record(events))["protocol"]["turns"][1]["status"] == "unexplained"
    assert from_record(to_record(events)) == tuple(events)
    assert [row["status"] for row in csv.DictReader(io.StringIO(to_table(events)))][2] == "unexplained"
    assert from_table(to_table(events)) == tuple(events)


@pytest.mark.parametrize("answer", ["0", "1", "void", "seen"])
def test_every_answer_can_be_taken_along(client: FlaskClient, writer: Writer, answer: str) -> None:
    """Whatever was said, after the next play too, the protocol can be exported and every page be opened."""
    surprised(writer)
    writer.tell(Passed())
    tap(client, answer)
    events = writer.ledger.since(0, game=1)

    assert from_table(to_table(events)) == tuple(events)
    assert from_record(to_record(events)) == tuple(events)
    assert leaf_of(events, "en").rounds
    pages = ["/", *(f"/games/1/turns/{turn.number}" for turn in writer.game.turns), "/games/1/changes/5"]
    assert [client.get(page).status_code for page in pages] == [200] * len(pages)


def test_what_only_can_have_happened_is_taken_and_shown(client: FlaskClient, writer: Writer) -> None:
    """A certain explanation is scored at once, says so beside the play, and one tap takes it back."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    anew = Explanation("laid_anew", (Withdrawn(), laid("I9 > LEN")))
    writer.tell(Surprised(1, squares("I9=L J9=E K9=N"), explanations=(anew,)))
    writer.tell(Answered(2, "explain:1", "0", seen_at=2))
    page = client.get("/").text

    assert [turn.status for turn in writer.game.turns] == [Status.WITHDRAWN, Status.SCORED]
    assert "The newest play was taken back, and another was made. Nothing else explains it." in page
    undo(client)
    assert writer.game.open_questions


def test_the_first_surprise_of_a_game_may_come_to_nothing(client: FlaskClient, writer: Writer) -> None:
    """Before anybody has had a turn, a surprise that was none leaves an empty protocol."""
    writer.begin()
    writer.tell(Surprised(1, SEEN))
    tap(client, "void")

    assert writer.game.turns == ()
    assert "The first play is written here." in client.get("/").text


def test_an_answer_that_a_look_gave_says_when(client: FlaskClient, writer: Writer) -> None:
    """A doubt that a later look settled says so at the play, in the protocol, on the paper, and behind the row."""
    writer.begin()
    writer.lay("I9 > LOTA", Question("J9", (("O", 0.6), ("Ö", 0.4))))
    writer.tell(Answered(1, "J9", "Ö", seen_at=2))
    writer.tell(laid("M9 > R"))
    page = client.get("/").text

    assert "Now it is seen what lies on J9: Ö." in page
    assert "seen at turn 2" in page
    assert "seen at turn 2" in client.get("/games/1/turns/1").text
    assert "somebody said so" not in client.get("/games/1/turns/1").text
    assert "seen at turn 2" in str(leaf_of(writer.ledger.since(0, game=1), "en").rounds)


def test_a_blank_is_asked_for_with_its_letter(client: FlaskClient, writer: Writer) -> None:
    """Where a blank or nothing may lie, the letters are offered, and a tap is a blank that stands for one."""
    writer.begin()
    writer.lay("I9 > LÅT_", Question("L9", (("", 0.7), (".", 0.3))))
    assert "Is it a blank? For which letter?" in question_on(client)
    assert "Write what was played" in question_on(client)  # for a letter's own tile, which the eye did not see
    tap(client, "a")

    turn = writer.game.turns[0]
    assert turn.ruling is not None
    assert [word.text for word in turn.ruling.words] == ["LÅTA"]
    assert str(writer.game.position.tiles[Square.parse("L9")]) == "a"


def test_whatever_is_not_seen_may_be_a_letter(client: FlaskClient, writer: Writer) -> None:
    """Where a lamp hides a square, each letter is offered as its own tile, and as what a blank stands for."""
    writer.begin()
    writer.lay("I9 > LÅT_", Question("L9", ((".", 0.5), ("", 0.5)), is_hidden=True))
    asked = re.sub(r"\s+>", ">", question_on(client))
    tap(client, "A")

    assert all(f'value="{sign}">A<' in asked for sign in "Aa")
    assert ('value="">a blank<' in asked, 'value="#">a stop tile<' in asked) == (True, True)
    assert not any(text in asked for text in ("Is it a blank?", "Write what was played"))
    assert str(writer.game.position.tiles[Square.parse("L9")]) == "A"


def test_a_letter_or_a_blank(client: FlaskClient, writer: Writer) -> None:
    """Where a letter or a blank may lie, the letter's own tile and the blank for it are two answers."""
    writer.begin()
    writer.lay("I9 > LÅTA", Question("L9", (("A", 0.7), ("", 0.3))))
    own, blank = (re.search(f'value="{sign}">A<', re.sub(r"\s+>", ">", question_on(client))) for sign in "Aa")

    assert own is not None
    assert blank is not None


def test_a_refused_look_is_marked_where_it_is_wrong(client: FlaskClient, writer: Writer) -> None:
    """The squares of a refused look are marked on the drawn board and on its photograph, side by side."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    refusal = LookRefused("Something lies over {squares}.", squares=(Square.parse("K9"),), code=Refusal.UNSEEN)
    writer.tell(refusal, picture="turn.jpg")
    page = client.get("/").text
    box = page[page.index('<div class="where">') : page.index("</div>", page.index('<div class="where">'))]

    assert "turn.jpg" in box
    assert box.count('viewBox="280 200 280 280"') == 2
    assert ('href="#the-board"' in box, 'data-square="K9"' in box) == (True, True)
    assert len(re.findall(r'class="amiss-mark wrong" data-square="K9"', page)) == 2


def test_nothing_is_marked_where_nothing_is_wrong(client: FlaskClient, writer: Writer) -> None:
    """A play that stands has no marks."""
    writer.begin()
    writer.lay("I9 > LÅTA")

    assert 'class="amiss-mark' not in client.get("/").text


def test_a_step_back_stands_beside_a_play_written_by_hand(client: FlaskClient, writer: Writer) -> None:
    """Beside the newest play stand its undoing and the way to put it right, with a camera or without."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    page = client.get("/").text

    assert "Undo the play" in page
    assert 'href="/games/1/turns/1#right"' in page
    undo(client)
    assert writer.game.turns == ()
    assert 'action="/undone"' not in client.get("/").text
