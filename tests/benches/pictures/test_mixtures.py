"""Mixtures of disturbances are drawn anew for each look, and are the same in every run."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from benches.mixed import main
from benches.pictures.mixtures import KINDS, mixture

CORNERS = np.array([[20.0, 20.0], [120.0, 20.0], [120.0, 120.0], [20.0, 120.0]])
BOARD = np.random.default_rng(1).integers(60, 190, (140, 150, 3)).astype(np.uint8)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_changes_the_picture(kind: str) -> None:
    """Whatever its strength, a colour picture comes out, and not the one that went in."""
    for seed in range(4):
        chance = np.random.default_rng(seed)
        seen = KINDS[kind](chance)(BOARD, CORNERS, chance)

        assert seen.dtype == np.uint8
        assert seen.shape[2:] == (3,)
        assert seen.shape != BOARD.shape or (seen != BOARD).any()


def test_one_to_three_kinds_in_the_order_of_nature() -> None:
    """Light falls on the table before a lens blurs it and a sensor adds its grain."""
    order = list(KINDS)
    for seed in range(40):
        names = mixture(np.random.default_rng(seed)).name.split(" + ")

        assert 1 <= len(names) <= 3
        assert [order.index(name) for name in names] == sorted({order.index(name) for name in names})


def test_the_same_seed_draws_the_same() -> None:
    """A fault that was found can be looked at again."""
    chances = (np.random.default_rng([7, 3]), np.random.default_rng([7, 3]))
    first, second = (mixture(chance)(BOARD, CORNERS, chance) for chance in chances)

    assert np.array_equal(first, second)


def test_a_table_by_kind(sets: Path) -> None:
    """Each picture under so many mixtures; each look counts for every kind in its mixture, and once altogether."""
    told = CliRunner().invoke(main, [str(sets), "--each", "2"])

    assert told.exit_code == 0, told.output
    rows = [line.split(" | ") for line in told.stdout.splitlines()]
    (together,) = [row for row in rows if row[0] == "| all together"]
    assert int(together[1]) >= 2
    assert int(together[1]) == sum(int(number.strip(" |")) for number in together[2:])
