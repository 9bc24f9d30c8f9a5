"""Shades and coverings beyond the bench's own: each over a good picture, by a formula that is written here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from benches.pictures.disturbances import Corners, Disturb, Picture, as_picture

Values = np.typing.NDArray[np.float64]
_BAND_EDGE = 0.01


@dataclass(frozen=True, slots=True)
class Edge:
    """Where a shade begins, in sides of the board from its middle.

    angle: of the way into the shade, radians clockwise from rightwards. at: how far that way. width: of the penumbra.
    bend: how much further it begins at a side's length beside the middle. waves: how far it swings to and fro.
    """

    angle: float
    at: float
    width: float = 0.03
    bend: float = 0.0
    waves: float = 0.0

    def beyond(self, picture: Picture, corners: Corners) -> Values:
        """How much of the shade lies on each px: 0 to 1, in a straight line over the penumbra."""
        into, along = _along(picture, corners, self.angle)
        into = into - self.at + self.bend * along**2 + self.waves * np.sin(14 * along)
        return np.clip(into / self.width + 0.5, 0, 1)


def _along(picture: Picture, corners: Corners, angle: float) -> tuple[Values, Values]:
    """How far each px is from the board's middle in a direction and across it, in sides of the board."""
    middle, side = corners.mean(axis=0), float(np.linalg.norm(corners[1] - corners[0]))
    down, right = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
    right, down = (right - middle[0]) / side, (down - middle[1]) / side
    return right * np.cos(angle) + down * np.sin(angle), down * np.cos(angle) - right * np.sin(angle)


def shaded(edge: Edge, *left: float) -> Disturb:
    """Beyond the edge so much of each channel's light is left: blue, green, red, or one for all."""

    def disturb(picture: Picture, corners: Corners, chance: np.random.Generator) -> Picture:
        del chance
        return as_picture(picture * (1 + (np.array(left) - 1) * edge.beyond(picture, corners)[..., None]))

    return disturb


def grainy(first: Disturb, deviation: float) -> Disturb:
    """After another disturbance, Gaussian noise on every channel."""

    def disturb(picture: Picture, corners: Corners, chance: np.random.Generator) -> Picture:
        return as_picture(first(picture, corners, chance) + chance.normal(0, deviation, picture.shape))

    return disturb


def both(first: Disturb, second: Disturb) -> Disturb:
    """One disturbance after the other."""

    def disturb(picture: Picture, corners: Corners, chance: np.random.Generator) -> Picture:
        return second(first(picture, corners, chance), corners, chance)

    return disturb


def covered(angle: float, at: float, width: float, colour: tuple[float, float, float]) -> Disturb:
    """A band of one colour, a little grainy, across the whole picture: a sleeve, an arm, a sheet of paper."""

    def disturb(picture: Picture, corners: Corners, chance: np.random.Generator) -> Picture:
        off = np.abs(_along(picture, corners, angle)[0] - at)
        there = np.clip((width / 2 - off) / _BAND_EDGE + 0.5, 0, 1)[..., None]
        cloth = np.array(colour) + chance.normal(0, 4, picture.shape)
        return as_picture(picture * (1 - there) + cloth * there)

    return disturb


HARDER: Mapping[str, Disturb] = {
    "a slanting shade x0.4": shaded(Edge(0.6, 0.1), 0.4),
    "a soft shade x0.5": shaded(Edge(-0.9, -0.1, width=0.08), 0.5),
    "a hard shade x0.5": shaded(Edge(0.3, 0.05, width=0.006), 0.5),
    "a bent shade x0.45": shaded(Edge(0.0, -0.1, bend=0.5), 0.45),
    "a shade from below x0.4": shaded(Edge(1.57, 0.13, width=0.02), 0.4),
    "a faint shade x0.6": shaded(Edge(0.35, -0.15), 0.6),
    "a cold shade": shaded(Edge(0.4, -0.05, width=0.04), 0.62, 0.5, 0.42),
    "two shades": both(shaded(Edge(0.3, 0.25), 0.5), shaded(Edge(2.6, 0.2), 0.6)),
    "a shade in grain": grainy(shaded(Edge(0.7, 0.0), 0.45), 10),
    "a wavy shade x0.5": shaded(Edge(0.0, 0.0, waves=0.06), 0.5),
    "a dark sleeve": covered(0.5, 0.1, 0.3, (60, 50, 45)),
    "a grey sleeve": covered(-0.3, -0.1, 0.35, (120, 120, 120)),
    "an arm": covered(0.9, 0.15, 0.3, (120, 150, 200)),
    "a sheet of paper": covered(0.2, -0.2, 0.35, (215, 220, 225)),
    "a blue cloth": covered(-0.2, -0.6, 1.0, (110, 70, 50)),
    "a sand-coloured sleeve": covered(1.2, 0.3, 0.5, (140, 170, 190)),
}
"""Every one by name, in the order of the table."""
