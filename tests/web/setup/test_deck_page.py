"""The page of the household's cards: what is known and from where, corrected in place, learnt, and taken back."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pi_referee.decks.deck_file import read_deck
from pi_referee.decks.house_deck import Card, Source
from pi_referee.rules.board.square import Cell
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.happenings import PlayLaid
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.play import Play
from pi_referee.table_link.table_messages import CardsTaught, Knows, Trouble
from web import House
from web.live.table_client import Blind
from web.security.pairing import KEY_COOKIE

if TYPE_CHECKING:
    from tests.web.conftest import Writer

CARDS = ruleset("kortalfapet")
PAGE = "/decks/kortalfapet"


@dataclass
class Table(Blind):
    """A table that answers what a test says; asked: what it was asked to learn."""

    known: Knows = field(default_factory=Knows)
    asked: list[str] = field(default_factory=list)

    def learn(self, game: str, edition: str, how: str) -> Knows:
        """Learn."""
        self.asked.append(f"{game} {edition} {how}")
        return self.known


@pytest.fixture
def table() -> Table:
    """A table."""
    return Table()


@pytest.fixture
def house(house: House, table: Table) -> House:
    """A house with that table."""
    return replace(house, line=table)


@pytest.fixture
def path(house: House) -> Path:
    """The deck's file."""
    return house.decks / "kortalfapet.txt"


def shown(client: FlaskClient, page: str = "") -> dict[str, list[str]]:
    """The form as it stands on a page, by default on the one that is opened now."""
    page = page or client.get(PAGE).text
    found: dict[str, list[str]] = {}
    for field_tag in re.findall(r"<input [^>]*name=\"(?:was|value|marks):[^>]*>", page):
        said = dict(re.findall(r'(\w+)="([^"]*)"', field_tag))
        if said.get("type") != "checkbox" or field_tag.endswith(" checked>"):
            found.setdefault(said["name"], []).append(said["value"])
    return found


def send(client: FlaskClient, path: str, form: dict[str, list[str]]) -> TestResponse:
    """Send a form from this browser."""
    client.get("/")
    cookie = client.get_cookie("referee")
    assert cookie is not None
    return client.post(path, data={"token": cookie.value, **form}, headers={"Origin": "http://localhost"})


def row(page: str, letter: str) -> str:
    """A letter's row, as text."""
    found = re.search(rf"<tr[^>]*>\s*<th[^>]*><b class=\"t\">{letter}</b></th>.*?</tr>", page, re.DOTALL)
    assert found is not None
    return " ".join(re.sub(r"<[^>]+>", " ", found.group()).split())


def test_every_letter_is_there_and_says_whence(client: FlaskClient, writer: Writer) -> None:
    """Values and marks, where they are known from, and how often each was seen in the games."""
    writer.begin(game="kortalfapet")
    writer.lay("0,0 > L3{2}UVA")
    writer.lay("1,-1 v K.L{2}")
    page = client.get(PAGE).text

    assert [name.removeprefix("value:") for name in shown(client) if "value" in name] == list(CARDS.alphabet)
    assert shown(client)["value:L"] == ["2"]
    assert row(page, "L").endswith("from the games seen 2 times: 3x")
    assert row(page, "Ö").endswith("assumed")


def test_what_is_corrected_is_kept(client: FlaskClient, path: Path) -> None:
    """A corrected letter is known by hand; the others stay as they were, to be learnt from later games."""
    form = shown(client)
    answer = send(client, PAGE, form | {"value:L": [" 2 "], "marks:L": ["1", "3"], "marks:A": ["1"]})
    deck = read_deck(path, CARDS)

    assert (answer.status_code, "Kept." in client.get(answer.location).text) == (303, True)
    assert deck.cards["L"] == Card(2, frozenset({1, 3}), Source.HAND)
    assert deck.cards["A"] == Card(CARDS.values["A"], frozenset({1}), Source.HAND)
    assert deck.cards["B"] == Card(CARDS.values["B"], None, Source.ASSUMED)
    assert row(client.get(PAGE).text, "L").endswith("by hand")
    assert shown(client)["marks:L"] == ["1", "3"]


def test_who_compared_every_card_says_so(client: FlaskClient, path: Path) -> None:
    """Then the whole deck is known by hand, and sure."""
    send(client, PAGE, shown(client) | {"all": ["yes"]})

    assert read_deck(path, CARDS).deck.is_sure


def test_all_is_right_of_what_was_shown(client: FlaskClient, writer: Writer, path: Path) -> None:
    """A value that the game showed while somebody compared the cards was compared by nobody: it is told."""
    writer.begin(game="kortalfapet")
    form = shown(client)
    writer.lay("0,0 > LU{7}VA")
    writer.lay("1,-1 v K.L")
    answer = send(client, PAGE, form | {"all": ["yes"]})

    assert (answer.status_code, path.exists()) == (422, False)
    assert "Somebody has changed U in the meantime." in answer.text
    send(client, PAGE, shown(client, answer.text) | {"all": ["yes"]})
    assert read_deck(path, CARDS).deck.values["U"] == 3


@pytest.mark.parametrize("value", ["", "x", "-1", "100", "1.5", "²", "1 0"])
def test_a_value_that_is_none_comes_back(client: FlaskClient, path: Path, value: str) -> None:
    """It is told with its letter, and nothing that was typed is lost, nor kept."""
    answer = send(client, PAGE, shown(client) | {"value:Ö": [value], "value:B": ["9"]})

    assert answer.status_code == 422
    assert f"Ö: “{value}” is no value of a card. Write a whole number from 0 to 99." in answer.text
    assert (shown(client, answer.text)["value:B"], path.exists()) == (["9"], False)


def test_two_who_save_in_the_same_moment_both_have_it_kept(app: Flask, key: str, path: Path) -> None:
    """Each corrects another letter, and both are told that it is kept: so it is, whoever of them was the faster."""
    for value in ("9", "8", "7", "6", "5"):
        browsers = [app.test_client() for _ in range(2)]
        for browser in browsers:
            browser.set_cookie(KEY_COOKIE, key)
        forms = [shown(browser) | {f"value:{one}": [value]} for browser, one in zip(browsers, "AB", strict=True)]
        with ThreadPoolExecutor(2) as hands:
            answers = list(hands.map(send, browsers, (PAGE, PAGE), forms))
        deck = read_deck(path, CARDS)

        assert [answer.status_code for answer in answers] == [303, 303]
        assert [str(deck.cards[letter].value) for letter in "AB"] == [value, value]


def test_two_who_correct_at_once_undo_nothing(client: FlaskClient, path: Path) -> None:
    """Other letters than mine stay as somebody else left them; the same letter comes back and is told."""
    first, second = shown(client), shown(client)
    send(client, PAGE, first | {"value:L": ["2"], "value:B": ["5"]})
    send(client, PAGE, second | {"value:K": ["6"]})
    answer = send(client, PAGE, second | {"value:L": ["4"], "value:K": ["6"]})

    assert [read_deck(path, CARDS).deck.values[letter] for letter in "LBK"] == [2, 5, 6]
    assert "Somebody has changed L in the meantime." in answer.text
    send(client, PAGE, shown(client, answer.text))
    assert read_deck(path, CARDS).deck.values["L"] == 4


def test_back_to_the_games(client: FlaskClient, writer: Writer, path: Path) -> None:
    """What was written is put aside, not thrown away; a second tap does nothing."""
    writer.begin(game="kortalfapet")
    writer.lay("0,0 > L{2}UVA")
    send(client, PAGE, shown(client) | {"value:L": ["3"]})
    kept = path.read_text(encoding="utf-8")
    answers = [send(client, f"{PAGE}/undone", {}).status_code for _ in range(2)]

    assert answers == [303, 303]
    assert shown(client)["value:L"] == ["2"]
    assert path.with_suffix(".old").read_text(encoding="utf-8") == kept


def test_a_damaged_file_is_told(client: FlaskClient, writer: Writer, path: Path) -> None:
    """With the place, and a way out; what the games showed is there meanwhile, and nothing is written over."""
    path.parent.mkdir()
    path.write_text("A one\n", encoding="utf-8")
    writer.begin(game="kortalfapet")
    page = client.get(PAGE)
    send(client, PAGE, shown(client) | {"value:A": ["3"]})

    assert page.status_code == 422
    assert "kortalfapet.txt: line 1: &#39;one&#39; is no value of a card." in page.text
    assert path.read_text(encoding="utf-8") == "A one\n"
    send(client, f"{PAGE}/undone", {})
    assert client.get(PAGE).status_code == 200


def test_a_deck_that_cannot_be_kept_is_told(client: FlaskClient, house: House) -> None:
    """Where nothing can be written the form comes back with what was typed."""
    form = shown(client) | {"value:L": ["2"]}
    house.decks.write_text("a file where the folder should be", encoding="utf-8")
    answer = send(client, PAGE, form)

    assert "The disk is full, or may not be written to." in answer.text
    assert shown(client, answer.text)["value:L"] == ["2"]


def test_the_camera_teaches(client: FlaskClient, table: Table) -> None:
    """The table is asked for this game's cards; what became of it is told."""
    table.known = Knows(is_there=True, trouble=Trouble("No card can be read.", "See that every letter lies there."))
    refused = send(client, f"{PAGE}/learnt", {})
    table.known = Knows(is_there=True, is_new=True)

    assert table.asked == ["kortalfapet light deck"]
    assert "No card can be read." in refused.text
    assert "letters are known from pictures now." in send(client, f"{PAGE}/learnt", {}).text
    table.known = Knows()
    assert "Nobody answers." in send(client, f"{PAGE}/learnt", {}).text


def test_what_a_lesson_came_to_is_told(client: FlaskClient, table: Table) -> None:
    """How many letters were learnt, and what was not and why, one card or many."""
    cards = CardsTaught(learnt=("L",), by_hand=("A (2)",), unsure=("J", "Q"), missing=("Z",), unread=1, small=2)
    table.known = Knows(is_there=True, is_new=True, cards=cards)
    page = send(client, f"{PAGE}/learnt", {}).text

    for told in (
        "1 letter was learnt now.",
        "Written by hand, so they stay, although the pictures show something else: A (2).",
        "Not clear, so they stay as they were: J, Q.",
        "Not seen, so they stay as they were: Z.",
        "1 card could not be read.",
        "2 cards are too small in the picture to be read: take it from nearer.",
    ):
        assert told in page


@pytest.mark.parametrize("kind", ["folder", "link"])
def test_what_is_no_file_is_told_and_put_aside(client: FlaskClient, path: Path, kind: str) -> None:
    """A folder, or a link that leads nowhere, in the deck's place is told; going back to the games takes it away."""
    path.parent.mkdir()
    if kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(path.parent / "nowhere")
    page = client.get(PAGE)

    assert (page.status_code, "a folder, or a link that leads nowhere" in page.text) == (422, True)
    assert "/undone" in page.text
    send(client, f"{PAGE}/undone", {})
    assert client.get(PAGE).status_code == 200


def test_what_is_put_aside_is_never_written_over(client: FlaskClient, path: Path) -> None:
    """Going back to the games twice keeps both files."""
    for value in ("3", "4"):
        send(client, PAGE, shown(client) | {"value:L": [value]})
        send(client, f"{PAGE}/undone", {})

    assert [read_deck(path.with_suffix(end), CARDS).deck.values["L"] for end in (".old", ".old2")] == [3, 4]


def test_a_stranger_changes_nothing(app: Flask, table: Table, path: Path) -> None:
    """Only paired browsers correct, learn, or take back; everybody may look."""
    stranger = app.test_client()
    form = shown(stranger)
    answers = [send(stranger, PAGE + what, form).status_code for what in ("", "/undone", "/learnt")]

    assert (answers, table.asked, path.exists()) == ([403] * 3, [], False)


def test_the_page_is_found(client: FlaskClient, writer: Writer) -> None:
    """From the tiles' page while cards are played, and from the form of a new game; a board has no cards."""
    writer.begin(game="kortalfapet")

    assert f'href="{PAGE}"' in client.get("/tiles").text
    assert f'href="{PAGE}"' in client.get("/games/new/kortalfapet").text
    assert "/decks/" not in client.get("/games/new/alfapet-sv").text
    assert [client.get(f"/decks/{game}").status_code for game in ("alfapet-sv", "bridge")] == [404, 404]


def laid(writer: Writer) -> str:
    """The newest play, spelled."""
    move = writer.game.turns[-1].move
    assert isinstance(move, Play)
    return " ".join(str(tile) for tile in move.tiles.values())


def write(client: FlaskClient, tiles: str, turn: int = 1, kind: str = "lay", **fields: str) -> TestResponse:
    """Write a play by hand."""
    form = client.get(f"/games/1/turns/{turn}/{kind}").text
    said = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))
    player = {"player": "Anna"} if kind == "correct" else {}
    data = {**said, **player, "tiles": tiles, **fields}
    return client.post("/corrections", data=data, headers={"Origin": "http://localhost"})


def test_a_play_by_hand_bears_what_is_printed(client: FlaskClient, writer: Writer) -> None:
    """A card bears the household's value by itself; what is typed holds, and the editor shows the household's."""
    send(client, PAGE, shown(client) | {"value:L": ["2"], "value:U": ["7"]})
    writer.begin(game="kortalfapet")
    editor = client.get("/games/1/turns/1/lay").text
    write(client, "0,0=L3 1,0=U{3} 2,0=V 3,0=a")

    assert "&#34;L&#34;: 2" in editor
    assert laid(writer) == "L3{2} U V a"


def test_a_correction_keeps_what_lies_there(client: FlaskClient, writer: Writer) -> None:
    """A card of a play from before the deck was put right keeps its value, unless somebody changes it."""
    writer.begin(game="kortalfapet")
    writer.tell(PlayLaid(Play(dict(zip(*_word("LE"), strict=True)))))
    send(client, PAGE, shown(client) | {"value:L": ["2"]})
    form = client.get("/games/1/turns/1/correct").text

    assert 'value="0,0=L{1} 1,0=E"' in form
    write(client, "0,0=L{1} 1,0=E2", kind="correct")
    assert laid(writer) == "L E2"
    write(client, "0,0=L 1,0=E2", kind="correct")
    assert laid(writer) == "L{2} E2"


def test_a_correction_bears_what_its_form_showed(client: FlaskClient, writer: Writer) -> None:
    """Where the deck is put right while somebody corrects a play, a card that nobody touched keeps its value."""
    writer.begin(game="kortalfapet")
    writer.tell(PlayLaid(Play(dict(zip(*_word("LE"), strict=True)))))
    form = client.get("/games/1/turns/1/correct").text
    said = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))
    send(client, PAGE, shown(client) | {"value:L": ["9"]})
    sent = {**said, "player": "Anna", "tiles": "0,0=L 1,0=A"}
    client.post("/corrections", data=sent, headers={"Origin": "http://localhost"})

    assert laid(writer) == "L A"


def test_no_play_is_scored_by_a_damaged_deck(client: FlaskClient, writer: Writer, path: Path) -> None:
    """It comes back with the reason; whoever insists takes the usual values, so that the evening goes on."""
    path.parent.mkdir()
    path.write_text("A one\n", encoding="utf-8")
    writer.begin(game="kortalfapet")
    answer = write(client, "0,0=L 1,0=E")

    assert (answer.status_code, len(writer.game.turns)) == (422, 0)
    assert "the file is damaged" in answer.text
    write(client, "0,0=L 1,0=E", anyway="yes")
    assert laid(writer) == "L E"


def _word(letters: str) -> tuple[list[Cell], list[Tile]]:
    """The cells and cards of a word at the table's first place."""
    return [Cell(0, column) for column in range(len(letters))], [Tile(letter) for letter in letters]
