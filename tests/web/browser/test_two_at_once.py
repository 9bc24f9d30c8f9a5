"""Two people who tell the referee something in the same moment: the first counts, the second is told, nothing twice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect
from werkzeug.test import TestResponse

from pi_referee.rules.course.happenings import (
    Answered,
    Ended,
    Exchanged,
    Explanation,
    Happening,
    LeftOver,
    Passed,
    PlayLaid,
    Question,
    Renamed,
    Surprised,
    TurnSet,
    Undone,
)
from pi_referee.rules.plays.notation import WrittenPlay

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Opened, Writer

HERE = {"Origin": "http://localhost"}
LATE = "The game has gone on meanwhile, so this tap was not written down: nothing is done twice."


def form_of(client: FlaskClient, page: str, action: str) -> dict[str, str]:
    """The hidden fields of a form, as a page had it when somebody looked at it."""
    text = client.get(page).text
    form = text[text.index(f'action="{action}"') :]
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[: form.index("</form>")]))


def send(client: FlaskClient, action: str, fields: dict[str, str], **more: str | list[str]) -> TestResponse:
    """Send a form that was opened before."""
    return client.post(action, data={**fields, **more}, headers=HERE)


@pytest.mark.parametrize("by_another", [Passed(), Exchanged(2), Ended()])
@pytest.mark.parametrize(("action", "more"), [("/passes", {}), ("/exchanges", {"count": "2"})])
def test_a_turn_ended_twice_is_ended_once(
    client: FlaskClient, writer: Writer, by_another: Happening, action: str, more: dict[str, str]
) -> None:
    """Whoever taps for a turn that somebody else has ended is told so, and the next player keeps the turn."""
    writer.begin()
    fields = form_of(client, "/", action)
    writer.tell(by_another)
    answer = send(client, action, fields, **more)

    assert (answer.status_code, LATE in answer.text) == (409, True)
    assert [by_another] == [event.happening for event in writer.ledger.since(1)]


@pytest.mark.parametrize(("action", "more"), [("/passes", {}), ("/exchanges", {"count": "2"}), ("/timeouts", {})])
def test_a_turn_that_is_anothers_by_now_is_not_ended(
    client: FlaskClient, writer: Writer, action: str, more: dict[str, str]
) -> None:
    """Who ends Anna's turn on a page that has not heard yet that it is Cilla's is told, and ends nobody's."""
    writer.begin("Anna", "Bo", "Cilla", **{"turn.seconds": "60"})
    fields = form_of(client, "/", action)
    writer.tell(TurnSet(1, "Cilla"))

    assert send(client, action, fields, **more).status_code == 409
    assert writer.ledger.newest() == 2


def test_what_somebody_undid_is_undone_once(client: FlaskClient, writer: Writer) -> None:
    """Two who undo the same step undo one, and the second reads why."""
    writer.begin()
    writer.tell(Exchanged(1))
    writer.tell(Passed())
    fields = form_of(client, "/", "/undone")
    answers = [send(client, "/undone", fields).status_code for _ in range(2)]

    assert answers == [303, 409]
    assert [Undone()] == [event.happening for event in writer.ledger.since(3)]


def test_a_play_is_taken_back_once(client: FlaskClient, writer: Writer) -> None:
    """Two who take the same play back take one play back."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    fields = form_of(client, "/games/1/turns/1", "/removals")

    assert [303, 409] == [send(client, "/removals", fields).status_code for _ in range(2)]
    assert writer.ledger.newest() == 3


def test_other_leftovers_do_not_take_the_place_of_anothers(client: FlaskClient, writer: Writer) -> None:
    """Who enters other letters than somebody just did reads those first; what was typed stays, and may be saved."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    fields = form_of(client, "/games/1/end", "/endings")
    writer.tell(Ended())
    writer.tell(LeftOver({"Anna": 3, "Björn": 11}))
    answer = send(client, "/endings", fields, rack=["", "ZA"])
    again = re.search(r'name="was" value="([^"]*)"', answer.text)

    assert (answer.status_code, writer.ledger.newest()) == (422, 4)
    assert "Somebody has told in the meantime what is left: Anna −3, Björn −11." in answer.text
    assert 'value="ZA"' in answer.text
    assert again is not None
    assert send(client, "/endings", {**fields, "was": again[1]}, rack=["", "ZA"]).status_code == 303
    assert writer.game.totals == {"Anna": 8, "Björn": -11}


def test_leftovers_of_another_course_are_looked_at_again(client: FlaskClient, writer: Writer) -> None:
    """Who counts the racks when a turn gives way to another one of its number reads that: the racks are others."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    writer.tell(Passed())
    fields = form_of(client, "/games/1/end", "/endings")
    writer.tell(Undone())
    writer.lay("I9 v .E")
    answer = send(client, "/endings", fields, rack=["K", "EZ"])
    again = re.search(r'name="turn" value="([^"]*)"', answer.text)

    assert (answer.status_code, writer.ledger.newest()) == (422, 5)
    assert "Somebody has played on in the meantime." in answer.text
    assert again is not None
    assert send(client, "/endings", {**fields, "turn": again[1]}, rack=["K", "Z"]).status_code == 303


def test_an_answer_while_the_racks_are_counted_is_no_other_course(client: FlaskClient, writer: Writer) -> None:
    """Somebody who answers what a letter is changes no rack: what was counted meanwhile is written down."""
    writer.begin()
    writer.lay("I9 > LOTA", Question("J9", (("O", 0.6), ("Ö", 0.4))))
    fields = form_of(client, "/games/1/end", "/endings")
    writer.tell(Answered(1, "J9", "Ö"))

    assert send(client, "/endings", fields, rack=["K", "Z"]).status_code == 303


def test_two_who_put_names_right_at_once(client: FlaskClient, writer: Writer) -> None:
    """Each changes the names he or she typed: those left as they were stay what the other has made of them."""
    writer.begin("Ana", "Bo", "Cila")
    fields = {"game": "1", "was": ["Ana", "Bo", "Cila"]}
    token = form_of(client, "/games/1/players", "/names")["token"]
    first = client.post("/names", data={**fields, "token": token, "name": ["Anna", "Bo", "Cila"]}, headers=HERE)
    other = client.post("/names", data={**fields, "token": token, "name": ["Ana", "Bo", "Cilla"]}, headers=HERE)

    assert (first.status_code, other.status_code) == (303, 303)
    assert writer.game.players == ("Anna", "Bo", "Cilla")


def test_one_name_that_two_put_right_otherwise(client: FlaskClient, writer: Writer) -> None:
    """Two names were swapped while another took the first of them for a slip: nobody's name is lost by that."""
    writer.begin("Ann", "Bo")
    fields = {"token": form_of(client, "/games/1/players", "/names")["token"], "game": "1", "was": ["Ann", "Bo"]}
    swapped = [client.post("/names", data={**fields, "name": ["Bo", "Ann"]}, headers=HERE) for _ in range(2)]
    other = client.post("/names", data={**fields, "name": ["Anna", "Bo"]}, headers=HERE)

    assert ([one.status_code for one in swapped], other.status_code) == ([303, 303], 409)
    assert (writer.game.players, writer.ledger.newest()) == (("Bo", "Ann"), 2)


@pytest.mark.parametrize("called", [("Björn", "Anna"), ("Björn", "Ann"), ("Ann", "Björn")])
def test_a_rack_is_whose_it_was_told_to_be(client: FlaskClient, writer: Writer, called: tuple[str, str]) -> None:
    """Names are put right while the racks are counted: what Björn has left is taken off Björn, wherever he sits."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    fields = form_of(client, "/games/1/end", "/endings")
    writer.tell(Renamed(called))
    answer = send(client, "/endings", fields, player=["Anna", "Björn"], rack=["", "Z"], anyway="yes")

    assert (answer.status_code, writer.game.deductions["Björn"]) == (303, 10)


def test_an_answer_is_one_of_the_stories_that_were_read(client: FlaskClient, writer: Writer) -> None:
    """A page that still shows what may have happened by an older look answers no later one that tells it otherwise."""
    first, second = (WrittenPlay.parse(text) for text in ("I9 v .E", "L9 v .L"))
    writer.begin("Anna", "Bo", "Cilla")
    writer.lay("I9 > LÅTA")
    plays = [PlayLaid(play.on(writer.game.position)) for play in (first, second)]
    stories = Explanation("forgotten", tuple(plays)), Explanation("forgotten", tuple(reversed(plays)))
    lying = {**writer.game.position.tiles, **plays[0].play.tiles, **plays[1].play.tiles}
    writer.tell(Surprised(1, lying, frozenset(), frozenset(), stories))
    fields = form_of(client, "/", "/answers")
    writer.tell(Undone())
    writer.tell(Surprised(1, lying, frozenset(), frozenset(), stories[::-1]))

    assert send(client, "/answers", fields, answer="0").status_code == 409
    assert send(client, "/answers", form_of(client, "/", "/answers"), answer="0").status_code == 303


def test_two_new_games_at_once_are_told_of_each_other(client: FlaskClient, writer: Writer) -> None:
    """Who begins a game when somebody else just did reads that, with the form as it was, and may insist."""
    names = {"player": ["Cilla", "David"]}
    fields = {**form_of(client, "/games/new/literaki", "/games"), "start": "first"}
    writer.begin()
    answer = send(client, "/games", fields, **names)
    after = re.search(r'name="after" value="(\d+)"', answer.text)

    assert (answer.status_code, writer.ledger.newest()) == (422, 1)
    assert "Somebody has begun another game." in answer.text
    assert 'value="Cilla"' in answer.text
    assert after is not None
    assert send(client, "/games", {**fields, "after": after[1]}, **names).status_code == 303
    assert writer.game.players == ("Cilla", "David")


def test_a_draw_is_told_once(client: FlaskClient, writer: Writer) -> None:
    """After a tie the second tap of the same round is not the next round; who tells it otherwise is told."""
    writer.begin("Anna", "Bo", "Cilla")
    fields = form_of(client, "/games/1/draw", "/draws")
    answers = [send(client, "/draws", fields, tile=["A", "Z", "Z"]) for _ in range(2)]
    other = send(client, "/draws", fields, tile=["Z", "A", "A"])

    assert [answer.headers["Location"] for answer in answers] == ["/games/1/draw"] * 2
    assert (other.status_code, writer.ledger.newest()) == (409, 2)
    assert writer.game.must_draw == ("Bo", "Cilla")


def test_a_form_that_failed_is_not_asked_for_again_by_itself(client: FlaskClient, writer: Writer) -> None:
    """A page that answers a form does not load itself anew, as a page that only shows something does."""
    writer.begin()
    fields = form_of(client, "/", "/passes")
    for broken in ("games.sqlite", "games.sqlite-wal", "games.sqlite-shm"):
        (writer.ledger.path.parent / broken).unlink(missing_ok=True)

    assert ("refresh" in send(client, "/passes", fields).text, "refresh" in client.get("/").text) == (False, True)


@pytest.mark.browser
def test_two_fingers_on_two_screens_end_one_turn(opened: Opened, writer: Writer) -> None:
    """Two who tap Pass before either page has heard of the other: one pass, and the second page says why."""
    writer.begin()
    first, second = opened((390, 844)), opened((1440, 900), scheme="dark")
    for page in (first, second):
        hold_back(page)
    first.get_by_role("button", name="Pass", exact=True).click()
    first.get_by_text("Anna passed.").first.wait_for()
    second.get_by_role("button", name="Pass", exact=True).click()
    second.locator("#trouble").get_by_text("The game has gone on meanwhile").wait_for()
    second.get_by_text("Anna passed.").first.wait_for()

    assert [Passed()] == [event.happening for event in writer.ledger.since(1)]
    second.get_by_role("button", name="Pass", exact=True).click()
    second.get_by_text("Björn passed.").first.wait_for()
    second.locator("#trouble").wait_for(state="hidden")


@pytest.mark.browser
def test_two_who_answer_the_same_question_are_told(opened: Opened, writer: Writer) -> None:
    """The first answer counts; whoever answered otherwise a moment later is told, and sees what counts."""
    writer.begin()
    writer.lay("I9 > LOTA", Question("J9", (("O", 0.6), ("Ö", 0.4))))
    first, second = opened((390, 844)), opened()
    hold_back(second)
    first.get_by_role("button", name="Ö", exact=True).click()
    first.locator(".question").wait_for(state="detached")
    second.get_by_role("button", name="O", exact=True).click()
    second.locator("#trouble").get_by_text("The game has gone on meanwhile").wait_for()

    assert writer.game.totals == {"Anna": 8, "Björn": 0}
    expect(second.locator(".question")).to_have_count(0)


@pytest.mark.browser
def test_two_who_correct_at_once_in_two_browsers(opened: Opened, writer: Writer) -> None:
    """The second to save reads that the turn has changed, keeps the tiles as typed, and may save them over it."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    first, second = opened((390, 844)), opened()
    for page in (first, second):
        page.goto(f"{page.url}games/1/turns/1/correct")
    first.locator("#tiles").fill("I9=M J9=Å K9=T L9=A")
    first.get_by_role("button", name="Save", exact=True).dblclick()
    first.get_by_role("heading", name="Turn 1 was corrected.").wait_for()
    second.locator("#tiles").fill("I9=R J9=Å K9=T L9=A")
    second.get_by_role("button", name="Save", exact=True).click()
    second.get_by_role("alert").filter(has_text="Somebody has changed this turn in the meantime.").wait_for()
    expect(second.locator("#tiles")).to_have_value("I9=R J9=Å K9=T L9=A")
    assert writer.ledger.newest() == 3
    second.get_by_role("button", name="Save", exact=True).click()
    second.get_by_role("heading", name="Turn 1 was corrected.").wait_for()

    assert writer.game.turns[0].ruling is not None
    assert [word.text for word in writer.game.turns[0].ruling.words] == ["RÅTA"]


def hold_back(page: Page) -> None:
    """Let a page hear nothing of what happens elsewhere, as when two tap in the very same moment."""
    page.get_by_text("Live").first.wait_for()
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
