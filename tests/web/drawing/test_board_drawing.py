"""The drawing of the board is the board."""

from __future__ import annotations

import pytest

from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset, ruleset_names
from web.drawing.board_drawing import EDGE, UNIT, draw_board, draw_tiles, legend
from web.drawing.signs import draw_signs


@pytest.mark.parametrize("name", [name for name in ruleset_names() if ruleset(name).has_board])
def test_every_printed_square_is_drawn_in_its_colour(name: str) -> None:
    """Each square that does something stands at its place in its printed colour; plain ones are the ground."""
    layout = ruleset(name).layout
    drawn = {(square.y // UNIT, square.x // UNIT): square.colour for square in draw_board(layout).squares}

    for square in layout.squares():
        if layout.token(square) != "..":
            assert drawn[square] == layout.colours[layout.code(square)]
    grounds = {shape.kind: shape.path for shape in draw_board(layout).grounds}
    for (row, column), colour in drawn.items():
        assert f"M{column * UNIT} {row * UNIT}h40v40h-40z" in grounds[colour]
    assert len(drawn) <= sum(layout.token(square) != ".." for square in layout.squares()) + 1


def test_every_sign_stands_on_its_square() -> None:
    """What is printed on a square is drawn inside it: its tiles, its disc and its figure."""
    signs = draw_signs([("w3", (40, 80)), ("m2", (0, 0)), ("w4", (120, 80))])

    assert {"disc": "M60 100h0M140 100h0", "chip": "M6.5 16.5h7v7h-7z"} == {one.kind: one.path for one in signs.shapes}
    assert [("digit", "34", "60 140", "107 107"), ("twice", "−2", "21 32", "26 26")] == [
        (one.kind, one.text, one.xs, one.ys) for one in signs.writings
    ]


def test_the_edge_is_named_as_printed() -> None:
    """Columns are lettered from A, rows numbered from 1, on a board with an edge around it."""
    board = draw_board(ruleset("alfapet-sv").layout)

    assert (("A", 20), ("Q", 660)) == (board.columns[0], board.columns[-1])
    assert (("1", 20), ("17", 660), 17 * UNIT + 2 * EDGE) == (board.rows[0], board.rows[-1], board.span)


def test_tiles_are_drawn_as_they_lie() -> None:
    """Letters with their values, blanks without, stops and arrows as such, in reading order."""
    position = draw_position("L a _\n# /T .")

    tiles = draw_tiles(
        position, ruleset("alfapet-sv"), new={Square.parse("A2")}, asked={Square.parse("C1"), Square.parse("B2")}
    )

    assert [
        ("A1", "letter", "L", "1", False, False, False),
        ("B1", "blank", "A", "", False, False, False),
        ("C1", "blank", "?", "", False, True, False),
        ("A2", "stop", "", "", True, False, False),
        ("B2", "letter", "T", "1", False, True, True),
    ] == [(tile.name, tile.kind, tile.letter, tile.value, tile.is_new, tile.is_asked, tile.has_arrow) for tile in tiles]


def test_literaki_tiles_have_their_colour() -> None:
    """A coloured tile is drawn in its colour; the others have none."""
    (tile,) = draw_tiles(draw_position("Ż"), ruleset("literaki"), new=(), asked=())

    assert (tile.colour, tile.value) == ("red", "5")


def test_the_legend_explains_each_sign_once() -> None:
    """The legend has every sign of the board but the centre, and no minus where minus squares are plain."""
    full, simple = ruleset("alfapet-sv"), ruleset("alfapet-sv").agree({"variant": "enkel"})

    assert ["l2", "l3", "l4", "m2", "w2", "w3", "w4"] == [square.sign for square in legend(full)]
    assert "m2" not in [square.sign for square in legend(simple)]
