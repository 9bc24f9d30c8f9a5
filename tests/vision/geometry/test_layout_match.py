"""Which squares of a lattice are the board's, and what is no board at all."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour, Floats, carry, scaling, tint
from vision.geometry.layout_match import Printed, agreements_of, is_woven, match

PX = 10
"""A square's width in these pictures."""
FRAME = 3
"""So many squares of table lie round the board on each side."""
LATTICE = scaling(1 / PX, 1 / PX)


def colours(name: str) -> Colour:
    """A bare board's colours by the game's own drawing, a px a square, blue-green-red."""
    layout = ruleset(name).layout
    codes = Printed.of(layout).codes
    shade = {code: [int(text[k : k + 2], 16) for k in (5, 3, 1)] for code, text in layout.colours.items()}
    return np.array([[shade[code] for code in row] for row in codes], np.uint8)


def picture(name: str, light: float = 1.0) -> Colour:
    """The board on a table, square by square, in some light."""
    board = np.pad(colours(name), ((FRAME, FRAME), (FRAME, FRAME), (0, 0)), constant_values=70)
    grain = np.random.default_rng(1).normal(0, 2, (len(board) * PX, len(board) * PX, 3))
    return np.clip(board.repeat(PX, 0).repeat(PX, 1) * light + grain, 0, 255).astype(np.uint8)


def tints_of(name: str) -> Floats:
    """Each square's tint, row by row."""
    return tint(colours(name).reshape(-1, 3).astype(float))


def agreement(tints: Floats, printed: Printed) -> float:
    """How well squares' tints agree with their print where they lie."""
    return float(agreements_of(tints[None], printed)[0])


@pytest.mark.parametrize("name", ["alfapet-sv", "scrabble-sv", "literaki"])
def test_the_board_is_placed_where_it_lies(name: str) -> None:
    """The layout is found on the lattice, and agrees nearly wholly."""
    printed = Printed.of(ruleset(name).layout)

    found = match(picture(name), LATTICE, printed)

    assert found is not None
    assert found.agreement > 0.95
    assert not found.is_cloth
    assert carry(found.to_board, np.array([[FRAME * PX, FRAME * PX]], float)) == pytest.approx(np.zeros((1, 2)))


@pytest.mark.parametrize(("name", "seed"), [("scrabble-en", 1), ("alfapet-sv", 0), ("literaki", 1)])
def test_a_board_whose_icons_have_its_grounds_tint(name: str, seed: int) -> None:
    """In light from one side its squares' tints tell nothing of where it lies: how uneven they are does."""
    printed = Printed.of(ruleset(name).layout)
    size, chance = len(printed.codes), np.random.default_rng(seed)
    board = np.full((size, size, PX, PX), 120.0)
    board[printed.codes != printed.plain, 2:-2, 2:-2] += 60 * (-1.0) ** np.add.outer(
        np.arange(PX - 4), np.arange(PX - 4)
    )
    board *= 1 - 0.3 * np.arange(size)[:, None, None] / size
    lit = board.swapaxes(1, 2).reshape(size * PX, -1)
    table = np.pad(lit, FRAME * PX, constant_values=110)[:, :, None] + chance.normal(
        0, 4, (*np.array(lit.shape) + 2 * FRAME * PX, 3)
    )
    seen = np.clip(table, 0, 255).astype(np.uint8)

    found = match(seen, LATTICE, printed, nearby=True)

    assert found is not None
    assert found.agreement > 0.75
    assert carry(found.to_board, np.array([[FRAME * PX, FRAME * PX]], float)) == pytest.approx(np.zeros((1, 2)))


@pytest.mark.parametrize("light", [0.3, 0.6, 1.2])
def test_light_matters_little(light: float) -> None:
    """The same board agrees in dim and in bright light."""
    printed = Printed.of(ruleset("alfapet-sv").layout)

    found = match(picture("alfapet-sv", light), LATTICE, printed)

    assert found is not None
    assert found.agreement > 0.9


@pytest.mark.parametrize(("lies", "sought"), [("scrabble-sv", "literaki"), ("literaki", "scrabble-sv")])
def test_another_games_board_agrees_less(lies: str, sought: str) -> None:
    """A board of the same size that is printed otherwise is not mistaken."""
    printed = Printed.of(ruleset(sought).layout)

    found = match(picture(lies), LATTICE, printed)

    assert found is None or found.agreement < 0.66


@pytest.mark.parametrize("shift", [(1, 0), (0, 1), (2, 1)])
@pytest.mark.parametrize("name", ["alfapet-sv", "scrabble-sv", "literaki"])
def test_every_other_placing_agrees_less(name: str, shift: tuple[int, int]) -> None:
    """A board that is taken for lying a square further on agrees less than where it lies."""
    printed = Printed.of(ruleset(name).layout)

    right = agreement(tints_of(name), printed)
    wrong = agreement(tints_of(name), Printed(np.roll(printed.codes, shift, (0, 1)), printed.plain))

    assert right > 0.99
    assert wrong < 0.8 * right


def test_tiles_cost_a_little() -> None:
    """Forty squares under tiles of one colour still leave a sure board."""
    printed = Printed.of(ruleset("scrabble-sv").layout)
    tints = tints_of("scrabble-sv")
    tints[np.random.default_rng(5).choice(len(tints), 40, replace=False)] = tint(np.array([200.0, 225.0, 235.0]))

    assert 0.7 < agreement(tints, printed) < 0.99


def test_a_lattice_too_small_or_too_fine_holds_no_board() -> None:
    """A lattice of ten squares holds no board of seventeen, nor does one of hundreds that no camera could resolve."""
    printed = Printed.of(ruleset("alfapet-sv").layout)
    sheet = picture("alfapet-sv")

    assert match(sheet, scaling(10 / len(sheet), 10 / len(sheet)), printed) is None
    assert match(sheet, scaling(1.0, 1.0), printed) is None


def test_a_picture_of_nothing_agrees_with_nothing() -> None:
    """A bare table is not much of a board."""
    printed = Printed.of(ruleset("scrabble-sv").layout)
    table = np.random.default_rng(2).integers(90, 110, (230, 230, 3)).astype(np.uint8)

    found = match(table, LATTICE, printed)

    assert found is None or found.agreement < 0.66


@pytest.mark.parametrize("stripes", [1, 2, 3])
def test_a_chequered_cloth_is_woven(stripes: int) -> None:
    """Chequers, also of several squares' width and in slanting light, are woven."""
    rows, columns = np.indices((15, 15))
    cloth = ((rows // stripes + columns // stripes) % 2)[..., None] * np.array([0.1, -0.3, 0.5])
    light = (0.02 * rows + 0.03 * columns)[..., None]

    assert is_woven(cloth + light)


@pytest.mark.parametrize("name", ["alfapet-sv", "scrabble-sv", "literaki"])
def test_a_board_is_not_woven(name: str) -> None:
    """However symmetric, no board repeats as a cloth does."""
    size = ruleset(name).layout.size

    assert not is_woven(tints_of(name).reshape(size, size, -1))


@given(st.tuples(*[st.integers(40, 200)] * 3), st.floats(0.4, 1.2))
def test_shade_leaves_the_hue(colour: tuple[int, int, int], shade: float) -> None:
    """Half the light moves a tint's hue hardly at all."""
    bright, dim = tint(np.array(colour, float)), tint(np.array(colour) * shade)

    assert np.abs(bright[:3] - dim[:3]).max() < 0.25
    assert bright[:3].sum() == pytest.approx(0, abs=1e-9)
