"""The course of a game of Alfapet: RULES.md A26 to A33, whose turn it is, challenges and the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from pi_referee.errors import GameFileError, NotationError
from pi_referee.rules.agreed.switches import Switches
from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.layout import plain_layout
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import (
    Adjusted,
    BagEmptied,
    Challenged,
    Drawn,
    Ended,
    Exchanged,
    GameBegan,
    Happening,
    Inserted,
    LeftOver,
    Passed,
    PlayLaid,
    Removed,
    StartChosen,
    TimedOut,
    WentOut,
    Withdrawn,
)
from pi_referee.rules.course.terms import begins_by_lot, draw_lot, exchange_faults, may_question
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Exchange

Table = Callable[..., Game]


def laid(text: str) -> PlayLaid:
    """A play as it is written, on squares that are free."""
    return PlayLaid(WrittenPlay.parse(text).on(draw_position("")))


def few_tiles(name: str) -> Ruleset:
    """A game whose bag holds two tiles when two racks of six are full."""
    counts = dict.fromkeys("SOLARENT", 1)
    return replace(
        ruleset(name), ground=plain_layout(17), counts=counts, blanks=2, stops=2, arrows=2, rack_sizes=(6,), rack=6
    )


def by_name(game: Game) -> dict[str, str]:
    """What each turn was and what became of it."""
    return {f"{turn.number} {turn.player}": turn.status.value for turn in game.turns}


class TestTurns:
    """Whose turn it is."""

    def test_clockwise(self, table: Table) -> None:
        """Turns go clockwise, from the first player round to the first again."""
        game = table(Passed(), Exchanged(2), players=("Ann", "Bo", "Cia"))
        assert game.on_turn == "Cia"
        assert follow(game, laid("I9 > SOL")).on_turn == "Ann"

    @pytest.mark.parametrize("players", [(), ("A", "B", "C", "D", "E"), ("A", "A"), ("A", "")])
    def test_one_to_four(self, table: Table, players: tuple[str, ...]) -> None:
        """One to four people play, each with a name."""
        with pytest.raises(GameFileError, match="One to four can"):
            table(players=players)

    @pytest.mark.parametrize(("rack", "fine"), [(6, True), (7, True), (8, True), (5, False), (9, False)])
    def test_rack_of_six_to_eight(self, rack: int, fine: bool) -> None:
        """Alfapet is played with six, seven or eight tiles."""
        began = GameBegan("alfapet-sv", ("Ann",), rack)
        if fine:
            assert begin(began).rack == rack
        else:
            with pytest.raises(GameFileError, match="Choose 6, 7, 8"):
                begin(began)

    def test_strangers(self, table: Table) -> None:
        """Who does not play cannot begin, question or go out."""
        with pytest.raises(NotationError, match=r"Nobody called 'Eve' plays here.*Ann, Bo"):
            table(StartChosen("Eve"))

    def test_a_turn_of_each_kind(self, table: Table) -> None:
        """Plays, passes, exchanges and turns that took too long are all rows of the protocol."""
        game = table(laid("I9 > SOL"), Passed(), Exchanged(3), TimedOut())

        assert by_name(game) == {"1 Ann": "scored", "2 Bo": "passed", "3 Ann": "exchanged", "4 Bo": "timed_out"}
        assert game.totals == {"Ann": 4, "Bo": 0}


class TestStart:
    """A28: who begins."""

    def test_a28_highest_begins(self, table: Table) -> None:
        """A28: whoever draws the highest tile begins."""
        assert table(Drawn({"Ann": "A", "Bo": "K"})).on_turn == "Bo"

    def test_a28_special_tiles_count_nothing(self, table: Table) -> None:
        """A28: a blank, a stop tile and an arrow are worth nothing in the draw."""
        assert table(Drawn({"Ann": "#", "Bo": "A", "Cia": "_"}), players=("Ann", "Bo", "Cia")).on_turn == "Bo"

    def test_a28_ties_draw_again(self, table: Table) -> None:
        """A28: those who drew alike draw again, and only they."""
        tied = table(Drawn({"Ann": "K", "Bo": "H", "Cia": "A"}), players=("Ann", "Bo", "Cia"))

        assert tied.must_draw == ("Ann", "Bo")
        assert follow(tied, Drawn({"Ann": "A", "Bo": "L", "Cia": "X"})).must_draw == ("Ann", "Bo")
        assert follow(tied, Drawn({"Ann": "A", "Bo": "B"})).on_turn == "Bo"

    def test_drawn_tile_or_lot(self, table: Table) -> None:
        """Alfapet begins by the drawn tile; the lot is drawn by the referee, from chance that it is given."""
        assert not begins_by_lot(table())
        assert {draw_lot(table(), Random(seed)) for seed in range(9)} == {StartChosen("Ann"), StartChosen("Bo")}

    def test_not_once_it_has_begun(self, table: Table) -> None:
        """Who begins is settled once somebody has had a turn."""
        assert table(Passed(), StartChosen("Ann")).on_turn == "Bo"


class TestWordsThatDoNotCount:
    """A26 and A27, and the switches of challenges."""

    def test_a26_inflections(self) -> None:
        """A26: all listed forms count, or base forms, or common ones, or the table is asked."""
        values = [Switches().agree({"words.inflections": way})["words.inflections"] for way in (
            "all", "all_listed", "base_forms", "base_forms_only", "common", "ask")]  # fmt: skip

        assert Switches()["words.inflections"] == "all"
        assert values == ["all", "all", "base_forms", "base_forms", "common", "ask"]

    def test_a27_retry(self, table: Table) -> None:
        """A27: the tiles go back and the same player plays again; no points are lost."""
        game = table(laid("I9 > SOL"), Challenged("Bo", stands=False))

        assert (by_name(game), game.on_turn, dict(game.totals)) == ({"1 Ann": "fell"}, "Ann", {"Ann": 0, "Bo": 0})
        assert not game.position.tiles

    def test_a27_lose_turn(self, table: Table) -> None:
        """A27: a house may let the player lose the turn."""
        game = table(laid("I9 > SOL"), Challenged("Bo", stands=False), words__invalid_penalty="lose_turn")

        assert (game.on_turn, dict(game.totals)) == ("Bo", {"Ann": 0, "Bo": 0})

    @pytest.mark.parametrize(("points", "total"), [(10, -10), (25, -25)])
    def test_a27_fixed(self, table: Table, points: int, total: int) -> None:
        """A27: a house may take a fixed number of points; the player plays again."""
        switches = {"words__invalid_penalty": "fixed", "words__fixed_penalty": points}
        game = table(laid("I9 > SOL"), Challenged("Bo", stands=False), **switches)

        assert (game.on_turn, game.totals["Ann"]) == ("Ann", total)

    def test_a27_ten_points(self, table: Table) -> None:
        """A27: nobody says how many points? Then ten."""
        game = table(laid("I9 > SOL"), Challenged("Bo", stands=False), words__invalid_penalty="fixed")

        assert game.totals["Ann"] == -10

    def test_a_play_that_stands(self, table: Table) -> None:
        """In Alfapet it costs nothing to question a play that stands."""
        game = table(laid("I9 > SOL"), Challenged("Bo", stands=True))

        assert (game.on_turn, game.totals["Ann"]) == ("Bo", 4)

    def test_only_the_newest(self, table: Table) -> None:
        """Once the next turn is over, a play can no longer be questioned."""
        game = table(laid("I9 > SOL"), Passed(), Challenged("Bo", stands=False))

        assert (game.totals["Ann"], may_question(game, 1.0)) == (4, False)

    @pytest.mark.parametrize(("limit", "seconds", "may"), [(None, 9999, True), (20, 20, True), (20, 21, False)])
    def test_challenge_seconds(self, table: Table, limit: int | None, seconds: int, may: bool) -> None:
        """A house may limit for how long the newest play can be questioned."""
        assert may_question(table(laid("I9 > SOL"), challenge__seconds=limit), seconds) is may


class TestExchanges:
    """A29 and A30."""

    def test_a29_any_time(self, table: Table) -> None:
        """A29: one may exchange any number of tiles of the rack, however few are in the bag."""
        game = table(laid("I9 > SOLARE"), find=few_tiles, rack=6)

        assert game.standing.bag == 0
        assert exchange_faults(game, Exchange(6)) == ()

    def test_a29_as_often_as_one_likes(self, table: Table) -> None:
        """A29: in Alfapet there is no limit to how often one exchanges, unless the house sets one."""
        often = [Exchanged(1)] * 10

        assert exchange_faults(table(*often), Exchange(1)) == ()
        assert exchange_faults(table(*often, exchange__max_per_player=5), Exchange(1)) != ()

    @pytest.mark.parametrize(("least", "fine"), [(0, True), (1, True), (7, False)])
    def test_a29_enough_in_the_bag(self, table: Table, least: int, fine: bool) -> None:
        """A29: a house may demand that the bag holds one or seven tiles."""
        game = table(find=few_tiles, rack=6, exchange__min_bag=least)

        assert game.standing.bag == 2
        assert (exchange_faults(game, Exchange(2)) == ()) is fine

    @pytest.mark.parametrize("count", [0, 8])
    def test_a29_tiles_of_the_rack(self, table: Table, count: int) -> None:
        """A29: one exchanges at least one tile and at most those one has."""
        assert [one.fault.value for one in exchange_faults(table(), Exchange(count))] == ["exchange_too_large"]

    @pytest.mark.parametrize(("counts", "ended"), [(False, ""), (True, "passes")])
    def test_a30_is_it_a_pass(self, table: Table, counts: bool, ended: str) -> None:
        """A30: an exchange is a turn of its own and no pass for the end, unless the house says so."""
        game = table(Passed(), Passed(), Exchanged(1), Passed(), exchange__counts_as_pass=counts)

        assert game.ended == ended


class TestTheEnd:
    """A31 to A33."""

    def test_a31_all_passed_twice(self, table: Table) -> None:
        """A31: the game ends when everyone has passed twice in a row."""
        game = table(laid("I9 > SOL"), Passed(), Passed(), Passed())
        assert game.ended == ""
        assert follow(game, Passed()).ended == "passes"
        assert follow(game, Passed()).on_turn == ""

    def test_a31_something_in_between(self, table: Table) -> None:
        """A31: a play in between begins the count anew."""
        assert table(Passed(), Passed(), laid("I9 > SOL"), Passed(), Passed()).ended == ""

    def test_a31_passes_taken_back(self, table: Table) -> None:
        """A31: a pass that is taken back is none; a game that ended by it goes on."""
        over = table(laid("I9 > SOL"), *[Passed()] * 4)
        assert over.ended == "passes"
        assert follow(over, Removed(4)).ended == ""
        assert table(laid("I9 > SOL"), Passed(), Passed(), Removed(2), Passed(), Passed()).ended == ""

    @pytest.mark.parametrize("back", [Withdrawn(), Removed(1), Challenged("Bo", stands=False)])
    def test_a32_whoever_went_out_holds_tiles_again(self, table: Table, back: Happening) -> None:
        """A32: the game goes on where the play is taken back by which somebody had laid the last tiles."""
        over = table(laid("I9 > SOL"), BagEmptied(), WentOut("Ann"))

        assert (over.ended, follow(over, back).ended) == ("tiles", "")
        later = table(laid("I9 > SOL"), Passed(), laid("I10 > SOL"), BagEmptied(), WentOut("Ann"), Removed(1))
        assert later.ended == "tiles"

    def test_a31_switched_off(self, table: Table) -> None:
        """A31: a house may play on however often everyone passes."""
        assert table(*[Passed()] * 8, end__two_passes=False).ended == ""

    def test_a32_bag_and_rack_empty(self, table: Table) -> None:
        """A32: the game ends when the bag and one rack are empty, not with the bag alone."""
        plays = [laid("I9 > SOLARE"), Passed()]
        game = table(*plays, find=few_tiles, rack=6)

        assert (game.standing.bag, game.standing.held["Ann"], game.ended) == (0, 2, "")
        assert follow(game, laid("O9 > NT")).ended == "tiles"

    def test_a32_bag_alone(self, table: Table) -> None:
        """A32: a house may end the game as soon as the bag is empty."""
        assert table(laid("I9 > SOLARE"), find=few_tiles, rack=6, end__when="bag_empty").ended == "bag"

    def test_a32_all_blocked(self, table: Table) -> None:
        """A32: a house may let the others play on until nobody can."""
        plays = [laid("I9 > SOLARE"), Passed(), laid("O9 > NT")]
        game = table(*plays, find=few_tiles, rack=6, end__when="all_blocked")

        assert game.ended == ""
        assert follow(game, Ended()).ended == "agreement"

    def test_a32_said_by_the_players(self, table: Table) -> None:
        """A32: where nobody can count the tiles, the players say that bag and rack are empty."""
        game = table(laid("I9 > SOL"), BagEmptied(), game="alfapet-fi")

        assert (game.standing.bag, game.ended) == (None, "")
        assert follow(game, WentOut("Ann")).ended == "tiles"

    def test_a33_everyone_loses_their_own(self, table: Table) -> None:
        """A33: everyone loses what is left on the rack, and nobody gets it."""
        game = table(laid("I9 > SOL"), laid("I10 > SOL"), LeftOver({"Ann": 0, "Bo": 5}))

        assert dict(game.totals) == {"Ann": 4, "Bo": 4 + 2 + 4 + 2 - 5}

    def test_a33_transfer(self, table: Table) -> None:
        """A33: a house may give it to whoever went out."""
        game = table(laid("I9 > SOL"), LeftOver({"Ann": 0, "Bo": 5}), end__transfer_to_finisher=True)

        assert dict(game.totals) == {"Ann": 9, "Bo": -5}

    def test_a33_twice_to_the_finisher(self, table: Table) -> None:
        """A33: in tournaments whoever went out gets twice what the others have, and they lose nothing."""
        game = table(laid("I9 > SOL"), LeftOver({"Ann": 0, "Bo": 5}), end__transfer_to_finisher="twice")

        assert dict(game.totals) == {"Ann": 14, "Bo": 0}

    def test_points_outside_the_plays(self, table: Table) -> None:
        """Points for a challenge or for time are a row of their own and nobody's turn."""
        game = table(laid("I9 > SOL"), Adjusted("Ann", 5, "challenge"))

        assert (game.on_turn, dict(game.totals)) == ("Bo", {"Ann": 9, "Bo": 0})
        assert [turn.status.value for turn in game.turns] == ["scored", "adjusted"]
        assert follow(game, Challenged("Bo", stands=False)).totals["Ann"] == 5

    def test_a33_no_finisher_no_transfer(self, table: Table) -> None:
        """A33: after passes nobody went out, even if someone has only worthless tiles left."""
        game = table(*[Passed()] * 4, LeftOver({"Ann": 0, "Bo": 5}), end__transfer_to_finisher=True)

        assert dict(game.totals) == {"Ann": 0, "Bo": -5}

    def test_a33_shared_win(self, table: Table) -> None:
        """A33: whoever has most points wins, and equal totals share the win."""
        game = table(laid("I9 > SOL"), Passed(), Ended())

        assert game.winners == ("Ann",)
        assert follow(game, LeftOver({"Ann": 4, "Bo": 0})).winners == ("Ann", "Bo")

    def test_counted_racks_stay_the_end(self, table: Table) -> None:
        """A31, A33: a game whose racks were counted stays ended, even if a play is put in between its last passes."""
        game = table(*[Passed()] * 4, LeftOver({"Ann": 1, "Bo": 5}))
        forgotten = follow(game, Inserted(3, laid("I9 > SOL").play, "Ann"))

        assert (game.ended, forgotten.ended) == ("passes", "agreement")

    def test_nobody_wins_before_the_end(self, table: Table) -> None:
        """While the game goes on, nobody has won."""
        assert table(laid("I9 > SOL")).winners == ()


def test_taking_back(table: Table) -> None:
    """Whoever takes the newest play back is on turn again, and its score is gone."""
    game = table(laid("I9 > SOL"), Withdrawn())

    assert (by_name(game), game.on_turn, game.totals["Ann"]) == ({"1 Ann": "withdrawn"}, "Ann", 0)
    assert not game.position.tiles
