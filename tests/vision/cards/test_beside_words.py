"""Cards beside the words that the finder missed."""

import numpy as np

from vision.arrays import Colour
from vision.card_render import CardScene, DeckStyle, Laying, PrintedCard, draw_card_table, lay_pattern, pattern_origin
from vision.cards.card_frames import Frames
from vision.cards.found.beside_words import BesideWords, beside
from vision.cards.pattern import groups_of
from vision.render.view import Shot

WORD = "KATT"


def table() -> tuple[Colour, Frames]:
    """A drawn table with the word in one row, and where its cards lie, from the left."""
    pattern = {(x, 0): PrintedCard(letter, 1, 1, is_joker=False) for x, letter in enumerate(WORD)}
    deck, laying = DeckStyle(), Laying(turn=0.3)
    laid = lay_pattern(pattern, deck, laying, pattern_origin(pattern, deck, laying, (0.0, 0.0)), 3)
    picture, truth = draw_card_table(CardScene(laid, deck), Shot(width=1640, height=1230))
    quads = {card.cell: np.array(card.quad.corners) for card in truth.cards if card.cell is not None}
    corners = np.array([quads[x, 0] for x in range(len(WORD))])
    rights, downs = (corners[:, one] + corners[:, two] - corners[:, 0] for one, two in ((1, 2), (2, 3)))
    rights, downs = (rights - corners[:, 3]) / 4, (downs - corners[:, 1]) / 4
    return picture, Frames(corners.mean(axis=1), rights, downs, np.ones(len(WORD)), np.zeros(len(WORD), bool))


def test_cards_at_a_words_ends_that_were_not_found_are_seen() -> None:
    """Of a word's four cards the first or the last is missed: it alone is told; where none is missed, none."""
    picture, cards = table()
    eye = BesideWords()

    for missed, left in ((0, [1, 2, 3]), (3, [0, 1, 2])):
        told = eye.missed(picture, cards.only(np.array(left)))
        off = np.linalg.norm(told.middles - cards.middles[missed], axis=1) / (2 * np.linalg.norm(cards.rights[missed]))
        assert off.tolist() < [0.3]
        assert len(off) == 1
    assert len(eye.missed(picture, cards)) == 0


def test_cells_lie_where_their_neighbours_tell_them() -> None:
    """Round two cards side by side there are six free cells, a card's width or height away."""
    two = Frames(np.array([[100.0, 100], [170, 100]]), np.tile([35.0, 0], (2, 1)), np.tile([0.0, 50], (2, 1)),
                 np.ones(2), np.zeros(2, bool))  # fmt: skip

    free = beside(two, groups_of(two)[0])

    expected = {(30.0, 100.0), (240.0, 100.0), (100.0, 0.0), (100.0, 200.0), (170.0, 0.0), (170.0, 200.0)}
    assert {(float(x), float(y)) for x, y in free.middles} == expected
