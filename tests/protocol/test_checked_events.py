"""A game from elsewhere is looked at before it is written into a log in which nothing is ever changed."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from pi_referee.cli import main
from pi_referee.errors import NotationError
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.paper.content import leaf_of
from pi_referee.paper.pdf import to_pdf
from pi_referee.paper.png import to_png
from pi_referee.protocol.checked_events import LONGEST_GAME, checked
from pi_referee.protocol.game_record import to_record
from pi_referee.protocol.spreadsheet import to_table
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.happenings import BoardTaken, GameBegan, Happening, Passed, Renamed, Surprised

NOON = "2026-11-20T12:00:00+00:00"
BEGAN = GameBegan("alfapet-sv", ("Anna", "Bo"), 7)
BESIDE = Square(3, 18)


def game(*happenings: Happening, at: str = NOON, picture: str = "") -> list[Event]:
    """A game in which this happened."""
    return [Event(n, 1, at, happening, picture) for n, happening in enumerate((BEGAN, *happenings), 1)]


@pytest.mark.parametrize(
    "at",
    ["", "yesterday", "27.10.2024 00:30", "2026-13-01T00:00:00", "0001-01-01T00:00:00+14:00", "20:15", "2" * 5000,
     "9999-12-31T23:59:59-14:00", "2026-11-20T12:00:00+00:00\x00", "1969-12-31T00:00:00+00:00"],
)  # fmt: skip
def test_a_time_that_is_none_is_refused(at: str) -> None:
    """What a page could not show is not taken in."""
    with pytest.raises(NotationError, match="is no time; write it as"):
        checked(game(Passed(), at=at))


@pytest.mark.parametrize(
    "at", [NOON, "2026-11-20", "2024-10-27T00:30:00+02:00", "1970-01-01T00:00:09Z", "2026-11-20T12:00"]
)
def test_a_time_is_taken(at: str) -> None:
    """Any ISO time of these days, and of a Pi whose clock was never set."""
    assert checked(game(Passed(), at=at)).players == ("Anna", "Bo")


@pytest.mark.parametrize(
    "told", [BoardTaken({BESIDE: Tile("A")}), BoardTaken({}, frozenset({BESIDE})), Surprised(1, {BESIDE: Tile("A")})]
)
def test_what_lies_beside_the_board_is_refused(told: Happening) -> None:
    """No page could draw it, and no rule looks at what nobody laid in a turn."""
    with pytest.raises(NotationError, match="beside the board"):
        checked(game(told))


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "x" * 25,
        "Bo\u202e",
        "Bo\n",
        " Bo",
        "Bo\x00",
        "a\u030a",
        "Bo\u200d",
        "e" + "\u0301" * 500,
        "x" * 100_000,
    ],
)
def test_a_name_that_is_kept_nowhere_is_refused(name: str) -> None:
    """Too long, invisible, in two signs or turned around: at the beginning and where players are called otherwise."""
    for told in ([Event(1, 1, NOON, GameBegan("alfapet-sv", ("Anna", name), 7))], game(Renamed(("Anna", name)))):
        with pytest.raises(NotationError, match="as no name is kept here"):
            checked(told)


@pytest.mark.parametrize("picture", ["../paired.json", "a/b.jpg", "x" * 101, "a\x00.jpg", "å.jpg"])
def test_a_picture_lies_in_its_folder(picture: str) -> None:
    """No name leads out of it."""
    with pytest.raises(NotationError, match="no picture's name"):
        checked(game(Passed(), picture=picture))


@pytest.mark.parametrize(
    "events",
    [
        [],
        [Event(1, 1, NOON, Passed())],
        game(BEGAN),
        game(*[Passed()] * LONGEST_GAME),
        [Event(1, 1, NOON, GameBegan("alfapet-sv", ("Anna", "anna"), 7))],
        [Event(1, 1, NOON, GameBegan("alfapet-sv", (), 7))],
        [Event(1, 1, NOON, GameBegan("no-game", ("Anna", "Bo"), 7))],
        [Event(1, 1, NOON, GameBegan("alfapet-sv", ("Anna", "Bo"), 7, "light", {"no.switch": True}))],
    ],
)
def test_what_is_no_game_is_refused(events: list[Event]) -> None:
    """No beginning, two of them, no end, no players, no such game."""
    with pytest.raises(NotationError):
        checked(events)


@pytest.mark.parametrize("at", ["27.10.2024 00:30", "", "9999-99-99"])
def test_import_writes_nothing_of_what_it_refuses(tmp_path: Path, at: str) -> None:
    """One sentence, and the log is as it was."""
    record: dict[str, Any] = json.loads(to_record(game(Passed())))
    record["events"][1]["at"] = at
    (tmp_path / "game.json").write_text(json.dumps(record))

    assert main(["import", str(tmp_path / "game.json"), "--home", str(tmp_path)]) == 3
    with Ledger(tmp_path / "games.sqlite") as ledger:
        assert ledger.newest() == 0


@pytest.mark.parametrize("name", ["=1+2", "+46", "-Bo", "@SUM(A1)", "=HYPERLINK(0)"])
def test_a_name_is_no_formula(name: str) -> None:
    """A spreadsheet shows such a name, and does not reckon with it."""
    events = [Event(1, 1, NOON, GameBegan("alfapet-sv", (name, "Bo"), 7)), Event(2, 1, NOON, Passed())]
    cells = [cell for row in csv.reader(io.StringIO(to_table(events))) for cell in row]

    assert f"'{name}" in cells
    assert name not in cells


@pytest.mark.parametrize("name", ["x" * 100_000, "ab " * 3000, "e" + "\u0301" * 5000, "\u0627" * 3000, "\u4e00" * 3000])
def test_a_name_of_an_old_log_makes_no_endless_paper(name: str) -> None:
    """However long or odd a name in a log is, its protocol is drawn in a moment."""
    events = [Event(1, 1, "once", GameBegan("alfapet-sv", (name, "Bo"), 7)), Event(2, 1, "once", Passed())]

    assert to_pdf(leaf_of(events)).startswith(b"%PDF")
    assert to_png(leaf_of(events)).startswith(b"\x89PNG")
