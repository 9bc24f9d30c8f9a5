"""Boards drawn at random: the same for the same number, by the rules of how tiles lie, and every look is counted."""

from __future__ import annotations

import numpy as np
import pytest
from click.testing import CliRunner

from benches.drawn import draw, looks, main
from benches.pictures.drawn_views import OTHER_VIEWS
from benches.pictures.positions import played_board, with_specials
from pi_referee.rules.definition.library import ruleset
from vision.letters.letter_model import Letters
from vision.render.view import BUNDLED


@pytest.mark.parametrize("game", ["alfapet-sv", "literaki"])
@pytest.mark.parametrize("wanted", [3, 30])
def test_positions(game: str, wanted: int) -> None:
    """A first row lies over the middle square, all hang together on the board, and the box holds what lies there."""
    rules = ruleset(game)
    for seed in range(5):
        chance = np.random.default_rng(seed)
        lying = with_specials(played_board(chance, rules, wanted), chance, rules)

        assert rules.layout.centre in lying.tiles
        assert all(square in rules.layout for square in lying.occupied)
        assert all(set(square.neighbours()) & set(lying.tiles) for square in lying.occupied)
        assert sum(tile.is_blank for tile in lying.tiles.values()) <= rules.blanks
        assert len(lying.stops) <= rules.stops
        assert max(7, wanted) <= len(lying.tiles) < wanted + 8


def test_the_same_number_draws_the_same() -> None:
    """A board is known by its number: game, position and picture are the same again."""
    one, other = (draw(np.random.default_rng([7, 3]), [BUNDLED]) for _ in range(2))

    assert (one.game, one.position, one.view) == (other.game, other.position, other.view)
    assert (one.picture == other.picture).all()
    assert one.truth.board.keys() == set(map(str, one.position.tiles))


@pytest.mark.parametrize("way", OTHER_VIEWS)
def test_looks(way: str) -> None:
    """A board is looked at as it is drawn and another way, and if it is seen under as many mixtures as are wanted."""
    chance = np.random.default_rng([7, 3])
    told = list(looks(draw(chance, [BUNDLED]), Letters(), 1, chance, way))

    assert [how for how, _, _ in told[:2]] == ["as drawn", way]
    assert len(told) in {2, 3}
    assert {word for _, word, _ in told} <= {"exact", "asked", "refused", "wrong"}


def test_the_table() -> None:
    """Every look is in the row of its game and in that of all."""
    printed = CliRunner().invoke(main, ["--boards", "2", "--each", "0"]).stdout

    assert "| all | 4 |" in printed
    assert "| as drawn | 2 |" in printed
