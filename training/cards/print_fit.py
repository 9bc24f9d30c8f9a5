"""Fits the network that reads small print on cards, on patches drawn as it goes."""

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
from training.cards.finder_fit import cycle
from training.cards.print_patches import OTHER, patches_of
from training.drawn.typeface_choice import Typeface

BATCH = 256
KEPT = 60000
"""Patches that are kept and shown again, the newest."""

AGAIN = 4
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
    patches = PatchBank(rng, faces)
    while (share := (time.monotonic() - began) / (60 * minutes)) < 1:
        patches.grow()
        for group in descent.param_groups:
            group["lr"] = rate * cycle(share)
        told += [_step(reader, descent, *patches.batch()) for _ in range(AGAIN)]
        number += AGAIN
        if number % 100 == 0:
            torch.save(reader.state_dict(), kept)
            loss, right = np.mean(told[-200:], axis=0)
            tell(f"{number} steps, {share:.0%} of the time, loss {loss:.3f}, signs right {right:.3f}")
    return reader.eval()


class PatchBank:
    """The newest patches drawn."""

    def __init__(self, rng: Generator, faces: list[Typeface]) -> None:
        """Draw the first ones."""
        self._rng, self._faces = rng, faces
        self._pixels, self._answers = patches_of(rng, faces)
        while len(self._answers) < 8 * BATCH:
            self.grow()

    def grow(self) -> None:
        """Draw as many as a batch holds; the oldest are forgotten."""
        drawn = 0
        while drawn < BATCH:
            pixels, answers = patches_of(self._rng, self._faces)
            self._pixels = np.concatenate([self._pixels, pixels])[-KEPT:]
            self._answers = np.concatenate([self._answers, answers])[-KEPT:]
            drawn += len(answers)

    def batch(self) -> tuple[Tensor, Tensor]:
        """Some of them, by chance."""
        chosen = self._rng.integers(len(self._answers), size=BATCH)
        return torch.from_numpy(self._pixels[chosen]).float(), torch.from_numpy(self._answers[chosen])


def _step(reader: PrintReader, descent: torch.optim.Optimizer, shown: Tensor, wanted: Tensor) -> tuple[float, float]:
    """One step down; its loss, and the share of signs that were read right."""
    answer = reader(shown)[:, :, 0, 0]
    loss = functional.cross_entropy(answer, wanted)
    descent.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call] # torch has no hints for it
    descent.step()
    signs = wanted != OTHER
    return float(loss.detach()), float((answer.argmax(1) == wanted)[signs].float().mean())
