"""Squares that are printed alike: how they commonly look in this picture, and how far each one strays from that."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Flags, Floats, medians, ordered
from vision.geometry.layout_match import Codes
from vision.geometry.rectify import SQUARE, Squared
from vision.lighting.appearance import Looks, distance, patches

STRAY = 0.16
"""An empty square's tint strays from its kind by less than this in even light (real sets: median 0.05 to 0.13)."""
_MOST = 0.8
"""This share of squares shows how far their hue strays, where it does so unevenly; a hand covers fewer."""
_BARE, _ALIKE, _SLACK, _RIM = 2, 3, 2, 5
"""So many bare squares show the print of a kind, or so many of which each may hold a tile; it is sought up to so many
px off, within the square's rim: lines around it show round tiles, too."""

_LEAST_PRINT, _LEFT = 0.08, 0.3
"""A print's px deviate by this share of their mean; shade leaves all of that, a smooth tile a part."""

_FEW = 8
"""Kinds with no more squares than this may be covered by tiles altogether: their squares are always read. Literaki's
eight blue ones lie round the middle: in strong light letters there were taken for their print in 9 of 44 looks."""


@dataclass(frozen=True, slots=True, eq=False)
class Kinds:
    """How far every square strays from the commonest look of its kind, (n * n,) each.

    home: (n * n, 4) the common tint of its kind. away: how far its tint is from that, infinitely where no square of
    the kind was usable. stray: how far tints of its kind commonly are. rougher: its roughness less the common one.
    hue, hue_stray: as away and stray, for the hue alone.
    """

    home: Floats
    away: Floats
    stray: Floats
    rougher: Floats
    hue: Floats
    hue_stray: Floats


def kinds_of(seen: Looks, codes: Codes, usable: Flags) -> Kinds:
    """Learn from the usable squares how each kind looks; codes, usable: (n * n,)."""
    names, which = np.unique(codes, return_inverse=True)
    homes, known = np.zeros((len(names), 4)), np.zeros(len(names), bool)
    for kind in np.unique(which[usable]):
        homes[kind], known[kind] = _commonest(seen.tints[usable & (which == kind)]), True
    home, is_known = homes[which], known[which]
    away, hue = distance(seen.tints, home), np.abs(seen.tints[:, :3] - home[:, :3]).sum(axis=1)

    def common(values: Floats, share: float = 0.5) -> Floats:
        return _below(values[usable], which[usable], len(names), share)[which]

    return Kinds(
        home=home,
        away=np.where(is_known, away, np.inf),
        stray=np.where(is_known, common(away), STRAY),
        rougher=np.where(is_known, seen.roughness - common(seen.roughness), 0.0),
        hue=np.where(is_known, hue, 0.0),
        hue_stray=np.where(is_known, np.maximum(common(hue), common(hue, _MOST) / 2), 0.0),
    )


def counts_of(codes: Codes) -> NDArray[np.int_]:
    """How many squares are printed as each is, (n * n,)."""
    _, which, counts = np.unique(codes, return_inverse=True, return_counts=True)
    return np.asarray(counts[which])


def is_of_few(codes: Codes) -> Flags:
    """Which squares (any shape) are printed as only so few are that they are always read."""
    return np.asarray(counts_of(codes.ravel()).reshape(codes.shape) <= _FEW)


def _below(values: Floats, which: NDArray[np.intp], kinds: int, share: float) -> Floats:
    """For each kind, the value that so large a share of its squares' lie below, between the two nearest, (kinds,).

    values, which: (k,) of each square, and which kind it is. Of kinds without squares it tells nothing.
    """
    in_order = np.append(values[np.lexsort((values, which))], 0.0)
    count = np.bincount(which, minlength=kinds)
    place = np.maximum(count - 1, 0) * share
    low = place.astype(int)
    first = np.cumsum(count) - count + low
    one, other = in_order[first], in_order[np.where(place > low, first + 1, first)]
    return np.asarray(one + (other - one) * (place - low))


def _commonest(tints: Floats) -> Floats:
    """The middle of the tightest half of the tints."""
    half = (len(tints) + 1) // 2
    between = np.partition(distance(tints[:, None], tints[None]), half - 1, axis=1)
    heart = int(between[:, :half].mean(axis=1).argmin())
    close = distance(tints, tints[heart]) <= between[heart, half - 1]
    return medians(tints[close])


def as_printed(squared: Squared, codes: Codes, lettered: Flags, asked: Flags) -> Floats:
    """How like the common print of its kind each square asked about is, -1 to 1; -1 for the others, (n * n,).

    lettered: which squares show a letter, or print that reads as one.
    """
    result, there = np.full(len(codes), -1.0), np.isin(codes, codes[asked])
    result[there] = _as_printed(patches(squared, there), codes[there], lettered[there], asked[there])
    return result


def _as_printed(cells: Colour, codes: Codes, lettered: Flags, asked: Flags) -> Floats:
    """The same of some squares, (k,), among them all of the kinds that are asked about."""
    result = np.full(len(codes), -1.0)
    for kind in np.unique(codes):
        alike = np.flatnonzero(codes == kind)
        bare = alike[~lettered[alike]]
        columns = ordered(_within_rim(cells[bare]))
        for place in alike[asked[alike]]:
            # A square is like itself whatever lies there: only others tell.
            others = len(bare) - int(not lettered[place])
            # Has nearly all of a kind letters, it may be because its print reads as one: then all others tell.
            if others >= _BARE:
                common = _middle(columns, None if lettered[place] else _within_rim(cells[place]))
            elif len(alike) > _ALIKE:
                common = _middle(ordered(_within_rim(cells[alike])), _within_rim(cells[place]))
            else:
                continue
            result[place] = _likeness(cells[place], common, _contrast(common))
    return result


def _within_rim(cells: Colour) -> Colour:
    """One square, or several, without their rims."""
    return cells[..., _RIM:-_RIM, _RIM:-_RIM, :]


def _middle(columns: NDArray[np.uint8], without: Colour | None) -> Colour:
    """What most squares show, one of them left out: what is printed there, if few hold tiles.

    columns: (px, k) the squares' px within their rims, sorted in every place.
    """
    rank = (columns.shape[1] - int(without is not None)) // 2
    inner, middle = SQUARE - 2 * _RIM, columns[:, rank]
    if without is not None:
        middle = np.where(without.ravel() > middle, middle, columns[:, rank + 1])
    return np.ascontiguousarray(middle.reshape(inner, inner, 3))


def _likeness(cell: Colour, common: Colour, contrast: float) -> float:
    """How like the common print, of so much contrast, a square is; -1 if either has next to none."""
    around = np.ascontiguousarray(cell[_RIM - _SLACK : _SLACK - _RIM, _RIM - _SLACK : _SLACK - _RIM])
    if contrast < _LEAST_PRINT or _contrast(around) < _LEFT * contrast:
        return -1.0
    return float(cv2.matchTemplate(around, common, cv2.TM_CCOEFF_NORMED).max())


def _contrast(part: Colour) -> float:
    mean, deviation = cv2.meanStdDev(part.reshape(-1))
    return float(deviation[0, 0] / (mean[0, 0] + 1))
