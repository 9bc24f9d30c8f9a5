"""The typefaces of this machine that can draw every letter, and which of them the network never sees."""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from PIL import ImageFont

from training.classes import LETTERS

BUNDLED = "Karla"
"""The family that draws the demo's tiles; it is kept out of training and of the held-out scores alike."""

HELD_OUT = (
    "Cantarell", "Clear Sans", "Dosis", "Gentium Plus", "PT Sans", "PT Serif", "Play", "Quicksand", "Sora",
    "URW Bookman", "Vollkorn", "Yanone Kaffeesatz",
)  # fmt: skip
"""Families the scores are measured on: thin, bold, condensed, geometric and with serifs; never trained on."""

_PER_FAMILY = 7
_LIKE = {"GentiumAlt": "Gentium Plus", "Gentium": "Gentium Plus", "Gentium Book Plus": "Gentium Plus",
         "Clear Sans Light": "Clear Sans", "Clear Sans Medium": "Clear Sans", "Tinos": "Liberation Serif",
         "PT Sans Caption": "PT Sans", "PT Sans Narrow": "PT Sans", "PT Serif Caption": "PT Serif",
         "TeX Gyre Bonum": "URW Bookman", "Quicksand Light": "Quicksand", "Quicksand Medium": "Quicksand"}  # fmt: skip
"""Cuts of one design under several names: they go the same way."""

_UNFIT = re.compile(
    r"Math|Caps|Smallcaps|Keyboard|Slant|Quot|Chorus|Mono|Code|Cursor|Dunhill|Typewriter|Handwrit|Courier|Cousine"
    r"|Hack|Unslanted|Initials|Symbol|mononoki|Comic|Klaudia|Inconsolata|Fira|ElstobD|Italic|Oblique|Junicode"
    r"|Braille|osifont|Hairline|Thin|Cupola"
)
"""No tile is printed in these: typewriters, slanted cuts, ornaments, strokes too fine to be seen."""


@dataclass(frozen=True, slots=True)
class Typeface:
    """One cut of a family, as a file and the number of the face in it."""

    family: str
    style: str
    path: str
    index: int

    def font(self, size: int) -> ImageFont.FreeTypeFont:
        """The face ready to draw at so many px an em."""
        return ImageFont.truetype(self.path, size, index=self.index)


def installed() -> list[Typeface]:
    """Upright faces of this machine that claim Polish, Swedish and German, at most seven cuts of a family."""
    pattern = ":lang=pl:lang=sv:lang=de:slant=0:variable=False"
    wanted = "%{family[0]}|%{style[0]}|%{file}|%{index}|%{weight}\n"
    command = ["fc-list", pattern, "--format", wanted]
    # Fontconfig's own program, looked up on the path, with words that stand right here.
    listed = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
    rows = sorted(set(listed.stdout.splitlines()))
    families: dict[str, list[tuple[float, Typeface]]] = defaultdict(list)
    for row in rows:
        family, style, path, index, weight = row.split("|")
        face = Typeface(family.replace("\\", ""), style, path, int(index))
        if not _UNFIT.search(f"{family} {style}") and drawable(face):
            families[_LIKE.get(face.family, face.family)].append((float(weight), face))
    return [face for cuts in families.values() for face in _spread(cuts)]


def _spread(cuts: list[tuple[float, Typeface]]) -> list[Typeface]:
    """A few cuts of a family, from its thinnest to its boldest, one a style."""
    styles = {face.style: (weight, face) for weight, face in cuts}
    ordered = [face for _, face in sorted(styles.values(), key=lambda cut: (cut[0], cut[1].style))]
    step = max(1.0, (len(ordered) - 1) / (_PER_FAMILY - 1))
    return [ordered[round(number * step)] for number in range(min(len(ordered), _PER_FAMILY))]


@cache
def drawable(face: Typeface) -> bool:
    """Whether every letter and figure has a shape of its own and none is the box that stands for a missing one."""
    try:
        font = face.font(48)
    except OSError:
        return False
    missing = bytes(font.getmask("\uffff"))
    shapes = [bytes(font.getmask(sign)) for sign in (*LETTERS, *"0123456789")]
    return missing not in shapes and all(any(shape) for shape in shapes) and len(set(shapes)) == len(shapes)


def trained_on(faces: Iterable[Typeface]) -> list[Typeface]:
    """The faces the network may learn from."""
    kept_out = {BUNDLED, *HELD_OUT}
    return [face for face in faces if _LIKE.get(face.family, face.family) not in kept_out]


def held_out(faces: Iterable[Typeface]) -> list[Typeface]:
    """The faces its scores are measured on."""
    return [face for face in faces if _LIKE.get(face.family, face.family) in HELD_OUT]


def families(faces: Sequence[Typeface]) -> dict[str, list[Typeface]]:
    """The faces by family, so that a family of many cuts counts no more than one of few."""
    grouped: dict[str, list[Typeface]] = defaultdict(list)
    for face in faces:
        grouped[_LIKE.get(face.family, face.family)].append(face)
    return dict(grouped)
