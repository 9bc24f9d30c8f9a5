"""Letters in strong light are sure where the tile's value, which light takes first, still shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from pi_referee.rules.board.square import Square
from tests.vision.nine_squares import B2, HERE, LETTERS, SIZE, TILE, evidence
from vision.arrays import Colour, Grey
from vision.geometry.rectify import SQUARE, Squared
from vision.letters.classifier import Reader
from vision.letters.letter_model import Letters
from vision.overexposed.reread import Legible, legible
from vision.render import Light
from vision.sighting import Doubt, Reading, Why
from vision.squares.choices import UNKNOWN
from vision.squares.evidence import Evidence
from vision.squares.first_verdict import Box, Findings, judge

if TYPE_CHECKING:
    from tests.vision.conftest import Looked, Scene

LIGHT = Box("light", 2, 2)
FADED = {**TILE, "faded": True, "contrast": 0.15}
"""A tile whose top is at the end of the scale, and whose letter is pale."""
WHITE, INK = 255, 120
LEFT_AND_RIGHT = (3, 5)
"""The squares beside the middle one."""

DrawTile = Callable[..., Grey]


@pytest.fixture
def bright(draw_tile: DrawTile) -> DrawTile:
    """Draw a tile whose top and all around it are at the end of the scale."""
    return partial(draw_tile, top=WHITE, around=WHITE)


@pytest.fixture(scope="module")
def reader() -> Reader:
    """The first reader, for the three letters."""
    return Reader(Letters(), LETTERS)


def board(tiles: Mapping[int, Grey]) -> Squared:
    """Nine white squares with these tiles on them."""
    pixels: Colour = np.full(((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3), WHITE, np.uint8)
    for index, top in tiles.items():
        row, column = divmod(index, SIZE)
        down, right = (row + 1) * SQUARE, (column + 1) * SQUARE
        rim = (len(top) - SQUARE) // 2
        pixels[down : down + SQUARE, right : right + SQUARE] = top[rim:-rim, rim:-rim, None]
    return Squared(pixels, SIZE)


def doubted(e: Evidence) -> Findings:
    """What is found in strong light: doubts."""
    return judge(e, LETTERS, SIZE, LIGHT)


def told(
    reader: Reader, top: Grey, letter: str = "A", *, box: Box = LIGHT, **looks: float | bool
) -> dict[Square, tuple[str, float]] | None:
    """The letters told on a board with one tile, and how sure another reader must be of each."""
    e = evidence(HERE, reading={letter: 0.999}, **{**FADED, **looks})
    seen = legible(doubted(e), e, board({HERE: top}), reader, box)
    return None if seen is None else {square: (one.reading.letter, one.needs) for square, one in seen.letters.items()}


def stem(bright: DrawTile, ink: int = INK, **others: str) -> bool:
    """Whether an I is told beside sure tiles with these letters, printed so dark."""
    alphabet, names = ("I", "T", "L"), dict(zip((HERE, *LEFT_AND_RIGHT), ("I", *others.values()), strict=True))
    places = {place: letter for place, letter in names.items() if letter}
    tiles = {place: bright(letter, "4", ink=INK if letter == "I" else ink) for place, letter in places.items()}
    e = evidence(*tiles, reading={"A": 0.998}, **FADED)
    e.shares.letters[:] = [[float(letter == name) for letter in alphabet] for name in places.values()]
    sure = {Square(*divmod(place, SIZE)): Reading(name, 0.999) for place, name in places.items() if place != HERE}
    found = Findings(sure, frozenset(), (Doubt(B2, (("I", 0.5), ("", 0.25)), Why.LETTER),))
    told = legible(found, e, board(tiles), Reader(Letters(), alphabet), LIGHT)
    return told is not None and bool(told.letters)


def sloped(top: Grey) -> Grey:
    """A tile under a lamp that takes three fifths of the ink's depth at its upper edge, and none at its lower."""
    left = np.linspace(0.4, 1.0, len(top))[:, None]
    return np.asarray(WHITE - left * (WHITE - top.astype(float)), np.uint8)


class TestLetters:
    """A letter in doubt for strong light alone."""

    @pytest.mark.parametrize(("letter", "needs"), [("A", 0.9), ("Å", 0.996), ("B", 0.94)])
    def test_it_is_told_where_its_value_shows(
        self, reader: Reader, bright: DrawTile, letter: str, needs: float
    ) -> None:
        """Whatever mark or stroke another letter has more is larger than the value, and would show, too."""
        assert told(reader, bright(letter, "4", ink=INK), letter) == {B2: (letter, needs)}

    def test_it_stays_in_doubt_where_no_value_shows(self, reader: Reader, bright: DrawTile) -> None:
        """Light that has taken the value may have taken the ring of an Å."""
        assert told(reader, bright("A", ink=INK)) == {}

    def test_it_stays_in_doubt_where_something_stands_above_it(self, reader: Reader, bright: DrawTile) -> None:
        """What is left of a ring, be it ever so little."""
        top = bright("A", "1", ink=INK).copy()
        cv2.circle(top, (18, 7), 2, (WHITE - 12,), 1)

        assert told(reader, top) == {}

    def test_it_stays_in_doubt_on_an_uneven_top(self, reader: Reader, bright: DrawTile) -> None:
        """Where a wavy top shows as much above a B as its value is deep, that may be no value."""
        top = bright("B", "3", ink=INK).copy()
        top[5:7, 12:24] = np.minimum(top[5:7, 12:24], WHITE - 40)

        assert told(reader, top, "B") == {}

    def test_it_stays_in_doubt_where_its_ink_is_pale(self, reader: Reader, bright: DrawTile) -> None:
        """A thin face's dots are paler than a value of that ink."""
        assert told(reader, bright("A", "4", ink=WHITE - 70)) == {}

    @pytest.mark.parametrize(("ink", "is_told"), [(INK - 60, True), (INK - 40, False)])
    def test_on_a_slope_of_light(self, reader: Reader, bright: DrawTile, ink: int, *, is_told: bool) -> None:
        """Ink paler above than below tells that a mark may be gone there, unless it is deep above, too."""
        assert (told(reader, sloped(bright("A", "4", ink=ink))) == {B2: ("A", 0.9)}) is is_told

    def test_a_stem_is_left_of_many_a_letter(self, bright: DrawTile) -> None:
        """The thin bar of a T is gone before its value: an I stays in doubt, whatever shows."""
        assert not stem(bright, T="", L="")

    def test_a_stem_is_an_i_where_bars_show(self, bright: DrawTile) -> None:
        """Light that has left a T and an L their bars would have left them here, too."""
        assert stem(bright, T="T", L="L")
        assert not stem(bright, T="T", L="")
        assert not stem(bright, T="", L="L")

    def test_bars_in_less_light_tell_nothing(self, bright: DrawTile) -> None:
        """Where light is weaker a bar shows that would be gone here."""
        assert not stem(bright, T="T", L="L", ink=INK - 60)

    def test_a_letter_that_was_hardly_read_is_looked_at_again(self, reader: Reader, bright: DrawTile) -> None:
        """Nobody could say what lies there, and the reader perhaps saw a B: it is one."""
        e = evidence(HERE, reading={"B": 0.3, "none": 0.7}, **{**FADED, "washed": True})
        found = Findings({}, frozenset(), (Doubt(B2, UNKNOWN, Why.LETTER),))
        seen = legible(found, e, board({HERE: bright("B", "4", ink=INK)}), reader, LIGHT)

        assert seen is not None
        assert [one.reading.letter for one in seen.letters.values()] == ["B"]

    def test_it_must_be_what_was_seen_before(self, reader: Reader, bright: DrawTile) -> None:
        """The household's own tiles may have made another letter likelier: nobody overrules that here."""
        assert told(reader, bright("B", "4", ink=INK), "A") == {}

    def test_what_a_mirror_hides_is_no_matter_of_values(self, reader: Reader, bright: DrawTile) -> None:
        """There light lies over the tile, more here and less there."""
        assert told(reader, bright("A", "4", ink=INK), glare=True) is None

    def test_nothing_is_told_under_a_hand_or_of_dark_tiles(self, reader: Reader, bright: DrawTile) -> None:
        """A hand may hide what stands above a letter; dark tiles have letters that are whiter than white."""
        top = bright("A", "4", ink=INK)

        assert told(reader, top, hand=True) is None
        assert told(reader, top, box=Box("dark", 2, 2)) is None


class TestPlainTiles:
    """A square in doubt that shows nothing, in strong light."""

    @pytest.mark.parametrize(
        ("value", "beside", "coloured", "is_plain"),
        [("3", 2, False, True), ("", 2, False, False), ("3", 1, False, False), ("3", 2, True, False)],
    )
    def test_it_has_no_letter_where_values_show_beside_it(
        self, reader: Reader, bright: DrawTile, value: str, beside: int, *, coloured: bool, is_plain: bool
    ) -> None:
        """A letter's strokes would show where two values do; among tiles of many colours its rim tells nothing."""
        e = evidence(*LEFT_AND_RIGHT, reading={"B": 0.999}, **TILE)
        e.at_end[HERE] = True
        sure = {Square(1, column): Reading("B", 0.99) for column in (0, 2)[:beside]}
        found = Findings(sure, frozenset(), (Doubt(B2, UNKNOWN, Why.LETTER),))
        letter = bright("B", value, ink=INK)
        tiles = {**dict.fromkeys(LEFT_AND_RIGHT, letter), HERE: bright("")}

        seen = legible(found, e, board(tiles), reader, replace(LIGHT, coloured=coloured))

        assert isinstance(seen, Legible)
        assert seen.plain == ({B2} if is_plain else set())

    def test_what_shows_something_is_none(self, reader: Reader, bright: DrawTile) -> None:
        """A letter of which little is left is a letter."""
        e = evidence(*LEFT_AND_RIGHT, reading={"B": 0.999}, **TILE)
        e.at_end[HERE] = True
        found = Findings(
            {Square(1, column): Reading("B", 0.99) for column in (0, 2)}, frozenset(), (Doubt(B2, UNKNOWN, Why.LETTER),)
        )
        letter = bright("B", "3", ink=INK)
        tiles = {**dict.fromkeys(LEFT_AND_RIGHT, letter), HERE: bright("I", ink=WHITE - 15)}

        seen = legible(found, e, board(tiles), reader, LIGHT)

        assert isinstance(seen, Legible)
        assert not seen.plain


@pytest.mark.parametrize("brightness", [1.4, 1.5])
def test_letters_in_strong_light_need_not_be_asked_about(
    looked: Callable[[Scene], Looked], scenes: Mapping[str, Scene], brightness: float
) -> None:
    """Before values were looked at two of the As there were doubts, since each may be an Å."""
    scene = scenes["from above"]
    view = replace(scene.view, width=1640, height=1230, grain=0.0, light=Light(brightness=brightness))
    seen = looked(replace(scene, view=view))

    assert not any(name.isalpha() for doubt in seen.sighting.doubts for name, _ in doubt.choices)
    assert not seen.wrong
