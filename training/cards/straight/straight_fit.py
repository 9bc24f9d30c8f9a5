"""Fits the network that tells how far off a card was found: it learns from cards that were put off on purpose."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor

from training.cards.card_networks import Straightener
from training.cards.rate_cycle import cycle
from training.cards.straight.straight_bank import CARD, CROP
from vision.cards.found.straighten import BOX, levels_of, window_map

BATCH = 48
Shape = NDArray[np.float64]
"""(3, 2): a card's middle, and the halves of its width and its height as vectors."""


@dataclass(frozen=True, slots=True)
class PutOff:
    """How far off cards are put, as found ones are; standard deviations."""

    aside: float = 0.07  # shares of a card's width and height
    larger: float = 0.07  # of the logarithm of its size
    longer: float = 0.04  # of that of each side alone
    turn: float = 4.0  # degrees
    shear: float = 2.0  # degrees


OFF = PutOff()


def put_off(rng: Generator) -> Shape:
    """The card of a crop as it might have been found."""
    wild = 2.0 if rng.random() < 0.15 else 1.0
    move = rng.normal(0, OFF.aside * wild, 2) * 2
    size = np.exp(rng.normal(0, OFF.larger * wild) + rng.normal(0, OFF.longer, 2))
    turn, shear = np.deg2rad(rng.normal(0, OFF.turn * wild)), np.deg2rad(rng.normal(0, OFF.shear * wild))
    # Turned as if the card were as wide as CARD says.
    half = np.array(CARD) / 2
    right = np.array([np.cos(turn), np.sin(turn)]) * half[0] * size[0]
    down = np.array([-np.sin(turn + shear), np.cos(turn + shear)]) * half[1] * size[1]
    sign = -1.0 if rng.random() < 0.5 else 1.0
    return np.stack([np.array(CROP) / 2 + move * half, sign * right, sign * down])


def answer_for(found: Shape) -> NDArray[np.float32]:
    """What brings a found card onto the crop's: six numbers, as Straightener tells them."""
    half = np.array(CARD) / 2
    sign = np.sign(found[1][0])
    true = np.stack([np.array(CROP) / 2 - found[0], sign * np.array([half[0], 0]), sign * np.array([0, half[1]])])
    told = np.linalg.solve(found[1:].T, true.T).T
    return np.asarray(told - [[0, 0], [1, 0], [0, 1]], np.float32).ravel()


class CropBank:
    """All crops drawn so far."""

    def __init__(self, folder: Path) -> None:
        """Nothing is read before the first grow."""
        self._folder, self._known = folder, set[Path]()
        self.crops = np.zeros((0, CROP[1], CROP[0], 3), np.uint8)

    def grow(self) -> None:
        """Read what was drawn since."""
        fresh = [path for path in sorted(self._folder.glob("[0-9]*.npz")) if ".part" not in path.name]
        parts = [self.crops]
        for path in (path for path in fresh if path not in self._known):
            self._known.add(path)
            with np.load(path) as kept:
                parts.append(kept["crops"])
        self.crops = np.concatenate(parts) if len(parts) > 1 else self.crops

    def batch(self, rng: Generator) -> tuple[Tensor, Tensor]:
        """Some of them, each put off, in other colours, and what would put it right."""
        windows, answers = [], []
        for one in rng.integers(len(self.crops), size=BATCH):
            found = put_off(rng)
            windows.append(levels_of(_seen(rng, self.crops[one], found)))
            answers.append(answer_for(found))
        return torch.from_numpy(np.stack(windows).transpose(0, 3, 1, 2)), torch.from_numpy(np.stack(answers))


def _seen(rng: Generator, crop: NDArray[np.uint8], found: Shape) -> NDArray[np.uint8]:
    if rng.random() < 0.25:
        crop = _alike(rng, crop)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shown = cv2.warpAffine(crop, window_map(*found), BOX, flags=how, borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.3:
        shown = shown[:, :, rng.permutation(3)]
    if rng.random() < 0.15:
        shown = np.asarray(cv2.GaussianBlur(shown, (0, 0), float(rng.uniform(0.4, 1.4))), np.uint8)
    gains = np.exp(rng.normal(0, 0.12, 3))
    table = np.clip(np.arange(256)[:, None] * gains, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(np.ascontiguousarray(shown), table[None]), np.uint8)


def _alike(rng: Generator, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A crop whose ground is nearly of the card's colour."""
    (left, top), (wide, high) = (np.array(CROP) - CARD) // 2, CARD
    is_card = np.zeros(crop.shape[:2], bool)
    is_card[top : top + high, left : left + wide] = True
    apart = np.median(crop[is_card], axis=0) - np.median(crop[~is_card], axis=0)
    moved = crop + (~is_card[:, :, None]) * apart * float(rng.uniform(0.5, 1.0))
    return np.asarray(np.clip(moved, 0, 255), np.uint8)


def loss_of(told: Tensor, wanted: Tensor) -> Tensor:
    """How unlikely what is wanted is where the answers are Laplace's, each with a spread of its own."""
    spread = told[:, 6:].clamp(-5, 2)
    return ((told[:, :6] - wanted).abs() * torch.exp(-spread) + spread).mean()


def fit_straightener(
    folder: Path, minutes: float, tell: Callable[[str], None], *, rate: float = 2e-3, seed: int = 7
) -> Straightener:
    """A straightener fitted for so many minutes; its weights are kept in the folder, and taken up from there."""
    torch.set_flush_denormal(True)
    torch.manual_seed(seed)
    rng, straightener, kept = np.random.default_rng(seed), Straightener(), folder / "straightener.pt"
    if kept.exists():
        straightener.load_state_dict(torch.load(kept))
    descent = torch.optim.AdamW(straightener.parameters(), lr=rate, weight_decay=0.01)
    bank, began, number, told = CropBank(folder), time.monotonic(), 0, list[tuple[float, float]]()
    while (share := (time.monotonic() - began) / (60 * minutes)) < 1:
        if number % 200 == 0:
            bank.grow()
        for group in descent.param_groups:
            group["lr"] = rate * cycle(share)
        shown, wanted = bank.batch(rng)
        answer = straightener(shown)
        loss = loss_of(answer, wanted)
        descent.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call] # torch has no hints for it
        descent.step()
        told.append((float(loss.detach()), float((answer[:, :6] - wanted).detach().abs().median())))
        number += 1
        if number % 200 == 0:
            torch.save(straightener.state_dict(), kept)
            mean, off = np.mean(told[-200:], axis=0)
            tell(f"{number} steps on {len(bank.crops)} crops, {share:.0%} of the time, loss {mean:.3f}, off {off:.4f}")
    torch.save(straightener.state_dict(), kept)
    return straightener.eval()
