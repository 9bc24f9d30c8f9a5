"""The networks of the eye for cards: one finds cards, one sets them right, one reads small print on a card cut out."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.cards.card_style import MOST_VALUE

STRIDE = 8
"""Px of the picture that a cell of the finder's answer spans."""

FINDS = 10
"""Maps of the finder: face, back, the middle's offset right and down in cells, then both halves' shapes, three each."""

MARK_READERS = 2
"""How many readers of marks are asked together: of 20,212 held-out close-ups two tell 69 % at 25 wrong, one 54 %."""

MARKS_SURER = 1.25
"""By how much their log shares are raised: what grain they learnt from left them less sure than they were right."""


def _step(before: int, after: int, stride: int = 1) -> nn.Sequential:
    kernel = nn.Conv2d(before, after, 3, stride=stride, padding=1, bias=False)
    return nn.Sequential(kernel, nn.BatchNorm2d(after), nn.ReLU(inplace=True))


class Finder(nn.Module):
    """Pictures (n, 3, h, w), 0 to 1, h and w multiples of 32, to maps (n, FINDS, h / 8, w / 8)."""

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        self.eighth = nn.Sequential(_step(3, 16, 2), _step(16, 16, 2), _step(16, 32, 2), _step(32, 32))
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


class Straightener(nn.Module):
    """Levelled windows (n, 3, 80, 64) to (n, 12): what sets each card right, and how far off that is, as logarithms.

    Six numbers, a and b three times: the true middle, right half and lower half are the found ones, and a halves of the
    card's width and b halves of its height more.
    """

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        self.body = nn.Sequential(_step(3, 16, 2), _step(16, 24, 2), _step(24, 32), _step(32, 48, 2), _step(48, 32))
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(32 * 10 * 8, 64), nn.ReLU(inplace=True), nn.Linear(64, 12))

    def forward(self, windows: Tensor) -> Tensor:
        """Answers."""
        answer: Tensor = self.head(self.body(windows))
        return answer


class PrintReader(nn.Module):
    """Levelled windows (n, 3, h, w) to (n, classes, (h - 29) / 4 + 1, (w - 29) / 4 + 1): what every fourth px shows.

    It pads nothing, so that a patch of 29 px gives one answer, and a whole window one for each place.
    """

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        self.body = nn.Sequential(
            _open(3, 16, 5, 2), _open(16, 24), _open(24, 32, 3, 2), _open(32, 48), _open(48, 64), nn.Dropout2d(0.05)
        )
        self.head = nn.Conv2d(64, MOST_VALUE + 4, 1)

    def forward(self, windows: Tensor) -> Tensor:
        """Logits."""
        answer: Tensor = self.head(self.body(windows))
        return answer


class MarkReader(nn.Module):
    """Levelled close-ups (n, 3, 48, 48) to (n, 5): no mark, 2x, 3x, and both upside down."""

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        self.body = nn.Sequential(
            _open(3, 12, 5, 2), _open(12, 24), _open(24, 32, 3, 2), _open(32, 48), _open(48, 48), nn.Flatten()
        )
        self.head = nn.Sequential(nn.Linear(48 * 25, 48), nn.ReLU(inplace=True), nn.Dropout(0.1), nn.Linear(48, 5))

    def forward(self, closeups: Tensor) -> Tensor:
        """Logits."""
        answer: Tensor = self.head(self.body(closeups))
        return answer


class MarkReaders(nn.Module):
    """Some readers of marks that began apart: where they differ, none of them counts much."""

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        self.members = nn.ModuleList(MarkReader() for _ in range(MARK_READERS))

    def forward(self, closeups: Tensor) -> Tensor:
        """The mean of their log shares, raised, as logits."""
        shares = torch.stack([member(closeups).log_softmax(1) for member in self.members])
        return MARKS_SURER * shares.mean(0)


class WayUp(nn.Module):
    """Levelled letters (n, 1, 36, 36) to (n, 1): how much one looks as it stands upright."""

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        self.body = nn.Sequential(_open(1, 16, 5, 2), _open(16, 24), _open(24, 32, 3, 2), _open(32, 48), nn.Flatten())
        self.head = nn.Sequential(nn.Linear(48 * 16, 32), nn.ReLU(inplace=True), nn.Dropout(0.1), nn.Linear(32, 1))

    def forward(self, letters: Tensor) -> Tensor:
        """Logits; the answer for a letter is this less that for it upside down."""
        answer: Tensor = self.head(self.body(letters))
        return answer


class CellReader(nn.Module):
    """Levelled windows (n, 3, 80, 64) on cells beside cards to (n, 1): how much one looks as if a card lay there."""

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        self.body = nn.Sequential(
            nn.AvgPool2d(2), _step(3, 16, 2), _step(16, 24), _step(24, 32, 2), _step(32, 32, 2), nn.Flatten()
        )
        self.head = nn.Sequential(nn.Linear(32 * 20, 32), nn.ReLU(inplace=True), nn.Dropout(0.1), nn.Linear(32, 1))

    def forward(self, windows: Tensor) -> Tensor:
        """Logits."""
        answer: Tensor = self.head(self.body(windows))
        return answer


class ThingFinder(nn.Module):
    """Levelled pictures (n, 3, h, w) to (n, 1, h / 2, w / 2): how much each place looks to be neither table nor card.

    h and w: multiples of 16. What is the table is told by what most of the picture shows.
    """

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        self.fine = nn.Sequential(_step(3, 16), _step(16, 24, 2), _step(24, 24))
        self.quarter = nn.Sequential(_step(24, 40, 2), _step(40, 40))
        self.eighth = nn.Sequential(_step(40, 64, 2), _step(64, 64))
        self.deep = nn.Sequential(_step(64, 96, 2), _step(96, 96))
        self.whole = nn.Linear(96, 96)
        self.back, self.join8 = nn.Conv2d(96, 64, 1), _step(64, 64)
        self.back4, self.join4 = nn.Conv2d(64, 40, 1), _step(40, 40)
        self.narrow, self.last, self.head = nn.Conv2d(40, 24, 1), _step(24, 24), nn.Conv2d(24, 1, 1)
        nn.init.constant_(self.head.bias, -2.0)  # type: ignore[arg-type] # a head of this kind has a bias

    def forward(self, pictures: Tensor) -> Tensor:
        """Logits."""
        fine = self.fine(pictures)
        quarter = self.quarter(fine)
        eighth = self.eighth(quarter)
        deep = self.deep(eighth)
        deep = nn.functional.relu(deep + self.whole(deep.mean((2, 3)))[:, :, None, None])
        eighth = self.join8(eighth + _twice(self.back(deep)))
        quarter = self.join4(quarter + _twice(self.back4(eighth)))
        answer: Tensor = self.head(self.last(fine + _twice(self.narrow(quarter))))
        return answer


def _twice(maps: Tensor) -> Tensor:
    """Maps of twice the height and width."""
    return nn.functional.interpolate(maps, scale_factor=2.0, mode="nearest")


def _open(before: int, after: int, size: int = 3, stride: int = 1) -> nn.Sequential:
    kernel = nn.Conv2d(before, after, size, stride=stride, bias=False)
    return nn.Sequential(kernel, nn.BatchNorm2d(after), nn.ReLU(inplace=True))
