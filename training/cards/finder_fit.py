"""Fits the network that finds cards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor

from training.cards.card_networks import FINDS, STRIDE, Finder
from training.cards.table_bank import BACK
from training.drawn_files import finished

SEEN, HARDLY = 0.45, 0.15
"""The share of a card that must be seen for it to be found; with less than the second it is none."""

SHAPE_UNIT = 32.0
"""Px that a shape of 1 stands for."""

BATCH = 8

SIDES = (192, 256)
"""The height and width of what is shown to the network at once, px."""

CARD = (22.0, 84.0)
"""How high the cards are that are shown, least and most, px; the eye looks at pictures reduced in steps of two."""


def targets(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the finder should answer: FINDS maps, then a map of weights of the shapes and two of the heat."""
    high, wide = SIDES[0] // STRIDE, SIDES[1] // STRIDE
    maps = np.zeros((FINDS + 3, high, wide), np.float32)
    maps[FINDS + 1 :] = 1
    known = rows[rows[:, 0] >= 0]
    corners = known[:, 2:].reshape(-1, 4, 2)
    middles = corners.mean(axis=1) / STRIDE - 0.5
    inside = ((middles > -0.5) & (middles < np.array([wide, high]) - 0.5)).all(axis=1)
    for kind, seen, quad, middle in zip(
        known[inside, 0], known[inside, 1], corners[inside], middles[inside], strict=True
    ):
        _put(maps, int(kind == BACK), float(seen), quad, middle)
    return maps


def _put(
    maps: NDArray[np.float32], kind: int, seen: float, quad: NDArray[np.float32], middle: NDArray[np.float32]
) -> None:
    """Write one card into the maps, round its middle, in cells."""
    high, wide = maps.shape[1:]
    right, under = (quad[1] + quad[2] - quad[0] - quad[3]) / 4, (quad[2] + quad[3] - quad[0] - quad[1]) / 4
    spread = max(0.55, 0.2 * float(np.hypot(*right)) / STRIDE)
    x, y = (min(max(round(float(v)), 0), most - 1) for v, most in zip(middle, (wide, high), strict=True))
    reach = int(3 * spread) + 1
    left, top = max(0, x - reach), max(0, y - reach)
    part = maps[:, top : y + reach + 1, left : x + reach + 1]
    across = np.arange(left, left + part.shape[2], dtype=np.float32) - middle[0]
    down = np.arange(top, top + part.shape[1], dtype=np.float32) - middle[1]
    hill = np.exp(-(across[None] ** 2 + down[:, None] ** 2) / (2 * spread**2))
    if seen < SEEN:
        part[FINDS + 1 + kind][hill > 0.1] = 0 if seen > HARDLY else 1
        return
    part[kind] = np.maximum(part[kind], hill)
    maps[kind, y, x] = 1
    near = hill > np.maximum(0.55, part[FINDS])
    near[y - top, x - left] = True
    part[FINDS][near] = hill[near]
    part[2][near], part[3][near] = (
        np.broadcast_to(-across[None], hill.shape)[near],
        np.broadcast_to(-down[:, None], hill.shape)[near],
    )
    shapes = [part_of for half in (right, under) for part_of in _shape(half)]
    for number, value in enumerate(shapes):
        part[4 + number][near] = value


def _shape(half: NDArray[np.float32]) -> tuple[float, float, float]:
    """A vector up to its sign, as xx, xy, yy over its length."""
    x, y = float(half[0]), float(half[1])
    length = max(float(np.hypot(x, y)), 1e-3) * SHAPE_UNIT
    return x * x / length, x * y / length, y * y / length


def loss_of(answer: Tensor, wanted: Tensor) -> Tensor:
    """Focal loss of the heat, as in CenterNet (Zhou et al. 2019), and how far offsets and shapes are off."""
    heat, truth, counts = answer[:, :2].float(), wanted[:, :2], wanted[:, FINDS + 1 :]
    shares = torch.sigmoid(heat).clamp(1e-4, 1 - 1e-4)
    is_top = (truth == 1).float()
    loss = -is_top * (1 - shares) ** 2 * shares.log() - (1 - is_top) * (1 - truth) ** 4 * shares**2 * (1 - shares).log()
    by_heat = (loss * counts).sum() / is_top.sum().clamp(min=1)
    weight = wanted[:, FINDS : FINDS + 1]
    total = weight.sum().clamp(min=1)
    by_place = ((answer[:, 2:4] - wanted[:, 2:4]).abs() * weight).sum() / total
    size = (wanted[:, 4:5] + wanted[:, 6:7] + wanted[:, 7:8] + wanted[:, 9:10]) / 2
    by_shape = ((answer[:, 4:FINDS] - wanted[:, 4:FINDS]).abs() / (size + 0.1) * weight).sum() / total
    return by_heat + 0.5 * by_place + 2.0 * by_shape


class FoundBank:
    """The pictures of a bank and the cards in them."""

    def __init__(self, folder: Path, last: int) -> None:
        """Nothing is read before the first grow; files numbered last and above are left."""
        self._folder, self._last = folder, last
        self._known: set[Path] = set()
        self.pictures, self.rows = list[NDArray[np.uint8]](), list[NDArray[np.float32]]()

    def grow(self) -> None:
        """Read what was drawn since."""
        for path in finished(self._folder):
            if path in self._known or int(path.stem) >= self._last:
                continue
            self._known.add(path)
            with np.load(path) as kept:
                self.pictures += list(kept["pictures"])
                self.rows += list(kept["rows"])

    def batches(self, rng: Generator) -> Iterator[tuple[Tensor, Tensor]]:
        """All pictures once, in an order of their own, of any size, turned, mirrored, and in other colours."""
        order = rng.permutation(len(self.pictures))
        for first in range(0, len(order) - BATCH + 1, BATCH):
            shown = [_shown(rng, self.pictures[one], self.rows[one]) for one in order[first : first + BATCH]]
            pictures = torch.from_numpy(np.stack([picture for picture, _ in shown])).permute(0, 3, 1, 2).float() / 255
            yield pictures, torch.from_numpy(np.stack([targets(rows) for _, rows in shown]))


def _shown(
    rng: Generator, picture: NDArray[np.uint8], rows: NDArray[np.float32]
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A part of a picture with cards of a size within CARD, and its rows."""
    known = rows[:, 0] >= 0
    corners = rows[known, 2:].reshape(-1, 4, 2)
    high = float(np.median(np.linalg.norm(corners[:, 3] - corners[:, 0], axis=1))) if known.any() else 50.0
    scale = float(np.exp(rng.uniform(*np.log(CARD)))) / high
    focus = corners[int(rng.integers(len(corners)))].mean(axis=0) if known.any() else np.array([224.0, 160.0])
    turn = int(rng.integers(4)) * np.pi / 2 + rng.normal(0, 0.1)
    flat = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    if rng.random() < 0.5:
        flat = flat @ np.diag([-1.0, 1.0])
    spot = rng.uniform(0.15, 0.85, 2) * SIDES[::-1]
    matrix = np.column_stack([flat, spot - flat @ focus])
    if scale < 0.75:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.35 / scale), np.uint8)
    fill = tuple(float(v) for v in picture.reshape(-1, 3)[int(rng.integers(picture.size // 3))])
    shown = cv2.warpAffine(picture, matrix, SIDES[::-1], borderMode=cv2.BORDER_CONSTANT, borderValue=fill)
    moved = rows.copy()
    there = corners @ flat.T + matrix[:, 2]
    if np.linalg.det(flat) < 0:
        there = there[:, [1, 0, 3, 2]]
    moved[known, 2:] = there.reshape(-1, 8)
    return other_colours(rng, np.asarray(shown, np.uint8)), moved


def other_colours(rng: Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Other colours, brighter or darker, and some grain."""
    if rng.random() < 0.3:
        picture = picture[:, :, rng.permutation(3)]
    gains = (1 + 0.15 * rng.standard_normal(3)) * np.exp(rng.normal(0, 0.12))
    levels = np.arange(256)[:, None] * gains
    table = np.clip(levels, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(np.ascontiguousarray(picture), table[None]), np.uint8)


def fit_finder(
    folder: Path, minutes: float, tell: Callable[[str], None], *, last: int = 10**6, rate: float = 4e-3
) -> Finder:
    """A finder fitted for so many minutes; what was drawn meanwhile is taken up before every round.

    Its weights are kept in the folder after every round, and taken up from there where a fit was broken off.
    """
    torch.set_flush_denormal(True)
    torch.manual_seed(7)
    rng = np.random.default_rng(7)
    finder, kept = Finder(), folder / "finder.pt"
    if kept.exists():
        finder.load_state_dict(torch.load(kept))
    finder = finder.to(memory_format=torch.channels_last)  # type: ignore[call-overload] # torch's hints leave this form out
    descent = torch.optim.AdamW(finder.parameters(), lr=rate, weight_decay=0.01)
    bank, began, share, rounds = FoundBank(folder, last), time.monotonic(), 0.0, 0
    while share < 1:
        bank.grow()
        losses = []
        for pictures, wanted in bank.batches(rng):
            share = (time.monotonic() - began) / (60 * minutes)
            if share >= 1:
                break
            for group in descent.param_groups:
                group["lr"] = rate * cycle(share)
            answer = finder(pictures.contiguous(memory_format=torch.channels_last))
            loss = loss_of(answer, wanted)
            descent.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call] # torch has no hints for it
            torch.nn.utils.clip_grad_norm_(finder.parameters(), 5.0)
            descent.step()
            losses.append(float(loss.detach()))
        rounds += 1
        torch.save(finder.state_dict(), kept)
        tell(
            f"round {rounds}: {len(bank.pictures)} pictures, {share:.0%} of the time, loss {np.mean(losses or [0]):.4f}"
        )
    return finder.eval()


def cycle(share: float) -> float:
    """The learning rate's share of its peak: up for a twentieth of the time, then down along a cosine."""
    return 0.05 + 19 * share if share < 0.05 else 0.5 * (1 + float(np.cos(np.pi * (share - 0.05) / 0.95))) + 1e-3
