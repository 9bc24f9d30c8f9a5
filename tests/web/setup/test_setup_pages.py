"""The pages of the set-up as they are sent: the empty board, the household's tiles, button and lamp."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from hardware.lamp import Light
from pi_referee.table_link.table_messages import Compared, Failed, Knows, Taught, Trial, Trouble
from pi_referee.watching.page_requests import PATTERNS
from web import House
from web.live.table_client import Blind
from web.setup.hardware_trial import LIGHTS

if TYPE_CHECKING:
    pass

LESSON = Taught("2026-11-20T12:00:00+00:00", "the table", "alfapet-sv", "light", 28)


@dataclass
class Table(Blind):
    """A table that answers what a test says; asked: what it was asked to do."""

    known: Knows = field(default_factory=lambda: Knows(is_there=True))
    compared: Compared = field(default_factory=Compared)
    trial: Trial = field(default_factory=Trial)
    asked: list[str] = field(default_factory=list)

    def compare(self, game: str, edition: str) -> Compared:
        """How the board compares."""
        self.asked.append(f"{game} {edition}")
        return self.compared

    def lessons(self) -> Knows:
        """What is known."""
        return self.known

    def learn(self, game: str, edition: str, how: str) -> Knows:
        """Learn."""
        self.asked.append(f"{game} {edition} {how}")
        return self.known

    def unlearn(self, at: str) -> Knows:
        """Take a lesson back."""
        self.asked.append(f"unlearn {at}")
        return self.known

    def forget(self, at: str) -> Knows:
        """Forget all."""
        self.asked.append(f"forget {at}")
        return self.known

    def try_out(self) -> Trial:
        """Begin a trial."""
        self.asked.append("try")
        return self.trial

    def tried(self) -> Trial:
        """How it stands."""
        return self.trial


@pytest.fixture
def table() -> Table:
    """A table."""
    return Table()


@pytest.fixture
def house(house: House, table: Table) -> House:
    """A house with that table."""
    return replace(house, line=table)


@pytest.fixture
def stranger(app: Flask) -> FlaskClient:
    """A browser that was never paired."""
    return app.test_client()


def send(client: FlaskClient, path: str, **fields: str) -> TestResponse:
    """Send a form from this browser."""
    client.get("/")
    cookie = client.get_cookie("referee")
    assert cookie is not None
    return client.post(path, data={"token": cookie.value, **fields}, headers={"Origin": "http://localhost"})


def test_a_board_that_is_not_seen_is_told_in_the_readers_language(client: FlaskClient, table: Table) -> None:
    """The eye's reason is translated, and a table that does not answer is told."""
    assert "No picture comes." in client.get("/board?look=yes").text
    table.compared = Compared(error=Failed("There is no such game.", "Choose one of those there are."))

    assert "Det finns inget sådant spel." in client.get("/board?look=yes", headers={"Accept-Language": "sv"}).text


def test_a_board_that_is_not_empty_is_not_called_right(client: FlaskClient, table: Table) -> None:
    """What lies there is told first; that the bare squares fit is no reason for green."""
    table.compared = Compared(fits=True, tiles=("H9", "I9"))
    laid = client.get("/board?look=yes").text
    table.compared = Compared(fits=True)
    bare = client.get("/board?look=yes").text

    assert "The board is not empty." in laid
    assert "Something lies on H9, I9" in laid
    assert "right-board" not in laid
    assert '<p class="card right-board">' in bare


def test_the_named_game_is_looked_for(client: FlaskClient, table: Table) -> None:
    """Game and edition are those of the form; what there is not falls back."""
    client.get("/board?look=yes&game=literaki&edition=light")
    client.get("/board?look=yes&game=bridge&edition=pink")

    assert table.asked == ["literaki light", "alfapet-sv light"]


@pytest.mark.parametrize("path", ["/board", "/tiles"])
@pytest.mark.parametrize(("game", "is_hidden"), [("alfapet-sv", False), ("alfapet-fi", True), ("scrabble-sv", True)])
def test_only_editions_that_were_sold_are_offered(
    client: FlaskClient, path: str, game: str, is_hidden: bool
) -> None:  # a case
    """Dark tiles are offered for the Swedish Alfapet alone; for another game they are not even asked about."""
    page = client.get(f"{path}?game={game}&edition=dark").text

    assert ('id="editions" hidden' in page) == is_hidden
    assert f'data-game="{game}" data-edition="{"light" if is_hidden else "dark"}"' in page


def test_a_stranger_looks_and_learns_nothing(stranger: FlaskClient, table: Table) -> None:
    """Only paired browsers may have the table look, learn, forget or blink."""
    stranger.get("/board?look=yes")
    sent = [
        send(stranger, path).status_code for path in ("/tiles/learnt", "/tiles/undone", "/tiles/forgotten", "/trial")
    ]

    assert sent == [403] * 4
    assert stranger.get("/trial/state").status_code == 403
    assert table.asked == []


def test_a_refused_lesson_names_its_squares(client: FlaskClient, table: Table) -> None:
    """The sentence is the reader's, with the squares in it and marked, and who is sure may insist."""
    says = "The tile {squares} is named {letter}, but looks like {other}."
    table.known = Knows(is_there=True, trouble=Trouble(says, "", "B6", "A", "Å", may_believe=True))
    answer = send(client, "/tiles/learnt", game="alfapet-sv", how="nonsense")

    assert answer.status_code == 422
    assert "The tile B6 is named A, but looks like Å." in answer.text
    assert 'data-square="B6"' in answer.text
    assert "They lie right: learn them" in answer.text
    assert table.asked == ["alfapet-sv light table"]


def test_the_table_is_told_which_lesson_was_shown(client: FlaskClient, table: Table) -> None:
    """Only the lesson that the page showed is taken back, and only lessons that it showed are forgotten."""
    table.known = Knows(is_there=True, letters="A", lessons=(LESSON,))
    page = client.get("/tiles").text
    forms = [page[page.index(f'action="/tiles/{path}"') :] for path in ("undone", "forgotten")]
    for path in ("undone", "forgotten"):
        send(client, f"/tiles/{path}", at=LESSON.at)

    assert [f'name="at" value="{LESSON.at}"' in form[: form.index("</form>")] for form in forms] == [True, True]
    assert table.asked == [f"unlearn {LESSON.at}", f"forget {LESSON.at}"]


def test_every_pattern_of_the_trial_is_explained() -> None:
    """The page has a line for each light, in the lamp's own order."""
    assert tuple(LIGHTS) == tuple(light.name for light in PATTERNS)
    assert set(LIGHTS) | {Light.DARK.name} == {light.name for light in Light}


def test_the_trial_is_followed(client: FlaskClient, table: Table) -> None:
    """Which light is shown, and that somebody pressed."""
    assert send(client, "/trial").status_code == 303
    table.trial = Trial("FAULT", has_button=True, is_pressed=True, is_there=True)

    assert table.asked == ["try"]
    assert client.get("/trial/state").json == {"light": "FAULT", "pressed": True, "there": True}
    assert "The button was pressed. It works." in client.get("/trial").text


def test_the_trial_speaks_of_a_lamp_only_where_one_is(client: FlaskClient, table: Table) -> None:
    """Its patterns are of no use where none shows them; where nobody answers, nothing is known of it."""
    said = []
    for trial in (Trial(has_lamp=True, is_there=True), Trial(is_there=True), Trial()):
        table.trial = trial
        page = client.get("/trial").text
        said.append(("The lamp shows its patterns" in page, "No lamp is connected here." in page))

    assert said == [(True, False), (False, True), (False, False)]
