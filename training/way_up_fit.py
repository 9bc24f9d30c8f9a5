"""Fits the networks that tell which way up letters lie, vision/letters/way_up.onnx: `python -m training way-up`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from training.bank import Bank, Shown
from training.classes import LETTERS, SIDE
from training.fitting import DECAY, PEAK_RATE, Descent, Tell, descend, device, ready
from training.layers import convolution, standardise

WAYS = 8
"""0 to 3 quarters to the left, and these once more with left and right exchanged after that."""

BATCH = 512
"""Windows at a step."""

_RINGED, _LIFT = 0.5, 25.0
"""How often a tile's sides are lit otherwise than they were drawn, and by how many grey levels: drawn bevels catch the
light from the upper left, which must not tell the way up."""
_RING_FROM, _RING_TO, _RING_WIDE = 12, 18, 4
"""How far from the middle these sides lie, and how wide they are at most, px."""


_SOFT = (0.0, 0.0, 0.0, 1.2, 1.8, 2.6)
"""How far out of focus the parts of a batch are shown besides, px: many windows are drawn sharp."""
_GRAIN = 5.0
"""Grey levels of grain after that, at most."""


class WayUpNetwork(nn.Module):
    """Windows (n, 1, 48, 48), standardised, to logits of the ways (n, 8) in which they must be turned."""

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        self.body = nn.Sequential(
            *convolution(1, 16, stride=2, side=5), *convolution(16, 24, stride=2), *convolution(24, 32, stride=1),
            *convolution(32, 48, stride=2), *convolution(48, 48, stride=1), nn.Flatten(), nn.Dropout(0.1),
            nn.Linear(48 * 36, 48), nn.ReLU(inplace=True), nn.Linear(48, WAYS),
        )  # fmt: skip

    def forward(self, windows: Tensor) -> Tensor:
        """The logits."""
        answer: Tensor = self.body(windows)
        return answer


class WayUpNetworks(nn.Module):
    """Two of them, begun apart, as one: the mean of their log shares."""

    def __init__(self, members: Sequence[WayUpNetwork]) -> None:
        """Take the members."""
        super().__init__()
        self.members = nn.ModuleList(members)

    def forward(self, windows: Tensor) -> Tensor:
        """The mean, (n, 8)."""
        return torch.stack([functional.log_softmax(member(windows), 1) for member in self.members]).mean(0)


def fit_way_up(bank: Bank, minutes: float, tell: Tell) -> WayUpNetworks:
    """Networks fitted for half of so many minutes each: to letters as they were drawn, and partly out of focus besides.

    The first tells more of sharp ones that lie askew, the second of soft ones.
    """
    torch.manual_seed(48)
    return WayUpNetworks([_fitted(bank, minutes / 2, tell, soften) for soften in (_as_drawn, _out_of_focus)])


def _fitted(bank: Bank, minutes: float, tell: Tell, soften: Callable[[Tensor], Tensor]) -> WayUpNetwork:
    """A network fitted to letters turned and mirrored by chance.

    Of what is no letter it learns to tell no way: all are then as likely. So neither light nor print becomes a sign.
    """
    network = ready(WayUpNetwork())

    def step(batch: Shown) -> Tensor:
        network.train()
        count = len(batch.answers)
        ways = torch.randint(WAYS, (count,), device=device())
        pixels = standardise(turned(soften(batch.pixels.float() + _lit_sides(count).to(device())), ways))
        with torch.autocast(pixels.device.type, torch.bfloat16):
            logits = network(pixels.contiguous(memory_format=torch.channels_last)).float()
        is_letter = (batch.answers < len(LETTERS))[:, None]
        wanted = torch.where(is_letter, functional.one_hot(ways, WAYS).float(), 1 / WAYS)
        return -(wanted * functional.log_softmax(logits, 1)).sum(1).mean()

    return descend(network, Descent(minutes, PEAK_RATE, DECAY), bank, step, tell)


def turned(pixels: Tensor, ways: Tensor) -> Tensor:
    """Upright windows (n, side, side) so that each must be turned, and mirrored, the given way (n,) to stand again."""
    result = torch.empty_like(pixels)
    for way in range(WAYS):
        these = ways == way
        upright = pixels[these] if way < WAYS // 2 else pixels[these].flip(2)
        result[these] = torch.rot90(upright, -(way % 4), (1, 2))
    return result


def _lit_sides(count: int) -> Tensor:
    """Grey levels (count, 48, 48) added to the four sides of something square round the middle, of each another."""
    rows = torch.arange(SIDE) - (SIDE - 1) / 2
    reach = torch.randint(_RING_FROM, _RING_TO, (count, 1, 1))
    inner = reach - torch.randint(1, _RING_WIDE, (count, 1, 1))
    down, across = rows[None, :, None].expand(count, SIDE, SIDE), rows[None, None, :].expand(count, SIDE, SIDE)
    is_inside = (down.abs() < reach) & (across.abs() < reach)
    sides = (-down > inner, down > inner, -across > inner, across > inner)
    lifts = _LIFT * torch.randn(len(sides), count, 1, 1) * (torch.rand(count, 1, 1) < _RINGED)
    return sum(((side & is_inside) * lift for side, lift in zip(sides, lifts, strict=True)), torch.zeros(()))


def _as_drawn(pixels: Tensor) -> Tensor:
    """Windows as they are."""
    return pixels


def _out_of_focus(pixels: Tensor) -> Tensor:
    """Windows (n, side, side), a part of them each softer, and then grainy."""
    parts = [_soft(part, spread) for part, spread in zip(pixels.chunk(len(_SOFT)), _SOFT, strict=True)]
    grain = _GRAIN * torch.rand(len(pixels), 1, 1, device=pixels.device)
    return torch.cat(parts) + grain * torch.randn_like(pixels)


def _soft(pixels: Tensor, spread: float) -> Tensor:
    """The same spread by so many px, as a lens does."""
    if not spread:
        return pixels
    reach = round(3 * spread)
    weights = torch.exp(-(torch.arange(-reach, reach + 1, device=pixels.device) ** 2) / (2 * spread**2))
    weights = (weights / weights.sum()).view(1, 1, 1, -1)
    soft = functional.conv2d(functional.pad(pixels[:, None], (reach,) * 4, mode="replicate"), weights)
    return functional.conv2d(soft, weights.transpose(2, 3))[:, 0]
