"""Letters that strong light has faded are sure where their ink shows everywhere, and two readers name them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.vision.nine_squares import B2, HERE, SIZE, TILE, evidence
from vision.arrays import Colour
from vision.eye import Eye
from vision.geometry.rectify import SQUARE, Squared
from vision.letter_checks.faded_ink import Faded, unfaded
from vision.render import Light
from vision.sighting import Edition, NotSeen, Sighting
from vision.squares.findings import Box
from vision.squares.first_verdict import judge

if TYPE_CHECKING:
    from tests.vision.conftest import Looked, Scene

BOX = Box(2, 2)
FADED = {**TILE, "faded": True, "contrast": 0.15}
"""A tile whose top is at the end of the scale, and whose letter is pale."""
DARK_INK, PALE_INK = 150, 240
WHITE = 255


def board(*strokes: tuple[int, int, int, int], ink: int = DARK_INK, top: int = WHITE) -> Squared:
    """Nine squares, strokes from (x, y) to (x, y) px about the middle of the middle one."""
    pixels: Colour = np.full(((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3), top, np.uint8)
    middle = int(2.5 * SQUARE)
    for x, y, to_x, to_y in strokes:
        cv2.line(pixels, (middle + x, middle + y), (middle + to_x, middle + to_y), (ink, ink, ink), 3)
    return Squared(pixels, SIZE)


LEFT, RIGHT, ABOVE, BELOW = (-7, -8, -7, 8), (7, -8, 7, 8), (-7, -8, 7, -8), (-7, 8, 7, 8)


def needed(seen: Squared, letter: str = "B", *, dark: bool = False, **looks: float | bool) -> float | None:
    """How certain a second reader must be of a letter of which the first is; None if no certainty makes it sure."""
    e = evidence(HERE, reading={letter: 0.999}, **{**FADED, **looks})
    e = replace(e, edition="dark" if dark else "light")
    told = unfaded(judge(e, BOX), e, seen)
    return told[B2].needs if told else None


class TestALetterThatIsAllThere:
    """Ink that is well below the end of the scale in each half of a letter has lost nothing."""

    def test_it_needs_a_second_reader_that_is_as_sure(self) -> None:
        """The first one's reading is kept, to be sure if another reader gives it 0.998, too."""
        e = evidence(HERE, reading={"B": 0.999}, **FADED)
        found = judge(e, BOX)

        told = unfaded(found, e, board(LEFT, RIGHT))

        assert [doubt.square for doubt in found.doubts] == [B2]
        assert told[B2] == Faded(told[B2].reading, 0.998)
        assert told[B2].reading.letter == "B"

    def test_a_letter_that_another_one_is_with_a_mark_may_be_told_too(self) -> None:
        """An A may be an Å whose ring is gone, however whole the rest, unless the second reader is all but certain."""
        assert needed(board(LEFT, RIGHT), "A") == 0.998

    def test_a_letter_whose_mark_is_easily_lost_is_asked_about(self) -> None:
        """Of a bold Polish Ń both readers were sure that it was an N: no certainty is enough."""
        e = evidence(HERE, reading={"B": 0.999}, **FADED)
        e = replace(e, alphabet=("A", "Ń", "N"))
        found = judge(e, BOX)

        assert found.doubts[0].choices[0][0] == "N"
        assert unfaded(found, e, board(LEFT, RIGHT)) == {}

    @pytest.mark.parametrize("stroke", [LEFT, RIGHT, ABOVE, BELOW])
    def test_a_half_without_ink_may_have_lost_a_stroke(self, stroke: tuple[int, int, int, int]) -> None:
        """Of a U whose left side a lamp has taken a J is left: no reader can tell."""
        assert needed(board(stroke)) is None

    def test_pale_ink_may_have_lost_a_stroke_anywhere(self) -> None:
        """Where what is seen is hardly darker than the top, a little more light takes it."""
        assert needed(board(LEFT, RIGHT, ink=PALE_INK)) is None

    @pytest.mark.parametrize(("top", "needs"), [(120, 0.998), (WHITE, None)])
    def test_of_a_dark_tile_the_top_must_show(self, top: int, needs: float | None) -> None:
        """There the letter is white, and strong light takes it by making the top as white."""
        assert needed(board(LEFT, RIGHT, ink=WHITE, top=top), dark=True) == needs


class TestWhatIsNoMatterOfFading:
    """Doubts for another reason, too, stay."""

    def test_a_letter_that_something_hides(self) -> None:
        """What a hand hides of it nobody knows."""
        assert needed(board(LEFT, RIGHT), hand=True) is None

    def test_a_letter_not_seen_whole(self) -> None:
        """Nor what is missing of a tile that is half hidden."""
        assert needed(board(LEFT, RIGHT), whole=False) is None

    def test_a_letter_that_the_first_reader_doubts(self) -> None:
        """Two readers that are half sure are not sure."""
        e = evidence(HERE, reading={"B": 0.9, "A": 0.1}, **FADED)

        assert unfaded(judge(e, BOX), e, board(LEFT, RIGHT)) == {}

    def test_a_letter_out_of_focus(self) -> None:
        """Letters out of focus are read from a board that was made sharp, and tell nothing of ink."""
        e = evidence(HERE, reading={"B": 0.999}, **FADED)
        blurred = replace(e, blurred=True)

        assert unfaded(judge(e, BOX), blurred, board(LEFT, RIGHT)) == {}


class TestStems:
    """An I is what light leaves of many a letter."""

    LETTERS = ("I", "T", "B")

    @pytest.mark.parametrize(("contrast", "needs"), [(0.15, None), (0.29, None), (0.31, 0.9)])
    def test_a_dark_one_is_an_i(self, contrast: float, needs: float | None) -> None:
        """It needs no ink to its left and right if its own is so dark that bars would be seen."""
        e = evidence(HERE, reading={"A": 0.98}, **{**FADED, "contrast": contrast})
        e.shares.letters[:] = [[0.998, 0.002, 0.0]]
        e = replace(e, alphabet=self.LETTERS)
        found = judge(e, BOX)

        told = unfaded(found, e, board((-5, -8, -5, 8)))
        assert [letter.needs for letter in told.values()] == ([] if needs is None else [needs])


@pytest.mark.parametrize("gain", [1.3, 1.6])
def test_no_letter_becomes_another(looked: Callable[[Scene], Looked], scenes: Mapping[str, Scene], gain: float) -> None:
    """In strong light what is sure is right."""
    scene = scenes["from above"]
    seen = looked(replace(scene, view=replace(scene.view, light=Light(brightness=gain))))

    assert not seen.wrong


@pytest.mark.parametrize("gain", [2.2, 2.5, 3.2])
def test_a_bleached_board_is_refused(eye: Callable[..., Eye], scenes: Mapping[str, Scene], gain: float) -> None:
    """Nobody is asked about half a board: who plays in such light is told to take the lamp away."""
    scene = scenes["from above"]
    seen = eye(scene.game).see(replace(scene, view=replace(scene.view, light=Light(brightness=gain))).picture)

    assert isinstance(seen, NotSeen)
    assert str(seen.reason) == "The picture is too bright."


MOST_DOUBTS_IN_A_POOL: Mapping[tuple[str, float, float], tuple[int, int, int]] = {
    ("from above", 1.0, 1.5): (1, 2, 0),
    ("from above", 1.0, 2.0): (3, 5, 2),
    ("from above", 1.0, 2.5): (6, 5, 5),
    ("from above", 2.5, 1.5): (3, 3, 2),
    ("from above", 2.5, 2.0): (9, 12, 14),
    ("from above", 2.5, 2.5): (22, 25, 23),
    ("dark edition", 1.0, 1.5): (0, 0, 0),
    ("dark edition", 1.0, 2.0): (1, 0, 0),
    ("dark edition", 1.0, 2.5): (1, 1, 0),
    ("dark edition", 2.5, 1.5): (1, 1, 1),
    ("dark edition", 2.5, 2.0): (0, 0, 0),
    ("dark edition", 2.5, 2.5): (0, 1, 0),
}
"""How many squares may be asked about, by scene, the pool's width in squares and the light in its middle, for each of
three places of the lamp. Each number is what the eye asks today, measured on 2026-11-28; one is raised only with the
reason for it: since what has a tile's tint is never plainly bare, one square more is asked about in three places; since
the line round a square is no witness, one more in four, and one less in eight; since grain at the end of the scale
counts as clipped, one more in three.
"""
PLACES = ((8.5, 8.5), (9.5, 10.5), (7.5, 6.0))
"""Row and column of the lamp's middle."""


def in_a_pool(scene: Scene, width: float, light: float) -> Iterator[Colour]:
    """The scene with a lamp over each of the three places."""
    picture, corners = scene.picture, np.array(scene.corners.corners)
    down, right = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
    side = np.linalg.norm(corners[1] - corners[0]) / 17
    for row, column in PLACES:
        x, y = corners[0] + (corners[1] - corners[0]) * column / 17 + (corners[3] - corners[0]) * row / 17
        pool = 1 + (light - 1) * np.exp(-(((right - x) ** 2 + (down - y) ** 2) / (2 * (width * side) ** 2)))
        yield np.clip(picture * pool[..., None], 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("name", "width", "light"), MOST_DOUBTS_IN_A_POOL)
def test_no_letter_in_a_lamps_pool_becomes_another_or_a_blank(
    eye: Callable[[str, Edition], Eye],
    scenes: Mapping[str, Scene],
    judged: Callable[[Scene, Sighting], Looked],
    name: str,
    width: float,
    light: float,
) -> None:
    """What a lamp above a word has bleached altogether is a doubt; what it has only faded is read, or a doubt."""
    scene = scenes[name]
    looks = [eye(scene.game, scene.view.edition).see(picture) for picture in in_a_pool(scene, width, light)]

    for seen, most in zip(looks, MOST_DOUBTS_IN_A_POOL[name, width, light], strict=True):
        assert isinstance(seen, Sighting)
        assert (judged(scene, seen).wrong, judged(scene, seen).missed) == ({}, set())
        assert len(seen.doubts) <= most


def test_a_pool_that_bleaches_a_pale_board_is_too_bright(
    eye: Callable[[str, Edition], Eye], scenes: Mapping[str, Scene]
) -> None:
    """Where a strong lamp's wide pool leaves half of a pale board white nobody is asked: the look is refused."""
    looks = [eye("alfapet-sv", "light").see(picture) for picture in in_a_pool(scenes["from above"], 2.5, 3.5)]

    assert [isinstance(seen, NotSeen) and str(seen.reason) for seen in looks] == ["The picture is too bright."] * 3
