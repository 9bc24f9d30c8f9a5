"""The camera's advice: the right word for each thing that hinders it, and none for a good picture."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from benches.pictures.disturbances import DISTURBANCES, Corners
from benches.pictures.hindrances import HINDERED
from pi_referee.rules.board.layout import Layout
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour
from vision.geometry.find_board import locate, quad_of
from vision.photo.advice import CUT, DARK, Topic, advise, believed
from vision.render import Light, View, quad, render
from vision.sighting import NotSeen, Quad, Sighting

if TYPE_CHECKING:
    from tests.vision.conftest import Scene

GAME = ruleset("alfapet-sv")
ROOMY = View(width=1440, height=1080, seed=8, zoom=0.85)
"""A table seen from above in good light, with room around the board."""


def topics(picture: Colour, layout: Layout = GAME.layout) -> set[Topic]:
    """What the advice is about for a picture in which the board is sought."""
    found = locate(picture, layout)
    corners = found if isinstance(found, NotSeen) else quad_of(found, layout.size)
    return {advice.topic for advice in advise(picture, corners, layout)}


@pytest.fixture(name="board", scope="module")
def _board(scenes: Mapping[str, Scene]) -> Callable[[View], Colour]:
    """Photographs the game on the go."""
    position = scenes["from above"].position
    return lambda view: render(position, GAME, view)


@pytest.mark.parametrize(
    "name", ["from above", "dark edition", "turned and tilted", "crooked", "on its side", "upside down", "a warm lamp"]
)
def test_a_good_picture_needs_no_advice(scenes: Mapping[str, Scene], name: str) -> None:
    """However the board lies and whatever its colours: what is read well is left alone."""
    scene = scenes[name]

    assert topics(scene.picture, ruleset(scene.game).layout) == set()


@pytest.mark.parametrize("edition", ["light", "dark"])
def test_an_empty_board_needs_no_advice(edition: str) -> None:
    """Without a tile there is no white and no letter, and still nothing is wrong."""
    view = replace(ROOMY, edition="dark" if edition == "dark" else "light")
    scene = render(EMPTY, GAME, view)

    assert topics(scene) == set()


@pytest.mark.parametrize(
    ("light", "topic"),
    [(Light(brightness=0.3), Topic.DARK), (Light(brightness=2.2), Topic.BRIGHT), (Light(glare=1.0), Topic.GLARE)],
)
def test_the_lamp(board: Callable[[View], Colour], light: Light, topic: Topic) -> None:
    """Too little light, too much of it, and a lamp mirrored in the board are told apart."""
    assert topics(board(replace(ROOMY, light=light))) == {topic}


def test_glare_says_where(board: Callable[[View], Colour]) -> None:
    """The squares under the mirrored lamp are named, and those far from it are not."""
    view = replace(ROOMY, light=Light(glare=1.0, glare_at=(0.5, 0.5)))
    [advice] = advise(board(view), quad(view, GAME.layout), GAME.layout)

    assert GAME.layout.centre in advice.squares
    assert all(max(abs(square.row - 8), abs(square.column - 8)) < 6 for square in advice.squares)


def test_shade_is_no_glare(board: Callable[[View], Colour]) -> None:
    """Somebody's shadow over half the board makes the other half no mirror."""
    assert Topic.GLARE not in topics(board(replace(ROOMY, light=Light(shade=0.6, shade_from=0.5))))


@pytest.mark.parametrize(
    ("name", "topic"),
    [
        ("blur of 0.08 squares", Topic.BLUR),
        ("12 px a square", Topic.FAR),
        ("seen at 50 degrees", Topic.SLANT),
        ("a column out", Topic.CUT),
        ("two rows out", Topic.CUT),
        ("shine, a thirtieth of the board", Topic.GLARE),
    ],
)
def test_the_camera(board: Callable[[View], Colour], name: str, topic: Topic) -> None:
    """Out of focus, too far, too much from the side, cut off, shone upon: each brings its own word and no other."""
    view = replace(ROOMY, width=2000, height=1500)
    corners: Corners = np.array(quad(view, GAME.layout).corners)
    side = float(np.linalg.norm(corners[1] - corners[0])) / GAME.layout.size

    assert topics(HINDERED[name](board(view), corners, side, np.random.default_rng(3))) == {topic}


@pytest.mark.parametrize(
    "name", ["noise 30", "JPEG 20", "warm cast", "cold cast", "rotation 20", "rotation 180", "tilt 15 %", "a hand"]
)
def test_what_the_eye_can_bear_brings_no_advice(board: Callable[[View], Colour], name: str) -> None:
    """Grain, packing, casts, turned boards and a hand are no fault of the camera's place."""
    corners: Corners = np.array(quad(ROOMY, GAME.layout).corners)

    assert topics(DISTURBANCES[name](board(ROOMY), corners, np.random.default_rng(3))) == set()


def test_a_capped_lens_is_dark() -> None:
    """A picture that shows nothing says so, and nothing else."""
    assert topics(np.zeros((720, 960, 3), np.uint8)) == {Topic.DARK}


def test_a_picture_that_light_has_taken_is_too_bright(board: Callable[[View], Colour]) -> None:
    """Where so much light falls in that no board is found, that is said; a white table round a small thing is no fault.

    Else whoever pressed would look for a missing part of the board, or for another game.
    """
    washed = np.clip(board(ROOMY).astype(np.float32) * 3 + 90, 0, 255).astype(np.uint8)
    studio = np.full((720, 960, 3), 255, np.uint8)
    studio[200:520, 300:660] = 90

    told = [[one.topic for one in advise(picture, NotSeen("", ""), GAME.layout)] for picture in (washed, studio)]

    assert told[0] == [Topic.BRIGHT]
    assert Topic.BRIGHT not in told[1]


def test_a_board_that_was_not_found_has_the_code_of_the_reason_that_was() -> None:
    """Where the picture tells why, a look is refused for that; where it does not, for what the eye said."""
    missing = NotSeen("No board.", "Show it.", Refusal.NO_BOARD)
    capped, lit = np.zeros((720, 960, 3), np.uint8), np.full((720, 960, 3), 150, np.uint8)
    lit[100:600:50] = 220

    assert believed(capped, missing, GAME.layout) == NotSeen(DARK.says, DARK.cure, Refusal.DARK)
    assert believed(lit, missing, GAME.layout) is missing


def test_no_board_at_all_is_no_fault_of_the_camera() -> None:
    """A well lit table with no board on it: what is missing the eye says itself."""
    picture = np.full((720, 960, 3), 150, np.uint8)
    picture[100:600:50] = 220

    assert topics(picture) == set()


def test_another_game_is_not_cut_off(scenes: Mapping[str, Scene]) -> None:
    """A whole board of another game is no part of this one."""
    scene = scenes["a third off"]

    assert Topic.CUT not in topics(scene.picture)


def test_every_advice_has_a_cure(board: Callable[[View], Colour]) -> None:
    """Whoever is told what is wrong is told what to do."""
    [advice] = advise(np.zeros((720, 960, 3), np.uint8), NotSeen("", ""), GAME.layout)

    assert advice.says.endswith(".")
    assert advice.cure.endswith(".")


def test_a_board_drawn_out_is_not_believed(board: Callable[[View], Colour]) -> None:
    """A look whose corners touch the rim of a picture that cuts the board off is refused; a whole board is believed."""
    view = replace(ROOMY, zoom=0.9)
    picture = board(view)
    corners: Corners = np.array(quad(view, GAME.layout).corners)
    left, right = corners[:, 0].min(), corners[:, 0].max()
    side = (right - left) / GAME.layout.size
    cut = np.ascontiguousarray(picture[:, int(left + side) :])
    top, bottom = float(corners[:, 1].min()), float(corners[:, 1].max())
    drawn_out = Sighting(Quad(((0, top), (right - left - side, top), (right - left - side, bottom), (0, bottom))), {})
    whole = Sighting(quad(view, GAME.layout), {})

    assert isinstance(refused := believed(cut, drawn_out, GAME.layout), NotSeen)
    assert (refused.reason, refused.code) == (CUT.says, Refusal.CUT)
    assert believed(picture, whole, GAME.layout) is whole


@pytest.mark.parametrize("size", [(2, 2000), (2000, 2), (3, 900), (1, 5000), (1, 1), (40, 30_000)])
def test_advice_on_a_strip_takes_no_memory(size: tuple[int, int]) -> None:
    """A picture in which no board can be is not enlarged until one could: two px would become a hundred million."""
    picture = np.full((*size, 3), 180, np.uint8)
    tracemalloc.start()

    told = {advice.topic for advice in advise(picture, NotSeen("", ""), GAME.layout)}

    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert told == {Topic.FAR}
    assert peak < 40_000_000
