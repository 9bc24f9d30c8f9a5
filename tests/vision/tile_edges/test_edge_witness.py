"""What the lines round squares settle, and what they make doubtful."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pi_referee.rules.board.square import Square
from vision.sighting import Doubt, Reading, Why
from vision.squares.choices import FOREIGN, UNKNOWN, Choices
from vision.squares.findings import Findings
from vision.tile_edges.edge_measure import Rims
from vision.tile_edges.edge_witness import Ground, judged_by

SIZE = 17
A1 = Square.parse("A1")
EVERYWHERE = frozenset(Square(row, column) for row in range(SIZE) for column in range(SIZE))
NONE: frozenset[Square] = frozenset()
GROUND = Ground(EVERYWHERE, EVERYWHERE, plain=EVERYWHERE, unprinted=NONE, dim=NONE, bare=NONE)
"""Squares that nothing hides, and that show nothing."""
ELSEWHERE = EVERYWHERE - {A1}


WHY = {FOREIGN: Why.TILE_ON_PRINT, UNKNOWN: Why.WASHED}
"""Why a square is in doubt about which this is told."""


def found(told: str | Choices | None) -> Findings:
    """What was found on A1: a letter or "" for sure, "#" a stop tile, choices in doubt, or None for nothing."""
    if isinstance(told, tuple):
        return Findings({}, frozenset(), (Doubt(A1, told, WHY.get(told, Why.LETTER)),))
    if told == "#":
        return Findings({}, frozenset({A1}), ())
    return Findings({} if told is None else {A1: Reading(told, 0.99)}, frozenset(), ())


def rims(tile: float, sides: int = 4, odd: float = 0.0) -> Rims:
    """The rim of A1; all other squares are plainly bare."""
    tiles, told, oddness = np.full((SIZE, SIZE), -6.0), np.full((SIZE, SIZE), 4), np.zeros((SIZE, SIZE))
    tiles[0, 0], told[0, 0], oddness[0, 0] = tile, sides, odd
    return Rims(tiles, told, oddness, told)


def judged(
    told: str | Choices | None,
    tile: float,
    sides: int = 4,
    ground: Ground = GROUND,
) -> Findings:
    """What is told of A1 once its rim is seen."""
    return judged_by(rims(tile, sides), found(told), ground)


BLANK_OR_NOTHING = (("", 0.7), (".", 0.3))


class TestSettling:
    """Doubts that rims settle."""

    @pytest.mark.parametrize("choices", [BLANK_OR_NOTHING, UNKNOWN, ((".", 0.9),)])
    def test_no_tile_without_a_rim(self, choices: Choices) -> None:
        """What may be a plain tile or bare board, and has no rim, is bare."""
        assert judged(choices, -2.6) == found(None)
        assert judged(choices, -2.4) == found(choices)

    def test_what_has_a_tiles_tint_stays(self) -> None:
        """Half a tile beside a stick has a bare square's rim: it does not vanish where the print is not to be seen."""
        unprinted = replace(GROUND, unprinted=frozenset({A1}))

        assert judged(FOREIGN, -9.0, ground=unprinted) == found(FOREIGN)
        assert judged(FOREIGN, -9.0) == found(None)
        assert judged(UNKNOWN, -9.0, ground=unprinted) == found(None)

    def test_what_is_seen_in_part_stays(self) -> None:
        """Beside a lamp half a tile has a bare square's rim, whatever it may be."""
        in_part = Findings({}, frozenset(), (Doubt(A1, UNKNOWN, Why.IN_PART),))

        assert judged_by(rims(-6.0), in_part, GROUND) == in_part

    def test_a_stop_tile_may_have_less(self) -> None:
        """A stop tile has another colour than letters and so another rim: what may be one vanishes later."""
        assert judged((("#", 0.5), (".", 0.5)), -4.6) == found(None)
        assert judged((("#", 0.5), (".", 0.5)), -4.4).doubts

    @pytest.mark.parametrize("choices", [(("A", 0.6), (".", 0.4)), ((".", 0.6), ("A", 0.4)), (("A", 0.5), ("", 0.25))])
    def test_what_may_be_a_letter_does_not_vanish(self, choices: Choices) -> None:
        """A perhaps letter is never settled by having no rim."""
        assert judged(choices, -9.0) == found(choices)

    @pytest.mark.parametrize(("tile", "is_bare"), [(-2.6, True), (-2.4, False)])
    def test_bare_board_by_its_rim(self, tile: float, *, is_bare: bool) -> None:
        """What was found bare and has no tile's rim is bare beyond doubt, unless nothing is to be settled."""
        assert (A1 in judged(None, tile).bare) == is_bare
        assert A1 not in judged(None, tile, ground=replace(GROUND, apart=ELSEWHERE)).bare
        assert A1 not in judged("E", tile).bare

    @pytest.mark.parametrize(("share", "needed"), [(0.95, 0.8), (0.7, 0.8), (0.4, 1.5)])
    def test_a_blank_with_a_rim(self, share: float, needed: float) -> None:
        """The less likely a blank is by its colour, the plainer its rim must be."""
        choices = tuple(sorted((("", share), (".", 1 - share)), key=lambda choice: -choice[1]))

        assert judged(choices, needed + 0.1).board[A1].letter == ""
        assert judged(choices, needed - 0.1) == found(choices)

    def test_a_rim_alone_makes_no_blank(self) -> None:
        """Where light has taken everything but the rim, a letter may have been there: it stays a doubt."""
        assert judged(UNKNOWN, 5.0) == found(UNKNOWN)
        assert judged((("", 0.2), (".", 0.8)), 5.0) == found((("", 0.2), (".", 0.8)))
        assert judged((("#", 0.5), (".", 0.5)), 5.0) == found((("#", 0.5), (".", 0.5)))

    def test_no_blank_where_something_shows(self) -> None:
        """A blank shows nothing: what does may be a letter out of focus, or half under a card."""
        assert judged((("", 0.95), (".", 0.05)), 5.0, ground=replace(GROUND, plain=ELSEWHERE)).doubts

    def test_no_blank_where_a_letter_may_be(self) -> None:
        """A letter that strong light has nearly taken looks like a blank: a K did, with a tenth left of it."""
        choices = (("", 0.66), (".", 0.2), ("K", 0.1))

        assert judged(choices, 5.0) == found(choices)

    def test_a_letter_that_only_perhaps_is_no_tile(self) -> None:
        """A letter is as likely as its share among tiles, once it is a tile."""
        choices = (("O", 0.88), (".", 0.11))

        assert judged(choices, 0.9).board[A1] == Reading("O", round(0.88 / 0.89, 4))
        assert judged(choices, 0.7) == found(choices)
        assert judged((("O", 0.8), ("Q", 0.14), (".", 0.06)), 0.9).doubts

    def test_a_halved_share_stays(self) -> None:
        """Of a letter half hidden or of a foreign colour the reader's share was halved: nothing makes it whole."""
        assert judged((("O", 0.495), (".", 0.495)), 5.0).doubts

    def test_one_side_is_too_few(self) -> None:
        """A single line tells nothing, nor do any near what hides a part of the board."""
        for tile in (-9.0, 9.0):
            assert judged(BLANK_OR_NOTHING, tile, sides=1) == found(BLANK_OR_NOTHING)
            assert judged(BLANK_OR_NOTHING, tile, ground=replace(GROUND, apart=frozenset())) == found(BLANK_OR_NOTHING)


class TestDoubting:
    """Doubts that rims make."""

    def test_a_bare_square_with_a_rim(self) -> None:
        """What was found bare and has a tile's rim is a doubt, even where nothing is settled."""
        for apart in (EVERYWHERE, frozenset[Square]()):
            assert judged(None, 1.6, ground=replace(GROUND, apart=apart)) == found(UNKNOWN)
        assert judged(None, 1.6, ground=replace(GROUND, bare=EVERYWHERE)) == found(None)
        assert judged(None, 1.4) == found(None)

    @pytest.mark.parametrize(("tile", "odd", "is_doubted"), [(0.6, 1.6, True), (0.4, 1.6, False), (0.6, 1.4, False)])
    def test_a_bare_square_with_something_of_a_rim_and_odd_lines(
        self, tile: float, odd: float, is_doubted: bool
    ) -> None:
        """A dark tile in a lamp's pool looks like a bare square, and neither witness is enough alone."""
        told = judged_by(rims(tile, odd=odd), found(None), GROUND)

        assert told == found(UNKNOWN if is_doubted else None)

    @pytest.mark.parametrize(("tile", "sides", "is_doubted"), [(-2.4, 4, True), (-2.6, 4, False), (-9.0, 1, True)])
    def test_a_bare_square_darker_than_any_shade(self, tile: float, sides: int, *, is_doubted: bool) -> None:
        """A dark blank in a dim room looks like bare board in a shadow: only a bare square's rim tells that it is."""
        dim = replace(GROUND, dim=frozenset({A1}))

        assert judged(None, tile, sides, dim) == found(UNKNOWN if is_doubted else None)
        assert judged(None, tile, sides) == found(None)

    @pytest.mark.parametrize("told", ["A", "", "#"])
    def test_tiles_stand(self, told: str) -> None:
        """A tile that is sure needs no rim."""
        assert judged(told, -9.0) == found(told)

    def test_hidden_squares_are_not_judged(self) -> None:
        """Where a hand lies rims tell nothing."""
        assert judged_by(rims(5.0), found(None), replace(GROUND, clear=ELSEWHERE, apart=frozenset())) == found(None)
