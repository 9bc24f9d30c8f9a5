"""Drawn cards for the network that reads small print: values, marks, and whatever is neither."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.cards.card_style import CARD_LETTERS, MOST_VALUE, CardStyle, throw_card_style
from training.cards.face_textures import Face, draw_face
from training.cards.table_ground import light_table, photograph
from training.drawn.typeface_choice import Typeface
from vision.cards.card_windows import HIGH, INSET, WIDE, levelled, window_of

REACH = 29
"""Px of a window that the network looks at for one answer."""

OTHER = MOST_VALUE + 3
"""The class of what is neither a value nor a mark; before it come values 0 to 15, then 2x and 3x."""

IGNORED = -100
"""What is not learnt from."""

STEP = 4
"""Px from one place to the next."""

NEAR, FAR = 3.0, 7.5
"""Px from a sign's middle within which it is to be read, and beyond which it is not."""

_EITHER_WAY = frozenset("01689")


@dataclass(frozen=True, slots=True)
class Sign:
    """Small print on a window: where, px across and down, its class, and whether it stands upside down."""

    spot: tuple[float, float]
    answer: int
    is_turned: bool


def windows_with_signs(
    rng: Generator, faces: list[Typeface], count: int = 6
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Windows (n, 3, HIGH, WIDE) on some cards of one deck, some upside down, and the class of every place on them."""
    style = throw_card_style(rng, faces)
    pixels, answers = [], []
    for _ in range(count):
        window, signs = _window(rng, style, _face(rng, style))
        is_turned = bool(rng.random() < 0.5)
        pixels.append(window[::-1, ::-1] if is_turned else window)
        answers.append(_classes(signs, is_turned=is_turned))
    return np.stack(pixels).transpose(0, 3, 1, 2).astype(np.float32), np.stack(answers)


def _classes(signs: list[Sign], *, is_turned: bool) -> NDArray[np.int64]:
    """The class of each place of a window: IGNORED where it is near a sign, but not on it."""
    rows, columns = np.mgrid[0 : (HIGH - REACH) // STEP + 1, 0 : (WIDE - REACH) // STEP + 1] * STEP + REACH // 2
    classes = np.full(rows.shape, OTHER, np.int64)
    for sign in signs:
        x, y = (WIDE - 1 - sign.spot[0], HIGH - 1 - sign.spot[1]) if is_turned else sign.spot
        far = np.hypot(columns - x, rows - y)
        classes[far < FAR] = IGNORED
        if sign.is_turned == is_turned:
            classes[far < NEAR] = sign.answer
        elif sign.answer > MOST_VALUE or not set(str(sign.answer)) <= _EITHER_WAY:
            classes[far < NEAR] = OTHER
    return classes


def _face(rng: Generator, style: CardStyle) -> Face:
    letter = CARD_LETTERS[int(rng.integers(len(CARD_LETTERS)))] if rng.random() < 0.93 else ""
    value: int | None = int(rng.integers(0, MOST_VALUE + 1)) if rng.random() < 0.5 else style.worth.get(letter, 0)
    if not letter and rng.random() < 0.6:
        value = None
    return Face(letter, value, int(rng.choice([1, 2, 3])))


def _window(rng: Generator, style: CardStyle, face: Face) -> tuple[NDArray[np.float32], list[Sign]]:
    """A card photographed and cut out, not quite exactly, and its small print."""
    high = round(float(np.exp(rng.uniform(np.log(60), np.log(190)))))
    texture = draw_face(rng, style, face, 200)
    wide = max(20, round(high * style.aspect))
    small = cv2.resize(texture, (wide, high), interpolation=cv2.INTER_AREA)
    room = high // 5
    ground = np.empty((high + 2 * room, wide + 2 * room, 3), np.uint8)
    ground[:] = rng.uniform(10, 250, 3) if rng.random() < 0.6 else np.asarray(style.paper) * rng.uniform(0.7, 1)
    ground[room : room + high, room : room + wide] = small
    big = cv2.copyMakeBorder(
        ground, 0, max(0, 16 - ground.shape[0] % 8), 0, max(0, 16 - ground.shape[1] % 8), cv2.BORDER_REPLICATE
    )
    seen = photograph(rng, light_table(rng, big), high)
    amount = float(rng.choice([0.01, 0.02, 0.035]))
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]]) + room + rng.normal(0, amount * high / 1.5, (4, 2))
    window = levelled(window_of(seen, corners.astype(float)))
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    true = (np.array([[0, 0], [wide, 0], [wide, high], [0, high]]) + room).astype(np.float32)
    inner = np.array(INSET) + np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (
        np.array([WIDE, HIGH]) - 2 * np.array(INSET)
    )
    matrix = cv2.getPerspectiveTransform(
        corners.astype(np.float32), inner.astype(np.float32)
    ) @ cv2.getPerspectiveTransform(unit, true)
    return window, [Sign(_carried(matrix, spot), answer, turned) for spot, answer, turned in _printed(style, face)]


def _carried(matrix: NDArray[np.float64], spot: tuple[float, float]) -> tuple[float, float]:
    x, y, w = matrix @ np.array([*spot, 1.0])
    return float(x / w), float(y / w)


def _printed(style: CardStyle, face: Face) -> list[tuple[tuple[float, float], int, bool]]:
    signs = []
    if face.value is not None:
        signs += [(spot, face.value, turned) for spot, turned in style.values.spots]
    if face.multiplier > 1:
        signs += [(spot, MOST_VALUE + face.multiplier - 1, turned) for spot, turned in style.mark.spots]
    return signs
