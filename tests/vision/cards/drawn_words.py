"""A drawn table with one word of cards in a row, for tests of what lies beside it."""

from dataclasses import replace

import numpy as np

from vision.arrays import Colour
from vision.card_render import CardScene, DeckStyle, Laying, PrintedCard, draw_card_table, lay_pattern, pattern_origin
from vision.cards.card_frames import Frames
from vision.render.view import Shot


def drawn_word(word: str) -> tuple[Colour, Frames]:
    """A drawn table with the word in one row, "#" a card face down, and where the others lie, from the left."""
    pattern = {(x, 0): PrintedCard(letter, 1, 1, is_joker=False) for x, letter in enumerate(word)}
    deck, laying = DeckStyle(), Laying(turn=0.3)
    laid = tuple(
        replace(one, card=None) if one.card is not None and one.card.letter == "#" else one
        for one in lay_pattern(pattern, deck, laying, pattern_origin(pattern, deck, laying, (0.0, 0.0)), 3)
    )
    picture, truth = draw_card_table(CardScene(laid, deck), Shot(width=1640, height=1230))
    quads = {card.cell: np.array(card.quad.corners) for card in truth.cards if card.cell is not None}
    corners = np.array([quads[cell] for cell in sorted(quads)])
    rights, downs = (corners[:, one] + corners[:, two] - corners[:, 0] for one, two in ((1, 2), (2, 3)))
    rights, downs = (rights - corners[:, 3]) / 4, (downs - corners[:, 1]) / 4
    return picture, Frames(corners.mean(axis=1), rights, downs, np.ones(len(quads)), np.zeros(len(quads), bool))
