"""How a maker's board and tiles look: drawn at random, and otherwise than the project's renderer draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.sighting import Edition

Colour = tuple[float, float, float]
"""Red, green, blue as they are shown, 0 to 255."""

_PALE: Sequence[Colour] = ((238, 230, 208), (226, 200, 152), (214, 176, 120), (244, 240, 232), (232, 218, 176))
_DARK: Sequence[Colour] = ((42, 42, 48), (58, 44, 38), (36, 48, 44), (52, 52, 60))
_TINTS: Mapping[str, Colour] = {
    "yellow": (238, 206, 84), "green": (122, 186, 104), "blue": (108, 156, 212), "red": (218, 104, 90),
    "white": (240, 238, 232),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Maker:
    """What a set's maker chose.

    top, ink, stop: a tile's colours; tints: those of a game whose tiles have several. cap, value: how high a letter
    and its value are, as shares of the tile. side, thick, round: a tile's measures in squares. rough, dull: how dull
    tiles and board are, 0.05 to 0.5. line: the grid's width in squares, 0 for none; lined: its colour. plain: of plain
    squares, None for the layout's own. grain: how strong the grain of the tiles' wood is.
    """

    typeface: Path
    top: Colour
    ink: Colour
    stop: Colour
    tints: Mapping[str, Colour]
    cap: float
    value: float
    side: float
    thick: float
    round: float
    rough: float
    line: float
    lined: Colour
    plain: Colour | None
    dull: float
    grain: float


def draw_maker(chance: np.random.Generator, edition: Edition, faces: Sequence[Path]) -> Maker:
    """Draw a maker of an edition's set."""
    is_dark = edition == "dark"
    top = _near(chance, (_DARK if is_dark else _PALE)[int(chance.integers(4))], 8)
    pale_line = bool(chance.random() < 0.7)
    return Maker(
        typeface=faces[int(chance.integers(len(faces)))],
        top=top,
        ink=_near(chance, (238, 236, 226) if is_dark else (34, 32, 32), 12),
        stop=_near(chance, (238, 236, 230) if is_dark else (34, 34, 38), 6),
        tints={name: _near(chance, tint, 12) for name, tint in _TINTS.items()},
        cap=float(chance.uniform(0.44, 0.66)),
        value=float(chance.uniform(0.12, 0.2)),
        side=float(chance.uniform(0.88, 0.95)),
        thick=float(chance.uniform(0.16, 0.28)),
        round=float(chance.uniform(0.03, 0.09)),
        rough=float(chance.uniform(0.12, 0.45)),
        line=float(chance.choice([0.0, 0.02, 0.04, 0.06])),
        lined=_near(chance, (246, 242, 234) if pale_line else (60, 60, 62), 8),
        plain=_near(chance, (78, 78, 86), 8) if is_dark else None,
        dull=float(chance.uniform(0.18, 0.5)),
        grain=float(chance.choice([0.0, 0.0, 0.3, 0.6])) if not is_dark else 0.0,
    )


def _near(chance: np.random.Generator, colour: Colour, stray: float) -> Colour:
    red, green, blue = (float(np.clip(part + chance.uniform(-stray, stray), 0, 255)) for part in colour)
    return red, green, blue
