"""What networks answered to windows, by their px: within a look, and in the next one, the same is not asked again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.letters.letter_model import MODEL, LetterOdds, Letters, Windows

_Answer = TypeVar("_Answer")


class AnswersBefore(Generic[_Answer]):
    """The answers of this look and of the last one, by what was asked about: its px, mostly."""

    def __init__(self) -> None:
        """Begin with nothing answered."""
        self._before: dict[bytes, _Answer] = {}
        self._now: dict[bytes, _Answer] = {}

    def told(self, keys: Sequence[bytes], read: Callable[[list[int]], Sequence[_Answer]]) -> list[_Answer]:
        """An answer for each key; read: gives those that are not known, by their numbers, in a row."""
        self._now |= {key: self._before[key] for key in keys if key in self._before}
        unknown = {key: number for number, key in enumerate(keys) if key not in self._now}
        if unknown:
            self._now |= zip(unknown, read(list(unknown.values())), strict=True)
        return [self._now[key] for key in keys]

    def next_look(self, *, is_fresh: bool) -> None:
        """Forget what was last asked before the look that ends here; is_fresh: all, so that the next begins anew."""
        self._before, self._now = {} if is_fresh else self._now, {}


def keys_of(windows: NDArray[np.uint8]) -> list[bytes]:
    """What k windows (k, ...) are known by."""
    return [window.tobytes() for window in windows]


class LettersBefore(Letters):
    """A letter reader that reads no window twice."""

    def __init__(self, model: Path = MODEL) -> None:
        """Load the network; RefereeError if it is missing or damaged."""
        super().__init__(model)
        self.before = AnswersBefore[NDArray[np.float32]]()
        self._none = super().read(np.zeros((0, 0, 0), np.uint8))

    def read(self, windows: Windows) -> LetterOdds:
        """What the letter reader tells of n windows, (n, 48, 48)."""
        if not len(windows):
            return self._none
        rows = self.before.told(
            keys_of(windows), lambda unknown: list(super(LettersBefore, self).read(windows[unknown]).rows)
        )
        return self._none.with_rows(np.array(rows, np.float32))
