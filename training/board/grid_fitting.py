"""Fits the grid model to drawn boards for a given number of minutes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import torch
from numpy.random import Generator
from torch import Tensor
from torch.nn import functional

from training.board.board_hardships import worsened
from training.board.grid_layers import CLASSES, GridNet
from training.board.squared_boards import UNTOLD, Board
from vision.lighting.relative_look import relative

RATE, DECAY, WARM = 3e-3, 0.02, 0.05
"""The highest learning rate, AdamW's decay, and the share of the time in which the rate rises."""

SEED = 16
"""What decides the first weights, and the hardships."""

BATCH = 12
"""Boards at a step, all of one size."""

WEIGHTS = (1.0, 1.0, 3.0, 3.0, 1.0)
"""How much a square of each class counts: blanks and stop tiles are few."""


def fit(
    net: GridNet, boards: Callable[[], Sequence[Board]], minutes: float, tell: Callable[[str], None], seed: int = SEED
) -> GridNet:
    """Fit a network for so many minutes; boards: asked for anew now and then, as more are drawn meanwhile."""
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload] # torch's hints leave this form out
    descent = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    began, losses = time.monotonic(), list[float]()
    for steps, (looks, truth) in enumerate(_batches(boards, np.random.default_rng(seed)), 1):
        share = (time.monotonic() - began) / (60 * minutes)
        if share >= 1:
            break
        for group in descent.param_groups:
            group["lr"] = RATE * _cycle(share)
        losses.append(_step(net, descent, looks, truth))
        if steps % 50 == 0:
            tell(f"{steps} steps, {share:.0%}, loss {np.mean(losses[-50:]):.4f}")
    return net.eval()


def _batches(boards: Callable[[], Sequence[Board]], chance: Generator) -> Iterator[tuple[Tensor, Tensor]]:
    """Boards of one size, each under hardships of its own, for ever."""
    while True:
        known = boards()
        by_size = [[board for board in known if len(board.truth) == size] for size in {len(b.truth) for b in known}]
        for _ in range(100):
            alike = by_size[int(chance.choice(len(by_size), p=[len(part) / len(known) for part in by_size]))]
            picked = [worsened(alike[int(place)], chance) for place in chance.integers(len(alike), size=BATCH)]
            looks = torch.from_numpy(np.stack([relative(board.pixels, board.codes) for board in picked]))
            yield looks, torch.from_numpy(np.stack([board.truth for board in picked]).astype(np.int64))


def _cycle(share: float) -> float:
    """The learning rate's share of its peak."""
    return (
        share / WARM + 0.02 if share < WARM else 0.5 * (1 + float(np.cos(np.pi * (share - WARM) / (1 - WARM)))) + 1e-3
    )


def _step(net: GridNet, descent: torch.optim.Optimizer, looks: Tensor, truth: Tensor) -> float:
    net.train()
    with torch.autocast("cpu", torch.bfloat16):
        _, logits = net(looks.contiguous(memory_format=torch.channels_last))
    loss = functional.cross_entropy(logits.float(), truth, torch.tensor(WEIGHTS), ignore_index=UNTOLD)
    descent.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call] # torch has no hints for it
    torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
    descent.step()
    return float(loss.detach())


assert CLASSES == len(WEIGHTS) == UNTOLD  # noqa: S101 - the numbers of one list
