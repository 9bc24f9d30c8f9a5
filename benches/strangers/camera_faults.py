"""What other cameras and lamps make of a picture, each by a formula: lenses, sharpening, shaking, haze, two lamps.

None of these was looked at while the eye was made: they are no training, and no disturbance of benches.disturbed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from benches.pictures.disturbances import Picture, as_picture

Shares = NDArray[np.float64]
"""How far a place is along something, (height, width) 0 to 1."""

Fault = Callable[[Picture, float, Generator], Picture]
"""Makes a picture worse, whose squares have so many px along their side."""


def lens(picture: Picture, square: float, chance: Generator) -> Picture:
    """Bent outwards or inwards by 0.04 to 0.12 of the half picture's cube."""
    del square
    height, width = picture.shape[:2]
    bend, focus = chance.choice([-1, 1]) * chance.uniform(0.04, 0.12), max(height, width) / 2
    camera = np.array([[focus, 0, width / 2], [0, focus, height / 2], [0, 0, 1.0]])
    maps = cv2.initUndistortRectifyMap(
        camera, np.array([bend, 0, 0, 0, 0]), np.eye(3), camera, (width, height), cv2.CV_32FC1
    )
    seen = cv2.remap(picture, maps[0], maps[1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def sharpened(picture: Picture, square: float, chance: Generator) -> Picture:
    """Edges told apart one to three times more, with the halos of that."""
    reach = max(chance.uniform(0.02, 0.06) * square, 0.6)
    soft = cv2.GaussianBlur(picture, (0, 0), reach).astype(float)
    return as_picture(picture + chance.uniform(1, 3) * (picture - soft))


def shaken(picture: Picture, square: float, chance: Generator) -> Picture:
    """Moved along a line of 0.04 to 0.12 squares while it was taken."""
    length = max(3, int(chance.uniform(0.04, 0.12) * square))
    turn = chance.uniform(0, np.pi)
    way = length / 2 * np.array([np.cos(turn), np.sin(turn)])
    line = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    begins, ends = (tuple(map(int, length + sign * way)) for sign in (-1, 1))
    cv2.line(line, (begins[0], begins[1]), (ends[0], ends[1]), 1.0)
    return np.asarray(cv2.filter2D(picture, -1, line / line.sum(), borderType=cv2.BORDER_REPLICATE), np.uint8)


def contrasted(picture: Picture, square: float, chance: Generator) -> Picture:
    """Dark parts darker and bright ones brighter, along an S."""
    del square
    steep, middle = chance.uniform(4, 9), chance.uniform(0.4, 0.6)
    low, high, seen = (1 / (1 + np.exp(-steep * (level - middle))) for level in (0.0, 1.0, picture / 255))
    return as_picture(255 * (seen - low) / (high - low))


def evened_out(picture: Picture, square: float, chance: Generator) -> Picture:
    """Each part stretched to its own contrast, as telephones do in dim rooms."""
    del square
    levels = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
    levels[..., 0] = cv2.createCLAHE(chance.uniform(1.5, 4), (8, 8)).apply(levels[..., 0])
    return np.asarray(cv2.cvtColor(levels, cv2.COLOR_LAB2BGR), np.uint8)


def one_sided(picture: Picture, square: float, chance: Generator) -> Picture:
    """Lit from one side, with a quarter to a half of the light on the other."""
    del square
    least = chance.uniform(0.25, 0.5)
    return as_picture(picture * (least + (1 - least) * _along(picture, chance))[..., None])


def in_shadow(picture: Picture, square: float, chance: Generator) -> Picture:
    """Beyond an edge, sharp or soft, somebody's shadow takes 0.3 to 0.6 of the light."""
    del square
    edge, soft, left = chance.uniform(0.3, 0.7), chance.uniform(0.005, 0.06), chance.uniform(0.4, 0.7)
    beyond = 1 / (1 + np.exp(-(_along(picture, chance) - edge) / soft))
    return as_picture(picture * (left + (1 - left) * beyond)[..., None])


def two_lamps(picture: Picture, square: float, chance: Generator) -> Picture:
    """A lamp of another colour from either side."""
    del square
    there = _along(picture, chance)[..., None]
    one, other = np.exp(chance.uniform(-0.35, 0.35, (2, 3)))
    return as_picture(picture * (one * there + other * (1 - there)))


def smeared(picture: Picture, square: float, chance: Generator) -> Picture:
    """Grain, and what a camera that takes it away leaves."""
    del square
    grainy = as_picture(picture + chance.normal(0, chance.uniform(8, 16), picture.shape))
    return np.asarray(cv2.bilateralFilter(grainy, 7, 60, 4), np.uint8)


def banded(picture: Picture, square: float, chance: Generator) -> Picture:
    """Dark bands across, of a lamp that flickers while the rows are taken."""
    del square
    rows = np.arange(len(picture)) / len(picture)
    waves = 0.5 + 0.5 * np.sin(2 * np.pi * (rows * chance.uniform(2, 6) + chance.random()))
    return as_picture(picture * (1 - chance.uniform(0.1, 0.3) * waves)[:, None, None])


def zoomed(picture: Picture, square: float, chance: Generator) -> Picture:
    """Taken with few px and made larger again, to 14 px a square at least."""
    height, width = picture.shape[:2]
    share = min(1.0, max(0.35, 14 / square))
    how = cv2.INTER_NEAREST if chance.random() < 0.5 else cv2.INTER_AREA
    small = cv2.resize(picture, (int(width * share), int(height * share)), interpolation=how)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


def grey(picture: Picture, square: float, chance: Generator) -> Picture:
    """Of a camera without colours."""
    del square, chance
    return np.asarray(cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


def coloured(picture: Picture, square: float, chance: Generator) -> Picture:
    """With colours much paler, or much stronger."""
    del square
    mean = np.asarray(picture.mean(axis=2, keepdims=True), np.float64)
    return as_picture(mean + (picture - mean) * float(chance.choice([0.35, 1.8, 2.4])))


def hazy(picture: Picture, square: float, chance: Generator) -> Picture:
    """Through a lens with a finger's smear."""
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), square * chance.uniform(0.5, 2)), np.float64)
    share = chance.uniform(0.3, 0.6)
    return as_picture(picture * (1 - share) + (0.8 * soft + 40) * share)


def dim_corners(picture: Picture, square: float, chance: Generator) -> Picture:
    """Of a wide lens: its corners 0.4 to 0.75 darker."""
    del square
    rows, columns = (np.linspace(-0.5, 0.5, side) for side in picture.shape[:2])
    left = 1 - 2 * chance.uniform(0.4, 0.75) * (rows[:, None] ** 2 + columns[None] ** 2)
    return as_picture(picture * left[..., None])


def blooming(picture: Picture, square: float, chance: Generator) -> Picture:
    """So bright that white runs over into what lies beside it."""
    bright = picture * chance.uniform(1.1, 1.5)
    over = cv2.GaussianBlur((6 * (bright - 235)).clip(0), (0, 0), 0.4 * square).astype(np.float64)
    return as_picture(bright + over)


def blotched(picture: Picture, square: float, chance: Generator) -> Picture:
    """With the coloured blotches of a small sensor in the dark."""
    del square
    height, width = picture.shape[:2]
    blotches = chance.normal(0, chance.uniform(8, 18), (height // 4 + 1, width // 4 + 1, 3))
    spread = np.asarray(cv2.resize(blotches, (width, height)), np.float64)
    return as_picture(spread + picture)


def _along(picture: Picture, chance: Generator) -> Shares:
    """How far each px is along any way across the picture."""
    rows, columns = (np.linspace(-0.5, 0.5, side) for side in picture.shape[:2])
    turn = chance.uniform(0, 2 * np.pi)
    far = np.sin(turn) * rows[:, None] + np.cos(turn) * columns[None]
    return np.asarray((far - far.min()) / (far.max() - far.min()), np.float64)


FAULTS: Mapping[str, Fault] = {
    fault.__name__.replace("_", " "): fault
    for fault in (
        lens, sharpened, shaken, contrasted, evened_out, one_sided, in_shadow, two_lamps, smeared, banded, zoomed, grey,
        coloured, hazy, dim_corners, blooming, blotched,
    )
}  # fmt: skip
"""All of them, by what they are called."""
