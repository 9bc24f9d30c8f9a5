"""The light over the board in every channel, estimated from its bare plain squares."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Flags, Floats, median_of, medians, nearby


@dataclass(frozen=True, slots=True)
class SurfaceFit:
    """The robust fit of a quadratic surface through the plain squares (log brightness)."""

    rounds: int = 6  # reweighted rounds
    spread: float = 1.5  # times the median deviation at which a square's weight drops
    least_spread: float = 0.01  # added to that, log brightness


SURFACE = SurfaceFit()


@dataclass(frozen=True, slots=True)
class BareLimits:
    """When a plain square counts as bare, by log hue and roughness."""

    # Deviation of its hue from the surface's, beyond three times the median deviation: shade does not change the hue,
    # while ivory tiles deviate by 0.13 and wooden ones by more.
    hue: float = 0.03
    rough: float = 0.02  # roughness above the median
    rough_beside: float = 0.06  # the same where a neighbour looks alike: a shadow's edge adds no more, letters do


BARE = BareLimits()


@dataclass(frozen=True, slots=True)
class NeighbourLimits:
    """Which bare squares near by show the light on a square."""

    near: int = 2  # squares each way, if enough of them are bare
    far: int = 4  # squares each way otherwise
    enough: int = 4  # bare squares needed within that distance
    # Log distance in colour within which a bare square is lit as a neighbour is, and the neighbours needed: so it is at
    # the edge of a shadow, too, while special tiles do not lie side by side.
    alike: float = 0.15
    least_alike: int = 2


NEIGHBOURS = NeighbourLimits()


_REACH = 3
_AROUND_IT = tuple(
    (down, right)
    for down in range(-_REACH, _REACH + 1)
    for right in range(-_REACH, _REACH + 1)
    if (down or right) and (max(abs(down), abs(right)) < _REACH or not down * right)
)
"""The squares around one that may look alike, (down, right): up to 2 each way, and 3 in the same row or column."""


def light_over(colours: Floats, roughness: Floats, is_plain: Flags, size: int) -> Floats:
    """The logarithmic light on each square, (n * n, 3), as the colour a plain square would have there.

    The sum of a smooth surface through the plain squares and of the local deviation of bare ones near by: so the edge
    of a shadow, a lamp's pool of light and a window's cold side all count as light. colours: (n * n, 3) logarithmic.
    roughness: (n * n,). is_plain: which squares are printed plain.
    """
    smooth = _surface(colours, is_plain, size)
    off = colours - smooth
    calm = median_of(roughness[is_plain])
    keeps_hue = is_plain & _keeps_hue(off, is_plain)
    bare = keeps_hue & (roughness < calm + BARE.rough)
    local = _local(_where(off, bare, size))
    light = _by_neighbours(_where(off, keeps_hue & (roughness < calm + BARE.rough_beside), size), local)
    return smooth + light.reshape(3, -1).T


def _where(off: Floats, usable: Flags, size: int) -> Floats:
    """The deviations of usable squares by channel, (3, n, n); nan for the others."""
    return np.where(usable, off.T, np.nan).reshape(3, size, size)


def _by_neighbours(off: Floats, local: Floats) -> Floats:
    """The light by neighbours that look alike, else the local median.

    off: (3, n, n), nan where no bare square is. local: the same shape.
    """
    around = _neighbours(off)
    alike = np.abs(around - off).sum(axis=1) < NEIGHBOURS.alike
    count = alike.sum(axis=0)
    mean = (off + np.where(alike[:, None], around, 0.0).sum(axis=0)) / (count + 1)
    return np.where(count >= NEIGHBOURS.least_alike, mean, local)


def _neighbours(values: Floats) -> Floats:
    """The values of the squares around each square, (squares around it, 3, n, n); nan outside the board."""
    size = values.shape[1]
    padded = np.full((3, size + 2 * _REACH, size + 2 * _REACH), np.nan)
    padded[:, _REACH:-_REACH, _REACH:-_REACH] = values
    starts = [(_REACH + down, _REACH + right) for down, right in _AROUND_IT]
    return np.stack([padded[:, down : down + size, right : right + size] for down, right in starts])


def _keeps_hue(off: Floats, is_plain: Flags) -> Flags:
    """Which squares deviate from the light by brightness, and not by hue."""
    hue = np.abs(off - off.mean(axis=1, keepdims=True)).sum(axis=1)
    return np.asarray(hue < BARE.hue + 3 * median_of(hue[is_plain]))


def _surface(colours: Floats, is_plain: Flags, size: int) -> Floats:
    """A quadratic surface through the plain squares in each channel, robust against tiles on some of them."""
    basis = _basis(size)
    plain, seen = basis[is_plain], colours[is_plain].T
    fit = np.zeros((3, basis.shape[1]))
    fit[:, 0] = medians(seen.T)
    for _ in range(SURFACE.rounds):
        off = seen - fit @ plain.T
        spread = SURFACE.spread * medians(np.abs(off).T)[:, None] + SURFACE.least_spread
        weighed = plain[None] / ((1 + (off / spread) ** 2)[..., None] ** 2)
        fit = np.linalg.solve(plain.T @ weighed, np.einsum("ckb,ck->cb", weighed, seen)[..., None])[..., 0]
    return np.asarray(basis @ fit.T)


def _basis(size: int) -> Floats:
    """The terms of a quadratic surface at each square, (n * n, 6)."""
    rows, columns = (np.mgrid[0:size, 0:size] / (size - 1) * 2 - 1).reshape(2, -1)
    return np.column_stack([np.ones_like(rows), rows, columns, rows * rows, rows * columns, columns * columns])


def _local(off: Floats) -> Floats:
    """The median deviation of the bare squares around each square, (3, n, n); 0 where there are too few."""
    (near, count), (far, more) = (
        nearby(np.moveaxis(off, 0, 2), np.isfinite(off[0]), reach) for reach in (NEIGHBOURS.near, NEIGHBOURS.far)
    )
    enough = [(one >= NEIGHBOURS.enough)[..., None] for one in (count, more)]
    return np.moveaxis(np.where(enough[0], near, np.where(enough[1], far, 0.0)), 2, 0)
