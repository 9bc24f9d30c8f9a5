"""Asks Tesseract for an independent second opinion on single letters, in one run of the program for all of them.

Alone it is too slow and too often wrong; where it agrees with the letter reader both are seldom wrong. Each glyph is
cut out first, since a tile's edge and value mislead it, and no whitelist is given, which would make it worse.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import cv2
import pytesseract

from vision.arrays import Grey
from vision.letters.glyph_shape import glyph

_LANGUAGES = "swe"
"""Swedish has A to Z and the letters with a ring or dots; each further language takes as long again."""

_SECONDS = 2.0
"""Time limit of one run."""

_CONFUSED = {"0": "O", "8": "B", "ß": "B", "|": "I", "1": "I", "5": "S", "2": "Z", "$": "S", "!": "I"}
"""Tesseract's answers that are no letters of tiles, and the letters that it means."""


UNHURRIED = 60.0
"""Time limit in seconds where nobody waits for the answer: a look must tell the same on a loaded machine."""


def second_opinions(tops: Sequence[Grey], languages: str = _LANGUAGES, *, seconds: float = _SECONDS) -> list[str]:
    """Ask Tesseract for the letter on each tile top (grey, about one square each); "" where it has no answer in time.

    Without the Tesseract program there are no answers; `doctor` says how to install it.
    """
    glyphs = [glyph(top) for top in tops]
    answers = iter(_asked([found for found in glyphs if not _is_empty(found)], languages, seconds))
    # Of an empty sheet Tesseract answers E.
    return ["" if _is_empty(found) else next(answers) for found in glyphs]


def _asked(glyphs: Sequence[Grey], languages: str, seconds: float) -> list[str]:
    """Tesseract's answers, one for each glyph."""
    if not glyphs:
        return []
    # Its own threads slow Tesseract down on small pictures: 60 glyphs took 2.0 s with them and 0.5 s without.
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")
    with tempfile.TemporaryDirectory() as folder:
        names = [_save(Path(folder) / f"{number}.png", one) for number, one in enumerate(glyphs)]
        listing = Path(folder) / "glyphs.txt"
        listing.write_text("\n".join(names) + "\n", encoding="utf-8")
        try:
            said = pytesseract.image_to_string(str(listing), lang=languages, config="--psm 10", timeout=seconds)
        except (pytesseract.TesseractError, pytesseract.TesseractNotFoundError, RuntimeError):
            return [""] * len(glyphs)
    pages = [_letter(page) for page in said.split("\f")]
    return (pages + [""] * len(glyphs))[: len(glyphs)]


def _is_empty(found: Grey) -> bool:
    return bool(found.min() == 255)


def _save(path: Path, picture: Grey) -> str:
    cv2.imwrite(str(path), picture)
    return str(path)


def _letter(page: str) -> str:
    said = page.strip()[:1]
    return _CONFUSED.get(said, said).upper()
