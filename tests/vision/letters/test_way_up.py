"""Which way up letters lie, and whether left and right are exchanged in their picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Floats
from vision.eye import Eye
from vision.geometry.orientation import Turn
from vision.letters.letter_model import SIDE, Windows
from vision.letters.way_up import way_up
from vision.photo.refusals import MIRRORED
from vision.sighting import Edition, NotSeen, Sighting

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


def test_half_clear_letters_tell_nothing() -> None:
    """The letters of TEXT are half clear upside down: where all are clear as they lie, the board lies so."""
    tiles = np.full((4, SIDE, SIDE), 200, np.uint8)
    upright = np.eye(4)[[0, 1, 2, 0]] * 0.99

    turn = way_up(upright, tiles, (lambda windows: np.full((len(windows), 4), 0.6),) * 2, "TEXÅ")

    assert (turn.quarters, turn.is_told) == (0, True)


def test_nothing_tells_the_top() -> None:
    """Three letters that are as clear upside down, on tiles that show no value: nobody knows which side is the top."""
    tiles = np.full((3, SIDE, SIDE), 200, np.uint8)

    turn = way_up(np.full((3, 3), 0.99), tiles, (lambda windows: np.full((len(windows), 3), 0.99),) * 2, "HON")

    assert (turn.quarters, turn.is_settled, turn.is_told) == (0, False, False)


Ways = Mapping[int, Sequence[float]]
"""By quarter turns, how clear each tile's letter is then."""


def told(upright: Ways, mirrored: Ways | None = None, *, letter: str = "A", alphabet: str = "AB") -> Turn:
    """Which way up tiles lie whose letter is so clear from each side, or mirrored after that; else hardly at all.

    A tile's window has its number in the top left corner and a mark in the top right one: so it is known again.
    """
    ways, count = (upright, mirrored or {}), len(upright[0])
    windows = np.full((count, SIDE, SIDE), 200, np.uint8)
    windows[:, 0, 0], windows[:, 0, -1] = range(count), 100

    def read(seen: Windows) -> Floats:
        shares = np.full((len(seen), len(alphabet)), 1e-6)
        for row, window in zip(shares, seen, strict=True):
            corners = [int(window[place]) for place in ((0, 0), (0, -1), (-1, -1), (-1, 0))]
            number, first = min(corners), corners.index(min(corners))
            is_mirrored = corners[first - 3] != 100
            quarters = -(first ^ 1 if is_mirrored else first) % 4
            row[alphabet.index(letter)] = ways[is_mirrored].get(quarters, (0.1,) * count)[number]
        return shares

    return way_up(read(windows), windows, (read, read), alphabet)


@pytest.mark.parametrize(
    ("as_it_is", "turned", "quarters"),
    [
        ((1.0, 0.82, 0.86, 0.0), (1.0, 1.0, 1.0, 0.0), 2),
        ((0.0, 0.98, 0.0, 0.0), (0.99, 1.0, 0.0, 0.0), 2),
        ((0.1, 0.2, 0.3, 0.95), (0.99, 0.95, 0.99, 0.4), 2),
        ((1.0, 1.0, 0.62, 1.0), (1.0, 0.99, 1.0, 1.0), 2),
        ((1.0, 1.0, 0.0, 0.0), (0.99, 0.3, 0.99, 0.0), 0),
        ((0.95, 0.4, 0.6, 0.3), (0.4, 0.96, 0.96, 0.3), 0),
        ((0.3, 0.3, 0.3, 0.3), (0.4, 0.96, 0.96, 0.3), 2),
        ((1.0, 0.99, 1.0, 0.0), (1.0, 1.0, 1.0, 0.0), 0),
        ((0.98, 0.96, 0.0, 0.0), (0.99, 0.99, 0.0, 0.0), 0),
    ],
)
def test_which_way_up(as_it_is: Sequence[float], turned: Sequence[float], quarters: int) -> None:
    """A board is turned if letters that are not clear as they are become clear, and none the other way about.

    Few letters are enough, squares without one say nothing, and where all can be read both ways up it stays as it is;
    so it does where half of the letters are clear either way, as in a picture that moved.
    """
    assert told({0: as_it_is, 2: turned}).quarters == quarters


@pytest.mark.parametrize(("clear", "is_mirrored"), [((1.0,) * 6, True), ((0.5,) * 6, False)])
def test_letters_that_are_clear_in_part_may_be_mirrored(clear: Sequence[float], *, is_mirrored: bool) -> None:
    """Most letters are clear as they lie, as R and O are in a mirror; but all of them are there."""
    turn = told({0: (0.98,) * 5 + (0.3,)}, {0: clear}, letter="Ń", alphabet="Ń")

    assert turn.is_mirrored is is_mirrored


@pytest.mark.parametrize(
    ("as_it_is", "turned", "turn"),
    [
        ((0.95,) * 5 + (0.1,), (0.1,) * 6, Turn(0, is_settled=True)),
        ((0.1,) * 6, (0.95,) * 5 + (0.1,), Turn(2, is_settled=True)),
        ((0.1,) * 6, (0.95,) * 4 + (0.1,) * 2, Turn(2, is_settled=False)),
        ((0.95,) * 4 + (0.1,) * 2, (0.1,) * 6, Turn(0, is_settled=False)),
        ((0.95,) * 6, (0.93,) * 6, Turn(0, is_settled=False, is_told=False)),
        ((0.1,) * 6, (0.1,) * 6, Turn(0, is_settled=False, may_be_mirrored=True)),
    ],
)
def test_few_letters_settle_nothing(as_it_is: Sequence[float], turned: Sequence[float], turn: Turn) -> None:
    """Which way up a board lies is settled by five letters and more that are clear one way up only.

    Where they are as clear upside down, and no value shows, nothing tells it at all; nor a mirror where none is clear.
    """
    assert told({0: as_it_is, 2: turned}, letter="R", alphabet="ABRX") == turn


@pytest.mark.parametrize(
    ("clear", "mirrored", "expected"),
    [
        ((0.99, 0.99, 0.99), (0.99, 0.99, 0.9), Turn(0, is_settled=False, may_be_mirrored=True)),
        ((0.99, 0.99, 0.99), (0.99, 0.99, 0.5), Turn(0, is_settled=True)),
        ((0.99, 0.99, 0.5), (0.99, 0.99, 0.99), Turn(0, is_settled=False, may_be_mirrored=True)),
        ((0.99, 0.99, 0.3), (0.99, 0.99, 0.99), Turn(0, is_settled=False, is_mirrored=True)),
        # Print of a bare board seen from the side, or a word half clear: three squares that are half like letters.
        ((0.2, 0.25, 0.3), (0.5, 0.6, 0.9), Turn(0, is_settled=False, may_be_mirrored=True)),
        ((0.6, 0.4, 0.5), (0.8, 0.6, 0.6), Turn(0, is_settled=False, is_told=False)),
    ],
)
def test_letters_tell_a_mirror_together(clear: Sequence[float], mirrored: Sequence[float], expected: Turn) -> None:
    """Letters that are as clear in a mirror tell nothing of it; one that is clear there alone, or only without, does.

    Where they are letters neither way, as of another alphabet, it is not thought to be one.
    """
    assert told({0: clear}, {0: mirrored}, letter="B") == expected


def test_letters_that_are_read_one_way_up_only() -> None:
    """Where most letters are clear, and no turned one looks like two of them, the board lies as it should."""
    assert told({0: (1.0, 1.0, 1.0, 0.0)}, letter="B") == Turn(0, is_settled=True)


@pytest.mark.parametrize(("letter", "quarters"), [("N", 0), ("Ń", 0), ("A", 2)])
def test_a_letter_that_is_one_turned_as_well(letter: str, quarters: int) -> None:
    """A bleached N that is clearer upside down, marked or not, tells nothing of how the board lies; an A does."""
    ways = {0: (0.28, 0.0, 0.0, 0.0), 2: (0.91, 0.0, 0.0, 0.0)}

    assert told(ways, letter=letter, alphabet="ABNŃ").quarters == quarters


def test_a_letter_that_is_one_turned_as_well_is_not_guessed_from_nothing() -> None:
    """An N that shows no letter at all as the board lies is one on its side."""
    assert told({0: (0.0,) * 4, 2: (0.99, 0.0, 0.0, 0.0)}, letter="N", alphabet="ABN").quarters == 2
