"""Tiles that lie on their side or upside down: what they show so may be another letter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from pi_referee.rules.board.square import Square
from tests.vision.nine_squares import B2, HERE, SIZE, evidence
from vision.arrays import Grey
from vision.geometry.rectify import SQUARE, Squared
from vision.letter_checks.turned_tiles import TurnedTiles
from vision.letters.classifier import Reader
from vision.letters.household_tiles import LearntTile
from vision.letters.letter_model import SIDE, Letters
from vision.sighting import Doubt, Reading, Why
from vision.squares.choices import FOREIGN, UNKNOWN
from vision.squares.findings import Findings

DrawTile = Callable[..., Grey]
READER = Reader(Letters(), tuple("ACMNOPSUVWZ"))


def told(top: Grey, found: Findings, checks: TurnedTiles | None = None) -> Findings:
    """What is told where such a tile's top lies on the middle one of nine squares."""
    pixels = np.full(((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3), 120, np.uint8)
    start = 2 * SQUARE - 2
    pixels[start : start + 36, start : start + 36] = top[..., None]
    seen = replace(evidence(HERE, reading={}), read_from=Squared(pixels, SIZE))
    return (checks or TurnedTiles(READER, ())).doubt(found, seen)


def sure(letter: str) -> Findings:
    """This letter was read for sure."""
    return Findings({B2: Reading(letter, 0.999)}, frozenset(), ())


@pytest.mark.parametrize(
    ("letter", "value", "quarters", "read"),
    [("N", "1", 1, "Z"), ("Z", "8", 3, "N"), ("W", "4", 2, "M"), ("U", "1", 3, "C"), ("A", "1", 1, "")],
)
def test_a_turned_tile_is_asked_about(draw_tile: DrawTile, letter: str, value: str, quarters: int, read: str) -> None:
    """What was read on a tile that lies on its side or upside down is in doubt, with what it is upright."""
    (doubt,) = told(np.rot90(draw_tile(letter, value), quarters), sure(read)).doubts

    assert doubt.why is Why.TURNED
    assert {letter, read} <= set(dict(doubt.choices))


def test_what_plainly_lies_turned(draw_tile: DrawTile) -> None:
    """What it is upright comes first."""
    (doubt,) = told(np.rot90(draw_tile("N", "1")), sure("Z")).doubts

    assert doubt.choices[0][0] == "N"


@pytest.mark.parametrize(("letter", "value"), [("N", "1"), ("Z", "8"), ("W", "4"), ("M", "2"), ("C", "8"), ("", "")])
def test_a_tile_that_lies_as_others_do(draw_tile: DrawTile, letter: str, value: str) -> None:
    """A letter that stands upright is believed, and a blank, of which nothing tells how it lies."""
    assert told(draw_tile(letter or "I", value, ink=225) if not letter else draw_tile(letter, value), sure(letter)) == (
        sure(letter)
    )


@pytest.mark.parametrize(("letter", "value"), [("O", "1"), ("S", "1"), ("N", "1"), ("Z", "8")])
def test_a_letter_that_is_the_same_upside_down(draw_tile: DrawTile, letter: str, value: str) -> None:
    """It is believed however it lies: nothing else can be meant."""
    assert told(np.rot90(draw_tile(letter, value), 2), sure(letter)) == sure(letter)


@pytest.mark.parametrize("choices", [FOREIGN, UNKNOWN])
def test_what_is_unknown_is_asked_with_its_letter(draw_tile: DrawTile, choices: tuple[tuple[str, float], ...]) -> None:
    """A tile on its side that is no letter so is asked about as the letter it is, not as a blank or nothing."""
    unknown = Findings({}, frozenset(), (Doubt(B2, choices, Why.FOREIGN_LETTER),))

    (doubt,) = told(np.rot90(draw_tile("P", "3")), unknown).doubts

    assert (doubt.why, doubt.choices[0][0]) == (Why.TURNED, "P")


@pytest.mark.parametrize("why", [Why.HAND, Why.MIRROR])
def test_what_is_hidden_is_not_looked_at(draw_tile: DrawTile, why: Why) -> None:
    """Where something hides a part of a tile what is seen does not tell how it lies."""
    hidden = Findings({}, frozenset(), (Doubt(B2, FOREIGN, why),))

    assert told(np.rot90(draw_tile("P", "3")), hidden) == hidden


def among(tops: dict[str, Grey], read: str, checks: TurnedTiles) -> dict[str, str]:
    """What most likely lies on those squares that are in doubt; read: what was read on each, for sure."""
    pixels = np.full(((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3), 120, np.uint8)
    squares = [Square.parse(name) for name in tops]
    for square, top in zip(squares, tops.values(), strict=True):
        down, right = ((place + 1) * SQUARE - 2 for place in square)
        pixels[down : down + 36, right : right + 36] = top[..., None]
    board = {square: Reading(letter, 0.999) for square, letter in zip(squares, read, strict=True)}
    seen = replace(evidence(HERE, reading={}), read_from=Squared(pixels, SIZE))
    return {str(doubt.square): doubt.likeliest for doubt in checks.doubt(Findings(board, frozenset(), ()), seen).doubts}


def test_beside_turned_tiles_others_are_asked_about(draw_tile: DrawTile) -> None:
    """A V upside down is an A for sure: beside two tiles that plainly lie so it is asked about, an upright U is not.

    So it is where it lay there before the two.
    """
    alone = {"A3": np.rot90(draw_tile("V", ""), 2), "C3": draw_tile("U", "1")}
    together = {**alone, "A1": np.rot90(draw_tile("W", "4"), 2), "C1": np.rot90(draw_tile("P", "3"), 2)}
    checks, asked = TurnedTiles(READER, ()), {"A1": "W", "C1": "P", "A3": "V"}

    assert among(together, "AUMS", TurnedTiles(READER, ())) == asked
    assert among(alone, "AU", checks) == {}
    assert among(together, "AUMS", checks) == asked


def test_a_household_s_own_letter_that_seems_to_lie_otherwise(draw_tile: DrawTile) -> None:
    """Where a lesson's tile itself seems to lie on its side nothing tells how another one of that letter lies."""
    window = np.full((SIDE, SIDE), 120, np.uint8)
    room = (SIDE - 36) // 2
    window[room:-room, room:-room] = np.rot90(draw_tile("N", "1"))

    assert told(np.rot90(draw_tile("N", "1")), sure("Z"), TurnedTiles(READER, [LearntTile("Z", window)])) == sure("Z")


def test_what_is_asked_is_asked_again(draw_tile: DrawTile) -> None:
    """A doubt lasts as long as the tile lies so; what lies upright is not looked at twice, till it changes."""
    checks, turned = TurnedTiles(READER, ()), np.rot90(draw_tile("N", "1"))

    assert told(turned, sure("Z"), checks).doubts == told(turned, sure("Z"), checks).doubts != ()
    assert told(draw_tile("N", "1"), sure("N"), checks).doubts == ()
    assert told(turned, sure("Z"), checks).doubts != ()
