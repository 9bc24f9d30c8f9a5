"""The games that come with pi-referee, and the checks on a game's file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pi_referee.errors import GameFileError
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition import library
from pi_referee.rules.definition.library import read_ruleset, ruleset, ruleset_names

GAMES = Path(library.__file__).parents[1] / "games"


def own_game(folder: Path, old: str, new: str) -> Path:
    """A copy of the Literaki files in a folder, with one text put for another."""
    shutil.copytree(GAMES / "boards", folder / "boards")
    text = (GAMES / "literaki.toml").read_text(encoding="utf-8")
    assert old in text
    (folder / "literaki.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder / "literaki.toml"


def own_board(folder: Path, old: str, new: str) -> Path:
    """A copy of the Literaki files in a folder, with one text put for another in the board's file."""
    path = own_game(folder, "name", "name")
    board = folder / "boards" / "literaki.toml"
    text = board.read_text(encoding="utf-8")
    assert old in text
    board.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


class TestTheGames:
    """What comes with pi-referee."""

    def test_ten_games(self) -> None:
        """Two editions of Alfapet, KortAlfapet, Literaki and six Scrabbles come with pi-referee."""
        scrabbles = tuple(f"scrabble-{language}" for language in ("de", "en", "fi", "pl", "ro", "sv"))

        assert ("alfapet-fi", "alfapet-sv", "kortalfapet", "literaki", *scrabbles) == ruleset_names()

    @pytest.mark.parametrize(
        ("name", "tiles"),
        [("alfapet-sv", 120), ("literaki", 100), ("scrabble-de", 102), ("scrabble-en", 100), ("scrabble-ro", 100)],
    )
    def test_the_box_is_full(self, name: str, tiles: int) -> None:
        """A box holds as many tiles as its maker says."""
        assert tiles == ruleset(name).tile_total

    def test_finnish_counts_are_unknown(self) -> None:
        """Nobody knows how many of each letter the Finnish box holds."""
        assert (ruleset("alfapet-fi").counts, ruleset("alfapet-fi").tile_total) == (None, None)

    def test_alfapet_premiums(self) -> None:
        """Alfapet's board has 80 premium squares of seven kinds, and a centre."""
        layout = ruleset("alfapet-sv").layout
        tokens = [layout.token(square) for square in layout.squares()]
        kinds = ("L2", "L3", "L4", "M2", "W2", "W3", "W4", "ST")

        assert [tokens.count(kind) for kind in kinds] == [28, 16, 4, 12, 12, 4, 4, 1]

    def test_alfapet_effects_are_symmetrical(self) -> None:
        """What Alfapet's squares do does not change when the board is turned or mirrored."""
        tokens = ruleset("alfapet-sv").layout.tokens
        mirrored = tuple(row[::-1] for row in tokens)

        assert tokens == mirrored == tokens[::-1] == tuple(zip(*tokens, strict=True))

    def test_one_centre(self) -> None:
        """The middle square is I9 on the large board and H8 on the small one."""
        assert (str(ruleset("alfapet-sv").layout.centre), str(ruleset("literaki").layout.centre)) == ("I9", "H8")

    def test_colours_follow_values(self) -> None:
        """In Literaki a tile's colour tells its value."""
        literaki = ruleset("literaki")
        values = {"yellow": 1, "green": 2, "blue": 3, "red": 5}

        assert dict(literaki.values) == {letter: values[colour] for letter, colour in literaki.tile_colours.items()}

    def test_polish_scrabble_has_its_own_values(self) -> None:
        """Polish Scrabble differs from Literaki in three letters."""
        mine, other = ruleset("scrabble-pl").values, ruleset("literaki").values

        assert {letter: mine[letter] for letter in mine if mine[letter] != other[letter]} == {"Ć": 6, "Ń": 7, "Ź": 9}

    def test_unknown_game(self) -> None:
        """Who names an unknown game is told the games there are."""
        with pytest.raises(GameFileError, match=r"no game 'chess'.*alfapet-fi, alfapet-sv, kortalfapet, literaki"):
            ruleset("chess")

    def test_squares_outside(self) -> None:
        """A board knows which squares it has."""
        layout = ruleset("literaki").layout

        assert (Square.parse("O15") in layout, Square.parse("P1") in layout) == (True, False)

    def test_cells_are_no_squares(self) -> None:
        """A cell of the bare table is on no board, and a square of a board not on the bare table."""
        board, bare = ruleset("literaki").ground, ruleset("kortalfapet").ground

        assert [Square.parse(name) in board for name in ("A1", "0,0")] == [True, False]
        assert [Square.parse(name) in bare for name in ("A1", "0,0", "-3,12")] == [False, True, True]

    def test_cards_have_no_board(self) -> None:
        """Who asks for the board of a game of cards is told that there is none."""
        with pytest.raises(GameFileError, match=r"KortAlfapet is played without a board"):
            _ = ruleset("kortalfapet").layout

    def test_what_a_deck_shows(self) -> None:
        """A deck has a value for every letter, four jokers, and marks nobody knows of until its cards were seen."""
        deck = ruleset("kortalfapet").deck

        assert ("".join(deck.letters), deck.jokers) == ("ABCDEFGHIJKLMNOPQRSTUVXYZÅÄÖ", 4)
        assert (deck.is_sure, deck.may_show("L", 3), deck.may_show("L", 1)) == (False, True, True)


class TestDamagedFiles:
    """Every mistake in a file is named with its place and its cure."""

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ("A   9   1 yellow", "A   9", r"literaki\.toml: line 13: A tile's line has three words.*Write letter"),
            ("Ą   1", "A   1", r"literaki\.toml: line 14: The letter A is there twice"),
            ("Ą   1", "ą   1", r"line 14: 'ą' is not a capital letter"),
            ("Ą   1   5 red", "Ą   1   5 pink", r"line 14: 'pink' is no colour of a tile.*yellow, green"),
            ("Ą   1   5 red", "Ą   1   5", r"line 13: Some letters have a colour, but not Ą"),
            ("Ą   1   5 red", "Ą   x   5 red", r"line 14: 'x' and '5' should be whole numbers"),
            ("Ą   1", "Ą   ?", r"line 13: Some letters have a count, but not Ą"),
            ("rack = 7\n", "rack = 8\n", r"literaki\.toml: rack: The usual rack of 8 is none of the rack sizes"),
            ("rack = 7\n", 'rack = "seven"\n', r"literaki\.toml: rack: Expected `int`, got `str`"),
            ("rack = 7\n", "", r"literaki\.toml: Object missing required field `rack`"),
            ("rack = 7\n", "rack = \n", r"literaki\.toml: This is not TOML.*line 8"),
            ("blanks = 2", "blanks = -2", r"specials\.blanks: There cannot be fewer than no tiles"),
            ("7 = 50", "8 = 50", r"bonus: Each rack size has one bonus"),
            ("end.transfer", "end.transfers", r"literaki\.toml: switches: There is no switch 'end.transfers_to"),
            ('"start.by" = "lot"', '"start.by" = "age"', r"start\.by: 'age' is not a value.*drawn_tile or lot"),
            ('name = "literaki"', 'name = "Literaki"', r"name: The game is called 'Literaki', its file 'literaki'"),
            ('board = "literaki"', 'board = "chess"', r"chess\.toml: The file cannot be read"),
            ("rack_sizes = [7]", "rack_sizes = []", r"rack_sizes: A rack holds at least one tile"),
        ],
    )
    def test_of_a_game(self, tmp_path: Path, old: str, new: str, message: str) -> None:
        """A game's file says what is wrong in which line or key."""
        with pytest.raises(GameFileError, match=message):
            read_ruleset(own_game(tmp_path, old, new))

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ('2 = "stealing"', '2 = "theft"', r"kortalfapet\.toml: modes.*Invalid enum value 'theft'"),
            ('2 = "stealing"', '5 = "rounds"', r"modes: Words live one way for 2, 3 or 4 players.*Write 2 ="),
            ('language = "sv"', 'language = "sv"\nboard = "alfapet"', r"modes: A game has either a board, or modes"),
            ('[modes]\n2 = "stealing"\n3 = "rounds"\n4 = "rounds"', "", r"modes: A game has either a board, or modes"),
            ("Ö   ?   4", "Ö   ?   x", r"line 39: '\?' and 'x' should be whole numbers"),
        ],
    )
    def test_of_a_game_of_cards(self, tmp_path: Path, old: str, new: str, message: str) -> None:
        """A game has a board, or says for each number of players how words live on the bare table."""
        text = (GAMES / "kortalfapet.toml").read_text(encoding="utf-8")
        assert old in text
        path = tmp_path / "kortalfapet.toml"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

        with pytest.raises(GameFileError, match=message):
            read_ruleset(path)

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ("     A  B", "     B  A", r"literaki\.toml: line 6: The first line of the drawing should name"),
            ("  2 ..", "  3 ..", r"literaki\.toml: line 8: Here should be row 2, but the line begins with '3'"),
            ("  2 .. ..", "  2 ..", r"line 8: Row 2 has 14 squares and should have 15"),
            ("  2 .. ..", "  2 .. X3", r"drawn: The squares marked 'X3' do 'X3', which is nothing"),
            ('"R." = "#e0564a"', '"R." = "red"', r"colours\.R\.: 'red' is not a colour.*#rrggbb"),
            ('"R." = "#e0564a"', "", r"colours: The squares marked 'R\.' have no colour"),
            ('"R." = ', '"Q." = "#000000"\n"R." = ', r"colours\.Q\.: No square of the drawing is marked 'Q\.'"),
        ],
    )
    def test_of_a_board(self, tmp_path: Path, old: str, new: str, message: str) -> None:
        """A board's file says what is wrong in which line or key."""
        with pytest.raises(GameFileError, match=message):
            read_ruleset(own_board(tmp_path, old, new))

    def test_of_no_text(self, tmp_path: Path) -> None:
        """A file that is not text is refused as such."""
        path = tmp_path / "own.toml"
        path.write_bytes(b"\xff\xfe\x00name")

        with pytest.raises(GameFileError, match=r"not UTF-8 text.*Save it as UTF-8"):
            read_ruleset(path)
