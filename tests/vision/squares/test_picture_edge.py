"""Tiles at the picture's rim: what it cuts off is in doubt, and a board too far out of the picture is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour
from vision.eye import Eye
from vision.geometry.find_board import board_of
from vision.geometry.rectify import Squared, square_up
from vision.photo.advice import CUT
from vision.render import View, quad, render
from vision.sighting import NotSeen, Reading, Sighting
from vision.squares.findings import Findings
from vision.squares.picture_edge import uncut

GAME = ruleset("alfapet-sv")
SIZE = GAME.layout.size
VIEW = View(width=900, height=900, zoom=0.95, seed=3)
LAID = """
K A B E L
. . . N .
. . . A .
"""
"""A word whose last letter lies in the last column."""
LAST = Square.parse("Q9")


def cut(depth: float) -> Squared:
    """The board from a picture that shows so much less than all of its last column, in squares."""
    return square_up(*_photograph(depth))


def _photograph(depth: float) -> tuple[Colour, np.ndarray[tuple[int, ...], np.dtype[np.float64]], int]:
    """The picture, where the board is in it, and its size."""
    picture = render(draw_position(LAID, at=Square.parse("M9")), GAME, VIEW)
    corners = quad(VIEW, GAME.layout)
    right = corners.corners[1][0]
    side = (right - corners.corners[0][0]) / SIZE
    return np.ascontiguousarray(picture[:, : round(right - depth * side)]), board_of(corners, SIZE), SIZE


@pytest.mark.parametrize("depth", [0.1, 0.3, 0.4])
def test_just_the_squares_that_the_rim_cuts_are_beyond_it(depth: float) -> None:
    """A rim that cuts the last column cuts nothing else, and cuts it no deeper than it does."""
    squared = cut(depth)
    last = np.arange(SIZE * SIZE) % SIZE == SIZE - 1

    assert squared.beyond(depth - 0.05).tolist() == last.tolist()
    assert not squared.beyond(depth + 0.05).any()
    assert not squared.alone().beyond(0.0).any()


@pytest.mark.parametrize(
    ("letter", "stops", "choices"),
    [("L", frozenset[Square](), "L"), ("", frozenset[Square](), ""), (None, frozenset({LAST}), "#")],
)
def test_a_tile_that_the_rim_cuts_is_a_doubt(letter: str | None, stops: frozenset[Square], choices: str) -> None:
    """Whatever tile seems to lie there; the tiles beside it stay."""
    beside = Square.parse("P9")
    board = {beside: Reading("E", 0.999)} | ({} if letter is None else {LAST: Reading(letter, 0.999)})
    found = Findings(board, stops, ())

    told = uncut(found, cut(0.3))

    assert told.board == {beside: Reading("E", 0.999)}
    assert told.stops == frozenset()
    assert [(doubt.square, doubt.choices[0][0]) for doubt in told.doubts] == [(LAST, choices)]
    assert uncut(found, cut(0.0)) == found


@pytest.mark.parametrize("depth", [0.0, 0.3])
def test_the_eye_tells_no_cut_letter_for_sure(depth: float) -> None:
    """As long as a word is whole in the picture it is read; of one that the rim cuts the last letter is asked."""
    picture, _, _ = _photograph(depth)

    seen = Eye(GAME).see(picture)

    assert isinstance(seen, Sighting)
    assert (LAST in seen.board) == (depth < 0.2)
    assert [doubt.square for doubt in seen.doubts] == [LAST] * (depth > 0.2)


def test_a_board_half_a_square_out_of_the_picture_is_refused() -> None:
    """There a tile may look like bare board: the camera is to be moved."""
    picture, _, _ = _photograph(0.5)

    seen = Eye(GAME).see(picture)

    assert isinstance(seen, NotSeen)
    assert (seen.reason, seen.cure) == (CUT.says, CUT.cure)


def test_corners_shown_beyond_the_picture_are_refused_too() -> None:
    """Who draws the corners out of the picture is told that the board is not all in it."""
    picture, _, _ = _photograph(0.0)
    shown = quad(replace(VIEW, shift=(0.0, 0.14)), GAME.layout)

    assert isinstance(Eye(GAME).see(picture, shown), NotSeen)
