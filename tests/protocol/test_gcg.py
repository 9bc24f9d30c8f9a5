"""GCG: written so that programs for crossword games read it, and read as they write it."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from benches.records.record_games import players_of, record_game, record_texts
from benches.records.round_trip import differing
from pi_referee.cli import main
from pi_referee.errors import NotationError
from pi_referee.protocol.gcg import to_gcg
from pi_referee.protocol.gcg_game import GcgGame, from_gcg
from pi_referee.protocol.rows import turn_rows
from pi_referee.rules.agreed.switch_list import Value
from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.course.asides import RanOver
from pi_referee.rules.course.game import fold
from pi_referee.rules.course.happenings import (
    Adjusted,
    Challenged,
    Exchanged,
    GameBegan,
    Happening,
    LeftOver,
    Passed,
    PlayLaid,
    Withdrawn,
)
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.notation import WrittenPlay

_BESIDE = (folder / "shared" / "records" / "games.tar.xz" for folder in Path(__file__).parents)
RECORDS = next((path for path in _BESIDE if path.is_file()), Path("nowhere"))
NOON = "2026-11-20T12:00:00+00:00"


def play(text: str) -> PlayLaid:
    """A play as it is written, on squares that are free."""
    return PlayLaid(WrittenPlay.parse(text).on(draw_position("")))


def exported(*happenings: Happening, **switches: Value) -> list[str]:
    """The lines about a game of Ann and Bo in English, without its head."""
    agreed = {name.replace("__", "."): value for name, value in switches.items()}
    lines = to_gcg(fold([GameBegan("scrabble-en", ("Ann", "Bo"), 7, switches=agreed), *happenings])).splitlines()
    return lines[4:]


class TestWritten:
    """What other programs can take in: Macondo and Quackle stop at tiles nobody can have, and at notes before moves."""

    def test_an_exchange_names_no_tiles(self) -> None:
        """Nobody saw what was exchanged: it is a turn without tiles, and a note says how many."""
        assert exported(Exchanged(3)) == [">Ann: ? - +0 0", "#note exchanged 3"]

    def test_a_pass_has_the_tiles_that_were_laid_next(self) -> None:
        """Who passes draws nothing, so what is laid next was on the rack."""
        assert exported(play("H8 > CAT"), Passed(), Passed(), play("H9 > AT"))[1] == ">Bo: AT - +0 0"

    def test_a_pass_after_both_blanks_are_out_holds_none(self) -> None:
        """? on a rack is a blank; once both lie on the board it cannot be there."""
        assert exported(play("H8 > ca"), Passed())[1] == ">Bo: E - +0 0"

    def test_notes_stand_after_a_move(self) -> None:
        """A play that was taken back at once is told after the first line that counts."""
        assert exported(play("H8 > CAT"), Withdrawn(), play("H8 > ACT")) == [
            ">Ann: ACT 8H ACT +10 10",
            "#note Ann took back CAT",
        ]

    def test_theme_words_are_in_the_points(self) -> None:
        """Each total is the one before and the line's points."""
        assert exported(play("H8 > CAT"), theme__words=("CAT",)) == [">Ann: ACT 8H CAT +20 20"]

    def test_a_fixed_penalty_has_its_own_line(self) -> None:
        """What a word costs that does not count stands by itself, whether its player lays again or not."""
        fell = (play("H8 > CAT"), Challenged("", stands=False))
        assert exported(*fell, play("H8 > ACT"), words__invalid_penalty="fixed") == [
            ">Ann: ACT (time) -10 -10",
            "#note Ann took back CAT",
            ">Ann: ACT 8H ACT +10 0",
        ]

    def test_points_outside_the_plays(self) -> None:
        """A challenge bonus and a time penalty are lines of their own."""
        told = (play("H8 > CAT"), Adjusted("Ann", 5, "challenge"), play("H9 > AT"), Adjusted("Bo", -10, "time"))

        assert exported(*told)[1:] == [">Ann: ? (challenge) +5 15", ">Bo: AT 9H AT +10 10", ">Bo: ? (time) -10 0"]

    def test_what_the_chess_clock_costs_has_its_own_line(self) -> None:
        """Minutes beyond the agreed time are a time penalty, whatever the last tiles cost besides."""
        lines = exported(play("H8 > CAT"), RanOver("Ann", 2), LeftOver({"Ann": 3, "Bo": 0}), clock__seconds=1200)

        assert lines[1:3] == [">Ann: ? (time) -20 -10", ">Ann: ? (?) -3 -13"]

    @pytest.mark.parametrize(("transfer", "lines"), [
        (True, [">Bo: EQZ (EQZ) -21 -21", ">Ann: (EQZ) +21 31"]), (False, [">Bo: EQZ (EQZ) -21 -21"]),
        ("twice", [">Ann: (EQZ) +42 52"]),
    ])  # fmt: skip
    def test_last_tiles_in_each_way_of_counting(self, transfer: bool | str, lines: list[str]) -> None:
        """Where Ann went out, Bo's tiles are those that lie nowhere; each convention has its lines."""
        began = GameBegan("scrabble-en", ("Ann", "Bo"), 3, switches={"end.transfer_to_finisher": transfer})
        game = fold([began, play("H8 > CAT"), LeftOver({"Ann": 0, "Bo": 21})], six_tiles)

        assert to_gcg(game).splitlines()[5:] == lines


def six_tiles(name: str) -> Ruleset:
    """A game of six tiles, three for each of two players."""
    counts = dict.fromkeys("CATQZE", 1)
    return replace(ruleset(name), counts=counts, blanks=0, rack_sizes=(3,), rack=3, bonuses={})


HEAD = """#player1 Jo Jo Smith
#player2 Al Al
#lexicon CSW19
"""
PLAYED = f"""{HEAD}>Jo: CAT?EIO 8G CAT +10 10
#note A remark, and
a line of it
>Al: ABDEEST H7 B(A)sTED +9 9
>Al: ABDEEST -- -9 0
>Jo: EIO -EI +0 10
>Al: ABDEEST - +0 0
>Jo: ? 9g AT +8 18
>Jo: EE (challenge) +5 23
"""


def read(text: str) -> GcgGame:
    """What a file tells."""
    return from_gcg(text, at=NOON)


class TestRead:
    """GCG as other programs write it."""

    def test_plays_as_others_write_them(self) -> None:
        """Small letters are blanks; letters that lie there may stand as dots, in brackets or plainly."""
        told = read(PLAYED)

        assert [row["play"] for row in turn_rows(told.game)] == [
            "G8 > CAT", "H7 v B.sTED", "-2", "-", "G9 > AT", "challenge",
        ]  # fmt: skip
        assert [turn.status.value for turn in told.game.turns][1:4] == ["fell", "exchanged", "passed"]
        assert told.game.players == ("Jo Smith", "Al")

    def test_what_it_says_otherwise_is_told(self) -> None:
        """The rules score; a file that counted otherwise is contradicted line by line, and at the end."""
        told = read(f"{HEAD}>Jo: CAT 8G CAT +13 13\n")

        assert told.differences == (
            "Line 4: 8G CAT scores 10 by the rules, 13 there.", "Line 4: Jo Smith has 10 here, 13 there.",
        )  # fmt: skip

    @pytest.mark.parametrize(("racks", "totals"), [
        (">Jo: (ED) +6 16\n", (16, 0)),
        (">Al: ED (ED) -3 -3\n>Jo: (ED) +3 13\n", (13, -3)),
        (">Al: ED (ED) -3 -3\n", (10, -3)),
        (">Jo: EE (EE) -2 8\n>Al: ED (ED) -3 -3\n", (8, -3)),
    ])  # fmt: skip
    def test_last_tiles_in_each_way_of_counting(self, racks: str, totals: tuple[int, int]) -> None:
        """Twice the other's tiles, once from one to the other, or each loses his or her own."""
        told = read(f"{HEAD}>Jo: CAT 8G CAT +10 10\n{racks}")

        assert (tuple(told.game.totals.values()), told.differences) == (totals, ())

    @pytest.mark.parametrize(("line", "row"), [
        (">Al: EE (time) -20 -20", ("Al", "time", -20)), (">Al:  (challenge) +10 10", ("Al", "challenge", 10)),
    ])  # fmt: skip
    def test_points_outside_the_plays_are_rows(self, line: str, row: tuple[str, str, int]) -> None:
        """A time penalty and a challenge bonus are turns of nobody's, and it stays the other's turn."""
        told = read(f"{HEAD}>Jo: CAT 8G CAT +10 10\n{line}\n>Al: AT 9G AT +10 {row[2] + 10}\n")
        last = turn_rows(told.game)[1]

        assert (last["player"], last["play"], last["score"], told.differences) == (*row, ())

    @pytest.mark.parametrize(("points", "game"), [(24, "scrabble-en"), (18, "scrabble-de")])
    def test_the_game_is_the_one_whose_points_fit(self, points: int, game: str) -> None:
        """A file that names no word list is the game by whose tiles its plays score as they are written."""
        told = read(f"#player1 A A\n#player2 B B\n>A: ADKRS 8D DARKS +{points} {points}\n")

        assert (told.game.began.game, told.differences) == (game, ())

    @pytest.mark.parametrize(("text", "message"), [
        (">A: X 8G AX +9 9\n>B: X 9G AX +9 9\n", "does not name its two players"),
        ("#player1 A A\n>A: X 8G AX +9 9\n>B: X 9G AX +9 9\n", "does not name its two players"),
        (f"{HEAD}>Cy: X - +0 0\n", "names no player"),
        (f"{HEAD}>Jo: X 8G\n", "no line that GCG has"),
        (f"{HEAD}>Jo: X (X) --3 11\n", "no line that GCG has"),
        (f"{HEAD}>Jo: X 8G XI +{'9' * 5000} 11\n", "no line that GCG has"),
        (f"{HEAD}>Jo: X -{'9' * 5000} +0 0\n", "no line that GCG has"),
        (f"{HEAD}>Jo: CAT 8G CAT +10 10\n" * 2, "another game begins here"),
        (f"{HEAD}#player3 Cy Cy\n>Cy: X - +0 0\n", "for two players"),
        (HEAD + ">Jo: X - +0 0\n" * 501, "more than any game has"),
        (f"{HEAD}>Jo: X -- -9 0\n", "no play of this player"),
        (f"{HEAD}>Jo: X 8G .X +9 9\n", "a tile that does not lie there"),
        (f"{HEAD}>Jo: CAT 8G CAT +10 10\n>Al: X 8G XA +9 9\n", "On G8 lies C, not X"),
    ])  # fmt: skip
    def test_what_nobody_can_read_is_refused(self, text: str, message: str) -> None:
        """A line that makes no sense is named, and nothing is guessed."""
        with pytest.raises(NotationError, match=message):
            read(text)

    def test_what_was_written_is_read_back(self) -> None:
        """An exchange that was written as a pass is an exchange again, and a penalty keeps its row."""
        happenings = (play("H8 > CAT"), Exchanged(3), play("H9 > AT"), Challenged("", stands=False), Passed())
        game = fold([GameBegan("scrabble-en", ("Ann", "Bo"), 7, switches={"words.invalid_penalty": "lose_turn"}),
                     *happenings, Adjusted("Ann", -10, "time")])  # fmt: skip

        assert turn_rows(read(to_gcg(game)).game) == turn_rows(game)


@pytest.mark.skipif(not RECORDS.is_file(), reason="the played records lie beside the project, and not here")
def test_played_games_come_back() -> None:
    """Each twentieth of the games that others played is the same once it was written and read; benches has them all."""
    texts = [text for _, text in islice(record_texts(RECORDS), 0, None, 20) if len(players_of(text)) == 2]

    assert len(texts) > 60
    assert [found for text in texts if (found := differing(record_game(text)))] == []


def test_a_file_is_known_by_what_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`import` takes GCG under any name and in any coding, and says what differs."""
    (tmp_path / "game.txt").write_bytes(f"{HEAD}>Jo: CAT 8G CAT +11 11\n#note \xe5\n".encode("iso-8859-1"))

    assert main(["import", str(tmp_path / "game.txt"), "--home", str(tmp_path), "--json"]) == 0
    out, err = capsys.readouterr()
    assert (json.loads(out)["totals"], "10 by the rules, 11 there" in err) == ({"Jo Smith": 10, "Al": 0}, True)
