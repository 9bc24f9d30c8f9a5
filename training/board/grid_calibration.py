"""Makes the grid model's shares mean what they say, and tells by how far it never saw the like of a square."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from training.board.board_hardships import Hard
from training.board.board_truth import UNTOLD
from training.board.grid_layers import CLASSES, GridNet
from vision.lighting.relative_look import relative

_ROUND = 1e-2
"""Added to each feature's variance, so that what hardly varies does not decide."""


class Told(NamedTuple):
    """What a network tells of many squares: (k, 96) features, (k, CLASSES) logits, and (k,) the truth."""

    features: Tensor
    logits: Tensor
    truth: Tensor


class Calibrated(nn.Module):
    """The network with calibrated shares and each square's distance from what it has learnt."""

    def __init__(self, net: GridNet, temperature: float, means: Tensor, whiten: Tensor) -> None:
        """Means (CLASSES, k) of whitened features; whiten (k, k)."""
        super().__init__()
        self.net, self.temperature = net, temperature
        self.white = nn.Conv2d(len(whiten), len(whiten), 1, bias=False)
        self.white.weight.data = whiten[:, :, None, None].clone()
        self.register_buffer("means", means[None, :, :, None, None])

    def forward(self, boards: Tensor) -> tuple[Tensor, Tensor]:
        """Shares (b, CLASSES, n, n), and (b, n, n) the squared distance from the nearest class, 1 where usual."""
        features, logits = self.net(boards)
        away = ((self.white(features)[:, None] - self.means) ** 2).mean(2).amin(1)
        return (logits / self.temperature).softmax(1), away


def told(net: GridNet, boards: Sequence[Hard]) -> Told:
    """What a network tells of the squares of some boards that show something known."""
    features, logits, truth = list[Tensor](), list[Tensor](), list[Tensor]()
    with torch.no_grad():
        for board in boards:
            looked = net.eval()(torch.from_numpy(relative(board.pixels, board.codes))[None])
            known = torch.from_numpy(board.truth.ravel() != UNTOLD)
            for part, kept in zip(looked, (features, logits), strict=True):
                kept.append(part[0].flatten(1).T[known])
            truth.append(torch.from_numpy(board.truth.ravel().astype(np.int64))[known])
    return Told(torch.cat(features), torch.cat(logits), torch.cat(truth))


def calibrated(net: GridNet, squares: Told) -> Calibrated:
    """The network with the temperature of the best likelihood, and distances by these squares (Mahalanobis)."""
    scores = [
        (float(functional.cross_entropy(squares.logits / by, squares.truth)), by) for by in np.geomspace(0.4, 3, 60)
    ]
    means = torch.stack([squares.features[squares.truth == kind].mean(0) for kind in range(CLASSES)])
    away = squares.features - means[squares.truth]
    values, vectors = torch.linalg.eigh(away.T @ away / len(away) + _ROUND * torch.eye(away.shape[1]))
    whiten = (vectors / values.sqrt()).T.contiguous()
    return Calibrated(net, float(min(scores)[1]), means @ whiten.T, whiten)


def threshold(worst: NDArray[np.float64], risk: float) -> float:
    """The least share from which on a class may be told, by conformal risk control over boards.

    worst: for each board the largest share that any square of it gives the class wrongly, 0 where none does. Of boards
    like these at most the share `risk` has a square told wrongly (Angelopoulos et al., Conformal Risk Control, 2024).
    Infinite where so few boards cannot tell.
    """
    most = int(np.floor(risk * (len(worst) + 1))) - 1
    return float(np.sort(worst)[::-1][most]) if most >= 0 else float("inf")
