"""Letters that look the same upside down: an O and an I, and what passes for one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_referee.rules.board.square import Square
from tests.vision.nine_squares import B2, HERE, SIZE, evidence
from vision.arrays import Grey
from vision.geometry.rectify import SQUARE, Squared
from vision.letter_checks.symmetry import UpsideDown, is_another
from vision.letters.household_tiles import LearntTile
from vision.letters.letter_model import SIDE
from vision.sighting import Doubt, Reading, Why
from vision.squares.evidence import Evidence
from vision.squares.findings import Findings

DrawTile = Callable[..., Grey]
MIDDLE = np.array([40.0, 40.0])
SWEDISH = tuple("AIJLOQÅÄÖ")
ROOM = (SIDE - 36) // 2


def table(top: Grey) -> Grey:
    """A grey table with a tile's top in the middle of its 80 px."""
    sheet = np.full((80, 80), 120, np.uint8)
    sheet[22:58, 22:58] = top
    return sheet


def tailed(top: Grey) -> Grey:
    """An O that somebody has given a short tail straight below it."""
    with_tail = top.copy()
    with_tail[24:28, 17:20] = top.min()
    return with_tail


def hair_tailed(top: Grey) -> Grey:
    """An O with a tail so short that as a whole it is as like itself as an O out of focus."""
    with_tail = top.copy()
    with_tail[24:27, 17:20] = top.min()
    return with_tail


def dotted(top: Grey) -> Grey:
    """An O with two dots that touch it, as those of an Ö do out of focus."""
    with_dots = top.copy()
    with_dots[5:10, 13:17] = with_dots[5:10, 20:24] = top.min()
    return with_dots


def found(letter: str, share: float) -> Findings:
    """A letter that was read for sure on the middle one of nine squares."""
    return Findings({B2: Reading(letter, share)}, frozenset(), ())


def doubted(
    letter: str, top: Grey, upside_down: UpsideDown, told: Evidence | None = None, share: float = 0.99
) -> tuple[Doubt, ...]:
    """What is in doubt where this letter was read on a tile that looks so; told: what else is known of the squares."""
    pixels = np.full(((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3), 120, np.uint8)
    start = 2 * SQUARE - 2
    pixels[start : start + 36, start : start + 36] = top[..., None]
    seen = replace(told or evidence(HERE, reading={}), read_from=Squared(pixels, SIZE))
    return upside_down.doubt(found(letter, share), seen).doubts


@pytest.mark.parametrize(("ink", "face", "around"), [(30, 225, 120), (235, 60, 130), (120, 200, 140)])
@pytest.mark.parametrize("letter", ["O", "I"])
def test_the_same_upside_down(draw_tile: DrawTile, letter: str, ink: int, face: int, around: int) -> None:
    """An O is an O upside down, and an I an I, whatever its value, on any tile."""
    assert not is_another(letter, table(draw_tile(letter, "1", ink=ink, top=face, around=around)), MIDDLE)


@pytest.mark.parametrize(("letter", "drawn"), [("I", "J"), ("I", "L"), ("I", "T"), ("I", "E")])
def test_another_upside_down(draw_tile: DrawTile, letter: str, drawn: str) -> None:
    """What has a stroke more than an I is another thing upside down."""
    assert is_another(letter, table(draw_tile(drawn, "1")), MIDDLE)


@pytest.mark.parametrize(("letter", "drawn", "is_other"), [
    *((letter, "O", True) for letter in "CDGQ"), *((letter, letter, False) for letter in "CDGQ"),
])  # fmt: skip
def test_a_letter_that_looks_the_same_upside_down(
    draw_tile: DrawTile, letter: str, drawn: str, *, is_other: bool
) -> None:
    """An O out of focus may be read as a D, which looks otherwise upside down."""
    out_of_focus = np.asarray(cv2.GaussianBlur(draw_tile(drawn, "1"), (0, 0), 1.5), np.uint8)

    assert is_another(letter, table(out_of_focus), MIDDLE) == is_other


@pytest.mark.parametrize(("share", "is_asked"), [(0.99, True), (0.9999, False)])
def test_a_letter_that_is_plainly_read_is_not_looked_at(draw_tile: DrawTile, share: float, *, is_asked: bool) -> None:
    """Only out of focus is an O read as a D, and then hardly for sure."""
    told = doubted("D", draw_tile("O", "1"), UpsideDown(tuple("DO"), ()), share=share)

    assert [[name for name, _ in doubt.choices] for doubt in told] == [["D", "O"]] * is_asked


def test_a_short_tail(draw_tile: DrawTile) -> None:
    """A Q whose tail is short and straight below is no O, though readers may take it for one."""
    assert is_another("O", table(tailed(draw_tile("O", "2"))), MIDDLE)


def test_a_tail_that_shows_in_the_middle(draw_tile: DrawTile) -> None:
    """Without its sides, which are those of an O, a Q whose tail is shorter still is none either."""
    assert is_another("O", table(hair_tailed(draw_tile("O", "2"))), MIDDLE)


def test_dots_on_the_ring(draw_tile: DrawTile) -> None:
    """An Ö whose dots touch its ring is no O, however little like itself it is upside down."""
    assert is_another("O", table(dotted(draw_tile("O", "2"))), MIDDLE)


def test_what_it_may_be(draw_tile: DrawTile) -> None:
    """An O that is none is as likely an O as any of the letters that are one with a mark more."""
    told = doubted("O", tailed(draw_tile("O")), UpsideDown(SWEDISH, ()))

    assert told == (Doubt(B2, (("O", 0.5), ("Q", 0.25), ("Ö", 0.25)), Why.LETTER),)


@pytest.mark.parametrize("alphabet", [SWEDISH, tuple("AIO")])
def test_what_stays(draw_tile: DrawTile, alphabet: tuple[str, ...]) -> None:
    """A round O stays, other letters are not looked at, nor where the game has no letter that an O may be."""
    told = UpsideDown(alphabet, ())

    assert doubted("O", draw_tile("O", "2"), told) == ()
    assert doubted("A", draw_tile("A", "1"), told) == ()
    assert (doubted("O", tailed(draw_tile("O")), told) == ()) == (alphabet != SWEDISH)


@pytest.mark.parametrize(("dimmest", "is_asked"), [(-0.5, True), (-0.7, False)])
def test_at_the_edge_of_a_shade(draw_tile: DrawTile, dimmest: float, *, is_asked: bool) -> None:
    """A shade's edge across a round O makes another thing of it upside down: nothing is told there."""
    told = evidence(HERE, reading={})
    told.seen.shades[HERE] = (dimmest, 0.0)

    assert (doubted("O", tailed(draw_tile("O")), UpsideDown(SWEDISH, ()), told) != ()) == is_asked


def test_a_tile_that_has_not_changed(draw_tile: DrawTile) -> None:
    """A tile is looked at again once something else lies there, however often it was the same upside down before."""
    told = UpsideDown(SWEDISH, ())

    assert [doubted("O", top, told) != () for top in (draw_tile("O"), draw_tile("O"), tailed(draw_tile("O")))] == [
        False,
        False,
        True,
    ]


def test_a_set_whose_o_is_not_round(draw_tile: DrawTile) -> None:
    """Where the household's own O, once learnt, is another thing upside down it is believed; its I is looked at."""
    window = np.pad(tailed(draw_tile("O")), ROOM, constant_values=120)
    told = UpsideDown(SWEDISH, [LearntTile("O", window)])

    assert doubted("O", tailed(draw_tile("O")), told) == ()
    assert [doubt.square for doubt in doubted("I", draw_tile("J"), told)] == [Square.parse("B2")]
