"""Fits the grid model to drawn boards for a given number of minutes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from training.board.board_bank import read_bank
from training.board.board_hardships import worsened
from training.board.board_truth import UNTOLD
from training.board.grid_layers import CLASSES, GridNet
from training.fitting import device
from vision.lighting.relative_look import relative

RATE, FURTHER, DECAY, WARM = 3e-3, 1e-3, 0.02, 0.05
"""The highest learning rates, of a first fit and a further one; AdamW's decay; the share of the time of the rise."""

SEED = 16
"""What decides the first weights, and the hardships."""

BATCH = 16
"""Boards at a step, all of one size."""

ROUND = 100
"""Steps after which it is looked whether more boards were drawn."""

WEIGHTS = (1.0, 1.0, 3.0, 3.0, 1.0)
"""How much a square of each class counts: blanks and stop tiles are few."""


def fit(
    net: GridNet, bank: HardBoards, minutes: float, tell: Callable[[str], None], *, rate: float = RATE, workers: int = 0
) -> GridNet:
    """Fit a network for so many minutes; workers: processes that worsen boards ahead, none for this one alone."""
    net.to(device(), memory_format=torch.channels_last)  # type: ignore[call-overload] # torch's hints leave this form out
    net.train()

    def loss_of(looks: Tensor, truth: Tensor, hidden: Tensor) -> Tensor:
        del hidden
        return _loss(net, looks.to(device()), truth.to(device()))

    descend(net, bank, loss_of, minutes, tell, rate=rate, workers=workers)
    return net.cpu().eval()


def descend(
    net: nn.Module, bank: IterableDataset[tuple[Tensor, ...]], loss_of: Callable[..., Tensor], minutes: float,
    tell: Callable[[str], None], *, rate: float = RATE, workers: int = 0,
) -> None:  # fmt: skip
    """Make a network's loss less for so many minutes; loss_of: of what a batch of the bank holds."""
    descent = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    began, losses = time.monotonic(), list[Tensor]()
    for steps, batch in enumerate(DataLoader(bank, batch_size=None, num_workers=workers), 1):
        share = (time.monotonic() - began) / (60 * minutes)
        if share >= 1:
            break
        for group in descent.param_groups:
            group["lr"] = rate * cycle(share)
        loss = loss_of(*batch)
        descent.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call] # torch has no hints for it
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        descent.step()
        losses.append(loss.detach())
        if steps % 50 == 0:
            tell(f"{steps} steps, {share:.0%}, loss {float(torch.stack(losses[-50:]).mean()):.4f}")


class HardBoards(IterableDataset[tuple[Tensor, ...]]):
    """Batches of boards of one size, each under hardships of its own, without an end: looks, truth and hidden."""

    def __init__(self, folder: Path, numbers: Sequence[int], seed: int = SEED) -> None:
        """Of a bank's files of these numbers, which may still be drawn meanwhile."""
        self._folder, self._numbers, self._seed = folder, numbers, seed

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        """Each worker has hardships of its own."""
        worker = get_worker_info()
        chance = np.random.default_rng([self._seed, worker.id if worker else 0])
        while True:
            known = read_bank(self._folder, self._numbers)
            if not known:
                raise FileNotFoundError(f"No boards lie in {self._folder}. Draw some: python -m training.board draw")
            by_size = [[board for board in known if len(board.truth) == size] for size in {len(b.truth) for b in known}]
            for _ in range(ROUND):
                alike = by_size[int(chance.choice(len(by_size), p=[len(part) / len(known) for part in by_size]))]
                picked = [worsened(alike[int(place)], chance) for place in chance.integers(len(alike), size=BATCH)]
                looks = torch.from_numpy(np.stack([relative(board.pixels, board.codes) for board in picked]))
                truth, hidden = (np.stack(one) for one in zip(*((b.truth, b.hidden) for b in picked), strict=True))
                yield looks, torch.from_numpy(truth.astype(np.int64)), torch.from_numpy(hidden)


def cycle(share: float) -> float:
    """The learning rate's share of its peak."""
    return (
        share / WARM + 0.02 if share < WARM else 0.5 * (1 + float(np.cos(np.pi * (share - WARM) / (1 - WARM)))) + 1e-3
    )


def _loss(net: GridNet, looks: Tensor, truth: Tensor) -> Tensor:
    with torch.autocast(looks.device.type, torch.bfloat16):
        _, logits = net(looks.contiguous(memory_format=torch.channels_last))
    weights = torch.tensor(WEIGHTS, device=looks.device)
    return functional.cross_entropy(logits.float(), truth, weights, ignore_index=UNTOLD)


assert CLASSES == len(WEIGHTS) == UNTOLD  # noqa: S101 - the numbers of one list
