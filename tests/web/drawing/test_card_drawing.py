"""Cards are drawn in their places, whatever lies there; a board and a table have what a page needs to draw them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as some

from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Cell, Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.library import ruleset, ruleset_names
from web.drawing.card_drawing import CARD_HEIGHT, CARD_WIDTH, FRAME, Spread, draw_cards, extent_of
from web.drawing.ground_drawing import ground_of

CARDS = ruleset("kortalfapet")
cells = some.builds(Cell, some.integers(-40, 40), some.integers(-40, 40))


@given(some.sets(cells, max_size=30))
def test_every_card_is_inside_the_frame(squares: set[Square]) -> None:
    """However far the words reach, every card is drawn whole on the table, and as large as fits."""
    drawn = draw_cards(Spread(Position(dict.fromkeys(squares, Tile("A")))), CARDS)
    match = re.fullmatch(r"translate\((\S+) (\S+)\) scale\((\S+)\)", drawn.extent.transform)
    assert match is not None
    x, y, scale = map(float, match.groups())

    assert len(drawn.cards) == len(squares)
    for card in drawn.cards:
        assert 0 <= x + scale * card.x <= x + scale * (card.x + CARD_WIDTH) <= FRAME
        assert 0 <= y + scale * card.y <= y + scale * (card.y + CARD_HEIGHT) <= FRAME


def test_a_lone_card_does_not_fill_the_table() -> None:
    """Some free places are shown around few cards, as many on either side."""
    extent = extent_of([Cell(3, 7)])

    assert (extent.columns, extent.rows) == (5, 3)
    assert (extent.column + 2, extent.row + 1) == (7, 3)


def test_a_place_beside_the_words_is_seen_as_well() -> None:
    """Where a thing lies at a long word's end, its mark stands inside the frame."""
    word = Position({Cell(0, column): Tile("A") for column in range(7)})

    assert draw_cards(Spread(word, noted={Cell(0, 7)}), CARDS).extent.columns == 8


def test_a_card_shows_what_is_printed_on_it() -> None:
    """Letter, value and mark stand on it; a joker shows its letter and no value, a spent card that it plays no more."""
    place = Square.parse
    lying = {
        place("0,0"): Tile("L", multiplier=3),
        place("1,0"): Tile("K", value=5),
        place("2,0"): Tile("E", is_blank=True),
        place("3,0"): Tile("", is_blank=True),
    }
    spread = Spread(Position(lying), {place("0,-1"): Tile("Z")}, new={place("1,0")}, asked={place("3,0")})
    shown = {card.name: card for card in draw_cards(spread, CARDS).cards}

    assert [(shown[name].letter, shown[name].value, shown[name].mark) for name in ("0,0", "1,0", "2,0", "3,0")] == [
        ("L", "1", "3x"),
        ("K", "5", ""),
        ("E", "", ""),
        ("?", "", ""),
    ]
    assert [name for name, card in shown.items() if card.is_spent] == ["0,-1"]
    assert [name for name, card in shown.items() if card.is_new] == ["1,0"]
    assert [name for name, card in shown.items() if card.is_asked] == ["3,0"]


def test_what_is_built_on_again_is_not_faint() -> None:
    """A card that lies in both is drawn once, as one that plays."""
    square = Square.parse("0,0")
    drawn = draw_cards(Spread(Position({square: Tile("A")}), {square: Tile("B")}), CARDS)

    assert [(card.letter, card.is_spent) for card in drawn.cards] == [("A", False)]


@pytest.mark.parametrize("name", ruleset_names())
def test_every_game_has_a_ground(name: str) -> None:
    """Whatever is played, a page finds the templates and the words to draw what it is played on, empty or not."""
    ground = ground_of(ruleset(name))

    assert {"tiles", "table"} & set(ground.laid(Spread()))
    assert ground.explained()
    assert re.fullmatch(r"-?\d+ -?\d+ \d+ \d+", ground.view)
    assert bool(ground.photo_size) == ruleset(name).has_board
