"""Fits the networks that look from nearer: at a letter's way up, at marks, and at cells beside the words."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from training.cards.card_networks import CellReader, MarkReaders, WayUp
from training.cards.close.cell_bank import Cells
from training.cards.close.closeup_bank import NO_MARK, Marks
from training.cards.rate_cycle import cycle
from training.fitting import device
from vision.cards.found.straighten import levels_of
from vision.cards.printed.card_way_up import levelled

BATCH = 96

RATE, FURTHER_RATE = 3e-3, 6e-4
"""The highest learning rate, and that where a network is fitted further."""

_BLANKED, _PRINTED = 0.2, (0.5, 0.58)
"""How often a cell is blanked, and which share of its width and height a card's print takes."""


def fit_way_up(letters: NDArray[np.uint8], minutes: float, tell: Callable[[str], None], *, seed: int = 7) -> WayUp:
    """What tells upright letters (n, 48, 48) from the same upside down, fitted for so many minutes."""
    rng, network = np.random.default_rng(seed), WayUp()

    def step() -> Tensor:
        chosen = letters[rng.integers(len(letters), size=BATCH)]
        pixels = torch.from_numpy(levelled(np.array([_moved(rng, window) for window in chosen])))
        pixels = pixels * torch.where(torch.rand(BATCH, 1, 1, 1) < 0.1, -1.0, 1.0)
        # Both ways up in one batch: what is normalised over a batch of one kind tells which kind it is.
        both = network(torch.cat([pixels, pixels.flip(2, 3)]))
        return functional.softplus(both[BATCH:] - both[:BATCH]).mean()

    descend(network, step, minutes, tell, seed)
    return network.eval()


def fit_marks(
    banks: Sequence[Marks], minutes: float, tell: Callable[[str], None], kept: Path, *, seed: int = 7
) -> MarkReaders:
    """Readers of close-ups, fitted for so many minutes; a third of them show no mark, and of each bank as many.

    kept: weights to go on from, if there are any: then what was normalised stays as it is, and steps are smaller.
    Weights of one reader alone, as they were kept once, are none of these.
    """
    torch.manual_seed(seed)
    network, rate = MarkReaders(), RATE
    if kept.exists():
        network.load_state_dict(torch.load(kept))
        network, rate = network.eval(), FURTHER_RATE
    network.to(device())
    shown = [_Closeups(*bank) for bank in banks]

    def step() -> Tensor:
        drawn = [bank.some(BATCH // len(banks)) for bank in shown]
        pixels, wanted = (torch.cat(parts) for parts in zip(*drawn, strict=True))
        turned = torch.rand(BATCH, device=device()) < 0.5
        pixels = torch.where(turned[:, None, None, None], pixels.flip(2, 3), pixels)
        other = torch.where(wanted == NO_MARK, wanted, (wanted - 1 + 2) % 4 + 1)
        pixels, answers = _unlike(pixels) * _gain(BATCH).to(device()), torch.where(turned, other, wanted)
        return torch.stack([functional.cross_entropy(member(pixels), answers) for member in network.members]).sum()

    descend(network, step, minutes, tell, seed, rate)
    return network.cpu().eval()


def _unlike(pixels: Tensor) -> Tensor:
    """Close-ups (n, 3, 48, 48) turned, moved and made larger or smaller by a little, with grain: never twice alike."""
    count = len(pixels)
    turn, size = 0.06 * torch.randn(count), torch.exp(0.05 * torch.randn(count))
    cos, sin = size * turn.cos(), size * turn.sin()
    moved = 0.04 * torch.randn(2, count)
    ways = torch.stack([torch.stack([cos, -sin, moved[0]], 1), torch.stack([sin, cos, moved[1]], 1)], 1)
    grid = functional.affine_grid(ways, list(pixels.shape), align_corners=False).to(pixels.device)
    seen = functional.grid_sample(pixels, grid, padding_mode="border", align_corners=False)
    grain = 0.25 * torch.rand(count, 1, 1, 1, device=pixels.device).square()
    return seen + grain * torch.randn_like(seen)


class _Closeups:
    """A bank of close-ups, kept where the fit is done."""

    def __init__(self, marks: NDArray[np.float16], answers: NDArray[np.int64]) -> None:
        """Take them there."""
        self._marks, self._answers = (torch.from_numpy(part).to(device()) for part in (marks, answers))
        self._kinds = [torch.nonzero(flags)[:, 0] for flags in (self._answers == NO_MARK, self._answers != NO_MARK)]

    def some(self, count: int) -> tuple[Tensor, Tensor]:
        """So many by chance, a third of them without a mark: (count, 3, 48, 48) pixels, and what they show."""
        counts = count // 3, count - count // 3
        chosen = torch.cat([kind[torch.randint(len(kind), (many,), device=device())]
                            for kind, many in zip(self._kinds, counts, strict=True)])  # fmt: skip
        return self._marks[chosen].float().permute(0, 3, 1, 2), self._answers[chosen]


def fit_cells(banks: Sequence[Cells], minutes: float, tell: Callable[[str], None], *, seed: int = 7) -> CellReader:
    """What tells windows on cells with a card from those without; of each bank and of each kind as many are shown."""
    rng, network = np.random.default_rng(seed), CellReader().to(device())
    kinds = [(cells, np.flatnonzero(taken == kind), kind) for cells, taken in banks for kind in (0, 1)]

    def step() -> Tensor:
        drawn = [cells[rng.choice(chosen, BATCH // len(kinds))] for cells, chosen, _ in kinds]
        shown = [_shaded(rng, _blanked(rng, cell, kind)) for (_, _, kind), lot in zip(kinds, drawn, strict=True)
                 for cell in lot]  # fmt: skip
        levels = np.array([levels_of(cell) for cell in shown]).transpose(0, 3, 1, 2)
        pixels = torch.from_numpy(np.ascontiguousarray(levels))
        for side in (2, 3):
            pixels = torch.where((torch.rand(BATCH) < 0.5)[:, None, None, None], pixels.flip(side), pixels)
        pixels = pixels[:, torch.from_numpy(rng.permutation(3))] if rng.random() < 0.3 else pixels
        wanted = torch.repeat_interleave(torch.tensor([float(kind) for _, _, kind in kinds]), BATCH // len(kinds))
        logits = network((pixels * _gain(BATCH)).to(device()))[:, 0]
        return functional.binary_cross_entropy_with_logits(logits, wanted.to(device()))

    descend(network, step, minutes, tell, seed)
    return network.cpu().eval()


def _blanked(rng: Generator, cell: NDArray[np.uint8], is_card: int) -> NDArray[np.uint8]:
    """Now and then a card with nothing on it, or another patch of one colour, of any size, where none lies.

    Few cards drawn are blank, and without these what shows no letter is told as none.
    """
    if rng.random() > _BLANKED:
        return cell
    shown, (high, wide) = cell.copy(), cell.shape[:2]
    size = _PRINTED if is_card else rng.uniform(0.1, 0.9, 2)
    middle = (wide / 2, high / 2) if is_card else (rng.uniform(0, wide), rng.uniform(0, high))
    turn = 0.0 if is_card else float(rng.uniform(0, 90))
    patch = cv2.boxPoints((middle, (size[0] * wide, size[1] * high), turn)).astype(np.int32)
    inner = cell[high // 5 : -high // 5, wide // 5 : -wide // 5].reshape(-1, 3)
    colour = np.median(inner, axis=0) if is_card else inner[int(rng.integers(len(inner)))]
    cv2.fillConvexPoly(shown, patch, tuple(float(part) for part in colour))
    return shown


def _shaded(rng: Generator, cell: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A cell as it may be out of focus, with grain, and now and then a shade's edge across it."""
    shown = cell.astype(np.float32)
    if rng.random() < 0.3:
        shown = np.asarray(cv2.GaussianBlur(shown, (0, 0), float(rng.uniform(0.4, 2.0))), np.float32)
    if rng.random() < 0.25:
        turn, rows = rng.uniform(0, 2 * np.pi), np.mgrid[0 : cell.shape[0], 0 : cell.shape[1]]
        away = rows[1] * np.cos(turn) + rows[0] * np.sin(turn)
        edge = (away - rng.uniform(away.min(), away.max())) / rng.uniform(1.0, 10.0)
        shown = shown * (1 - rng.uniform(0.2, 0.75) / (1 + np.exp(-edge.clip(-30, 30))))[:, :, None]
    return np.clip(shown + rng.normal(0, rng.uniform(0, 4), shown.shape), 0, 255).astype(np.uint8)


def _moved(rng: Generator, window: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A letter put off a little: how exactly it stands in its window's middle must not tell which way up it is."""
    middle = (window.shape[1] - 1) / 2, (window.shape[0] - 1) / 2
    matrix = cv2.getRotationMatrix2D(middle, float(rng.normal(0, 3)), float(np.exp(rng.normal(0, 0.07))))
    matrix[:, 2] += rng.normal(0, 1.3, 2)
    return np.asarray(cv2.warpAffine(window, matrix, window.shape[::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _gain(count: int) -> Tensor:
    """A little more or less contrast for each."""
    return torch.exp(0.15 * torch.randn(count, 1, 1, 1))


def descend(
    network: nn.Module,
    step: Callable[[], Tensor],
    minutes: float,
    tell: Callable[[str], None],
    seed: int,
    rate: float = RATE,
) -> None:
    """Go down for so many minutes."""
    torch.set_flush_denormal(True)
    torch.manual_seed(seed)
    descent = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.01)
    began, losses = time.monotonic(), list[Tensor]()
    while (share := (time.monotonic() - began) / (60 * minutes)) < 1:
        for group in descent.param_groups:
            group["lr"] = rate * cycle(share)
        loss = step()
        descent.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call] # torch has no hints for it
        descent.step()
        losses.append(loss.detach())
        if len(losses) % 200 == 0:
            tell(f"{len(losses)} steps, {share:.0%} of the time, loss {float(torch.stack(losses[-200:]).mean()):.4f}")
