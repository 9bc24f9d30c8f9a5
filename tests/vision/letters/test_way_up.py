"""Which way up letters lie, and whether left and right are exchanged in their picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np
import pytest

from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Floats, carry, inverse
from vision.eye import Eye
from vision.geometry.find_board import board_of
from vision.geometry.orientation import Turn, turned
from vision.geometry.rectify import square_up
from vision.letters.letter_model import Windows
from vision.letters.way_up import WayUpReader, quarters_by, turn_of, way_up_reader
from vision.photo.refusals import MIRRORED
from vision.render import View, quad, render
from vision.sighting import BoardLook, Doubt, Edition, NotSeen, Quad, Reading, Sighting, Why

Look = Callable[..., Any]


@pytest.mark.parametrize(
    "name", ["from above", "dark edition", "on its side", "upside down", "a warm lamp", "a small picture", "crooked"]
)
def test_a_mirrored_picture_is_turned_back(eye: Look, scenes: Mapping[str, Any], judged: Look, name: str) -> None:
    """A board whose letters are letters in a mirror only is read as it lies on the table, whichever way up."""
    scene = scenes[name]
    found = eye(scene.game, scene.view.edition).see(np.ascontiguousarray(scene.picture[:, ::-1]))

    assert isinstance(found, Sighting)
    assert judged(scene, found).wrong == {}
    assert len(found.board) > 2 * len(found.doubts)


@pytest.mark.parametrize("word", ["J O R D", "F R Å N", "G R Ö N"])
@pytest.mark.parametrize("edition", ["light", "dark"])
def test_few_letters_in_a_mirror_are_refused(scenes: Mapping[str, Any], word: str, edition: Edition) -> None:
    """A first word tells that the picture is mirrored, and is too short to be believed: people are told why."""
    scene = scenes["from above"]
    scene = replace(scene, board=word, at="H8", view=replace(scene.view, edition=edition))

    found = Eye(ruleset(scene.game), edition).see(np.ascontiguousarray(scene.picture[:, ::-1]))

    assert found == MIRRORED
    assert isinstance(found, NotSeen)
    assert found.code is Refusal.MIRRORED


@pytest.mark.parametrize("word", ["J O R D", "O T T O", "S E G L A R", "_ A M M A", "Z O N"])
@pytest.mark.parametrize("turn", [0.0, 90.0, 180.0])
def test_a_first_word_is_not_taken_for_mirrored(
    looked: Look, scenes: Mapping[str, Any], word: str, turn: float
) -> None:
    """Few letters, whichever way up, are not thought to be in a mirror."""
    scene = scenes["from above"]

    assert looked(replace(scene, board=word, at="H8", view=replace(scene.view, turn=turn))).sighting.board


@pytest.mark.parametrize("turn", [90.0, 180.0])
def test_values_tell_the_top(looked: Look, scenes: Mapping[str, Any], judged: Look, turn: float) -> None:
    """HON is NOH upside down, and on its side it has Zs: the values, at each tile's lower right, tell which it is."""
    scene = replace(scenes["from above"], board="H O N", at="H8")
    scene = replace(scene, view=replace(scene.view, turn=turn))

    assert judged(scene, looked(scene).sighting).wrong == {}


@pytest.mark.parametrize(("quarters", "is_settled"), [(0, True), (1, False), (2, False)])
def test_letters_that_were_read_settle_the_top(
    looked: Look, scenes: Mapping[str, Any], quarters: int, *, is_settled: bool
) -> None:
    """Pale letters show nothing before they are read; once they are they tell that they stand upright, and no more."""
    scene = scenes["from above"]
    seen, size = looked(scene).sighting, ruleset(scene.game).layout.size
    squared = square_up(scene.picture, turned(board_of(scene.corners, size), quarters, size), size)
    for _ in range(quarters):
        board = {Square(size - 1 - square.column, square.row): reading for square, reading in seen.board.items()}
        seen = replace(seen, board=board)
    open_ = turn_of(told())

    turn = way_up_reader().confirmed(open_, squared, seen)

    assert (turn.is_settled, turn.quarters) == (is_settled, 0)
    assert is_settled or turn is open_


def test_a_board_hardly_read_settles_nothing(looked: Look, scenes: Mapping[str, Any]) -> None:
    """Where most letters are in doubt others may be unseen: the few that were read do not vouch for such a board."""
    scene = scenes["from above"]
    seen, size = looked(scene).sighting, ruleset(scene.game).layout.size
    squared = square_up(scene.picture, board_of(scene.corners, size), size)
    doubts = tuple(Doubt(one, ((told.letter, 0.5), ("", 0.25)), Why.FADED) for one, told in seen.board.items())
    hardly = replace(seen, board=dict(list(seen.board.items())[:8]), doubts=doubts[8:])
    open_ = turn_of(told())

    assert way_up_reader().confirmed(open_, squared, hardly) is open_
    assert way_up_reader().confirmed(open_, squared, replace(hardly, doubts=())).is_settled


@pytest.mark.parametrize("turn", [0.0, 90.0])
def test_a_board_of_pale_letters(scenes: Mapping[str, Any], judged: Look, turn: float) -> None:
    """Six crumbs on bare squares are rougher than its letters, and looked at instead: it is read all the same.

    A little paler a letter more is asked about, and so many are that the board is refused.
    """
    scene = scenes["from above"]
    scene = replace(scene, view=replace(scene.view, turn=turn))
    pale = cv2.addWeighted(scene.picture, 0.16, cv2.GaussianBlur(scene.picture, (0, 0), 12), 0.84, 0)
    size = ruleset(scene.game).layout.size
    crumbs = carry(inverse(board_of(scene.corners, size)), np.array([[1.5 + 2 * k, 1.5] for k in range(6)]))
    for x, y in np.rint(crumbs).astype(int).tolist():
        cv2.circle(pale, (x, y), 5, (20, 20, 20), -1)
        cv2.circle(pale, (x + 4, y + 2), 3, (250, 250, 250), -1)

    found = Eye(ruleset(scene.game), scene.view.edition).see(pale)

    assert isinstance(found, Sighting)
    assert judged(scene, found).wrong == {}
    assert len(found.board) > 25


def test_known_letters_tell_the_top() -> None:
    """A longer word that somebody laid from the other side of the board does not turn it, where others are known."""
    rules, upright = ruleset("scrabble-sv"), draw_position("B O R D", at=Square.parse("G8"))
    size, opposite = rules.layout.size, draw_position("G E D U L K", at=Square.parse("E12"))
    known, new = upright.letters(), {Square(size - 1 - row, size - 1 - column) for row, column in opposite.tiles}
    picture, other = render(upright, rules, View()), render(opposite, rules, View(turn=180))
    middles = carry(inverse(board_of(quad(View(), rules.layout), size)), np.array([(0.0, 3.0), (size, 4.0)]))
    rows = slice(*np.rint(middles[:, 1]).astype(int).tolist())
    picture[rows] = other[rows]

    seen, blind = (Eye(rules).see(picture, known=one) for one in (known, ()))

    assert isinstance(seen, Sighting)
    assert isinstance(blind, Sighting)
    assert {square: seen.board[square].letter for square in known} == known
    assert seen.doubted == new
    assert not known.keys() <= blind.board.keys()


def test_letters_that_lie_elsewhere_tell_nothing(scenes: Mapping[str, Any]) -> None:
    """Where a new game has begun, or the tiles were moved, the board lies as its letters do."""
    scene = scenes["upside down"]
    bare = [square for square in ruleset(scene.game).layout.squares() if square not in scene.position.occupied][:9]
    eye = Eye(ruleset(scene.game), scene.view.edition)

    assert eye.see(scene.picture, known=bare) == eye.see(scene.picture)


def test_a_board_that_was_cleared_tells_nothing() -> None:
    """However many letters lay there: what is printed on bare squares tells no top, be they many together."""
    layout = ruleset("alfapet-sv").layout
    view = View(width=1100, height=900)
    squared = square_up(
        render(EMPTY, ruleset("alfapet-sv"), view), board_of(quad(view, layout), layout.size), layout.size
    )
    squares, rng = list(layout.squares()), Random(1)

    assert {way_up_reader().turn_by(rng.sample(squares, 23), squared) for _ in range(100)} == {None}


def told(*letters: tuple[int, float]) -> Floats:
    """The shares of letters that each give one way so much, and all others as much of the rest."""
    shares = np.array([[(1 - share) / 7] * 8 for _, share in letters]).reshape(-1, 8)
    for row, (way, share) in zip(shares, letters, strict=True):
        row[way] = share
    return np.asarray(shares)


NOTHING = (0, 1 / 8)
"""A square without a letter."""


@pytest.mark.parametrize("count", [0, 9])
def test_where_no_letter_lies_nothing_is_told(count: int) -> None:
    """A bare board is not turned, and may lie any way, mirrored or not."""
    assert turn_of(told(*[NOTHING] * count)) == Turn(0, is_settled=False, is_told=False, may_be_mirrored=True)


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("is_mirrored", [False, True])
def test_letters_tell_the_way_together(quarters: int, *, is_mirrored: bool) -> None:
    """Five letters that say the same settle it, among squares that say nothing; four do not."""
    letter = (quarters + 4 * is_mirrored, 0.9)

    assert turn_of(told(NOTHING, *[letter] * 5)) == Turn(quarters, is_settled=True, is_mirrored=is_mirrored)
    assert turn_of(told(NOTHING, *[letter] * 4)) == Turn(quarters, is_settled=False, is_mirrored=is_mirrored)


def test_one_square_does_not_speak_for_many() -> None:
    """A square that is sure of another way does not outvote letters that are each half sure."""
    assert turn_of(told((2, 0.9999), *[(0, 0.85)] * 2)).quarters == 0


@pytest.mark.parametrize(
    ("letters", "quarters", "is_told"), [([(2, 0.9)], 2, False), ([(2, 0.5)] * 9, 0, False), ([(2, 0.9)] * 2, 2, True)]
)
def test_a_board_is_turned_for_a_reason(letters: list[tuple[int, float]], quarters: int, *, is_told: bool) -> None:
    """Two letters that clearly stand upside down turn a board; by one it is read so, and asked about.

    Many that hardly tell do not turn it.
    """
    turn = turn_of(told(*letters))

    assert (turn.quarters, turn.is_told) == (quarters, is_told)


def test_letters_that_stand_in_a_mirror_too() -> None:
    """An A and an M tell the top, but not whether the picture is mirrored: that stays open."""
    shares = np.full((2, 8), 0.005)
    shares[:, [0, 4]] = 0.485

    turn = turn_of(shares)

    assert (turn.quarters, turn.is_told, turn.is_mirrored, turn.may_be_mirrored) == (0, True, False, True)


class _OneSided(WayUpReader):
    """A reader to which letters seem mirrored on the side they are seen from first, or from each; turned so they stand.

    turns: the way that each look at them shows, in order.
    """

    def __init__(self, *turns: int) -> None:
        self._turns = iter(turns)

    def shares(self, windows: Windows) -> Floats:
        """Those of letters that all say the same."""
        return told(*[(next(self._turns), 0.99)] * len(windows))


@pytest.mark.parametrize(("turns", "quarters", "is_mirrored"), [((4, 0, 3, 2), 1, False), ((6, 5, 4, 7), 2, True)])
def test_what_is_mirrored_is_so_from_every_side(
    scenes: Mapping[str, Any], turns: tuple[int, ...], quarters: int, *, is_mirrored: bool
) -> None:
    """Small, pale letters on their side seemed mirrored: read so, 53 of a board's letters were bare board."""
    scene = scenes["from above"]
    size = ruleset(scene.game).layout.size
    squared = square_up(scene.picture, board_of(scene.corners, size), size)

    turn = _OneSided(*turns).turn(squared, np.argwhere(np.eye(6, dtype=bool)))

    assert (turn.quarters, turn.is_mirrored) == (quarters, is_mirrored)


def test_a_mirrored_picture_whose_top_is_open_is_not_settled() -> None:
    """Letters that stand upside down as well, all of them mirrored, do not tell how to turn the picture back."""
    shares = np.full((6, 8), 0.005)
    shares[:, [4, 6]] = 0.485

    turn = turn_of(shares)

    assert (turn.is_mirrored, turn.is_settled, turn.is_told) == (True, False, False)


def lying(letters: str, doubts: Mapping[str, str] = MappingProxyType({})) -> Sighting:
    """A look at 15 by 15 squares with a letter on each of some, as "H8 I8", and doubts about others."""
    quad_, sure = Quad(((0, 0), (1, 0), (1, 1), (0, 1))), map(Square.parse, letters.split())
    unsure = tuple(Doubt(Square.parse(one), ((sign, 0.6), ("S", 0.4)), Why.LETTER) for one, sign in doubts.items())
    return Sighting(quad_, {square: Reading("O", 0.99) for square in sure}, doubts=unsure)


@pytest.mark.parametrize(
    ("seen", "mirrored", "quarters"),
    [
        (lying("H8 I8"), False, 0),
        (lying("G8 H8"), False, 2),
        (lying("H8 I8 I9"), False, 0),
        (lying("H8 H9"), False, 1),
        (lying("H8 H7"), False, 3),
        (lying("H8", {"I8": "O"}), False, 0),
        (lying("H8", {"I8": "."}), False, None),
        (lying("H8 I8", {"G8": "."}), False, None),
        (lying("G8 H8 I8"), False, None),
        (lying("H8"), False, None),
        (lying("H8 I8"), True, 0),
        (lying("H8 I8 I9"), True, None),
        (NotSeen("dark", "light"), False, None),
    ],
)
def test_known_squares_tell_the_top(seen: BoardLook, mirrored: bool, quarters: int | None) -> None:
    """Letters known on H8 and I8 lie there, turned to G8 and H8, or on their side: where two ways fit none is told.

    Nor is any where a letter seems gone. In a mirror a new tile may lie above the row or below it.
    """
    turn = replace(turn_of(told()), may_be_mirrored=mirrored)

    assert quarters_by({Square.parse("H8"), Square.parse("I8")}, seen, turn, 15) == quarters


def test_no_known_square_tells_no_top() -> None:
    """Before anything is agreed nothing is known of where letters lie."""
    assert quarters_by((), lying("H8 I8"), turn_of(told()), 15) is None


@pytest.mark.parametrize("turn", [0.0, 180.0])
def test_letters_that_are_letters_turned_lie_where_they_are_known_to(turn: float) -> None:
    """HISS, agreed and pressed again, is no new play, whichever way up the board lies; before, all of it is asked."""
    rules, word = ruleset("scrabble-sv"), draw_position("H I S S", at=Square.parse("G8"))
    picture = render(word, rules, View(width=560, height=420, turn=turn, seed=3, blur=1.6))

    first, again = Eye(rules).see(picture), Eye(rules).see(picture, known=word.occupied)

    assert isinstance(first, Sighting)
    assert isinstance(again, Sighting)
    assert not first.board
    assert len(again.board) >= 3
    assert {square: one.letter for square, one in again.board.items()}.items() <= word.letters().items()
    assert again.doubted <= word.occupied
