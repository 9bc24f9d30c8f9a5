"""Fits the network that finds cards."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor

from training.cards.card_networks import FINDS, Finder
from training.cards.find.finder_shown import SIDES, FoundBank
from training.cards.find.finder_targets import targets
from training.cards.rate_cycle import cycle
from training.fitting import device

BATCH = 16

ROUND = 200
"""Steps after which the bank is looked through for what was drawn since, and the weights are kept."""


def loss_of(answer: Tensor, wanted: Tensor) -> Tensor:
    """Focal loss of the heat, as in CenterNet (Zhou et al. 2019), and how far offsets and shapes are off."""
    heat, truth, counts = answer[:, :2].float(), wanted[:, :2], wanted[:, FINDS + 1 :]
    shares = torch.sigmoid(heat).clamp(1e-4, 1 - 1e-4)
    is_top = (truth == 1).float()
    loss = -is_top * (1 - shares) ** 2 * shares.log() - (1 - is_top) * (1 - truth) ** 4 * shares**2 * (1 - shares).log()
    by_heat = (loss * counts).sum() / is_top.sum().clamp(min=1)
    weight = wanted[:, FINDS : FINDS + 1]
    total = weight.sum().clamp(min=1)
    by_place = ((answer[:, 2:4] - wanted[:, 2:4]).abs() * weight).sum() / total
    size = (wanted[:, 4:5] + wanted[:, 6:7] + wanted[:, 7:8] + wanted[:, 9:10]) / 2
    by_shape = ((answer[:, 4:FINDS] - wanted[:, 4:FINDS]).abs() / (size + 0.1) * weight).sum() / total
    return by_heat + 0.5 * by_place + 2.0 * by_shape


def fit_finder(
    folder: Path, minutes: float, tell: Callable[[str], None], *, batch: int = BATCH, rate: float = 4e-3
) -> Finder:
    """A finder fitted for so many minutes; what was drawn meanwhile is taken up before every round.

    Its weights are kept in the folder after every round, and taken up from there where a fit was broken off.
    FileNotFoundError where nothing was drawn.
    """
    torch.set_flush_denormal(True)
    torch.manual_seed(7)
    finder, kept = Finder(), folder / "finder.pt"
    if kept.exists():
        finder.load_state_dict(torch.load(kept, map_location="cpu"))
    finder.to(device(), memory_format=torch.channels_last)  # type: ignore[call-overload] # torch's hints leave this form out
    descent = torch.optim.AdamW(finder.parameters(), lr=rate, weight_decay=0.01)
    bank, began, rounds, share = FoundBank(folder, device()), time.monotonic(), 0, 0.0
    while share < 1:
        bank.grow()
        if not len(bank):
            raise FileNotFoundError(f"No drawn tables are in {folder}: draw some first.")
        losses = []
        for _ in range(ROUND):
            share = (time.monotonic() - began) / (60 * minutes)
            for group in descent.param_groups:
                group["lr"] = rate * cycle(min(share, 1.0))
            losses.append(_step(finder, descent, *bank.some(batch)))
        rounds += 1
        torch.save(finder.state_dict(), kept)
        loss = float(torch.stack(losses).mean())
        tell(f"round {rounds}: {len(bank)} pictures, {share:.0%} of the time, loss {loss:.4f}")
    return finder.cpu().eval()


def _step(finder: Finder, descent: torch.optim.Optimizer, pictures: Tensor, rows: Tensor) -> Tensor:
    """One step down; the loss before it."""
    loss = loss_of(finder(pictures.contiguous(memory_format=torch.channels_last)), targets(rows, SIDES))
    descent.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call] # torch has no hints for it
    torch.nn.utils.clip_grad_norm_(finder.parameters(), 5.0)
    descent.step()
    return loss.detach()
