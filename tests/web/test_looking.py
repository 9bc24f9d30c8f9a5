"""What the page makes of a look: the camera's page, a board laid again, letters left over - without a camera."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import expect
from werkzeug.test import TestResponse

from pi_referee.table_link import corners
from pi_referee.table_link.corners import Corners, Points
from pi_referee.table_link.status import Condition, keep
from pi_referee.table_link.table_messages import Advice, Glimpse, Lying
from web import House
from web.live.table_client import Blind

if TYPE_CHECKING:
    from tests.web.conftest import Opened, Writer

HERE = {"Origin": "http://localhost"}
BOARD: Points = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
SHOWN = "0.1,0.1 0.9,0.1 0.9,0.9 0.1,0.9"
JPEG = b"\xff\xd8picture"


@dataclass
class Told(Blind):
    """A table that sees what a test says."""

    glimpse: Glimpse = field(default_factory=Glimpse)
    lying: Lying = field(default_factory=Lying)

    def look(self) -> tuple[Glimpse, bytes]:
        """What the camera sees."""
        return self.glimpse, JPEG

    def read(self) -> tuple[Lying, bytes]:
        """What lies on the board."""
        return self.lying, JPEG


@pytest.fixture
def line() -> Told:
    """A table that sees nothing yet."""
    return Told()


@pytest.fixture
def house(house: House, home: Path, line: Told) -> House:
    """A house with that table."""
    return replace(house, line=line, condition=home / "table.json")


@pytest.fixture
def stranger(app: Flask) -> FlaskClient:
    """A browser that was never paired."""
    return app.test_client()


def send(client: FlaskClient, path: str, **fields: str) -> TestResponse:
    """Send a form from this browser."""
    client.get("/")
    cookie = client.get_cookie("referee")
    assert cookie is not None
    return client.post(path, data={"token": cookie.value, **fields}, headers=HERE)


def sees(client: FlaskClient, language: str = "en") -> dict[str, object]:
    """What is told beside a picture."""
    answer = client.get("/preview.jpg", headers={"Accept-Language": language})
    found: dict[str, object] = json.loads(answer.headers["Referee-Sees"])
    return found


def test_a_picture_tells_where_the_board_is(client: FlaskClient, line: Told) -> None:
    """Beside the picture stand the outline and what it means."""
    line.glimpse = Glimpse(BOARD)

    assert sees(client) == {
        "outline": [list(point) for point in BOARD],
        "corners": "",
        "board": "The board is found.",
        "cure": "",
        "advice": None,
    }


def test_a_board_that_is_not_found_is_told_in_the_readers_language(client: FlaskClient, line: Told) -> None:
    """The eye's reason and what to do are translated like everything else."""
    line.glimpse = Glimpse(
        says="There is hardly an edge in the picture.", cure="See that the lens is free and the room lit."
    )
    told = sees(client, "sv")

    assert told["outline"] is None
    assert "edge" not in str(told["board"])
    assert told["cure"] != line.glimpse.cure


@pytest.mark.parametrize(
    ("advice", "shown"),
    [
        (None, None),
        ((), []),
        (
            (Advice("dark", "Too dim.", "Put a light on."), Advice("glare", "It shines.", squares=("H8", "I8"))),
            ["Too dim. Put a light on.", "It shines. (H8, I8)"],
        ),
    ],
)
def test_advice_is_passed_on(
    client: FlaskClient, line: Told, advice: tuple[Advice, ...] | None, shown: list[str] | None
) -> None:
    """What the table advises is shown; a table that never advises is told from one that has nothing to say."""
    line.glimpse = Glimpse(BOARD, advice=advice)

    assert sees(client)["advice"] == shown


@pytest.mark.parametrize(("when", "always"), [("needed", False), ("always", True), ("nonsense", False)])
def test_corners_are_kept_and_forgotten(client: FlaskClient, home: Path, when: str, *, always: bool) -> None:
    """What was shown is kept in a file for the eye, told on the page, and forgotten by one tap."""
    assert send(client, "/corners", corners=SHOWN, when=when).status_code == 303
    kept = corners.read(home / "corners.json")
    page = client.get("/camera").text
    send(client, "/corners/forgotten")

    assert kept is not None
    assert (kept.points, kept.always) == (BOARD, always)
    assert "You have shown the corners" in page
    assert corners.read(home / "corners.json") is None
    assert "You have shown the corners" not in client.get("/camera").text


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ("0.9,0.1 0.1,0.1 0.9,0.9 0.1,0.9", 422),
        ("0.1,0.1 0.9,0.1 0.3,0.3 0.1,0.9", 422),
        ("0.1,0.1 0.11,0.1 0.11,0.11 0.1,0.11", 422),
        ("0.1,0.1 1.9,0.1 0.9,0.9 0.1,0.9", 422),
        ("nan,0.1 0.9,0.1 0.9,0.9 0.1,0.9", 422),
        ("0.1,0.9 0.9,0.9 0.9,0.1 0.1,0.1", 422),
        ("0.1,0.1 0.9,0.1 0.9,0.9", 400),
        ("a,b c,d e,f g,h", 400),
        ("0.1 0.9 0.9 0.1", 400),
        ("", 400),
    ],
)
def test_corners_no_board_can_have_are_sent_back(client: FlaskClient, home: Path, sent: str, status: int) -> None:
    """Crossed, dented, tiny, mirrored or missing corners are refused, and what was kept before stays."""
    send(client, "/corners", corners=SHOWN)

    assert send(client, "/corners", corners=sent).status_code == status
    kept = corners.read(home / "corners.json")
    assert kept is not None
    assert kept.points == BOARD


def test_a_disk_that_takes_no_corners_is_told(client: FlaskClient, home: Path) -> None:
    """When the file cannot be written the page says so."""
    (home / "corners.json").mkdir()

    assert "The corners cannot be kept" in send(client, "/corners", corners=SHOWN).text
    assert "The corners cannot be forgotten" in send(client, "/corners/forgotten").text


def test_only_players_show_corners(stranger: FlaskClient, home: Path) -> None:
    """Who only looks can neither show corners nor forget them."""
    corners.keep(Corners(BOARD), home / "corners.json")

    assert send(stranger, "/corners", corners=SHOWN).status_code == 403
    assert send(stranger, "/corners/forgotten").status_code == 403
    assert corners.read(home / "corners.json") == Corners(BOARD)


@pytest.mark.parametrize(
    ("fit", "says"),
    [("", ""), ("kept", ""), ("used", "Your corners are in use"), ("unfit", "The board has left your corners")],
)
def test_corners_in_use_are_told_beside_the_game(client: FlaskClient, home: Path, fit: corners.Fit, says: str) -> None:
    """Everybody at the table sees that the board is read between shown corners, until they are forgotten."""
    keep(Condition(corners=fit), home / "table.json")
    assert client.get("/condition").json == {"what": "", "cure": "", "calm": False, "corners": ""}
    corners.keep(Corners(BOARD), home / "corners.json")
    told = client.get("/condition").json

    assert told is not None
    assert told["corners"].startswith(says)
    assert bool(told["corners"]) == bool(says)


def checked(client: FlaskClient, number: int = 1) -> str:
    """What the page says of a board laid again."""
    page = client.get(f"/games/{number}/laying?check=yes").text
    found = re.search(r'<div id="checked" role="status">(.*?)</div>\s*<div class="pair"', page, re.DOTALL)
    assert found is not None
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split())


WORD = {"I9": "L", "J9": "Å", "K9": "T", "L9": "A"}


@pytest.mark.parametrize(
    ("lying", "says"),
    [
        (Lying(1, WORD), "Every tile lies as it should. Play on!"),
        (Lying(1, {**WORD, "J9": "A"}), "One place is not right yet. J9: A lies there; Å belongs there."),
        (Lying(1, {"I9": "L"}), "3 places are not right yet. J9: Å is missing. K9: T is missing. L9: A is missing."),
        (Lying(1, WORD, ("A1",)), "One place is not right yet. A1: a stop tile is too much; nothing belongs there."),
        (
            Lying(1, {"I9": "L", "J9": "Å", "K9": "T"}, doubts={"L9": ("A", "Å")}),
            "All the camera can read lies right. Look at these yourself: L9 cannot be read for sure; A belongs there.",
        ),
        (
            Lying(1, WORD, covered=("A1",) * 60),
            f"Something lies over the board: {'A1, ' * 8}…. Take it away, then look again.",
        ),
        (Lying(1, WORD, covered=("A1", "A2")), "Something lies over the board: A1, A2. Take it away, then look again."),
        (Lying(1, says="The camera gives no picture."), "The camera gives no picture."),
        (Lying(2, WORD), "The camera watches another game just now. Wait a moment, then look again."),
        (Lying(), "No picture comes. Is the program that watches the table running?"),
    ],
)
def test_a_board_laid_again_is_checked(
    client: FlaskClient, line: Told, writer: Writer, lying: Lying, says: str
) -> None:
    """Whatever lies otherwise is named; only when every square was read and is right does it say so."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    line.lying = lying

    assert checked(client) == says


@pytest.mark.parametrize(
    ("lying", "says"),
    [
        (Lying(1, {"1,-1": "K", "1,0": "U", "1,1": ""}), "Every card lies as it should. Play on!"),
        (Lying(1, {"1,-1": "K", "1,0": "U", "1,1": "", "0,0": "L"}), "Every card lies as it should. Play on!"),
        (Lying(1, {"1,-1": "K", "1,0": "U"}), "One place is not right yet. 1,1: a joker is missing."),
        (
            Lying(1, {"1,-1": "K", "1,0": "U", "1,1": "", "5,5": "A"}),
            "One place is not right yet. 5,5: A is too much; nothing belongs there.",
        ),
    ],
)
def test_cards_laid_again_are_checked(client: FlaskClient, line: Told, writer: Writer, lying: Lying, says: str) -> None:
    """The living word is held against what lies there, cell by cell; what plays no more may lie there or not."""
    writer.begin(game="kortalfapet")
    writer.lay("0,0 > LUVA")
    writer.lay("1,-1 v K.l")
    line.lying = lying

    assert checked(client) == says
    assert "1,-1 ↓" in client.get("/games/1/laying").text


def test_the_camera_looks_for_cards(client: FlaskClient, line: Told, writer: Writer) -> None:
    """Where cards are played the camera's page speaks of cards, and asks for no corners."""
    writer.begin(game="kortalfapet")
    line.glimpse = Glimpse(BOARD)

    assert json.loads(client.get("/preview.jpg").headers["Referee-Sees"])["board"] == "The cards are found."
    assert 'aria-labelledby="corners-title" hidden' in client.get("/camera").text


def test_no_camera_looks_for_strangers_or_old_games(
    client: FlaskClient, stranger: FlaskClient, line: Told, writer: Writer
) -> None:
    """Only players may look into the room, and only the newest game's board lies there."""
    for _ in range(2):
        writer.begin()
    line.lying = Lying(2)

    assert checked(client, 2) == "Every tile lies as it should. Play on!"
    assert (checked(client, 1), checked(stranger, 2)) == ("", "")
    assert [one.get("/games/2/rack").status_code for one in (client, stranger)] == [200, 403]
    assert [client.get(f"/games/{number}/rack").status_code for number in (1, 3)] == [403, 404]


def rack(client: FlaskClient) -> dict[str, Any]:
    """What the page is told of loose tiles."""
    told: dict[str, Any] = client.get("/games/1/rack").get_json()
    return told


def test_loose_tiles_are_proposed(client: FlaskClient, line: Told, writer: Writer) -> None:
    """What lies beside the game's own tiles is read out, a blank and a stop tile too."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    line.lying = Lying(1, {**WORD, "B2": "K", "C2": ""}, ("D2",))

    assert rack(client)["tiles"] == [
        {"square": "B2", "sign": "K", "name": "K"},
        {"square": "C2", "sign": "_", "name": "a blank"},
        {"square": "D2", "sign": "#", "name": "a stop tile"},
    ]
    assert writer.ledger.newest() == 2


def test_a_doubtful_letter_is_asked(client: FlaskClient, line: Told, writer: Writer) -> None:
    """What the eye is not sure of is never among the proposed; its choices are, with a blank and nothing."""
    writer.begin()
    line.lying = Lying(1, {"B2": "K"}, doubts={"C2": ("O", "Ö")})
    told = rack(client)
    (question,) = told["asked"]

    assert [tile["sign"] for tile in told["tiles"]] == ["K"]
    assert question["what"] == "What lies on C2?"
    assert [choice["sign"] for choice in question["choices"]] == ["O", "Ö", "_", ""]


@pytest.mark.parametrize(
    ("lying", "says"),
    [
        (Lying(1, {**WORD, "J9": "O"}), "Something on the board lies differently than in the game: J9. Put it right"),
        (Lying(1, WORD, covered=("A1",)), "Something lies over the board: A1."),
        (Lying(), "No picture comes."),
    ],
)
def test_nothing_is_proposed_from_a_disturbed_board(
    client: FlaskClient, line: Told, writer: Writer, lying: Lying, says: str
) -> None:
    """A tile that slid from its word would be taken for a leftover: so nothing is read before the board is right."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    line.lying = lying
    told = rack(client)

    assert str(told["says"]).startswith(says)
    assert told["tiles"] == []


@pytest.mark.browser
def test_an_open_question_holds_the_end_up(opened: Opened, line: Told, writer: Writer) -> None:
    """A letter in doubt is asked with its picture; nothing is saved until somebody answered."""
    writer.begin()
    line.lying = Lying(1, {"B2": "K"}, doubts={"C2": ("O", "Ö")})
    page = opened()
    page.goto(f"{page.url}games/1/end")
    anna = page.get_by_role("group", name="Anna", exact=True)
    anna.get_by_role("button", name="Let the camera read them").click()
    page.get_by_text("What lies on C2?").wait_for()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Answer first what the camera could not read.").wait_for()
    assert writer.ledger.newest() == 1
    anna.locator(".read-asked").get_by_role("button", name="Ö", exact=True).click()

    expect(anna.get_by_role("textbox")).to_have_value("KÖ")
    page.get_by_role("button", name="Save").click()
    page.locator(".finished").wait_for()
    assert writer.game.totals["Anna"] == -sum(writer.game.ruleset.values[letter] for letter in "KÖ")


@pytest.mark.browser
def test_shown_corners_are_told_on_an_open_page(opened: Opened, writer: Writer, home: Path) -> None:
    """Beside the game stands that the board is read between shown corners."""
    writer.begin()
    corners.keep(Corners(BOARD), home / "corners.json")
    keep(Condition(corners="used"), home / "table.json")

    opened().get_by_text("Your corners are in use").wait_for()


@pytest.mark.browser
def test_a_camera_that_is_switched_off_is_not_waited_for(opened: Opened, home: Path) -> None:
    """Where no picture comes the camera's page says what is known of the reason, and only else asks about it."""
    page = opened()
    page.goto(page.url + "camera")
    page.get_by_text("No picture comes.").wait_for()
    keep(
        Condition("off", fault="The camera is switched off.", cure="Enter the plays on the page."), home / "table.json"
    )

    page.get_by_text("The camera is switched off. Enter the plays on the page.").wait_for()
