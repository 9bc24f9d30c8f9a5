"""Literaki: RULES.md L01 to L13."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.layout import draw_layout
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import (
    Challenged,
    Corrected,
    Ended,
    Exchanged,
    Happening,
    LeftOver,
    Passed,
    PlayLaid,
    Removed,
    StartChosen,
    TimedOut,
    Withdrawn,
)
from pi_referee.rules.course.terms import begins_by_lot, draw_lot, exchange_faults, is_overdue
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Exchange
from pi_referee.rules.plays.ruling import Ruling

Judge = Callable[..., Ruling]
Literaki = Callable[..., Game]


@pytest.fixture
def literaki(table: Callable[..., Game]) -> Literaki:
    """A game of Literaki on its own board, after some happenings."""

    def set_up(*happenings: Happening, players: tuple[str, ...] = ("Ala", "Jan"), **switches: object) -> Game:
        return table(*happenings, game="literaki", players=players, find=ruleset, **switches)

    return set_up


def laid(text: str) -> PlayLaid:
    """A play as it is written, on squares that are free."""
    return PlayLaid(WrittenPlay.parse(text).on(draw_position("")))


def board(row: str) -> Ruleset:
    """Literaki on a board of five squares a side; the drawn row is its middle one."""
    plain = " ".join([".."] * 5)
    lines = [plain, plain, row, plain, plain]
    drawn = "\n".join(["  A B C D E", *(f"{number} {line}" for number, line in enumerate(lines, start=1))])
    return replace(ruleset("literaki"), ground=draw_layout(drawn))


class TestChallenges:
    """L01 and L02."""

    def test_l01_ranked_in_vain(self, literaki: Literaki) -> None:
        """L01: in a ranked game, who questions a word that stands loses the next turn."""
        game = literaki(laid("H8 > DOM"), Challenged("Jan", stands=True), challenge__mode="ranked_challenge")

        assert [turn.status.value for turn in game.turns] == ["scored", "lost"]
        assert game.on_turn == "Ala"

    def test_l01_ranked_with_three(self, literaki: Literaki) -> None:
        """L01: whoever is not next loses the turn when it comes."""
        plays = [laid("H8 > DOM"), Challenged("Ewa", stands=True), Passed()]
        game = literaki(*plays, players=("Ala", "Jan", "Ewa"), challenge__mode="ranked_challenge")

        assert [f"{turn.player} {turn.status.value}" for turn in game.turns] == ["Ala scored", "Jan passed", "Ewa lost"]
        assert game.on_turn == "Ala"

    @pytest.mark.parametrize("back", [Withdrawn(), Removed(2), Challenged("Ala", stands=False)])
    def test_l01_is_owed_again(self, table: Callable[..., Game], back: Happening) -> None:
        """L01: a turn that was passed over is owed again, once the play before it is taken back and laid anew.

        Ewa challenged Ala's word in vain, Jan laid his, and Ewa sat out; then Jan's goes back, and he lays another.
        """
        in_vain = [laid("H8 > DOM"), Challenged("Ewa", stands=True), laid("H8 v .O")]
        players = ("Ala", "Jan", "Ewa")
        agreed = {"challenge__mode": "ranked_challenge", "invalid__counts_as_pass": False}
        game = table(*in_vain, back, laid("I8 v .N"), game="literaki", players=players, find=ruleset, **agreed)

        assert [turn.player for turn in game.turns if turn.status.value == "lost"] == ["Ewa"]
        assert (game.turns[-1].status.value, game.on_turn) == ("lost", "Ala")
        assert follow(game, Corrected(3, laid("J8 v .Y").play)).script == game.script

    def test_l01_ones_own_word(self, literaki: Literaki) -> None:
        """L01: nobody challenges their own word, nor loses a turn by it."""
        own = [laid("H8 > DOM"), Challenged("Ala", stands=True), Passed()]
        game = literaki(*own, challenge__mode="ranked_challenge")

        assert ([turn.status.value for turn in game.turns], game.on_turn) == (["scored", "passed"], "Ala")

    def test_l01_alone(self, literaki: Literaki) -> None:
        """L01: whoever plays alone asks about the own word, and loses a turn in vain as anybody."""
        game = literaki(
            laid("H8 > DOM"), Challenged("Ala", stands=True), players=("Ala",), challenge__mode="ranked_challenge"
        )

        assert [turn.status.value for turn in game.turns] == ["scored", "lost"]

    def test_l01_friendly(self, literaki: Literaki) -> None:
        """L01: in a friendly game the referee checks, and nobody loses a turn."""
        game = literaki(laid("H8 > DOM"), Challenged("Jan", stands=True))

        assert (game.on_turn, len(game.turns)) == ("Jan", 1)

    def test_l02_a_pass(self, literaki: Literaki) -> None:
        """L02: a word that does not count goes back and is a pass."""
        game = literaki(laid("H8 > DMO"), Challenged("", stands=False))

        assert (game.on_turn, game.totals["Ala"], len(game.position.tiles)) == ("Jan", 0, 0)

    def test_l02_a_pass_for_the_end(self, literaki: Literaki) -> None:
        """L02: it is a pass for the end of the game too."""
        fallen = [laid("H8 > DMO"), Challenged("", stands=False)]
        game = literaki(*fallen, Passed(), *fallen)

        assert (game.ended, follow(game, Passed()).ended) == ("", "passes")

    def test_l02_a_fixed_penalty(self, literaki: Literaki) -> None:
        """L02, A27: where the house takes a fixed number of points the word costs them, and the turn besides."""
        fixed = {"words__invalid_penalty": "fixed", "words__fixed_penalty": 7}
        game = literaki(laid("H8 > DMO"), Challenged("", stands=False), **fixed)

        assert (game.on_turn, game.totals["Ala"]) == ("Jan", -7)

    def test_l02_not_in_alfapet(self, table: Callable[..., Game]) -> None:
        """L02: in Alfapet it is none: the same player lays again."""
        assert table(laid("I9 > SLO"), Challenged("", stands=False)).on_turn == "Ann"


class TestExchanges:
    """L03 and L07."""

    def test_l03_three_each(self, literaki: Literaki) -> None:
        """L03: each player may exchange three times."""
        assert exchange_faults(literaki(*[Exchanged(1), Passed()] * 2), Exchange(1)) == ()
        game = literaki(*[Exchanged(1), Passed()] * 3)
        assert [one.fault.value for one in exchange_faults(game, Exchange(1))] == ["exchange_limit"]
        assert exchange_faults(follow(game, Passed()), Exchange(1)) == ()

    def test_l03_seven_in_the_bag(self, table: Callable[..., Game]) -> None:
        """L03: and only while the bag holds seven tiles."""

        def few(name: str) -> Ruleset:
            return replace(ruleset(name), counts={"A": 18})

        game = table(game="literaki", find=few)
        assert game.standing.bag == 6
        assert [one.fault.value for one in exchange_faults(game, Exchange(1))] == ["bag_too_low"]

    def test_l03_any_number(self, literaki: Literaki) -> None:
        """L03: any number of tiles each time."""
        assert [exchange_faults(literaki(), Exchange(count)) for count in range(1, 8)] == [()] * 7

    def test_l07_nothing_said(self, literaki: Literaki) -> None:
        """L07: where nobody says otherwise, an exchange is no pass."""
        assert literaki(Passed(), Passed(), Exchanged(1), Passed()).ended == ""

    @pytest.mark.parametrize(("counts", "ended"), [(False, ""), (True, "passes")])
    def test_l07_exchange_is_no_pass(self, literaki: Literaki, counts: bool, ended: str) -> None:
        """L07: an exchange breaks the series of passes."""
        assert literaki(Passed(), Passed(), Exchanged(1), Passed(), exchange__counts_as_pass=counts).ended == ended


class TestScores:
    """L04, L05 and L08 to L10."""

    @pytest.mark.parametrize(
        ("letter", "field", "points"),
        [("A", "Y.", 3), ("D", "G.", 6), ("B", "B.", 9), ("F", "R.", 15), ("A", "R.", 1), ("F", "Y.", 5)],
    )
    def test_l04_colours(self, judge: Judge, letter: str, field: str, points: int) -> None:
        """L04: a tile on a field of its own colour counts three times, on another once."""
        assert judge("", f"B3 > {letter}O", rules=board(f".. {field} .. .. ..")).score == points + 1

    def test_l04_blank_never_matches(self, judge: Judge) -> None:
        """L04: the white blank matches no field."""
        assert judge("", "B3 > aO", rules=board(".. Y. .. .. ..")).score == 1

    def test_l05_products(self, judge: Judge) -> None:
        """L05: two 2X fields under one word make it four times as much, and a blank on one works too."""
        assert judge("", "A3 > DOM", rules=board("W2 W2 .. .. ..")).score == 5 * 4
        assert judge("", "A3 > dOM", rules=board("W2 W3 .. .. ..")).score == 3 * 6

    def test_l05_every_word(self, judge: Judge) -> None:
        """L05: a word field works for every word through the new tile."""
        ruling = judge("T\n.", "A3 > DOM", at="B2", rules=board(".. W2 .. .. .."))

        assert {word.text: word.score for word in ruling.words} == {"DOM": 10, "TO": 6}

    def test_l08_red_centre(self, literaki: Literaki) -> None:
        """L08: the first word covers the centre, a red field: a red tile there counts three times."""
        game = literaki(laid("H8 > FA"))

        assert game.totals["Ala"] == 15 + 1
        assert literaki(laid("A1 > FA")).turns[0].status.value == "illegal"

    def test_l08_two_letters(self, literaki: Literaki) -> None:
        """L08: the first word has two letters at least."""
        assert literaki(laid("H8 > F")).turns[0].status.value == "illegal"

    def test_l08_plain_centre(self, literaki: Literaki) -> None:
        """L08: a house may have a plain centre."""
        assert literaki(laid("H8 > FA"), centre="plain").totals["Ala"] == 5 + 1

    @pytest.mark.parametrize(("word", "bonus"), [("ABCDEFG", 50), ("ABCDEF", 0)])
    def test_l09_seven_tiles(self, judge: Judge, word: str, bonus: int) -> None:
        """L09: laying all seven tiles gives 50 points; with fewer there is no bonus."""
        assert judge("", f"H8 > {word}", game="literaki", held=len(word)).bonus == bonus

    def test_l10_blank_per_tile(self, literaki: Literaki) -> None:
        """L10: a blank keeps its letter for the whole game; the other one may stand for another."""
        game = literaki(laid("H8 > dOM"), laid("J9 v lO"))

        assert [str(tile) for tile in game.position.tiles.values() if tile.is_blank] == ["d", "l"]


class TestTheEnd:
    """L06 and L11 to L13."""

    def test_l06_transfer(self, literaki: Literaki) -> None:
        """L06: everyone loses the last tiles, and whoever went out gets what the others lost."""
        game = literaki(LeftOver({"Ala": 4, "Jan": 0, "Ewa": 3}), players=("Ala", "Jan", "Ewa"))

        assert dict(game.totals) == {"Ala": -4, "Jan": 7, "Ewa": -3}

    @pytest.mark.parametrize("agreed", [(), (Ended(),)])
    def test_l06_after_passes(self, literaki: Literaki, agreed: tuple[Happening, ...]) -> None:
        """L06: after passes nobody went out, also where the table says that the game is over, which it was."""
        game = literaki(laid("H8 > DOM"), *[Passed()] * 4, *agreed, LeftOver({"Ala": 5, "Jan": 0}))

        assert (game.ended, dict(game.deductions)) == ("passes", {"Ala": 5, "Jan": 0})

    def test_l06_ties_are_draws(self, literaki: Literaki) -> None:
        """L06: the same points are a draw."""
        assert literaki(LeftOver({"Ala": 2, "Jan": 2})).winners == ("Ala", "Jan")

    @pytest.mark.parametrize(("limit", "seconds", "over"), [(None, 9999, False), (60, 60, False), (60, 61, True)])
    def test_l11_time_limit(self, literaki: Literaki, limit: int | None, seconds: int, over: bool) -> None:
        """L11: a turn has a time limit only if one was agreed."""
        assert is_overdue(literaki(turn__seconds=limit), seconds) is over

    def test_l11_counts_as_pass(self, literaki: Literaki) -> None:
        """L11: a turn that took too long is a pass, also for the end."""
        assert literaki(TimedOut(), Passed(), TimedOut(), Passed()).ended == "passes"

    def test_l12_lot(self, literaki: Literaki) -> None:
        """L12: the lot decides who begins; then turns go round."""
        game = literaki()

        assert begins_by_lot(game)
        assert draw_lot(game, Random(1)) in {StartChosen("Ala"), StartChosen("Jan")}
        assert follow(game, StartChosen("Jan")).on_turn == "Jan"

    def test_l13_bag_and_rack(self, table: Callable[..., Game]) -> None:
        """L13: the game ends when all tiles are dealt and a player lays all that are left."""

        def few(name: str) -> Ruleset:
            return replace(ruleset(name), counts={"D": 7, "O": 5, "M": 3})

        game = table(laid("H8 > DOM"), game="literaki", find=few)
        assert (game.standing.bag, game.standing.held, game.ended) == (0, {"Ann": 7, "Bo": 7}, "")

        out = follow(follow(game, Passed()), laid("H9 v OODDDOO"))
        assert (out.ended, out.turns[-1].ruling.bonus if out.turns[-1].ruling else 0) == ("tiles", 50)

    def test_l13_two_passes(self, literaki: Literaki) -> None:
        """L13: or when everyone passes twice in a row."""
        assert literaki(*[Passed()] * 4).ended == "passes"
