"""Fits the network that reads cards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.cards.card_networks import READS, CardReader, standardised
from training.cards.finder_fit import cycle

BATCH = 64
NUDGE = 3
"""The farthest windows are moved as they are shown again, px."""

WEIGHTS = (1.0, 0.5, 1.0, 1.0, 1.0, 2.0)
"""How much each of READS counts."""


class WindowBank:
    """The windows of a bank."""

    def __init__(self, folder: Path, last: int) -> None:
        """Nothing is read before the first grow; files numbered last and above are left."""
        self._folder, self._last = folder, last
        self._known: set[Path] = set()
        self._windows, self._answers = list[Tensor](), list[Tensor]()

    @property
    def count(self) -> int:
        """How many windows it holds."""
        return sum(len(part) for part in self._answers)

    def grow(self) -> None:
        """Read what was drawn since."""
        for path in sorted(self._folder.glob("[0-9]*.npz")):
            if path in self._known or ".part" in path.name or int(path.stem) >= self._last:
                continue
            self._known.add(path)
            with np.load(path) as kept:
                self._windows.append(torch.from_numpy(kept["windows"]))
                self._answers.append(torch.from_numpy(kept["answers"]))

    def batches(self, chance: torch.Generator) -> Iterator[tuple[Tensor, Tensor]]:
        """All windows once, in an order of their own, moved a little and in other colours."""
        windows, answers = torch.cat(self._windows), torch.cat(self._answers)
        order = torch.randperm(len(answers), generator=chance)
        for first in range(0, len(order) - BATCH + 1, BATCH):
            chosen = order[first : first + BATCH]
            yield _varied(windows[chosen], chance), answers[chosen]


def _varied(windows: Tensor, chance: torch.Generator) -> Tensor:
    across, down = (int(step) for step in torch.randint(-NUDGE, NUDGE + 1, (2,), generator=chance))
    high, wide = windows.shape[1:3]
    windows = windows[:, (torch.arange(high) - down).clamp(0, high - 1)][:, :, (torch.arange(wide) - across).clamp(0, wide - 1)]
    if torch.rand(1, generator=chance) < 0.3:
        windows = windows[..., torch.randperm(3, generator=chance)]
    pixels = standardised(windows)
    return pixels * (1 + 0.1 * torch.randn(len(pixels), 3, 1, 1, generator=chance))


def loss_of(answer: Tensor, wanted: Tensor) -> Tensor:
    """How wrong the answers are, over those that can be told from the windows."""
    parts = answer.split(READS, dim=1)
    total = torch.zeros(())
    for number, (part, weight) in enumerate(zip(parts, WEIGHTS, strict=True)):
        truth = wanted[:, number]
        known = truth >= 0
        if not known.any():
            continue
        if READS[number] > 1:
            loss = functional.cross_entropy(part[known], truth[known].long())
        else:
            loss = functional.binary_cross_entropy_with_logits(part[known, 0], truth[known].clamp(0, 1))
        total = total + weight * loss
    return total


def fit_reader(folder: Path, minutes: float, tell: Callable[[str], None], *, last: int = 10**6, rate: float = 2e-3) -> CardReader:
    """A card reader fitted for so many minutes; what was drawn meanwhile is taken up before every round."""
    torch.manual_seed(7)
    chance = torch.Generator().manual_seed(7)
    reader = CardReader().to(memory_format=torch.channels_last)  # type: ignore[call-overload] # torch's hints leave this form out
    descent = torch.optim.AdamW(reader.parameters(), lr=rate, weight_decay=0.02)
    bank, began, share, rounds = WindowBank(folder, last), time.monotonic(), 0.0, 0
    while share < 1:
        bank.grow()
        losses = []
        for pixels, wanted in bank.batches(chance):
            share = (time.monotonic() - began) / (60 * minutes)
            if share >= 1:
                break
            for group in descent.param_groups:
                group["lr"] = rate * cycle(share)
            loss = loss_of(reader(pixels.contiguous(memory_format=torch.channels_last)), wanted)
            descent.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call] # torch has no hints for it
            torch.nn.utils.clip_grad_norm_(reader.parameters(), 5.0)
            descent.step()
            losses.append(float(loss.detach()))
        rounds += 1
        tell(f"round {rounds}: {bank.count} windows, {share:.0%} of the time, loss {np.mean(losses or [0]):.4f}")
    return reader.eval()
