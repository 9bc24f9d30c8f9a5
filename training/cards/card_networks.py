"""The two networks of the eye for cards: one finds cards in a picture, one reads a card cut out of it."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.cards.card_style import CARD_LETTERS, MOST_VALUE

STRIDE = 8
"""Px of the picture that a cell of the finder's answer spans."""

FINDS = 10
"""Maps of the finder: face, back, the middle's offset right and down in cells, then both halves' shapes, three each."""

READS = (4, len(CARD_LETTERS), MOST_VALUE + 2, 3, 1, 1)
"""Answers of the card reader: kinds, letters, values and none, marks 1 to 3, whether upright, how much is seen."""


def _step(before: int, after: int, stride: int = 1) -> nn.Sequential:
    kernel = nn.Conv2d(before, after, 3, stride=stride, padding=1, bias=False)
    return nn.Sequential(kernel, nn.BatchNorm2d(after), nn.ReLU(inplace=True))


class Finder(nn.Module):
    """Pictures (n, 3, h, w), 0 to 1, h and w multiples of 32, to maps (n, FINDS, h / 8, w / 8)."""

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        self.eighth = nn.Sequential(_step(3, 12, 2), _step(12, 16, 2), _step(16, 32, 2), _step(32, 32))
        self.sixteenth = nn.Sequential(_step(32, 48, 2), _step(48, 48), _step(48, 48))
        self.deep = nn.Sequential(_step(48, 64, 2), _step(64, 64), _step(64, 64), nn.Conv2d(64, 48, 1))
        self.join = _step(48, 48)
        self.narrow = nn.Conv2d(48, 32, 1)
        self.last = _step(32, 48)
        self.head = nn.Conv2d(48, FINDS, 1)
        nn.init.constant_(self.head.bias[:2], -3.5)  # type: ignore[index] # a head of this kind has a bias

    def forward(self, pictures: Tensor) -> Tensor:
        """Maps; the first two as logits."""
        near = self.eighth(pictures)
        mid = self.sixteenth(near)
        mid = self.join(mid + nn.functional.interpolate(self.deep(mid), scale_factor=2.0, mode="nearest"))
        near = near + nn.functional.interpolate(self.narrow(mid), scale_factor=2.0, mode="nearest")
        answer: Tensor = self.head(self.last(near))
        return answer


class CardReader(nn.Module):
    """Windows (n, 3, 128, 96), standardised, to answers (n, sum(READS)) as logits."""

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        widths = ((3, 16, 2), (16, 32, 2), (32, 32, 1), (32, 64, 2), (64, 64, 1), (64, 96, 2), (96, 96, 1))
        self.body = nn.Sequential(*(_step(*width) for width in widths), nn.Flatten(), nn.Dropout(0.1))
        self.middle = nn.Sequential(nn.Linear(96 * 48, 160), nn.ReLU(inplace=True), nn.Dropout(0.1))
        self.head = nn.Linear(160, sum(READS))

    def forward(self, windows: Tensor) -> Tensor:
        """All answers side by side."""
        answer: Tensor = self.head(self.middle(self.body(windows)))
        return answer


def standardised(pixels: Tensor) -> Tensor:
    """Windows (n, h, w, 3) uint8 to (n, 3, h, w) of mean 0 and deviation 1 over all colours, as the eye does."""
    values = pixels.float().permute(0, 3, 1, 2)
    flat = values.flatten(1)
    mean, deviation = flat.mean(1), flat.std(1, unbiased=False)
    return torch.as_tensor((values - mean[:, None, None, None]) / (deviation[:, None, None, None] + 4))
