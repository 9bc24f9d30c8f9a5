"""Where the cards of a look lie in the game: that counts cells from its first card, a look from its top left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from pi_referee.rules.board.path import run
from pi_referee.rules.board.square import Axis, Cell, Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.scoring import printed_value
from vision.cards.card_sighting import CardDoubt, CardSighting, CardWhy, SeenCard
from vision.sighting import Quad

NO_CARD, JOKER = ".", ""
"""Choices of a doubt about a letter that are none."""

MOST_WAYS = 4
"""Ways to lay a look upon agreed cards that are thought of where the best makes no sense, the best first."""

Asked = Mapping[Square, frozenset[str]]
"""Cells of which it is asked what lies there, with what it was asked for."""


_NOWHERE = Quad(((0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)))
"""Where a card lies that is only supposed to."""


@dataclass(frozen=True, slots=True)
class Placed:
    """The cards of a look by the game's cells, with what is in doubt about each.

    shift: rows and columns from the look's cells to the game's. may_hide: free cells in which a thing may hide a card.
    """

    cards: Mapping[Square, SeenCard]
    doubts: tuple[tuple[Square, CardDoubt], ...]
    shift: tuple[int, int]
    may_hide: frozenset[Square] = frozenset()

    def choices(self, square: Square) -> frozenset[str]:
        """What a cell's card may show: its letter, or all that its doubt about the letter leaves; "" a joker."""
        doubted = self.letter_doubts(square)
        return frozenset({self.cards[square].letter, *(choice for doubt in doubted for choice, _ in doubt.choices)})

    def letter_doubts(self, square: Square) -> list[CardDoubt]:
        """The doubts about which card lies on a cell, if any does."""
        return [doubt for where, doubt in self.doubts if where == square and doubt.about == "letter"]

    def may_be(self, square: Square, tile: Tile) -> bool:
        """Whether a cell's card may be this one."""
        return square in self.cards and tile.face in self.choices(square)

    def doubted(self, square: Square) -> frozenset[str]:
        """What about a cell's card is in doubt: "letter", "value" or "multiplier"."""
        return frozenset(doubt.about for where, doubt in self.doubts if where == square)

    def is_sure(self, square: Square) -> bool:
        """Whether nothing about which card lies on a cell is in doubt."""
        return not self.letter_doubts(square)

    def hides(self, square: Square) -> bool:
        """Whether something lies over a cell, so that no letter is seen there: any card may be under it."""
        if square not in self.cards:
            return square in self.may_hide
        is_covered = any(doubt.why is CardWhy.COVERED for where, doubt in self.doubts if where == square)
        return is_covered and not self.is_sure(square) and self.cards[square].is_joker

    def differs(self, square: Square, tile: Tile, ruleset: Ruleset) -> bool:
        """Whether a cell's card is surely not this one: another letter, or another mark or value printed on it."""
        if square not in self.cards or not self.may_be(square, tile):
            return square in self.cards
        if tile.is_blank or not self.is_sure(square):
            return False
        card = self.cards[square]
        is_told = card.is_value_seen and "value" not in self.doubted(square)
        return self.bears_other_mark(square, tile) or (
            is_told and card.value not in {None, printed_value(tile, ruleset)}
        )

    def bears_other_mark(self, square: Square, tile: Tile) -> bool:
        """Whether a cell's card surely has another mark than this one."""
        is_told = not tile.is_blank and not self.doubted(square) & {"letter", "multiplier"}
        return is_told and self.cards[square].multiplier != tile.multiplier

    def lines(self, play: Play) -> Iterator[tuple[tuple[Square, ...], Axis]]:
        """Every row and column of two cards and more in which a play has one."""
        lines = ((run(self.cards, square, axis), axis) for square in play.tiles for axis in Axis)
        return ((line, axis) for line, axis in lines if len(line) > 1)

    def showing(self, tiles: Mapping[Square, Tile | None]) -> Placed:
        """The look as if these cards lay there for sure, None for nothing."""
        others = {square: card for square, card in self.cards.items() if square not in tiles}
        cards = {square: _card(tile) for square, tile in tiles.items() if tile is not None}
        doubts = tuple((square, doubt) for square, doubt in self.doubts if square not in tiles)
        return replace(self, cards={**others, **cards}, doubts=doubts)


def _card(tile: Tile) -> SeenCard:
    """A card as if it were seen."""
    return SeenCard(_NOWHERE, tile.face, tile.value, tile.multiplier, tile.is_blank, 1.0)


def placed(look: CardSighting, shift: tuple[int, int]) -> Placed:
    """The cards of a look moved by so many rows and columns."""
    rows, columns = shift
    cards: dict[Square, SeenCard] = {
        Cell(card.cell[1] + rows, card.cell[0] + columns): card for card in look.cards if card.cell is not None
    }
    doubts = tuple((Cell(doubt.cell[1] + rows, doubt.cell[0] + columns), doubt) for doubt in look.doubts)
    may_hide = frozenset[Square](Cell(row + rows, column + columns) for column, row in look.may_hide)
    return Placed(cards, doubts, shift, may_hide)


def matches(
    look: CardSighting, known: Mapping[Square, Tile], spent: Mapping[Square, Tile], asked: Asked
) -> tuple[Placed, ...]:
    """The ways to lay a look upon known cards so that most of them are found again, all equally good ones.

    spent: cards that may still lie there; they decide between ways that are else equally good. asked: what else known
    cards may be. Empty if no known card is found in the look.
    """
    tried = ranked(look, known, spent, asked)
    return tuple(way for way, count in tried if count == tried[0][1] and count[0] > 0)


def ranked(
    look: CardSighting, known: Mapping[Square, Tile], spent: Mapping[Square, Tile], asked: Asked
) -> list[tuple[Placed, tuple[int, int]]]:
    """Every way to lay a card of a look upon a known one, with how many known and spent cards it finds; best first."""
    ways = (placed(look, shift) for shift in sorted(_shifts(look, known)))
    tried = [(way, (_found(way, known, asked), _found(way, spent, asked))) for way in ways]
    return sorted(tried, key=lambda one: one[1], reverse=True)


def _shifts(look: CardSighting, known: Mapping[Square, Tile]) -> Iterable[tuple[int, int]]:
    """Every shift that brings some card of the look upon some known one."""
    cells = [card.cell for card in look.cards if card.cell is not None]
    return {(square.row - row, square.column - column) for column, row in cells for square in known}


def _found(look: Placed, known: Mapping[Square, Tile], asked: Asked) -> int:
    """How many known cards lie where they should, those that others lie upon taken off; what is hidden is neither."""
    seen = [(square, tile) for square, tile in known.items() if square in look.cards and not look.hides(square)]
    good = sum(_is_found(look, *one) or not look.choices(one[0]).isdisjoint(asked.get(one[0], ())) for one in seen)
    return 2 * good - len(seen)


def _is_found(look: Placed, square: Square, tile: Tile) -> bool:
    """Whether a card may lie on a cell, its mark included."""
    return look.may_be(square, tile) and not look.bears_other_mark(square, tile)


def first_laid(look: CardSighting) -> Placed:
    """A look at the first word: its first card in reading order lies on the cell from which all others are counted."""
    cells = [card.cell for card in look.cards if card.cell is not None]
    column, row = min(cells, key=lambda cell: (cell[1], cell[0]), default=(0, 0))
    return placed(look, (-row, -column))
