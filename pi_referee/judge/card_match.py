"""Where the cards of a look lie in the game: that counts cells from its first card, a look from its top left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pi_referee.rules.board.square import Cell, Square
from pi_referee.rules.board.tile import Tile
from vision.cards.card_sighting import CardDoubt, CardSighting, SeenCard

NO_CARD, JOKER = ".", ""
"""Choices of a doubt about a letter that are none."""


@dataclass(frozen=True, slots=True)
class Placed:
    """The cards of a look by the game's cells, with what is in doubt about each.

    shift: rows and columns from the look's cells to the game's.
    """

    cards: Mapping[Square, SeenCard]
    doubts: tuple[tuple[Square, CardDoubt], ...]
    shift: tuple[int, int]

    def choices(self, square: Square) -> frozenset[str]:
        """What a cell's card may show: its letter, or all that its doubt about the letter leaves; "" a joker."""
        card = self.cards[square]
        doubted = (doubt for where, doubt in self.doubts if where == square and doubt.about == "letter")
        return frozenset({card.letter, *(choice for doubt in doubted for choice, _ in doubt.choices)})

    def may_be(self, square: Square, tile: Tile) -> bool:
        """Whether a cell's card may be this one."""
        return square in self.cards and (JOKER if tile.is_blank else tile.letter) in self.choices(square)

    def is_sure(self, square: Square) -> bool:
        """Whether nothing about which card lies on a cell is in doubt."""
        return all(where != square or doubt.about != "letter" for where, doubt in self.doubts)


def placed(look: CardSighting, shift: tuple[int, int]) -> Placed:
    """The cards of a look moved by so many rows and columns."""
    rows, columns = shift
    cards: dict[Square, SeenCard] = {
        Cell(card.cell[1] + rows, card.cell[0] + columns): card for card in look.cards if card.cell is not None
    }
    doubts = tuple((Cell(doubt.cell[1] + rows, doubt.cell[0] + columns), doubt) for doubt in look.doubts)
    return Placed(cards, doubts, shift)


def matches(look: CardSighting, known: Mapping[Square, Tile], spent: Mapping[Square, Tile]) -> tuple[Placed, ...]:
    """The ways to lay a look upon known cards so that most of them are found again, all equally good ones.

    spent: cards that may still lie there; they decide between ways that are else equally good. Empty if no known card
    is found in the look.
    """
    ways = (placed(look, shift) for shift in sorted(_shifts(look, known)))
    tried = [(way, (_found(way, known), _found(way, spent))) for way in ways]
    most = max((count for _, count in tried), default=(0, 0))
    return tuple(way for way, count in tried if count == most and count[0] > 0)


def _shifts(look: CardSighting, known: Mapping[Square, Tile]) -> Iterable[tuple[int, int]]:
    """Every shift that brings some card of the look upon some known one."""
    cells = [card.cell for card in look.cards if card.cell is not None]
    return {(square.row - row, square.column - column) for column, row in cells for square in known}


def _found(look: Placed, known: Mapping[Square, Tile]) -> int:
    """How many known cards lie where they should, those that others lie upon taken off."""
    good = sum(look.may_be(square, tile) for square, tile in known.items())
    wrong = sum(square in look.cards and not look.may_be(square, tile) for square, tile in known.items())
    return good - wrong


def first_laid(look: CardSighting) -> Placed:
    """A look at the first word: its first card in reading order lies on the cell from which all others are counted."""
    cells = [card.cell for card in look.cards if card.cell is not None]
    column, row = min(cells, key=lambda cell: (cell[1], cell[0]), default=(0, 0))
    return placed(look, (-row, -column))
