"""Tesseract as the second opinion: what it is shown, and what the real program says."""

from __future__ import annotations

import shutil

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from vision.arrays import Grey
from vision.render.view import BUNDLED
from vision.second_opinion import glyph, second_opinions

needs_tesseract = pytest.mark.skipif(
    shutil.which("tesseract") is None, reason="The program tesseract is not installed; scripts/setup installs it."
)
SIDE = 36


def tile(letter: str, value: str = "", *, ink: int = 30, top: int = 225, around: int = 120) -> Grey:
    """A tile's top with its rim: the letter in its middle, its value at the lower right."""
    # Drawn four times as large, so that edges come out soft.
    sheet = Image.new("L", (4 * SIDE, 4 * SIDE), around)
    draw = ImageDraw.Draw(sheet)
    draw.rounded_rectangle((9, 9, 4 * SIDE - 9, 4 * SIDE - 9), radius=10, fill=top, outline=(top + around) // 2)
    draw.text((2 * SIDE, 2 * SIDE), letter, fill=ink, font=ImageFont.truetype(BUNDLED, 88), anchor="mm")
    draw.text((3.35 * SIDE, 3.35 * SIDE), value, fill=ink, font=ImageFont.truetype(BUNDLED, 28), anchor="mm")
    return np.asarray(sheet.resize((SIDE, SIDE), Image.Resampling.BOX), np.uint8)


def parts(picture: Grey) -> int:
    """How many separate dark things a picture shows, dust left out."""
    stats = cv2.connectedComponentsWithStats(np.asarray(picture < 128, np.uint8))[2]
    return int((stats[1:, cv2.CC_STAT_AREA] > 20).sum())


class TestTheGlyph:
    """What is cut out of a tile's top."""

    @pytest.mark.parametrize(("ink", "top", "around"), [(30, 225, 120), (235, 60, 130), (30, 225, 200)])
    def test_it_is_black_on_white_whatever_the_tile(self, ink: int, top: int, around: int) -> None:
        """Dark letters on ivory and pale ones on dark tiles look alike to the reader: white all round."""
        cut = glyph(tile("R", "1", ink=ink, top=top, around=around))

        edge = np.concatenate([cut[0], cut[-1], cut[:, 0], cut[:, -1]])
        assert edge.min() == 255
        assert 0.1 < (cut < 128).mean() < 0.6

    @pytest.mark.parametrize("letter", list("ABEKMS"))
    def test_rim_and_value_are_cut_away(self, letter: str) -> None:
        """Of rim, value and letter the letter alone is left: the same glyph as without a value."""
        with_value, without = glyph(tile(letter, "8")), glyph(tile(letter))

        assert parts(with_value) == 1
        assert with_value.shape[0] == without.shape[0]
        assert abs(with_value.shape[1] - without.shape[1]) <= 3

    @pytest.mark.parametrize(("letter", "marks"), [("Å", 2), ("Ä", 3), ("Ö", 3), ("O", 1)])
    def test_rings_and_dots_stay(self, letter: str, marks: int) -> None:
        """What stands over a letter belongs to it: Å is no A, Ö no O."""
        assert 1 < parts(glyph(tile(letter, "4"))) <= marks or marks == 1

    def test_all_glyphs_are_as_high(self) -> None:
        """High or flat, near or far: each glyph is as high as the others."""
        heights = {glyph(tile(letter)).shape[0] for letter in "AIMÖ"}

        assert len(heights) == 1

    @pytest.mark.parametrize("top", [np.full((SIDE, SIDE), 200, np.uint8), tile("")])
    def test_a_plain_top_has_none(self, top: Grey) -> None:
        """Where there is no letter the reader is shown a white sheet."""
        assert (glyph(top) == 255).all()


class TestTesseract:
    """The real program."""

    @needs_tesseract
    def test_it_reads_drawn_tiles(self) -> None:
        """Of ten well drawn tiles it reads eight at least, among them ringed and dotted letters."""
        letters = "ABEHKLRSÄÖ"

        said = second_opinions([tile(letter, "2") for letter in letters], seconds=60)

        assert sum(letter == name for letter, name in zip(letters, said, strict=True)) >= 8

    @needs_tesseract
    def test_answers_keep_their_order(self) -> None:
        """A plain top among the letters has no answer and takes nobody else's."""
        said = second_opinions([tile("K"), tile(""), tile("E")], seconds=60)

        assert said == ["K", "", "E"]

    def test_nothing_asked_nothing_said(self) -> None:
        """Without a question the program is not started."""
        assert second_opinions([]) == []

    @pytest.mark.parametrize("languages", ["klingon"])
    def test_a_language_it_has_not_is_no_answer(self, languages: str) -> None:
        """A second opinion that cannot be had is none; the game goes on."""
        assert second_opinions([tile("K"), tile("E")], languages) == ["", ""]
