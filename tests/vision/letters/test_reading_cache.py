"""A second look reads only what has changed, and sees what a first one would."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from vision.eye import Eye
from vision.letters.letter_model import LetterOdds, Letters, Windows
from vision.letters.reading_cache import Recent
from vision.render import Light, View, render
from vision.sighting import Edition, Sighting

if TYPE_CHECKING:
    from tests.vision.conftest import Scene

VIEW = View(width=960, height=720, blur=0.5, grain=2.0, seed=8)
"""How the scenes are photographed."""


class Counting(Letters):
    """The letter reader, counting the windows it reads."""

    def __init__(self) -> None:
        """Nothing is read yet."""
        super().__init__()
        self.count = 0

    def read(self, windows: Windows) -> LetterOdds:
        """Read the windows, and count them."""
        self.count += len(windows)
        return super().read(windows)


@pytest.fixture
def letters() -> Counting:
    """A reader that counts."""
    return Counting()


def look(eye: Eye, scene: Scene, seed: int = 8) -> Sighting:
    """Look at a scene, with grain of its own."""
    picture = scene.picture
    grain = np.random.default_rng(seed).normal(0, 2, picture.shape)
    seen = eye.see(np.clip(picture + grain, 0, 255).astype(np.uint8))
    assert isinstance(seen, Sighting)
    return seen


def told(seen: Sighting) -> tuple[dict[str, str], set[str]]:
    """The letters and the stop tiles."""
    return {str(square): reading.letter for square, reading in seen.board.items()}, set(map(str, seen.stops))


def test_nothing_new_nothing_read(scenes: Mapping[str, Scene], letters: Counting) -> None:
    """Of the same table hardly a square is read twice, whatever the grain, and the same is told."""
    eye = Eye(ruleset("alfapet-sv"), letters=letters)
    first = look(eye, scenes["from above"])
    before = letters.count

    second = look(eye, scenes["from above"], seed=9)

    assert told(second) == told(first)
    assert letters.count - before < before / 3


def test_a_new_word_is_read(scenes: Mapping[str, Scene], letters: Counting) -> None:
    """A tile that has come, gone or been changed for another is seen as a first look sees it."""
    scene = scenes["from above"]
    later = replace(scene, board=scene.board.replace("K A B E L", "K O B E L").replace("Ö . . .", "Ö . D E"))
    eye = Eye(ruleset("alfapet-sv"), letters=letters)
    look(eye, scene)

    assert told(look(eye, later)) == told(look(Eye(ruleset("alfapet-sv"), letters=letters), later))


@pytest.mark.parametrize("brightness", [1.0, 0.4, 0.25])
def test_a_dot_is_a_change(scenes: Mapping[str, Scene], letters: Counting, brightness: float) -> None:
    """An A that becomes an Ä is read again, in dim light, too."""
    scene = replace(scenes["from above"], view=replace(VIEW, light=Light(brightness=brightness)))
    eye = Eye(ruleset("alfapet-sv"), letters=letters)
    look(eye, scene)

    seen = look(eye, replace(scene, board=scene.board.replace("K A B E L", "K Ä B E L")))

    assert told(seen)[0].get("F7", "in doubt") in {"Ä", "in doubt"}
    assert brightness < 1 or told(seen)[0]["F7"] == "Ä"


@pytest.mark.parametrize("brightness", [1.0, 0.5, 0.35])
def test_a_stroke_is_a_change(scenes: Mapping[str, Scene], brightness: float) -> None:
    """A Polish Ł that becomes an L is not taken for what it was."""
    scene = replace(scenes["a warm lamp"], view=replace(VIEW, blur=1.0, light=Light(brightness=brightness)))
    eye = Eye(ruleset(scene.game))
    look(eye, scene)

    seen = look(eye, replace(scene, board=scene.board.replace("Ł A W K A", "L A W K A")))

    assert "Ł" not in told(seen)[0].values()


MOVES = (
    replace(VIEW, shift=(0.01, 0.0)),
    replace(VIEW, turn=2.0),
    replace(VIEW, turn=180.0),
    replace(VIEW, width=1000),
)


@pytest.mark.parametrize("moved", MOVES, ids=("shifted", "turned", "upside down", "another picture"))
def test_a_bumped_board_is_sought_again(scenes: Mapping[str, Scene], letters: Counting, moved: View) -> None:
    """Where board or camera were moved, nothing is read where the board lay before."""
    scene = scenes["from above"]
    eye = Eye(ruleset("alfapet-sv"), letters=letters)
    first = look(eye, scene)

    bumped = look(eye, replace(scene, view=moved))

    assert told(bumped) == told(first)
    assert bumped.quad != first.quad


EMPTY = "."
FIRST_WORDS = ("S P R I T", "N O X", "H E M", "V A R", "C I S")


@pytest.mark.parametrize("word", FIRST_WORDS)
@pytest.mark.parametrize(("turn", "edition"), [(0.0, "dark"), (90.0, "light"), (180.0, "dark"), (270.0, "light")])
def test_the_first_word_is_read_from_any_side(turn: float, edition: Edition, word: str) -> None:
    """A bare board looks alike from all sides: what a look at it left says nothing of how the first word stands.

    N, O and X are letters when turned, too: such a word may lie on another square or be asked about, but it is seen.
    """
    view = replace(VIEW, turn=turn, edition=edition)
    rules, eye = ruleset("alfapet-sv"), Eye(ruleset("alfapet-sv"), edition)
    bare = eye.see(render(draw_position(EMPTY, at=Square.parse("I9")), rules, view))
    laid = draw_position(word, at=Square.parse("G9"))

    seen = eye.see(render(laid, rules, view))

    assert isinstance(bare, Sighting)
    assert isinstance(seen, Sighting)
    if word == "N O X":
        assert len(seen.board) + len(seen.doubts) >= len(laid.tiles)
    else:
        assert told(seen)[0] == {str(square): tile.letter for square, tile in laid.tiles.items()}


def test_what_was_not_kept_is_read() -> None:
    """A square of which nothing was kept, since it was not read surely, is read again."""
    recent, squares = Recent(), np.array([3, 5])
    windows = np.random.default_rng(1).integers(0, 255, (2, 48, 48)).astype(np.uint8)
    recent.keep(squares[:1], windows[:1], np.ones((1, 4)))

    assert recent.changed(squares, windows).tolist() == [False, True]
    assert recent.recall(squares[:1]).tolist() == [[1.0, 1.0, 1.0, 1.0]]
