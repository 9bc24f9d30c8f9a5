"""How fast a network learns in the course of its fit."""

from __future__ import annotations

import math


def cycle(share: float) -> float:
    """The learning rate's share of its peak: up for a twentieth of the time, then down along a cosine."""
    return 0.05 + 19 * share if share < 0.05 else 0.5 * (1 + math.cos(math.pi * (share - 0.05) / 0.95)) + 1e-3
