"""Plays with cards written by hand: as places and cards, or as a line of a scorebook; slips come with their cure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as some

from pi_referee.errors import NotationError
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.board.square import Cell, Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.happenings import Corrected, PlayLaid
from pi_referee.rules.course.standing import Status
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.play import Play
from tests.web.editing.test_corrections import send
from web.editing.play_text import read_spelling, spell

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from tests.web.conftest import Writer

CARDS = ruleset("kortalfapet")
ALFAPET = ruleset("alfapet-sv")

letters, marks = some.sampled_from(CARDS.alphabet), some.sampled_from((1, 2, 3))
values = some.none() | some.integers(0, 99)
jokers = some.builds(Tile, letters, some.just(True))
tiles = jokers | some.builds(Tile, letters, some.just(False), marks, values)
cells: some.SearchStrategy[Square] = some.builds(Cell, some.integers(-99, 99), some.integers(-99, 99))


@given(some.dictionaries(cells, tiles, min_size=1, max_size=7))
def test_a_spelling_is_the_play(laid: dict[Square, Tile]) -> None:
    """What is sent is the very play: jokers, marks, values that differ, cells left of and above the first."""
    assert read_spelling(spell(Play(laid)), EMPTY, CARDS) == Play(laid)


def test_a_joker_bears_no_mark() -> None:
    """K07: of a card that is told to be a joker no mark counts, although one was ticked before."""
    assert read_spelling("0,0=l3 1,0=U", EMPTY, CARDS) == read_spelling("0,0=l 1,0=U", EMPTY, CARDS)


def test_a_line_of_a_scorebook_will_do(writer: Writer) -> None:
    """Whoever knows how plays are written down may type that instead."""
    writer.begin(game="kortalfapet")
    writer.lay("0,0 > L3UVA")

    assert read_spelling("1,-1 v K.L2", writer.game.position, CARDS) == read_spelling("1,-1=K 1,1=L2", EMPTY, CARDS)
    assert read_spelling("H8 > AB", EMPTY, ALFAPET) == read_spelling("H8=A I8=B", EMPTY, ALFAPET)


@pytest.mark.parametrize(
    "text",
    ["", "0,0", "0,0=", "H8=A", "0,0=AB", "0,0=L4", "0,0=L{x}", "0;0=A", "1000,0=A", "0,0 > L4", "5,5 > .A", "x > y"],
)
def test_nonsense_is_no_play(text: str) -> None:
    """What is no play with cards is refused with what to do."""
    with pytest.raises(NotationError) as refused:
        read_spelling(text, EMPTY, CARDS)

    assert refused.value.cure


def test_a_board_has_no_cells() -> None:
    """A card's place is none of a board."""
    with pytest.raises(NotationError, match="no such square"):
        read_spelling("3,4=A", EMPTY, ALFAPET)


def test_a_play_is_written_by_hand(client: FlaskClient, writer: Writer) -> None:
    """A play that somebody writes down is scored as one that was seen."""
    writer.begin(game="kortalfapet")
    send(client, "/games/1/turns/1/lay", "/corrections", tiles="0,0=L3 1,0=U 2,0=V 3,0=A")
    answer = send(client, "/games/1/turns/2/lay", "/corrections", tiles="1,-1=K{5} 1,1=l")

    assert answer.headers["Location"] == "/"
    assert [(turn.score, turn.pending) for turn in writer.game.turns] == [(18, None), (None, 8)]


@pytest.mark.parametrize(
    ("tiles", "told"),
    [
        ("", "No card is laid yet. Tap a card that lies there"),
        ("7,7=A 8,7=B", "The new word must be built on a card of the word that lies there."),
        ("0,0=B 0,1=A", "Something already lies on 0,0."),
        ("1,1=K 2,2=L", "All new cards must lie in one row or column"),
        ("1,-1=K 1,1=L 1,-1=M", "1,-1: It is said twice what lies there."),
        ("1,1=7", "7: There is no such card. Write each card with its place"),
        ("H8=K", "H8: There is no such place on the table."),
        ("1,-2=K 1,1=L", "The word has a gap at 1,-1."),
        ("4,0=A 5,0=B 6,0=C 7,0=D 8,0=E 9,0=F 10,0=G 11,0=H", "More cards were laid than the 7 a hand holds."),
    ],
)
def test_slips_are_told(client: FlaskClient, writer: Writer, tiles: str, told: str) -> None:
    """What may not be so comes back with the reason and nothing lost; a fault of the rules may be insisted on."""
    writer.begin(game="kortalfapet")
    writer.lay("0,0 > LUVA")
    answer = send(client, "/games/1/turns/2/lay", "/corrections", tiles=tiles)

    assert answer.status_code == 422
    assert told in answer.text
    assert f'id="tiles" value="{tiles}"' in answer.text
    assert writer.ledger.newest() == 2


def test_a_bent_word_is_asked_about(client: FlaskClient, writer: Writer) -> None:
    """Written by hand a word is held against the one before as well; without a list the table says what it means."""
    writer.begin(game="kortalfapet")
    writer.lay("0,0 > KATT")
    send(client, "/games/1/turns/2/lay", "/corrections", tiles="4,0=E 5,0=R")

    assert [question.key for _, question in writer.game.open_questions] == ["meaning"]
    assert "Does KATTER mean something else than KATT?" in client.get("/").text


def test_a_bent_word_may_be_let_be(client: FlaskClient, writer: Writer) -> None:
    """Where the house wants no questions about meaning, none is asked."""
    writer.begin(game="kortalfapet", **{"meaning.check": "off"})
    writer.lay("0,0 > KATT")
    send(client, "/games/1/turns/2/lay", "/corrections", tiles="4,0=E 5,0=R")

    assert writer.game.open_questions == ()
    assert isinstance(writer.ledger.since(2)[0].happening, PlayLaid)


def test_a_correction_settles_anew(client: FlaskClient, writer: Writer) -> None:
    """A mark put right changes what that word brought once it was stolen, and the page shows both."""
    writer.begin(game="kortalfapet")
    writer.lay("0,0 > LUVA")
    writer.lay("1,-1 v K.L")
    assert writer.game.totals == {"Anna": 6, "Björn": 0}
    answer = send(client, "/games/1/turns/1/correct", "/corrections", tiles="0,0=L3 1,0=U 2,0=V 3,0=A")
    page = client.get(answer.headers["Location"]).text

    assert isinstance(writer.ledger.since(3)[0].happening, Corrected)
    assert writer.game.totals == {"Anna": 18, "Björn": 0}
    assert ("Turn 1 was corrected." in page, "+12" in page) == (True, True)


def test_a_play_taken_back_lets_the_old_word_live(client: FlaskClient, writer: Writer) -> None:
    """Taking the newest word back leaves the one before to be stolen again; undoing that brings it back."""
    writer.begin(game="kortalfapet")
    writer.lay("0,0 > LUVA")
    writer.lay("1,-1 v K.L")
    shown = send(client, "/games/1/turns/2", "/removals").headers["Location"]
    assert [turn.status for turn in writer.game.turns] == [Status.PENDING, Status.WITHDRAWN]
    send(client, shown, "/undone")

    assert [turn.status for turn in writer.game.turns] == [Status.SCORED, Status.PENDING]
