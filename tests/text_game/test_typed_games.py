"""What is typed wins and is read as it stands: switches, directions, letters in two parts, tiles nobody can have."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pi_referee.cli import main
from pi_referee.decks.deck_file import read_deck, write_deck
from pi_referee.decks.house_deck import assumed_cards
from pi_referee.errors import NotationError
from pi_referee.picture_game.picture_set import pictures_of, read_answers, read_set
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.text_game.score_rows import Row
from pi_referee.text_game.scorebook import read_line, read_scorebook
from pi_referee.text_game.text_score import score_lines


def rows_of(text: str, game: str = "alfapet-sv", players: tuple[str, ...] = ("A", "B"), **switches: str) -> list[Row]:
    """The rows that a scorebook gives."""
    return list(score_lines(read_scorebook(text), game, players=players, switches=switches))


def command(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    """What a command prints as JSON, a row a line; it must end well."""
    capsys.readouterr()
    assert main([*arguments, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


class TestWhatIsTypedWins:
    """`--set` against presets, the usual one and a house's own."""

    @pytest.mark.parametrize("preset", [(), ("--preset", "full"), ("--preset", "HOUSE")])
    @pytest.mark.parametrize("typed", ["variant=enkel", "variant= enkel", "blanks=false"])
    def test_a_typed_switch_holds_over_any_preset(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], preset: tuple[str, ...], typed: str
    ) -> None:
        """A game without blanks knows none, whatever preset it began from."""
        house = 'name = "Ours"\n[switches]\nblanks = true\narrows = true\n'
        (tmp_path / "house.toml").write_text(house, encoding="utf-8")
        (tmp_path / "plays.txt").write_text("I9 > sOL\n", encoding="utf-8")
        named = [part.replace("HOUSE", str(tmp_path / "house.toml")) for part in preset]

        [row] = command(capsys, "score", str(tmp_path / "plays.txt"), "--game", "alfapet-sv", *named, "--set", typed)

        assert [fault["fault"] for fault in row["infractions"]] == ["not_in_set"]

    @pytest.mark.parametrize(
        "arguments",
        [
            ("--preset", "enkel", "--set", "blanks=true"),
            ("--preset", "enkel", "--set", "variant=full"),
            ("--set", "variant=enkel", "--set", "blanks=true"),
            ("--set", "blanks=true", "--set", "variant=enkel"),
            (),
        ],
    )
    def test_one_switch_may_be_typed_beside_a_variant(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
    ) -> None:
        """What is said of one kind of tile is nearer than what is said of all."""
        (tmp_path / "plays.txt").write_text("I9 > sOL\n", encoding="utf-8")

        [row] = command(capsys, "score", str(tmp_path / "plays.txt"), "--game", "alfapet-sv", *arguments)

        assert row["infractions"] == []


CROSS = """
I9 > ABC
K7 v EF.
K8 > .G
K9 v .HI
K10 > .J
K8 > ..K
M8 v .L
"""
"""Letters all round L9, where nothing lies: C to its left, G above, J below and L to its right."""


class TestOneNewCorner:
    """A single new letter on an arrow, with old letters all round: the written way is the one that is meant."""

    @pytest.mark.parametrize(
        ("line", "word"),
        [("I9 > .../M.", "ABCMJ"), ("L8 v ./M.", "GML"), ("K9 > ./M.", "ABCMJ"), ("I9 > .../m.", "ABCMJ"),
         ("L8 v ./m.", "GML")],
    )  # fmt: skip
    def test_the_word_runs_as_written(self, line: str, word: str) -> None:
        """Right then down, or down then right, as the line begins; nothing else tells the two apart."""
        row = rows_of(f"{CROSS}{line}\n")[-1]

        assert row["infractions"] == []
        assert row["words"][0][0] == word

    @pytest.mark.parametrize(("line", "word"), [("I9 > .../M.", "ABCMJ"), ("L8 v ./M.", "GML")])
    def test_a_correction_runs_as_written(self, line: str, word: str) -> None:
        """So does an earlier turn that is written anew."""
        row = rows_of(f"{CROSS}-\n-\nN1 > XY\n!8 {line}\n")[-1]

        assert row["infractions"] == []
        assert row["words"][0][0] == word


def small_box(name: str) -> Ruleset:
    """The game with a box of 18 tiles: 4 are left in the bag once two have drawn seven each."""
    return replace(ruleset(name), counts={"A": 9, "B": 9}, blanks=0)


class TestTilesNobodyHas:
    """Once the bag is empty the players' tiles can be counted."""

    @pytest.mark.parametrize(
        ("last", "limit"),
        [("A9 > ABABA", 2), ("A9 > ABA", 2), ("L8 v .BAB", 2), ("!2 H8 v .BABABAB", None), ("A9 > ABABABA", 2)],
    )
    def test_more_than_a_player_has_left_is_named(self, last: str, limit: int | None) -> None:
        """After H8 > ABABA by A and five by B the bag is empty, and B has two."""
        lines = read_scorebook(f"H8 > ABABA\nH8 v .BABAB\n-\n{last}\n")
        rows = list(score_lines(lines, "scrabble-en", players=("A", "B"), find=small_box))
        fewer = [fault["limit"] for fault in rows[-1]["infractions"] if fault["fault"] == "fewer_left"]

        assert fewer == ([] if limit is None else [limit])

    def test_what_a_player_has_left_may_be_laid(self) -> None:
        """Two tiles are two tiles, and going out with them is a play like any other."""
        lines = read_scorebook("H8 > ABABA\nH8 v .BABAB\n-\nL8 v .AB\n")

        assert list(score_lines(lines, "scrabble-en", players=("A", "B"), find=small_box))[-1]["infractions"] == []

    def test_one_column_for_everybody_counts_nobodys_tiles(self) -> None:
        """Where no players are named one column holds all points, and all racks."""
        lines = read_scorebook("H8 > ABABA\nH8 v .BABAB\nL8 v .ABABA\n")
        rows = list(score_lines(lines, "scrabble-en", find=small_box))

        assert [fault for row in rows for fault in row["infractions"]] == []


class TestSigns:
    """Which signs are letters."""

    @pytest.mark.parametrize("sign", ["ſ", "ı", "ς", "µ", "ﬁ", "ß", "ǅ", "ϑ", "ẛ", "ᲀ", "ª", "ｂ", "ₐ", "𝐚", "ᴬ"])
    def test_a_sign_that_only_looks_like_a_small_letter_is_no_blank(self, sign: str) -> None:
        """A blank is the small letter of its capital, and no other sign that has that capital."""
        with pytest.raises(NotationError):
            read_line(f"I9 > A{sign}A")

    @pytest.mark.parametrize("letter", ["å", "ä", "ö", "ł", "ż", "ș", "é", "ñ", "š", "σ", "s", "i", "k"])
    def test_small_letters_of_every_game_are_blanks(self, letter: str) -> None:
        """A small letter stands for its capital."""
        assert str(read_line(f"I9 > A{letter}A")) == f"I9 > A{letter}A"


def in_parts(text: str) -> str:
    """The text as macOS writes it, its letters in two parts each."""
    return unicodedata.normalize("NFD", text)


class TestLettersInTwoParts:
    """Whatever enters is composed: Å is Å, however many signs it came as."""

    def test_theme_words(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """An agreed word brings its points, also where it was typed on a Mac."""
        (tmp_path / "plays.txt").write_text("I9 > ÅL\n", encoding="utf-8")

        for words in ("ÅL", in_parts("ÅL"), in_parts("ål,sol")):
            [row] = command(
                capsys, "score", str(tmp_path / "plays.txt"), "--game", "alfapet-sv", "--set", f"theme.words={words}"
            )
            assert row["theme"] == ["ÅL"]

    def test_a_preset(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """So does one that stands in a house's preset, under a name in two parts."""
        preset = tmp_path / in_parts("vårt.toml")
        preset.write_text(in_parts('name = "Vårt"\n[switches]\n"theme.words" = ["ål", "ö"]\n'), encoding="utf-8")
        (tmp_path / "plays.txt").write_text("I9 > ÅL\n", encoding="utf-8")

        [row] = command(capsys, "score", str(tmp_path / "plays.txt"), "--game", "alfapet-sv", "--preset", str(preset))

        assert row["theme"] == ["ÅL"]

    @pytest.mark.parametrize(("typed", "written"), [(in_parts("Åsa,Pär"), "Åsa,Pär"), ("Åsa,Pär", in_parts("Åsa,Pär"))])
    def test_players(self, tmp_path: Path, capsys: pytest.CaptureFixture[str], typed: str, written: str) -> None:
        """A player of the command is the player of the file."""
        first, second = written.split(",")
        (tmp_path / "plays.txt").write_text(f"@{second}\nI9 > SOL\n={first}:3,{second}:0\n", encoding="utf-8")

        rows = command(capsys, "score", str(tmp_path / "plays.txt"), "--game", "alfapet-sv", "--players", typed)

        assert rows[-1]["totals"] == {"Åsa": -3, "Pär": 4}

    def test_decisions(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """A word the house decided is one word, typed either way or among spaces, and taken back either way."""
        home = ("--home", str(tmp_path))
        assert main(["lexicon", "decide", in_parts("blåöga"), "yes", *home]) == 0
        assert main(["lexicon", "decide", "blåöga", "no", *home]) == 0
        capsys.readouterr()
        assert main(["lexicon", "decisions", *home]) == 0
        assert capsys.readouterr().out.split()[:2] == ["BLÅÖGA", "no"]
        assert main(["lexicon", "undo", in_parts("blåöga"), *home]) == 0
        assert "is asked about again" in capsys.readouterr().out
        assert main(["lexicon", "decide", "blåöga", "yes", *home]) == 0
        assert main(["lexicon", "undo", " blåöga", *home]) == 0
        assert "BLÅÖGA is asked about again" in capsys.readouterr().out

    def test_a_deck_of_cards(self, tmp_path: Path) -> None:
        """A household's deck that was corrected on a Mac is read like any other."""
        rules = ruleset("kortalfapet")
        write_deck(tmp_path / "deck.txt", assumed_cards(rules), rules.title)
        text = (tmp_path / "deck.txt").read_text(encoding="utf-8")
        (tmp_path / "deck.txt").write_text(in_parts(text), encoding="utf-8")

        assert read_deck(tmp_path / "deck.txt", rules).cards.keys() == set(rules.alphabet)

    def test_answers_and_names_of_pictures(self, tmp_path: Path) -> None:
        """Answers about a picture are found by its name, whichever of the two has its letters in two parts."""
        for name in ("blåst.png", in_parts("höst.png")):
            (tmp_path / name).write_bytes(b"")
        answers = {in_parts("blåst.png"): {"H8": in_parts("Ö")}, "höst.png": {"H8": "Å"}}
        (tmp_path / "answers.json").write_text(json.dumps(answers, ensure_ascii=False), encoding="utf-8")
        frames = [{"image": in_parts("blåst.png")}, {"image": "höst.png"}]
        (tmp_path / "set.json").write_text(json.dumps({"frames": frames}, ensure_ascii=False), encoding="utf-8")

        assert read_answers(tmp_path / "answers.json") == {"blåst.png": {"H8": "Ö"}, "höst.png": {"H8": "Å"}}
        found = [path.name for path in pictures_of(tmp_path, read_set(tmp_path))]
        assert found == ["blåst.png", in_parts("höst.png")]
