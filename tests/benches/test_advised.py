"""What the bench of advice counts: right, missing and wrong advice."""

from __future__ import annotations

import numpy as np
import pytest

from benches.advised import NAMES, WANTED, Given, Wanted, by_row, by_set, worsened
from benches.pictures.disturbances import DISTURBANCES
from benches.pictures.hindrances import HINDERED, cut_off, far_away, reduced_to, seen_at
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.definition.library import ruleset
from vision.geometry.find_board import locate, quad_of
from vision.photo.advice import Topic
from vision.photo.quality import Quality, measure
from vision.render import View, quad, render
from vision.sighting import NotSeen

GAME = ruleset("scrabble-sv")
VIEW = View(width=1200, height=900, zoom=0.8)
PICTURE = render(EMPTY, GAME, VIEW)
CORNERS = np.array(quad(VIEW, GAME.layout).corners)
SIDE = float(np.linalg.norm(CORNERS[1] - CORNERS[0])) / GAME.layout.size
CHANCE = np.random.default_rng(1)
DARK, FAR = frozenset({Topic.DARK}), frozenset({Topic.FAR})


@pytest.mark.parametrize(
    ("wanted", "said", "fits"),
    [
        (Wanted(), frozenset(), True),
        (Wanted(), DARK, False),
        (Wanted(DARK), frozenset(), False),
        (Wanted(DARK), DARK, True),
        (Wanted(DARK), DARK | FAR, False),
        (Wanted(DARK, FAR), DARK | FAR, True),
        (Wanted(may=FAR), frozenset(), True),
    ],
)
def test_right_advice(wanted: Wanted, said: frozenset[Topic], *, fits: bool) -> None:
    """All that must be said, and nothing but that and what may be."""
    assert wanted.fits(said) is fits


def test_the_tables_count() -> None:
    """Each row counts its own pictures, and good ones are not counted among the disturbed."""
    given = [
        Given("one", "as it is", Wanted(), frozenset()),
        Given("one", "as it is", Wanted(), DARK),
        Given("one", "brightness x0.4", Wanted(DARK), frozenset()),
        Given("one", "brightness x0.4", Wanted(DARK), DARK),
    ]

    assert "| as it is | dark 1 | 2 | 1 (50.0 %) | 0 | 1 |" in by_row(given)
    assert "| brightness x0.4 | dark 1 | 2 | 1 (50.0 %) | 1 | 0 |" in by_row(given)
    assert "| one | 2 | 1 | 2 | 1 (50.0 %) | 1 | 0 |" in by_set(given)


def test_every_wish_has_its_disturbance() -> None:
    """No wish is for a disturbance that there is not."""
    assert set(WANTED) <= set(NAMES) == {*DISTURBANCES, *HINDERED}


def measured(picture: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Quality:
    """The quality of a picture whose board must be found."""
    found = locate(picture, GAME.layout)
    assert not isinstance(found, NotSeen)
    return measure(picture, quad_of(found, GAME.layout.size), GAME.layout)


def test_hindrances_are_what_they_say() -> None:
    """Px a square, degrees, and squares out of the picture are those that were asked for."""
    assert measured(reduced_to(24)(PICTURE, CORNERS, SIDE, CHANCE)).nearness == pytest.approx(24, abs=1)
    assert measured(seen_at(30)(PICTURE, CORNERS, SIDE, CHANCE)).slant == pytest.approx(30, abs=3)
    assert far_away(1 / 4)(PICTURE, CORNERS, SIDE, CHANCE).shape == PICTURE.shape
    lost = PICTURE.shape[1] - cut_off(2.0, below=False)(PICTURE, CORNERS, SIDE, CHANCE).shape[1]
    assert lost == pytest.approx(CORNERS[:, 0].min() + 2 * SIDE, abs=0.2 * SIDE)


def test_what_was_dark_before_may_be_told_so() -> None:
    """A picture that was taken in the dark is no good one."""
    good = measured(PICTURE)
    dim = measured(PICTURE // 4)
    _, wanted = worsened("noise 15", PICTURE, quad(VIEW, GAME.layout), good, CHANCE)
    _, dimly = worsened("noise 15", PICTURE // 4, quad(VIEW, GAME.layout), dim, CHANCE)

    assert (wanted, dimly) == (Wanted(), Wanted(may=DARK))
