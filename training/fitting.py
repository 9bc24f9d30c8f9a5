"""Fits the network to drawn windows for a given number of minutes."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from training.bank import Windows, read_shards
from training.classes import CLASSES, SIDE, SPAN
from training.network import Reader, standardise

BATCH = 256
PEAK_RATE = 3e-3
"""The highest learning rate, reached after a tenth of the time, as one cycle does."""

OFFSET_WEIGHT = 4.0
"""How much an offset's error counts beside the class's."""

NEGATIVES = 0.25
"""The share of windows shown with dark and pale exchanged: a set's colours must not tell its letters."""

NUDGE = 2
"""The farthest windows are moved as they are shown again, px."""

Tell = Callable[[str], None]


def fit(bank: Path, minutes: float, tell: Tell, *, start: Reader | None = None, rate: float = PEAK_RATE) -> Reader:
    """A network fitted for so many minutes on one processor; the bank is read anew before every round through it."""
    torch.set_num_threads(1)
    torch.manual_seed(48)
    reader = start or Reader()
    reader.to(memory_format=torch.channels_last)  # type: ignore[call-overload] # torch's hints leave this form out
    descent = torch.optim.AdamW(reader.parameters(), lr=rate, weight_decay=0.02, fused=True)
    began, rng, rounds = time.monotonic(), np.random.default_rng(48), 0
    while (spent := (time.monotonic() - began) / (60 * minutes)) < 1:
        windows = read_shards(bank)
        losses = _round(
            reader, descent, windows, rng, lambda: rate * _cycle((time.monotonic() - began) / (60 * minutes))
        )
        rounds += 1
        tell(f"round {rounds}: {len(windows.answers)} windows, {spent:.0%} of the time gone, loss {losses:.4f}")
    reader.eval()
    return reader


def _round(
    reader: Reader, descent: torch.optim.Optimizer, windows: Windows, rng: Generator, rate: Callable[[], float]
) -> float:
    """Once through all windows, or until the rate is 0 since the time is spent; the mean loss."""
    reader.train()
    order = rng.permutation(len(windows.answers))
    losses = []
    for first in range(0, len(order) - BATCH + 1, BATCH):
        if (now := rate()) <= 0:
            break
        for group in descent.param_groups:
            group["lr"] = now
        losses.append(_step(reader, descent, _varied(rng, windows, np.sort(order[first : first + BATCH]))))
    return float(np.mean(losses)) if losses else float("nan")


def _cycle(share: float) -> float:
    """The learning rate's share of its peak: up for a tenth of the time, then down along a cosine; 0 after the end."""
    if share >= 1:
        return 0.0
    if share < 0.1:
        return 0.05 + 9.5 * share
    return float(0.5 * (1 + np.cos(np.pi * (share - 0.1) / 0.9))) + 1e-3


def _varied(rng: Generator, windows: Windows, chosen: NDArray[np.int64]) -> Windows:
    """A batch, moved a little and partly turned to its negative, so that no two rounds show the same pictures."""
    across, down = (int(step) for step in rng.integers(-NUDGE, NUDGE + 1, 2))
    steps = np.arange(SIDE)
    rows, columns = np.clip(steps - down, 0, SIDE - 1), np.clip(steps - across, 0, SIDE - 1)
    pixels = windows.pixels[chosen][:, rows][:, :, columns]
    pixels[rng.random(len(chosen)) < NEGATIVES] ^= 255
    nudge = np.array([across, down], np.float32) * (SPAN / SIDE)
    return Windows(pixels, windows.answers[chosen], windows.offsets[chosen] + nudge)


def _step(reader: Reader, descent: torch.optim.Optimizer, batch: Windows) -> float:
    pixels = standardise(torch.from_numpy(batch.pixels)).contiguous(memory_format=torch.channels_last)
    with torch.autocast("cpu", torch.bfloat16):
        answer = reader(pixels).float()
    loss = loss_of(answer, torch.from_numpy(batch.answers), torch.from_numpy(batch.offsets))
    descent.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call] # torch has no hints for it
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
