"""How well a layout agrees where premium squares have the ground of plain ones and differ by an icon alone.

There a square's mean colour tells little, and the light over the board more; so each square is compared with the plain
ones around it, by its ground, its middle, and how uneven it is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Colour, Flags, Floats, medians, nearby, tint


@dataclass(frozen=True, slots=True)
class NearbyLimits:
    """How squares are compared with plain ones around them."""

    reach: int = 3  # squares to either side whose plain ones tell the light and the ground
    rim: int = 1  # px of each square left out
    middle: int = 2  # px left out to leave a square's middle
    least: float = 0.01  # deviation of plain squares below which no measure is trusted further
    most: float = 8.0  # deviations at which one measure has said all it can
    # What the share lies higher by than the agreement of tints: wrong placings have up to 0.77 of it, 0.64 of that.
    above: float = 0.15


NEARBY = NearbyLimits()


def nearby_agreement(cells: Colour, is_plain: Flags) -> float:
    """How well squares' px (n, n, side, side, 3) agree with their print, on the scale of layout_match.agreements_of.

    is_plain: (n * n,) which of them are printed plain. The others should be more unlike the plain ones around them.
    """
    unlike = _unlike(_measures(cells), is_plain.reshape(cells.shape[:2]))
    return float(premium_apart(unlike.reshape(1, -1), is_plain)[0]) - NEARBY.above


def premium_apart(unlike: Floats, is_plain: Flags) -> Floats:
    """In what share of pairs of a premium and a plain square the premium one is more unlike plain ones, (placings,).

    unlike: (placings, k). is_plain: (k,).
    """
    rank = unlike.argsort(axis=1).argsort(axis=1)[:, ~is_plain]
    count = rank.shape[1]
    return np.asarray((rank.sum(axis=1) - count * (count - 1) / 2) / (count * int(is_plain.sum())))


def unlike_around(cells: Colour) -> Floats:
    """How unlike those around it each of a lattice's squares is, (rows, columns), before it is known which are plain.

    Of the squares around any one most are plain, wherever on the lattice the board lies.
    """
    return _unlike(_measures(cells), np.ones(cells.shape[:2], bool))


def _measures(cells: Colour) -> Floats:
    """What each square looks like, (n, n, measures)."""
    whole = cells[:, :, NEARBY.rim : -NEARBY.rim, NEARBY.rim : -NEARBY.rim].astype(np.float64)
    middle = cells[:, :, NEARBY.middle : -NEARBY.middle, NEARBY.middle : -NEARBY.middle].astype(np.float64)
    light = np.log(whole.mean(axis=-1) + 8).std(axis=(2, 3))
    hue = tint(whole)[..., :3].std(axis=(2, 3)).sum(axis=-1)
    uneven = np.log(np.stack([light + 0.03, hue + 0.02], axis=-1))
    return np.concatenate([tint(whole.mean(axis=(2, 3))), tint(middle.mean(axis=(2, 3))), uneven], axis=-1)


def _unlike(measures: Floats, is_plain: Flags) -> Floats:
    """How unlike the plain squares around it each square is, (n, n)."""
    unlike = measures - nearby(measures, is_plain, NEARBY.reach)[0]
    usual = unlike[is_plain]
    deviation = 1.48 * medians(np.abs(usual - medians(usual))) + NEARBY.least
    return np.asarray(np.minimum(np.abs(unlike) / deviation, NEARBY.most).sum(axis=-1))
