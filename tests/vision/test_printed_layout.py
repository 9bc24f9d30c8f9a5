"""The empty board against the layout: what is printed otherwise is named, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.layout import Layout
from pi_referee.rules.board.position import EMPTY, Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from vision.eye import Eye
from vision.printed_layout import BoardCheck, as_json, check_board
from vision.render import Light, View, render
from vision.sighting import NotSeen

GAME = ruleset("alfapet-sv")
ASKEW = View(width=1200, height=900, turn=-7.0, tilt=16.0, light=Light(gradient=0.25, gradient_way=200.0), seed=17)
WARM = View(width=1200, height=900, light=Light(cast=(1.0, 0.8, 0.6), gradient=0.3))
VIEWS = {"askew": ASKEW, "by a warm lamp": WARM, "dark edition": View(width=1200, height=900, edition="dark")}


def reprinted(layout: Layout, changes: Mapping[str, str]) -> Layout:
    """The layout with some squares printed, and counting, as those of another code."""
    does = {layout.code(square): layout.token(square) for square in layout.squares()}
    codes = [list(row) for row in layout.printed]
    tokens = [list(row) for row in layout.tokens]
    for name, code in changes.items():
        square = Square.parse(name)
        codes[square.row][square.column], tokens[square.row][square.column] = code, does[code]
    return replace(layout, printed=tuple(map(tuple, codes)), tokens=tuple(map(tuple, tokens)))


def compared(
    changes: Mapping[str, str], view: View = ASKEW, position: Position = EMPTY, game: str = GAME.name
) -> BoardCheck:
    """A board printed otherwise than the game's layout says, and what is told of it."""
    rules = ruleset(game)
    picture = render(position, replace(rules, ground=reprinted(rules.layout, changes)), view)
    look = Eye(rules, view.edition).see(picture)
    assert not isinstance(look, NotSeen), look.reason
    return check_board(picture, look, rules.layout)


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
@pytest.mark.parametrize("game", ["alfapet-sv", "scrabble-sv", "literaki"])
def test_the_right_board_fits(game: str, view: View) -> None:
    """Whatever the light, a board that is printed as the layout says has no square that differs."""
    printed = compared({}, view, game=game)

    assert printed.fits
    assert (printed.odd, printed.tiles) == ((), ())
    assert sum(len(kind.squares) for kind in printed.kinds) == ruleset(game).layout.size ** 2


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_squares_printed_otherwise_are_named(view: View) -> None:
    """Two squares of another kind are found, with what they should be and what they look like."""
    printed = compared({"D4": ".", "B4": "N", "E5": "K"}, view)

    assert not printed.fits
    assert {(str(odd.square), odd.should, odd.looks) for odd in printed.odd} == {
        ("B4", "O", "N"),
        ("D4", "K", "."),
        ("E5", "P", "K"),
    }


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_an_edition_without_minus_squares(view: View) -> None:
    """Where the minus squares are printed plain, the whole kind is said to look plain, and no square is odd."""
    layout = GAME.layout
    printed = compared({str(square): "." for square in layout.squares() if layout.code(square) == "K"}, view)

    assert printed.minus is not None
    assert (printed.minus.like, len(printed.minus.squares), printed.odd, printed.fits) == (".", 12, (), False)


def test_the_minus_squares_are_asked_about() -> None:
    """They are named, so that people can say whether they are the right ones; Scrabble has none."""
    minus = compared({}).minus

    assert minus is not None
    assert [str(square) for square in minus.squares][:3] == ["D4", "I4", "N4"]
    assert compared({}, game="scrabble-sv").minus is None


def test_tiles_that_lie_there_are_named_and_not_compared() -> None:
    """A word on the board hides its squares: it is said, and the others are compared."""
    printed = compared({"D4": "."}, position=draw_position("K A B E L", at=Square.parse("H9")))

    assert [str(square) for square in printed.tiles] == ["H9", "I9", "J9", "K9", "L9"]
    assert [str(odd.square) for odd in printed.odd] == ["D4"]


def test_as_json() -> None:
    """Everything is told in plain values."""
    row = as_json(compared({"D4": "."}))

    assert row["fits"] is False
    assert row["differs"] == [{"square": "D4", "should": "K", "looks_like": "."}]
    assert row["tiles"] == []
    assert row["minus"] == {"code": "K", "squares": row["minus"]["squares"], "seen": True}  # type: ignore[index]
