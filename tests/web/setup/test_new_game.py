"""A new game, from the names to who begins; saved games, and going on with one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pi_referee.house_presets import read_preset
from pi_referee.player_names import tidy
from pi_referee.rules.agreed.switch_list import SWITCHES, shown
from pi_referee.rules.course.happenings import Drawn, GameBegan, Passed, Renamed, StartChosen
from pi_referee.rules.definition.library import ruleset, ruleset_names
from web.setup.house_rules import AGREEMENTS, wishes

if TYPE_CHECKING:
    from tests.web.conftest import Writer

HERE = {"Origin": "http://localhost"}


def token(client: FlaskClient) -> str:
    """This browser's token."""
    client.get("/")
    cookie = client.get_cookie("referee")
    assert cookie is not None
    return cookie.value


def begin(client: FlaskClient, *names: str, kind: str = "alfapet-sv", **fields: str) -> TestResponse:
    """Send the form of a new game."""
    form = {"token": token(client), "kind": kind, "after": "0", "start": "first", "player": list(names), **fields}
    return client.post("/games", data=form, headers=HERE)


def test_a_game_begins_with_any_names(client: FlaskClient, writer: Writer) -> None:
    """Names keep their letters, of whatever alphabet, and spaces within."""
    begin(client, "Åsa Öberg", "", "Łukasz", "Ἑλένη")

    assert writer.game.players == ("Åsa Öberg", "Łukasz", "Ἑλένη")


def test_only_what_was_agreed_is_written(client: FlaskClient, writer: Writer) -> None:
    """What differs from the game's own rules is kept with the game, and nothing else."""
    begin(
        client, "Anna", **{"rack": "8", "edition": "dark", "switch:variant": "enkel", "switch:end.two_passes": "true"}
    )
    began = writer.ledger.since(0)[0].happening

    assert isinstance(began, GameBegan)
    assert (8, "dark") == (began.rack, began.edition)
    assert {"variant", "arrows", "stops", "blanks", "minus_squares"} == set(began.switches)


def test_the_house_may_mix_its_own(client: FlaskClient, writer: Writer) -> None:
    """The four parts of the variant are asked for only where the mixture is the house's own."""
    parts = {"switch:arrows": "false", "switch:stops": "false", "switch:blanks": "true", "switch:minus_squares": "true"}
    begin(client, "Anna", **{"switch:variant": "custom", **parts})

    assert writer.game.ruleset.switches["variant"] == "custom"
    assert (writer.game.ruleset.arrows, writer.game.ruleset.blanks > 0) == (0, True)
    assert wishes({"switch:variant": "full", **parts}) == {"variant": "full"}


@pytest.mark.parametrize(
    ("names", "fields", "told"),
    [
        ((), {}, "Somebody must play: write at least one name."),
        (("Anna", "anna "), {}, "Two players have the same name."),
        (("Anna",), {"rack": "99"}, "A rack of 99 is not played."),
        (("Anna",), {"edition": "pink"}, "There is no edition"),
        (("Anna",), {"switch:turn.seconds": "soon"}, "“Time for a turn”: that cannot be agreed on."),
        (("Anna",), {"switch:variant": "<b>"}, "“Tiles and squares”: that cannot be agreed on."),
        (("Anna",), {"list": "nolist"}, "This game cannot be judged by that list"),
        (("Anna",), {"list": "../etc"}, "This game cannot be judged by that list"),
    ],
)
def test_what_cannot_be_played_is_told(
    client: FlaskClient, writer: Writer, names: tuple[str, ...], fields: dict[str, str], told: str
) -> None:
    """Every slip in the form comes back as a sentence over the form, and nothing is written."""
    answer = begin(client, *names, **fields)

    assert answer.status_code == 422
    assert told in answer.text
    assert "<b>" not in answer.text.replace("<b></b>", "")
    assert writer.ledger.newest() == 0


def test_hostile_names_are_names(client: FlaskClient, writer: Writer) -> None:
    """Markup in a name is shown as it was written, signs that turn the text around are left out."""
    begin(client, "<script>x</script>\u202e", "B\x00o")

    assert writer.game.players == ("<script>x</script>", "Bo")
    assert "<script>x" not in client.get("/").text


def test_a_name_is_kept_short() -> None:
    """A name that is too long for its column is cut."""
    assert len(tidy("x" * 99)) == 24
    assert tidy("👩‍👩‍👧 Ek") == "👩‍👩‍👧 Ek"
    assert tidy("An\u200dna\u200d") == "Anna"


def test_a_double_tap_begins_one_game(client: FlaskClient, writer: Writer) -> None:
    """The same form sent twice begins one game."""
    for _ in range(2):
        begin(client, "Anna")

    assert writer.ledger.newest() == 1


def test_a_theme_word_can_be_laid(client: FlaskClient, writer: Writer) -> None:
    """A word for which the box lacks a tile would never give its points: it is told before the game begins."""
    told = begin(client, "Anna", **{"switch:theme.words": "sol café"})

    assert (told.status_code, writer.ledger.newest()) == (422, 0)
    assert "CAFÉ: there are no tiles for É." in told.text
    begin(client, "Anna", **{"switch:theme.words": "sol cafe"})
    assert writer.game.ruleset.switches.words("theme.words") == ("SOL", "CAFE")


def test_the_lot_decides_who_begins(client: FlaskClient, writer: Writer) -> None:
    """The referee draws the lot, and it is written down like everything else."""
    begin(client, "Anna", "Bo", start="lot")

    assert isinstance(writer.ledger.since(1)[0].happening, StartChosen)


def test_drawn_tiles_decide_and_ties_draw_again(client: FlaskClient, writer: Writer) -> None:
    """After a tie it is said who drew what, only those who drew alike are asked again, and the table leads there."""
    form = begin(client, "Anna", "Bo", "Cilla", start="draw").headers["Location"]
    first = {"token": token(client), "game": "1", "round": "1", "tile": ["Z", "Z", "A"]}
    again = client.post("/draws", data=first, headers=HERE).headers["Location"]

    assert (form, again) == ("/games/1/draw", "/games/1/draw")
    page, home = client.get(again).text, client.get("/").text
    assert "Anna, Bo drew alike: put the tiles back, and draw again." in page
    assert "Cilla</bdi>: <b>A</b>" in page
    assert "Cilla<select" not in page
    assert '<a class="button" href="/games/1/draw">Draw again</a>' in home
    second = {**first, "round": "2", "tile": ["A", "Z"]}
    assert client.post("/draws", data=second, headers=HERE).headers["Location"] == "/"
    assert writer.game.on_turn == "Bo"
    assert isinstance(writer.ledger.since(1)[0].happening, Drawn)


@pytest.mark.parametrize("names", [("Bo", "Anna", "Cilla"), ("Bo", "Anja", "Cilla")])
def test_a_drawn_tile_is_whose_name_stood_beside_it(
    client: FlaskClient, writer: Writer, names: tuple[str, ...]
) -> None:
    """Where names were put right while tiles were drawn, each has the tile told beside that name, others by seat."""
    writer.begin("Anna", "Bo", "Cilla")
    page = client.get("/games/1/draw").text
    shown = re.findall(r'name="player" value="(\w+)"', page)
    writer.tell(Renamed(names))
    form = {"token": token(client), "game": "1", "round": "1", "player": shown, "tile": ["Z", "A", "E"]}
    answers = [client.post("/draws", data=form, headers=HERE).status_code for _ in range(2)]

    assert (answers, writer.ledger.newest()) == ([303, 303], 3)
    assert writer.ledger.since(2)[0].happening == Drawn({"Bo": "A", names[1]: "Z", "Cilla": "E"})
    assert writer.game.on_turn == names[1]


def test_who_left_the_draw_finds_it_again(client: FlaskClient) -> None:
    """As long as nobody has had a turn, the table leads to the drawing of tiles."""
    begin(client, "Anna", "Bo", start="draw")

    assert '<a class="quiet" href="/games/1/draw">Draw who begins</a>' in client.get("/").text


@pytest.mark.parametrize("tile", [["A"], ["A", "<b>"], []])
def test_no_tile_no_draw(client: FlaskClient, writer: Writer, tile: list[str]) -> None:
    """A draw needs a tile for each player, and one that is in the bag."""
    begin(client, "Anna", "Bo", start="draw")

    form = {"token": token(client), "game": "1", "round": "1", "tile": tile}
    assert client.post("/draws", data=form, headers=HERE).status_code == 400
    assert writer.ledger.newest() == 1


def test_players_without_names_are_led_to_the_setting_up(client: FlaskClient, writer: Writer) -> None:
    """A game that the program began by itself leads to the set-up, and its letters are not offered as names."""
    writer.begin("A", "B")

    assert '<a class="button" href="/games/new">' in client.get("/").text
    assert 'name="player" value=""' in client.get("/games/new/alfapet-sv").text
    assert 'value="B" maxlength' not in client.get("/games/new/alfapet-sv").text


def test_house_rules_are_kept_and_offered(client: FlaskClient, home: Path) -> None:
    """Rules kept under a name fill the next form, whichever letters the name has."""
    begin(client, "Anna", **{"keep_as": "Öbergs regler", "switch:words.invalid_penalty": "lose_turn"})
    name = "Öbergs_regler"

    assert read_preset(home / "rules" / f"{name}.toml")["words.invalid_penalty"] == "lose_turn"
    page = client.get(f"/games/new/alfapet-sv?rules={name}").text
    assert 'value="lose_turn" checked' in page
    assert client.get("/games/new/alfapet-sv?rules=../../etc/passwd").status_code == 200


@pytest.mark.parametrize("game", ruleset_names())
def test_every_game_has_its_form(client: FlaskClient, game: str) -> None:
    """Each game's form starts from that game's own rules, with every choice made."""
    page = client.get(f"/games/new/{game}").text

    assert page.count('value="draw"') == ruleset(game).has_board  # cards are dealt by lot
    assert all(f'value="{size}"' in page for size in ruleset(game).rack_sizes)


@pytest.mark.parametrize(
    ("language", "told"),
    [("ro", ["5 secunde", "30 de secunde", "5 puncte"]), ("pl", ["5 sekund", "30 sekund", "10 punktów"])],
)
def test_numbers_agreed_on_have_their_plurals(client: FlaskClient, language: str, told: list[str]) -> None:
    """Seconds and points are counted as the reader's language counts: "de" from twenty on in Romanian."""
    page = client.get("/games/new/scrabble-en", headers={"Accept-Language": language}).text

    assert [words for words in told if words not in page] == []


def test_every_agreement_is_a_switch() -> None:
    """What the form offers are values of real switches."""
    offered = [(SWITCHES[agreement.name], value) for agreement in AGREEMENTS for value, _ in agreement.options]

    assert len(offered) >= 2 * len(AGREEMENTS) > 0
    assert [(switch, value) for switch, value in offered if shown(switch.read(value)) != value] == []


def test_a_game_that_is_none_is_not_found(client: FlaskClient) -> None:
    """An unknown game has no form, and none can be begun."""
    assert client.get("/games/new/ludo").status_code == 404
    assert begin(client, "Anna", kind="ludo").status_code == 400


def test_an_interrupted_game_goes_on(client: FlaskClient, writer: Writer) -> None:
    """A game taken up again days later is the newest, with every play in it, and is taken up once."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    writer.begin("Cilla", "David")
    form = {"token": token(client), "game": "1"}
    laying = client.post("/resumed", data=form, headers=HERE).headers["Location"]
    again = client.post("/resumed", data=form, headers=HERE).headers["Location"]
    assert ("/games/3/laying", "/") == (laying, again)
    assert "<b>L Å T A</b>" in client.get(laying).text
    writer.tell(Passed())

    assert writer.ledger.newest_game() == 3
    assert (writer.game.players, writer.game.totals["Anna"]) == (("Anna", "Björn"), 8)
    assert "taken up again as game 3" in client.get("/games").text
    assert writer.game.turns[-1].player == "Björn"


def test_a_game_nobody_ever_played_is_not_among_the_saved(client: FlaskClient, writer: Writer) -> None:
    """What the program began by itself goes from the list when a family begins its own; a left game stays in it."""
    writer.begin("A", "B")
    assert client.get("/games").text.count('class="card kept"') == 1
    writer.begin("Anna", "Björn")
    writer.begin("Cilla", "David")

    listed = client.get("/games").text
    assert [f"{name}</bdi> <b>" in listed for name in (">A", "Anna", "Cilla")] == [False, True, True]


def test_the_same_people_on_the_next_evening(client: FlaskClient, writer: Writer) -> None:
    """Switched on anew, the program begins a game by itself: who played before is offered as ever."""
    writer.begin("Cilla", "David")
    writer.begin("A", "B")
    page = client.get("/games/new/literaki").text

    assert re.findall(r'name="player" value="(\w+)"', page) == ["Cilla", "David"]


def test_who_drew_what_is_never_guessed(client: FlaskClient, writer: Writer) -> None:
    """Until somebody says which tile a player drew, the form has none, and nothing is written."""
    writer.begin()
    form = client.get("/games/1/draw").text
    answer = client.post(
        "/draws", data={"token": token(client), "game": "1", "round": "1", "tile": ["", ""]}, headers=HERE
    )

    assert form.count('<select name="tile" required><option value="">') == 2
    assert (answer.status_code, writer.ledger.newest()) == (400, 1)


def test_only_the_newest_game_is_checked_by_the_camera(client: FlaskClient, writer: Writer) -> None:
    """How an older game lay is only shown: its page has no button to check it, and no script that looks for one."""
    writer.begin()
    writer.begin()
    old, new = (client.get(f"/games/{number}/laying").text for number in (1, 2))

    assert [False, True] == ['id="check"' in page for page in (old, new)]
    assert [False, True] == ["laying.js" in page for page in (old, new)]


def test_a_game_that_is_none_cannot_go_on(client: FlaskClient, writer: Writer) -> None:
    """A number no game has changes nothing."""
    writer.begin()
    client.post("/resumed", data={"token": token(client), "game": "9"}, headers=HERE)

    assert writer.ledger.newest() == 1


@pytest.mark.parametrize(
    ("game", "offered"), [("alfapet-sv", True), ("alfapet-fi", True), ("literaki", False), ("scrabble-ro", False)]
)
def test_forms_are_only_agreed_on_where_a_list_knows_them(client: FlaskClient, game: str, *, offered: bool) -> None:
    """Swedish and Finnish lists tell what a word is a form of; the others do not, so the page does not offer it."""
    page = client.get(f"/games/new/{game}").text

    assert ("Only the form a dictionary lists" in page) is offered
    assert "The table decides each time" in page
