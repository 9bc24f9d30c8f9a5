"""The pages of a game with cards: what lives and what was kept, rounds and lots, questions, hands, exports."""

from __future__ import annotations

import html
import io
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from pypdf import PdfReader

from pi_referee.judge.hints import LAID_AGAIN, NOTHING_YET, TAKEN_OFF
from pi_referee.judge.play_challenge import BLANK_FIRST
from pi_referee.judge.referee import STILL_LYING, TAKE_OFF
from pi_referee.protocol.game_record import from_record
from pi_referee.protocol.spreadsheet import from_table
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.happenings import (
    Answered,
    BagEmptied,
    Challenged,
    Ended,
    Exchanged,
    LeftOver,
    LookRefused,
    Passed,
    Question,
    StartChosen,
)
from pi_referee.rules.course.refusal import Refusal

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from tests.web.conftest import Writer

HERE = {"Origin": "http://localhost"}


def two(writer: Writer, *plays: str) -> None:
    """Anna and Björn play with cards, and steal."""
    writer.begin(game="kortalfapet")
    for play in plays:
        writer.lay(play)


def three(writer: Writer, *plays: str) -> None:
    """Three play with cards, in rounds."""
    writer.begin("Anna", "Björn", "Cilla", game="kortalfapet")
    for play in plays:
        writer.lay(play)


def send(client: FlaskClient, path: str, action: str, **fields: str) -> TestResponse:
    """Send a form of a page with its hidden fields, and what is given."""
    page = client.get(path).text
    form = page[page.index(f'action="{action}"') :].partition("</form>")[0]
    hidden = {name: html.unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)">', form)}
    return client.post(action, data={**hidden, **fields}, headers=HERE)


def text_of(client: FlaskClient, path: str) -> str:
    """What one reads on a page, in one line."""
    page = re.sub(r"<(script|style|svg).*?</\1>", " ", client.get(path).text, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


PATHS = (
    "/", "/look", "/games/1", "/games/1/end", "/games/1/laying", "/games/1/turns/1/lay", "/games/1/board.svg",
    "/games/1/question", "/games/new/kortalfapet", "/games", "/games/new", "/board", "/tiles", "/camera", "/state",
)  # fmt: skip


@pytest.mark.parametrize("players", [("Anna", "Björn"), ("Anna", "Björn", "Cilla"), ("A1", "B1", "C1", "D1")])
def test_every_page_works_before_any_card(client: FlaskClient, writer: Writer, players: tuple[str, ...]) -> None:
    """A game in which nothing has been laid is shown on every page."""
    writer.begin(*players, game="kortalfapet")

    assert {path: client.get(path).status_code for path in PATHS} == dict.fromkeys(PATHS, 200)


def test_what_lives_and_what_is_certain(client: FlaskClient, writer: Writer) -> None:
    """A new word is still to be stolen; once it was, its player keeps what was left, and the rest is faint."""
    two(writer, "0,0 > L3UVA")
    before = text_of(client, "/")
    writer.lay("1,-1 v K.L")
    after, page = text_of(client, "/"), client.get("/").text

    assert "LUVA: 27 if nobody takes a card" in before
    assert "Anna keeps L, V, A of LUVA: 18 points." in after
    assert "KUL: 7 if nobody takes a card" in after
    assert re.findall(r'class="card-lying letter spent" data-square="([^"]+)"', page) == ["0,0", "2,0", "3,0"]
    assert re.findall(r'class="card-lying letter new" data-square="([^"]+)"', page) == ["1,-1", "1,1"]
    state = client.get("/state").json
    assert state is not None
    assert (state["totals"], state["pending"]) == ({"Anna": 18, "Björn": 0}, {"Björn": 7})


def test_the_news_says_what_is_pending(client: FlaskClient, writer: Writer) -> None:
    """Who listens hears what the word is worth and that it may be stolen, and what the one before brought."""
    two(writer, "0,0 > L3UVA", "1,-1 v K.L")

    said = client.get("/state").json["said"]  # type: ignore[index]  # it is an object

    assert "7 if nobody takes a card. Anna keeps L, V, A of LUVA: 18 points." in said


def test_a_pass_lets_the_word_score_once(client: FlaskClient, writer: Writer) -> None:
    """Who passes gives the other player the whole word, and the page says so."""
    two(writer, "0,0 > L3UVA")
    send(client, "/", "/passes")

    assert "No card of LUVA was taken: Anna gets 27 points for it." in text_of(client, "/")


def test_a_word_all_of_which_was_taken_brings_nothing(client: FlaskClient, writer: Writer) -> None:
    """A longer word that takes every card leaves nothing."""
    two(writer, "0,0 > LUVA", "4,0 > N")

    assert "Every card of LUVA was taken: Anna gets nothing for it." in text_of(client, "/")
    assert "all taken" in text_of(client, "/")


def test_cards_that_are_a_word_only_by_an_answer_still_open_are_shown_when_the_next_player_passed(
    client: FlaskClient, writer: Writer
) -> None:
    """Of AULS the L is told to be none: with a gap it is no word, and AU is one if the S is none, too."""
    two(writer, "0,0 > TAK")
    writer.lay(
        "1,0 v .ULS", *(Question(f"letter:1,{row}", ((sign, 0.6), (".", 0.4))) for row, sign in ((2, "L"), (3, "S")))
    )
    writer.tell(Answered(2, "letter:1,2", "."))
    writer.tell(Passed())

    shown = ("/", "/state", "/games/1", "/games/1/turns/2", "/games/1/protocol.pdf")
    assert [client.get(path).status_code for path in shown] == [200] * len(shown)


def test_the_evidence_shows_what_a_word_brought(client: FlaskClient, writer: Writer) -> None:
    """Behind a stolen word stand what it was worth, what was left of it, and who took the rest."""
    two(writer, "0,0 > L3UVA", "1,-1 v K.L")
    first, second = text_of(client, "/games/1/turns/1"), text_of(client, "/games/1/turns/2")

    assert "Letters: 9 word ×3 = 27" in first
    assert "Björn took a card of it; these were left. Turn 2 L 1 3x V 4 A 1 Letters: 6 word ×3 = 18" in first
    assert "7 if nobody takes a card" in second


IN_CARDS = (
    (NOTHING_YET, "Nothing lies on the table yet."),
    (TAKEN_OFF, "The cards of the word that does not count are off the table."),
    (LAID_AGAIN, "Every card lies as it should. Play on!"),
    (BLANK_FIRST, "First say on the page what letter the joker stands for."),
    (LookRefused(STILL_LYING, cure=TAKE_OFF, code=Refusal.STILL_LYING), "Take its cards up first (K, ?)"),
)


@pytest.mark.parametrize(("turn", "points", "total"), [(1, 18, 18), (2, 0, 0), (3, 8, 26)])
def test_a_turns_page_tells_points_and_total_as_the_sheet_does(
    client: FlaskClient, writer: Writer, turn: int, points: int, total: int
) -> None:
    """What a word has brought since stands in its own turn's row, and is in the total beside it."""
    two(writer, "0,0 > L3UVA", "1,-1 v K.L", "1,-1 v ...A")
    writer.tell(Ended())

    assert f"{points} points. Total after this turn: {total}" in text_of(client, f"/games/1/turns/{turn}")


@pytest.mark.parametrize(("refused", "told"), IN_CARDS)
def test_a_press_that_led_to_nothing_is_told_in_cards(
    client: FlaskClient, writer: Writer, refused: LookRefused, told: str
) -> None:
    """Where cards lie on a table, what a press led to speaks of cards by their letters, of no tile and no square.

    The same was written down in every game, older ones too, and reads as ever where tiles lie on a board.
    """
    two(writer, "0,0 > LUVA", "1,-1 v K._")
    writer.tell(Challenged("Anna", stands=False))
    writer.tell(replace(refused, squares=(Square.parse("1,-1"), Square.parse("1,1"))))
    in_cards = text_of(client, "/")
    writer.begin()
    writer.tell(refused)
    in_tiles = text_of(client, "/")

    assert told in in_cards
    assert not re.search(r"tile|board yet|1,-1|what letter the blank", in_cards.partition("Not right?")[0])
    assert (refused.cure if refused is BLANK_FIRST else refused.reason) in in_tiles


def test_a_joker_is_named_before_a_challenge(client: FlaskClient, writer: Writer) -> None:
    """The page of the challenge asks for the joker's letter first, and speaks of no blank."""
    two(writer, "0,0 > LU_A")

    told = text_of(client, "/games/1/question")
    assert "LU?A : First say on the page what letter the joker stands for." in told
    assert "blank" not in told


def test_one_card_is_changed_within_the_turn(client: FlaskClient, writer: Writer) -> None:
    """One tap changes a card; it is still the same player's turn, and none may be changed again."""
    two(writer, "0,0 > LUVA")
    send(client, "/", "/exchanges")
    told, page = text_of(client, "/"), client.get("/").text

    assert [Exchanged(1)] == [event.happening for event in writer.ledger.since(2)]
    assert "Björn exchanged a card. Lay a word now, or pass." in told
    assert (writer.game.on_turn, "/exchanges" in page) == ("Björn", False)
    assert "Undo: a card was exchanged" in told
    writer.lay("1,-1 v K.L")
    assert "Björn exchanged a card before." in text_of(client, "/")


def test_rounds_are_told_and_shown(client: FlaskClient, writer: Writer) -> None:
    """After a round the table is to be cleared; what lay there is faint, and the best one begins."""
    three(writer, "0,0 > LUVA", "1,-1 v K.L", "3,-1 v K.R")
    page, told = client.get("/").text, text_of(client, "/")

    assert "Round 1 is over: clear the table. Anna begins the next." in told
    assert "Your turn · round 2" in told
    assert len(re.findall(r'class="card-lying letter[^"]* spent"', page)) == 8
    writer.lay("0,0 > VED")
    assert len(re.findall(r'class="card-lying letter[^"]*" data', client.get("/").text)) == 3


def tied(writer: Writer) -> None:
    """A round in which Anna and Björn scored alike, and more than Cilla."""
    three(writer, "0,0 > LAS", "0,-1 v A.T", "2,0 v .A")


@pytest.mark.parametrize("named", ["Björn", ""])
def test_a_lot_is_drawn(client: FlaskClient, writer: Writer, named: str) -> None:
    """Those who scored alike draw lots: the table says who won, or has it drawn here; once, however often tapped."""
    tied(writer)
    told = text_of(client, "/")
    assert writer.game.script.lot == ("Anna", "Björn")
    assert "Anna, Björn scored alike: draw lots for who begins." in told
    assert ">Pass</button>" not in client.get("/").text
    fields = re.findall(r'name="(token|game|turn)" value="([^"]*)"', client.get("/").text)
    for _ in range(2):
        client.post("/starts", data={**dict(fields), "player": named}, headers=HERE)

    [chosen] = [event.happening for event in writer.ledger.since(4)]
    assert isinstance(chosen, StartChosen)
    assert chosen.player in ({named} if named else {"Anna", "Björn"})
    assert f"{chosen.player} begins." in text_of(client, "/")


def test_a_lot_is_for_those_who_draw(client: FlaskClient, writer: Writer) -> None:
    """Who did not score most cannot begin, and as long as nobody does, nobody can pass or lay."""
    tied(writer)
    fields = dict(re.findall(r'name="(token|game|turn)" value="([^"]*)"', client.get("/").text))

    assert client.post("/starts", data={**fields, "player": "Cilla"}, headers=HERE).status_code == 409
    assert client.post("/passes", data=fields, headers=HERE).status_code == 409
    refused = send(client, "/games/1/turns/4/lay", "/corrections", tiles="0,0=A 1,0=L")
    assert (refused.status_code, "draw lots, and say who begins" in refused.text) == (422, True)
    assert writer.ledger.newest() == 4


def test_a_question_comes_before_the_lot(client: FlaskClient, writer: Writer) -> None:
    """Björn's word ties unless its A bears 2x: that is asked, and no lot; laid by hand, one is told to answer."""
    three(writer, "0,0 > LAS")
    writer.lay("0,-1 v A.T", Question("multiplier:0,-1", (("1", 0.6), ("2", 0.4))))
    writer.tell(Passed())
    before = text_of(client, "/")
    refused = send(client, "/games/1/turns/4/lay", "/corrections", tiles="0,0=A 1,0=L")
    fields = dict(re.findall(r'name="(token|game)" value="([^"]*)"', client.get("/").text))
    lot = client.post("/starts", data={**fields, "turn": "4", "player": "Anna"}, headers=HERE)
    send(client, "/", "/answers", answer="1")

    assert ("draw lots" in before, "begins the next" in before, "clear the table." in before) == (False, False, True)
    assert (refused.status_code, "Who begins depends on an open question" in refused.text) == (422, True)
    assert lot.status_code == 409
    assert "Anna, Björn scored alike: draw lots for who begins." in text_of(client, "/")


def test_no_lot_once_the_game_is_over(client: FlaskClient, writer: Writer) -> None:
    """Nobody begins a round that is not played, so nobody is asked to draw lots for it."""
    tied(writer)
    writer.tell(Ended())

    assert "draw lots" not in text_of(client, "/")
    assert 'action="/starts"' not in client.get("/").text


@pytest.mark.parametrize("is_over", [False, True])
def test_an_older_turn_is_put_right_while_lots_are_to_be_drawn(
    client: FlaskClient, writer: Writer, *, is_over: bool
) -> None:
    """Whose turn it was can be told of an older turn all the same, and who draws lots is reckoned anew."""
    tied(writer)
    if is_over:
        writer.tell(Ended())
    told = send(client, "/games/1/turns/1", "/turn-order", player="Cilla")

    assert told.status_code == 303
    assert [turn.player for turn in writer.game.turns] == ["Cilla", "Anna", "Björn"]
    assert writer.game.script.lot == ("Anna", "Cilla")


DOUBTS = (
    Question("letter:1,-1", (("K", 0.6), ("X", 0.4))),
    Question("value:1,-1", (("3", 0.6), ("8", 0.4))),
    Question("multiplier:1,-1", (("1", 0.6), ("2", 0.4))),
    Question("meaning", (("yes", 0.5), ("no", 0.5)), holds_score=False),
)


def test_cards_are_asked_about_in_words(client: FlaskClient, writer: Writer) -> None:
    """Each question names the card by its number in its word, and shows the word with that card marked."""
    two(writer, "0,0 > LUVA")
    writer.lay("1,-1 v K._", *DOUBTS, picture="t.jpg")
    told, page = text_of(client, "/"), client.get("/").text

    assert "Which letter does card 1 of KU? show? K X" in told
    assert "Which value is printed on card 1 of KU?? 3 8 0 1 2 4" in told
    assert "Does card 1 of KU? bear a mark? no mark 2x 3x" in told
    assert "Card 3 of KU? is a joker: which letter does it stand for? A B C" in told
    assert "Does KU? mean something else than LUVA? Yes No" in told
    assert page.count('class="word-cards"') == 2  # of three questions together, and of the joker
    assert told.index("Card 3 of KU?") < told.index("Which letter does card 1")  # what has to be answered by itself
    assert page.count("pictures/t.jpg") >= 2
    assert "What Anna gets for LUVA" not in told  # whatever is answered, Björn took the U


def test_where_a_value_is_asked_the_way_to_all_values_is_shown(client: FlaskClient, writer: Writer) -> None:
    """Who has compared the list with the cards is not asked value after value: a question of one leads to the list."""
    hint, to_cards = "Compare the list with your cards once", 'href="/decks/kortalfapet"'
    two(writer, "0,0 > LUVA")
    writer.lay("1,-1 v K.L", DOUBTS[0])
    assert hint not in text_of(client, "/")

    writer.lay("1,-1 v K.L", DOUBTS[1])
    assert hint in text_of(client, "/")
    assert to_cards in client.get("/").text


def as_drawn(client: FlaskClient, **changed: str) -> TestResponse:
    """Tap that all cards are as they are drawn."""
    page = client.get("/").text
    form = page[page.index('action="/answers/drawn"') :].partition("</form>")[0]
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form):
        fields.setdefault(name, []).append(html.unescape(value))
    return client.post("/answers/drawn", data={**fields, **changed}, headers=HERE)


def test_one_tap_tells_that_all_cards_are_as_drawn(client: FlaskClient, writer: Writer) -> None:
    """Where several questions are about cards that are drawn as likeliest, one tap answers these, and no others."""
    two(writer, "0,0 > LUVA")
    writer.lay("1,-1 v K._", *DOUBTS)
    assert as_drawn(client).status_code == 303

    told = [event.happening for event in writer.ledger.since(3)]
    assert told == [
        Answered(2, key, drawn) for key, drawn in (("letter:1,-1", "K"), ("value:1,-1", "3"), ("multiplier:1,-1", "1"))
    ]
    assert [question.key for _, question in writer.game.open_questions] == ["meaning", "joker:1,1"]
    assert "/answers/drawn" not in client.get("/").text
    assert "Undo the answers" in text_of(client, "/")


def test_what_one_tap_told_one_tap_undoes(client: FlaskClient, writer: Writer) -> None:
    """Whoever tapped too soon has all of its questions back at once, and what was answered before stays answered."""
    two(writer, "0,0 > LUVA")
    writer.lay("1,-1 v K.L", *DOUBTS, Question("multiplier:1,1", (("1", 0.6), ("2", 0.4))))
    send(client, "/", "/answers", question="multiplier:1,1", answer="2")
    before = writer.game
    as_drawn(client)
    assert send(client, "/", "/undone").status_code == 303

    assert writer.game == before


def test_a_jokers_name_is_undone_with_that_it_is_one(client: FlaskClient, writer: Writer) -> None:
    """One tap tells both, and whoever undoes it is asked both again."""
    two(writer)
    writer.lay("0,0 > K_L", Question("letter:1,0", (("", 0.6), ("U", 0.4))))
    before = writer.game
    send(client, "/", "/answers", question="joker:1,0", answer="A")
    assert not writer.game.open_questions
    send(client, "/", "/undone")

    assert writer.game == before


def test_cards_that_are_asked_about_together_are_read_aloud(client: FlaskClient, writer: Writer) -> None:
    """Who does not see the drawing hears what is to be told of it, with each card in question marked."""
    two(writer, "0,0 > LUVA")
    writer.lay("1,-1 v K2.L", *DOUBTS[:2], Question("multiplier:1,-1", (("2", 0.6), ("1", 0.4))))

    assert 'role="img" aria-label="K 2x (3)?, U (3), L (1)"' in client.get("/").text


def test_a_card_that_is_drawn_otherwise_is_asked_by_itself(client: FlaskClient, writer: Writer) -> None:
    """Where the drawing does not show what is likeliest nothing can be told of the card by a look at it."""
    two(writer, "0,0 > LUVA")
    writer.lay("1,-1 v K.L", DOUBTS[0], Question("value:1,-1", (("8", 0.6), ("3", 0.4))), DOUBTS[2])
    assert as_drawn(client).status_code == 303

    assert [question.key for _, question in writer.game.open_questions] == ["value:1,-1"]


def test_what_was_answered_meanwhile_stays(client: FlaskClient, writer: Writer) -> None:
    """What another screen answered before the tap is not answered again; the other cards are as drawn."""
    two(writer, "0,0 > LUVA")
    writer.lay("1,-1 v K.L", *DOUBTS)
    page = client.get("/").text
    writer.tell(Answered(2, "value:1,-1", "3"))
    form = page[page.index('action="/answers/drawn"') :].partition("</form>")[0]
    fields = re.findall(r'name="(\w+)" value="([^"]*)"', form)
    data = {name: [value for one, value in fields if one == name] for name, _ in fields}

    assert client.post("/answers/drawn", data=data, headers=HERE).status_code == 303
    assert [question.key for _, question in writer.game.open_questions] == ["meaning"]
    assert client.post("/answers/drawn", data=data, headers=HERE).status_code == 409


@pytest.mark.parametrize(
    ("changed", "status"), [({"drawn": "9"}, 409), ({"was": "x"}, 409), ({"game": "7"}, 409), ({"turn": "x"}, 400)]
)
def test_cards_drawn_otherwise_by_now_are_asked_anew(
    client: FlaskClient, writer: Writer, changed: dict[str, str], status: int
) -> None:
    """A tap on a page that shows other cards, another play or another game than there is now tells nothing."""
    two(writer, "0,0 > LUVA")
    writer.lay("1,-1 v K.L", *DOUBTS)

    assert as_drawn(client, **changed).status_code == status
    assert len(writer.game.open_questions) == len(DOUBTS)


@pytest.mark.parametrize(
    ("about", "answer", "written"),
    [
        ("letter:1,-1", "X", "X"),
        ("value:1,-1", "8", "K{8}"),
        ("multiplier:1,-1", "2", "K2"),
        ("meaning", "yes", "K"),
    ],
)
def test_answers_are_written_down(client: FlaskClient, writer: Writer, about: str, answer: str, written: str) -> None:
    """An answer by a tap is one in the game."""
    two(writer, "0,0 > LUVA")
    writer.lay("1,-1 v K.L", *DOUBTS)
    page = client.get("/").text
    token, was = (re.findall(rf'name="{name}" value="([^"]+)"', page)[0] for name in ("token", "was"))
    form = {"token": token, "game": "1", "turn": "2", "question": about, "was": was, "answer": answer}
    assert client.post("/answers", data=form, headers=HERE).status_code == 303
    assert writer.ledger.since(3)[0].happening == Answered(2, about, True if answer == "yes" else answer)
    laid = writer.game.turns[1].move
    assert str(laid.tiles[min(laid.tiles)]) == written  # type: ignore[union-attr]  # it is a play


def test_who_names_a_joker_need_not_say_that_it_is_one(client: FlaskClient, writer: Writer) -> None:
    """Where it is asked of a card whether it is a joker, and for which letter, the letter answers both in one tap."""
    two(writer)
    writer.lay("0,0 > LUV_", Question("letter:3,0", (("", 0.6), ("H", 0.4))))
    page = client.get("/").text
    token, was = (re.findall(rf'name="{name}" value="([^"]+)"', page)[0] for name in ("token", "was"))
    form = {"token": token, "game": "1", "turn": "1", "question": "joker:3,0", "was": was, "answer": "Å"}

    assert client.post("/answers", data=form, headers=HERE).status_code == 303
    assert writer.game.open_questions == ()
    assert writer.game.turns[0].pending == 8


def test_a_word_that_means_the_same_falls(client: FlaskClient, writer: Writer) -> None:
    """If the table says that a word is only the old one bent, it falls, and the old word lives again."""
    two(writer, "0,0 > KATT")
    writer.lay("4,0 > ER", DOUBTS[3])
    writer.tell(Answered(2, "meaning", answer=False))

    assert writer.game.on_turn == "Björn"
    assert "takes the cards back: the word does not count." in text_of(client, "/")
    assert "KATT: 6 if nobody takes a card" in text_of(client, "/")


def test_a_challenge_names_the_cards(client: FlaskClient, writer: Writer) -> None:
    """The verdict on a word that falls says which cards to take up again, and no squares."""
    two(writer, "0,0 > LUVA", "1,-1 v X.X")
    writer.tell(Challenged("Anna", stands=False, words=("XUX",)))
    told = text_of(client, f"/games/1/verdicts/{writer.ledger.newest()}")

    assert "Take these cards up again: X, X." in told
    assert "Lay again what was taken up after it, each card in its place: L, V, A." in told


def test_a_rounds_last_word_falls_when_the_table_is_cleared(client: FlaskClient, writer: Writer) -> None:
    """Its player lays another one on the words of the others, which then lie there no more: that is said."""
    three(writer, "0,0 > LAS", "0,0 v .KT", "1,-1 v X.X")
    writer.tell(Challenged("Anna", stands=False, words=("XAX",)))
    told = text_of(client, f"/games/1/verdicts/{writer.ledger.newest()}")

    assert "Lay again what was taken up after it, each card in its place: L, A, S, K, T." in told


def test_a_rounds_last_word_that_costs_the_turn_brings_nothing_back(client: FlaskClient, writer: Writer) -> None:
    """The next round has begun on a bare table all the same."""
    writer.begin("Anna", "Björn", "Cilla", game="kortalfapet", **{"words.invalid_penalty": "lose_turn"})
    for play in ("0,0 > LAS", "0,0 v .KT", "1,-1 v X.X"):
        writer.lay(play)
    writer.tell(Challenged("Anna", stands=False, words=("XAX",)))
    told = text_of(client, f"/games/1/verdicts/{writer.ledger.newest()}")

    assert "Take these cards up again: X, X." in told
    assert "Lay again" not in told


def test_nobody_is_next_while_lots_are_to_be_drawn(client: FlaskClient, writer: Writer) -> None:
    """The page names nobody, nor does what it sends to devices that tell their owners of their turn."""
    three(writer, "0,0 > LAS", "0,0 v .AS")
    writer.tell(Passed())

    assert "draw lots" in text_of(client, "/")
    assert client.get("/state").json["on_turn"] == ""  # type: ignore[index]  # it is an object
    assert "Next: Anna" not in text_of(client, "/games/1/laying")


def test_what_nobody_took_up_is_not_laid_again(client: FlaskClient, writer: Writer) -> None:
    """In the middle of a round all lies there still."""
    three(writer, "0,0 > LAS", "1,-1 v X.X")
    writer.tell(Challenged("Anna", stands=False, words=("XAX",)))
    told = text_of(client, f"/games/1/verdicts/{writer.ledger.newest()}")

    assert "Take these cards up again: X, X." in told
    assert "Lay again" not in told


def end(writer: Writer) -> None:
    """A game played to its end: the pile is empty, and everybody passed."""
    two(writer, "0,0 > L3UVA", "1,-1 v K.L")
    writer.tell(BagEmptied())
    writer.tell(Passed())
    writer.tell(Passed())


def test_hands_are_told_as_sums(client: FlaskClient, writer: Writer) -> None:
    """What is left in the hands is told as each one's sum; nothing written is nothing left."""
    end(writer)
    page = text_of(client, "/")
    assert ("The pile is empty" in page, "Enter what is left in the hands" in page) == (False, True)
    fields = re.findall(r'name="(token|game|turn|was)" value="([^"]*)"', client.get("/games/1/end").text)
    answer = client.post("/endings", data={**dict(fields), "rack": ["5", ""]}, headers=HERE)

    assert answer.status_code == 303
    assert LeftOver({"Anna": 5, "Björn": 0}) == writer.ledger.since(writer.ledger.newest() - 1)[-1].happening
    assert writer.game.totals == {"Anna": 13, "Björn": 7}
    told = text_of(client, "/games/1")
    assert "Anna wins!" in told
    assert "By words Left in the hand" in told
    assert ">GCG<" not in client.get("/games/1").text


@pytest.mark.parametrize("sent", ["x", "-3", "1.5", "100"])
def test_what_is_no_sum_is_told(client: FlaskClient, writer: Writer, sent: str) -> None:
    """A slip of the finger is answered with what to write, and nothing is written down."""
    end(writer)
    before = writer.ledger.newest()
    fields = re.findall(r'name="(token|game|turn|was)" value="([^"]*)"', client.get("/games/1/end").text)
    answer = client.post("/endings", data={**dict(fields), "rack": [sent, "0"]}, headers=HERE)

    assert answer.status_code == 422
    assert "Anna: write the sum of the cards in the hand, a whole number up to 99." in answer.text
    assert f'value="{sent}"' in answer.text
    assert writer.ledger.newest() == before


def test_a_game_with_cards_is_taken_along(client: FlaskClient, writer: Writer) -> None:
    """Every form but GCG holds it, and JSON and CSV bring it back."""
    end(writer)
    events = writer.ledger.since(0, game=1)
    files = {kind: client.get(f"/games/1/protocol.{kind}") for kind in ("json", "csv", "html", "pdf", "png", "gcg")}

    assert list(from_record(files["json"].text)) == list(events)
    assert list(from_table(files["csv"].text)) == list(events)
    assert "kept LVA" in files["html"].text
    assert "kept LVA" in PdfReader(io.BytesIO(files["pdf"].data)).pages[0].extract_text()
    assert Image.open(io.BytesIO(files["png"].data)).width > 1000
    assert (files["gcg"].status_code, "GCG is for two players on 15 x 15 squares." in files["gcg"].text) == (422, True)
    assert 'class="card-lying letter' in client.get("/games/1/board.svg").text


def test_pages_for_boards_say_that_there_is_none(client: FlaskClient, writer: Writer) -> None:
    """While cards are played, the board's pages say so, and offer the games that have one."""
    two(writer)

    assert "KortAlfapet is played without a board" in text_of(client, "/board")
    assert "KortAlfapet is played with cards" in text_of(client, "/tiles")
    assert 'value="kortalfapet"' not in client.get("/board?game=kortalfapet").text
    assert client.get("/games/1/rack").status_code == 404


def test_setting_up_asks_what_cards_need(client: FlaskClient, writer: Writer) -> None:
    """The form asks for the meaning of words and for no tiles; one player alone is told how many it takes."""
    page = client.get("/games/new/kortalfapet").text
    token = re.findall(r'name="token" value="([^"]+)"', page)[0]
    form = {"token": token, "kind": "kortalfapet", "after": "0", "start": "first", "rack": "7"}
    alone = client.post("/games", data={**form, "player": ["Anna"]}, headers=HERE)

    assert re.findall(r'name="switch:meaning.check" value="(\w+)"', page) == ["warn_same_lemma", "strict", "off"]
    assert not re.findall(r'type="radio" name="(rack|edition|switch:solo.racks|switch:variant)"', page)
    assert alone.status_code == 422
    assert "KortAlfapet is for 2 to 4 players: write as many names." in alone.text
    begun = client.post("/games", data={**form, "player": ["Anna", "Bo"], "switch:meaning.check": "off"}, headers=HERE)
    assert begun.status_code == 303
    assert writer.game.began.switches == {"meaning.check": "off"}
    assert "cards, for 2 to 4" in text_of(client, "/games/new")


def test_the_cards_stand_there_in_words(client: FlaskClient, writer: Writer) -> None:
    """Who does not see the drawing reads each word with its place and way, marks and jokers by name, and what faded."""

    def lying() -> list[str]:
        region = client.get("/state").json["regions"]["lying"]  # type: ignore[index]  # it is an object
        return re.findall("<li>(.*?)</li>", region)

    two(writer, "0,0 > L3UVa")
    assert lying() == ["From 0,0 across: L 3x, U, V, A (joker)"]
    writer.lay("2,0 v .I")

    assert lying() == ["From 2,0 down: V, I", "Plays no more, take up: L 3x, U, A (joker)"]


def test_whose_turn_it_is_waits_for_an_open_score(client: FlaskClient, writer: Writer) -> None:
    """A mark in question decides who begins the round: nobody passes or lays on the page before it is answered."""
    writer.begin("Anna", "Björn", "Cilla", game="kortalfapet")
    writer.lay("0,0 > LUVA", Question("multiplier:0,0", (("1", 0.6), ("3", 0.4))))
    writer.lay("1,-1 v K.LÄ")
    writer.tell(Passed())
    page = client.get("/").text
    form = {"token": re.findall(r'name="token" value="([^"]+)"', page)[0], "game": "1", "turn": "4"}

    assert ">Pass</button>" not in page
    assert client.post("/passes", data=form, headers=HERE).status_code == 409
    writer.tell(Answered(1, "multiplier:0,0", "3"))
    assert ">Pass</button>" in client.get("/").text
