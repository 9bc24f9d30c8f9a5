"""A parametric model of a shadow over a board: the light, where the shadow's edge runs, and how deep it is.

The log light is a quadratic surface, as a lamp's pool is; the edge is the zero line of a second quadratic surface, so
it may be straight or curved; the penumbra follows the logistic function. All parameters are fitted together to the
light seen in many places, robustly: places that do not fit, as tiles not recognised as such, have little weight.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from vision.arrays import Flags, Floats

_TERMS = 6
"""Terms of a quadratic surface."""


@dataclass(frozen=True, slots=True)
class GuessLimits:
    """Limits of the first guess, which divides the places into lit and shaded ones; brightness is logarithmic."""

    starts: tuple[float, ...] = (0.3, 0.5, 0.7)  # shares of the places shaded at the start, each tried
    rounds: int = 10  # rounds of dividing
    reweighed: int = 3  # robust rounds of each fit
    stray: float = 0.1  # deviation beyond which a place has little weight
    least_step: float = 0.15  # least depth of a shadow
    least_places: int = 8  # places needed on either side of the edge
    fewest_places: int = 24  # places needed altogether
    ridge: float = 0.02  # of the logistic regression: the edge between separable places would be infinitely sharp


GUESS = GuessLimits()


@dataclass(frozen=True, slots=True)
class FitLimits:
    """Limits of the Levenberg-Marquardt fit."""

    steps: int = 12  # accepted steps; the logistic regression takes twice as many
    tries: int = 6  # dampings tried for a step
    slower: float = 4.0  # factor between dampings
    enough: float = 1e-5  # relative gain below which the fit ends
    farthest: float = 30.0  # argument beyond which the logistic function is 0 or 1 to thirteen places
    deepest: float = 6.0  # depth (logarithmic) beyond which no shadow is tried: a 400th of the light is left


FIT = FitLimits()


@dataclass(frozen=True, slots=True, eq=False)
class Shade:
    """A shadow over a board, by the coefficients of two quadratic surfaces and its depth."""

    surface: Floats  # (6,) of the log light
    edge: Floats  # (6,) of the argument of the logistic function; zero along the shadow's edge
    depth: float  # logarithmic, negative for a shadow

    def share(self, terms: Floats) -> Floats:
        """The share of the shadow on places given by their terms (k, 6): 0 to 1, a half at the edge."""
        return np.asarray(1 / (1 + np.exp(-np.clip(terms @ self.edge, -FIT.farthest, FIT.farthest))))

    def light(self, terms: Floats) -> Floats:
        """The log light on places given by their terms, (k,)."""
        return self.light_under(self.share(terms), terms)

    def light_under(self, share: Floats, terms: Floats) -> Floats:
        """The same where the share of the shadow is known, (k,)."""
        return np.asarray(terms @ self.surface + np.log1p(np.expm1(self.depth) * share))


@cache
def terms_of(size: int, side: int) -> Floats:
    """The quadratic terms of every px of a board of size squares with side px each, row by row, (k, 6)."""
    along = (np.arange(size * side) + 0.5) / (size * side) * 2 - 1
    right, down = np.meshgrid(along, along)
    terms = [np.ones_like(right), right, down, right * right, right * down, down * down]
    told = np.stack(terms, axis=-1).reshape(-1, _TERMS)
    told.flags.writeable = False
    return told


def guessed(brightness: Floats, terms: Floats) -> Shade | None:
    """A first guess from the log brightness of squares printed alike, (k,); None if all are lit alike."""
    if len(brightness) < GUESS.fewest_places:
        return None
    guesses = [_in_two(brightness, terms, brightness < start) for start in np.quantile(brightness, GUESS.starts)]
    told = [guess for guess in guesses if guess is not None]
    if not told:
        return None
    _, surface, depth, shaded = min(told, key=lambda guess: guess[0])
    return Shade(surface, _edge_between(terms, shaded), depth)


def _in_two(brightness: Floats, terms: Floats, shaded: Flags) -> tuple[float, Floats, float, Flags] | None:
    """Divide the places iteratively into lit and shaded ones: the cost, the lit surface, the depth, the shaded ones."""
    for _ in range(GUESS.rounds):
        fit = _two_surfaces(brightness, terms, shaded)
        off = brightness - terms @ fit[:_TERMS]
        nearer = np.abs(off - fit[_TERMS]) < np.abs(off)
        if (nearer == shaded).all():
            break
        shaded = nearer
    if fit[_TERMS] > -GUESS.least_step or not GUESS.least_places <= shaded.sum() <= len(shaded) - GUESS.least_places:
        return None
    strays = off - fit[_TERMS] * shaded
    return float(np.log1p((strays / GUESS.stray) ** 2).sum()), fit[:_TERMS], float(fit[_TERMS]), shaded


def stepped(brightness: Floats, terms: Floats, shaded: Flags) -> float:
    """The depth of the shadow (logarithmic) from places, (k,), of which it is known whether they are shaded."""
    return float(_two_surfaces(brightness, terms, shaded)[_TERMS])


def _two_surfaces(brightness: Floats, terms: Floats, shaded: Flags) -> Floats:
    """The lit surface and the step down from it, (7,), by a robust fit."""
    both = np.column_stack([terms, shaded])
    weight = np.ones(len(brightness))
    for _ in range(GUESS.reweighed):
        fit = _least_squares(both, weight, brightness)
        weight = 1 / (1 + ((brightness - both @ fit) / GUESS.stray) ** 2)
    return fit


def _least_squares(terms: Floats, weight: Floats, wanted: Floats) -> Floats:
    """The weighted least-squares solution."""
    weighed = terms.T * weight
    return _solved(weighed @ terms + 1e-9 * np.eye(terms.shape[1]), weighed @ wanted)


def _solved(matrix: Floats, right: Floats) -> Floats:
    return np.asarray(np.linalg.solve(matrix, right), np.float64)


def _edge_between(terms: Floats, shaded: Flags) -> Floats:
    """The surface that is zero between lit and shaded places, (6,): logistic regression with a small ridge."""
    edge = np.zeros(_TERMS)
    for _ in range(2 * FIT.steps):
        share = 1 / (1 + np.exp(-np.clip(terms @ edge, -FIT.farthest, FIT.farthest)))
        bend = (terms.T * (share * (1 - share) + 1e-4)) @ terms + GUESS.ridge * np.eye(_TERMS)
        edge = edge + _solved(bend, terms.T @ (shaded - share) - GUESS.ridge * edge)
    return edge


def fitted(shade: Shade, terms: Floats, seen: Floats, trust: Floats, stray: float) -> Shade:
    """The shadow that fits the log light seen in places, (k,), best (Levenberg-Marquardt).

    terms: (k, 6). trust: (k,) weight of each place. stray: deviation beyond which a place has little weight (Cauchy).
    """
    damping, now = 0.01, _fit(shade, terms, seen, trust, stray)
    for _ in range(FIT.steps):
        bend, slope = _normal(now, terms, trust, stray)
        for _ in range(FIT.tries):
            step = _solved(bend + damping * np.diag(np.diag(bend) + 1e-6), slope)
            moved = _fit(_moved(now.shade, step), terms, seen, trust, stray)
            if moved.cost < now.cost:
                break
            damping *= FIT.slower
        else:
            return now.shade
        damping, gained, now = damping / FIT.slower, 1 - moved.cost / now.cost, moved
        if gained < FIT.enough:
            break
    return now.shade


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """How well a shadow fits: its share on each place, the deviation from what is seen, (k,) each, and the cost."""

    shade: Shade
    share: Floats
    strays: Floats
    cost: float


def _fit(shade: Shade, terms: Floats, seen: Floats, trust: Floats, stray: float) -> _Fit:
    share = shade.share(terms)
    strays = seen - shade.light_under(share, terms)
    return _Fit(shade, share, strays, float((trust * np.log1p((strays / stray) ** 2)).sum()))


def _moved(shade: Shade, step: Floats) -> Shade:
    edge, depth = shade.edge + step[_TERMS:-1], float(np.clip(shade.depth + step[-1], -FIT.deepest, FIT.deepest))
    return replace(shade, surface=shade.surface + step[:_TERMS], edge=edge, depth=depth)


def _normal(fit: _Fit, terms: Floats, trust: Floats, stray: float) -> tuple[Floats, Floats]:
    """The weighted normal equations of the 13 parameters, (13, 13) and (13,)."""
    share, left = fit.share, float(np.exp(fit.shade.depth))
    dimmed = 1 + (left - 1) * share
    change = np.empty((2 * _TERMS + 1, len(terms)))
    change[:_TERMS] = terms.T
    change[_TERMS:-1] = terms.T * ((left - 1) * share * (1 - share) / dimmed)
    change[-1] = left * share / dimmed
    weighed = change * (trust / (1 + (fit.strays / stray) ** 2))
    return weighed @ change.T, weighed @ fit.strays
