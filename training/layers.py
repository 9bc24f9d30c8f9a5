"""The reader's network: seven small convolutions and one layer with two heads in it."""

from __future__ import annotations

from torch import Tensor, nn

from training.classes import CLASSES

OUTPUTS = len(CLASSES) + 2
"""Class logits, then the offset of the tile's middle, right and down, in squares."""

WIDTHS = (16, 24, 48, 48, 96, 96, 96)
"""Channels after each convolution; every other one halves the picture, 48 px to 3."""

FORGETS = 0.1
"""The share of features left out at each step of a fit; 0.25 in the first reader's."""


class Reader(nn.Module):
    """Windows (n, 1, 48, 48), standardised, to (n, classes + 2)."""

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        layers: list[nn.Module] = []
        before = 1
        for number, width in enumerate(WIDTHS):
            layers += convolution(before, width, stride=1 if number % 2 else 2)
            before = width
        self.body = nn.Sequential(*layers, nn.Flatten(), nn.Dropout(FORGETS))
        self.head = nn.Linear(before * 9, OUTPUTS)

    def forward(self, windows: Tensor) -> Tensor:
        """Class logits and offset, side by side."""
        answer: Tensor = self.head(self.body(windows))
        return answer


def convolution(before: int, after: int, stride: int, side: int = 3) -> list[nn.Module]:
    """A convolution of so many channels to so many, normalised; side: px that it sees along and across."""
    kernel = nn.Conv2d(before, after, side, stride=stride, padding=side // 2, bias=False)
    return [kernel, nn.BatchNorm2d(after), nn.ReLU(inplace=True)]


def standardise(pixels: Tensor) -> Tensor:
    """Windows (n, 48, 48) uint8 to (n, 1, 48, 48) of mean 0 and deviation 1, as vision/letters/letter_model.py does."""
    grey = pixels.float().flatten(1)
    grey = (grey - grey.mean(1, keepdim=True)) / (grey.std(1, unbiased=False, keepdim=True) + 4)
    return grey.view(-1, 1, pixels.shape[1], pixels.shape[2])
