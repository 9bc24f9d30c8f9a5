"""How well a grid fits the picture in every part of the board, and the grid pulled onto the print.

Seen straight from above, edges come once a square where the lines are. The phase of that rhythm says how far a part of
the grid lies off, before any colour is known: a grid that fits the board's middle and not its sides is told by it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Floats, Grey, Homography, grey_of, into_px, inverse, scaling, side_of
from vision.geometry.downscale import reduced, reducing
from vision.geometry.edge_lines import carried, centred_in
from vision.geometry.lattice import fit


@dataclass(frozen=True, slots=True)
class PhaseLimits:
    """How edges are sampled, and what a grid that fits must show."""

    side: int = 12  # px a side of each square
    larger: float = 1.3  # times these px that the smallest square keeps when the picture is reduced first
    # Share of the median square's edges that is added to each one's: an even square's noise is no line.
    floor: float = 0.3
    parts: int = 3  # parts a side, each of which must fit
    # Squares by which a part may be off: right grids of 65 photographs by strangers keep below 0.1 where edges are
    # clear, the wrong ones have parts 0.3 to 0.5 off.
    off: float = 0.15
    share: float = 0.85  # share of the rhythm's strength that must lie in parts that fit
    error: float = (
        0.1  # squares on the mean, see GridFit.error: right grids have 0.07 at most, wrong ones 0.11 and more
    )
    strength: float = 0.1  # mean strength of the rhythm below which there is no grid; right ones have 0.2 to 0.6


PHASES = PhaseLimits()


@dataclass(frozen=True, slots=True)
class RefineLimits:
    """How a grid is pulled onto the print."""

    enough: float = 0.05  # squares by which parts are off on the mean below which there is no need; most have 0.02
    fine: int = 5  # parts a side in the later rounds; those of PHASES in the first, which bear half a square
    rounds: int = 3  # rounds of each
    outlier: float = 0.1  # squares off the common shift from which on a part counts less: tiles' tops stand off


REFINE = RefineLimits()


@dataclass(frozen=True, slots=True, eq=False)
class GridFit:
    """The rhythm of edges in every part of a board; off in squares, right and down, both (2 axes, parts, parts)."""

    strength: Floats
    off: Floats

    @property
    def fits(self) -> bool:
        """Whether the grid's lines lie on edges in all of the board, but for what hides its print."""
        kept = float(self.strength[np.abs(self.off) < PHASES.off].sum())
        return self.is_grid and self.error < PHASES.error and kept > PHASES.share * float(self.strength.sum())

    @property
    def is_grid(self) -> bool:
        """Whether edges come once a square at all, on the grid's lines or beside them."""
        return float(self.strength.mean()) > PHASES.strength

    @property
    def error(self) -> float:
        """Squares by which the board's parts are off on the mean, the clearer ones counting more."""
        return float(np.sqrt(np.average(self.off**2, weights=self.strength)))


def fit_of(picture: Colour, to_board: Homography, size: int, parts: int = PHASES.parts) -> GridFit:
    """How the grid fits the picture; to_board: picture px to squares."""
    grey = _flat(picture, to_board, size)
    phases = np.stack(
        [_phases(np.abs(_slope(grey, 1, 0)), size, parts), _phases(np.abs(_slope(grey, 0, 1)).T, size, parts).T]
    )
    return GridFit(np.abs(phases), np.angle(phases) / (2 * np.pi))


def pulled_onto(picture: Colour, to_board: Homography, size: int) -> Homography:
    """The grid moved, turned and drawn until its lines lie on the print; each part of it may be half a square off."""
    for parts in (PHASES.parts,) * REFINE.rounds + (REFINE.fine,) * REFINE.rounds:
        to_board = _moved(to_board, fit_of(picture, to_board, size, parts), size)
    return to_board


def on_print(picture: Colour, to_board: Homography, size: int) -> Homography:
    """A grid that fits, moved by what its parts are still off, seen from as near as the picture shows them.

    Of broad or blurred lines a reduced picture shows more edges on one side: the grid is up to 0.2 squares too large.
    """
    return _moved(to_board, fit_of(picture, to_board, size, size), size)


def settled(picture: Colour, placed: Homography, edges: Floats, size: int) -> Homography | None:
    """The grid on the print, by the edges (n, 4) on the board; None if none near by fits the picture everywhere.

    Edges on the table biased the first fit, and edges too far from a line then may be near one now. A grid half a
    square off along one side can be held there by the edges of icons and tiles: then it is pulled onto the print first.
    """
    fitted = _fitted(placed, picture, edges, size)
    first = fit_of(picture, fitted, size)
    if not first.is_grid or first.error < REFINE.enough:
        return fitted if first.fits else None
    pulled = pulled_onto(picture, placed, size)
    again = _fitted(pulled, picture, edges, size)
    grids = [(grid, fit_of(picture, grid, size)) for grid in (again, pulled)]
    fitting = [(grid, found) for grid, found in ((fitted, first), *grids) if found.fits]
    # Tiles' tops draw the pulled grid to their side more than edges do, of which most are print: it is the last resort.
    return min(fitting, key=lambda found: found[1].error + (found[0] is pulled))[0] if fitting else None


def _fitted(placed: Homography, picture: Colour, edges: Floats, size: int) -> Homography:
    """The grid fitted to the edges on the board; as it is if they are too few."""
    centred = centred_in(picture.shape)
    fitted = fit(placed @ inverse(centred), carried(centred, edges), size)
    return placed if fitted is None else fitted @ centred


def _flat(picture: Colour, to_board: Homography, size: int) -> Grey:
    """The squares seen straight from above, ((size * side), same)."""
    # Halved only, which takes little time.
    scale = 0.5 ** max(0.0, np.floor(np.log2(max(side_of(to_board, size), 1e-6) / (PHASES.larger * PHASES.side))))
    smaller = reduced(picture, scale)
    into = into_px(PHASES.side) @ to_board @ inverse(reducing(scale))
    span = (size * PHASES.side,) * 2
    return grey_of(np.asarray(cv2.warpPerspective(smaller, into, span, borderMode=cv2.BORDER_REPLICATE), np.uint8))


def _slope(grey: Grey, across: int, down: int) -> NDArray[np.float32]:
    return np.asarray(cv2.Sobel(grey, cv2.CV_32F, across, down), np.float32)


def _phases(slopes: NDArray[np.float32], size: int, parts: int) -> NDArray[np.complex128]:
    """The rhythm of slopes along the rows: (parts, parts), complex; each square counts for at most 1.

    slopes: (size * side, same), how steep the picture is across the lines at every px.
    """
    side = PHASES.side
    squares = slopes.reshape(size, side, size, side).sum(axis=1, dtype=np.float64)
    whole = squares.sum(axis=2)
    turn = np.exp(2j * np.pi * (np.arange(side) + 0.5) / side)
    rhythm = squares @ turn / (whole + PHASES.floor * np.median(whole) + 1e-6)
    starts = np.arange(parts) * size // parts
    counts = np.add.reduceat(np.add.reduceat(np.ones((size, size)), starts, axis=0), starts, axis=1)
    return np.asarray(np.add.reduceat(np.add.reduceat(rhythm, starts, axis=0), starts, axis=1) / counts)


def _moved(to_board: Homography, fit: GridFit, size: int) -> Homography:
    """The grid moved by what its parts are off: the homography near to nothing that does it best."""
    parts = fit.off.shape[1]
    at = (np.arange(parts) + 0.5) / parts * 2 - 1
    x, y = (place.ravel() for place in np.meshgrid(at, at))
    one, none = np.ones_like(x), np.zeros_like(x)
    right = np.stack([one, x, y, none, none, none, x * x, x * y], axis=1)
    down = np.stack([none, none, none, one, x, y, x * y, y * y], axis=1)
    ways, off, weight = np.vstack([right, down]), -fit.off.ravel() * 2 / size, fit.strength.ravel()
    for _ in range(2):
        moves = np.linalg.lstsq(ways * weight[:, None], off * weight, rcond=None)[0]
        astray = np.abs(off - ways @ moves) * size / 2
        weight = fit.strength.ravel() / (1 + (astray / REFINE.outlier) ** 2)
    change = np.array(
        [[1 + moves[1], moves[2], moves[0]], [moves[4], 1 + moves[5], moves[3]], [-moves[6], -moves[7], 1.0]]
    )
    middle = scaling(2 / size, 2 / size, -1, -1)
    return np.asarray(inverse(middle) @ change @ middle @ to_board)
