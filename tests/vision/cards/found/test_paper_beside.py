"""Cells beside the words that are as pale as the cards: a card may lie there that was not found."""

import cv2
import numpy as np

from tests.vision.cards.drawn_words import drawn_word
from vision.cards.found.paper_beside import paper_beside
from vision.cards.pattern import groups_of


def test_a_card_that_was_not_found_is_as_pale_as_its_neighbours() -> None:
    """KATT's last T was not found: its cell may hold a card; no cell beside the whole word may."""
    picture, cards = drawn_word("KATT")
    seen = cards.only(np.array([0, 1, 2]))

    assert paper_beside(picture, seen, groups_of(seen)[0]) == {(3, 0)}
    assert paper_beside(picture, cards, groups_of(cards)[0]) == frozenset()


def test_a_table_as_pale_as_the_cards_tells_nothing() -> None:
    """On a table of the cards' own paper every cell would be such a one."""
    picture, cards = drawn_word("KATT")
    pale = np.full_like(picture, picture[tuple(np.rint(cards.middles[0] + 0.7 * cards.rights[0]).astype(int)[::-1])])
    for corners in cards.corners:
        inside = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(inside, np.rint(corners).astype(np.int32), 255)
        pale[inside > 0] = picture[inside > 0]

    assert paper_beside(pale, cards, groups_of(cards)[0]) == frozenset()
