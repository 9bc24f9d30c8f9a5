"""What is said of cards names cards: no board, no blank, and no cell of a table on which no place has a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from pi_referee.judge.referee import STILL_LYING
from pi_referee.locale import translations
from pi_referee.protocol.ground_words import as_played
from pi_referee.rules.course.happenings import Answered, Question
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.fault_texts import FAULTS, OF_CARDS

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from tests.web.conftest import Writer

BOARD = {
    "sv": r"bräd|bricka|brickor",
    "fi": r"\b(lauta|lauda|laatta|laata)",
    "pl": r"plansz|płytk",
    "de": r"\b(brett|stein)",
    "ro": r"\b(tabl[ăae]|pies)",
}
"""How each language speaks of a board and its tiles."""


@pytest.mark.parametrize("language", BOARD)
def test_what_is_said_of_both_names_no_board(language: str) -> None:
    """What is wrong is said alike of boards and cards: a sentence that names no board in English names none."""
    cards, speech = ruleset("kortalfapet"), translations(language)
    english = {*(OF_CARDS.get(fault, FAULTS[fault]) for fault in FAULTS), as_played(cards, STILL_LYING)}
    spoken = {sentence: speech.gettext(sentence) for sentence in english if not re.search("board|tile|arrow", sentence)}

    assert [said for said in spoken.values() if re.search(BOARD[language], said, re.IGNORECASE)] == []


def test_what_a_look_answered_about_cards_is_the_word(client: FlaskClient, writer: Writer) -> None:
    """A look that answers what was asked about cards tells the word as it reads, once, and no cell's number."""
    writer.begin("Anna", "Björn", "Cilla", game="kortalfapet")
    doubts = (Question(f"letter:{cell}", ((letter, 0.6), (".", 0.4))) for cell, letter in (("3,0", "A"), ("4,0", "N")))
    writer.lay("0,0 > LUVAN", *doubts)
    writer.tell(Answered(1, "letter:3,0", ".", seen_at=2))
    writer.tell(Answered(1, "letter:4,0", ".", seen_at=2))
    writer.lay("1,-1 v K.L")
    page = client.get("/").text

    assert page.count("Now it is seen which word Anna laid: LUV.") == 1
    assert "letter:" not in page


def test_where_a_look_leaves_no_word_none_is_told(client: FlaskClient, writer: Writer) -> None:
    """A word of which a look shows that nothing of it lay there is no empty word."""
    writer.begin("Anna", "Björn", "Cilla", game="kortalfapet")
    writer.lay(
        "0,0 > AL",
        *(Question(f"letter:{cell},0", ((letter, 0.6), (".", 0.4))) for cell, letter in ((0, "A"), (1, "L"))),
    )
    for cell in range(2):
        writer.tell(Answered(1, f"letter:{cell},0", ".", seen_at=2))
    writer.lay("0,0 > LUVA")

    assert "Now it is seen" not in client.get("/").text


def test_a_joker_in_a_sum_is_no_blank(client: FlaskClient, writer: Writer) -> None:
    """A sum calls what is worth nothing by its name: a joker among cards, a blank on a board."""
    writer.begin("Anna", "Björn", "Cilla", game="kortalfapet")
    writer.lay("0,0 > LuVA")
    of_cards = client.get("/games/1/turns/1").text
    writer.begin()
    writer.lay("I9 > LåTA")

    assert '<span class="makes">joker</span>' in of_cards
    assert '<span class="makes">blank</span>' in client.get("/games/2/turns/1").text
