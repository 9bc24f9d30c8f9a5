"""Fits the network that reads small print on cards, on cards drawn as it goes."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from numpy.random import Generator
from torch import Tensor
from torch.nn import functional

from training.cards.card_networks import PrintReader
from training.cards.print_patches import IGNORED, OTHER, windows_with_signs
from training.cards.rate_cycle import cycle
from training.drawn.typeface_choice import Typeface

BATCH = 24
KEPT = 6000
"""Windows that are kept and shown again, the newest."""

HARDEST = 12
"""Places of a window without a sign that count: those that look most like one."""

AGAIN = 3
"""How many batches are shown for each batch that is drawn."""


def fit_print(
    faces: list[Typeface], minutes: float, tell: Callable[[str], None], kept: Path, *, rate: float = 3e-3, seed: int = 7
) -> PrintReader:
    """A reader of small print fitted for so many minutes; its weights are kept, and taken up from there."""
    torch.set_flush_denormal(True)
    torch.manual_seed(seed)
    rng, reader = np.random.default_rng(seed), PrintReader()
    if kept.exists():
        reader.load_state_dict(torch.load(kept))
    descent = torch.optim.AdamW(reader.parameters(), lr=rate, weight_decay=0.01)
    began, number, told = time.monotonic(), 0, list[tuple[float, float]]()
    windows = WindowBank(rng, faces)
    while (share := (time.monotonic() - began) / (60 * minutes)) < 1:
        windows.grow()
        for group in descent.param_groups:
            group["lr"] = rate * cycle(share)
        told += [_step(reader, descent, *windows.batch()) for _ in range(AGAIN)]
        number += AGAIN
        if number % 100 == 0:
            torch.save(reader.state_dict(), kept)
            loss, right = np.mean(told[-200:], axis=0)
            tell(f"{number} steps, {share:.0%} of the time, loss {loss:.3f}, signs right {right:.3f}")
    return reader.eval()


class WindowBank:
    """The newest windows drawn."""

    def __init__(self, rng: Generator, faces: list[Typeface]) -> None:
        """Draw the first ones."""
        self._rng, self._faces = rng, faces
        self._pixels, self._answers = windows_with_signs(rng, faces)
        while len(self._answers) < 4 * BATCH:
            self.grow()

    def grow(self) -> None:
        """Draw as many as a batch holds; the oldest are forgotten."""
        for _ in range(BATCH // 6):
            pixels, answers = windows_with_signs(self._rng, self._faces)
            self._pixels = np.concatenate([self._pixels, pixels])[-KEPT:]
            self._answers = np.concatenate([self._answers, answers])[-KEPT:]

    def batch(self) -> tuple[Tensor, Tensor]:
        """Some of them, by chance."""
        chosen = self._rng.integers(len(self._answers), size=BATCH)
        return torch.from_numpy(self._pixels[chosen]), torch.from_numpy(self._answers[chosen])


def _step(reader: PrintReader, descent: torch.optim.Optimizer, shown: Tensor, wanted: Tensor) -> tuple[float, float]:
    """One step down; its loss, and the share of places with signs that were read right.

    Of the places without a sign only those count that look most like one: a mark is looked for all over a card.
    """
    answer = reader(shown)
    losses = functional.cross_entropy(answer, wanted, ignore_index=IGNORED, reduction="none")
    signs = (wanted != OTHER) & (wanted != IGNORED)
    hardest = (losses * (wanted == OTHER)).flatten(1).topk(HARDEST, dim=1).values
    loss = losses[signs].mean() + hardest.mean()
    descent.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call] # torch has no hints for it
    descent.step()
    return float(loss.detach()), float((answer.argmax(1) == wanted)[signs].float().mean())
