"""Fits the network that reads small print on cards, on patches drawn as it goes."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from training.cards.card_networks import PrintReader
from training.cards.finder_fit import cycle
from training.cards.print_patches import OTHER, patches_of
from training.drawn.typeface_choice import Typeface

BATCH = 256
KEPT = 60000
"""Patches that are kept and shown again, the newest."""

AGAIN = 4
"""How many batches are shown for each batch that is drawn."""


def fit_print(
    faces: list[Typeface], minutes: float, tell: Callable[[str], None], kept: Path, *, rate: float = 3e-3, seed: int = 7
) -> PrintReader:
    """A reader of small print fitted for so many minutes; its weights are kept, and taken up from there."""
    torch.set_flush_denormal(True)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    reader = PrintReader()
    if kept.exists():
        reader.load_state_dict(torch.load(kept))
    descent = torch.optim.AdamW(reader.parameters(), lr=rate, weight_decay=0.01)
    began, share, number, losses, rights = time.monotonic(), 0.0, 0, list[float](), list[float]()
    pixels, answers = patches_of(rng, faces)
    while share < 1:
        drawn = 0
        while drawn < BATCH or len(answers) < 8 * BATCH:
            more = patches_of(rng, faces)
            pixels, answers = np.concatenate([pixels, more[0]])[-KEPT:], np.concatenate([answers, more[1]])[-KEPT:]
            drawn += len(more[1])
        for _ in range(AGAIN):
            share = (time.monotonic() - began) / (60 * minutes)
            for group in descent.param_groups:
                group["lr"] = rate * cycle(min(share, 1.0))
            chosen = rng.integers(len(answers), size=BATCH)
            shown, wanted = torch.from_numpy(pixels[chosen]).float(), torch.from_numpy(answers[chosen])
            answer = reader(shown)[:, :, 0, 0]
            loss = functional.cross_entropy(answer, wanted)
            descent.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call] # torch has no hints for it
            descent.step()
            losses.append(float(loss.detach()))
            signs = wanted != OTHER
            rights.append(float((answer.argmax(1) == wanted)[signs].float().mean()))
        number += 1
        if number % 25 == 0:
            torch.save(reader.state_dict(), kept)
            tell(
                f"{number * AGAIN} steps, {share:.0%} of the time, loss {np.mean(losses[-200:]):.3f}, signs right {np.mean(rights[-200:]):.3f}"
            )
    return reader.eval()
