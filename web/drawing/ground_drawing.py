"""What a game is played on, as a page draws it: the one place where a board and a bare table part ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol

from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.ruleset import Ruleset
from web.drawing.board_drawing import EDGE, Mark, draw_board, draw_mark, draw_tiles, legend
from web.drawing.card_drawing import CARD_HEIGHT, CARD_WIDTH, FRAME, Spread, draw_card, draw_cards


class Ground(Protocol):
    """Draws a board or a table.

    under, upon: the templates of what stays all through a game, and of what lies on it. legend: explains the signs.
    tools: for writing a play by hand. script: of these tools. view: the drawing's viewBox. photo_size: squares along
    the side of a squared photograph, 0 where photographs are not squared.
    """

    under: ClassVar[str]
    upon: ClassVar[str]
    legend: ClassVar[str]
    tools: ClassVar[str]
    script: ClassVar[str]

    @property
    def view(self) -> str:
        """The drawing's viewBox."""

    @property
    def photo_size(self) -> int:
        """Squares along the side of a squared photograph; 0 where a photograph is as it is."""

    def drawn(self) -> Mapping[str, object]:
        """What the template of the empty ground needs."""

    def laid(self, spread: Spread) -> Mapping[str, object]:
        """What the template of what lies there needs."""

    def explained(self) -> Mapping[str, object]:
        """What the template of the legend needs."""

    def mark(self, square: Square, kind: str, sign: str) -> Mark:
        """Mark a place that somebody should look at."""


@dataclass(frozen=True, slots=True)
class BoardGround:
    """A printed board with tiles."""

    ruleset: Ruleset
    under: ClassVar[str] = "_board.html"
    upon: ClassVar[str] = "_tiles.html"
    legend: ClassVar[str] = "_legend.html"
    tools: ClassVar[str] = "_board_tools.html"
    script: ClassVar[str] = "editor.js"

    @property
    def view(self) -> str:
        """The drawing's viewBox, the band around the squares included."""
        span = draw_board(self.ruleset.layout).span
        return f"{-EDGE} {-EDGE} {span} {span}"

    @property
    def photo_size(self) -> int:
        """Squares along the board's side."""
        return self.ruleset.layout.size

    def drawn(self) -> Mapping[str, object]:
        """The empty board."""
        return {"board": draw_board(self.ruleset.layout), "edge": EDGE}

    def laid(self, spread: Spread) -> Mapping[str, object]:
        """The tiles on it."""
        return {"tiles": draw_tiles(spread.position, self.ruleset, new=spread.new, asked=spread.asked)}

    def explained(self) -> Mapping[str, object]:
        """A square of each sign."""
        return {"legend": legend(self.ruleset)}

    def mark(self, square: Square, kind: str, sign: str) -> Mark:
        """Mark a square."""
        return draw_mark(square, kind, sign)


@dataclass(frozen=True, slots=True)
class TableGround:
    """A bare table with cards."""

    ruleset: Ruleset
    under: ClassVar[str] = "_felt.html"
    upon: ClassVar[str] = "_cards.html"
    legend: ClassVar[str] = "_card_legend.html"
    tools: ClassVar[str] = "_card_tools.html"
    script: ClassVar[str] = "card_editor.js"
    view: ClassVar[str] = f"0 0 {FRAME} {FRAME}"
    photo_size: ClassVar[int] = 0

    def drawn(self) -> Mapping[str, object]:
        """The empty table."""
        return {"frame": FRAME}

    def laid(self, spread: Spread) -> Mapping[str, object]:
        """The cards on it."""
        return {"table": draw_cards(spread, self.ruleset)}

    def explained(self) -> Mapping[str, object]:
        """A joker, a marked card and a plain one."""
        letter = self.ruleset.alphabet[0]
        return {
            "joker": draw_card(Tile(letter, is_blank=True), self.ruleset),
            "marked": draw_card(Tile(letter, multiplier=3), self.ruleset),
            "plain": draw_card(Tile(letter), self.ruleset),
        }

    def mark(self, square: Square, kind: str, sign: str) -> Mark:
        """Mark a card's place."""
        return Mark(str(square), square.column * CARD_WIDTH, square.row * CARD_HEIGHT, kind, sign, CARD_HEIGHT)


def ground_of(ruleset: Ruleset) -> Ground:
    """What draws a game's board, or its table."""
    return BoardGround(ruleset) if ruleset.has_board else TableGround(ruleset)
