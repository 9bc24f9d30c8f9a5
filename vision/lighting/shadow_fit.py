"""A shade that lies over a board, as a formula: how bright the light is, where its edge runs, and how deep it is.

The light is a surface of the second degree (logarithmic), as a lamp's pool is; the edge is where a second such surface
is nought, so it may be straight or bent; and the penumbra follows the logistic curve. All of it is told at once by what
is seen of the light in many places, and what does not fit, as tiles not known for tiles, tells little.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from vision.arrays import Flags, Floats

_TERMS = 6
_STARTS = 0.3, 0.5, 0.7
"""The first guess starts from each of these shares of the places being shaded."""
_ROUNDS, _REWEIGHED = 10, 3
_STRAY = 0.1
"""Places that stray by more than this (logarithmic) tell little in the first guess."""
_LEAST_STEP = 0.15
"""A first guess of a shade is at least so deep (logarithmic)."""
_LEAST_PLACES, _FEWEST_PLACES = 8, 24
"""So many places at least lie on either side of the edge, and so many altogether can tell of one."""
_RIDGE = 0.02
"""Keeps the edge between two parts that are wholly apart from being endlessly sharp."""
_STEPS, _TRIES, _SLOWER, _ENOUGH = 12, 6, 4.0, 1e-5
_FARTHEST = 30.0
"""Beyond this the logistic curve is 0 or 1 to thirteen places."""
_DEEPEST = 6.0
"""No shade tried is deeper (logarithmic): a 400th of the light is left."""


@dataclass(frozen=True, slots=True, eq=False)
class Shade:
    """A shade over a board: surface (6,) of the light, edge (6,) nought where the shade begins, depth logarithmic."""

    surface: Floats
    edge: Floats
    depth: float

    def share(self, terms: Floats) -> Floats:
        """How much of the shade lies on places given by their terms (k, 6): 0 to 1, a half at the edge."""
        return np.asarray(1 / (1 + np.exp(-np.clip(terms @ self.edge, -_FARTHEST, _FARTHEST))))

    def light(self, terms: Floats) -> Floats:
        """The logarithmic light on places given by their terms, (k,)."""
        return self.light_under(self.share(terms), terms)

    def light_under(self, share: Floats, terms: Floats) -> Floats:
        """The same where it is known how much of the shade lies there, (k,)."""
        return np.asarray(terms @ self.surface + np.log1p(np.expm1(self.depth) * share))


@cache
def terms_of(size: int, side: int) -> Floats:
    """The terms of both surfaces for every px of a board of size squares with side px each, row by row, (k, 6)."""
    along = (np.arange(size * side) + 0.5) / (size * side) * 2 - 1
    right, down = np.meshgrid(along, along)
    terms = [np.ones_like(right), right, down, right * right, right * down, down * down]
    told = np.stack(terms, axis=-1).reshape(-1, _TERMS)
    told.flags.writeable = False
    return told


def guessed(brightness: Floats, terms: Floats) -> Shade | None:
    """A first guess from the logarithmic brightness of squares printed alike, (k,); None where all are lit alike."""
    if len(brightness) < _FEWEST_PLACES:
        return None
    guesses = [_in_two(brightness, terms, brightness < start) for start in np.quantile(brightness, _STARTS)]
    told = [guess for guess in guesses if guess is not None]
    if not told:
        return None
    _, surface, depth, shaded = min(told, key=lambda guess: guess[0])
    return Shade(surface, _edge_between(terms, shaded), depth)


def _in_two(brightness: Floats, terms: Floats, shaded: Flags) -> tuple[float, Floats, float, Flags] | None:
    """Part the places in lit and shaded ones by turns: how badly they fit, the lit surface, the depth, the shaded."""
    for _ in range(_ROUNDS):
        fit = _two_surfaces(brightness, terms, shaded)
        off = brightness - terms @ fit[:_TERMS]
        nearer = np.abs(off - fit[_TERMS]) < np.abs(off)
        if (nearer == shaded).all():
            break
        shaded = nearer
    if fit[_TERMS] > -_LEAST_STEP or not _LEAST_PLACES <= shaded.sum() <= len(shaded) - _LEAST_PLACES:
        return None
    strays = off - fit[_TERMS] * shaded
    return float(np.log1p((strays / _STRAY) ** 2).sum()), fit[:_TERMS], float(fit[_TERMS]), shaded


def stepped(brightness: Floats, terms: Floats, shaded: Flags) -> float:
    """How deep the shade is (logarithmic) on places, (k,), of which it is known whether they are shaded."""
    return float(_two_surfaces(brightness, terms, shaded)[_TERMS])


def _two_surfaces(brightness: Floats, terms: Floats, shaded: Flags) -> Floats:
    """The lit surface and the step down from it, (7,), places that stray far telling little."""
    both = np.column_stack([terms, shaded])
    weight = np.ones(len(brightness))
    for _ in range(_REWEIGHED):
        fit = _least_squares(both, weight, brightness)
        weight = 1 / (1 + ((brightness - both @ fit) / _STRAY) ** 2)
    return fit


def _least_squares(terms: Floats, weight: Floats, wanted: Floats) -> Floats:
    weighed = terms.T * weight
    return _solved(weighed @ terms + 1e-9 * np.eye(terms.shape[1]), weighed @ wanted)


def _solved(matrix: Floats, right: Floats) -> Floats:
    return np.asarray(np.linalg.solve(matrix, right), np.float64)


def _edge_between(terms: Floats, shaded: Flags) -> Floats:
    """The surface that is nought between lit and shaded places, (6,): logistic regression with a small ridge."""
    edge = np.zeros(_TERMS)
    for _ in range(2 * _STEPS):
        share = 1 / (1 + np.exp(-np.clip(terms @ edge, -_FARTHEST, _FARTHEST)))
        bend = (terms.T * (share * (1 - share) + 1e-4)) @ terms + _RIDGE * np.eye(_TERMS)
        edge = edge + _solved(bend, terms.T @ (shaded - share) - _RIDGE * edge)
    return edge


def fitted(shade: Shade, terms: Floats, seen: Floats, trust: Floats, stray: float) -> Shade:
    """The shade that fits best (Levenberg-Marquardt) what is seen of the logarithmic light in places, (k,).

    terms: (k, 6). trust: (k,) how much each place tells. stray: those that stray by more tell little (Cauchy).
    """
    damping, now = 0.01, _fit(shade, terms, seen, trust, stray)
    for _ in range(_STEPS):
        bend, slope = _normal(now, terms, trust, stray)
        for _ in range(_TRIES):
            step = _solved(bend + damping * np.diag(np.diag(bend) + 1e-6), slope)
            moved = _fit(_moved(now.shade, step), terms, seen, trust, stray)
            if moved.cost < now.cost:
                break
            damping *= _SLOWER
        else:
            return now.shade
        damping, gained, now = damping / _SLOWER, 1 - moved.cost / now.cost, moved
        if gained < _ENOUGH:
            break
    return now.shade


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """How badly a shade fits: how much of it lies on each place, how far that strays from what is seen, (k,) each."""

    shade: Shade
    share: Floats
    strays: Floats
    cost: float


def _fit(shade: Shade, terms: Floats, seen: Floats, trust: Floats, stray: float) -> _Fit:
    share = shade.share(terms)
    strays = seen - shade.light_under(share, terms)
    return _Fit(shade, share, strays, float((trust * np.log1p((strays / stray) ** 2)).sum()))


def _moved(shade: Shade, step: Floats) -> Shade:
    edge, depth = shade.edge + step[_TERMS:-1], float(np.clip(shade.depth + step[-1], -_DEEPEST, _DEEPEST))
    return replace(shade, surface=shade.surface + step[:_TERMS], edge=edge, depth=depth)


def _normal(fit: _Fit, terms: Floats, trust: Floats, stray: float) -> tuple[Floats, Floats]:
    """The normal equations: how the light changes with each of the 13 numbers, weighed, (13, 13) and (13,)."""
    share, left = fit.share, float(np.exp(fit.shade.depth))
    dimmed = 1 + (left - 1) * share
    change = np.empty((2 * _TERMS + 1, len(terms)))
    change[:_TERMS] = terms.T
    change[_TERMS:-1] = terms.T * ((left - 1) * share * (1 - share) / dimmed)
    change[-1] = left * share / dimmed
    weighed = change * (trust / (1 + (fit.strays / stray) ** 2))
    return weighed @ change.T, weighed @ fit.strays
