"""A shade is told by what is seen of the light in many places."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.arrays import Floats
from vision.lighting.shadow_fit import Shade, fitted, guessed, stepped, terms_of

SIZE, SIDE = 15, 4
TERMS = terms_of(SIZE, SIDE)
SQUARES = terms_of(SIZE, 1)
LAMP = np.array([5.0, 0.2, -0.1, -0.2, 0.05, -0.1])
EDGES = {
    "straight": np.array([1.0, 20.0, 3.0, 0.0, 0.0, 0.0]),
    "slanting": np.array([-2.0, 11.0, -14.0, 0.0, 0.0, 0.0]),
    "bent": np.array([0.0, 18.0, 0.0, 0.0, 0.0, 9.0]),
    "a strip": np.array([-4.0, 0.0, 0.0, 40.0, 0.0, 0.0]),
}


def shade(edge: str, depth: float = 0.5) -> Shade:
    """A shade that leaves so much of a lamp's light beyond an edge."""
    return Shade(LAMP, EDGES[edge], float(np.log(depth)))


def told(light: Floats) -> Shade:
    """The shade that is told from the light on every square first, and then on every px."""
    squares = light.reshape(SIZE, SIDE, SIZE, SIDE).mean(axis=(1, 3)).ravel()
    guess = guessed(squares, SQUARES)
    assert guess is not None
    for stray in (0.25, 0.1, 0.06):
        guess = fitted(guess, TERMS, light, np.ones(len(light)), stray)
    return guess


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("depth", [0.55, 0.5, 0.35])
def test_a_shade_is_told_as_it_is(edge: str, depth: float) -> None:
    """Straight, slanting, bent, or a strip: the light is the same to a hundredth, and so is the depth."""
    there = shade(edge, depth)

    seen = told(there.light(TERMS))

    assert np.abs(seen.light(TERMS) - there.light(TERMS)).max() < 0.01
    assert seen.depth == pytest.approx(there.depth, abs=0.02)


@pytest.mark.parametrize("edge", EDGES)
def test_tiles_do_not_move_it(edge: str) -> None:
    """A tenth of the places much darker or brighter than the board, and some grain, move the light by little."""
    there, chance = shade(edge), np.random.default_rng(7)
    light = there.light(TERMS) + chance.normal(0, 0.02, len(TERMS))
    tiles = np.repeat(np.repeat(chance.random((SIZE, SIZE)) < 0.1, SIDE, axis=0), SIDE, axis=1).ravel()
    light[tiles] += np.where(chance.random(int(tiles.sum())) < 0.5, 0.5, -0.8)

    assert np.quantile(np.abs(told(light).light(TERMS) - there.light(TERMS)), 0.99) < 0.05


def test_no_shade_is_guessed_where_there_is_none() -> None:
    """A lamp's pool alone has no part that is darker by a step."""
    assert guessed(SQUARES @ LAMP, SQUARES) is None


@pytest.mark.parametrize("places", [0, 1, 20])
def test_few_places_tell_of_none(places: int) -> None:
    """A board nearly full of tiles shows too little bare print."""
    light = shade("straight").light(SQUARES)

    assert guessed(light[:places], SQUARES[:places]) is None


def test_a_step_between_known_sides() -> None:
    """Where it is known which squares are shaded, the depth is the step between them, lamp or no lamp."""
    there = shade("straight", 0.4)
    share = there.share(SQUARES)
    clear = (share < 0.02) | (share > 0.98)

    step = stepped(there.light(SQUARES)[clear], SQUARES[clear], share[clear] > 0.5)

    assert np.exp(step) == pytest.approx(0.4, abs=0.02)


@pytest.mark.filterwarnings("error")
def test_light_that_no_shade_explains_breaks_nothing() -> None:
    """Where what is seen falls to a millionth and rises again, some shade is told, and nothing overflows."""
    chance = np.random.default_rng(3)
    light = chance.choice([0.0, -14.0, 14.0], len(TERMS))

    told = fitted(shade("straight"), TERMS, light, np.ones(len(TERMS)), 1e-3)

    assert np.isfinite(told.light(TERMS)).all()


@settings(max_examples=25, deadline=None)
@given(depth=st.floats(0.3, 0.5), along=st.floats(-0.4, 0.4), turn=st.floats(0, 2 * np.pi), sharp=st.floats(25, 80))
def test_any_straight_edge(depth: float, along: float, turn: float, sharp: float) -> None:
    """Wherever a straight edge runs over the middle of the board, it is told."""
    edge = sharp * np.array([along, np.cos(turn), np.sin(turn), 0.0, 0.0, 0.0])
    there = replace(shade("straight", depth), edge=edge)

    assert np.quantile(np.abs(told(there.light(TERMS)).light(TERMS) - there.light(TERMS)), 0.98) < 0.05
