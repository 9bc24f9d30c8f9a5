"""What is on the page, without a browser."""

from __future__ import annotations

import cProfile
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pi_referee.game_log.events import decode
from pi_referee.judge.hints import (
    ANSWER_FIRST,
    LAID_AGAIN,
    MEANWHILE,
    NOTHING_YET,
    PRESSED_TWICE,
    TAKEN_OFF,
    WHO_BEGINS,
)
from pi_referee.judge.play_challenge import BLANK_FIRST, NO_PLAY, TABLE_DECIDES, WHO_ASKS
from pi_referee.protocol.origins import origins
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.happenings import (
    Exchanged,
    LeftOver,
    LookRefused,
    Passed,
    Question,
    TimedOut,
    Undone,
    Withdrawn,
)
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.plays.ruling import Fault, Infraction

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

    from tests.web.conftest import Writer


CALM = {
    "who_asks", "table_decides", "blank_first", "nothing_yet", "taken_off", "laid_again", "meanwhile", "answer_first",
    "pressed_twice",
}  # fmt: skip
"""The codes after which nothing is wrong: somebody is to be told something."""


def text_of(client: FlaskClient, region: str = "", **headers: str) -> str:
    """The words on the page, or in one of its regions, without any markup."""
    if region:
        html = client.get("/state", headers=headers).json["regions"][region]  # type: ignore[index]  # it is an object
    else:
        html = client.get("/", headers=headers).text
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_before_the_first_game_the_page_says_so(client: FlaskClient) -> None:
    """A new referee is no error: the page waits for the first game."""
    assert "No game yet" in text_of(client)


def test_a_game_that_has_begun_shows_who_begins(client: FlaskClient, writer: Writer) -> None:
    """Before the first play there are the players, a protocol without rows, and what to do."""
    writer.begin("Åsa", "Björn")

    assert "Åsa begins. Lay a word across the middle" in text_of(client, "newest")
    assert "The first play is written here." in text_of(client, "protocol")


def test_a_play_has_its_words_and_points(client: FlaskClient, writer: Writer) -> None:
    """The sheet shows each word with its score, the turn's sum and the running total."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    writer.lay("J9 v .L")

    assert "Anna Björn 1 LÅTA 8 +8 8 ÅL 5 +5 5" in text_of(client, "protocol").split("Round ")[1]


def test_the_score_shows_totals_turn_and_lead(client: FlaskClient, writer: Writer) -> None:
    """Whose turn it is and who leads is said in words, not by colour."""
    writer.begin()
    writer.lay("I9 > LÅTA")

    assert "Anna +8 8 points In the lead Björn 0 points Your turn" == text_of(client, "scores")


def test_newer_rounds_stand_above_older_ones(client: FlaskClient, writer: Writer) -> None:
    """The newest turn is where one looks first."""
    writer.begin()
    for _ in range(2):
        writer.tell(Passed())
        writer.tell(Exchanged(2))

    words = text_of(client, "protocol")

    assert words.index("2 passed") < words.index("1 passed")


def test_a_new_blank_shows_its_letter_and_no_value(client: FlaskClient, writer: Writer) -> None:
    """A blank is drawn as what it stands for, in a ring, worth nothing."""
    writer.begin()
    writer.lay("I9 > LaTA")

    tile = re.search(r'data-square="J9".*?</g>', client.get("/state").json["regions"]["tiles"], re.DOTALL)  # type: ignore[index]

    assert tile is not None
    assert "blank-ring" in tile[0]
    assert 'class="value"' not in tile[0]


def test_the_newest_play_is_framed(client: FlaskClient, writer: Writer) -> None:
    """The newest tiles carry a frame of their own, the others none."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    writer.lay("J10 v L")

    tiles = client.get("/state").json["regions"]["tiles"]  # type: ignore[index]

    assert ["J10"] == re.findall(r'class="tile letter new" data-square="(\w+)"', tiles)
    assert tiles.count("mark-new") == 1


def test_a_refusal_names_every_fault_and_what_to_do(client: FlaskClient, writer: Writer) -> None:
    """A play that was not written down is explained in whole sentences, in the reader's language."""
    writer.begin()
    faults = (Infraction(Fault.GAP, (Square.parse("J9"),)), Infraction(Fault.OFF_CENTRE, (Square.parse("I9"),)))
    writer.tell(LookRefused("The new tiles on {squares} do not make a play.", faults))

    words = text_of(client, "newest", **{"Accept-Language": "sv"})

    assert "Ordet har en lucka på J9. Det första ordet ska gå över mittrutan, I9. Rätta till brickorna" in words


def test_a_look_that_saw_nothing_says_where_and_what_to_do(client: FlaskClient, writer: Writer) -> None:
    """The eye's reason is translated, with its squares in their place."""
    writer.begin()
    squares = (Square.parse("H8"), Square.parse("H9"))
    reason, cure = "Tiles that lay on the board are gone: {squares}.", "Put the tiles straight and press again."
    writer.tell(LookRefused(reason, cure=cure, squares=squares))

    assert "Brickor som låg på spelplanen är borta: H8, H9. Lägg brickorna rakt och tryck igen." in text_of(
        client, "newest", **{"Accept-Language": "sv"}
    )


def test_of_many_squares_the_first_few_are_named(client: FlaskClient, writer: Writer) -> None:
    """A lamp mirrored in a sixth of the board is told in one line, not in sixty names."""
    writer.begin()
    squares = tuple(Square(row, column) for row in range(4, 11) for column in range(2, 10))
    writer.tell(LookRefused("It cannot be seen what lies on {squares}.", cure="Press again.", squares=squares))

    assert "what lies on C5, D5, E5, F5, G5, H5, I5, J5, …. Press again." in text_of(client, "newest")


def test_an_open_score_is_marked_and_not_counted(client: FlaskClient, writer: Writer) -> None:
    """As long as a question holds the score, the page shows a question mark and the old total."""
    writer.begin()
    writer.lay("I9 > LOTA", Question("J9", (("O", 0.6), ("Ö", 0.4))))

    assert "Anna + ? 0 points" in text_of(client, "scores")
    assert "The score waits for an answer. ? points" in text_of(client, "newest")
    assert "What lies on J9? O Ö" in text_of(client, "questions")


def test_a_score_that_waits_for_an_older_answer_is_marked_too(client: FlaskClient, writer: Writer) -> None:
    """A word through a letter that somebody has yet to name has no points till then, though nothing is asked of it."""
    writer.begin()
    writer.lay("I9 > LOTA", Question("J9", (("O", 0.6), ("Ö", 0.4))))
    writer.lay("J10 v N")

    assert "Björn + ? 0 points" in text_of(client, "scores")
    assert "Björn played" in text_of(client, "newest")
    assert "The score waits for an answer. ? points" in text_of(client, "newest")
    assert "What lies on J9? O Ö" in text_of(client, "questions")


@pytest.mark.parametrize(
    ("happening", "words"),
    [
        (Passed(), "Björn passed. Next: Anna."),
        (Exchanged(1), "Björn exchanged 1 tile. Next: Anna."),
        (Exchanged(3), "Björn exchanged 3 tiles. Next: Anna."),
        (Withdrawn(), "Anna took the play back. Next: Anna."),
        (Undone(), "The last step was undone. Next: Anna."),
    ],
)
def test_whatever_is_done_is_said(client: FlaskClient, writer: Writer, happening: Passed, words: str) -> None:
    """A turn without tiles is told as plainly as one with them."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    writer.tell(happening)

    assert words == text_of(client, "newest")


@pytest.mark.parametrize(
    "hint",
    [
        NOTHING_YET, TAKEN_OFF, LAID_AGAIN, PRESSED_TWICE, MEANWHILE, ANSWER_FIRST, WHO_BEGINS, WHO_ASKS, TABLE_DECIDES,
        BLANK_FIRST,
    ],
)  # fmt: skip
def test_a_hint_is_no_fault(client: FlaskClient, writer: Writer, hint: LookRefused) -> None:
    """Who pressed where nothing new lay is told what to do now, and not that something is wrong."""
    writer.begin()
    writer.tell(hint)

    assert f"{hint.reason} {hint.cure}" == text_of(client, "newest")
    assert 'class="newest calm"' in client.get("/").text


@pytest.mark.parametrize("code", [code for code in Refusal if code not in CALM])
def test_whether_something_is_wrong_is_in_the_code(client: FlaskClient, writer: Writer, code: Refusal) -> None:
    """What has the code of a fault is told as one, though a hint and a question once had the same words."""
    writer.begin()
    writer.tell(LookRefused(NOTHING_YET.reason, cure=WHO_ASKS.cure, code=code))

    assert "Nothing was written down." in text_of(client, "newest")
    assert 'class="newest refused"' in client.get("/").text


@pytest.mark.parametrize(
    ("body", "tone"),
    [
        ({"reason": NOTHING_YET.reason, "cure": "Lay a word and press the button; to pass, tap Pass here."}, "calm"),
        ({"reason": TABLE_DECIDES.reason, "cure": TABLE_DECIDES.cure}, "calm"),
        ({"reason": NO_PLAY.reason, "cure": NO_PLAY.cure}, "refused"),
        ({"reason": "A sentence that nobody knows."}, "refused"),
    ],
)
def test_a_refusal_from_an_older_log_has_its_old_tone(
    client: FlaskClient, writer: Writer, body: dict[str, str], tone: str
) -> None:
    """A game that was begun before there were codes goes on looking as it did."""
    writer.begin()
    writer.tell(decode("look_refused", json.dumps(body)))

    assert f'class="newest {tone}"' in client.get("/").text


@pytest.mark.parametrize(
    ("locale", "told", "here"),
    [
        ("en", "may play", "here"),
        ("sv", "får spela", "här"),
        ("fi", "saa pelata", "tässä"),
        ("pl", "wolno grać", "tutaj"),
        ("de", "mitspielen darf", "hier"),
        ("ro", "are voie să joace", "aici"),
    ],
)
def test_a_hint_holds_on_screens_that_only_look(app: Flask, writer: Writer, locale: str, told: str, here: str) -> None:
    """Who cannot tap Pass is not told to tap it here, but on which screens it is done."""
    writer.begin()
    writer.tell(NOTHING_YET)
    wanted = {"Accept-Language": locale}
    shown = [app.test_client().get(path, headers=wanted).text for path in ("/", "/look")]
    advice = [re.search(r'<p class="advice">([^<]*)</p>', page) for page in shown]

    assert [bool(found and told in found[1] and here not in found[1].split()) for found in advice] == [True, True]


def test_two_blocked_rounds_end_the_game_with_a_winner(client: FlaskClient, writer: Writer) -> None:
    """At the end nobody is on turn; who won is named once what was left is told, and not before that."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    for _ in range(4):
        writer.tell(Passed())

    assert text_of(client, "newest") == "The game is over. What is left on the racks?"
    assert "Winner" not in text_of(client, "scores")
    writer.tell(LeftOver({"Anna": 2, "Björn": 3}))
    assert text_of(client, "newest") == "Anna wins! 6 points"
    assert "Winner" in text_of(client, "scores")
    assert "Your turn" not in text_of(client, "scores")


def test_the_newest_picture_is_shown_and_sent(client: FlaskClient, writer: Writer, home: Path) -> None:
    """The squared photograph lies beside the log and is sent from there only."""
    (home / "pictures" / "turn-1.jpg").write_bytes(b"a picture")
    (home / "secret.txt").write_text("nobody's business")
    writer.begin()
    writer.lay("I9 > LÅTA", picture="turn-1.jpg")

    assert 'src="/pictures/turn-1.jpg"' in client.get("/").text
    with client.get("/pictures/turn-1.jpg") as sent:
        assert sent.data == b"a picture"
    assert [404] * 3 == [client.get(f"/pictures/{name}").status_code for name in ("x.jpg", "../secret.txt", "%2e%2e")]


def test_names_and_words_are_shown_and_never_run(client: FlaskClient, writer: Writer) -> None:
    """A player may be called anything; it stays a name."""
    writer.begin('<script>alert("A")</script>', "' onload=x ${7*7} {{7*7}}")

    page = client.get("/").text

    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(&#34;A&#34;)&lt;/script&gt;" in page
    assert "{{7*7}}" in page


@pytest.mark.parametrize("game", ["alfapet-sv", "alfapet-fi", "literaki", "scrabble-sv", "scrabble-pl"])
def test_every_board_is_drawn(client: FlaskClient, writer: Writer, game: str) -> None:
    """Each game's board has its squares, its edge and a legend, and nothing is undefined."""
    writer.begin(game=game)

    page = client.get("/").text

    drawn = set(re.findall(r'<path class="(\w+)" d=', page)) - {"grid"}
    assert {"literaki": {"disc", "ring"}}.get(game, {"chip", "disc", "star"}) == drawn
    assert set(re.findall(r'<use href="#(\w+)"', page)) <= set(re.findall(r'<symbol id="(\w+)"', page))
    assert "legend" in page


def test_a_page_without_a_stream_asks_what_is_new(client: FlaskClient, writer: Writer) -> None:
    """Polling answers with nothing as long as nothing happened, then with the whole table."""
    event = writer.begin()

    assert client.get(f"/state?since={event.id}").status_code == 204
    assert client.get("/state?since=0").json["id"] == event.id  # type: ignore[index]
    assert client.get("/state?since=nonsense").json["totals"] == {"Anna": 0, "Björn": 0}  # type: ignore[index]


def test_a_lost_log_is_said_and_found_again(client: FlaskClient, writer: Writer, home: Path) -> None:
    """When the log's file is taken away the page says so in plain words; when it is back, so is the game."""
    writer.begin()
    (home / "games.sqlite").rename(home / "away")

    gone = client.get("/")

    assert gone.status_code == 503
    assert "The log is gone." in gone.text
    assert 'http-equiv="refresh"' in gone.text
    assert client.get("/state?since=0").json["cure"].startswith("Put the file back")  # type: ignore[index]

    (home / "away").rename(home / "games.sqlite")

    assert "Anna" in client.get("/").text


def test_health_is_told_in_a_line(client: FlaskClient, writer: Writer) -> None:
    """Whoever watches over the server gets one line of JSON."""
    writer.begin()
    client.get("/")

    health = client.get("/healthz")

    assert (200, "ok", 1) == (health.status_code, health.json["status"], health.json["newest"])  # type: ignore[index]
    assert health.text.count("\n") <= 1


def test_an_unknown_page_leads_back_to_the_game(client: FlaskClient) -> None:
    """A wrong address is answered with a way back."""
    lost = client.get("/nowhere")

    assert lost.status_code == 404
    assert 'href="/"' in lost.text


@pytest.mark.parametrize(
    ("language", "rows"),
    [
        ("en", "Row 9: I L, J Å, K T, L A (blank) Row 10: J L"),
        ("sv", "Rad 9: I L, J Å, K T, L A (blank) Rad 10: J L"),
        ("fi", "Rivi 9: I L, J Å, K T, L A (tyhjä) Rivi 10: J L"),
        ("pl", "Wiersz 9: I L, J Å, K T, L A (blank) Wiersz 10: J L"),
        ("de", "Zeile 9: I L, J Å, K T, L A (Blanko) Zeile 10: J L"),
        ("ro", "Rândul 9: I L, J Å, K T, L A (joker) Rândul 10: J L"),
    ],
)
def test_the_drawn_board_stands_there_in_words(client: FlaskClient, writer: Writer, language: str, rows: str) -> None:
    """Who does not see the drawing reads each row that is not empty, every letter with its column, blanks by name."""
    writer.begin()
    assert text_of(client, "lying", **{"Accept-Language": "en"}) == "No tile is laid yet."
    writer.lay("I9 > LÅTa")
    writer.lay("J9 v .L")

    assert text_of(client, "lying", **{"Accept-Language": language}) == rows
    assert rows in text_of(client, **{"Accept-Language": language})


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("literaki", "Tiles that were laid and not counted go back to the rack"),
        ("kortalfapet", "Cards that were laid and not counted are taken up again"),
    ],
)
def test_what_lies_there_as_time_is_up_goes_back(client: FlaskClient, writer: Writer, game: str, said: str) -> None:
    """It is said until the next turn, since the next press would count it for somebody else (L11)."""
    writer.begin(game=game)
    writer.tell(TimedOut())
    assert said in text_of(client, "newest")

    writer.tell(Passed())
    assert said not in text_of(client, "newest")


def test_where_turns_come_from_is_found_out_once(client: FlaskClient, writer: Writer) -> None:
    """All pages of a table share it: with many turns and open questions each page took several times as long."""
    writer.begin()
    writer.lay("I9 > LÅTA", Question("I9", (("L", 0.6), ("I", 0.4))), picture="1.jpg")
    writer.lay("J9 v .L", picture="2.jpg")

    with cProfile.Profile() as profile:
        pages = [client.get("/").text, client.get("/state").text, client.get("/look").text]

    assert "1.jpg" in pages[0]
    assert [entry.callcount for entry in profile.getstats() if entry.code is origins.__code__] == [1]
