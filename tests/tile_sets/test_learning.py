"""Learning tiles: what lies where, told in text, and the plays of games that stand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pi_referee.errors import PictureError, RefereeError
from pi_referee.game_log.events import Event
from pi_referee.looking.turn_photographs import keep_photograph, squared_photograph
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.happenings import Answered, GameBegan, Happening, PlayLaid, Question, Withdrawn
from pi_referee.rules.definition.alphabet_places import laid_in_order
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.play import Play
from pi_referee.tile_sets.learning import Teacher, agreed_turns, known, read_names
from pi_referee.tile_sets.set_files import TileSets
from vision.render import View, quad, render

RULES = ruleset("alfapet-sv")
BEGAN = GameBegan(RULES.name, ("Anna", "Bo"), RULES.rack)
VIEW = View(width=1100, height=1000, blur=0.5, grain=2.0, seed=4)


class TestNames:
    """What lies where, as text."""

    @pytest.mark.parametrize("text", ["H8 A\nI8 Ö\n", "H8: A\n\nI8= Ö", " 8 . . . . . . . A Ö . ? _ #\n 9 . . . a\n"])
    def test_lines_and_drawings(self, text: str) -> None:
        """A line for each tile, or the board as read draws it, where only capital letters name one."""
        assert read_names(text) == {Square.parse("H8"): "A", Square.parse("I8"): "Ö"}

    def test_a_line_that_is_neither(self) -> None:
        """The line is named and what it should be."""
        with pytest.raises(PictureError, match="names.txt: Line 2 names no tile: 'hello'"):
            read_names("H8 A\nhello", "names.txt")

    @pytest.mark.parametrize("text", ["", "\n \n", " 8 . . . ? _ #\n"])
    def test_nothing_is_named(self, text: str) -> None:
        """A file that names no tile teaches nothing: that is said, and no lesson kept."""
        with pytest.raises(PictureError, match="No tile is named"):
            read_names(text, "names.txt")


def play(word: str, at: str) -> Play:
    """A word laid across."""
    start = Square.parse(at)
    return Play({Square(start.row, start.column + k): Tile(letter) for k, letter in enumerate(word)})


def events(*happened: tuple[Happening, str]) -> list[Event]:
    """One game: what happened, each with the name of its photograph."""
    return [Event(number, 1, "now", what, name) for number, (what, name) in enumerate([(BEGAN, ""), *happened], 1)]


class TestAgreedTurns:
    """Which plays one may learn from."""

    def test_a_play_that_stands(self) -> None:
        """A ruled play teaches its tiles by its photograph."""
        [turn] = agreed_turns(events((PlayLaid(play("KABEL", "H9")), "1.jpg")), RULES.name, "light")

        assert turn.photograph == "1.jpg"
        assert turn.laid[Square.parse("I9")] == "A"

    def test_an_answered_question(self) -> None:
        """What a person said lies there is what is learnt."""
        asked = PlayLaid(play("KABEL", "H9"), (Question("I9", (("A", 0.6), ("Å", 0.4))),))

        [turn] = agreed_turns(events((asked, "1.jpg"), (Answered(1, "I9", "Å"), "")), RULES.name, "light")

        assert turn.laid[Square.parse("I9")] == "Å"

    def test_an_open_question_teaches_nothing(self) -> None:
        """Until somebody answers nobody knows."""
        asked = PlayLaid(play("KABEL", "H9"), (Question("I9", (("A", 0.6), ("Å", 0.4))),))

        assert list(agreed_turns(events((asked, "1.jpg")), RULES.name, "light")) == []

    def test_a_play_taken_back_teaches_nothing(self) -> None:
        """Its tiles may have been anything."""
        taken_back = events((PlayLaid(play("KABEL", "H9")), "1.jpg"), (Withdrawn(), ""))

        assert list(agreed_turns(taken_back, RULES.name, "light")) == []

    @pytest.mark.parametrize(("game", "edition"), [("alfapet-fi", "light"), ("alfapet-sv", "dark")])
    def test_other_sets_games_teach_nothing(self, game: str, edition: str) -> None:
        """Another game or edition was played with other tiles."""
        assert list(agreed_turns(events((PlayLaid(play("KABEL", "H9")), "1.jpg")), game, edition)) == []


def test_learning_from_a_game(tmp_path: Path) -> None:
    """The tiles of an agreed play are cut out of its kept photograph; one that is gone teaches nothing."""
    laid = play("KABEL", "H9")
    picture = render(Position(laid.tiles), RULES, VIEW)
    name = keep_photograph(
        squared_photograph(picture, quad(VIEW, RULES.layout), RULES.layout.size), tmp_path, at="2026-11-20T12:00:00"
    )
    told = events((PlayLaid(laid), name), (PlayLaid(play("SOL", "M7")), "gone.jpg"))

    lesson = Teacher(RULES).from_games(told, tmp_path, at="now")

    assert sorted(tile.letter for tile in lesson.tiles) == ["A", "B", "E", "K", "L"]
    assert lesson.source == "1 turns of games"


def test_a_picture_out_of_focus_teaches_nothing() -> None:
    """There a Q looks like an O, and would be one for sure wherever it is seen sharply; whoever insists may have it."""
    laid = Position({square: Tile(letter) for square, letter in laid_in_order(RULES).items()})
    sharp, soft = (render(laid, RULES, replace(VIEW, blur=blur)) for blur in (0.5, 3.0))
    teacher = Teacher(RULES)

    assert len(teacher.from_table(sharp, at="now").tiles) == len(RULES.alphabet)
    with pytest.raises(PictureError, match="out of focus"):
        teacher.from_table(soft, at="now")
    assert teacher.from_table(soft, at="now", believe=True).tiles


def test_a_damaged_set_is_gone_on_without(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The eye looks as if nothing had been learnt, and the journal says why."""
    (tmp_path / "home.json").write_text("{", encoding="utf-8")

    assert known(TileSets(tmp_path), None) == ()
    assert "goes on without" in caplog.text


def test_an_unknown_set_is_told(tmp_path: Path) -> None:
    """Whoever names a set hears if there is none of that name."""
    with pytest.raises(RefereeError, match="No set of tiles is called 'wooden'"):
        known(TileSets(tmp_path), "wooden")
