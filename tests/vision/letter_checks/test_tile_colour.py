"""A tile's colour is a witness for its letter, in games whose tiles have several."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pi_referee.rules.board.square import Square
from tests.vision.nine_squares import array_in, evidence_on
from vision.arrays import Floats
from vision.letter_checks.tile_colour import tinted
from vision.sighting import Choices, Doubt, Reading, Why
from vision.squares.evidence import Evidence
from vision.squares.findings import Findings

COLOURS = {"A": "yellow", "E": "yellow", "N": "yellow", "Ą": "red", "F": "red", "L": "green", "C": "green", "Ł": "blue"}
"""Some of Literaki's letters."""
HUES = {
    "y": (-0.4, 0.1, 0.3, 0.0), "r": (-0.2, -0.3, 0.5, -0.2), "g": (0.0, 0.3, -0.3, -0.2), "b": (0.5, -0.1, -0.4, -0.2),
    "?": (-0.25, 0.18, 0.07, 0.0), ".": (0.0, 0.0, 0.0, 0.0),
}  # fmt: skip
"""Tints of a yellow, a red, a green and a blue tile, of one between yellow and green, and of bare board."""
SIZE = 4
A1, D4 = Square.parse("A1"), Square.parse("D4")
KNOWN, KNOWN_TINTS = "E N A . L C L . F F F", "y y y . g g g . r r r"
"""Three tiles of each of three colours, from A2 on."""
SURE: Choices = (("Ą", 0.6), ("A", 0.4))


def drawn(letters: str) -> dict[Square, Reading]:
    """The sure letters of sixteen squares, row by row; a dot for none."""
    return {
        Square(*divmod(place, SIZE)): Reading(letter, 0.99)
        for place, letter in enumerate(letters.split())
        if letter != "."
    }


def told(letters: str, colours: str, *choices: Choices, e: Evidence | None = None) -> Findings:
    """The findings after the colours of sixteen tops were asked; what A1 may be, if it is in doubt."""
    found = Findings(drawn(letters), frozenset(), tuple(Doubt(A1, one, Why.LETTER) for one in choices))
    tops: Floats = np.array([HUES[sign] for sign in colours.split()])
    seen = e or evidence_on(SIZE)
    return tinted(found, replace(seen, seen=replace(seen.seen, paler=tops)), COLOURS)


def beside_known(sign: str, choices: Choices, *, e: Evidence | None = None) -> Findings:
    """The same of a doubt on A1 that looks so, where yellow, green and red tiles are known."""
    return told(f". . . . {KNOWN} .", f"{sign} . . . {KNOWN_TINTS} .", choices, e=e)


@pytest.mark.parametrize(("sign", "letter"), [("y", "A"), ("r", "Ą")])
def test_a_doubt_between_two_colours_is_settled(sign: str, letter: str) -> None:
    """An A is yellow and an Ą red, as the other yellow and red tiles on this board are."""
    found = beside_known(sign, SURE)

    assert found.doubts == ()
    assert found.board[A1].letter == letter


def test_a_colour_that_no_other_tile_shows() -> None:
    """A tile that is no yellow one is no A, though nobody has seen a red one yet."""
    found = told(". . . . E N A . L C L . . . . .", "r . . . y y y . g g g . . . . .", SURE)

    assert found.board[A1].letter == "Ą"


@pytest.mark.parametrize(
    ("sign", "choices"),
    [
        ("?", (("A", 0.6), ("L", 0.4))),
        ("y", (("A", 0.5), ("E", 0.5))),
        ("y", (("Ą", 0.96), ("A", 0.04))),
        ("y", (("A", 0.6), (".", 0.4))),
        ("y", (("A", 0.6), ("", 0.4))),
    ],
    ids=["between two colours", "two letters of the colour", "hardly read", "perhaps nothing", "perhaps a blank"],
)
def test_else_it_stays_a_doubt(sign: str, choices: Choices) -> None:
    """A colour settles nothing between two, where it leaves more than one letter, or one that nobody has read."""
    assert [doubt.square for doubt in beside_known(sign, choices).doubts] == [A1]


@pytest.mark.parametrize(
    ("letters", "colours"),
    [
        (". . . . E N A . . . . . . . . .", "r . . . y y y . . . . . . . . ."),
        (". . . . E N A . L C . . . . . .", "r . . . y y y . g g . . . . . ."),
        (". . . . E N A . L C L . F F F .", "r . . . y y y . y y y . y y y ."),
    ],
    ids=["one colour known", "two tiles of the other", "light without colours"],
)
def test_colours_that_are_not_known_tell_nothing(letters: str, colours: str) -> None:
    """Three tiles of two colours show that there are colours in this light, and which."""
    assert told(letters, colours, SURE).doubts


def test_a_letter_of_another_colour_is_asked_about() -> None:
    """What was read as an L and lies on a blue tile is a doubt, and may be any letter that is none of the others'."""
    found = told(f". . . . {KNOWN} L", f". . . . {KNOWN_TINTS} b")

    (doubt,) = found.doubts
    assert doubt.square == D4
    assert doubt.choices == (("L", 0.5), ("Ł", 0.5))
    assert D4 not in found.board


@pytest.mark.parametrize("sign", ["hand", "glare"])
def test_what_is_hidden_tells_nothing(sign: str) -> None:
    """Under a hand or a mirror a tile's colour is not its own."""
    hidden = evidence_on(SIZE)
    array_in(hidden, sign)[0] = True

    assert beside_known("r", SURE, e=hidden).doubts


def test_where_a_shade_ends_nothing_is_told() -> None:
    """Half a tile in the shade has another colour than the light tells."""
    shaded = evidence_on(SIZE)
    shaded.seen.shades[0] = (-0.6, 0.0)

    assert beside_known("r", SURE, e=shaded).doubts
