"""Tesseract as the second opinion: what the real program says."""

from __future__ import annotations

import shutil
from collections.abc import Callable

import pytest

from vision.arrays import Grey
from vision.letters.tesseract import second_opinions

DrawTile = Callable[..., Grey]

needs_tesseract = pytest.mark.skipif(
    shutil.which("tesseract") is None, reason="The program tesseract is not installed; scripts/setup installs it."
)


class TestTesseract:
    """The real program."""

    @needs_tesseract
    def test_it_reads_drawn_tiles(self, draw_tile: DrawTile) -> None:
        """Of ten well drawn tiles it reads eight at least, among them ringed and dotted letters."""
        letters = "ABEHKLRSÄÖ"

        said = second_opinions([draw_tile(letter, "2") for letter in letters], seconds=60)

        assert sum(letter == name for letter, name in zip(letters, said, strict=True)) >= 8

    @needs_tesseract
    def test_answers_keep_their_order(self, draw_tile: DrawTile) -> None:
        """A plain top among the letters has no answer and takes nobody else's."""
        said = second_opinions([draw_tile("K"), draw_tile(""), draw_tile("E")], seconds=60)

        assert said == ["K", "", "E"]

    def test_nothing_asked_nothing_said(self) -> None:
        """Without a question the program is not started."""
        assert second_opinions([]) == []

    @pytest.mark.parametrize("languages", ["klingon"])
    def test_a_language_it_has_not_is_no_answer(self, draw_tile: DrawTile, languages: str) -> None:
        """A second opinion that cannot be had is none; the game goes on."""
        assert second_opinions([draw_tile("K"), draw_tile("E")], languages) == ["", ""]
