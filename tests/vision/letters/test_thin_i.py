"""The bar of a thin I: a witness where the reader wavers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from vision.arrays import Grey
from vision.letters.classifier import Shares
from vision.letters.thin_i import is_bar, with_bars

DrawTile = Callable[..., Grey]
ALPHABET = ("H", "I", "J")
MIDDLE = np.array([[40.0, 40.0]])


def shares(i: float, j: float, sign: float) -> Shares:
    """One square that may be an I, a J or a sign; the rest of certainty is for an H."""
    letters = np.array([[1 - i - j - sign, i, j]])
    nought = np.zeros(1)
    return Shares(letters, nought, nought, np.array([sign]), nought, np.zeros((1, 2)))


def table(top: Grey) -> Grey:
    """A grey table with a tile's top in the middle of its 80 px."""
    sheet = np.full((80, 80), 120, np.uint8)
    sheet[22:58, 22:58] = top
    return sheet


class TestTheBar:
    """What is one, and what is none."""

    @pytest.mark.parametrize(("ink", "face", "around"), [(30, 225, 120), (235, 60, 130), (120, 200, 140)])
    @pytest.mark.parametrize("value", ["", "1", "10"])
    def test_an_i_is_one(self, draw_tile: DrawTile, ink: int, face: int, around: int, value: str) -> None:
        """An I is one, on any tile, whatever its value."""
        assert is_bar(draw_tile("I", value, ink=ink, top=face, around=around))

    def test_a_lamp_from_the_side_makes_no_difference(self, draw_tile: DrawTile) -> None:
        """A light that falls off across the tile is no ink."""
        fall = np.linspace(0, 90, 36)

        assert is_bar((draw_tile("I", "1", ink=90, top=40, around=60) + fall).astype(np.uint8))
        assert not is_bar((draw_tile("L", "1", ink=90, top=40, around=60) + fall).astype(np.uint8))

    @pytest.mark.parametrize("letter", [*"ABCDEFGHJKLMNOPQRSTUVWXYZÅÄÖŁ", ""])
    def test_nothing_else_is(self, draw_tile: DrawTile, letter: str) -> None:
        """No other letter is one, nor a blank, though its value should show a 1."""
        assert not is_bar(draw_tile(letter, "1"))


class TestTheWitness:
    """What becomes of the reader's shares."""

    def test_a_wavering_reader_is_told(self, draw_tile: DrawTile) -> None:
        """Where the reader says I or joker, the bar speaks for the I; the shares stay shares."""
        told = with_bars(shares(0.4, 0.1, 0.5), ALPHABET, MIDDLE, table(draw_tile("I", "1")))

        assert told.letters[0, 1] > 0.95
        assert told.letters.sum() + told.sign.sum() == pytest.approx(1)
        assert told.letters[0, 2] / told.sign[0] == pytest.approx(0.1 / 0.5)

    @pytest.mark.parametrize("letter", ["J", "H", ""])
    def test_without_a_bar_nothing_changes(self, draw_tile: DrawTile, letter: str) -> None:
        """No bar is no witness against an I: some have feet."""
        asked = shares(0.4, 0.1, 0.5)

        assert with_bars(asked, ALPHABET, MIDDLE, table(draw_tile(letter, "1"))) is asked

    def test_it_does_not_overrule(self, draw_tile: DrawTile) -> None:
        """What the reader does not take for an I at all becomes none by a bar."""
        asked = shares(0.1, 0.1, 0.7)

        assert with_bars(asked, ALPHABET, MIDDLE, table(draw_tile("I"))) is asked

    def test_a_game_without_an_i_has_no_bars(self, draw_tile: DrawTile) -> None:
        """Where no letter is an I nothing is looked for."""
        asked = shares(0.4, 0.1, 0.5)

        assert with_bars(asked, ("H", "K", "J"), MIDDLE, table(draw_tile("I"))) is asked
