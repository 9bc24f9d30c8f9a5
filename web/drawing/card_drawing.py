"""Cards on a bare table as a drawing: where each card goes, in units of which a card is 40 wide and 56 high."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from pi_referee.rules.board.position import EMPTY, Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.scoring import printed_value

CARD_WIDTH, CARD_HEIGHT = 40, 56
"""Drawing units along the sides of a card, and from one cell to the next."""

FRAME = 600
"""Units along the sides of the table's drawing; what lies there is made as large as fits into it."""

_RIM = 20
_MARGIN = 15
"""Units of the cards' own drawing around them, where the columns' and rows' numbers stand."""

_LEAST = (5, 3)
"""Columns and rows that are shown at least: a lone card does not fill the table."""


@dataclass(frozen=True, slots=True)
class Spread:
    """What lies there, on a board or a table, and what is to be noticed of it.

    spent: cards that play no more. new: squares of the newest play; asked: those in question; noted: those that are to
    be seen as well, whatever lies there.
    """

    position: Position = EMPTY
    spent: Mapping[Square, Tile] = field(default_factory=dict)
    new: Collection[Square] = ()
    asked: Collection[Square] = ()
    noted: Collection[Square] = ()


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card as it lies on the table.

    kind: letter or joker. value: as printed on it, "" on a joker. mark: "2x" or "3x", else "". is_spent: it plays no
    more.
    """

    name: str
    x: int
    y: int
    kind: str
    letter: str
    value: str
    mark: str
    is_new: bool = False
    is_asked: bool = False
    is_spent: bool = False

    @property
    def sign(self) -> str:
        """What stands on it, as text: "K 2x (8)"; of a joker its letter alone."""
        return " ".join(filter(None, [self.letter, self.mark, self.value and f"({self.value})"]))


@dataclass(frozen=True, slots=True)
class Extent:
    """The cells a drawing shows: the first column and row, perhaps halfway between two, and how many of each."""

    column: float
    row: float
    columns: int
    rows: int

    @property
    def transform(self) -> str:
        """Moves and scales the cards' own units so that these cells fill the table."""
        width, height = self.columns * CARD_WIDTH + 2 * _MARGIN, self.rows * CARD_HEIGHT + 2 * _MARGIN
        scale = (FRAME - 2 * _RIM) / max(width, height)
        middle_x, middle_y = (self.column + self.columns / 2) * CARD_WIDTH, (self.row + self.rows / 2) * CARD_HEIGHT
        x, y = FRAME / 2 - scale * middle_x, FRAME / 2 - scale * middle_y
        return f"translate({x:.1f} {y:.1f}) scale({scale:.4f})"


@dataclass(frozen=True, slots=True)
class TableDrawing:
    """The cards, what places them on the table, and the numbers beside their columns and rows: text, x, y."""

    cards: tuple[DrawnCard, ...]
    extent: Extent
    labels: tuple[tuple[str, float, float], ...]


def draw_cards(spread: Spread, ruleset: Ruleset) -> TableDrawing:
    """Draw what lies on the table: first what plays no more, then the rest in reading order."""
    lying = spread.position.tiles
    gone = {square: tile for square, tile in spread.spent.items() if square not in lying}
    faded = [_card(square, tile, ruleset, spread, is_spent=True) for square, tile in sorted(gone.items())]
    cards = [_card(square, tile, ruleset, spread, is_spent=False) for square, tile in sorted(lying.items())]
    extent = extent_of((*gone, *lying, *spread.noted))
    return TableDrawing((*faded, *cards), extent, tuple(_labels((*gone, *lying))))


def extent_of(squares: Collection[Square]) -> Extent:
    """The cells to be shown so that these are, and a few around where they are few."""
    columns, rows = {square.column for square in squares} or {0}, {square.row for square in squares} or {0}
    first, count = _at_least(min(columns), max(columns), _LEAST[0])
    top, height = _at_least(min(rows), max(rows), _LEAST[1])
    return Extent(first, top, count, height)


def draw_card(tile: Tile, ruleset: Ruleset, *, is_new: bool = False, is_asked: bool = False) -> DrawnCard:
    """Draw one card by itself."""
    place = Square(0, 0)
    spread = Spread(new={place} if is_new else (), asked={place} if is_asked else ())
    return _card(place, tile, ruleset, spread, is_spent=False)


def _at_least(first: int, last: int, least: int) -> tuple[float, int]:
    """Where some places in a row begin, and how many there are, with as much added on both sides if they are few."""
    missing = max(least - (last - first + 1), 0)
    return first - missing / 2, last - first + 1 + missing


def _labels(squares: Collection[Square]) -> Iterable[tuple[str, float, float]]:
    """The numbers of the columns above the topmost row of cards, and of the rows to their left."""
    columns, rows = {square.column for square in squares}, {square.row for square in squares}
    for column in sorted(columns):
        yield str(column), (column + 0.5) * CARD_WIDTH, min(rows) * CARD_HEIGHT - 4.5
    for row in sorted(rows):
        yield str(row), min(columns) * CARD_WIDTH - 7.5, (row + 0.5) * CARD_HEIGHT + 3


def _card(square: Square, tile: Tile, ruleset: Ruleset, spread: Spread, *, is_spent: bool) -> DrawnCard:
    """A card with everything that stands on it."""
    return DrawnCard(
        name=str(square),
        x=square.column * CARD_WIDTH,
        y=square.row * CARD_HEIGHT,
        kind="joker" if tile.is_blank else "letter",
        letter=tile.letter or "?",
        value="" if tile.is_blank else str(printed_value(tile, ruleset)),
        mark=f"{tile.multiplier}x" if tile.multiplier > 1 else "",
        is_new=square in spread.new,
        is_asked=square in spread.asked,
        is_spent=is_spent,
    )
