"""How a look differs from what was agreed: what is new, gone, altered, and which doubts matter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from hardware.simulation import simulated_table as simulated
from hardware.simulation.simulated_table import played_game, positions
from pi_referee.judge.board_change import Change, change_between
from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Axis, Square
from vision.sighting import Doubt, Quad, Reading, Sighting, Why

Look = Callable[..., Sighting]

GAMES = Path(simulated.__file__).parents[1] / "games"
NOWHERE = Quad(((0, 0), (1, 0), (1, 1), (0, 1)))

PERHAPS = ((".", 0.5), ("", 0.5))
"""Cannot tell whether anything lies there."""
O_OR_Q = (("O", 0.8), ("Q", 0.2))
"""A tile for sure, its letter not."""


def agreed(board: str) -> Position:
    """A position drawn from H9 on."""
    return draw_position(board, at=Square.parse("H9"))


def named(change: Change) -> set[str]:
    """The squares in doubt, by name."""
    return {str(doubt.square) for doubt in change.doubts}


class TestWhatIsSure:
    """Squares the eye is sure of."""

    def test_the_same_board_is_no_change(self, seen: Look) -> None:
        """A board that lies as it lay adds nothing and lacks nothing."""
        board = "K a B E L #"

        change = change_between(agreed(board), seen(board))

        assert change == Change({}, (), (), frozenset(), frozenset())
        assert change.adds_nothing

    def test_new_tiles_are_placed(self, seen: Look) -> None:
        """New letters, blanks and stop tiles are told apart from old ones."""
        change = change_between(agreed("K A B E L"), seen("K A B E L #\n. L _ . . ."))

        assert {str(square): letter for square, letter in change.placed.items()} == {"I10": "L", "J10": ""}
        assert change.stops == (Square.parse("M9"),)
        assert not change.adds_nothing

    def test_what_is_away_is_gone(self, seen: Look) -> None:
        """Tiles and stop tiles that lay there and surely do not any more are gone."""
        change = change_between(agreed("K A B E L #"), seen("K A B . L ."))

        assert set(map(str, change.gone)) == {"K9", "M9"}
        assert change.adds_nothing

    @pytest.mark.parametrize("now", ["K O B E L #", "K _ B E L #", "K # B E L #", "K A B E L S"])
    def test_what_is_another_tile_is_altered(self, seen: Look, now: str) -> None:
        """Another letter, a blank or a stop tile where a letter lay, or a letter where a stop tile lay, is altered."""
        before, after = (text.split() for text in ("K A B E L #", now))
        place = next(number for number in range(6) if before[number] != after[number])

        change = change_between(agreed("K A B E L #"), seen(now))

        assert change.altered == {Square.parse("H9").step(Axis.ACROSS, place)}
        assert change.gone == frozenset()

    def test_a_named_blank_is_the_blank_it_was(self, seen: Look) -> None:
        """A blank's name is known to people only; its plain top is no change."""
        assert change_between(agreed("K a B E L"), seen("K _ B E L")) == change_between(agreed(""), seen(""))


class TestWhatIsInDoubt:
    """Squares the eye is not sure of."""

    @pytest.mark.parametrize("choices", [PERHAPS, O_OR_Q, (("#", 0.9), (".", 0.1))])
    def test_doubts_about_old_tiles_change_nothing(self, seen: Look, choices: object) -> None:
        """What was agreed stays agreed while the eye merely is unsure: nothing is asked, gone or altered."""
        change = change_between(agreed("K A B E L #"), seen("K A B E L #", doubts={"I9": choices, "M9": choices}))

        assert change == Change({}, (), (), frozenset(), frozenset())

    @pytest.mark.parametrize(
        ("why", "choices", "letter", "gone"),
        [
            (Why.NOT_AS_BARE, PERHAPS, "A", {"I9"}),
            (Why.NOT_AS_BARE, PERHAPS, "E", set()),
            (Why.NOT_AS_BARE, (*PERHAPS, ("A", 0.1)), "A", set()),
            (Why.HAND, PERHAPS, "A", set()),
        ],
    )
    def test_a_tile_that_lies_elsewhere_now_is_gone(
        self, seen: Look, why: Why, choices: tuple[tuple[str, float], ...], letter: str, gone: set[str]
    ) -> None:
        """Where a letter lay that is new elsewhere, and a blank or nothing is seen, the tile slipped or was moved."""
        look = replace(seen(f"K . B E L\n. {letter} . . ."), doubts=(Doubt(Square.parse("I9"), choices, why),))

        assert set(map(str, change_between(agreed("K A B E L"), look).gone)) == gone

    def test_doubts_beside_new_tiles_are_asked(self, seen: Look) -> None:
        """A square beside a new tile that may hold one too belongs to the play."""
        change = change_between(agreed("K A B E L"), seen("K A B E L\n. L . . .", doubts={"I11": PERHAPS}))

        assert named(change) == {"I11"}

    def test_doubts_far_away_are_left_out(self, seen: Look) -> None:
        """A doubt that no new tile touches is not asked about: a sleeve over a corner holds nobody up."""
        far = {"A1": PERHAPS, "Q17": O_OR_Q, "M15": PERHAPS}

        change = change_between(agreed("K A B E L"), seen("K A B E L\n. L . . .", doubts=far))

        assert named(change) == set()

    def test_what_may_be_bare_beside_old_tiles_alone_is_not_asked(self, seen: Look) -> None:
        """A square shut in by old tiles, of which nobody can see whether a blank lies there, is no part of a play.

        It would be asked about at every turn. Only where nothing is surely new may it be the play.
        """
        old = "K A B E L\n. R . . .\n. . . . .\n. . . . ."
        shut_in = {"I11": PERHAPS}

        laid = change_between(agreed(old), seen(old.replace("E L\n. R . . .", "E L\n. R . . S"), doubts=shut_in))
        alone = change_between(agreed(old), seen(old, doubts=shut_in))

        assert named(laid) == set()
        assert named(alone) == {"I11"}

    def test_a_tile_behind_a_square_that_may_be_bare_belongs_to_the_play(self, seen: Look) -> None:
        """If the square between turns out to hold a tile, the one behind it is of the same word."""
        behind = {"I11": PERHAPS, "I12": O_OR_Q}

        change = change_between(agreed("K A B E L"), seen("K A B E L\n. L . . .", doubts=behind))

        assert named(change) == {"I11", "I12"}

    def test_a_probable_tile_beside_an_old_one_is_asked(self, seen: Look) -> None:
        """Where nothing is surely new, a probable tile in touch with the old ones is the play."""
        change = change_between(agreed("K A B E L"), seen("K A B E L", doubts={"M9": O_OR_Q, "A1": O_OR_Q}))

        assert named(change) == {"M9"}
        assert not change.adds_nothing

    def test_what_is_hidden_beside_a_first_word_in_doubt_is_asked(self, seen: Look) -> None:
        """Where nothing tells the board's top all of a first word is in doubt, and what a lamp hides beside it, too."""
        word = dict.fromkeys(("H9", "I9", "J9"), O_OR_Q) | {"K9": PERHAPS, "L9": PERHAPS, "A1": PERHAPS}

        assert named(change_between(agreed(""), seen("", doubts=word))) == {"H9", "I9", "J9", "K9", "L9"}

    def test_probable_tiles_hang_together(self, seen: Look) -> None:
        """A whole word in doubt is asked about, tile after tile from the one that touches the old ones."""
        word = dict.fromkeys(("L10", "L11", "L12", "L13"), O_OR_Q)

        change = change_between(agreed("K A B E L"), seen("K A B E L", doubts={**word, "Q1": O_OR_Q}))

        assert named(change) == set(word)

    def test_what_is_beside_a_probable_tile_is_asked_too(self, seen: Look) -> None:
        """Behind a tile in doubt the word may go on."""
        change = change_between(agreed("K A B E L"), seen("K A B E L", doubts={"L10": O_OR_Q, "L11": PERHAPS}))

        assert named(change) == {"L10", "L11"}

    def test_the_first_play_may_be_in_doubt_altogether(self, seen: Look) -> None:
        """On an empty board every probable tile counts, for nothing can tell which belong to the play."""
        change = change_between(agreed(""), seen("", doubts={"I9": O_OR_Q, "J9": O_OR_Q, "A1": PERHAPS}))

        assert named(change) == {"I9", "J9"}

    def test_an_empty_board_with_shadows_is_unchanged(self, seen: Look) -> None:
        """Squares that are probably empty are nobody's play while nothing lies near them."""
        change = change_between(agreed(""), seen("", doubts={"A1": PERHAPS, "I9": PERHAPS}))

        assert change.adds_nothing

    def test_doubts_come_in_reading_order(self, seen: Look) -> None:
        """Questions are asked from the top left on."""
        doubts = {"L11": O_OR_Q, "L10": O_OR_Q, "H10": O_OR_Q}

        change = change_between(agreed("K A B E L"), seen("K A B E L", doubts=doubts))

        assert [str(doubt.square) for doubt in change.doubts] == ["H10", "L10", "L11"]

    @pytest.mark.parametrize("doubt", ["L8", "L13"])
    def test_a_word_goes_on_behind_old_tiles(self, seen: Look, doubt: str) -> None:
        """A new word runs through old tiles: what may lie in line behind them belongs to the play."""
        old = "K A B E L\n. . . . .\n. . . . A\n. . . . N"

        change = change_between(agreed(old), seen(old.replace(". . . . .", ". . . . S"), doubts={doubt: PERHAPS}))

        assert named(change) == {doubt}

    def test_a_word_may_end_in_several_doubts(self, seen: Look) -> None:
        """Behind a square that may hold a tile another such square belongs to the play as well."""
        doubts = dict.fromkeys(("I11", "I12", "I14"), PERHAPS)

        change = change_between(agreed("K A B E L"), seen("K A B E L\n. L . . .", doubts=doubts))

        assert named(change) == {"I11", "I12"}


@pytest.mark.parametrize("game", sorted(path.stem for path in GAMES.glob("*.txt")))
def test_whatever_of_a_play_may_be_bare_is_asked_about(game: str) -> None:
    """Of each play of the written games, turned ones too, any tiles that may be bare squares are doubts of that play.

    So no tile of it is passed over, and none is scored without.
    """
    after = positions(played_game(game))
    for before, now in pairwise(after):
        fresh = sorted(now.occupied - before.occupied)
        for count in range(1, len(fresh) + 1):
            for hidden in combinations(fresh, count):
                clear = {square: tile for square, tile in now.letters().items() if square not in hidden}
                look = Sighting(
                    NOWHERE,
                    {square: Reading(letter, 0.99) for square, letter in clear.items()},
                    now.stops - set(hidden),
                    doubts=tuple(Doubt(square, PERHAPS, Why.LETTER) for square in hidden),
                )

                assert named(change_between(before, look)) == {str(square) for square in hidden}
