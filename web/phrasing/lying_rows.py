"""What lies on a board or a table in words, row by row, for who does not see the drawing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import groupby

from pi_referee.gettext_mark import say
from pi_referee.protocol.ground_words import GroundWords, ground_words
from pi_referee.rules.board.layout import column_names
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Axis, Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.ruleset import Ruleset
from web.drawing.card_drawing import Spread
from web.phrasing.language import gettext
from web.phrasing.number_filters import tile_sign

_FROM = {Axis.ACROSS: say("From %(place)s across: %(cards)s"), Axis.DOWN: say("From %(place)s down: %(cards)s")}


def lying_rows(spread: Spread, ruleset: Ruleset) -> tuple[str, ...]:
    """Each row of a board with what lies in it, or each word of a table and what plays no more; () if nothing lies."""
    words = ground_words(ruleset)
    if ruleset.has_board:
        return tuple(_board_rows(spread.position, column_names(ruleset.layout.size), words))
    return tuple(_card_rows(spread, words))


def words_of_cards(places: Collection[Square]) -> Iterator[tuple[Axis, tuple[Square, ...]]]:
    """The words both ways, across first; a card with none beside it is a word only where there is no other."""
    found = [(axis, stretch) for axis in (Axis.ACROSS, Axis.DOWN) for stretch in stretches(places, axis)]
    words = [one for one in found if len(one[1]) > 1]
    yield from words or [one for one in found if one[0] is Axis.ACROSS]


def stretches(places: Collection[Square], axis: Axis) -> Iterator[tuple[Square, ...]]:
    """Places side by side along an axis, in reading order of the first."""
    for first in sorted(square for square in places if square.step(axis, -1) not in places):
        stretch, square = [], first
        while square in places:
            stretch.append(square)
            square = square.step(axis)
        yield tuple(stretch)


def _board_rows(position: Position, columns: tuple[str, ...], words: GroundWords) -> Iterator[str]:
    """Each row that is not empty."""
    signs = _signs(position, words)
    for row, squares in groupby(sorted(signs), key=lambda square: square.row):
        lies = ", ".join(f"{columns[square.column]} {signs[square]}" for square in squares)
        yield gettext("Row %(number)s: %(tiles)s", number=row + 1, tiles=lies)


def _signs(position: Position, words: GroundWords) -> Mapping[Square, str]:
    """What lies on each square, in words."""
    tiles = {square: tile_sign(str(tile), words) for square, tile in position.tiles.items()}
    turning = {square: f"{tiles[square]} ({gettext('arrow under it')})" for square in position.arrows & tiles.keys()}
    return tiles | dict.fromkeys(position.stops, tile_sign("#", words)) | turning


def _card_rows(spread: Spread, words: GroundWords) -> Iterator[str]:
    """Each word of the table, and the cards that may be taken up."""
    cards = spread.position.tiles
    for axis, places in words_of_cards(cards.keys()):
        yield gettext(_FROM[axis], place=places[0], cards=", ".join(_card(cards[one], words) for one in places))
    if gone := [_card(spread.spent[one], words) for one in sorted(spread.spent.keys() - cards.keys())]:
        yield gettext("Plays no more, take up: %(cards)s", cards=", ".join(gone))


def _card(card: Tile, words: GroundWords) -> str:
    """A card with its mark and the value printed on it, if it has them."""
    sign = gettext(words.blank) if not card.letter else card.letter
    sign = gettext(words.as_blank, letter=sign) if card.is_blank and card.letter else sign
    mark = "" if card.multiplier == 1 else f" {card.multiplier}x"
    return sign + mark + ("" if card.value is None else f" ({card.value})")
