"""Plays written as text: read, written again, and scored line by line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from pi_referee.cli import main
from pi_referee.errors import NotationError
from pi_referee.text_game.score_rows import Row
from pi_referee.text_game.scorebook import read_line, read_scorebook
from pi_referee.text_game.text_score import score_lines

GAMES = Path(__file__).parent / "games"


def scored(text: str, game: str = "alfapet-sv", *, players: Sequence[str] = (), **switches: str) -> list[Row]:
    """The rows that a scorebook gives."""
    wishes = {name.replace("__", "."): value for name, value in switches.items()}
    return list(score_lines(read_scorebook(text), game, players=players, switches=wishes))


def columns(rows: Sequence[Row], *names: str) -> list[tuple[object, ...]]:
    """Some columns of some rows."""
    return [tuple(row[name] for name in names) for row in rows]


class TestLines:
    """What a line can say, and how it is written."""

    @pytest.mark.parametrize(
        "line",
        [
            "H8 > ABC", "I9 v .OVI", "#J14 K14 > HÅRD", "F12 v LÄ/T.AR", "I9 > SO\\LA", "#M9", "I9 > S_L", "A17 > ÅÄÖ",
            "-", "-3", "--", "?", "?Bo", "?+", "?Bo-", "=A:5,B:0", "@Bo", "@A:K,B:_", "-t", "==", "!!", "!3",
            "!3 H8 > ABC",
            "0,0 > L3UVA", "1,-1 v K.L", "-3,0 > BES....A", "0,0 > LUV{5}A", "0,0 > L2{0}UV", "0,0 > eS_", "^Bo",
            "!2 1,-1 v K.L", "~A:+5", "~A:-10t",
        ],
    )  # fmt: skip
    def test_there_and_back(self, line: str) -> None:
        """A line that is read and written is the same line."""
        assert str(read_line(line)) == line

    @pytest.mark.parametrize(
        ("sloppy", "neat"),
        [("h8>abc", "H8 > abc"), (" H8 V ABC ", "H8 v ABC"), ("- 3", "-3"), ("= A:5 , B:0", "=A:5,B:0"),
         ("#j14 k14>HÅRD", "#J14 K14 > HÅRD"), ("H8 > A\u030aR", "H8 > ÅR"),
         ("0 , -1>L3uva", "0,-1 > L3uva"), ("^ Bo ", "^Bo")],
    )  # fmt: skip
    def test_sloppily_written(self, sloppy: str, neat: str) -> None:
        """Spaces, small letters in a square's name and composed accents do not matter."""
        assert str(read_line(sloppy)) == neat

    @pytest.mark.parametrize(
        "line",
        [
            "zz",
            "H8 >",
            "H8 x ABC",
            "> ABC",
            "H8 > A1",
            "-x",
            "=A",
            "=A:x",
            "!x",
            "@A:,B:K",
            "#Z",
            "#99",
            "H8 > Aß",
            "#J14K14 > AB",
            "=A:5,A:7",
            "=:5",
            "=A:12345",
            "@A:K,A:Q",
            "-12345",
            "!12345",
            "!12345 H8 > ABC",
        ],
    )
    def test_nonsense(self, line: str) -> None:
        """What is no line of a scorebook is refused."""
        with pytest.raises(NotationError):
            read_line(line)

    def test_every_bad_line_is_named(self) -> None:
        """All lines nobody can read are named at once, with their numbers."""
        with pytest.raises(NotationError, match=r"line 2: 'zz'.*line 4: 'yy'"):
            read_scorebook("H8 > ABC\nzz\n\nyy\n")

    def test_a_cure_is_told_once(self) -> None:
        """A program finds apart where the first bad line is, what is wrong with each, and each cure once."""
        with pytest.raises(NotationError) as fault:
            read_scorebook("H8 > ABC\nzz\n-\nyy\n0,0 > L{4}2\n")

        error = fault.value
        assert error.where == "line 2"
        assert error.what == "'zz' is not a play. line 4: 'yy' is not a play. line 5: '2' is not a tile."
        assert error.cure.count("Write it as") == 1
        assert "a printed value comes last, as L3{2}" in error.cure

    def test_comments_and_empty_lines(self) -> None:
        """Empty lines, and whatever stands after a semicolon, are passed over; so is a byte order mark."""
        lines = read_scorebook("\ufeff; our game\nH8 > ABC ; well done\n\n-\n")

        assert [str(line) for line in lines] == ["H8 > ABC", "-"]


class TestScores:
    """What each line comes to."""

    def test_a_game_with_special_tiles(self) -> None:
        """Every play of a game with blanks, stop tiles and arrows gets its words and its score."""
        rows = scored((GAMES / "specials.txt").read_text(encoding="utf-8"))
        expected = (GAMES / "specials.scores").read_text(encoding="utf-8").splitlines()

        assert [_as_written(row) for row in rows] == [" ".join(line.split()) for line in expected]

    def test_the_contracts_form(self) -> None:
        """Every row has what the contract says."""
        (row,) = scored("I9 > SOL")
        parts = {name: row[name] for name in ("play", "words", "bonus", "score", "total", "infractions")}

        assert parts == {
            "play": "I9 > SOL", "words": [["SOL", 4]], "bonus": 0, "score": 4, "total": 4, "infractions": [],
        }  # fmt: skip

    def test_whose_total(self) -> None:
        """The total is the player's who played; the totals are everybody's."""
        rows = scored("I9 > SOL\nI10 > SOL\n-\n", players=("A", "B"))

        assert columns(rows, "player", "score", "total") == [("A", 4, 4), ("B", 14, 14), ("A", 0, 4)]
        assert rows[2]["totals"] == {"A": 4, "B": 14}

    def test_nonsense_changes_nothing(self) -> None:
        """A play with faults has no score, is not laid, and its player is still on turn."""
        rows = scored("A1 > WWWWWWWW\nI9 > SOL\n", players=("A", "B"))

        assert columns(rows, "player", "score", "total") == [("A", None, 0), ("A", 4, 4)]
        assert [one["fault"] for one in rows[0]["infractions"]] == ["off_centre", *["not_in_set"] * 8, "too_many_tiles"]

    def test_a_dot_where_nothing_lies(self) -> None:
        """A dot where no tile lies is a gap."""
        (row,) = scored("I9 > SOL.")

        assert [(one["fault"], one["squares"]) for one in row["infractions"]] == [("gap", ["L9"])]

    def test_taking_back(self) -> None:
        """-- takes the newest play back, and its player plays again."""
        rows = scored("I9 > SOL\n--\nI9 > SAL\n", players=("A", "B"))

        assert columns(rows, "player", "score", "total") == [("A", 4, 4), ("A", -4, 0), ("A", 3, 3)]

    def test_questioned_and_taken_back(self) -> None:
        """? and then -- is a word that did not count; what that costs is the house's business."""
        text = "I9 > SLO\n?\n--\n-\n"

        assert [row["player"] for row in scored(text, players=("A", "B"))] == ["A", "A", "A", "A"]
        lost = scored(text, players=("A", "B"), words__invalid_penalty="lose_turn")
        assert [row["player"] for row in lost] == ["A", "A", "A", "B"]

    def test_taken_back_after_a_question_about_nothing(self) -> None:
        """A question after a pass is about nothing: the -- that follows takes the newest play back."""
        rows = scored("I9 > SOL\n-\n?\n--\n", players=("A", "B"))

        assert [row["total"] for row in rows] == [4, 0, 4, 0]
        assert columns(rows, "score")[-1] == (-4,)

    def test_ones_own_word(self) -> None:
        """Nobody challenges their own word; a stranger is named."""
        (_, own) = scored("I9 > SOL\n?A+\n", players=("A", "B"))
        assert [one["fault"] for one in own["infractions"]] == ["nothing_to_question"]
        with pytest.raises(NotationError, match="Nobody called 'X' plays here"):
            scored("I9 > SOL\n?X+\n", players=("A", "B"))

    @pytest.mark.parametrize("line", ["!2 J9 v .M", "!2"])
    def test_points_outside_the_plays_are_no_play(self, line: str) -> None:
        """What is no play cannot be corrected into one: the line is named, and what is counted."""
        with pytest.raises(NotationError, match=r"Turn 2 is no play") as refused:
            scored(f"I9 > SOL\n~B:+5\n{line}\n", players=("A", "B"))

        assert refused.value.where == line

    def test_questioned_and_stood(self) -> None:
        """? and then anything else is a word that stood; in a ranked game of Literaki that costs a turn."""
        text = "H8 > DOM\n?\n-\n"

        assert [row["player"] for row in scored(text, "literaki", players=("A", "B"))] == ["A", "A", "B"]
        ranked = scored(text, "literaki", players=("A", "B"), challenge__mode="ranked_challenge")
        assert [row["player"] for row in ranked] == ["A", "A", "A"]

    @pytest.mark.parametrize("again", ["?B", "?C+", "~A:+5\n?B"])
    def test_a_play_that_stood_costs_no_second_turn(self, again: str) -> None:
        """L01: where questioning in vain costs a turn, a play that stood is questioned by nobody again."""
        text = f"H8 > DOM\n?B+\n{again}\n-\n-\n-\n"
        rows = scored(text, "literaki", players=tuple("ABC"), challenge__mode="ranked_challenge")

        assert [fault["fault"] for row in rows for fault in row["infractions"]] == ["nothing_to_question"]
        assert [row["player"] for row in rows[-3:]] == ["C", "A", "B"]

    def test_verdict_written_down(self) -> None:
        """?- is a word that does not count, ?+ one that does."""
        rows = scored("I9 > SLO\n?B-\nI9 > SOL\n?B+\n", players=("A", "B"))

        assert [row["total"] for row in rows] == [4, 0, 4, 4]

    def test_who_begins(self) -> None:
        """@ says who begins, or what was drawn; those who drew alike draw again."""
        text = "@A:K,B:H\n@A:A,B:L\n@A:A,B:B\nI9 > SOL\n"

        assert [row["player"] for row in scored(text, players=("A", "B"))] == ["", "", "B", "B"]
        assert [row["player"] for row in scored("@B\n-\n", players=("A", "B"))] == ["B", "B"]

    def test_time_and_agreement(self) -> None:
        """-t is a pass, and == ends the game."""
        rows = scored("-t\n-t\n-\n-\n", players=("A", "B"))

        assert rows[3]["ended"] == "passes"
        assert scored("I9 > SOL\n==\n", players=("A", "B"))[1]["winners"] == ["A"]

    def test_correcting(self) -> None:
        """! corrects an earlier turn, and everything after is scored again; nonsense corrects nothing."""
        rows = scored("I9 > SOL\nJ9 v .RD\n!1 I9 > SÖL\n!1 A1 > SÖL\n!2\n!!\n", players=("A", "B"))

        assert [row["totals"] for row in rows] == [
            {"A": 4, "B": 0}, {"A": 4, "B": 5}, {"A": 6, "B": 7}, {"A": 6, "B": 7}, {"A": 6, "B": 0}, {"A": 6, "B": 7},
        ]  # fmt: skip
        assert [one["fault"] for one in rows[3]["infractions"]] == ["off_centre"]

    def test_exchange_rules(self) -> None:
        """An exchange against the rules is not made."""
        rows = scored("-1\n" * 8, "literaki", players=("A", "B"))

        assert [row["score"] for row in rows] == [0] * 6 + [None] * 2
        assert rows[-1]["infractions"][0]["fault"] == "exchange_limit"

    def test_leftovers(self) -> None:
        """= says what was left; in Literaki whoever went out gets it, in Alfapet nobody."""
        literaki = scored("H8 > DOM\n=A:5,B:0\n", "literaki", players=("A", "B"))
        alfapet = scored("I9 > SOL\n=A:1,B:0\n", players=("A", "B"))

        assert (literaki[1]["totals"], literaki[1]["winners"]) == ({"A": literaki[0]["total"] - 5, "B": 5}, ["B"])
        assert (alfapet[1]["totals"], alfapet[1]["winners"]) == ({"A": 3, "B": 0}, ["A"])

    def test_players_named_at_the_end(self) -> None:
        """Without --players, the names after = are the players."""
        assert scored("I9 > SOL\n-\n=Ann:1,Bo:0\n")[1]["player"] == "Bo"

    def test_after_the_end(self) -> None:
        """Once everyone has passed twice, nobody may play on."""
        rows = scored("-\n-\n-\n-\nI9 > SOL\n", players=("A", "B"))

        assert rows[3]["ended"] == "passes"
        assert [one["fault"] for one in rows[4]["infractions"]] == ["game_over"]

    @pytest.mark.parametrize(("line", "fault"), [("--", "nothing_to_take_back"), ("?", "nothing_to_question")])
    def test_nothing_there(self, line: str, fault: str) -> None:
        """Nothing can be taken back or questioned before anything was laid."""
        assert scored(line)[0]["infractions"][0]["fault"] == fault

    def test_after_the_racks_were_counted(self) -> None:
        """Once the racks were counted nobody lays, changes or passes, so that no tile counts twice; mending is free."""
        rows = scored("I9 > SOL\n=A:5,B:3\nI9 v .OL\n-2\n-\n-t\n!1 I9 > SOLO\n", players=("A", "B"))

        faults = [[one["fault"] for one in row["infractions"]] for row in rows]
        assert faults == [[], [], *[["game_over"]] * 4, []]
        assert rows[-1]["totals"] == {"A": rows[-1]["words"][0][1] - 5, "B": -3}

    @pytest.mark.parametrize("line", ["=A:5", "@A:K", "@A:K,C:Q"])
    def test_somebody_is_left_out(self, line: str) -> None:
        """What was left, or drawn, is told of every player: nobody's part is guessed."""
        with pytest.raises(NotationError, match="says nothing about B"):
            scored(f"{line}\n", players=("A", "B"))

    def test_only_who_drew_alike_draws_again(self) -> None:
        """A28: after a tie, those who drew alike are all that must be told of."""
        rows = scored("@A:B,B:B,C:A\n@A:A,B:B\nI9 > SOL\n", players=("A", "B", "C"))

        assert [row["player"] for row in rows] == ["", "B", "B"]

    def test_theme(self) -> None:
        """A listed word's extra points are in the score."""
        (row,) = scored("I9 > SOL", theme__words="SOL", theme__points="7")

        assert (row["score"], row["theme"]) == (11, ["SOL"])

    def test_along_a_turned_word(self) -> None:
        """Written straight, a longer leg is a word of its own; written round the old corner, the whole word is."""
        text = "I9 > SO/LA\n"

        assert scored(text + "K9 v ..R")[1]["words"][0][0] == "LAR"
        assert scored(text + "I9 > ../..R")[1]["words"][0][0] == "SOLAR"

    def test_points_outside_the_plays(self) -> None:
        """A challenge and used-up time change a total in nobody's turn."""
        rows = scored("I9 > SOL\n~A:+5\n~B:-10t\nI10 > SOL", players=("A", "B"))

        assert columns(rows, "player", "score", "total")[1:3] == [("A", 5, 9), ("B", -10, -10)]
        assert rows[3]["player"] == "B"


class TestTheCommand:
    """`pi-referee score`."""

    def test_json(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """--json prints one object a line and nothing else."""
        file = tmp_path / "game.txt"
        file.write_text("I9 > SOL\n-\n", encoding="utf-8")

        assert main(["score", "--game", "alfapet-sv", "--json", str(file)]) == 0
        assert [json.loads(line)["score"] for line in capsys.readouterr().out.splitlines()] == [4, 0]

    def test_for_people(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """Without it, each line shows score, totals and words, or what is wrong."""
        file = tmp_path / "game.txt"
        file.write_text("A1 > SOL\nI9 > SOL\n", encoding="utf-8")
        main(["score", "--game", "alfapet-sv", "--players", "Ann,Bo", str(file)])
        out = capsys.readouterr().out

        assert "A1 > SOL                 not laid:\n    The first word must cover the centre, I9.\n" in out
        assert "I9 > SOL                    4  [Ann 4, Bo 0]  SOL 4\n" in out

    @pytest.mark.parametrize(
        ("arguments", "status", "message"),
        [
            (["--game", "chess"], 2, "The games are alfapet-fi, alfapet-sv"),
            (["--game", "alfapet-sv", "--set", "a=b"], 2, "There is no switch 'a'. The switches are"),
            (["--game", "alfapet-sv", "--set", "score.floor=1"], 2, "Choose none or 0"),
            (["--game", "alfapet-sv", "--set", "score.floor"], 2, "write --set SWITCH=VALUE"),
            (["--game", "alfapet-sv", "--rack", "5"], 2, "Choose 6, 7, 8"),
            (["--game", "alfapet-sv", "--players", "A,A"], 2, "the same name: A, A"),
            (["--game", "alfapet-sv", "--players", "A,B,C,D,E"], 2, "One to four can"),
            (["--game", "alfapet-sv", "--preset", "easy"], 2, "The presets are full, enkel"),
            (["--game", "alfapet-sv", "--language", "xx"], 2, "the languages are"),
        ],
    )
    def test_wrong_usage(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], status: int, message: str
    ) -> None:
        """What is written wrongly is answered with what there is."""
        file = tmp_path / "game.txt"
        file.write_text("I9 > SOL\n", encoding="utf-8")

        assert main(["score", *arguments, str(file)]) == status
        assert message in capsys.readouterr().err

    @pytest.mark.parametrize("content", [b"zz\n", b"\xff\xfe\x00"])
    def test_unreadable(self, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes) -> None:
        """A file nobody can read is refused with the reason as JSON."""
        file = tmp_path / "game.txt"
        file.write_bytes(content)

        assert main(["score", "--game", "alfapet-sv", "--json", str(file)]) == 3
        assert json.loads(capsys.readouterr().out)["error"]["kind"] == "notation"

    @pytest.mark.parametrize(
        ("language", "sentence"),
        [
            ("en", "The word has a gap at J9."),
            ("sv", "lucka"),
            ("fi", "aukko"),
            ("pl", "lukę"),
            ("de", "Lücke"),
            ("ro", "gol"),
        ],
    )
    def test_players_language(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, sentence: str
    ) -> None:
        """Faults are named in the players' language."""
        file = tmp_path / "game.txt"
        file.write_text("I9 > S.L\n", encoding="utf-8")
        main(["score", "--game", "alfapet-sv", "--language", language, "--json", str(file)])

        assert sentence in json.loads(capsys.readouterr().out)["infractions"][0]["says"]


def _as_written(row: Row) -> str:
    """A row as the expected scores are written."""
    parts = [f"{text} {points}" for text, points in row["words"]]
    parts += [f"bonus {row['bonus']}"] if row["bonus"] else []
    return f"{row['score']} {', '.join(parts)}"
