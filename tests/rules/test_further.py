"""The further switches of RULES.md: theme, solo, what is counted, editions and presets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pi_referee.errors import GameFileError, WrongNameError
from pi_referee.house_presets import preset, read_preset, write_preset
from pi_referee.rules.agreed.switches import PRESETS, Switches
from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import (
    Answered,
    BagEmptied,
    Challenged,
    Ended,
    GameBegan,
    LeftOver,
    Passed,
    PlayLaid,
    WentOut,
    Withdrawn,
)
from pi_referee.rules.course.standing import Status
from pi_referee.rules.course.terms import is_solo, may_ask_the_list
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.bag import unseen
from pi_referee.rules.plays.notation import WrittenPlay

Table = Callable[..., Game]


def laid(text: str) -> PlayLaid:
    """A play as it is written, on squares that are free."""
    return PlayLaid(WrittenPlay.parse(text).on(draw_position("")))


class TestTheme:
    """The theme game in its two forms."""

    def test_listed_words_give_points(self, table: Table) -> None:
        """Whoever lays a word of the list first gets extra points for it."""
        game = table(laid("I9 > SOL"), theme__words=("SOL",), theme__points=25)

        assert (game.totals["Ann"], game.turns[0].theme) == (4 + 25, ("SOL",))

    def test_ten_points_by_default(self, table: Table) -> None:
        """Nobody says how many points? Then ten."""
        assert table(laid("I9 > SOL"), theme__words="sol,hav").totals["Ann"] == 14

    def test_once_a_game(self, table: Table) -> None:
        """A listed word gives points once, to the first; also where it comes about as a cross word."""
        game = table(laid("I9 > SOL"), laid("I10 > SOL"), laid("I11 > SOL"), theme__words=("SOL", "OOO"))

        assert [turn.theme for turn in game.turns] == [("SOL",), (), ("OOO",)]

    def test_a_blanks_name_may_make_a_listed_word(self, table: Table) -> None:
        """The score waits for it, and is asked for even once the racks are counted; nobody has won before."""
        game = table(laid("I9 > S_L"), Ended(), LeftOver({"Ann": 0, "Bo": 0}), theme__words=("SOL",))
        named = follow(game, Answered(1, "J9", "O"))

        assert [question.key for _, question in game.open_questions] == ["J9"]
        assert (game.turns[0].status, game.winners) == (Status.OPEN, ())
        assert (named.totals["Ann"], named.winners) == (12, ("Ann",))

    @pytest.mark.parametrize(("word", "agreed"), [("I9 > S_L", "SOLE"), ("I9 > S_L", "SUR"), ("I9 > SoL", "SAL")])
    def test_a_blanks_name_that_can_make_none_keeps_nobody_waiting(self, table: Table, word: str, agreed: str) -> None:
        """Where no name of it makes an agreed word the score stands: a blank is worth nothing in any case."""
        game = table(laid(word), theme__words=(agreed,))

        assert (game.turns[0].status, game.totals["Ann"]) == (Status.SCORED, 2)

    def test_free_again_when_taken_back(self, table: Table) -> None:
        """A listed word whose play was taken back is free again."""
        game = table(laid("I9 > SOL"), Withdrawn(), Passed(), laid("I9 > SOL"), theme__words=("SOL",))

        assert (game.turns[0].theme, game.turns[2].theme) == ((), ("SOL",))

    def test_topic_is_asked(self, table: Table) -> None:
        """With a topic the table is asked about each play, and the score need not wait."""
        game = table(laid("I9 > SOL"), theme__topic="the sky")

        assert [(turn, question.key) for turn, question in game.open_questions] == [(1, "topic")]
        assert game.totals["Ann"] == 4

    @pytest.mark.parametrize(("fits", "total", "on_turn"), [(True, 4, "Bo"), (False, 0, "Ann")])
    def test_topic_is_the_tables_call(self, table: Table, fits: bool, total: int, on_turn: str) -> None:
        """A word that does not fit the topic goes back as any word that does not count."""
        game = table(laid("I9 > SOL"), Answered(1, "topic", fits), theme__topic="the sky")

        assert (game.totals["Ann"], game.on_turn, game.open_questions) == (total, on_turn, ())

    def test_topic_of_an_older_word(self, table: Table) -> None:
        """Whoever lays on has let the word before stand: a late no fells nobody's."""
        game = table(laid("I9 > SOL"), laid("J9 v .M"), Answered(1, "topic", answer=False), theme__topic="the sky")

        assert [turn.status.value for turn in game.turns] == ["scored", "scored"]
        assert [turn for turn, _ in game.open_questions] == [2]

    def test_no_topic_no_question(self, table: Table) -> None:
        """Without a topic nothing is asked."""
        assert table(laid("I9 > SOL")).open_questions == ()


class TestSolo:
    """Playing alone."""

    def test_two_racks(self) -> None:
        """With two racks one person is two players."""
        game = begin(GameBegan("alfapet-sv", ("Ann",), 7, switches={"solo.racks": 2}))

        assert (game.players, is_solo(game)) == (("Ann 1", "Ann 2"), False)
        assert is_solo(begin(GameBegan("alfapet-sv", ("Ann",), 7)))

    @pytest.mark.parametrize(
        ("players", "agreed", "may"),
        [(("Ann",), True, True), (("Ann",), False, False), (("Ann", "Bo"), True, False)],
    )
    def test_dictionary(self, players: tuple[str, ...], agreed: bool, may: bool) -> None:
        """Alone, and if so agreed, one may ask the word list for ideas."""
        game = begin(GameBegan("alfapet-sv", players, 7, switches={"solo.dictionary": agreed}))

        assert may_ask_the_list(game) is may


class TestCounting:
    """Sorting tiles out, and counts that nobody knows."""

    def test_sorted_out(self) -> None:
        """Tiles that were sorted out are not in the bag."""
        rules = ruleset("alfapet-sv").agree({"stops": False, "arrows": False})
        left = unseen(draw_position("S o L"), rules)

        assert rules.tile_total == 114
        assert left is not None
        assert ("#" in left, "/" in left, left["_"], left["S"], left["O"]) == (False, False, 1, 7, 5)

    def test_unknown_counts(self, table: Table) -> None:
        """Where nobody can count, no bag is computed; the players say when bag and rack are empty."""
        game = table(laid("I9 > SOL"), game="alfapet-fi")

        assert (unseen(game.position, game.ruleset), game.standing.bag) == (None, None)
        assert follow(follow(game, BagEmptied()), WentOut("Bo")).ended == "tiles"

    def test_what_lies_there_is_never_less_than_nothing(self) -> None:
        """Even if more lies there than the box holds, no count goes below nothing."""
        left = unseen(draw_position("Q Q Q"), ruleset("alfapet-sv"))

        assert left is not None
        assert left["Q"] == 0


class TestPresets:
    """Named sets of switches."""

    def test_booklets_presets(self) -> None:
        """The booklets' variants have names."""
        assert preset("enkel") == PRESETS["enkel"]

    def test_house_preset(self, tmp_path: Path) -> None:
        """A house keeps its switches in a file, and they come back as they were."""
        ours = Switches().agree(
            {"score.floor": 0, "theme.words": "sol,hav", "theme.topic": 'the "sea"', "stops": False}
        )
        write_preset(tmp_path / "ours.toml", "Ours", ours)

        assert Switches().agree(preset(str(tmp_path / "ours.toml"))) == ours

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ('name = "x"\n[switches]\n"score.flour" = 0\n', r"x\.toml: switches: There is no switch 'score\.flour'"),
            ('name = "x"\n[switches]\n"score.floor" = 1\n', r"x\.toml: switch score\.floor: '1' is not a value"),
            ("name = \n", r"x\.toml: This is not a preset"),
            ('title = "x"\n', r"x\.toml: This is not a preset"),
        ],
    )
    def test_damaged_preset(self, tmp_path: Path, text: str, message: str) -> None:
        """A preset's file says what is wrong with it."""
        (tmp_path / "x.toml").write_text(text, encoding="utf-8")

        with pytest.raises(GameFileError, match=message):
            read_preset(tmp_path / "x.toml")

    def test_unknown_preset(self) -> None:
        """Who names an unknown preset is told those there are."""
        with pytest.raises(WrongNameError, match=r"no preset 'easy'.*full, enkel"):
            preset("easy")


class TestChallengeMatters:
    """Whatever was said about challenges in general."""

    def test_illegal_is_not_phony(self, table: Table) -> None:
        """A play that may not lie as it does scores nothing without anybody questioning it."""
        game = table(laid("A1 > SOL"), Challenged("", stands=True))

        assert (game.turns[0].status.value, game.turns[0].score) == ("illegal", None)

    def test_leftovers_before_the_end(self, table: Table) -> None:
        """Once the last tiles are entered, the game has winners, however it ended."""
        assert table(laid("I9 > SOL"), LeftOver({"Ann": 0, "Bo": 0})).winners == ("Ann",)
