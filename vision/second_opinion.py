"""Tesseract as an independent second opinion on single letters: one run of the program for all of them together.

Alone it is too slow and too often wrong; where it agrees with the letter reader both are seldom wrong. Each glyph is
cut out first, since a tile's rim and digit mislead it, and no whitelist is given, since that makes it worse.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytesseract

from vision.arrays import Grey

_LANGUAGES = "swe"
"""Swedish knows A to Z and the ringed and dotted letters; one language more takes as long again."""

_HEIGHT = 64
_RIM = 24
_LARGEST = 0.72
"""No letter fills more of its tile than this; the tile's own rim does."""
_SECONDS = 2.0
_CONFUSED = {"0": "O", "8": "B", "ß": "B", "|": "I", "1": "I", "5": "S", "2": "Z", "$": "S", "!": "I"}
"""What Tesseract says for these letters when it may say anything."""


def second_opinions(tops: Sequence[Grey], languages: str = _LANGUAGES, *, seconds: float = _SECONDS) -> list[str]:
    """Ask Tesseract for the letter on each tile top (grey, about one square each); "" where it has no answer in time.

    Without the Tesseract program there are no answers; doctor tells how to install it.
    """
    glyphs = [glyph(top) for top in tops]
    answers = iter(_asked([found for found in glyphs if not _is_empty(found)], languages, seconds))
    # Of an empty sheet Tesseract says E.
    return ["" if _is_empty(found) else next(answers) for found in glyphs]


def _asked(glyphs: Sequence[Grey], languages: str, seconds: float) -> list[str]:
    """Tesseract's answers, one a glyph."""
    if not glyphs:
        return []
    # Threads of its own slow Tesseract down on small pictures: 60 glyphs took 2.0 s with them and 0.5 s without.
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


def glyph(top: Grey) -> Grey:
    """The letter alone, black on white, without rim and value: (_HEIGHT + 2 rims, any width)."""
    large = cv2.resize(top, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    soft = cv2.GaussianBlur(large, (0, 0), 1.5)
    edge = large.shape[0] // 6
    face = np.ascontiguousarray(soft[edge:-edge, edge:-edge])
    split = cv2.threshold(face, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[0]
    ink = (soft > split) == (np.mean(face > split) < 0.5)
    kept = _main_parts(np.asarray(ink * 255, np.uint8))
    rows, columns = np.flatnonzero(kept.any(axis=1)), np.flatnonzero(kept.any(axis=0))
    if not len(rows):
        return np.full((_HEIGHT, _HEIGHT), 255, np.uint8)
    cut = 255 - kept[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    scale = _HEIGHT / cut.shape[0]
    sized = cv2.resize(cut, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.copyMakeBorder(sized, _RIM, _RIM, _RIM, _RIM, cv2.BORDER_CONSTANT, value=(255,)), np.uint8)


def _main_parts(ink: Grey) -> Grey:
    """The largest part near the middle, and what stands above or below it: rings, dots, strokes and tails."""
    count, labels, stats, centres = cv2.connectedComponentsWithStats(ink)
    side = np.array(ink.shape[::-1])
    inner = [
        k for k in range(1, count) if (np.abs(centres[k] / side - 0.5) < 0.3).all() and not _on_rim(stats[k], side)
    ]
    if not inner:
        return np.zeros_like(ink)
    main = max(inner, key=lambda k: int(stats[k, cv2.CC_STAT_AREA]))
    left, width = stats[main, cv2.CC_STAT_LEFT], stats[main, cv2.CC_STAT_WIDTH]
    others = [k for k in range(1, count) if k != main and not _on_rim(stats[k], side)]
    parts = [main, *(k for k in others if _belongs(stats[k], stats[main], centres[k], left, left + width))]
    return np.asarray(np.isin(labels, parts) * 255, np.uint8)


def _on_rim(part: np.ndarray, side: np.ndarray) -> bool:
    left, top, width, height = part[:4]
    touches = left <= 1 or top <= 1 or left + width >= side[0] - 1 or top + height >= side[1] - 1
    return bool(touches or max(width / side[0], height / side[1]) > _LARGEST)


def _belongs(part: np.ndarray, main: np.ndarray, centre: np.ndarray, left: int, right: int) -> bool:
    """Whether a part is a mark of the main letter: over or under it and not far, and no dust."""
    gap = max(main[1] - part[1] - part[3], part[1] - main[1] - main[3], 0)
    return bool(left <= centre[0] <= right and gap < 0.25 * main[3] and part[4] > 0.01 * main[4] and part[1] < main[1])


def _save(path: Path, picture: Grey) -> str:
    cv2.imwrite(str(path), picture)
    return str(path)


def _letter(page: str) -> str:
    said = page.strip()[:1]
    return _CONFUSED.get(said, said).upper()
