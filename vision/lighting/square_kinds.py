"""Squares that are printed alike: their common look in this picture, and the deviation of each one from it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Flags, Floats, below, medians, ordered
from vision.geometry.layout_match import Codes
from vision.geometry.rectify import SQUARE, Squared
from vision.lighting.appearance import Looks, distance, patches

STRAY = 0.16
"""Distance of a tint from its kind's below which bare squares stay in even light (real sets: median 0.05 to 0.13)."""


@dataclass(frozen=True, slots=True)
class PrintLimits:
    """Limits of comparing a square with the common print of its kind."""

    bare: int = 2  # bare squares that show the print of a kind
    alike: int = 3  # more squares than this show it even if each may hold a tile
    slack: int = 2  # squared-board px off its place up to which the print is searched
    edge: int = 5  # squared-board px left out on each side: lines show around round tiles, too
    contrast: float = 0.08  # least deviation of a print's px, as a share of their mean
    # Of a kind of which nearly all squares show letters all but a few must be alike by so much: print is by 0.9 and
    # more, six dark tiles with five letters of a thin face were by 0.47 to 0.94.
    same: float = 0.85
    few: float = 0.3  # share of them
    left: float = 0.3  # least share of the print's contrast on a bare square: shade leaves all, a smooth tile a part


_FLAT, _ONE_BARE_IN = 0.045, 4
"""Kinds of squares printed in one colour have less contrast, by one of so many of their squares, which are bare: 0.044
in strong grain; kinds with icons have 0.05 out of focus (four sets and drawn boards of Literaki)."""


PRINT = PrintLimits()

_FEW = 8
"""Kinds with no more squares than this may be wholly covered by tiles: their squares are always read.

Literaki's eight blue ones lie round the middle: in strong light letters there were confused with their print in 9 of
44 looks."""


@dataclass(frozen=True, slots=True, eq=False)
class Kinds:
    """The deviation of every square from the commonest look of its kind, (n * n,) each; tints as in Looks."""

    home: Floats  # (n * n, 4) the common tint of its kind
    away: Floats  # distance of its tint from that; infinite if no square of the kind was usable
    stray: Floats  # the median of that distance over its kind
    rougher: Floats  # its roughness less the median of its kind
    hue: Floats  # as away, for the hue alone


def kinds_of(seen: Looks, codes: Codes, usable: Flags) -> Kinds:
    """Estimate from the usable squares how each kind looks; codes, usable: (n * n,)."""
    names, which = np.unique(codes, return_inverse=True)
    homes, known = np.zeros((len(names), 4)), np.zeros(len(names), bool)
    for kind in np.unique(which[usable]):
        homes[kind], known[kind] = _commonest(seen.tints[usable & (which == kind)]), True
    home, is_known = _by_others(homes[which], seen.tints, which, usable), known[which]
    away, hue = distance(seen.tints, home), np.abs(seen.tints[:, :3] - home[:, :3]).sum(axis=1)

    def common(values: Floats) -> Floats:
        return _medians(values[usable], which[usable], len(names))[which]

    return Kinds(
        home=home,
        away=np.where(is_known, away, np.inf),
        stray=np.where(is_known, common(away), STRAY),
        rougher=np.where(is_known, seen.roughness - common(seen.roughness), 0.0),
        hue=np.where(is_known, hue, 0.0),
    )


def _by_others(home: Floats, tints: Floats, which: NDArray[np.intp], usable: Flags) -> Floats:
    """The common tint for each square, (n * n, 4): of a kind of which two squares can be used, the other one's.

    Nothing tells which of the two is bare, and none is its own witness: five of six were covered by tiles, the sixth by
    a stop tile, and that passed for their print.
    """
    home = home.copy()
    for kind in np.flatnonzero(np.bincount(which[usable], minlength=int(which.max()) + 1) == 2):
        one, other = np.flatnonzero(usable & (which == kind))
        home[[one, other]] = tints[[other, one]]
    return home


def is_of_few(codes: Codes) -> Flags:
    """Which squares (any shape) have a print so rare that they are always read."""
    _, which, counts = np.unique(codes, return_inverse=True, return_counts=True)
    return np.asarray(counts[which] <= _FEW).reshape(codes.shape)


def flat(contrast: Floats, kinds: Codes, is_plain: Flags) -> Flags:
    """Which squares are printed in one colour, as plain ones are: if they show something, they are read.

    Literaki's tiles have the colours of its squares; a yellow tile on a yellow square differs by its letter only.
    """
    flat = is_plain.copy()
    for kind in np.unique(kinds):
        alike = np.sort(contrast[kinds == kind])
        flat[kinds == kind] |= alike[len(alike) // _ONE_BARE_IN] < _FLAT
    return flat


def _medians(values: Floats, which: NDArray[np.intp], kinds: int) -> Floats:
    """The median of each kind's values, (kinds,).

    values, which: (k,) the value and the kind of each square. Undefined for kinds without squares.
    """
    in_order = np.append(values[np.lexsort((values, which))], 0.0)
    count = np.bincount(which, minlength=kinds)
    place = np.maximum(count - 1, 0) / 2
    low = place.astype(int)
    first = np.cumsum(count) - count + low
    one, other = in_order[first], in_order[np.where(place > low, first + 1, first)]
    return np.asarray(one + (other - one) * (place - low))


def _commonest(tints: Floats) -> Floats:
    """The median of the most compact half of the tints."""
    half = (len(tints) + 1) // 2
    between = np.partition(distance(tints[:, None], tints[None]), half - 1, axis=1)
    heart = int(between[:, :half].mean(axis=1).argmin())
    close = distance(tints, tints[heart]) <= between[heart, half - 1]
    return medians(tints[close])


def as_printed(squared: Squared, codes: Codes, lettered: Flags, asked: Flags) -> Floats:
    """Correlation of each square asked about with the common print of its kind, -1 to 1; -1 for the others, (n * n,).

    lettered: which squares show a letter, or print that is read as one.
    """
    result, there = np.full(len(codes), -1.0), np.isin(codes, codes[asked])
    result[there] = _as_printed(patches(squared, there), codes[there], lettered[there], asked[there])
    return result


def _as_printed(cells: Colour, codes: Codes, lettered: Flags, asked: Flags) -> Floats:
    """The same for some squares, (k,), among them all squares of the kinds that are asked about."""
    result = np.full(len(codes), -1.0)
    for kind in np.unique(codes):
        alike = np.flatnonzero(codes == kind)
        bare = alike[~lettered[alike]]
        columns = ordered(_inner_part(cells[bare]))
        for place in alike[asked[alike]]:
            # A square correlates with itself whatever lies there: only the others count.
            others = len(bare) - int(not lettered[place])
            if others >= PRINT.bare:
                common = _middle(columns, None if lettered[place] else _inner_part(cells[place]))
                result[place] = _likeness(cells[place], common, _contrast(common))
            elif len(alike) > PRINT.alike:
                result[place] = _like_most(cells[alike], cells[place])
    return result


def _like_most(alike: Colour, cell: Colour) -> float:
    """Correlation of a square with its kind, nearly all of which show letters; -1 if some show other ones.

    Their print may be read as a letter; but it is the same on all of them.
    """
    common = _middle(ordered(_inner_part(alike)), _inner_part(cell))
    contrast = _contrast(common)
    shown = [_likeness(other, common, contrast) for other in alike]
    return _likeness(cell, common, contrast) if float(below(np.array(shown), PRINT.few)[0]) > PRINT.same else -1.0


def _inner_part(cells: Colour) -> Colour:
    """The inner part of one square, or of several."""
    return cells[..., PRINT.edge : -PRINT.edge, PRINT.edge : -PRINT.edge, :]


def _middle(columns: NDArray[np.uint8], without: Colour | None) -> Colour:
    """The median of several squares, one of them left out: the print, if few of them hold tiles.

    columns: (px, k) the px of the squares' inner parts, each row sorted.
    """
    rank = (columns.shape[1] - int(without is not None)) // 2
    inner, middle = SQUARE - 2 * PRINT.edge, columns[:, rank]
    if without is not None:
        middle = np.where(without.ravel() > middle, middle, columns[:, rank + 1])
    return np.ascontiguousarray(middle.reshape(inner, inner, 3))


def _likeness(cell: Colour, common: Colour, contrast: float) -> float:
    """Correlation of a square with the common print, of this contrast; -1 if either has too little contrast."""
    inner = slice(PRINT.edge - PRINT.slack, PRINT.slack - PRINT.edge)
    around = np.ascontiguousarray(cell[inner, inner])
    if contrast < PRINT.contrast or _contrast(around) < PRINT.left * contrast:
        return -1.0
    return float(cv2.matchTemplate(around, common, cv2.TM_CCOEFF_NORMED).max())


def _contrast(part: Colour) -> float:
    """The deviation of the px as a share of their mean."""
    mean, deviation = cv2.meanStdDev(part.reshape(-1))
    return float(deviation[0, 0] / (mean[0, 0] + 1))
