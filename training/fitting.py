"""Fits a network to drawn windows for a given number of minutes, on a graphics processor if there is one."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

import torch
from torch import Tensor, nn
from torch.nn import functional

from training.bank import Bank, Shown
from training.classes import CLASSES, LETTERS, SIDE, SPAN
from training.layers import Reader, standardise

PEAK_RATE = 3e-3
"""The highest learning rate, reached after a tenth of the time, as one cycle does."""

FURTHER_RATE = 8e-4
"""The same where a network is fitted further: it is near a good place already."""

DECAY, FURTHER_DECAY = 0.02, 0.002
"""The share of its learning rate by which each weight shrinks at a step; less where a network is fitted further."""

OFFSET_WEIGHT = 4.0
"""How much an offset's error counts beside the class's."""

NEGATIVES = 0.25
"""The share of windows shown with dark and pale exchanged: a set's colours must not tell its letters."""

NUDGE = 2
"""The farthest windows are moved as they are shown again, px."""

REMEMBERS = 3.0
"""How much an answer that is other than before counts, on windows that were read rightly, beside a wrong one."""

Tell = Callable[[str], None]
Network = TypeVar("Network", bound=nn.Module)


def device() -> torch.device:
    """Where the fit is done."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def clock() -> float:
    """Seconds that a fit has had: of the processor, which others may use, too, or of the wall's clock."""
    return time.monotonic() if torch.cuda.is_available() else time.process_time()


def fit(bank: Bank, minutes: float, tell: Tell) -> Reader:
    """A network fitted for so many minutes; what was drawn meanwhile is taken up before every round."""
    torch.manual_seed(48)
    reader = ready(Reader())

    def step(batch: Shown) -> Tensor:
        reader.train()
        return loss_of(_told(reader, batch), batch.answers, batch.offsets)

    return descend(reader, Descent(minutes, PEAK_RATE, DECAY), bank, step, tell)


def fit_further(start: Reader, bank: Bank, remembered: Bank, minutes: float, tell: Tell) -> Reader:
    """A network that goes on from another: it learns new windows, and reads those remembered as it read them before.

    start: its normalisation stays as it is. remembered: windows of which those count that it reads rightly; what it
    gets wrong there is passed over.
    """
    torch.manual_seed(48)
    reader, before = ready(start), ready(copy.deepcopy(start)).eval()
    known = remembered.endless()

    def step(batch: Shown) -> Tensor:
        old = _varied(next(known))
        new = loss_of(_told(reader, batch), batch.answers, batch.offsets)
        return new + REMEMBERS * unlike(_told(reader, old), _told(before, old).detach(), old.answers)

    return descend(reader.eval(), Descent(minutes, FURTHER_RATE, FURTHER_DECAY), bank, step, tell)


def ready(network: Network) -> Network:
    """The network where it is fitted, laid out for convolutions."""
    network.to(device(), memory_format=torch.channels_last)  # type: ignore[call-overload] # torch's hints leave this form out
    return network


class Descent(NamedTuple):
    """For how many minutes of the processor a network is fitted, the highest learning rate, and the decay."""

    minutes: float
    rate: float
    decay: float


def descend(network: Network, descent: Descent, bank: Bank, loss_at: Callable[[Shown], Tensor], tell: Tell) -> Network:
    """Go down the loss, one batch after the other, until the time is over."""
    minutes, rate, decay = descent
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=decay)
    began, rounds, share = clock(), 0, 0.0
    while share < 1:
        bank.grow()
        losses = []
        for batch in bank.batches():
            share = (clock() - began) / (60 * minutes)
            if share >= 1:
                break
            for group in optimiser.param_groups:
                group["lr"] = rate * _cycle(share)
            losses.append(_step(network, optimiser, loss_at(_varied(batch))))
        rounds += 1
        loss = float(torch.stack(losses).mean()) if losses else float("nan")
        tell(f"round {rounds}: {bank.count} windows, {share:.0%} of the time gone, loss {loss:.4f}")
    return network.cpu().eval()


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


def _told(reader: Reader, batch: Shown) -> Tensor:
    """What a network says of a batch, worked out in half as many bits, which takes half the time."""
    pixels = standardise(batch.pixels).contiguous(memory_format=torch.channels_last)
    with torch.autocast(pixels.device.type, torch.bfloat16):
        answer: Tensor = reader(pixels).float()
    return answer


def _step(network: nn.Module, optimiser: torch.optim.Optimizer, loss: Tensor) -> Tensor:
    """One step down; its loss."""
    optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call] # torch has no hints for it
    nn.utils.clip_grad_norm_(network.parameters(), 2.0)
    optimiser.step()
    return loss.detach()


def loss_of(answer: Tensor, answers: Tensor, offsets: Tensor) -> Tensor:
    """How wrong the answers are: the class for all windows, the offset for those with a tile."""
    count = len(CLASSES)
    by_class = functional.cross_entropy(answer[:, :count], answers)
    tile = answers != count - 1
    by_place = functional.smooth_l1_loss(answer[tile, count:], offsets[tile], beta=0.1)
    return by_class + OFFSET_WEIGHT * by_place


def unlike(answer: Tensor, before: Tensor, answers: Tensor) -> Tensor:
    """How much a network's answers differ from those before, of windows that were read rightly then.

    A plain tile, a stop tile and a bare square may be called one or the other: no letter is right there.
    """
    count = len(CLASSES)
    said = before[:, :count].argmax(1)
    right = (said == answers) | ((said >= len(LETTERS)) & (answers >= len(LETTERS)))
    shares = functional.log_softmax(answer[right, :count], 1)
    by_class = functional.kl_div(shares, functional.log_softmax(before[right, :count], 1), log_target=True,
                                 reduction="batchmean")  # fmt: skip
    by_place = functional.smooth_l1_loss(answer[right, count:], before[right, count:], beta=0.1)
    return by_class + OFFSET_WEIGHT * by_place
