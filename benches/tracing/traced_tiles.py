"""Tiles as bodies: rounded blocks with a printed top, all of a board's in one mesh and one picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benches.tracing.maker import Maker
from benches.tracing.printing import TOP, Print

Floats = NDArray[np.float64]
_STEPS, _ROUNDS, _CORNER = 6, 4, 0.1
"""Points of each corner seen from above, rings of the rounded edge, and how round corners are, in squares."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile where it lies: right, down and up in squares from the grid's top left corner; its turn in radians."""

    place: tuple[float, float, float]
    turn: float
    top: Print


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Bodies of triangles.

    points: (n, 3) right, up and high, in squares from the grid's top left corner. faces: (m, 3) points of each.
    colours: (n, 2) where in the picture each point's colour stands, 0 to 1 from its lower left corner.
    """

    points: Floats
    faces: NDArray[np.uint32]
    colours: Floats
    picture: Print


def mesh_of(tiles: Sequence[Laid], maker: Maker) -> Mesh:
    """All tiles in one mesh; at least one."""
    points, spots, faces = _block(maker)
    wide = int(np.ceil(np.sqrt(len(tiles))))
    picture = np.zeros((wide * TOP, wide * TOP, 3), np.uint8)
    bodies, colours, joined = [], [], []
    for number, tile in enumerate(tiles):
        row, column = divmod(number, wide)
        picture[row * TOP : (row + 1) * TOP, column * TOP : (column + 1) * TOP] = tile.top
        cos, sin = np.cos(tile.turn), np.sin(tile.turn)
        flat = points[:, :2] @ np.array([[cos, sin], [-sin, cos]]) + np.array([tile.place[0], -tile.place[1]])
        bodies.append(np.column_stack([flat, points[:, 2] + tile.place[2]]))
        colours.append((spots + np.array([column, wide - 1 - row])) / wide)
        joined.append(faces + number * len(points))
    return Mesh(np.vstack(bodies), np.vstack(joined).astype(np.uint32), np.vstack(colours), picture)


def _block(maker: Maker) -> tuple[Floats, Floats, NDArray[np.int64]]:
    """One tile: its points, where their colours stand on its top, 0 to 1 from the lower left, and its faces."""
    half, turns = maker.side / 2, np.linspace(0, np.pi / 2, _ROUNDS)
    rings = [(0.0, 0.0)] + [
        (maker.round * (1 - np.cos(turn)), maker.thick - maker.round * (1 - np.sin(turn))) for turn in turns
    ]
    outlines = [np.column_stack([_outline(half - inset), np.full(4 * _STEPS, up)]) for inset, up in rings]
    count = 4 * _STEPS
    points = np.vstack([*outlines, [[0, 0, maker.thick]]])
    around, after = np.arange(count), (np.arange(count) + 1) % count
    faces = []
    for ring in range(len(rings) - 1):
        low, up = ring * count, (ring + 1) * count
        faces += [
            np.column_stack([low + around, low + after, up + after]),
            np.column_stack([low + around, up + after, up + around]),
        ]
    last = (len(rings) - 1) * count
    faces.append(np.column_stack([last + around, last + after, np.full(count, len(points) - 1)]))
    spots = np.clip(points[:, :2] / maker.side + 0.5, 0.01, 0.99)
    return points, spots, np.vstack(faces)


def _outline(half: float) -> Floats:
    """A square with round corners, anticlockwise, (4 * _STEPS, 2)."""
    turns = np.linspace(0, np.pi / 2, _STEPS)
    corner = np.column_stack([np.cos(turns), np.sin(turns)]) * _CORNER + half - _CORNER
    quarter = np.array([[0, 1], [-1, 0]])
    return np.vstack([corner @ np.linalg.matrix_power(quarter, number) for number in range(4)])
