"""Turns that were lost for questioning in vain (L01) where rounds are played, and where a turn is put in."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.course.game import Game, fold
from pi_referee.rules.course.happenings import (
    Answered,
    Challenged,
    Corrected,
    Happening,
    Inserted,
    PlayLaid,
    Question,
    StartChosen,
    TurnSet,
    Undone,
    Withdrawn,
)
from pi_referee.rules.course.terms import is_known_who_plays, may_begin
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Pass, Play

Cards = Callable[..., Game]
GoOn = Callable[..., Game]
MARK = "multiplier:2,0"


def play(text: str) -> Play:
    """A play as it is written."""
    return WrittenPlay.parse(text).on(draw_position(""))


FOUR_OR_TWELVE = PlayLaid(play("0,0 > SOL"), (Question(MARK, (("1", 0.6), ("3", 0.4))),))
VAIN = Challenged("B", stands=True)
ASKED = (FOUR_OR_TWELVE, "0,0 v .OLA", "0,3 > .R", VAIN)
"""A has 4 points or 12, B has 5 and C 2: who begins is A or B, and B has lost a turn."""


@pytest.fixture
def ranked(cards: Cards) -> Cards:
    """Plays a ranked game of three from its lines and happenings; folded at once it is the same."""

    def played(*happened: str | Happening) -> Game:
        game = cards(*happened, players="ABC", challenge__mode="ranked_challenge")
        assert fold(game.happenings) == game
        return game

    return played


def order(game: Game) -> list[tuple[str, str]]:
    """Whose turns the second round's were, and how they stand; without those that were taken back."""
    rows = zip(game.turns, game.script.entries, strict=True)
    return [
        (turn.player, turn.status.value) for turn, one in rows if one.round == 2 and turn.status.value != "withdrawn"
    ]


class TestAtTheBeginningOfARound:
    """Who begins a round is passed over where the turn is lost, and that is known only with who begins."""

    def test_k10_nobody_plays_before_it_is_known(self, ranked: Cards) -> None:
        """K10: B, who has lost the turn, or A: it is C's turn or A's, and the answer tells whose."""
        assert (set(may_begin(ranked(*ASKED))), is_known_who_plays(ranked(*ASKED))) == ({"A", "C"}, False)

    @pytest.mark.parametrize(("told", "after"), [("1", [("B", "lost")]), ("3", [])])
    def test_k10_an_answer_may_give_the_round_to_another(
        self, ranked: Cards, go_on: GoOn, told: str, after: list[tuple[str, str]]
    ) -> None:
        """K10, L01: with 12 points A begins, and B is passed over once it is B's turn, as if it had been known."""
        known = ranked(FOUR_OR_TWELVE, Answered(1, MARK, told), *ASKED[1:])
        late = ranked(*ASKED, Answered(1, MARK, told))

        assert (order(late), late.on_turn) == (after, known.on_turn)
        ends = [go_on(game, "-", "-") for game in (late, known)]
        assert [order(game) for game in ends] == [order(ends[1])] * 2
        assert ends[0].script.round == ends[1].script.round == 3

    def test_k10_a_correction_may_give_the_round_to_another(self, ranked: Cards) -> None:
        """K10, L01: so may what is put right, and undoing that brings the lost turn back."""
        certain = ("0,0 > SOL", *ASKED[1:])
        mended = ranked(*certain, Corrected(1, play("0,0 > SOL3")))

        assert (order(ranked(*certain)), order(mended), mended.on_turn) == ([("B", "lost")], [], "A")
        assert ranked(*certain, Corrected(1, play("0,0 > SOL3")), Undone()) == ranked(*certain)

    def test_k10_once_somebody_has_had_a_turn_the_lost_one_stands(self, ranked: Cards) -> None:
        """K10: as soon as C has laid nobody else begins, and once C's word is taken back somebody may."""
        began = ranked(*ASKED, "0,0 > KUL", Answered(1, MARK, "3"))
        back = ranked(*ASKED, "0,0 > KUL", Answered(1, MARK, "3"), Withdrawn())

        assert (order(began), began.on_turn) == ([("B", "lost"), ("C", "scored")], "A")
        assert (order(back), back.on_turn) == ([], "A")

    def test_k10_what_the_table_tells_then_holds(self, ranked: Cards) -> None:
        """K10: the table says that it is A's turn, after B had lost it: no answer gives it to another."""
        told = ranked(*ASKED, TurnSet(5, "A"), Answered(1, MARK, "1"))

        assert (order(told), told.on_turn) == ([("B", "lost")], "A")

    def test_k10_a_lot_for_one_who_lost_the_turn(self, ranked: Cards) -> None:
        """K10: B won the lot and is passed over; put right, A has most and begins, and B loses the turn later."""
        tied = ("0,0 > SOLA", "0,0 v .OLA", "0,3 > .R", VAIN, StartChosen("B", by_lot=True))
        mended = ranked(*tied, Corrected(1, play("0,0 > SOL3A")))

        assert (order(ranked(*tied)), ranked(*tied).on_turn) == ([("B", "lost")], "C")
        assert (order(mended), mended.on_turn) == ([], "A")
        assert order(ranked(*tied, Corrected(1, play("0,0 > SOL3A")), "-")) == [("A", "passed"), ("B", "lost")]

    @pytest.mark.parametrize("later", [Answered(1, MARK, "3"), Corrected(2, play("0,0 v .OL"))])
    def test_k10_a_lost_turn_of_an_older_log(self, ranked: Cards, later: Happening) -> None:
        """K10: logs of before 2026-11-30 knew it as the scores were read, whatever was told later: they go on so."""
        older = ranked(*ASKED[:3], Challenged("B", stands=True, waits=False), later, "0,0 > KUL")

        assert (order(older), older.on_turn) == ([("B", "lost"), ("C", "scored")], "A")


class TestPutIn:
    """A forgotten turn is put in, and whoever is next then has lost the turn."""

    def test_l01_a_pass_before_one_who_lost_the_turn(self, ranked: Cards) -> None:
        """L01: C, who questioned A's word in vain, is passed over after B's pass, forgotten or told at once."""
        vain = ("0,0 > SOL", Challenged("C", stands=True))
        told, forgotten = ranked(*vain, "-"), ranked(*vain, Inserted(2, Pass(), "B", moves_on=True))

        assert [turn.status.value for turn in told.turns] == ["scored", "passed", "lost"]
        assert (forgotten.turns, forgotten.on_turn) == (told.turns, told.on_turn)

    def test_l01_a_pass_put_in_in_an_older_log(self, ranked: Cards) -> None:
        """L01: logs of before 2026-11-30 had C play then, and lose the turn after that: they go on so."""
        vain = Challenged("C", stands=True, waits=False)
        older = ranked("0,0 > SOL", vain, Inserted(2, Pass(), "B", moves_on=True), "-", "-", "-")

        assert [turn.status.value for turn in older.turns] == ["scored", "passed", "passed", "passed", "passed", "lost"]
