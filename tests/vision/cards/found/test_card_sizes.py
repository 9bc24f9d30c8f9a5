"""All cards are of one size: seen aslant each is as large as its place tells, whatever else was found."""

import numpy as np
import pytest

from vision.arrays import Floats
from vision.cards.card_frames import Frames
from vision.cards.found.card_sizes import resized

WIDE, HIGH = 56.0, 80.0


def seen(places: Floats, fall: float) -> Frames:
    """Cards with their middles at places (k, 2) of a table; fall: how much farther off it lies at each mm upwards."""

    def shown(x: Floats, y: Floats) -> Floats:
        return np.column_stack([x, y]) / (1 - fall * y)[:, None]

    x, y = places.T
    rights = (shown(x + WIDE / 2, y) - shown(x - WIDE / 2, y)) / 2
    downs = (shown(x, y + HIGH / 2) - shown(x, y - HIGH / 2)) / 2
    return Frames(shown(x, y), rights, downs, np.full(len(x), 0.85), np.zeros(len(x), bool))


def larger(cards: Frames, times: Floats) -> Frames:
    """The same, each told so many times as large."""
    sides = [side * times[:, None] for side in (cards.rights, cards.downs)]
    return Frames(cards.middles, sides[0], sides[1], cards.scores, cards.backs)


def off(cards: Frames, true: Frames) -> Floats:
    """By which share each card is higher or lower than it truly is."""
    return np.asarray(np.abs(cards.heights / true.heights - 1))


CROSS = np.array([[-WIDE, 0], [0, 0], [WIDE, 0], [0, -HIGH], [0, -2 * HIGH], [0, HIGH], [0, 2 * HIGH], [WIDE, HIGH]])


@pytest.mark.parametrize("fall", [0.0, 0.001, 0.0018])
def test_cards_nearer_to_the_camera_are_larger(fall: float) -> None:
    """The nearest card, up to three times as high as the farthest, keeps its size; one told wrongly gets its own."""
    true = seen(CROSS, fall)
    told = larger(true, np.where(np.arange(8) == 3, 1.15, 1.0))

    assert off(resized(told), true).max() < 0.01


def test_what_is_hardly_a_card_tells_little_of_their_size() -> None:
    """Two small things beside four cards make none of them smaller; found as surely as the cards, they would."""
    true = seen(CROSS[:4], 0.001)
    things = larger(seen(np.array([[-4 * WIDE, 0], [-3 * WIDE, HIGH]]), 0.001), np.array([0.6, 0.6]))
    unsure = Frames(things.middles, things.rights, things.downs, np.full(2, 0.5), things.backs)

    beside_unsure, beside_sure = (
        off(resized(true.with_more(one)).only(np.arange(4)), true).max() for one in (unsure, things)
    )

    assert beside_unsure < 0.03
    assert beside_sure > 0.1
