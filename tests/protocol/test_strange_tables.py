"""Tables as spreadsheets write them anew, files that are no game's, and games whose names mean something in GCG."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from pi_referee.cli import main
from pi_referee.errors import NotationError
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.protocol.game_record import from_record, to_record
from pi_referee.protocol.gcg import to_gcg
from pi_referee.protocol.spreadsheet import from_table, to_table
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.course.game import fold
from pi_referee.rules.course.happenings import GameBegan, Happening, LookRefused, Passed, PlayLaid
from pi_referee.rules.plays.notation import WrittenPlay


def events(happenings: Sequence[Happening]) -> tuple[Event, ...]:
    """Happenings as a log keeps them."""
    return tuple(Event(n, 1, f"2026-11-20T17:00:{n:02}+00:00", told) for n, told in enumerate(happenings, start=1))


GAME = events(
    [
        GameBegan("scrabble-de", ("Åsa; Bo", 'C "the" D'), 7, switches={"theme.topic": "allt, utom; detta\t!"}),
        PlayLaid(WrittenPlay.parse("H8 > HUT").on(EMPTY)),
        LookRefused("Nothing, or; much"),
        Passed(),
    ]
)


def rewritten(text: str, separator: str, newline: str = "\r\n") -> str:
    """A table as another program writes it that has read it."""
    lines = io.StringIO()
    csv.writer(lines, delimiter=separator, lineterminator=newline).writerows(csv.reader(io.StringIO(text)))
    return lines.getvalue()


TABLES: Sequence[Callable[[str], str]] = (
    lambda text: rewritten(text, ";"),
    lambda text: rewritten(text, "\t"),
    lambda text: rewritten(text, ",", "\r"),
    lambda text: rewritten(text, ";", "\r"),
    lambda text: rewritten(text, ",", "\n"),
    lambda text: text + "," * 12 + "\r\n",
    lambda text: rewritten(text, ";") + ";" * 12 + "\r\n\r\n",
    lambda text: "\r\n".join(line + ",,," for line in text.splitlines()),
    lambda text: "sep=;\r\n" + rewritten(text, ";"),
    lambda text: "sep=,\n" + text,
    lambda text: rewritten(text, ",").replace("\r\n", "\r\n\r\n"),
)
"""What spreadsheets make of a table that is saved again."""


@pytest.mark.parametrize("saved", TABLES)
def test_a_table_that_a_spreadsheet_saved_comes_back(saved: Callable[[str], str]) -> None:
    """Semicolons, tabs, other ends of lines, empty rows and columns: the game is in the last column all the same."""
    assert from_table(saved(to_table(GAME))) == GAME


@pytest.mark.parametrize("separator", [",", ";"])
def test_a_cell_may_be_long(separator: str) -> None:
    """A look with many doubts is longer than what csv takes by itself."""
    long = events([GAME[0].happening, LookRefused("x" * 300_000)])

    assert from_table(to_table(long, separator)) == long


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_saved_table_is_imported(
    tmp_path: Path, encoding: str, separator: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command takes the codings in which spreadsheets save."""
    (tmp_path / "game.csv").write_bytes(rewritten(to_table(GAME), separator).encode(encoding))

    assert main(["import", str(tmp_path / "game.csv"), "--home", str(tmp_path)]) == 0
    assert "Åsa; Bo 8" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("language", "separator"), [("", ","), ("en", ","), ("sv", ";"), ("fi", ";"), ("pl", ";"), ("de", ";"), ("ro", ";")]
)
def test_an_exported_table_opens_rightly(tmp_path: Path, language: str, separator: str) -> None:
    """It begins with the mark by which spreadsheets know UTF-8, and its cells end as they do in that language."""
    with Ledger(tmp_path / "games.sqlite") as ledger:
        ledger.append_game(GAME, after=0)
    file = tmp_path / "game.csv"
    options = ["--language", language] if language else []

    assert main(["export", "1", str(file), "--to", "csv", *options, "--home", str(tmp_path)]) == 0
    content = file.read_bytes()
    assert content.startswith(b"\xef\xbb\xbfevent" + separator.encode() + b"at")
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig")), delimiter=separator))
    assert rows[1]["total Åsa; Bo"] == "8"
    assert main(["import", str(file), "--home", str(tmp_path)]) == 0


DEEP = 100_000


@pytest.mark.parametrize(
    "text",
    [
        "[" * DEEP,
        '{"a":' * DEEP,
        '{"format": "pi-referee game", "version": 1, "events": ' + "[" * DEEP + "]" * DEEP + "}",
        '{"format": "pi-referee game", "version": 1, "x": ' + '{"a":' * DEEP + "1" + "}" * DEEP + ', "events": []}',
        '{"format": "pi-referee game", "version": 1, "events": [{"id": 1, "game": 1, "at": "", "kind": "game_began", '
        '"body": ' + "[" * DEEP + "]" * DEEP + "}]}",
    ],
)
def test_deep_json_is_a_sentence(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that nests without end is no game, and ends nothing."""
    (tmp_path / "game.json").write_text(text, encoding="utf-8")
    cells = io.StringIO()
    csv.writer(cells).writerows([["record"], [text]])

    with pytest.raises(NotationError):
        from_record(text)
    with pytest.raises(NotationError):
        from_table(cells.getvalue())
    assert main(["import", str(tmp_path / "game.json"), "--home", str(tmp_path)]) == 3
    assert "not foreseen" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "cure"),
    [
        (b"#character-encoding UTF-8\n#player1 A A\n", "Write #player1 and #player2"),
        (b"#character-encoding undefined\n#player1 A A\n", "Write #player1 and #player2"),
        (b"#title Fin\xe5l\n#player1 A A\n", "Write #player1 and #player2"),
        (b"PK\x03\x04\x14\x00", "pi-referee restore FILE"),
        (b"SQLite format 3\x00\x10\x00", "games.sqlite of a folder"),
        (b"%PDF-1.7\n", "--to json or csv"),
        (b"\x89PNG\r\n\x1a\n", "--to json or csv"),
        (b"<!DOCTYPE html>\n<html>", "--to json or csv"),
    ],
)
def test_another_file_is_told_what_it_is(
    tmp_path: Path, content: bytes, cure: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of another kind gets the cure for that kind."""
    (tmp_path / "game").write_bytes(content)

    assert main(["import", str(tmp_path / "game"), "--home", str(tmp_path), "--json"]) == 3
    assert cure in json.loads(capsys.readouterr().out)["error"]["cure"]


@pytest.mark.parametrize(
    "players",
    [
        ("A B", "A_B"), ("A B", "a b "), ("A:", "A#"), (">", "#"), ("A:B", "A B"), ("#note", "player1"), (":", "Å_ä"),
        ("A\tB", "A\nB"), ("😀", "🎲"), ("player2", ">"), ("A_2", "A 2"),
    ],
)  # fmt: skip
def test_players_are_told_apart_in_gcg(players: tuple[str, str]) -> None:
    """Each line names one player by one word, whatever the names are, and the names themselves stand on top."""
    game = fold([GameBegan("scrabble-de", players, 7), PlayLaid(WrittenPlay.parse("H8 > HUT").on(EMPTY)), Passed()])
    lines = to_gcg(game).splitlines()
    nicks = [line.split()[1] for line in lines if re.match("#player[12] ", line)]

    assert len({nick.casefold() for nick in nicks}) == 2
    assert all(re.fullmatch(r"\w+", nick) for nick in nicks)
    assert [line.split(":")[0] for line in lines if line.startswith(">")] == [f">{nick}" for nick in nicks]
    assert [line.split(maxsplit=2)[2] for line in lines if line.startswith("#player")] == [
        " ".join(player.split()) for player in players
    ]
    assert len(lines) == 6


def test_a_record_is_the_same_whatever_its_letters_were(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A game that a system wrote with its letters in two parts has the players it had."""
    text = to_record(GAME).replace("Å", "A\u030a")
    (tmp_path / "game.json").write_text(text, encoding="utf-8")

    assert main(["import", str(tmp_path / "game.json"), "--home", str(tmp_path), "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["totals"]) == ["Åsa; Bo", 'C "the" D']


@pytest.mark.parametrize(("part", "wrong"), [("game", "scrabble-xx"), ("rack", 99)])
def test_a_game_that_is_none_is_looked_for_in_its_file(
    tmp_path: Path, part: str, wrong: str | int, capsys: pytest.CaptureFixture[str]
) -> None:
    """The fault names the file and what in it is wrong."""
    record = json.loads(to_record(GAME))
    record["events"][0]["body"][part] = wrong
    (tmp_path / "game.json").write_text(json.dumps(record), encoding="utf-8")

    assert main(["import", str(tmp_path / "game.json"), "--home", str(tmp_path), "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["error"]["where"] == f"{tmp_path / 'game.json'}, {part}"
