"""Fits a network to drawn windows for a given number of minutes, on a graphics processor if there is one."""

from __future__ import annotations

import time
from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional

from training.bank import Bank, Shown
from training.classes import CLASSES, SIDE, SPAN
from training.layers import Reader, standardise

PEAK_RATE = 3e-3
"""The highest learning rate, reached after a tenth of the time, as one cycle does."""

OFFSET_WEIGHT = 4.0
"""How much an offset's error counts beside the class's."""

NEGATIVES = 0.25
"""The share of windows shown with dark and pale exchanged: a set's colours must not tell its letters."""

NUDGE = 2
"""The farthest windows are moved as they are shown again, px."""

Tell = Callable[[str], None]


def device() -> torch.device:
    """Where the fit is done."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def fit(bank: Bank, minutes: float, tell: Tell, *, rate: float = PEAK_RATE, start: Reader | None = None) -> Reader:
    """A network fitted for so many minutes; what was drawn meanwhile is taken up before every round.

    start: a network to go on from, whose normalisation stays as it is.
    """
    torch.manual_seed(48)
    reader = start or Reader()
    reader.to(device(), memory_format=torch.channels_last)  # type: ignore[call-overload] # torch's hints leave this form out
    descent = torch.optim.AdamW(reader.parameters(), lr=rate, weight_decay=0.02)
    began, rounds, share = time.monotonic(), 0, 0.0
    while share < 1:
        bank.grow()
        losses = []
        for batch in bank.batches():
            share = (time.monotonic() - began) / (60 * minutes)
            if share >= 1:
                break
            for group in descent.param_groups:
                group["lr"] = rate * _cycle(share)
            losses.append(_step(reader, descent, _varied(batch), is_new=start is None))
        rounds += 1
        loss = float(torch.stack(losses).mean()) if losses else float("nan")
        tell(f"round {rounds}: {bank.count} windows, {share:.0%} of the time gone, loss {loss:.4f}")
    return reader.cpu().eval()


def _cycle(share: float) -> float:
    """The learning rate's share of its peak: up for a tenth of the time, then down along a cosine."""
    if share < 0.1:
        return 0.05 + 9.5 * share
    return float(0.5 * (1 + torch.cos(torch.tensor(torch.pi * (share - 0.1) / 0.9)))) + 1e-3


def _varied(batch: Shown) -> Shown:
    """A batch, moved a little and partly turned to its negative, so that no two rounds show the same pictures."""
    across, down = (int(step) for step in torch.randint(-NUDGE, NUDGE + 1, (2,)))
    steps = torch.arange(SIDE, device=batch.pixels.device)
    pixels = batch.pixels[:, (steps - down).clamp(0, SIDE - 1)][:, :, (steps - across).clamp(0, SIDE - 1)]
    negative = torch.rand(len(pixels), 1, 1, device=pixels.device) < NEGATIVES
    nudge = torch.tensor([across, down], device=pixels.device) * (SPAN / SIDE)
    return Shown(torch.where(negative, 255 - pixels, pixels), batch.answers, batch.offsets + nudge)


def _step(reader: Reader, descent: torch.optim.Optimizer, batch: Shown, *, is_new: bool) -> Tensor:
    """One step down; its loss. is_new: whether the normalisation is learnt, too."""
    reader.train()
    for layer in reader.body if not is_new else ():
        if isinstance(layer, nn.BatchNorm2d):
            layer.eval()
    pixels = standardise(batch.pixels).contiguous(memory_format=torch.channels_last)
    with torch.autocast(pixels.device.type, torch.bfloat16):
        answer = reader(pixels).float()
    loss = loss_of(answer, batch.answers, batch.offsets)
    descent.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call] # torch has no hints for it
    nn.utils.clip_grad_norm_(reader.parameters(), 2.0)
    descent.step()
    return loss.detach()


def loss_of(answer: Tensor, answers: Tensor, offsets: Tensor) -> Tensor:
    """How wrong the answers are: the class for all windows, the offset for those with a tile."""
    count = len(CLASSES)
    by_class = functional.cross_entropy(answer[:, :count], answers)
    tile = answers != count - 1
    by_place = functional.smooth_l1_loss(answer[tile, count:], offsets[tile], beta=0.1)
    return by_class + OFFSET_WEIGHT * by_place
