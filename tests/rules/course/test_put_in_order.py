"""What a table puts in order: whose turn it is, what was forgotten, names, and a board that had words on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from pi_referee.errors import NotationError
from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, begin, fold, follow
from pi_referee.rules.course.happenings import (
    BoardTaken,
    Challenged,
    GameBegan,
    Happening,
    Inserted,
    LeftOver,
    Passed,
    PlayLaid,
    Renamed,
    TurnSet,
    Undone,
    WentOut,
)
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Exchange, Pass

Table = Callable[..., Game]
KABEL = {Square.parse(f"{column}9"): Tile(letter) for column, letter in zip("GHIJK", "KABEL", strict=True)}


def laid(text: str) -> PlayLaid:
    """A play as it is written, on squares that are free."""
    return PlayLaid(WrittenPlay.parse(text).on(draw_position("")))


def rows(game: Game) -> list[tuple[str, str, int | None]]:
    """Whose turn each was, how it stands, and what it scored."""
    return [(turn.player, turn.status.value, turn.score) for turn in game.turns]


def both_ways(happenings: Sequence[Happening]) -> Game:
    """The game of some happenings; folded at once it is the same as followed one by one."""
    game = begin(happenings[0])  # type: ignore[arg-type]  # it is the beginning
    for happening in happenings[1:]:
        game = follow(game, happening)
    assert fold(happenings) == game
    assert fold(happenings).turns == game.turns
    return game


class TestForgotten:
    """A pass or an exchange that nobody told."""

    @pytest.mark.parametrize(("move", "status"), [(Pass(), "passed"), (Exchange(3), "exchanged")])
    def test_put_in_with_those_after_it_moved_on(self, table: Table, move: Pass | Exchange, status: str) -> None:
        """Bo passed and nobody pressed: Ann's next play stood with Bo. Put in, both plays are Ann's again."""
        game = table(laid("I9 > SOL"), laid("L9 > AR"))
        mended = follow(game, Inserted(2, move, "Bo", moves_on=True))

        assert rows(mended) == [("Ann", "scored", 4), ("Bo", status, 0), ("Ann", "scored", 6)]
        assert mended.on_turn == "Bo"

    def test_put_in_alone(self, table: Table) -> None:
        """Where the turns after it stand right, only the pass is new."""
        game = table(laid("I9 > SOL"), laid("L9 > AR"))
        mended = follow(game, Inserted(2, Pass(), "Ann"))

        assert [player for player, _, _ in rows(mended)] == ["Ann", "Ann", "Bo"]
        assert mended.on_turn == game.on_turn


class TestTurnSet:
    """It is said whose turn it is: from there the turns go round."""

    def test_the_next_turn(self) -> None:
        """Bo is out of the room: it is Cia's turn, then Ann's."""
        game = begin(GameBegan("alfapet-sv", ("Ann", "Bo", "Cia"), 7))
        game = follow(follow(game, laid("I9 > SOL")), TurnSet(2, "Cia"))

        assert game.on_turn == "Cia"
        assert follow(game, Passed()).on_turn == "Ann"
        assert rows(game) == [("Ann", "scored", 4)]

    def test_an_older_turn(self) -> None:
        """The second turn was Cia's and not Bo's: it and all after it move on by one, with their points."""
        happenings: list[Happening] = [
            GameBegan("alfapet-sv", ("Ann", "Bo", "Cia"), 7),
            laid("I9 > SOL"),
            laid("L9 > AR"),
            Passed(),
            TurnSet(2, "Cia"),
        ]
        game = both_ways(happenings)

        assert [player for player, _, _ in rows(game)] == ["Ann", "Cia", "Ann"]
        assert (game.on_turn, dict(game.totals)) == ("Bo", {"Ann": 4, "Bo": 0, "Cia": 7})
        assert both_ways([*happenings, Undone()]).on_turn == "Ann"

    def test_a_turn_that_is_none(self, table: Table) -> None:
        """Nobody can be told to have had a turn that has not come."""
        with pytest.raises(NotationError):
            table(laid("I9 > SOL"), TurnSet(3, "Bo"))


class TestRenamed:
    """A player is called otherwise."""

    def test_everywhere(self) -> None:
        """Turns, points, debts and the end follow the new name; undone, the old one stands there again."""
        happenings: list[Happening] = [
            GameBegan("alfapet-sv", ("Ann", "Bo"), 7, "light", {"challenge.mode": "ranked_challenge"}),
            laid("I9 > SOL"),
            Challenged("Bo", stands=True),
            WentOut("Ann"),
            LeftOver({"Ann": 0, "Bo": 5}),
            Renamed(("Bo", "Ann")),
            Renamed(("Anna", "Bosse")),
        ]
        game = both_ways(happenings)

        assert game.players == ("Anna", "Bosse")
        assert list(game.totals) == ["Anna", "Bosse"]
        assert {turn.player for turn in game.turns} == {"Anna", "Bosse"}
        assert game.totals == {"Anna": 4, "Bosse": -5}
        assert both_ways([*happenings, Undone()]).players == ("Bo", "Ann")

    @pytest.mark.parametrize("names", [("Ann", ""), ("Ann", "Ann"), ("Ann",), ("Ann", "Bo", "Cia")])
    def test_a_name_of_ones_own(self, table: Table, names: tuple[str, ...]) -> None:
        """Nobody gets another's name, or none, and nobody comes or goes."""
        with pytest.raises(NotationError):
            table(Renamed(names))


class TestBoardTaken:
    """A game that begins with words on the board."""

    def test_the_next_word_is_scored_upon_it(self) -> None:
        """KABEL lies there, Ann brings 12 points and Bo 30: Ann lays KABELN, and it is added."""
        happenings: list[Happening] = [
            GameBegan("alfapet-sv", ("Ann", "Bo"), 7),
            BoardTaken(KABEL, points={"Ann": 12, "Bo": 30}),
        ]
        game = both_ways(happenings)
        assert dict(game.totals) == {"Ann": 12, "Bo": 30}
        assert game.position.tiles == KABEL

        after = both_ways([*happenings, laid("L9 > N")])
        words = [word.text for word in after.turns[0].ruling.words] if after.turns[0].ruling else []
        assert (words, after.turns[0].status.value) == (["KABELN"], "scored")
        assert after.totals["Ann"] == 12 + (after.turns[0].score or 0)

    def test_the_bag_lacks_what_lies_there(self) -> None:
        """Where tiles are counted, those on the board are no longer in the bag."""
        began = GameBegan("scrabble-en", ("Ann", "Bo"), 7)
        bare, taken = begin(began), follow(begin(began), BoardTaken(KABEL))
        assert bare.standing.bag is not None
        assert taken.standing.bag == bare.standing.bag - len(KABEL)

    def test_only_before_the_first_turn(self, table: Table) -> None:
        """Once somebody has had a turn, the board is what was played; and undone, the board is bare again."""
        assert table(laid("I9 > SOL"), BoardTaken(KABEL)).totals["Ann"] == 4
        assert table(BoardTaken(KABEL), Undone()).position.tiles == {}
