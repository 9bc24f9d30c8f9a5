"""Fits the network that tells things on a table from the table and its cards."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from training.cards.card_networks import ThingFinder
from training.cards.close.closeup_fit import descend
from training.cards.things.thing_bank import SEEN, Things
from vision.cards.found.things_beside import levelled

BATCH = 16

RATE = 4e-3
"""The highest learning rate."""

_LIT = 0.4
"""How often a shade's edge or a lamp's pool is laid over a part, beside those that are drawn."""


def fit_things(bank: Things, minutes: float, tell: Callable[[str], None], *, seed: int = 7) -> ThingFinder:
    """What tells where neither table nor card is seen, fitted for so many minutes."""
    rng, network = np.random.default_rng(seed), ThingFinder()
    pictures, things = bank

    def step() -> Tensor:
        parts = [_shown(rng, pictures[one], things[one]) for one in rng.integers(len(pictures), size=BATCH)]
        shown, wanted = (np.stack(lot) for lot in zip(*parts, strict=True))
        logits = network(torch.from_numpy(levelled(shown)))
        return functional.binary_cross_entropy_with_logits(logits[:, 0], torch.from_numpy(wanted))

    descend(network, step, minutes, tell, seed, RATE)
    return network.eval()


def _shown(
    rng: Generator, picture: NDArray[np.uint8], thing: NDArray[np.float16]
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A part mirrored by chance, in other colours and another light."""
    for axis in (0, 1):
        if rng.random() < 0.5:
            picture, thing = np.flip(picture, axis), np.flip(thing, axis)
    return _lit(rng, _other_colours(rng, np.ascontiguousarray(picture))), thing.astype(np.float32)


def _other_colours(rng: Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Other colours, brighter or darker."""
    if rng.random() < 0.3:
        picture = picture[:, :, rng.permutation(3)]
    gains = (1 + 0.15 * rng.standard_normal(3)) * np.exp(rng.normal(0, 0.12))
    table = np.clip(np.arange(256)[:, None] * gains, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(np.ascontiguousarray(picture), table[None]), np.uint8)


def _lit(rng: Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Now and then with a shade's edge across it, or in a lamp's pool."""
    if rng.random() > _LIT:
        return picture
    down, across = np.mgrid[0 : SEEN[0], 0 : SEEN[1]].astype(np.float64)
    if rng.random() < 0.5:
        turn = rng.uniform(0, 2 * np.pi)
        away = across * np.cos(turn) + down * np.sin(turn)
        edge = (away - rng.uniform(away.min(), away.max())) / np.exp(rng.uniform(np.log(0.3), np.log(8)))
        light = 1 - rng.uniform(0.2, 0.75) / (1 + np.exp(-edge.clip(-30, 30)))
    else:
        middle = rng.uniform(0, 1, 2) * SEEN
        far = np.hypot(down - middle[0], across - middle[1]) / rng.uniform(8, 60)
        light = (1 + rng.uniform(0.2, 1.8) * np.exp(-(far**2) / 2)) * rng.uniform(0.5, 1)
    return np.asarray(np.clip(picture * light[:, :, None], 0, 255), np.uint8)
