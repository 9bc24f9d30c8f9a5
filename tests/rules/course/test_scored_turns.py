"""Questions, answers, corrections, insertions and undoing: everything after is scored again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pi_referee.errors import NotationError
from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game, fold, follow
from pi_referee.rules.course.happenings import (
    Answered,
    Corrected,
    Ended,
    Exchanged,
    GameBegan,
    Inserted,
    LeftOver,
    LookRefused,
    Passed,
    PlayLaid,
    Question,
    Removed,
    Undone,
    Withdrawn,
)
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Play

Table = Callable[..., Game]

O_OR_OE = Question("J9", (("O", 0.6), ("Ö", 0.4)))
TILE_OR_BLANK = Question("J9", (("O", 0.6), ("", 0.4)))
IS_IT_THERE = Question("L9", (("A", 0.6), (".", 0.4)))
BENT = Question("arrow:K9")


def play(text: str) -> Play:
    """A play as it is written, on squares that are free."""
    return WrittenPlay.parse(text).on(draw_position(""))


def laid(text: str, *doubts: Question) -> PlayLaid:
    """A play as it was read, with what is in doubt."""
    return PlayLaid(play(text), doubts)


def words(game: Game) -> list[str]:
    """Every word of every turn, as it stands now."""
    return [word.text for turn in game.turns if turn.ruling for word in turn.ruling.words]


def scores(game: Game) -> list[int | None]:
    """The turns' scores."""
    return [turn.score for turn in game.turns]


class TestQuestions:
    """What the eye was not sure of."""

    def test_a_doubt_holds_the_score(self, table: Table) -> None:
        """While a question is open the score is, and the totals leave it out; the tiles lie there all the same."""
        game = table(laid("I9 > SOL", O_OR_OE))

        assert (scores(game), game.totals["Ann"], len(game.position.tiles)) == ([None], 0, 3)
        assert [(turn, question.key) for turn, question in game.open_questions] == [(1, "J9")]

    @pytest.mark.parametrize(("answer", "word", "score"), [("O", "SOL", 4), ("Ö", "SÖL", 6), ("ö", "SÖL", 2)])
    def test_answered(self, table: Table, answer: str, word: str, score: int) -> None:
        """With its answer the play is scored; a small letter is a blank."""
        game = table(laid("I9 > SOL", O_OR_OE), Answered(1, "J9", answer))

        assert (words(game), scores(game), game.open_questions) == ([word], [score], ())

    def test_a_nameless_blank_holds_nothing(self, table: Table) -> None:
        """A blank nobody has named is worth nothing whatever it is, so the score need not wait."""
        game = table(laid("I9 > S_L"))

        assert (words(game), scores(game)) == (["S_L"], [2])
        assert [(question.key, question.holds_score) for _, question in game.open_questions] == [("J9", False)]

    def test_naming_a_blank_later(self, table: Table) -> None:
        """A blank can be named after later plays, and its name shows in all their words."""
        game = table(laid("I9 > S_L"), laid("J10 v RD"), Answered(1, "J9", "O"))

        assert (words(game), scores(game), game.open_questions) == (["SOL", "ORD"], [2, 2], ())

    def test_nothing_is_asked_in_vain_once_the_racks_are_counted(self, table: Table) -> None:
        """Then no word can be challenged, and a blank's name changes nothing: what holds a score is asked still."""
        told = laid("I9 > S_L"), laid("J10 v RD", Question("J11", (("D", 0.6), ("B", 0.4))))
        ended, counted = table(*told, Ended()), table(*told, Ended(), LeftOver({"Ann": 3, "Bo": 0}))
        told_late, undone = follow(counted, Answered(1, "J9", "O")), follow(counted, Undone())

        asked = [[question.key for _, question in game.open_questions] for game in (ended, counted, undone)]
        assert asked == [["J9", "J11"], ["J11"], ["J9", "J11"]]
        assert words(told_late) == ["SOL", "ORD"]

    def test_letter_or_blank(self, table: Table) -> None:
        """Where it was in doubt whether a tile is a blank, a letter answers that it is none."""
        assert scores(table(laid("I9 > SOL", TILE_OR_BLANK), Answered(1, "J9", "O"))) == [4]

    def test_a_blank_that_is_named_then(self, table: Table) -> None:
        """If it is a blank after all, its letter is asked next, and the score need not wait for that."""
        game = table(laid("I9 > SOL", TILE_OR_BLANK), Answered(1, "J9", ""))
        assert (words(game), scores(game), [q.key for _, q in game.open_questions]) == (["S_L"], [2], ["J9"])

        game = follow(game, Answered(1, "J9", "O"))
        assert (words(game), scores(game), game.open_questions) == (["SOL"], [2], ())

    @pytest.mark.parametrize(("answer", "word"), [("A", "SOLA"), (".", "SOL")])
    def test_is_anything_there(self, table: Table, answer: str, word: str) -> None:
        """A question may be whether a tile lies there at all."""
        assert words(table(laid("I9 > SOLA", IS_IT_THERE), Answered(1, "L9", answer))) == [word]

    def test_it_is_a_stop_tile(self, table: Table) -> None:
        """A tile may turn out to be a stop tile."""
        game = table(laid("I9 > SOL"), laid("L9 > Q", Question("L9")), Answered(2, "L9", "#"))

        assert (game.position.stops, game.turns[1].status.value) == (frozenset({Square.parse("L9")}), "illegal")

    @pytest.mark.parametrize(("answer", "word"), [(True, "SOLAR"), (False, "")])
    def test_an_arrow(self, table: Table, answer: bool, word: str) -> None:
        """Whether the word turns is answered with yes or no; without its arrow it may not lie so."""
        game = table(laid("I9 > SO/LAR", BENT), Answered(1, "arrow:K9", answer))

        assert "".join(words(game)) == word

    @pytest.mark.parametrize(("answer", "word", "score"), [(False, "LAR", 3), (True, "SOLAR", 6)])
    def test_straight_or_along_the_turned_word(self, table: Table, answer: bool, word: str, score: int) -> None:
        """Whether a play makes a straight word or the older turned word longer is a question that holds the score."""
        longer = laid("K11 > R", Question("along:K9"))
        game = table(laid("I9 > SO/LA"), longer)
        assert scores(game) == [5, None]

        game = follow(game, Answered(2, "along:K9", answer))
        assert (words(game)[1], scores(game)[1]) == (word, score)

    def test_no_such_turn(self, table: Table) -> None:
        """Nobody can answer for a turn that was not."""
        with pytest.raises(NotationError, match=r"no turn 7.*1 to 1"):
            table(laid("I9 > SOL"), Answered(7, "J9", "O"))


class TestCorrections:
    """What was written down wrongly."""

    def test_everything_after_is_scored_again(self, table: Table) -> None:
        """A corrected letter shows in every later word, and their scores follow."""
        game = table(laid("I9 > SOL"), laid("J10 v RD"), Corrected(1, play("I9 > SÖL")))

        assert (words(game), scores(game)) == (["SÖL", "ÖRD"], [6, 6])

    def test_a_later_play_made_illegal_is_shown(self, table: Table) -> None:
        """A later play that no longer fits stays in the protocol, with its faults and without a score."""
        game = table(laid("I9 > SOL"), laid("K10 v AR"), Corrected(1, play("I9 > SO")))

        assert [turn.status.value for turn in game.turns] == ["scored", "illegal"]
        assert game.turns[1].ruling is not None
        assert [one.fault.value for one in game.turns[1].ruling.infractions] == ["detached"]
        assert dict(game.totals) == {"Ann": 3, "Bo": 0}

    def test_and_comes_back(self, table: Table) -> None:
        """When the correction is corrected, the later play counts again."""
        game = table(laid("I9 > SOL"), laid("K10 v AR"), Corrected(1, play("I9 > SO")), Corrected(1, play("I9 > SOL")))

        assert scores(game) == [4, 3]

    def test_whose_play_it_was(self, table: Table) -> None:
        """A play can be given to another player."""
        assert dict(table(laid("I9 > SOL"), Corrected(1, play("I9 > SOL"), "Bo")).totals) == {"Ann": 0, "Bo": 4}

    def test_a_forgotten_play(self, table: Table) -> None:
        """A forgotten play is put in where it belongs."""
        game = table(laid("I9 > SOL"), laid("I11 > RO"), Inserted(2, play("I10 v A"), "Bo"))

        assert [turn.player for turn in game.turns] == ["Ann", "Bo", "Bo"]
        assert words(game) == ["SOL", "SA", "RO", "SAR"]

    def test_an_earlier_play_is_taken_back(self, table: Table) -> None:
        """An earlier play can be taken back; it stays in the protocol, crossed out."""
        game = table(laid("I9 > SOL"), laid("I10 > ORO"), Removed(1))

        assert [turn.status.value for turn in game.turns] == ["withdrawn", "illegal"]
        assert game.on_turn == "Ann"

    def test_tiles_that_were_there_first_stay(self, table: Table) -> None:
        """Where a correction lays a tile that a later play laid too, the earlier one lies there."""
        game = table(laid("I9 > SO"), laid("K9 v LA"), Corrected(1, play("I9 > SOM")))

        assert str(game.position.tiles[Square.parse("K9")]) == "M"
        assert game.turns[1].status.value == "illegal"


class TestUndoing:
    """The newest thing that happened can be undone."""

    def test_undo(self, table: Table) -> None:
        """Undoing gives the game as it was, again and again down to its beginning."""
        game = table(laid("I9 > SOL"))
        undone = table(laid("I9 > SOL"), Passed(), Exchanged(1), Undone(), Undone())

        assert (undone, undone.turns) == (game, game.turns)
        assert table(laid("I9 > SOL"), Undone(), Undone(), Undone()) == table()

    def test_undo_a_withdrawal(self, table: Table) -> None:
        """A withdrawal can be undone too: the play stands again."""
        assert scores(table(laid("I9 > SOL"), Withdrawn(), Undone())) == [4]

    def test_a_refused_look_changes_nothing(self, table: Table) -> None:
        """A look that led to nothing leaves the game as it was, and is not what is undone."""
        game = table(laid("I9 > SOL"), LookRefused("a hand lies there"))

        assert game == table(laid("I9 > SOL"))
        assert follow(game, Undone()) == table()


def test_a_game_must_begin() -> None:
    """Nothing can happen before a game has begun."""
    with pytest.raises(NotationError, match="A game must begin"):
        fold([Passed(), GameBegan("alfapet-sv", ("Ann",), 7)])
