"""Fits the network to drawn windows for a given number of minutes."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.bank import Windows, read_shards
from training.classes import CLASSES
from training.network import Reader, standardise

BATCH = 256
PEAK_RATE = 3e-3
"""The highest learning rate, reached after a tenth of the time, as one cycle does."""

OFFSET_WEIGHT = 4.0
"""How much an offset's error counts beside the class's: found by trying 1, 4 and 16."""

Tell = Callable[[str], None]


def fit(
    bank: Path, minutes: float, *, start: Reader | None = None, rate: float = PEAK_RATE, tell: Tell = print
) -> Reader:
    """A network fitted for so many minutes on one processor; the bank is read anew before every round through it."""
    torch.set_num_threads(1)
    torch.manual_seed(48)
    reader = (start or Reader()).to(memory_format=torch.channels_last)
    descent = torch.optim.AdamW(reader.parameters(), lr=rate, weight_decay=0.02, fused=True)
    began, rng, rounds = time.monotonic(), np.random.default_rng(48), 0
    while (spent := (time.monotonic() - began) / (60 * minutes)) < 1:
        windows = read_shards(bank)
        losses = _round(reader, descent, windows, rng, lambda: (time.monotonic() - began) / (60 * minutes), rate)
        rounds += 1
        tell(f"round {rounds}: {len(windows.answers)} windows, {spent:.0%} of the time gone, loss {losses:.4f}")
    return reader.eval()


def _round(
    reader: Reader, descent: torch.optim.Optimizer, windows: Windows, rng: np.random.Generator,
    spent: Callable[[], float], rate: float,
) -> float:  # fmt: skip
    """Once through all windows, or until the time is spent; the mean loss."""
    reader.train()
    order = rng.permutation(len(windows.answers))
    losses = []
    for first in range(0, len(order) - BATCH + 1, BATCH):
        if (share := spent()) >= 1:
            break
        for group in descent.param_groups:
            group["lr"] = rate * _cycle(share)
        losses.append(_step(reader, descent, windows, np.sort(order[first : first + BATCH])))
    return float(np.mean(losses)) if losses else float("nan")


def _cycle(share: float) -> float:
    """The learning rate's share of its peak: up for a tenth of the time, then down along a cosine."""
    if share < 0.1:
        return 0.05 + 9.5 * share
    return float(0.5 * (1 + np.cos(np.pi * (share - 0.1) / 0.9))) + 1e-3


def _step(reader: Reader, descent: torch.optim.Optimizer, windows: Windows, chosen: np.ndarray) -> float:
    pixels = standardise(torch.from_numpy(windows.pixels[chosen])).contiguous(memory_format=torch.channels_last)
    with torch.autocast("cpu", torch.bfloat16):
        answer = reader(pixels).float()
    loss = loss_of(answer, torch.from_numpy(windows.answers[chosen]), torch.from_numpy(windows.offsets[chosen]))
    descent.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_(reader.parameters(), 2.0)
    descent.step()
    return float(loss.detach())


def loss_of(answer: Tensor, answers: Tensor, offsets: Tensor) -> Tensor:
    """How wrong the answers are: the class for all windows, the offset for those with a tile."""
    count = len(CLASSES)
    by_class = functional.cross_entropy(answer[:, :count], answers)
    tile = answers != count - 1
    by_place = functional.smooth_l1_loss(answer[tile, count:], offsets[tile], beta=0.1)
    return by_class + OFFSET_WEIGHT * by_place
