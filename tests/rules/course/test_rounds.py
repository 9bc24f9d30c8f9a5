"""KortAlfapet for three and four, where everybody lays one word a round: RULES.md K06, K10 and K11."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import pytest

from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game, fold
from pi_referee.rules.course.happenings import (
    Adjusted,
    Answered,
    BagEmptied,
    Challenged,
    Corrected,
    Ended,
    Happening,
    Inserted,
    LeftOver,
    PlayLaid,
    Question,
    Removed,
    Renamed,
    StartChosen,
    TurnSet,
    Undone,
    Withdrawn,
)
from pi_referee.rules.course.terms import is_known_who_plays, lot_to_draw, may_begin
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Pass, Play

Cards = Callable[..., Game]
GoOn = Callable[..., Game]
FOUR, FIVE, SIX = "0,0 > SOL", "0,0 > ...A", "0,0 > ....R"
"""Words of 4, 5 and 6 points, each built on the one before: only the O is worth 2."""

FIVE_ALONE = "0,0 > SOLA"

AGAIN_FOUR = "0,0 v .OL"
"""A second word of 4 points, down from the S of the first."""

MARK = "multiplier:2,1"
MARKED = PlayLaid(WrittenPlay.parse("2,0 v .OS").on(draw_position("")), (Question(MARK, (("1", 0.6), ("2", 0.4))),))
"""A third word of 4 points, or of 8: it is asked whether its O bears 2x."""


def play(text: str) -> Play:
    """A play as it is written."""
    return WrittenPlay.parse(text).on(draw_position(""))


def drew(player: str) -> StartChosen:
    """Lots were drawn, and this player won them."""
    return StartChosen(player, by_lot=True)


def words(game: Game, turn: int) -> list[tuple[str, int]]:
    """The words of a turn with their points."""
    ruling = game.turns[turn - 1].ruling
    return [(word.text, word.score) for word in ruling.words] if ruling else []


def scores(game: Game) -> list[int | None]:
    """What each turn scored."""
    return [turn.score for turn in game.turns]


class TestScores:
    """K06: full points, at once, for every word."""

    def test_k06_the_booklets_example(self, cards: Cards) -> None:
        """K06: player 3 lays VED down to an old D, and gets the points of LE, too, which came about with its E."""
        game = cards("0,2 > ODLA", "0,1 v L.", "1,0 v VE.", players="ABC")

        assert (words(game, 3), game.turns[2].score) == ([("VED", 4 + 1 + 1), ("LE", 1 + 1)], 8)

    def test_k06_one_mark_a_word(self, cards: Cards) -> None:
        """K06: each word is multiplied by one mark of its own, also by the same card's."""
        game = cards("0,2 > ODLA", "0,1 v L2.", "1,0 v V2E3.", players="ABC")

        assert words(game, 3) == [("VED", 6 * 3), ("LE", 2 * 3)]

    def test_k06_nothing_is_stolen(self, cards: Cards) -> None:
        """K06: who builds on another's word takes nothing from it: all score at once, with all their letters."""
        game = cards("0,0 > L3UVA", "1,-1 v K.L", "0,0 > ....N", players="ABC")

        assert (scores(game), [turn.pending for turn in game.turns]) == ([27, 7, 30], [None] * 3)
        assert all(turn.settled is None for turn in game.turns)

    def test_k06_all_stay_for_the_round(self, cards: Cards) -> None:
        """K06: what was laid in a round lies there to its end."""
        game = cards("0,0 > L3UVA", "1,-1 v K.L", players="ABC")

        assert game.position == draw_position(". K . .\nL3 U V A\n. L . .", at=Square.parse("0,-1"))

    @pytest.mark.parametrize("players", ["ABC", "ABCD"])
    def test_k06_then_the_table_is_cleared(self, cards: Cards, go_on: GoOn, players: str) -> None:
        """K06: once everybody has laid, all cards leave the game, and the next word may lie anywhere."""
        almost = cards("0,0 > SOLA", *["-"] * (len(players) - 2), players=players)
        over = go_on(almost, "0,0 > ....R")

        assert (almost.script.round, len(almost.position.tiles), dict(almost.spent)) == (1, 4, {})
        assert (over.script.round, len(over.position.tiles), len(over.spent)) == (2, 0, 5)
        assert go_on(over, "0,0 > KUL").turns[-1].score == 7

    @pytest.mark.parametrize("players", ["ABC", "ABCD"])
    @pytest.mark.parametrize("is_word", [True, False])
    def test_k06_a_turn_that_was_forgotten(self, cards: Cards, go_on: GoOn, players: str, *, is_word: bool) -> None:
        """K06: B forgot to press, and C's word is written as B's: once B's turn is put in, all have had theirs."""
        forgotten = play("0,0 v .A") if is_word else Pass()
        game = cards(FOUR, FIVE, *["-"] * (len(players) - 3), players=players)
        told = go_on(game, Inserted(2, forgotten, "B", moves_on=True))

        assert game.script.round == 1
        assert ([turn.player for turn in told.turns], told.script.round) == (list(players), 2)
        assert [entry.taken for entry in told.script.entries] == [*range(len(players))]
        assert (told.on_turn, len(told.position.tiles)) == ("C", 0)

    def test_k06_a_turn_that_was_forgotten_in_the_round_before(self, cards: Cards, go_on: GoOn) -> None:
        """K06: the words after it are those of the next round then, on a bare table."""
        game = cards(FIVE_ALONE, AGAIN_FOUR, "0,0 > KUL", players="ABC")
        told = go_on(game, Inserted(2, Pass(), "B", moves_on=True))

        assert [entry.round for entry in told.script.entries] == [1, 1, 1, 2]
        assert ([turn.player for turn in told.turns], scores(told)) == ([*"ABCA"], [5, 0, 4, 7])

    def test_k06_who_is_next_once_the_last_turn_was_the_next_rounds_first(self, cards: Cards, go_on: GoOn) -> None:
        """K06: what seemed the round's best word, and C's, began the next round, and was A's: then it is B's turn."""
        game = cards(FOUR, FIVE, "4,0 v KUL", players="ABC")
        told = go_on(game, Inserted(2, Pass(), "B", moves_on=True))

        assert (game.on_turn, told.on_turn) == ("C", "B")
        assert [turn.player for turn in told.turns] == [*"ABCA"]

    def test_k06_what_was_taken_back_is_counted_by_nobody(self, cards: Cards, go_on: GoOn) -> None:
        """K06: where a turn is put in, turns that were taken back one after the other end no round."""
        game = cards("-", FOUR, AGAIN_FOUR, Withdrawn(), Withdrawn(), players="ABC")
        told = go_on(game, Inserted(1, Pass(), "C"))

        assert (game.script.taken, told.script.round, told.script.taken) == (1, 1, 2)

    def test_k06_a_lost_turn_is_one_of_the_round(self, cards: Cards) -> None:
        """K06, L01: C lays before B, and D has lost the turn: then it is B's, who alone has had none."""
        lost = [FOUR, Challenged("D", stands=True), TurnSet(2, "C"), "-"]
        game = cards(*lost, players="ABCD", challenge__mode="ranked_challenge")

        assert ([turn.player for turn in game.turns], game.on_turn) == ([*"ACD"], "B")

    def test_k06_whose_turn_it_was(self, cards: Cards) -> None:
        """K06: that the second turn was C's leaves B as the one who has had none."""
        assert cards(FOUR, "-", TurnSet(2, "C"), players="ABC").on_turn == "B"

    @pytest.mark.parametrize("told", [TurnSet(2, "C"), Corrected(2, play("0,0 > SOL"))])
    def test_points_of_their_own_are_nobodys_turn(self, cards: Cards, go_on: GoOn, told: Happening) -> None:
        """Points outside the plays were nobody's turn, and are no play."""
        game = cards(FOUR, Adjusted("B", 5, "a gift"), FIVE, players="ABC")

        assert go_on(game, told).script == game.script

    def test_k06_who_lays_out_of_turn(self, cards: Cards) -> None:
        """K06: C lays before B: then it is B's turn, since A has had one in this round, and the round is over."""
        game = cards(FIVE_ALONE, TurnSet(2, "C"), AGAIN_FOUR, "-", players="ABC")

        assert ([turn.player for turn in game.turns], game.script.round, game.on_turn) == ([*"ACB"], 2, "A")

    def test_k06_a_pass_is_a_turn(self, cards: Cards) -> None:
        """K06, K08: whoever cannot lay leaves the round without points."""
        game = cards("0,0 > SOLA", "-", "-", players="ABC")

        assert (scores(game), game.script.round, game.on_turn) == ([5, 0, 0], 2, "A")

    def test_k06_the_first_may_pass(self, cards: Cards) -> None:
        """K06: where the first passes, the next lays the round's first word."""
        assert scores(cards("-", "5,5 > SOL", "-", players="ABC")) == [0, 4, 0]


class TestWhoBegins:
    """K10: who begins the next round."""

    def test_k10_most_points(self, cards: Cards, go_on: GoOn) -> None:
        """K10: whoever scored most in the round begins the next, and the others follow clockwise."""
        game = cards(FOUR, SIX.replace("....", "..."), "-", players="ABC")
        assert [turn.player for turn in go_on(game, "-", "-", "-").turns[3:]] == ["B", "C", "A"]
        assert cards(FOUR, FIVE, SIX, players="ABC").on_turn == "C"
        assert cards("-", FOUR, "-", "-", players="ABCD").on_turn == "B"

    def test_k10_of_the_round_only(self, cards: Cards) -> None:
        """K10: points of the rounds before, however many, do not count."""
        assert cards("0,0 > ZZZ", "-", "-", "-", FOUR, "-", players="ABC").on_turn == "B"

    def test_k10_a_tie_and_the_round_before(self, cards: Cards) -> None:
        """K10: where two scored the same, it is whoever of them had more in the round before."""
        game = cards(FOUR, FIVE, SIX, "-", FOUR, AGAIN_FOUR, players="ABC")

        assert ([turn.player for turn in game.turns[3:]], game.on_turn) == (["C", "A", "B"], "B")
        assert game.script.lot == ()

    def test_k10_a_tie_and_the_lot(self, cards: Cards, go_on: GoOn) -> None:
        """K10: where that says nothing, the lot does: in the first round, since there was none before."""
        game = cards(FOUR, AGAIN_FOUR, "-", players="ABC")
        assert game.script.lot == ("A", "B")
        drawn = go_on(game, drew("B"))
        assert (drawn.script.lot, drawn.on_turn, go_on(drawn, "-").on_turn) == ((), "B", "C")

    def test_k10_nobody_scored(self, cards: Cards) -> None:
        """K10: in a round without words all scored the same."""
        assert cards("-", "-", "-", players="ABC").script.lot == ("A", "B", "C")

    def test_k10_only_the_round_before(self, cards: Cards) -> None:
        """K10: two ties in a row are for the lot, whatever the round before them said."""
        tied = [FOUR, "-", AGAIN_FOUR]
        first = cards(FOUR, FIVE, "-", *tied, players="ABC")
        second = cards(FOUR, FIVE, "-", *tied, *tied, players="ABC")

        assert ((first.on_turn, first.script.lot), second.script.lot) == (("B", ()), ("A", "B"))

    @pytest.mark.parametrize("first", [True, False])
    def test_k10_points_outside_the_plays(self, cards: Cards, *, first: bool) -> None:
        """K10: ten points off for time, told before a round's last pass or after it, are not scored in the round."""
        off = Adjusted("A", -10, "time")
        last = (off, "-") if first else ("-", off)

        assert cards(FIVE_ALONE, AGAIN_FOUR, *last, players="ABC").on_turn == "A"

    def test_k10_told_in_time(self, cards: Cards) -> None:
        """K10: the table may say who begins until somebody has had a turn in the round, and not after."""
        over = [FOUR, FIVE, SIX]
        assert cards(*over, StartChosen("A"), players="ABC").on_turn == "A"
        assert cards(*over, "-", StartChosen("C"), players="ABC").on_turn == "A"

    def test_k10_told_as_anothers_turn(self, cards: Cards, go_on: GoOn) -> None:
        """K10: that it is another's turn is told as well by saying whose it is, as long as nobody has had one."""
        game = cards(FOUR, FIVE, SIX, TurnSet(4, "B"), players="ABC")

        assert (game.on_turn, go_on(game, "-").on_turn) == ("B", "C")

    def test_k10_laid_without_a_lot(self, cards: Cards) -> None:
        """K10: whoever lays although lots were to be drawn has begun; nothing more is asked in that round."""
        game = cards(FOUR, AGAIN_FOUR, "-", FOUR, players="ABC")

        assert (game.script.lot, game.turns[3].player, game.on_turn) == ((), "A", "B")

    @pytest.mark.parametrize(
        ("later", "begins", "lot"),
        [
            (Corrected(2, play("0,0 v .O")), "A", ()),
            (Corrected(2, play("0,0 v .OLA")), "B", ()),
            (Corrected(3, play("2,0 v .OLA")), "C", ()),
            (Corrected(3, play("2,0 v .OS")), "B", ()),
            (TurnSet(1, "C"), "", ("A", "C")),
            (Renamed(("B", "A", "C")), "A", ()),
        ],
    )
    def test_k10_a_lot_is_for_those_who_are_alike(
        self, cards: Cards, go_on: GoOn, later: Happening, begins: str, lot: tuple[str, ...]
    ) -> None:
        """K10: what changes the points while nobody has begun leaves the lot only to those who have most: B won it."""
        drawn = cards(FOUR, AGAIN_FOUR, "-", drew("B"), players="ABC")
        game = go_on(drawn, later)

        assert (game.script.lot, "" if lot else game.on_turn) == (lot, begins)
        assert (fold(game.happenings), go_on(game, Undone()).script) == (game, drawn.script)

    def test_k10_a_lot_and_a_word_that_costs_the_turn(self, cards: Cards) -> None:
        """K10, A27: C tied and won the lot, then C's word fell, which costs the turn there: A scored most."""
        fell = [FOUR, "-", AGAIN_FOUR, drew("C"), Challenged("A", stands=False)]
        game = cards(*fell, players="ABC", words__invalid_penalty="lose_turn")

        assert (game.script.round, game.on_turn, game.script.lot) == (2, "A", ())

    def test_k10_a_lot_and_an_answer(self, cards: Cards, go_on: GoOn) -> None:
        """K10: an answer after the lot that gives C most gives C the round, and the lot counts where C has less."""
        drawn = go_on(cards(FOUR, AGAIN_FOUR, MARKED, players="ABC"), drew("A"))

        assert go_on(drawn, Answered(3, MARK, "2")).on_turn == "C"
        assert go_on(drawn, Answered(3, MARK, "1")).on_turn == "A"

    def test_k10_a_lot_of_an_older_log(self, cards: Cards) -> None:
        """K10: logs of before 2026-11-30 do not tell lots from what was told, and go on as they were played."""
        game = cards(FOUR, AGAIN_FOUR, "-", StartChosen("B"), Corrected(2, play("0,0 v .O")), FOUR, players="ABC")

        assert [turn.player for turn in game.turns] == ["A", "B", "C", "B"]

    @pytest.mark.parametrize("told", [StartChosen("C"), TurnSet(4, "A")])
    def test_k10_what_was_told_holds(self, cards: Cards, told: Happening) -> None:
        """K10: who begins as the table says, and not by lot, begins whatever points are put right."""
        game = cards(FOUR, AGAIN_FOUR, "-", told, Corrected(2, play("0,0 v .OLA")), players="ABC")

        assert (game.on_turn, game.script.lot) == (told.player, ())  # type: ignore[union-attr]  # both name one

    def test_k10_who_won_the_lot_begins_again(self, cards: Cards, go_on: GoOn) -> None:
        """K10: a round's first word that is taken back leaves the round to whoever won the lot."""
        game = cards(FOUR, AGAIN_FOUR, "-", drew("B"), FOUR, players="ABC")

        assert (game.on_turn, go_on(game, Withdrawn()).on_turn, go_on(game, Removed(4)).script.lot) == ("C", "B", ())

    def test_k10_one_who_won_the_lot_and_lost_the_turn(self, cards: Cards) -> None:
        """K10, L01: whoever won the lot and has lost the next turn is passed over, once."""
        lost = ["-", FIVE_ALONE, "0,0 v .OLA", Challenged("B", stands=True), drew("B")]
        game = cards(*lost, players="ABC", challenge__mode="ranked_challenge")

        assert ([turn.status.value for turn in game.turns[3:]], game.on_turn) == (["lost"], "C")

    def test_k10_one_who_lost_the_turn(self, cards: Cards) -> None:
        """K10, L01: whoever should begin and has lost the next turn is passed over, once."""
        lost = [FIVE_ALONE, "-", AGAIN_FOUR, Challenged("A", stands=True)]
        game = cards(*lost, players="ABC", challenge__mode="ranked_challenge")

        assert ([turn.status.value for turn in game.turns[3:]], game.on_turn) == (["lost"], "B")
        assert (game.script.round, game.script.taken) == (2, 1)


class TestTakingBack:
    """What is taken back at a round's end brings the round back, with all that lay there."""

    @pytest.mark.parametrize("back", [Withdrawn(), Undone(), Challenged("B", stands=False), Removed(3)])
    def test_the_last_of_a_round(self, cards: Cards, go_on: GoOn, back: object) -> None:
        """Withdrawn, undone, questioned or removed: its player is on turn again in the same round."""
        game = cards(FOUR, FIVE, SIX, back, players="ABC")

        assert (game.script.round, game.on_turn, len(game.position.tiles)) == (1, "C", 4)
        assert dict(game.totals) == {"A": 4, "B": 5, "C": 0}
        assert go_on(game, "-").on_turn == "B"

    def test_the_first_of_a_round(self, cards: Cards) -> None:
        """The first word of a round that is taken back leaves a bare table, and who begins is as it was."""
        game = cards(FOUR, FIVE, SIX, FOUR, Withdrawn(), players="ABC")

        assert (game.script.round, game.on_turn, len(game.position.tiles)) == (2, "C", 0)

    @pytest.mark.parametrize("between", [(FOUR, Withdrawn()), (Adjusted("B", 5, "a gift"),)])
    def test_the_table_comes_back(self, cards: Cards, between: tuple[str | Happening, ...]) -> None:
        """What was no turn of the next round has taken nothing off the table: the last word's player builds on it."""
        game = cards("0,0 > LUVA", "1,-1 v K.L", "1,1 > .A", *between, Withdrawn(), "1,2 > AS", players="ABC")

        assert (game.turns[-1].player, words(game, len(game.turns))) == ("C", [("AS", 2), ("KULA", 8)])

    def test_words_that_fell_after_it(self, cards: Cards) -> None:
        """A word that fell and is laid again was no turn: with the one before it taken back, its player is on turn."""
        fell = (FIVE, Challenged("B", stands=False))

        assert cards(FOUR, FIVE, *fell, Withdrawn(), players="ABC").on_turn == "B"
        assert cards(FOUR, FIVE, *fell, Withdrawn(), players="ABC", words__invalid_penalty="lose_turn").on_turn == "A"

    def test_after_the_lot(self, cards: Cards) -> None:
        """The lot that was drawn for a round holds no more once the round before ends otherwise."""
        tied = [FOUR, AGAIN_FOUR, "-", drew("A")]
        again = cards(*tied, Removed(2), players="ABC")
        assert again.on_turn == "A"
        other = cards(FOUR, "-", AGAIN_FOUR, drew("A"), Withdrawn(), FIVE, players="ABC")
        assert (other.on_turn, other.script.lot) == ("C", ())
        same = cards(FOUR, "-", AGAIN_FOUR, drew("A"), Withdrawn(), AGAIN_FOUR, players="ABC")
        assert same.script.lot == ("A", "C")

    def test_k10_an_older_lot_still_holds(self, cards: Cards) -> None:
        """K10: B won the second round's lot and A the third's; with all the second's words back, B begins it again."""
        second = ["-", "-", "-", drew("B"), FOUR, AGAIN_FOUR, "2,0 v .OL"]
        game = cards(*second, drew("A"), Withdrawn(), Withdrawn(), Withdrawn(), players="ABC")

        assert cards(*second, players="ABC").script.lot == ("A", "B", "C")
        assert (game.script.round, game.script.taken, game.on_turn, game.script.lot) == (2, 0, "B", ())

    def test_k10_what_was_told_of_a_later_round(self, cards: Cards, go_on: GoOn) -> None:
        """K10: the table named C for the third round, and nobody for the second: with its words back, points do."""
        words = [FOUR, "0,0 v .OLA", "-", FOUR, AGAIN_FOUR, "2,0 v .OS", StartChosen("C"), *[Withdrawn()] * 3]
        game = cards(*words, players="ABC")

        assert (game.script.round, game.on_turn) == (2, "B")
        assert go_on(game, Corrected(1, play("0,0 > SOL3"))).on_turn == "A"

    def test_after_it_was_told(self, cards: Cards) -> None:
        """Nor does what the table said about who begins."""
        game = cards(FOUR, FIVE, SIX, StartChosen("A"), Withdrawn(), "-", players="ABC")

        assert (game.script.round, game.on_turn) == (2, "B")

    def test_whose_turn_it_was_ends_with_the_round(self, cards: Cards) -> None:
        """That an older turn was another's moves those after it in its round, and nobody's in the next."""
        game = cards(FOUR, FIVE, SIX, FOUR, TurnSet(2, "C"), players="ABC")

        assert [turn.player for turn in game.turns] == [*"ACA", "C"]

    def test_two_back(self, cards: Cards) -> None:
        """Undone twice, across the end of the round."""
        game = cards(FOUR, FIVE, SIX, FOUR, Undone(), Undone(), players="ABC")

        assert (game.script.round, game.on_turn, len(game.position.tiles)) == (1, "C", 4)

    def test_correcting_decides_anew(self, cards: Cards) -> None:
        """A correction before anybody has begun the next round may give it to another."""
        game = cards(FOUR, FIVE, SIX, Corrected(1, play("0,0 > SOL3")), players="ABC")

        assert (scores(game), game.on_turn) == ([12, 15, 18], "C")
        assert cards(FOUR, FIVE, "-", Corrected(1, play("0,0 > ZOL")), Corrected(2, play("4,4 > SA")),
                     players="ABC").on_turn == "A"  # fmt: skip

    def test_correcting_too_late(self, cards: Cards) -> None:
        """Once the next round has begun, a correction changes points and nobody's turn."""
        game = cards(FOUR, FIVE, SIX, FOUR, Corrected(1, play("0,0 > S2OL")), players="ABC")

        assert ([turn.player for turn in game.turns], game.on_turn) == (["A", "B", "C", "C"], "A")
        assert len(game.position.tiles) == 3

    def test_a_question_at_the_end(self, cards: Cards, go_on: GoOn) -> None:
        """A mark that is asked about counts as it was read for who begins; the answer decides, if nobody has yet."""
        asked = PlayLaid(play(FOUR), (Question("multiplier:0,0", (("1", 0.6), ("3", 0.4))),))
        game = cards(asked, "0,0 v .OLAR", "-", players="ABC")

        assert (scores(game), game.on_turn) == ([None, None, 0], "B")
        assert go_on(game, Answered(1, "multiplier:0,0", "1")).on_turn == "B"
        tripled = go_on(cards(asked, "2,0 v .OLAR", "-", players="ABC"), Answered(1, "multiplier:0,0", "3"))
        assert (scores(tripled), tripled.on_turn) == ([12, 6, 0], "A")

    @pytest.mark.parametrize(("others", "may"), [("2,0 v .OA", ("A", "B")), ("2,0 v .A", ("A",))])
    def test_a_letter_may_be_a_joker(self, cards: Cards, others: str, may: tuple[str, ...]) -> None:
        """An S or a T is worth 1, a joker nothing: SOLA is worth 5 or 4, and another word of 4 may be as much."""
        asked = PlayLaid(play("0,0 > SOLA"), (Question("letter:0,0", (("S", 0.6), ("T", 0.4))),))
        game = cards(asked, others, "-", players="ABC")

        assert (may_begin(game), is_known_who_plays(game)) == (may, len(may) == 1)

    @pytest.mark.parametrize(("others", "lot"), [("-", ("A", "B")), ("0,0 v .OLA", ())])
    def test_k10_a_lot_waits_for_answers(self, cards: Cards, go_on: GoOn, others: str, lot: tuple[str, ...]) -> None:
        """K10: no lot is drawn while an answer may give the round to another; once none can, it is, or is not."""
        asked = cards(FOUR, others if others != "-" else AGAIN_FOUR, MARKED, players="ABC")

        assert (lot_to_draw(asked), is_known_who_plays(asked)) == ((), False)
        assert lot_to_draw(go_on(asked, Answered(3, MARK, "2"))) == ()
        assert lot_to_draw(go_on(asked, Answered(3, MARK, "1"))) == (("A", "B", "C") if lot else ())

    def test_k10_a_lot_whatever_is_answered(self, cards: Cards, go_on: GoOn) -> None:
        """K10: C scores less than A and B whatever its mark is: the lot is drawn with the question open."""
        few = PlayLaid(play("2,1 > A"), (Question("multiplier:2,1", (("1", 0.6), ("2", 0.4))),))
        asked = cards(FIVE_ALONE, "0,0 v .OLA", few, players="ABC")

        assert (lot_to_draw(asked), len(asked.open_questions)) == (("A", "B"), 1)
        assert lot_to_draw(go_on(asked, drew("B"))) == ()

    @pytest.mark.parametrize("told", ["yes", "no"])
    def test_k10_a_lot_waits_for_the_topic(self, cards: Cards, go_on: GoOn, told: str) -> None:
        """K10: no lot is drawn while it is asked whether the last word fits the topic: else it is laid again."""
        asked = cards(FOUR, "-", AGAIN_FOUR, players="ABC", theme__topic="the sea")

        assert (asked.script.lot, lot_to_draw(asked)) == (("A", "C"), ())
        assert lot_to_draw(go_on(asked, Answered(3, "topic", told))) == (("A", "C") if told == "yes" else ())

    def test_a_mark_on_a_card_that_may_be_none(self, cards: Cards) -> None:
        """SOL or SOLA, whose A bears 3x: A begins with 15 points, B with 6 where the A is none."""
        letter = Question("letter:3,0", ((".", 0.6), ("A", 0.4)))
        asked = PlayLaid(play("0,0 > SOL"), (letter, Question("multiplier:3,0", (("3", 1.0),))))

        assert may_begin(cards(asked, "0,0 v .OLAR", "-", players="ABC")) == ("B", "A")

    def test_who_may_begin_is_found_out_once(self, cards: Cards) -> None:
        """Six marks in question are 64 ways to score: a page that asks again and again does not wait each time."""
        asked = [
            PlayLaid(play(text), tuple(Question(f"multiplier:{one}", (("1", 0.6), ("3", 0.4))) for one in cells))
            for text, cells in (
                ("0,0 > SOL", ("0,0", "1,0")),
                ("0,0 v .OL", ("0,1", "0,2")),
                ("2,0 v .AR", ("2,1", "2,2")),
            )
        ]
        game = cards(*asked, players="ABC")
        began = perf_counter()
        may = may_begin(game)
        first = perf_counter() - began
        again = [may_begin(game) for _ in range(5)]

        assert (set(may), set(again)) == ({"A", "B", "C"}, {may})
        assert perf_counter() - began < 2 * first

    def test_the_fold_knows_it_too(self, cards: Cards) -> None:
        """Read again from what happened, the game is the same: rounds, lots and who is on turn."""
        game = cards(FOUR, AGAIN_FOUR, "-", drew("B"), FOUR, Withdrawn(), FOUR, "-", "-", Undone(), players="ABC")

        assert fold(game.happenings) == game


class TestTheEnd:
    """K11 with three and four."""

    @pytest.mark.parametrize("players", ["ABC", "ABCD"])
    def test_k11_nobody_can_lay(self, cards: Cards, players: str) -> None:
        """K11: the pile is empty and everybody has passed on one table: on a bare one any word of the hand may lie."""
        passes = ["-"] * len(players)

        assert cards(FOUR, *passes[1:], StartChosen("A"), *passes[1:], players=players).ended == ""
        assert cards(FOUR, BagEmptied(), *passes[1:], players=players).ended == ""
        assert cards(FOUR, BagEmptied(), *passes[1:], *passes[1:], players=players).ended == ""
        assert cards(FOUR, BagEmptied(), *passes[1:], *passes, players=players).ended == "passes"
        assert cards(FOUR, *passes[1:], *passes, BagEmptied(), players=players).ended == "passes"
        assert cards(FOUR, *passes[1:], *passes, BagEmptied(), "0,0 > SOL", players=players).ended == ""

    def test_k11_no_lot_is_drawn(self, cards: Cards, go_on: GoOn) -> None:
        """K11: once the game is over nobody begins another round; while it goes on those who are alike draw lots."""
        game = cards(FOUR, AGAIN_FOUR, "-", players="ABC")

        assert (lot_to_draw(game), lot_to_draw(go_on(game, Ended()))) == (("A", "B"), ())

    def test_k11_hands_are_taken_off(self, cards: Cards) -> None:
        """K11: each loses what is left in the hand; whoever has most wins."""
        game = cards(FOUR, FIVE, SIX, Ended(), LeftOver({"A": 0, "B": 3, "C": 2}), players="ABC")

        assert (dict(game.totals), game.winners) == ({"A": 4, "B": 2, "C": 4}, ("A", "C"))
