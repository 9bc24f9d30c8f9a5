"""What the finder of cards is shown: parts of drawn tables, of any size and way up, in other colours."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.drawn_files import finished

SIDES = (192, 256)
"""The height and width of what is shown to the network at once, px."""

CARD = (20.0, 90.0)
"""How high the cards are that are shown, least and most, px; the eye looks at pictures reduced in steps of two."""

USUAL = 50.0
"""Px that a card is taken to be high where a picture shows none."""

_FINER = 3
"""So many px of each of the picture's, across and down, make the mean that is shown."""

_CORNERS = slice(2, 10)
"""A row's corners, x and y of each; before them stand what it is, -1 for no card, and how much of it is seen."""


class FoundBank:
    """The pictures of a folder and the cards in them, kept where the fit is done."""

    def __init__(self, folder: Path, where: torch.device) -> None:
        """Nothing is read before the first grow."""
        self._folder, self._where, self._known = folder, where, set[Path]()
        self._pictures, self._rows = list[Tensor](), list[Tensor]()
        self._ends = torch.zeros(1, dtype=torch.long)

    def __len__(self) -> int:
        """How many pictures there are."""
        return int(self._ends[-1])

    def grow(self) -> None:
        """Read what was drawn since."""
        for path in finished(self._folder):
            if path not in self._known:
                self._known.add(path)
                with np.load(path) as kept:
                    self._pictures.append(torch.from_numpy(kept["pictures"]).to(self._where))
                    self._rows.append(torch.from_numpy(kept["rows"]).to(self._where))
        self._ends = torch.tensor([0, *(len(part) for part in self._rows)]).cumsum(0)

    def some(self, count: int) -> tuple[Tensor, Tensor]:
        """So many pictures by chance, (count, 3, *SIDES) 0 to 1, and their cards' rows, (count, cards, 10) in px."""
        chosen = torch.randint(len(self), (count,))
        files = torch.searchsorted(self._ends, chosen, right=True) - 1
        picks = list(zip(files.tolist(), (chosen - self._ends[files]).tolist(), strict=True))
        pictures = torch.stack([self._pictures[file][place] for file, place in picks])
        rows = torch.stack([self._rows[file][place] for file, place in picks])
        return shown(pictures.permute(0, 3, 1, 2).float() / 255, rows)


class Ways(NamedTuple):
    """How what is shown comes of each picture: (n, 2, 2) and (n, 2) map its px onto those shown."""

    flat: Tensor
    moved: Tensor


def shown(pictures: Tensor, rows: Tensor) -> tuple[Tensor, Tensor]:
    """Parts (n, 3, *SIDES) of pictures (n, 3, h, w) with cards of a size within CARD, and their rows, moved along."""
    ways = _ways(pictures, rows)
    corners = rows[:, :, _CORNERS].unflatten(2, (4, 2))
    there = torch.einsum("nij,nkcj->nkci", ways.flat, corners) + ways.moved[:, None, None]
    mirrored = torch.linalg.det(ways.flat) < 0
    there = torch.where(mirrored[:, None, None, None], there[:, :, [1, 0, 3, 2]], there)
    moved = torch.cat([rows[:, :, :2], there.flatten(2)], dim=2)
    return other_colours(_seen(pictures, ways)), moved


def _ways(pictures: Tensor, rows: Tensor) -> Ways:
    """A size, a turn near one of four, a mirroring or none, and a place for one of the cards, by chance for each."""
    count, where, known = len(pictures), pictures.device, rows[:, :, 0] >= 0
    corners = rows[:, :, _CORNERS].unflatten(2, (4, 2))
    highs = torch.where(known, (corners[:, :, 3] - corners[:, :, 0]).norm(dim=2), torch.nan)
    high = highs.nanmedian(dim=1).values.nan_to_num(USUAL)
    least, most = np.log(CARD)
    scale = torch.exp(least + (most - least) * torch.rand(count, device=where)) / high
    turn = torch.randint(4, (count,), device=where) * (torch.pi / 2) + 0.1 * torch.randn(count, device=where)
    turned = torch.stack([turn.cos(), -turn.sin(), turn.sin(), turn.cos()], 1).unflatten(1, (2, 2))
    side = torch.where(torch.rand(count, device=where) < 0.5, -1.0, 1.0)
    flat = scale[:, None, None] * turned * torch.stack([side, torch.ones_like(side)], 1)[:, None]
    focus = corners.mean(2)[torch.arange(count, device=where), torch.multinomial(known + 1e-9, 1)[:, 0]]
    middle = torch.tensor([pictures.shape[3] / 2, pictures.shape[2] / 2], device=where)
    focus = torch.where(known.any(1)[:, None], focus, middle)
    spot = (0.15 + 0.7 * torch.rand(count, 2, device=where)) * torch.tensor(SIDES[::-1], device=where)
    return Ways(flat, spot - torch.einsum("nij,nj->ni", flat, focus))


def _seen(pictures: Tensor, ways: Ways) -> Tensor:
    """What is shown, each px the mean of what it covers; beside a picture lies one colour of it."""
    high, wide = SIDES
    across = (torch.arange(wide * _FINER, device=pictures.device) + 0.5) / _FINER
    down = (torch.arange(high * _FINER, device=pictures.device) + 0.5) / _FINER
    places = torch.stack(torch.meshgrid(across, down, indexing="xy"), dim=2)
    back = torch.linalg.inv(ways.flat)
    from_px = torch.einsum("nij,nhwj->nhwi", back, places - ways.moved[:, None, None])
    size = torch.tensor([pictures.shape[3], pictures.shape[2]], device=pictures.device)
    fine = functional.grid_sample(pictures, 2 * from_px / size - 1, padding_mode="border", align_corners=False)
    beside = ((from_px < 0) | (from_px > size)).any(3)[:, None]
    fill = pictures.flatten(2)[:, :, torch.randint(pictures[0, 0].numel(), (1,))][..., None]
    return functional.avg_pool2d(torch.where(beside, fill, fine), _FINER)


def other_colours(pictures: Tensor) -> Tensor:
    """Pictures (n, 3, h, w) in other colours, brighter or darker, in whole grey levels."""
    count, where = len(pictures), pictures.device
    swapped = torch.rand(count, 3, device=where).argsort(1)
    kept = torch.rand(count, 1, device=where) >= 0.3
    order = torch.where(kept, torch.arange(3, device=where), swapped)
    pictures = torch.gather(pictures, 1, order[:, :, None, None].expand_as(pictures))
    gains = (1 + 0.15 * torch.randn(count, 3, device=where)) * torch.exp(0.12 * torch.randn(count, 1, device=where))
    return torch.floor((pictures * gains[:, :, None, None]).clamp(0, 1) * 255) / 255
