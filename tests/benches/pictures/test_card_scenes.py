"""Tables of cards drawn by chance: the same for the same number, and within what was asked for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benches.pictures.card_patterns import random_pattern
from benches.pictures.card_scenes import HELD_OUT, CardRegime, random_scene
from benches.pictures.random_decks import HELD_OUT_STYLES, TRAINED_STYLES, VALUES
from benches.pictures.random_tables import HELD_OUT_TABLES, TRAINED_TABLES
from vision.card_render import CardScene, draw_card_table
from vision.render.view import BUNDLED

CALM = CardRegime(megapixels=(0.6, 0.8), hands=0.0, above=0.0, cut=0.0)
SEEDS = range(12)


def words(scene: CardScene) -> int:
    """How many cards lie in the pattern of words."""
    return sum(card.cell is not None for card in scene.cards)


def test_the_same_number_is_the_same_table() -> None:
    """A table is known by its number; other numbers are other tables."""
    one, again, other = (random_scene(seed, [BUNDLED]) for seed in (5, 5, 6))

    assert one == again
    assert one != other


@pytest.mark.parametrize("seed", SEEDS)
def test_a_regime_is_kept(seed: int) -> None:
    """Cards, pixels, tilt and things are within what the regime asks for."""
    regime = CardRegime(cards=(8, 12), megapixels=(1.5, 2.0), tilt=10.0, things=2, above=0.0, beneath=0.0, hands=0.0)

    scene, shot = random_scene(seed, [BUNDLED], regime)

    assert 8 <= words(scene) <= 12
    assert 1.1e6 < shot.width * shot.height < 2.1e6
    assert 0 <= shot.tilt <= 10
    assert len(scene.things) <= 2
    assert scene.hands == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_all_words_are_in_the_picture_and_seen(seed: int) -> None:
    """Where nothing else may hide them, the words lie whole in the picture, and neighbours leave the letters seen."""
    scene, shot = random_scene(seed, [BUNDLED], CALM)

    _, truth = draw_card_table(scene, shot)

    pattern = [card for card in truth.cards if card.cell is not None]
    assert len(pattern) == words(scene)
    for card in pattern:
        corners = np.array(card.quad.corners)
        assert corners.min() > 0
        assert (corners < (shot.width, shot.height)).all()
        assert card.hidden < 0.6
        assert card.letter_hidden < 0.5


@pytest.mark.parametrize("seed", SEEDS)
def test_what_lies_aside_lies_apart(seed: int) -> None:
    """Piles, heaps and lone cards keep half a card's width from the words, and things hide no word."""
    scene, _ = random_scene(seed, [BUNDLED], CALM)

    inside = np.array([card.middle for card in scene.cards if card.cell is not None])
    for card in scene.cards:
        if card.cell is None:
            far = np.linalg.norm(inside - card.middle, axis=1).min()
            assert far > 0.9 * scene.deck.height
    assert not any(thing.is_above for thing in scene.things)


@pytest.mark.parametrize("count", [3, 12, 40])
def test_a_pattern_hangs_together(count: int) -> None:
    """About as many cards as asked for, each beside another, the first cell among them."""
    for seed in SEEDS:
        pattern = random_pattern(np.random.default_rng(seed), {**VALUES, "W": 8}, count)

        assert count <= len(pattern) <= count + 1
        assert (0, 0) in pattern
        reached = {(0, 0)}
        for _ in pattern:
            reached |= {cell for cell in pattern for x, y in reached if abs(cell[0] - x) + abs(cell[1] - y) == 1}
        assert reached == pattern.keys()


def test_some_kinds_are_kept_aside() -> None:
    """A measuring table has marks, jokers, backs, cloths and things of kinds that are never drawn for training."""
    assert set(HELD_OUT_STYLES.marks) > set(HELD_OUT_STYLES.marks) & set(TRAINED_STYLES.marks)
    assert set(HELD_OUT_STYLES.jokers) - set(TRAINED_STYLES.jokers) == {"wheel"}
    assert set(HELD_OUT_STYLES.backs) - set(TRAINED_STYLES.backs) == {"checks", "rings"}
    assert set(HELD_OUT_TABLES.cloths) - set(TRAINED_TABLES.cloths) == {"tartan", "floral", "marble"}
    assert {"napkin", "receipt"} <= set(HELD_OUT_TABLES.things) - set(TRAINED_TABLES.things)


def test_a_part_of_the_space_can_be_forced() -> None:
    """Light, cloth and deck that are given are the ones that are drawn."""
    first, _ = random_scene(3, [BUNDLED], HELD_OUT)
    forced = replace(HELD_OUT, deck=first.deck, cloth=first.cloth, light="dim")

    scene, shot = random_scene(4, [BUNDLED], forced)

    assert (scene.deck, scene.cloth) == (first.deck, first.cloth)
    assert shot.light.brightness <= 0.6
