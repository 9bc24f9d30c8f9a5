"""Which way up letters lie, and whether left and right are exchanged in their picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.library import ruleset
from vision.eye import Eye
from vision.letters.letter_model import SIDE
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

    turn = way_up(upright, tiles, lambda windows: np.full((len(windows), 4), 0.6), "TEXÅ")

    assert (turn.quarters, turn.is_told) == (0, True)


def test_nothing_tells_the_top() -> None:
    """Three letters that are as clear upside down, on tiles that show no value: nobody knows which side is the top."""
    tiles = np.full((3, SIDE, SIDE), 200, np.uint8)

    turn = way_up(np.full((3, 3), 0.99), tiles, lambda windows: np.full((len(windows), 3), 0.99), "HON")

    assert (turn.quarters, turn.is_settled, turn.is_told) == (0, False, False)
