"""Two screens tell something in the same moment: whoever is second is judged by what the first has written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.happenings import (
    Answered,
    BoardTaken,
    Challenged,
    Corrected,
    Ended,
    Inserted,
    LeftOver,
    Passed,
    Removed,
    Renamed,
    Surprised,
    Undone,
)
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Pass
from web.security.pairing import KEY_COOKIE

if TYPE_CHECKING:
    from pathlib import Path

    from pi_referee.game_log.events import Event
    from tests.web.conftest import Built, Writer
    from web import House

HERE = {"Origin": "http://localhost"}
Fields = dict[str, str | list[str]]


def nobody() -> None:
    """Nobody else does anything."""


class Shared(Ledger):
    """The page's log, into which somebody else writes between the page's decision and its writing, once."""

    meanwhile: Callable[[], object] = staticmethod(nobody)

    def append_all(self, *told: Any, **about: Any) -> list[Event]:  # noqa: ANN401  # as the log has it
        """The other's, and then this one's."""
        self._let_others()
        return super().append_all(*told, **about)

    def append_game(self, events: Sequence[Event], *, after: int | None = None) -> int:
        """The other's, and then this one's."""
        self._let_others()
        return super().append_game(events, after=after)

    def _let_others(self) -> None:
        other, self.meanwhile = self.meanwhile, nobody
        other()


@pytest.fixture
def shared(home: Path) -> Iterator[Shared]:
    """The page's log."""
    with Shared(home / "games.sqlite") as ledger:
        yield ledger


@pytest.fixture
def screen(shared: Shared, house: House, built: Built, key: str) -> FlaskClient:
    """A screen that plays."""
    client = built(shared, house).test_client()
    client.set_cookie(KEY_COOKIE, key)
    return client


def opened(screen: FlaskClient, page: str, action: str) -> Fields:
    """What a form of a page is sent with as it stands there."""
    text = screen.get(page).text
    form = text[text.index(f'action="{action}"') :]
    form = form[: form.index("</form>")]
    fields: Fields = {}
    for name, value in re.findall(r'<input[^>]*?name="([^"]+)"[^>]*?value="([^"]*)"', form):
        kept = fields.setdefault(name, [])
        assert isinstance(kept, list)
        kept.append(value)
    return fields


def sent(screen: FlaskClient, action: str, fields: Fields) -> TestResponse:
    """What comes of a form."""
    return screen.post(action, data=fields, headers=HERE)


def told(writer: Writer) -> list[str]:
    """What stands in the log, by its kinds."""
    return [type(event.happening).__name__ for event in writer.ledger.since(0)]


@pytest.mark.parametrize("other", [Removed(1), Undone(), Inserted(1, Pass(), "Björn"), Passed()], ids=repr)
def test_an_end_is_told_of_the_game_as_it_stands(
    screen: FlaskClient, shared: Shared, writer: Writer, other: Removed | Undone | Inserted | Passed
) -> None:
    """Where another screen changed the turns in that moment, no game is ended and no rack counted unseen."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    writer.lay("L10 v RT")
    form = opened(screen, "/games/1/end", "/endings")
    shared.meanwhile = lambda: writer.tell(other)
    answer = sent(screen, "/endings", {**form, "player": ["Anna", "Björn"], "rack": ["A", "B"], "anyway": "yes"})

    assert (answer.status_code, told(writer)[3:]) == (422, [type(other).__name__])
    assert "Somebody has played on in the meantime." in answer.text


def test_racks_that_another_told_otherwise_are_shown(screen: FlaskClient, shared: Shared, writer: Writer) -> None:
    """Of two who count the racks otherwise the second sees what the first told, and does not write over it."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    form = opened(screen, "/games/1/end", "/endings")
    shared.meanwhile = lambda: (writer.tell(Ended()), writer.tell(LeftOver({"Anna": 5, "Björn": 0})))
    answer = sent(screen, "/endings", {**form, "player": ["Anna", "Björn"], "rack": ["", "A"], "anyway": "yes"})

    assert (answer.status_code, told(writer)[2:]) == (422, ["Ended", "LeftOver"])


def test_a_turn_that_is_none_any_more_cannot_be_corrected(screen: FlaskClient, shared: Shared, writer: Writer) -> None:
    """A surprise that another screen says was nothing is no turn: the page says so, and does not break."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    writer.tell(Surprised(1, {Square.parse("I10"): Tile("E"), Square.parse("I11"): Tile("N")}))
    form = opened(screen, "/games/1/turns/2/correct", "/corrections")
    shared.meanwhile = lambda: writer.tell(Answered(2, "explain:1", "void"))
    answer = sent(screen, "/corrections", {**form, "player": "Anna", "tiles": "I10=E I11=N"})

    assert (answer.status_code, told(writer)[3:]) == (404, ["Answered"])


def test_a_correction_is_judged_over_what_lies_there(screen: FlaskClient, shared: Shared, writer: Writer) -> None:
    """A word that was built on letters which another screen takes away in that moment touches nothing: that is said."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    writer.lay("L10 v RT")
    form = opened(screen, "/games/1/turns/2/correct", "/corrections")
    shorter = WrittenPlay.parse("I9 > LÅT").on(draw_position(""))
    shared.meanwhile = lambda: writer.tell(Corrected(1, shorter))
    answer = sent(screen, "/corrections", {**form, "player": "Björn", "tiles": "L10=R L11=O"})

    assert (answer.status_code, told(writer)[3:]) == (422, ["Corrected"])


def test_names_that_became_alike_are_refused(screen: FlaskClient, shared: Shared, writer: Writer) -> None:
    """Two screens that give two players one name in the same moment: the second is told, on the form."""
    writer.begin()
    form = opened(screen, "/games/1/players", "/names")
    shared.meanwhile = lambda: writer.tell(Renamed(("Cilla", "Björn")))
    answer = sent(screen, "/names", {**form, "name": ["Anna", "Cilla"]})

    assert (answer.status_code, told(writer)[1:]) == (422, ["Renamed"])
    assert "Two players have the same name." in answer.text


def test_a_doubt_is_of_somebody_who_plays(screen: FlaskClient, shared: Shared, writer: Writer) -> None:
    """Whoever questions a play and is called otherwise in that moment is asked again: else nobody questioned it."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    form = opened(screen, "/games/1/question", "/challenges")
    fields: Fields = {**form, "by": "Björn", "word:LÅTA": "no"}
    shared.meanwhile = lambda: writer.tell(Renamed(("Anna", "Bo")))
    answer = sent(screen, "/challenges", fields)

    assert (answer.status_code, told(writer)[2:]) == (409, ["Renamed"])
    assert Challenged.__name__ not in told(writer)


def test_what_lies_there_is_not_told_too_late(screen: FlaskClient, shared: Shared, writer: Writer) -> None:
    """Who tells what lies on the board as somebody lays the first word is told so, and not thanked for it."""
    writer.begin()
    form = opened(screen, "/games/1/board", "/boards")
    shared.meanwhile = lambda: writer.lay("I9 > LÅTA")
    answer = sent(screen, "/boards", {**form, "tiles": "I9=L", "points": ["3", "0"]})

    assert (answer.status_code, told(writer)[1:]) == (404, ["PlayLaid"])
    assert BoardTaken.__name__ not in told(writer)


def test_a_game_is_taken_up_as_it_stands(screen: FlaskClient, shared: Shared, writer: Writer) -> None:
    """What another screen corrects in an older game as that is taken up goes on with it; nobody is refused."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    writer.begin("Cilla", "David")
    form = opened(screen, "/games", "/resumed")
    event = Removed(1)
    shared.meanwhile = lambda: shared.append(event, at="2026-11-20T13:00:00+00:00", after=shared.newest(), game=1)
    answer = sent(screen, "/resumed", {**form, "game": "1"})
    resumed = [one.happening for one in writer.ledger.since(0, game=3)]

    assert (answer.status_code, answer.headers["Location"]) == (303, "/games/3/laying")
    assert resumed[-1] == event
