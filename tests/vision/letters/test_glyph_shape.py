"""The glyph cut out of a tile's top: the letter alone."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.arrays import Grey
from vision.letters.glyph_shape import glyph

DrawTile = Callable[..., Grey]


def parts(picture: Grey) -> int:
    """How many separate dark things a picture shows, dust left out."""
    stats = cv2.connectedComponentsWithStats(np.asarray(picture < 128, np.uint8))[2]
    return int((stats[1:, cv2.CC_STAT_AREA] > 20).sum())


class TestTheGlyph:
    """What is cut out of a tile's top."""

    @pytest.mark.parametrize(("ink", "top", "around"), [(30, 225, 120), (235, 60, 130), (30, 225, 200)])
    def test_it_is_black_on_white_whatever_the_draw_tile(
        self, draw_tile: DrawTile, ink: int, top: int, around: int
    ) -> None:
        """Dark letters on ivory and pale ones on dark tiles look alike to the reader: white all round."""
        cut = glyph(draw_tile("R", "1", ink=ink, top=top, around=around))

        edge = np.concatenate([cut[0], cut[-1], cut[:, 0], cut[:, -1]])
        assert edge.min() == 255
        assert 0.1 < (cut < 128).mean() < 0.6

    @pytest.mark.parametrize("letter", list("ABEKMS"))
    def test_rim_and_value_are_cut_away(self, draw_tile: DrawTile, letter: str) -> None:
        """Of rim, value and letter the letter alone is left: the same glyph as without a value."""
        with_value, without = glyph(draw_tile(letter, "8")), glyph(draw_tile(letter))

        assert parts(with_value) == 1
        assert with_value.shape[0] == without.shape[0]
        assert abs(with_value.shape[1] - without.shape[1]) <= 3

    @pytest.mark.parametrize(("letter", "marks"), [("Å", 2), ("Ä", 3), ("Ö", 3), ("O", 1)])
    def test_rings_and_dots_stay(self, draw_tile: DrawTile, letter: str, marks: int) -> None:
        """What stands over a letter belongs to it: Å is no A, Ö no O."""
        assert 1 < parts(glyph(draw_tile(letter, "4"))) <= marks or marks == 1

    def test_all_glyphs_are_as_high(self, draw_tile: DrawTile) -> None:
        """High or flat, near or far: each glyph is as high as the others."""
        heights = {glyph(draw_tile(letter)).shape[0] for letter in "AIMÖ"}

        assert len(heights) == 1

    def test_a_plain_top_has_none(self, draw_tile: DrawTile) -> None:
        """Where there is no letter the reader is shown a white sheet."""
        assert (glyph(draw_tile("")) == 255).all()
        assert (glyph(np.full((36, 36), 200, np.uint8)) == 255).all()
