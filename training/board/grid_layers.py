"""The grid model's network: convolutions down to one feature vector a square, then squares compared with each other."""

from __future__ import annotations

from torch import Tensor, nn

from vision.lighting.relative_look import CHANNELS

CLASSES = 5
"""BARE, LETTER, BLANK, STOP, COVERED."""

WIDTHS, STRIDES = (16, 32, 32, 64, 64, 96), (2, 2, 1, 2, 1, 2)
"""Channels after each convolution, and their steps: 16 px a square to 1."""


class GridNet(nn.Module):
    """Boards (b, CHANNELS, (n + 2) * 16, same) to features (b, 96, n, n) and logits (b, CLASSES, n, n)."""

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        layers, before = list[nn.Module](), CHANNELS
        for width, stride in zip(WIDTHS, STRIDES, strict=True):
            layers += convolution(before, width, stride)
            before = width
        self.body = nn.Sequential(*layers)
        self.near = nn.Sequential(*convolution(before, before, 1), nn.Conv2d(before, before, 3, padding=1))
        self.ask, self.offer, self.tell = (nn.Conv2d(before, width, 1) for width in (32, 32, before))
        self.last = nn.Sequential(nn.ReLU(inplace=True), *convolution(before, before, 1))
        self.head = nn.Conv2d(before, CLASSES, 1)

    def forward(self, boards: Tensor) -> tuple[Tensor, Tensor]:
        """Features and logits of every square."""
        seen = self.body(boards)
        seen = seen + self.near(seen)
        seen = seen + self._compared(seen)
        features = self.last(seen)[:, :, 1:-1, 1:-1]
        return features, self.head(features)

    def _compared(self, seen: Tensor) -> Tensor:
        """What each square takes from all others that it asks about."""
        ask, offer, tell = (part(seen).flatten(2) for part in (self.ask, self.offer, self.tell))
        weight = (ask.transpose(1, 2) @ offer / ask.shape[1] ** 0.5).softmax(-1)
        return (tell @ weight.transpose(1, 2)).reshape(seen.shape)


def convolution(before: int, after: int, stride: int) -> list[nn.Module]:
    """Three by three px, normalised, and nothing below zero."""
    kernel = nn.Conv2d(before, after, 3, stride=stride, padding=1, bias=False)
    return [kernel, nn.BatchNorm2d(after), nn.ReLU(inplace=True)]
