"""Windows of letters on cards of drawn tables, cut out as the eye does it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from training.bank import Windows
from training.cards.close.seen_tables import draw_seen, seen_letters
from training.drawn.typeface_choice import Typeface
from training.drawn_files import drawn_once


def draw_card_windows(folder: Path, seen: Path, faces: list[Typeface], number: int) -> None:
    """Draw the file of that number, unless it is there; its tables are kept in the folder `seen`; offsets are 0."""
    drawn_once(folder, number, lambda: _drawn(seen, faces, number)._asdict())


def _drawn(seen: Path, faces: list[Typeface], number: int) -> Windows:
    draw_seen(seen, faces, number)
    letters, shown = seen_letters(seen, number)
    return Windows(letters, shown, np.zeros((len(shown), 2), np.float32))
