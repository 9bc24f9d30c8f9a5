"""Games of cards written as text: plays on the bare table, and their scores (KortAlfapet, K01 to K13)."""

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


def scored(text: str, game: str = "kortalfapet", *, players: Sequence[str] = ("A", "B")) -> list[Row]:
    """The rows that a scorebook gives."""
    return list(score_lines(read_scorebook(text), game, players=players))


def columns(rows: Sequence[Row], *names: str) -> list[tuple[object, ...]]:
    """Some columns of some rows."""
    return [tuple(row[name] for name in names) for row in rows]


def says(row: Row) -> list[str]:
    """What is wrong with a line, in words."""
    return [infraction["says"] for infraction in row["infractions"]]


class TestLinesNobodyCanRead:
    """Each is refused with what is wrong and how to write it."""

    @pytest.mark.parametrize(
        ("line", "sentence"),
        [
            ("0,0 > LUV{x}A", r"'x' in 'V\{x\}' is no value of a card. Write a whole number, as V\{5\}"),
            ("0,0 > LUV{}A", r"'' in 'V\{\}' is no value of a card"),
            ("0,0 > LUV{-1}A", r"'-1' in 'V\{-1\}' is no value of a card"),
            ("0,0 > LUV{500}A", r"'500' in 'V\{500\}' is no value of a card"),
            ("0,0 > LUV{5A", r"'\{' is not a tile"),
            ("0,0 > L4UVA", r"'L4' is not a tile: 4 is no letter. .* 2 is the mark 2x and 3 is 3x, as L3"),
            ("0,0 > L1UVA", r"'L1' is not a tile"),
            ("0,0 > 3LUVA", r"'3' is not a tile"),
            ("0,0 > L33UVA", r"'3' is not a tile"),
            ("0,0 > LUv{4}A", r"'v\{4\}' is a joker with a value. A joker is worth nothing"),
            ("1000,0 > LUVA", r"'1000,0' is not a square.*or a card's place on the table, as 2,-1"),
            ("0,0 x LUVA", r"is not a play. Write it as H8 > ABC, of cards as 0,0 > ABC"),
            ("0,0", r"is not a play"),
            ("^", r"'\^' does not say who begins. Write the player's name behind it, as \^Bo"),
        ],
    )
    def test_a_line(self, line: str, sentence: str) -> None:
        """What is no line is refused."""
        with pytest.raises(NotationError, match=sentence):
            read_line(line)

    def test_strangers(self) -> None:
        """Nobody begins a round who does not play."""
        with pytest.raises(NotationError, match="Nobody called 'Eve' plays here. The players are A, B"):
            scored("^Eve")


class TestPlaysNobodyMayLay:
    """Each has a sentence, no score, and changes nothing."""

    @pytest.mark.parametrize(
        ("line", "sentences"),
        [
            ("2,1 > SOL", ["The new word must be built on a card of the word that lies there."]),
            ("1,-1 v KUL", ["Something already lies on 1,0."]),
            ("0,0 > K...", ["Something already lies on 0,0."]),
            ("1,-1 v K.L.S", ["The word has a gap at 1,2."]),
            ("0,1 > S.L", ["The new word must be built on a card of the word that lies there.",
                           "The word has a gap at 1,1."]),
            ("0,0 > ....", ["A word has at least two letters."]),
            ("0,0 > ....ABCDEFGH", ["More cards were laid than the 7 a hand holds."]),
            ("1,-1 v W.L", ["This game has no card W (1,-1)."]),
            ("998,0 > SOL", ["A card's place is counted from the first card, as 2,-1; 1000,0 is no such place.",
                             "The new word must be built on a card of the word that lies there."]),
            ("H8 > SOL", ["A card's place is counted from the first card, as 2,-1; H8, I8, J8 is no such place.",
                          "The new word must be built on a card of the word that lies there."]),
        ],
    )  # fmt: skip
    def test_with_two(self, line: str, sentences: list[str]) -> None:
        """With two players; the next line is the same player's."""
        rows = scored(f"0,0 > L3UVA\n{line}\n1,-1 v K.L\n")

        assert says(rows[1]) == sentences
        assert columns(rows[1:], "player", "score", "pending", "settled")[0] == ("B", None, None, None)
        assert (rows[2]["player"], rows[2]["totals"]) == ("B", {"A": 18, "B": 0})

    def test_cells_in_a_game_with_a_board(self) -> None:
        """A cell is no square of a board, and no tile has a mark or a value of its own."""
        rows = scored("8,8 > SOL\nI9 > L3OV\nI9 > LOV{5}\nI9 > SOL\n", "alfapet-sv")

        assert [says(row)[0] for row in rows[:3]] == [
            "8,8; 9,8; 10,8 is outside the board.",
            "This game has no tile L3 (I9).",
            "This game has no tile V{5} (K9).",
        ]
        assert rows[3]["score"] == 4

    def test_changing_cards(self) -> None:
        """One card a turn; a second one is refused, and the turn is not over."""
        rows = scored("-1\n-1\n-2\n0,0 > SOL\n-1\n-\n")

        assert [row["player"] for row in rows] == ["A", "A", "A", "A", "B", "B"]
        limit = "No more cards can be exchanged in this turn: the limit is 1."
        assert [says(row) for row in rows[1:3]] == [[limit]] * 2
        assert (rows[5]["settled"], rows[5]["totals"]) == (
            {"player": "A", "points": 4, "kept": ["SOL"]},
            {"A": 4, "B": 0},
        )


class TestStealing:
    """Two players."""

    def test_the_contracts_form(self) -> None:
        """Every row has what the contract says; the booklet's LUVA is settled at 18 by KUL."""
        parts = ("play", "player", "words", "score", "pending", "settled", "totals", "infractions")

        settled = {"player": "A", "points": 18, "kept": ["LVA"]}
        assert columns(scored("0,0 > L3UVA\n1,-1 v K.L\n"), *parts) == [
            ("0,0 > L3UVA", "A", [["LUVA", 27]], None, 27, None, {"A": 0, "B": 0}, []),
            ("1,-1 v K.L", "B", [["KUL", 7]], None, 7, settled, {"A": 18, "B": 0}, []),
        ]  # fmt: skip

    def test_a_printed_value(self) -> None:
        """A value that the card itself shows is what counts, for who keeps it and for who steals it."""
        rows = scored("0,0 > LUV{7}A\n2,-1 v E.\n-\n")

        assert [row["pending"] for row in rows] == [1 + 3 + 7 + 1, 1 + 7, None]
        assert rows[2]["totals"] == {"A": 5, "B": 8}

    def test_withdrawn_and_questioned(self) -> None:
        """--, ? and !! bring the old word back to life; what it had brought is gone again."""
        for back in ("--", "?\n--", "?-", "!!", "!2"):
            rows = scored(f"0,0 > L3UVA\n1,-1 v K.L\n{back}\n-\n")
            assert (rows[-1]["player"], rows[-1]["totals"]) == ("B", {"A": 27, "B": 0}), back

    def test_corrected(self) -> None:
        """! writes an earlier word anew, and settles everything after it again."""
        rows = scored("0,0 > L3UVA\n1,-1 v K.L\n!1 0,0 > LUVA\n!1 5,5 > LUVA\n")

        assert [row["totals"]["A"] for row in rows] == [0, 18, 6, 0]

    def test_to_the_end(self) -> None:
        """A passes after changing a card, and the hands are taken off; the word still living scores in full."""
        rows = scored("0,0 > L3UVA\n1,-1 v K.L\n-1\n-\n-\n0,1 > A.M\n=A:5,B:0\n==\n")

        assert columns(rows, "player", "score") == [
            ("A", None), ("B", None), ("A", 0), ("A", 0), ("B", 0), ("A", None), ("", None), ("", None),
        ]  # fmt: skip
        assert (rows[-1]["totals"], rows[-1]["winners"]) == ({"A": 18 + 5 - 5, "B": 7}, ["A"])


class TestRounds:
    """Three and four players."""

    ROUND = "0,0 > L3UVA\n1,-1 v K.L\n-\n"

    def test_scored_at_once(self) -> None:
        """Every word scores at once; then the table is bare, and cells are counted from the next first card."""
        rows = scored(self.ROUND + "0,0 > KUL\n", players=("A", "B", "C"))

        assert columns(rows, "player", "score", "pending", "settled") == [
            ("A", 27, None, None), ("B", 7, None, None), ("C", 0, None, None), ("A", 7, None, None),
        ]  # fmt: skip
        assert rows[-1]["totals"] == {"A": 34, "B": 7, "C": 0}

    def test_drawing_lots(self) -> None:
        """Where a lot must be drawn, nobody lays, passes or changes a card before it is told who begins."""
        tie = "0,0 > SOL\n0,0 v .OL\n-\n"
        rows = scored(tie + "0,0 > KUL\n-\n-1\n^B\n0,0 > KUL\n", players=("A", "B", "C"))

        assert [one["fault"] for row in rows for one in row["infractions"]] == ["no_starter"] * 3
        assert columns(rows[6:], "player", "score") == [("B", 0), ("B", 7)]

    def test_who_begins_without_a_lot(self) -> None:
        """It may be said before somebody has had a turn in the round, and is refused after."""
        names = ("A", "B", "C")
        assert scored(self.ROUND + "^C\n0,0 > KUL\n", players=names)[-1]["player"] == "C"
        late = scored(self.ROUND + "0,0 > KUL\n^C\n-\n", players=names)
        assert (says(late[4]), late[5]["player"]) == (["Who begins is settled: somebody has had a turn."], "B")

    @pytest.mark.parametrize("line", ["@B", "^B"])
    def test_not_once_it_has_begun(self, line: str) -> None:
        """With two, or on a board, who begins is said at the start and not later."""
        assert scored(f"{line}\n-\n")[1]["player"] == "B"
        assert [one["fault"] for one in scored(f"-\n{line}\n")[1]["infractions"]] == ["start_settled"]
        assert [one["fault"] for one in scored(f"-\n{line}\n", "alfapet-sv")[1]["infractions"]] == ["start_settled"]


class TestTheCommand:
    """`pi-referee score --game kortalfapet`."""

    def test_json(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """--json prints one object a line."""
        file = tmp_path / "game.txt"
        file.write_text("0,0 > L3UVA\n1,-1 v K.L\n", encoding="utf-8")

        assert main(["score", "--game", "kortalfapet", "--players", "A,B", "--json", str(file)]) == 0
        assert json.loads(capsys.readouterr().out.splitlines()[1])["settled"]["points"] == 18

    @pytest.mark.parametrize(
        ("players", "message"),
        [
            ("A", "not played by 1. Name 2, 3, 4 players"),
            ("A,B,C,D,E", "One to four can"),
            ("A,A", "the same name: A, A"),
        ],
    )
    def test_how_many(self, tmp_path: Path, capsys: pytest.CaptureFixture[str], players: str, message: str) -> None:
        """So many do not play it."""
        file = tmp_path / "game.txt"
        file.write_text("0,0 > SOL\n", encoding="utf-8")

        assert main(["score", "--game", "kortalfapet", "--players", players, str(file)]) == 2
        assert message in capsys.readouterr().err


@pytest.mark.parametrize("word", ["l3UVA", "LUV_2", "LUVa2"])
def test_a_joker_with_a_mark_is_refused(word: str) -> None:
    """K07: a joker bears no mark, so who writes one is told so, and nothing is multiplied by it."""
    with pytest.raises(NotationError, match="A joker bears no mark"):
        read_line(f"0,0 > {word}")
