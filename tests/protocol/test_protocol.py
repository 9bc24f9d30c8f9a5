"""The protocol on paper: JSON and CSV lose nothing, GCG is what other programs read."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from pi_referee.cli import main
from pi_referee.errors import NotationError
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.protocol.game_record import from_record, to_record
from pi_referee.protocol.gcg import to_gcg
from pi_referee.protocol.spreadsheet import from_table, to_table
from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Cell
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.asides import PutAway
from pi_referee.rules.course.game import fold
from pi_referee.rules.course.happenings import (
    Answered,
    BagEmptied,
    Challenged,
    Corrected,
    Drawn,
    Exchanged,
    GameBegan,
    Happening,
    LeftOver,
    LookRefused,
    Passed,
    PlayLaid,
    Question,
    StartChosen,
    TimedOut,
    Undone,
    Withdrawn,
)
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Play


def play(text: str) -> Play:
    """A play as it is written, on squares that are free."""
    return WrittenPlay.parse(text).on(draw_position(""))


ALFAPET: Sequence[Happening] = (
    GameBegan("alfapet-sv", ("Åsa; B", 'Bo "C"'), 7, switches={"theme.words": ("TEXT",), "score.floor": 0}),
    Drawn({"Åsa; B": "K", 'Bo "C"': "_"}),
    PlayLaid(play("I8 v TEXT")),
    PlayLaid(play("H9 v BAUD"), (Question("H9", (("B", 0.6), ("D", 0.4))),)),
    Answered(2, "H9", "B"),
    LookRefused("a hand lies there"),
    PlayLaid(play("G11 v G_NT")),
    Answered(3, "G12", "I"),
    PlayLaid(play("F12 v LÄ/T")),
    Corrected(1, play("I8 v TEXA")),
    Exchanged(3),
    Undone(),
    TimedOut(),
    Passed(),
    Withdrawn(),
    PlayLaid(play("A1 > SOL")),
    Challenged("", stands=False, words=("SOL",)),
)
"""A little of everything."""

SCRABBLE: Sequence[Happening] = (
    GameBegan("scrabble-de", ("Ann Lee", "Bo"), 7, switches={"words.invalid_penalty": "lose_turn"}),
    PlayLaid(play("F8 > HUT")),
    PlayLaid(play("G9 v hR")),
    Exchanged(3),
    PlayLaid(play("F9 > X")),
    Challenged("Ann Lee", stands=False),
    Passed(),
    PlayLaid(play("F7 v O")),
    Withdrawn(),
    PlayLaid(play("F9 v E")),
    LeftOver({"Ann Lee": 4, "Bo": 0}),
)


STOLEN: Sequence[Happening] = (
    GameBegan("kortalfapet", ("Åsa", "Bo"), 7),
    PlayLaid(play("0,0 > L3UVA")),
    PlayLaid(Play({Cell(-1, 1): Tile("K", value=5), Cell(1, 1): Tile("", is_blank=True)}),
             (Question("letter:1,-1", (("K", 0.6), ("X", 0.4))),)),
    Answered(2, "letter:1,-1", "K"),
    Answered(2, "joker:1,1", "L"),
    Exchanged(1),
    Passed(),
    BagEmptied(),
    Passed(),
    LeftOver({"Åsa": 3, "Bo": 0}),
)  # fmt: skip
"""A word that is stolen, one that nobody can build on, a card that is changed."""

ROUNDS: Sequence[Happening] = (
    GameBegan("kortalfapet", ("A", "B", "C"), 7, switches={"meaning.check": "off"}),
    PlayLaid(play("0,0 > LAS")),
    PlayLaid(Play({Cell(-1, 0): Tile("A"), Cell(1, 0): Tile("T")})),
    PlayLaid(Play({Cell(1, 2): Tile("A")})),
    StartChosen("B"),
    PlayLaid(play("0,0 > VED2")),
    Passed(),
)
"""A round after which lots are drawn, and the next one."""


def events(happenings: Sequence[Happening]) -> tuple[Event, ...]:
    """Happenings as a log keeps them."""
    return tuple(
        Event(number, 1, f"2026-11-20T17:00:{number:02}+00:00", happening, f"{number}.jpg" if number % 2 else "")
        for number, happening in enumerate(happenings, start=1)
    )


@pytest.mark.parametrize("happenings", [ALFAPET, SCRABBLE, STOLEN, ROUNDS])
class TestNothingIsLost:
    """What was exported comes back as it was."""

    def test_json(self, happenings: Sequence[Happening]) -> None:
        """The JSON form gives the same events, and so the same game."""
        told = events(happenings)
        read = from_record(to_record(told))

        assert read == told
        assert fold(event.happening for event in read).turns == fold(happenings).turns

    def test_csv(self, happenings: Sequence[Happening]) -> None:
        """So does the table."""
        assert from_table(to_table(events(happenings))) == events(happenings)


class TestForReaders:
    """What people and spreadsheets find in it."""

    def test_json_shows_the_protocol(self) -> None:
        """The JSON form says what the game came to, turn by turn."""
        record = json.loads(to_record(events(SCRABBLE)))

        assert [turn["play"] for turn in record["protocol"]["turns"]][:3] == ["F8 > HUT", "G8 v .hR", "-3"]
        assert record["protocol"]["totals"] == dict(fold(SCRABBLE).totals)

    def test_table_shows_each_step(self) -> None:
        """Each row of the table shows what happened and every total after it."""
        rows = list(csv.DictReader(io.StringIO(to_table(events(SCRABBLE)))))

        assert [row["what"] for row in rows] == [type(happening).__name__ for happening in SCRABBLE]
        assert (rows[1]["play"], rows[1]["score"], rows[1]["total Ann Lee"]) == ("F8 > HUT", "8", "8")
        assert (rows[5]["turn"], rows[5]["status"]) == ("4", "fell")

    def test_json_shows_what_was_stolen(self) -> None:
        """A turn with cards says what it left to be stolen, what the word before brought, and cards changed."""
        turns = json.loads(to_record(events(STOLEN)))["protocol"]["turns"]
        early = json.loads(to_record(events(STOLEN[:2])))["protocol"]["turns"]

        assert (early[0]["pending"], early[0]["score"]) == (27, None)
        assert (turns[0]["pending"], turns[0]["score"]) == (None, 18)
        assert turns[1]["settled"] == {"player": "Åsa", "points": 18, "kept": ["LVA"]}
        assert (turns[1]["play"], turns[2]["changed"]) == ("1,-1 v K{5}.l", 1)
        assert [turn["round"] for turn in json.loads(to_record(events(ROUNDS)))["protocol"]["turns"]] == [1, 1, 1, 2, 2]

    def test_table_shows_what_was_stolen(self) -> None:
        """So does the table."""
        rows = list(csv.DictReader(io.StringIO(to_table(events(STOLEN)))))

        assert (rows[1]["pending"], rows[1]["settled"]) == ("27", "")
        assert (rows[3]["pending"], rows[3]["settled"], rows[6]["changed"]) == ("8", "Åsa 18 LVA", "1")

    @pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": "x", "version": 1, "events": []}'])
    def test_not_a_record(self, text: str) -> None:
        """What is no game's record is refused."""
        with pytest.raises(NotationError):
            from_record(text, where="x.json")

    @pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "record\nnonsense\n"])
    def test_not_a_table(self, text: str) -> None:
        """What is no game's table is refused."""
        with pytest.raises(NotationError):
            from_table(text, where="x.csv")

    def test_newer_record(self) -> None:
        """A record of a newer version is refused, with what to do."""
        with pytest.raises(NotationError, match="Update pi-referee"):
            from_record(to_record(events(SCRABBLE)).replace('"version": 1', '"version": 99'))


class TestGcg:
    """GCG, as programs for crossword games read it."""

    def test_whole_game(self) -> None:
        """Row first is across, column first down; a small letter is a blank, . lay there; -- is a word that fell."""
        assert to_gcg(fold(SCRABBLE)).splitlines() == [
            "#character-encoding UTF-8",
            "#player1 Ann_Lee Ann Lee",
            "#player2 Bo Bo",
            "#description Scrabble (Deutsch), scored by pi-referee",
            ">Ann_Lee: HTU 8F HUT +8 8",
            ">Bo: ?R G8 .hR +2 2",
            ">Ann_Lee: ? - +0 8",
            "#note exchanged 3",
            ">Bo: X F8 .X +18 20",
            ">Bo: X -- -18 2",
            ">Ann_Lee: ? - +0 8",
            "#note Bo took back O.",
            ">Bo: E F8 .E +4 6",
            ">Ann_Lee: ? (?) -4 4",
            ">Bo: (?) +4 10",
        ]

    @pytest.mark.parametrize(
        ("happenings", "message"),
        [
            (ALFAPET, "two players on 15 x 15"),
            (STOLEN, "two players on 15 x 15"),
            ([GameBegan("scrabble-de", ("A", "B", "C"), 7)], "two players on 15 x 15"),
            ([GameBegan("scrabble-de", ("A", "B"), 7), PlayLaid(play("A1 > HUT"))], "1. A: A turn has no score"),
            ([GameBegan("scrabble-de", ("A", "B"), 7), PlayLaid(play("H8 > H_T"))], "1. A H_T, I8: Nobody said"),
        ],
    )
    def test_what_it_cannot_say(self, happenings: Sequence[Happening], message: str) -> None:
        """A game that GCG has no words for is refused with the reason."""
        with pytest.raises(NotationError) as refused:
            to_gcg(fold(happenings))

        assert message in str(refused.value)
        assert refused.value.cure


def test_gcg_lines_are_of_its_forms() -> None:
    """Every line of a GCG is a pragma, a move, a pass, an exchange, a word that fell or what was left."""
    forms = (
        r"#(character-encoding|player[12]|description|note) .+",
        r">\S+: \S+ (\d+[A-O]|[A-O]\d+) [\w.]+ \+\d+ \d+",
        r">\S+: \S+ - \+0 \d+",
        r">\S+: \S+ -- -\d+ \d+",
        r">\S+: \S+ \(\S+\) -\d+ -?\d+",
        r">\S+: \(\S+\) \+\d+ -?\d+",
    )

    assert [line for line in to_gcg(fold(SCRABBLE)).splitlines() if not any(re.fullmatch(f, line) for f in forms)] == []


class TestCommands:
    """`pi-referee export` and `pi-referee import`."""

    @pytest.fixture
    def home(self, tmp_path: Path) -> Path:
        """A folder of games with one game in it."""
        with Ledger(tmp_path / "games.sqlite") as ledger:
            ledger.append_game(events(SCRABBLE), after=0)
        return tmp_path

    @pytest.mark.parametrize("kind", ["json", "csv"])
    def test_there_and_back(self, home: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
        """A game that is exported and imported is the same game, the newest of the log, and no deleted one."""
        file = home / f"game.{kind}"
        with Ledger(home / "games.sqlite") as ledger:
            ledger.append(PutAway(), at="2026-11-20T12:00:00+00:00", after=ledger.newest())

        assert main(["export", "1", str(file), "--to", kind, "--home", str(home)]) == 0
        assert main(["import", str(file), "--home", str(home), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["game"] == 2
        with Ledger(home / "games.sqlite") as ledger:
            one, other = ([event.happening for event in ledger.since(0, game=n)] for n in (1, 2))
            assert one == [*SCRABBLE, PutAway()]
            assert other == list(SCRABBLE)

    def test_gcg_to_the_screen(self, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """- as the file's name shows it on the screen."""
        assert main(["export", "1", "-", "--to", "gcg", "--home", str(home)]) == 0
        assert capsys.readouterr().out == to_gcg(fold(SCRABBLE))

    def test_the_form_follows_the_name(self, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """The file's ending says the form; the command says where the file is, and no more; --to has the last word."""
        file = home / "game.PDF"

        assert main(["export", "1", str(file), "--home", str(home)]) == 0
        assert file.read_bytes()[:5] == b"%PDF-"
        assert main(["export", "1", str(home / "odd.txt"), "--to", "json", "--home", str(home)]) == 0
        assert main(["export", "1", str(home / "odd.txt"), "--home", str(home)]) == 2
        told = capsys.readouterr().err.splitlines()
        assert told[:2] == [f"Game 1 is in {file}.", f"Game 1 is in {home / 'odd.txt'}."]

    def test_no_such_game(self, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """A game that is not in the log is named, with those that are."""
        assert main(["export", "7", "-", "--to", "csv", "--home", str(home)]) == 2
        assert "There is no game 7. The games are 1 to 1." in capsys.readouterr().err
        assert main(["export", str(10**20), "-", "--to", "csv", "--home", str(home)]) == 2
        assert "The games are 1 to 1." in capsys.readouterr().err

    @pytest.mark.parametrize(("kind", "is_told"), [("pdf", True), ("png", True), ("html", False), ("csv", False)])
    def test_empty_boxes_are_told(self, tmp_path: Path, kind: str, *, is_told: bool) -> None:
        """Whose name has signs that paper lacks is told so in words, and nothing of what the libraries say."""
        with Ledger(tmp_path / "games.sqlite") as ledger:
            ledger.append(GameBegan("kortalfapet", ("Zoë 🦊", "Bo"), 7), at="2026-11-20T12:00:00+00:00", after=0)
        exported = (sys.executable, "-m", "pi_referee", "export", "1", tmp_path / f"game.{kind}", "--home", tmp_path)
        told = subprocess.run(exported, capture_output=True, text=True, check=True).stderr.splitlines()

        boxes = f"The {kind} has no letters for 🦊 and shows empty boxes there; html has them."
        assert told[:-1] == ([boxes] if is_told else [])

    def test_a_log_without_a_game(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """Where nobody has played no game is named that there could be."""
        Ledger(tmp_path / "games.sqlite").close()

        assert main(["export", "1", "-", "--to", "csv", "--home", str(tmp_path)]) == 2
        assert "There is no game 1. Nobody has played here yet." in capsys.readouterr().err

    def test_nonsense_is_refused(self, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """A file that is no game is refused, and nothing is written to the log."""
        (home / "x.json").write_text('{"format": "pi-referee game"}', encoding="utf-8")

        assert main(["import", str(home / "x.json"), "--home", str(home)]) == 3
        assert "This is not a game's record" in capsys.readouterr().err
        (home / "y.json").write_bytes(bytes(100))
        assert main(["import", str(home / "y.json"), "--home", str(home)]) == 3
        assert "The file is empty." in capsys.readouterr().err
        with Ledger(home / "games.sqlite") as ledger:
            assert ledger.newest_game() == 1
