"""What free cells beside the words showed in the last look, for those in which the picture is still the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Floats
from vision.cards.card_frames import Frames

LIKE = 12.0
"""Grey levels by which no patch of a cell may differ, lest it be looked at again.

Of 75 cells of drawn tables 99 in 100 differed by less in other grain; where a card was laid, each by 33 and more.
"""

_PATCH = (3, 3)
"""Px of such a patch in the reduced picture of a cell."""

_HIGH = 40
"""The least height of a card in px in that picture."""

_ROUND = 1.3
"""How much of the table is compared, in sizes of a card: a card that lies crooked in the cell reaches no farther."""

_Ground = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class _Cell:
    """A cell as the picture showed it, and how much it looked as if a card lay there."""

    ground: _Ground
    share: float


class CellsBefore:
    """The free cells of this look and of the last one, by where they lie."""

    def __init__(self) -> None:
        """Begin with none."""
        self._before: dict[bytes, _Cell] = {}
        self._now: dict[bytes, _Cell] = {}

    def told(self, picture: Colour, places: Frames, read: Callable[[Frames], Floats]) -> Floats:
        """How much each place looks as if a card lay there, (k,); read: tells it of those that are new or changed."""
        keys = [corners.tobytes() for corners in np.rint(places.corners).astype(np.int32)]
        grounds = [
            _ground(picture, corners, high) for corners, high in zip(places.corners, places.heights, strict=True)
        ]
        known = [self._same(key, ground) for key, ground in zip(keys, grounds, strict=True)]
        new = np.array([cell is None for cell in known], bool)
        shares = iter(read(places.only(new)).tolist() if new.any() else ())
        cells = [cell or _Cell(ground, next(shares)) for cell, ground in zip(known, grounds, strict=True)]
        self._now |= zip(keys, cells, strict=True)
        return np.array([cell.share for cell in cells])

    def _same(self, key: bytes, ground: _Ground) -> _Cell | None:
        """The cell as it was told, in this look or in the last one, if the picture shows it still."""
        cell = self._now.get(key) or self._before.get(key)
        if cell is None or cell.ground.shape != ground.shape:
            return None
        return cell if np.abs(cv2.blur(ground - cell.ground, _PATCH)).max() < LIKE else None

    def next_look(self, *, is_fresh: bool) -> None:
        """Forget the cells of the look before the one that ends here; is_fresh: all."""
        self._before, self._now = {} if is_fresh else self._now, {}


def _ground(picture: Colour, corners: Floats, high: float) -> _Ground:
    """The part of the picture round a cell, reduced by a whole number."""
    middle = corners.mean(axis=0)
    reach = _ROUND * (corners.max(axis=0) - corners.min(axis=0)) / 2
    size = np.array(picture.shape[1::-1])
    low = np.clip(np.rint(middle - reach), 0, size - 2).astype(int)
    top = np.clip(np.rint(middle + reach), low + 2, size).astype(int)
    step = max(1, int(high // _HIGH))
    part = picture[low[1] : top[1], low[0] : top[0]]
    part = part[: max(1, len(part) // step) * step, : max(1, part.shape[1] // step) * step]
    return cv2.resize(part, (part.shape[1] // step, len(part) // step), interpolation=cv2.INTER_AREA).astype(np.float32)
