"""Mixtures of disturbances as a kitchen makes them, drawn at random: one to three at once, each of any strength."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from benches.pictures.disturbances import DISTURBANCES, Corners, Disturb, Picture, as_picture
from benches.pictures.shades import Edge, Values, covered, grainy, shaded

Chance = np.random.Generator
Draw = Callable[[Chance], Disturb]
"""Draws one disturbance of a kind, of any strength."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """Disturbances in the order in which light, table, lens and sensor make them; name: of all of them."""

    name: str
    parts: tuple[Disturb, ...]

    def __call__(self, picture: Picture, corners: Corners, chance: Chance) -> Picture:
        """The picture under all of them; corners are those of the picture as it was."""
        for part in self.parts:
            picture = part(picture, corners, chance)
        return picture


def mixture(chance: Chance) -> Mixture:
    """Draw one to three kinds, and each one's strength."""
    kinds = sorted(chance.choice(len(KINDS), chance.integers(1, 4), replace=False))
    names = [list(KINDS)[kind] for kind in kinds]
    return Mixture(" + ".join(names), tuple(KINDS[name](chance) for name in names))


def _shade(chance: Chance) -> Disturb:
    """A shade with an edge of any slope, softness and bend; a fifth to six sevenths of each colour is left."""
    edge = Edge(
        angle=chance.uniform(-np.pi, np.pi),
        at=chance.uniform(-0.4, 0.4),
        width=float(np.exp(chance.uniform(np.log(0.004), np.log(0.15)))),
        bend=chance.choice([0.0, chance.uniform(-0.7, 0.7)]),
    )
    return shaded(edge, *(chance.uniform(0.25, 0.75) * chance.uniform(0.85, 1.15, 3)))


def _pool(chance: Chance) -> Disturb:
    """A lamp's pool of light: up to three times as much in its middle, falling off as a bell does."""
    more, width = chance.uniform(0.3, 2.0), chance.uniform(0.08, 0.6)
    return _on_board(chance, lambda far, picture: picture * (1 + more * np.exp(-((far / width) ** 2) / 2)))


def _mirror(chance: Chance) -> Disturb:
    """A lamp's mirror: white, of any density and size up to a sixth of the board, its edge soft."""
    density, radius = chance.uniform(0.3, 0.97), chance.uniform(0.02, 0.23)
    soft = chance.uniform(0.1, 0.9)

    def shone_on(far: Values, picture: Picture) -> Values:
        veil = density * np.clip((1 - far / radius) / soft + 0.5, 0, 1)
        return np.asarray(picture * (1 - veil) + 255 * veil)

    return _on_board(chance, shone_on)


def _on_board(chance: Chance, make: Callable[[Values, Picture], Values]) -> Disturb:
    """What depends on how far a px (height, width, 1) is from somewhere on the board, in sides of it."""
    place, squeezed, turn = chance.uniform(0.05, 0.95, 2), chance.uniform(0.5, 1.0), chance.uniform(0, np.pi)

    def disturb(picture: Picture, corners: Corners, chance: Chance) -> Picture:
        del chance
        low, high = corners.min(axis=0), corners.max(axis=0)
        middle, side = low + (high - low) * place, float(np.linalg.norm(corners[1] - corners[0]))
        down, right = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
        right, down = (right - middle[0]) / side, (down - middle[1]) / side
        along, across = right * np.cos(turn) + down * np.sin(turn), down * np.cos(turn) - right * np.sin(turn)
        return as_picture(make(np.hypot(along, across / squeezed)[..., None], picture))

    return disturb


def _cast(chance: Chance) -> Disturb:
    """Each channel times its own gain."""
    gains = np.exp(chance.uniform(-0.4, 0.4, 3))
    return _alike(lambda picture: as_picture(picture * (gains / gains.mean())))


def _band(chance: Chance) -> Disturb:
    """A band of one colour over board and table, a thirtieth to four tenths of the board wide."""
    hue = chance.choice([0.0, 1.0]) * chance.uniform(-60, 60, 3)
    colour = np.clip(chance.uniform(25, 235) + hue, 5, 250)
    return covered(chance.uniform(-np.pi, np.pi), chance.uniform(-0.45, 0.45), chance.uniform(0.03, 0.4), tuple(colour))


def _hand(chance: Chance) -> Disturb:
    del chance
    return DISTURBANCES["a hand"]


def _slant(chance: Chance) -> Disturb:
    """Seen from another side: turned by any angle and leaning, on a canvas that cuts nothing off."""
    degrees, lean = chance.uniform(-180, 180), chance.uniform(0, 0.3, 2)

    def turned(picture: Picture) -> cv2.typing.MatLike:
        height, width = picture.shape[:2]
        flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        leaning = flat + np.array([[lean[0], lean[1]], [-lean[0], 0], [0, 0], [0, -lean[1]]]) * [width / 2, height / 2]
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
        there = leaning @ turn[:, :2].T + turn[:, 2]
        there = np.asarray(there - there.min(axis=0), np.float32)
        size = tuple(int(most) + 1 for most in there.max(axis=0))
        return cv2.warpPerspective(picture, cv2.getPerspectiveTransform(flat, there), size, borderValue=(127, 127, 127))

    return _alike(turned)


def _smaller(chance: Chance) -> Disturb:
    """Down to a third of the width and height."""
    share = chance.uniform(0.33, 0.9)
    return _alike(lambda picture: cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA))


def _blur(chance: Chance) -> Disturb:
    """Out of focus, as a bell or as a disc, or shaken, by up to 5 px of the picture as it was."""
    kind, reach, angle = chance.integers(3), chance.uniform(0.5, 5.0), chance.uniform(0, np.pi)

    def blurred(picture: Picture) -> cv2.typing.MatLike:
        if kind == 0:
            return cv2.GaussianBlur(picture, (0, 0), 0.8 * reach)
        y, x = np.mgrid[-8:9, -8:9].astype(float)
        along, across = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
        spread = np.hypot(x, y) <= reach if kind == 1 else (np.abs(along) <= reach) & (np.abs(across) <= 0.6)
        return cv2.filter2D(picture, -1, spread / spread.sum())

    return _alike(blurred)


def _gain(chance: Chance) -> Disturb:
    """Everything from a quarter to two and a half times as bright."""
    gain = float(np.exp(chance.uniform(np.log(0.25), np.log(2.5))))
    return _alike(lambda picture: as_picture(picture * np.float64(gain)))


def _noise(chance: Chance) -> Disturb:
    """Gaussian noise on every channel."""
    deviation = chance.uniform(4, 32)
    return grainy(DISTURBANCES["as it is"], deviation)


def _jpeg(chance: Chance) -> Disturb:
    """JPEG of any quality from 12 on."""
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(12, 70))]
    return _alike(lambda picture: cv2.imdecode(cv2.imencode(".jpg", picture, quality)[1], cv2.IMREAD_COLOR))


def _alike(change: Callable[[Picture], cv2.typing.MatLike | None]) -> Disturb:
    """What is the same wherever the board lies, and leaves nothing more to chance."""

    def disturb(picture: Picture, corners: Corners, chance: Chance) -> Picture:
        del corners, chance
        return np.asarray(change(picture), np.uint8)

    return disturb


KINDS: Mapping[str, Draw] = {
    "shade": _shade,
    "cast": _cast,
    "gain": _gain,
    "pool": _pool,
    "mirror": _mirror,
    "band": _band,
    "hand": _hand,
    "slant": _slant,
    "smaller": _smaller,
    "blur": _blur,
    "noise": _noise,
    "JPEG": _jpeg,
}
"""Every kind by name, in the order in which they come about: nothing dims what light has bleached, and what needs the
board's corners comes before the slant."""
