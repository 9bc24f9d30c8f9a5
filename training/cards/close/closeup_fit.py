"""Fits the two networks that look from nearer: at a letter's way up, and at marks."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from training.cards.card_networks import MarkReader, WayUp
from training.cards.close.closeup_bank import NO_MARK
from training.cards.finder_fit import cycle
from vision.cards.printed.card_way_up import levelled

BATCH = 96


def fit_way_up(letters: NDArray[np.uint8], minutes: float, tell: Callable[[str], None], *, seed: int = 7) -> WayUp:
    """What tells upright letters (n, 48, 48) from the same upside down, fitted for so many minutes."""
    rng, network = np.random.default_rng(seed), WayUp()

    def step() -> Tensor:
        chosen = letters[rng.integers(len(letters), size=BATCH)]
        pixels = torch.from_numpy(levelled(np.array([_moved(rng, window) for window in chosen])))
        pixels = pixels * torch.where(torch.rand(BATCH, 1, 1, 1) < 0.1, -1.0, 1.0)
        # Both ways up in one batch: what is normalised over a batch of one kind tells which kind it is.
        both = network(torch.cat([pixels, pixels.flip(2, 3)]))
        return functional.softplus(both[BATCH:] - both[:BATCH]).mean()

    _descend(network, step, minutes, tell, seed)
    return network.eval()


def fit_marks(
    marks: NDArray[np.float16], answers: NDArray[np.int64], minutes: float, tell: Callable[[str], None], kept: Path,
    *, seed: int = 7,
) -> MarkReader:  # fmt: skip
    """A reader of close-ups (n, 48, 48, 3) and their classes, fitted for so many minutes; a third of them show no mark.

    kept: weights to go on from, if there are any.
    """
    rng, network = np.random.default_rng(seed), MarkReader()
    if kept.exists():
        network.load_state_dict(torch.load(kept))
    none, some = np.flatnonzero(answers == NO_MARK), np.flatnonzero(answers != NO_MARK)

    def step() -> Tensor:
        chosen = np.concatenate([rng.choice(none, BATCH // 3), rng.choice(some, BATCH - BATCH // 3)])
        pixels = torch.from_numpy(marks[chosen].astype(np.float32).transpose(0, 3, 1, 2).copy())
        wanted = torch.from_numpy(answers[chosen])
        turned = torch.rand(BATCH) < 0.5
        pixels = torch.where(turned[:, None, None, None], pixels.flip(2, 3), pixels)
        other = torch.where(wanted == NO_MARK, wanted, (wanted - 1 + 2) % 4 + 1)
        return functional.cross_entropy(network(pixels * _gain(BATCH)), torch.where(turned, other, wanted))

    _descend(network, step, minutes, tell, seed)
    return network.eval()


def _moved(rng: Generator, window: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A letter put off a little: how exactly it stands in its window's middle must not tell which way up it is."""
    middle = (window.shape[1] - 1) / 2, (window.shape[0] - 1) / 2
    matrix = cv2.getRotationMatrix2D(middle, float(rng.normal(0, 3)), float(np.exp(rng.normal(0, 0.07))))
    matrix[:, 2] += rng.normal(0, 1.3, 2)
    return np.asarray(cv2.warpAffine(window, matrix, window.shape[::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _gain(count: int) -> Tensor:
    """A little more or less contrast for each."""
    return torch.exp(0.15 * torch.randn(count, 1, 1, 1))


def _descend(
    network: nn.Module, step: Callable[[], Tensor], minutes: float, tell: Callable[[str], None], seed: int
) -> None:
    """Go down for so many minutes."""
    torch.set_flush_denormal(True)
    torch.manual_seed(seed)
    descent = torch.optim.AdamW(network.parameters(), lr=3e-3, weight_decay=0.01)
    began, losses = time.monotonic(), list[float]()
    while (share := (time.monotonic() - began) / (60 * minutes)) < 1:
        for group in descent.param_groups:
            group["lr"] = 3e-3 * cycle(share)
        loss = step()
        descent.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call] # torch has no hints for it
        descent.step()
        losses.append(float(loss.detach()))
        if len(losses) % 200 == 0:
            tell(f"{len(losses)} steps, {share:.0%} of the time, loss {np.mean(losses[-200:]):.4f}")
