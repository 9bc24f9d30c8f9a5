"""The network that tells whether anything lies across a tile, fitted for a given number of minutes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.random import Generator
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import IterableDataset, get_worker_info

from training.board.grid_fitting import descend
from training.board.grid_layers import convolution
from training.tiles.lying_across import CROSSED, FREE, PERHAPS, hard_tile
from training.tiles.tile_windows import Windows, read_windows
from vision.squares.whole_tiles import relative

SEED = 5
"""What decides the first weights, and the hardships."""

BATCH, HELD_OUT = 128, 4000
"""Tiles at a step, and those on which it is measured: of the last file, from which nothing is learnt."""

_WIDTHS = (16, 32, 48, 64, 64)


class AcrossNet(nn.Module):
    """Tiles (b, 3, 40, 40), as vision.squares.whole_tiles has them, to logits (b,)."""

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        first, *others = _WIDTHS
        kernel = nn.Conv2d(3, first, 4, 2, 1, bias=False)
        layers: list[nn.Module] = [kernel, nn.BatchNorm2d(first), nn.ReLU(inplace=True)]
        for before, after, stride in zip(_WIDTHS, others, (2, 1, 2, 1), strict=False):
            layers += convolution(before, after, stride)
        self.first = nn.Sequential(*layers)
        self.last = nn.Sequential(nn.Linear(3 * _WIDTHS[-1], 64), nn.ReLU(inplace=True), nn.Linear(64, 1))

    def forward(self, tiles: Tensor) -> Tensor:
        """How surely something lies across each."""
        seen = self.first(tiles)
        middle = seen[:, :, 1:4, 1:4]
        together = torch.cat([seen.mean((2, 3)), seen.amax((2, 3)), middle.mean((2, 3))], 1)
        return self.last(together)[:, 0]


class HardTiles(IterableDataset[tuple[Tensor, ...]]):
    """Batches of tiles, each under hardships of its own, without an end: looks, and whether they are crossed."""

    def __init__(self, windows: Windows, seed: int) -> None:
        """Of these windows."""
        self._windows, self._seed = windows, seed

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        """Each worker has hardships of its own."""
        worker = get_worker_info()
        chance = np.random.default_rng([self._seed, worker.id if worker else 0])
        while True:
            yield hard_tiles(self._windows, BATCH, chance)


def hard_tiles(windows: Windows, count: int, chance: Generator) -> tuple[Tensor, Tensor]:
    """So many of the windows' tiles under hardships: looks, and whether they are crossed."""
    chosen = chance.integers(len(windows.lettered), size=count)
    drawn = [(windows.pixels[place], bool(windows.lettered[place])) for place in chosen]
    tiles = [hard_tile(window, lettered=lettered, chance=chance) for window, lettered in drawn]
    looks = relative(np.array([pixels for pixels, _ in tiles]))
    return torch.from_numpy(looks), torch.tensor([answer for _, answer in tiles])


def fit_across(
    net: AcrossNet, bank: HardTiles, minutes: float, tell: Callable[[str], None], *, rate: float, workers: int
) -> AcrossNet:
    """Fit a network for so many minutes; workers: processes that worsen tiles ahead, none for this one alone."""

    def loss_of(looks: Tensor, answers: Tensor) -> Tensor:
        weight = (answers != PERHAPS).float()
        crossed = (answers == CROSSED).float()
        loss = functional.binary_cross_entropy_with_logits(net(looks), crossed, weight, reduction="sum")
        return loss / weight.sum()

    descend(net.train(), bank, loss_of, minutes, tell, rate=rate, workers=workers)
    return net.eval()


def measured(net: AcrossNet, folder: Path, seed: int) -> str:
    """What it tells of tiles from which it did not learn."""
    looks, answers = hard_tiles(read_windows(folder), HELD_OUT, np.random.default_rng([seed, HELD_OUT]))
    with torch.no_grad():
        shares = net(looks).sigmoid()
    crossed, free = (shares[answers == kind] for kind in (CROSSED, FREE))
    return "; ".join(
        f"above {least}: {float((crossed > least).float().mean()):.1%} of those crossed, "
        f"{float((free > least).float().mean()):.2%} of the others"
        for least in (0.3, 0.5, 0.8, 0.9, 0.95)
    )
