"""What was read on the board against what belongs there."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from hardware.simulation.simulated_table import positions
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.table_link.table_messages import Lying
from web.resume.compare_board import amiss, disturbed, loose

BOARD = positions(["H8 > LåTA"])[-1]


def seen(position: Position, **changed: str) -> Lying:
    """A look that read everything as it lies, but for the squares named here ("." for nothing)."""
    signs = {str(square): letter for square, letter in position.letters().items()}
    signs |= dict.fromkeys(map(str, position.stops), "#") | changed
    return Lying(
        game=1,
        tiles={square: sign for square, sign in signs.items() if sign not in {".", "#"}},
        stops=tuple(square for square, sign in signs.items() if sign == "#"),
    )


def told(position: Position, lying: Lying) -> list[tuple[str, str, str, str]]:
    """What is amiss, by the squares' names."""
    return [(str(one.square), one.kind, one.lies, one.belongs) for one in amiss(position, lying)]


def test_a_board_as_it_should_be_has_nothing_amiss() -> None:
    """Every tile lies where it belongs; a blank shows no letter."""
    assert amiss(BOARD, seen(BOARD)) == ()


def test_everything_amiss_is_named_with_what_belongs_there() -> None:
    """Missing, wrong and surplus tiles, blanks and stop tiles, in reading order."""
    lying = seen(BOARD, H8=".", I8="O", J8="", A1="K", B1="#")

    assert told(BOARD, lying) == [
        ("A1", "extra", "K", "."),
        ("B1", "extra", "#", "."),
        ("H8", "missing", ".", "L"),
        ("I8", "wrong", "O", ""),
        ("J8", "wrong", "", "T"),
    ]


def test_a_doubt_is_neither_right_nor_wrong() -> None:
    """What cannot be read is left to whoever looks on, whatever the likeliest choice is."""
    lying = Lying(game=1, tiles=seen(BOARD, H8=".").tiles, doubts={"H8": ("L", "I"), "A1": (".", "")})

    assert told(BOARD, lying) == [("A1", "unclear", ".", "."), ("H8", "unclear", "L", "L")]
    assert disturbed(BOARD, lying) == ()


def test_loose_tiles_are_those_beside_the_game() -> None:
    """What is no part of the game is read, wherever it lies."""
    found = loose(BOARD, seen(BOARD, C3="K", D3="", E3="#"))

    assert found.tiles == {Square.parse("C3"): "K", Square.parse("D3"): "", Square.parse("E3"): "#"}
    assert not found.asked


def test_probable_tiles_and_doubts_beside_tiles_are_asked() -> None:
    """A square that may hold a tile is asked about; an accident of the light far from any tile is not."""
    doubts: dict[str, tuple[str, ...]] = {
        "E3": ("O", "Ö"),
        "G3": (".", ""),
        "F3": (".", ""),
        "P12": (".", "I"),
        "H8": ("L", "I"),
    }
    found = loose(BOARD, Lying(game=1, tiles={**seen(BOARD).tiles, "C3": "K"}, doubts=doubts))

    assert {str(square) for square in found.asked} == {"E3", "F3"}


SQUARES = some.builds(Square, some.integers(0, 16), some.integers(0, 16))


@given(some.dictionaries(SQUARES, some.sampled_from(["A", "Ö", "", "#", "."]), max_size=12))
def test_nothing_changed_goes_unnoticed(changed: dict[Square, str]) -> None:
    """Whatever is laid or taken away is named, square by square, and nothing else."""
    lying = seen(BOARD, **{str(square): sign for square, sign in changed.items()})
    before = BOARD.letters()
    different = {square for square, sign in changed.items() if before.get(square, ".") != sign}

    assert {one.square for one in amiss(BOARD, lying)} == different
