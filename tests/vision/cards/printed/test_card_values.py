"""Where a deck prints its values, as all its cards tell together."""

import numpy as np

from vision.cards.printed.card_values import MOST_VALUE, values_told

ROWS, COLUMNS, CLASSES = 27, 18, MOST_VALUE + 4
COLUMN = 15

Seen = dict[int, tuple[int, float]]
"""What a card shows in one column: row -> the value that it looks like, and that one's share."""


def places_and_values(*cards: Seen) -> list[tuple[int, list[int]]]:
    """The rows of the places in which a deck with these cards prints values, each with the cards' likeliest ones."""
    shares = np.zeros((2, len(cards), CLASSES, ROWS, COLUMNS), np.float32)
    shares[:, :, -1] = 1.0
    for number, card in enumerate(cards):
        for row, (value, share) in card.items():
            shares[0, number, value, row, COLUMN], shares[0, number, -1, row, COLUMN] = share, 1 - share
    told = values_told(shares, np.ones((len(cards), ROWS, COLUMNS), bool), np.ones(len(cards), bool))
    return [(row, values.argmax(axis=1).tolist()) for values, (_, row, _) in told]


def test_a_small_letter_above_the_value_is_none() -> None:
    """A T in the corner looks like a 1, an S like a 5: between them and the values below is no place of any."""
    t, s, r = {20: (1, 0.95), 22: (9, 0.8)}, {20: (5, 0.9), 22: (1, 0.85)}, {22: (3, 0.95)}

    assert places_and_values(t, s, r) == [(22, [9, 1, 3])]


def test_cards_found_a_little_beside_where_they_lie_show_their_values_all_the_same() -> None:
    """Print is sought a step round its place: of three cards one was found a step too low, one too high."""
    cards: tuple[Seen, ...] = ({21: (4, 0.9)}, {22: (8, 0.9)}, {23: (2, 0.9)}, {22: (1, 0.9)})

    assert places_and_values(*cards) == [(22, [4, 8, 2, 1])]
