"""What the finder of cards should answer to a picture whose cards are known."""

from __future__ import annotations

import torch
from torch import Tensor

from training.cards.card_networks import STRIDE
from training.cards.table_bank import BACK

SEEN, HARDLY = 0.45, 0.15
"""The share of a card that must be seen for it to be found; with less than the second it is none."""

SHAPE_UNIT = 32.0
"""Px that a shape of 1 stands for."""

_NEAR = 0.55
"""How near a card's middle, as its hill is high, a cell tells of the card's place and shape."""

_SPREAD = 0.2
"""A hill's deviation as a share of half a card's width."""


def targets(rows: Tensor, sides: tuple[int, int]) -> Tensor:
    """What should be answered to pictures of these sides: FINDS maps, then weights of the shapes and two of the heat.

    rows: (n, cards, 10) what a card is, how much of it is seen, and its corners in px, as a bank keeps them.
    """
    high, wide = sides[0] // STRIDE, sides[1] // STRIDE
    corners = rows[:, :, 2:].unflatten(2, (4, 2))
    middles = corners.mean(2) / STRIDE - 0.5
    ends = torch.tensor([wide, high], device=rows.device)
    there = (rows[:, :, 0] >= 0) & ((middles > -0.5) & (middles < ends - 0.5)).all(2)
    right = (corners[:, :, 1] + corners[:, :, 2] - corners[:, :, 0] - corners[:, :, 3]) / 4
    under = (corners[:, :, 2] + corners[:, :, 3] - corners[:, :, 0] - corners[:, :, 1]) / 4
    away = _away(middles, (high, wide))
    spread = (_SPREAD * right.norm(dim=2) / STRIDE).clamp(min=0.55)
    hills = torch.exp(-away.square().sum(2) / (2 * spread.square())[..., None, None]) * there[..., None, None]
    hills = torch.where(_tops(middles, there, (high, wide)), 1.0, hills)
    told = there & (rows[:, :, 1] >= SEEN)
    heat, counts = _heat(rows, hills, told, there)
    owned = torch.where(told[..., None, None] & (hills > _NEAR), hills, 0.0)
    weight, owner = owned.max(dim=1)
    offsets = torch.gather(-away, 1, owner[:, None, None].expand(-1, 1, 2, -1, -1))[:, 0]
    shapes = torch.cat([_shape(right), _shape(under)], dim=2)
    each = torch.gather(shapes, 1, owner.flatten(1)[..., None].expand(-1, -1, 6))
    spread_out = each.unflatten(1, (high, wide)).permute(0, 3, 1, 2)
    maps = torch.cat([heat, offsets, spread_out], dim=1)
    maps[:, 2:] *= weight[:, None] > 0
    return torch.cat([maps, weight[:, None], counts], dim=1)


def _away(middles: Tensor, size: tuple[int, int]) -> Tensor:
    """(n, cards, 2, *size) how far right and down of each card's middle each cell is, in cells."""
    down, across = (torch.arange(side, device=middles.device, dtype=torch.float32) for side in size)
    apart_x = across - middles[..., :1]
    apart_y = down - middles[..., 1:]
    wide, high = len(across), len(down)
    return torch.stack(
        [apart_x[:, :, None].expand(-1, -1, high, -1), apart_y[..., None].expand(-1, -1, -1, wide)], dim=2
    )


def _tops(middles: Tensor, there: Tensor, size: tuple[int, int]) -> Tensor:
    """(n, cards, *size) the one cell that each card's middle lies in."""
    most = torch.tensor([size[1] - 1, size[0] - 1], device=middles.device)
    cell = torch.minimum(middles.round().clamp(min=0), most).long()
    number = torch.where(there, cell[..., 1] * size[1] + cell[..., 0], -1)
    cells = torch.arange(size[0] * size[1], device=middles.device)
    return (cells == number[..., None]).unflatten(2, size)


def _heat(rows: Tensor, hills: Tensor, told: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
    """(n, 2, h, w) where faces' and backs' middles are, and where that counts: not at cards of which little is seen."""
    heat, counts = [], []
    partly = there & ~told & (rows[:, :, 1] > HARDLY)
    for is_back in (False, True):
        kind = (rows[:, :, 0] == BACK) == is_back
        one = torch.where((told & kind)[..., None, None], hills, 0.0).amax(1)
        left = ((partly & kind)[..., None, None] & (hills > 0.1)).any(1)
        heat.append(one)
        counts.append(torch.where(left & (one < 1), 0.0, 1.0))
    return torch.stack(heat, 1), torch.stack(counts, 1)


def _shape(half: Tensor) -> Tensor:
    """Vectors (..., 2) up to their sign, as xx, xy, yy over their length, in SHAPE_UNIT."""
    length = half.norm(dim=-1, keepdim=True).clamp(min=1e-3) * SHAPE_UNIT
    x, y = half[..., :1], half[..., 1:]
    return torch.cat([x * x, x * y, y * y], dim=-1) / length
