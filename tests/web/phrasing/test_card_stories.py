"""A table of cards that shows what nobody told: the page speaks of cards and words, and of no square."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pi_referee.paper.content import leaf_of
from pi_referee.protocol.game_record import from_record, to_record
from pi_referee.protocol.spreadsheet import from_table, to_table
from pi_referee.rules.board.board_text import read_tile
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.happenings import (
    Answered,
    Corrected,
    Explanation,
    Passed,
    PlayLaid,
    Surprised,
    Undone,
    Withdrawn,
)
from pi_referee.rules.course.standing import Status
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Play

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from tests.web.conftest import Writer

AT_HOME = {"Origin": "http://localhost"}


def cards(text: str) -> dict[Square, Tile]:
    """Cards on cells, written as "0,0=L3 1,0=U"."""
    return {Square.parse(place): read_tile(sign) for place, sign in (one.split("=") for one in text.split())}


def laid(text: str) -> PlayLaid:
    """A play as it is written."""
    return PlayLaid(WrittenPlay.parse(text).on(EMPTY))


KUL = PlayLaid(Play(cards("1,-1=K 1,1=L")))
SEEN = cards("1,-1=K 1,0=U 1,1=L")

STEALING = (
    Explanation("taken_up", (KUL,)),
    Explanation("fallen", (KUL,), tuple(cards("0,0=L 2,0=V"))),
    Explanation("swapped", (KUL,), tuple(cards("3,0=A"))),
    Explanation("misread", (Corrected(1, laid("0,0 > LUVA").play), KUL), tuple(cards("0,0=L"))),
    Explanation("laid_anew", (Withdrawn(), laid("1,-1 v KUL"))),
    Explanation("plays", (KUL, PlayLaid(Play(cards("2,1=E 3,1=K"))))),
)


def surprised(writer: Writer, players: tuple[str, ...] = (), told: tuple[Explanation, ...] = STEALING) -> None:
    """LUVA is laid; then the table shows KUL and nothing else."""
    writer.begin(*players, game="kortalfapet")
    writer.lay("0,0 > L3UVA")
    writer.tell(Surprised(1, SEEN, explanations=told, spent=cards("2,0=V")))


def question_on(client: FlaskClient) -> str:
    """The form that asks what happened."""
    page = client.get("/").text
    start = page.index('<form class="question')
    return html.unescape(page[start : page.index("</form>", start)])


def test_each_story_speaks_of_cards(client: FlaskClient, writer: Writer) -> None:
    """What happened, to which card of which word, and what it would bring; no cell is named, and no board."""
    surprised(writer)
    form = question_on(client)
    told = re.findall(r'value="(\w+)"><span>([^<]*)</span> <small>([^<]*)</small>', form)

    assert [text for _, text, _ in told] == [
        "Cards that the new word does not use were taken up before the press",
        "A card is hidden, or was taken away, and counts all the same: L, V in LUVA",
        "A joker and the letter for which it stands were exchanged: A in LUVA",
        "A card was written down wrongly before: L in LUVA",
        "The newest play was taken back, and another was made",
        "2 plays were laid since the last press",
        "It lies right now: nothing had happened",
        "Play on with the cards as they lie",
    ]
    assert told[0][2] == "Anna: LUVA +18, Björn: KUL +7 if nobody takes a card"
    assert told[-1][2] == "Nobody scores for it. Anna: LUVA +18"
    page = html.unescape(client.get("/").text)
    assert "The table shows something that nobody told." in page
    assert "What happened on the table before this look?" in page
    assert not re.search(r"-?\d,-?\d", form.split("<small>", 1)[1])


def test_stories_that_read_the_same(client: FlaskClient, writer: Writer) -> None:
    """They say which cards were kept, where that tells them apart; else they are one answer. One alone needs no more.

    LA was laid with the first A of KAALS, with the second, or with its L: nobody sees which of the As it was.
    """
    writer.begin(game="kortalfapet")
    writer.lay("0,0 > KAALS")
    first, second, other = (laid("1,-1 > L"), laid("2,-1 > L"), laid("3,1 > A"))
    told = tuple(Explanation("taken_up", (one,)) for one in (first, second, other))
    writer.tell(Surprised(1, cards("1,-1=L 1,0=A"), explanations=told))
    both = re.findall(r'value="(\d)"><span>[^<]*</span> <small>([^<]*)</small>', question_on(client))
    writer.tell(Undone())
    writer.tell(Surprised(1, cards("1,-1=L 1,0=A"), explanations=told[:1]))
    one = re.findall(r'value="(\d)"><span>[^<]*</span> <small>([^<]*)</small>', question_on(client))

    assert both == [
        ("0", "Anna: KAALS (kept KALS) +6, Björn: LA +2 if nobody takes a card"),
        ("2", "Anna: KAALS (kept KAAS) +6, Björn: LA +2 if nobody takes a card"),
    ]
    assert one == [("0", "Anna: KAALS +6, Björn: LA +2 if nobody takes a card")]


@pytest.mark.parametrize("is_led", [True, False])
def test_orders_of_a_story_that_reads_like_another(client: FlaskClient, writer: Writer, *, is_led: bool) -> None:
    """Where a story is one with another, the first of its other orders says all that happened."""
    writer.begin(game="kortalfapet")
    writer.lay("0,0 > KAALS")
    words = [laid("1,-1 > L"), laid("2,-1 > L"), laid("3,1 > A")]
    told = [Explanation("taken_up", (one,)) for one in words]
    between = [Explanation("laid_anew", (Withdrawn(), laid("0,0 > KUL")))]
    explanations = (told[0], *between, told[1], replace(told[2], is_alike=True))
    writer.tell(Surprised(1, cards("1,-1=L 1,0=A"), explanations=explanations if is_led else explanations[1:]))
    texts = re.findall(r'value="(\d)"><span>([^<]*)</span>', question_on(client))
    taken = "Cards that the new word does not use were taken up before the press"

    anew = "The newest play was taken back, and another was made"
    expected = [("0", taken), ("1", anew), ("3", taken)]
    assert texts == (expected if is_led else [("0", anew), ("1", taken), ("2", "In another order")])


def test_a_round_that_was_over(client: FlaskClient, writer: Writer) -> None:
    """Somebody passed, and the next round's word lies there."""
    surprised(writer, ("Anna", "Björn", "Cilla"), (Explanation("passed", (Passed(), Passed(), laid("0,0 v KUL"))),))

    assert "Whoever was left to lay in the round passed, and the table was cleared" in question_on(client)


@pytest.mark.parametrize("players", [(), ("Anna", "Björn", "Cilla")])
@pytest.mark.parametrize("answer", ["", "0", "4", "void", "seen"])
def test_every_answer_shows_on_every_page(
    client: FlaskClient, writer: Writer, players: tuple[str, ...], answer: str
) -> None:
    """Whatever was said, or nothing, after the next word too: every page opens, and every export comes back."""
    surprised(writer, players)
    writer.tell(Passed())
    if answer:
        writer.tell(Answered(2, "explain:1", answer))
    events = writer.ledger.since(0, game=1)

    assert from_table(to_table(events)) == tuple(events)
    assert from_record(to_record(events)) == tuple(events)
    assert leaf_of(events, "en").rounds
    turns = [f"/games/1/turns/{turn.number}" for turn in writer.game.turns]
    pages = ["/", "/games/1", "/games/1/end", "/games/1/board.svg", *turns]
    assert [client.get(page).status_code for page in pages] == [200] * len(pages)


def test_nothing_is_scored_before_it_is_told(client: FlaskClient, writer: Writer) -> None:
    """The protocol says that something waits, for the word that lives as well; a tap tells both."""
    surprised(writer)
    record = json.loads(to_record(writer.ledger.since(0, game=1)))

    assert [turn.status for turn in writer.game.turns] == [Status.OPEN, Status.UNEXPLAINED]
    assert record["protocol"]["turns"][1]["status"] == "unexplained"
    assert "What Anna gets for LUVA waits for an answer." in html.unescape(client.get("/").text)
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', question_on(client)))
    assert client.post("/answers", data={**fields, "answer": "0"}, headers=AT_HOME).status_code == 303
    assert writer.game.totals == {"Anna": 18, "Björn": 0}


def test_none_of_these_leads_to_the_editor(client: FlaskClient, writer: Writer) -> None:
    """The editor opens with the cards that are new as they were seen."""
    surprised(writer)
    assert 'href="/games/1/turns/2/correct"' in question_on(client)

    assert 'value="1,-1=K 1,1=L"' in html.unescape(client.get("/games/1/turns/2/correct").text)
