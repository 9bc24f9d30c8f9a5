"""Putting the protocol right: evidence, corrections, forgotten plays, and what they change."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pi_referee.errors import NotationError
from pi_referee.judge.hints import NOTHING_YET
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.course.happenings import (
    Answered,
    BagEmptied,
    Challenged,
    Corrected,
    Ended,
    Exchanged,
    Explanation,
    Happening,
    Inserted,
    LeftOver,
    Passed,
    PlayLaid,
    Question,
    Removed,
    Surprised,
    TimedOut,
    Undone,
    WentOut,
    Withdrawn,
)
from pi_referee.rules.course.standing import Status
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.notation import WrittenPlay
from tests.web.conftest import NOON
from web.editing.play_text import read_spelling, spell

if TYPE_CHECKING:
    from tests.web.conftest import Writer

ALFAPET = ruleset("alfapet-sv")


def form_of(client: FlaskClient, path: str, action: str) -> dict[str, str]:
    """The hidden fields and the text of a form on a page."""
    page = client.get(path).text
    start = page.index(f'action="{action}"')
    form = page[start : page.index("</form>", start)]
    fields = re.findall(r'<input[^>]* name="(\w+)"(?: id="\w+")? value="([^"]*)"(?! ?>?<span)', form)
    checked = re.findall(r'name="(player)" value="([^"]*)" checked', form)
    return {name: html.unescape(value) for name, value in [*fields, *checked]}


def send(client: FlaskClient, path: str, action: str, **changed: str) -> TestResponse:
    """Open a page, change what is given, and send one of its forms."""
    fields = {**form_of(client, path, action), **changed}
    return client.post(action, data=fields, headers={"Origin": "http://localhost"})


def two_plays(writer: Writer) -> None:
    """Anna lays LÅTA, Björn makes it LÅTAR."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    writer.lay("M9 > R")


@pytest.mark.parametrize("text", ["H8 > ABC", "I9 v OVI", "#J14 K14 > HÅrD", "F12 v LÄ/TTAR", "H8 > A_C"])
def test_a_spelling_is_the_play(text: str) -> None:
    """What the editor sends is the very play, whatever lies in it."""
    play = WrittenPlay.parse(text).on(EMPTY)

    assert play == read_spelling(spell(play), EMPTY, ALFAPET)


@pytest.mark.parametrize("text", ["", "I9", "I9=", "Z99=A", "I9=AB", "I9=<", "H1=# H2=#", "I9=>", "I9=A " * 200])
def test_nonsense_is_no_spelling(text: str) -> None:
    """What is no play is refused with what to do, before anything is written."""
    with pytest.raises(NotationError) as refused:
        read_spelling(text, EMPTY, ALFAPET)

    assert refused.value.cure


def test_a_row_opens_its_arithmetic(client: FlaskClient, writer: Writer) -> None:
    """Behind each row stand its words, letter by letter and premium by premium."""
    two_plays(writer)
    page = client.get("/games/1/turns/1").text

    assert 'href="/games/1/turns/1"' in client.get("/").text
    assert "LÅTA" in page
    assert "Letters: 8" in page


def test_what_was_read_and_answered_is_shown(client: FlaskClient, writer: Writer) -> None:
    """A doubt stays visible with how likely each reading was, and so does who settled it."""
    writer.begin()
    writer.lay("I9 > LOTA", Question("J9", (("O", 0.61), ("Ö", 0.38))), picture="turn.jpg")
    writer.tell(Answered(1, "J9", "Ö"))
    page = client.get("/games/1/turns/1").text

    assert "61 %" in page
    assert "somebody said so" in page
    assert 'viewBox="9 8 1 1"' in page


@pytest.mark.parametrize("path", ["/games/1/turns/3", "/games/1/turns/0", "/games/2/turns/1", "/games/1/changes/1"])
def test_what_there_is_not_is_not_found(client: FlaskClient, writer: Writer, path: str) -> None:
    """A turn, game or change that does not exist is a plain page, not a fault."""
    two_plays(writer)

    assert client.get(path).status_code == 404


def test_a_huge_number_is_not_found(client: FlaskClient, writer: Writer) -> None:
    """A number no log can hold does no harm."""
    two_plays(writer)

    assert client.get(f"/games/{10**30}/turns/{10**30}").status_code == 404


def test_a_correction_scores_everything_anew(client: FlaskClient, writer: Writer) -> None:
    """A letter put right changes that turn and the longer word laid after it, and the page tells both."""
    two_plays(writer)
    answer = send(client, "/games/1/turns/1/correct", "/corrections", tiles="I9=M J9=Å K9=T L9=A")
    page = client.get(answer.headers["Location"]).text

    assert answer.status_code == 303
    assert [turn.ruling.words[0].text for turn in writer.game.turns if turn.ruling] == ["MÅTA", "MÅTAR"]
    assert "Turn 1 was corrected." in page
    assert page.count("MÅTAR") == 1


def test_the_player_can_be_corrected(client: FlaskClient, writer: Writer) -> None:
    """A play written for the wrong player moves to the other, with its points."""
    two_plays(writer)
    send(client, "/games/1/turns/1/correct", "/corrections", player="Björn")

    assert writer.game.totals["Anna"] == 0


def test_a_forgotten_play_is_put_in(client: FlaskClient, writer: Writer) -> None:
    """A play nobody pressed for stands where it was laid, and what came after is scored on top of it."""
    two_plays(writer)
    answer = send(client, "/games/1/turns/2/insert", "/corrections", tiles="I10=E", player="Björn")

    assert answer.status_code == 303
    assert [turn.player for turn in writer.game.turns] == ["Anna", "Björn", "Björn"]
    assert "was put in as turn 2" in client.get(answer.headers["Location"]).text


def test_an_earlier_play_is_taken_back(client: FlaskClient, writer: Writer) -> None:
    """Taking a play back leaves the later one, named as one that may not lie so."""
    two_plays(writer)
    answer = send(client, "/games/1/turns/1", "/removals")

    assert [turn.status for turn in writer.game.turns] == [Status.WITHDRAWN, Status.ILLEGAL]
    assert "taken back" in client.get(answer.headers["Location"]).text


def test_what_was_put_right_is_not_told_as_just_played(client: FlaskClient, writer: Writer) -> None:
    """An older turn's correction names itself; a play it made unlawful keeps its word, and its tiles are marked.

    LÅTA with R at its end and E under L; LÅT instead of LÅTA leaves the R alone.
    """
    two_plays(writer)
    writer.tell(Passed())
    writer.tell(Corrected(1, WrittenPlay.parse("I9 > LÅT").on(EMPTY)))
    regions = client.get("/state?since=-1").get_json()["regions"]

    assert "Turn 1 was corrected." in regions["newest"]
    assert "Turn 2, Björn: " in regions["newest"]
    assert "Anna played" not in regions["newest"]
    assert "not allowed" in regions["protocol"]
    assert "<b>R</b>" in regions["protocol"]
    assert 'class="amiss-mark wrong" data-square="M9"' in regions["tiles"]


@pytest.mark.parametrize(
    ("tiles", "says", "stands"),
    [
        ("I10=E", "LE 2 · 2 points.", True),
        ("A1=E", "The word touches nothing that lies there. A word has at least two letters.", False),
        ("Z99=E", "Z99: There is no such square.", False),
        ("I10=Ñ", "This game has no tile Ñ (I10).", False),
    ],
)
def test_a_draft_is_scored_and_not_kept(
    client: FlaskClient, writer: Writer, tiles: str, says: str, stands: bool
) -> None:
    """What a play would score is told while it is written, with what stands against it; nothing is written down."""
    two_plays(writer)
    told = client.get("/games/1/preview", query_string={"kind": "lay", "turn": 3, "player": "Anna", "tiles": tiles})

    assert told.json == {"says": says, "stands": stands}
    assert writer.ledger.newest() == 3


def test_a_change_can_be_undone(client: FlaskClient, writer: Writer) -> None:
    """The newest change is undone by one tap beside what it changed; a second tap undoes nothing more."""
    two_plays(writer)
    before = writer.game.totals
    shown = send(client, "/games/1/turns/1", "/removals").headers["Location"]
    fields = form_of(client, shown, "/undone")
    for _ in range(2):
        client.post("/undone", data=fields, headers={"Origin": "http://localhost"})

    assert before == writer.game.totals
    assert writer.ledger.newest() == 5


def test_a_correction_against_the_rules_is_asked_back(client: FlaskClient, writer: Writer) -> None:
    """A play that may not lie so comes back with every fault, and is only written if somebody insists."""
    two_plays(writer)
    refused = send(client, "/games/1/turns/1/correct", "/corrections", tiles="A1=L B1=Å C1=T D1=A")

    assert refused.status_code == 422
    assert "The first word must cover the centre, I9." in refused.text
    assert writer.ledger.newest() == 3
    assert "A1=L B1=Å C1=T D1=A" in refused.text
    assert "keeps the play as it lies: it scores nothing while a rule stands against it" in refused.text

    insisted = send(client, "/games/1/turns/1/correct", "/corrections", tiles="A1=L B1=Å C1=T D1=A", anyway="yes")

    assert insisted.status_code == 303


def test_more_tiles_than_the_box_holds_are_asked_back(client: FlaskClient, writer: Writer) -> None:
    """A play of two Q where there is one is a slip of the finger; a box may differ, so one may insist."""
    writer.begin()
    query = {"kind": "lay", "turn": 1, "player": "Anna", "tiles": "I9=Q J9=Q"}
    told = client.get("/games/1/preview", query_string=query)
    refused = send(client, "/games/1/turns/1/lay", "/corrections", tiles="I9=Q J9=Q")

    assert told.json == {"says": "The box holds fewer of these: Q (1).", "stands": False}
    assert (422, 1) == (refused.status_code, writer.ledger.newest())
    assert "The box holds fewer of these: Q (1)." in refused.text

    send(client, "/games/1/turns/1/lay", "/corrections", tiles="I9=Q J9=Q", anyway="yes")

    assert len(writer.game.turns) == 1


@pytest.mark.parametrize(
    ("tiles", "told"),
    [("", "Ingen bricka är lagd än."), ("Z99=A", "Z99: Det finns ingen sådan ruta."), ("I9=AB", "AB: Det finns ingen")],
)
def test_what_is_no_play_is_told_in_the_readers_language(
    client: FlaskClient, writer: Writer, tiles: str, told: str
) -> None:
    """Whoever saves nothing at all, or nonsense, reads in their own language what to do."""
    two_plays(writer)
    client.set_cookie("language", "sv")

    answer = send(client, "/games/1/turns/1/correct", "/corrections", tiles=tiles)

    assert (422, True) == (answer.status_code, told in answer.text)


def test_two_who_correct_at_once_do_not_undo_each_other(client: FlaskClient, writer: Writer) -> None:
    """Whoever saves second is told, keeps what was typed, and can save over the turn as it is now."""
    two_plays(writer)
    mine = form_of(client, "/games/1/turns/1/correct", "/corrections")
    writer.tell(Corrected(1, WrittenPlay.parse("I9 > MÅTA").on(EMPTY)))
    answer = client.post(
        "/corrections", data={**mine, "tiles": "I9=R J9=Å K9=T L9=A"}, headers={"Origin": "http://localhost"}
    )

    assert answer.status_code == 422
    assert "Somebody has changed this turn in the meantime." in answer.text
    assert "I9=R J9=Å K9=T L9=A" in answer.text
    assert writer.ledger.newest() == 4


@pytest.mark.parametrize(
    ("path", "tiles"), [("/games/1/turns/1/correct", "I9=M J9=Å K9=T L9=A"), ("/games/1/turns/3/lay", "L10=R L11=M")]
)
def test_a_double_tap_corrects_once(client: FlaskClient, writer: Writer, path: str, tiles: str) -> None:
    """The same form sent twice is one thing done."""
    two_plays(writer)
    fields = {**form_of(client, path, "/corrections"), "tiles": tiles}
    answers = [client.post("/corrections", data=fields, headers={"Origin": "http://localhost"}) for _ in range(2)]

    assert [303, 303] == [answer.status_code for answer in answers]
    assert writer.ledger.newest() == 4


def test_a_play_written_while_its_turn_was_ended_is_told_so(client: FlaskClient, writer: Writer) -> None:
    """Whoever still writes when somebody ends the turn reads that the game went on, and whose play it would be now."""
    writer.begin()
    fields = {**form_of(client, "/games/1/turns/1/lay", "/corrections"), "tiles": "I9=L J9=Å K9=T L9=A"}
    writer.tell(Passed())
    answer = client.post("/corrections", data=fields, headers={"Origin": "http://localhost"})

    assert (answer.status_code, writer.ledger.newest()) == (422, 2)
    assert "Somebody has played on in the meantime. Look at the game first." in answer.text
    assert '<p class="who">Björn</p>' in answer.text


def test_a_play_can_be_written_by_hand(client: FlaskClient, writer: Writer) -> None:
    """Where no camera looks, a player writes the play, and the same rules score it."""
    writer.begin()
    send(client, "/games/1/turns/1/lay", "/corrections", tiles="I9=L J9=Å K9=T L9=A")

    assert isinstance(writer.ledger.since(1)[0].happening, PlayLaid)
    assert writer.game.totals["Anna"] == 8


def test_a_tap_passes_once(client: FlaskClient, writer: Writer) -> None:
    """A pass by tap is the pass of the player on turn; a second tap is not the next player's."""
    writer.begin()
    fields = form_of(client, "/", "/passes")
    for _ in range(2):
        client.post("/passes", data=fields, headers={"Origin": "http://localhost"})

    assert [Passed()] == [event.happening for event in writer.ledger.since(1)]


@pytest.mark.parametrize(("count", "status"), [("3", 303), ("0", 400), ("8", 400), ("x", 400)])
def test_tiles_are_changed_by_a_tap(client: FlaskClient, writer: Writer, count: str, status: int) -> None:
    """As many tiles may be changed as the rack holds."""
    writer.begin()

    assert send(client, "/", "/exchanges", count=count).status_code == status
    assert [Exchanged(3)] * (status == 303) == [event.happening for event in writer.ledger.since(1)]


@pytest.mark.parametrize(
    "changed", [{"kind": "x"}, {"turn": "9"}, {"turn": "x"}, {"game": "7"}, {"player": "Zoë"}, {"tiles": "<b>"}]
)
def test_a_senseless_form_writes_nothing(client: FlaskClient, writer: Writer, changed: dict[str, str]) -> None:
    """A form nobody's page made is refused, and the log stays as it is."""
    two_plays(writer)

    assert send(client, "/games/1/turns/1/correct", "/corrections", **changed).status_code in {400, 404, 422}
    assert writer.ledger.newest() == 3


def test_an_older_game_can_be_corrected_too(client: FlaskClient, writer: Writer) -> None:
    """A game that is over for long can still be put right; the new one is not touched."""
    two_plays(writer)
    writer.begin("Cecilia", "David")
    send(client, "/games/1/turns/1", "/removals")

    assert [Removed(1)] == [event.happening for event in writer.ledger.since(4, game=1)]
    assert writer.game.turns == ()


def test_what_was_written_by_hand_was_not_read(client: FlaskClient, writer: Writer) -> None:
    """Behind a play without a photograph nobody claims that the camera was sure of a letter."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    writer.lay("M9 > R", picture="two.jpg")
    by_hand, seen = (client.get(f"/games/1/turns/{turn}").text for turn in (1, 2))

    assert ("What was written by hand" in by_hand, "What was read" in by_hand, ">sure<" in by_hand) == (
        True,
        False,
        False,
    )
    assert ("What was written by hand" in seen, "What was read" in seen, ">sure<" in seen) == (False, True, True)


def test_an_inserted_play_moves_the_evidence_with_its_turn(client: FlaskClient, writer: Writer) -> None:
    """After a play was put in, every photograph still stands behind its own turn."""
    writer.begin()
    writer.lay("I9 > LÅTA", picture="one.jpg")
    writer.lay("M9 > R", picture="two.jpg")
    writer.tell(Inserted(2, WrittenPlay.parse("I10 v E").on(EMPTY), "Björn"))

    assert ["one.jpg" in client.get("/games/1/turns/1").text, "two.jpg" in client.get("/games/1/turns/3").text] == [
        True,
        True,
    ]
    assert ".jpg" not in client.get("/games/1/turns/2").text


@pytest.mark.parametrize(
    "happening", [Passed(), Exchanged(2), Answered(1, "J9", "Ö"), Challenged("Björn", stands=False, words=("LOTA",))]
)
def test_a_slip_of_the_finger_is_undone_on_the_table(
    client: FlaskClient, writer: Writer, happening: Passed | Exchanged | Answered | Challenged
) -> None:
    """Whoever did not mean a tap or a press takes it back beside the board; tapped twice it undoes nothing more."""
    writer.begin()
    writer.lay("I9 > LOTA", Question("J9", (("O", 0.6), ("Ö", 0.4))))
    before = writer.game
    writer.tell(happening)
    fields = form_of(client, "/", "/undone")
    for _ in range(2):
        client.post("/undone", data=fields, headers={"Origin": "http://localhost"})

    after = writer.game
    assert (after.totals, after.on_turn, after.turns) == (before.totals, before.on_turn, before.turns)
    assert [happening, Undone()] == [event.happening for event in writer.ledger.since(2)]


def test_a_press_is_undone_as_a_whole(client: FlaskClient, writer: Writer) -> None:
    """A word laid anew is two things in the log: one tap brings back the word before it, and shows that."""
    writer.begin()
    writer.lay("I9 > LOTA")
    laid = writer.lay("I10 v M", picture="one.jpg")
    before, anew = writer.game, PlayLaid(WrittenPlay.parse("J10 v S").on(EMPTY))
    writer.ledger.append_all([Withdrawn(), anew], at=NOON, after=laid.id, picture="two.jpg")
    fields = form_of(client, "/", "/undone")
    shown = client.post("/undone", data=fields, headers={"Origin": "http://localhost"})
    changed = client.get(shown.headers["Location"]).text

    assert (writer.game.totals, writer.game.turns) == (before.totals, before.turns)
    assert writer.ledger.newest() == laid.id + 4
    assert "OS" in changed
    assert "LM" in changed or "OM" in changed


def test_an_explanation_is_undone_alone(client: FlaskClient, writer: Writer) -> None:
    """What a press took for explained is asked about after one tap, and the look is undone by the next."""
    writer.begin()
    laid = writer.lay("I9 > LOTA")
    surprise = Surprised(1, writer.game.position.tiles, explanations=(Explanation("shifted"),))
    told: list[Happening] = [surprise, Answered(2, "explain:1", "0")]
    writer.ledger.append_all(told, at=NOON, after=laid.id, picture="two.jpg")
    client.post("/undone", data=form_of(client, "/", "/undone"), headers={"Origin": "http://localhost"})

    assert [question.key for _, question in writer.game.open_questions] == ["explain:1"]


@pytest.mark.parametrize(
    ("happening", "button"),
    [
        (Passed(), "Undo the pass"),
        (Exchanged(2), "Undo the exchange"),
        (TimedOut(), "Undo: time was up"),
        (Answered(1, "J9", "Ö"), "Undo the answer"),
        (Challenged("Björn", stands=True), "Undo the verdict"),
        (BagEmptied(), "Undo: the bag is empty"),
        (WentOut("Anna"), "Undo: a rack is empty"),
        (Ended(), "Undo the end of the game"),
        (LeftOver({"Anna": 3, "Björn": 4}), "Undo what was left on the racks"),
    ],
)
def test_the_button_says_what_it_undoes(client: FlaskClient, writer: Writer, happening: Happening, button: str) -> None:
    """A look refused since is the newest that the page tells, and nobody may take that for what is undone."""
    writer.begin()
    writer.lay("I9 > LOTA", Question("J9", (("O", 0.6), ("Ö", 0.4))))
    writer.tell(happening)
    writer.tell(NOTHING_YET)

    assert f">{button}</button>" in client.get("/").text


def test_there_is_nothing_to_undo_before_the_first_turn(client: FlaskClient, writer: Writer) -> None:
    """A game that has only begun stays; the first play can be undone beside it."""
    writer.begin()
    assert "/undone" not in client.get("/").text
    writer.lay("I9 > LÅTA")

    assert "/undone" in client.get("/").text


def test_a_game_ended_too_early_goes_on(client: FlaskClient, writer: Writer) -> None:
    """Who ended the game by mistake undoes first what was left on the racks, then the end."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    writer.tell(Ended())
    writer.tell(LeftOver({"Anna": 3, "Björn": 4}))
    for _ in range(2):
        fields = form_of(client, "/", "/undone")
        client.post("/undone", data=fields, headers={"Origin": "http://localhost"})

    assert (bool(writer.game.ended), writer.game.on_turn, writer.game.totals["Anna"]) == (False, "Björn", 8)


def test_a_form_that_was_overtaken_says_so(client: FlaskClient, writer: Writer) -> None:
    """Who loads the form anew after that turn was played is told that the game has gone on; other turns are none."""
    writer.begin()
    writer.tell(Passed())
    answers = [client.get(f"/games/1/turns/{turn}/lay") for turn in (0, 1, 2, 3)]

    assert [answer.status_code for answer in answers] == [404, 409, 200, 404]
    assert "Somebody was faster" in answers[1].text
