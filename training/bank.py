"""Windows drawn ahead and kept in files, so that fitting need not wait for drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.classes import CLASSES, NONE, SIDE
from training.drawn.typeface_choice import Typeface
from training.drawn.windows import draw_window, open_studio
from training.drawn_files import finished, keep, path_of

SHARD = 8192
"""Windows in one file: 19 MB."""


class Windows(NamedTuple):
    """Many windows: (n, 48, 48) uint8, (n,) class numbers, (n, 2) offsets in squares."""

    pixels: NDArray[np.uint8]
    answers: NDArray[np.int64]
    offsets: NDArray[np.float32]

    @property
    def with_tile(self) -> NDArray[np.bool_]:
        """Which of them show a tile near the middle."""
        return np.asarray(self.answers != CLASSES.index(NONE))


class Shown(NamedTuple):
    """The same as tensors, where the fit is done."""

    pixels: Tensor
    answers: Tensor
    offsets: Tensor


class Bank:
    """All windows in a folder, kept where the fit is done; other files may be drawn meanwhile."""

    def __init__(self, folder: Path, device: torch.device, batch: int = 2048) -> None:
        """Nothing is read before the first grow. batch: windows at a step."""
        self._folder, self._device, self._batch = folder, device, batch
        self._read: list[Path] = []
        self._parts: list[Shown] = []

    @property
    def count(self) -> int:
        """How many windows it holds."""
        return sum(len(part.answers) for part in self._parts)

    def grow(self) -> None:
        """Read what was drawn since."""
        for path in finished(self._folder):
            if path not in self._read:
                self._read.append(path)
                self._parts.append(Shown(*(torch.from_numpy(column).to(self._device) for column in read_shard(path))))

    def batches(self) -> Iterator[Shown]:
        """All windows once, in an order of their own; what does not fill a batch is left out."""
        shown = Shown(*(torch.cat(column) for column in zip(*self._parts, strict=True)))
        order = torch.randperm(len(shown.answers), device=self._device)
        for first in range(0, len(order) - self._batch + 1, self._batch):
            chosen = order[first : first + self._batch]
            yield Shown(*(column[chosen] for column in shown))

    def endless(self) -> Iterator[Shown]:
        """Batches without an end, in another order each round."""
        while True:
            self.grow()
            yield from self.batches()


def draw_shards(
    folder: Path, faces: Sequence[Typeface], numbers: Sequence[int], size: int = SHARD, *, usual: bool = False
) -> None:
    """Draw the files of these numbers, each from its own seed; those that exist already are left.

    usual: of tiles and light that every reader so far has learnt from.
    """
    cv2.setNumThreads(1)
    missing = [number for number in numbers if not path_of(folder, number).exists()]
    if not missing:
        return
    studio = open_studio(np.random.default_rng(missing[0]), faces)
    for number in missing:
        rng = np.random.default_rng([number, 48])
        drawn = [draw_window(rng, studio, usual=usual) for _ in range(size)]
        pixels = np.stack([window.pixels for window in drawn])
        answers = np.array([window.answer for window in drawn], np.int64)
        offsets = np.array([window.offset for window in drawn], np.float32)
        keep(folder, number, Windows(pixels, answers, offsets)._asdict())


def halves(windows: Windows) -> tuple[Windows, Windows]:
    """The first half of some windows, and the second."""
    half = len(windows.answers) // 2
    first = Windows(windows.pixels[:half], windows.answers[:half], windows.offsets[:half])
    return first, Windows(windows.pixels[half:], windows.answers[half:], windows.offsets[half:])


def read_shards(folder: Path) -> Windows:
    """All windows that have been drawn so far."""
    parts = [read_shard(path) for path in finished(folder)]
    return Windows(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def read_shard(path: Path) -> Windows:
    """The windows of one file."""
    with np.load(path) as kept:
        shape = (-1, SIDE, SIDE)
        return Windows(kept["pixels"].reshape(shape), kept["answers"], kept["offsets"])
