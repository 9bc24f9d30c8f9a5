"""A tile's top as a small picture, and a tile laid on the patch with its sides and shadow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.drawn.board_marks import SQUARE, Grey
from training.drawn.ground import PATCH, Field
from training.drawn.letter_masks import Glyph, Glyphs
from training.drawn.tile_style import TileStyle

_MARKED = frozenset("ÅÄÖÜĄĆĘÓŃŚŹŻQJ")
_STEMS = 0.4
"""The share of a letter's ink that must be in broader strokes for its fine ones to be fainter: else all is fine."""


@dataclass(frozen=True, slots=True)
class Laid:
    """Where a tile lies on the patch: its top's middle in px, its side in px, its turn in degrees."""

    middle: tuple[float, float]
    side: float
    turn: float
    aspect: float

    def matrix(self) -> Field:
        """Takes the tile picture's px to the patch's."""
        turn = np.deg2rad(self.turn)
        scale = np.array([self.side * self.aspect, self.side / self.aspect]) / SQUARE
        way = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * scale
        shift = np.array(self.middle) - way @ np.full(2, SQUARE / 2)
        return np.column_stack([way, shift]).astype(np.float32)

    def corners(self) -> Field:
        """The top's four corners, px of the patch."""
        square = np.array([[0, 0], [SQUARE, 0], [SQUARE, SQUARE], [0, SQUARE]], np.float32)
        matrix = self.matrix()
        return square @ matrix[:, :2].T + matrix[:, 2]


def draw_top(rng: Generator, style: TileStyle, glyphs: Glyphs, label: str, sign: Grey | None, grain: Field) -> Field:
    """A tile's top: its letter ("" for none) or sign, its value, its edges; grey levels."""
    top = np.full((SQUARE, SQUARE), style.tone, np.float32)
    if style.grain > 1:
        top += grain[:SQUARE, :SQUARE] * style.grain
    _edges(style, top)
    _hollows(style, top)
    letter = _letter(rng, style, glyphs.glyph(style.face, label), label in _MARKED) if label else None
    if letter is not None:
        _ink(top, letter, style.ink)
    if sign is not None:
        _ink(top, sign, style.ink)
    if rng.random() < (0.9 if label else 0.08):
        _ink(top, _value(rng, style, glyphs, letter), style.ink)
    return top


def _ink(top: Field, mask: Grey, ink: float) -> None:
    top += (ink - top) * (mask.astype(np.float32) / 255)


def _edges(style: TileStyle, top: Field) -> None:
    """A bevel that catches the light on two sides, and perhaps a rim all round."""
    width = int(style.bevel * SQUARE)
    if width:
        top[:width] += style.bevel_lift
        top[:, :width] += style.bevel_lift * 0.6
        top[-width:] -= style.bevel_lift
        top[:, -width:] -= style.bevel_lift * 0.6
    if style.rim:
        cv2.rectangle(top, (0, 0), (SQUARE - 1, SQUARE - 1), style.tone + style.rim, 3)


def _hollows(style: TileStyle, top: Field) -> None:
    """Round hollows, dark on one side and light on the other."""
    for hollow in style.hollows:
        spot = tuple((0.5 + part) * SQUARE for part in hollow.place)
        radius = hollow.radius * SQUARE
        cv2.circle(top, (round(spot[0]), round(spot[1])), round(radius), style.tone - hollow.dark, -1)
        inner = tuple(part + 0.35 * radius * step for part, step in zip(spot, hollow.way, strict=True))
        cv2.circle(top, (round(inner[0]), round(inner[1])), round(0.68 * radius), style.tone + hollow.bright, -1)


def _stroked(mask: Grey, stroke: int) -> Grey:
    """Strokes grown or thinned by so many px."""
    if stroke == 0:
        return mask
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (abs(stroke) + 1,) * 2)
    return (cv2.dilate if stroke > 0 else cv2.erode)(mask, kernel).astype(np.uint8)


def _with_faint(mask: Grey, faint: tuple[int, float] | None) -> Grey:
    """The strokes with less ink where they are fine, see TileStyle."""
    if faint is None:
        return mask
    width, lost = faint
    stems = cv2.morphologyEx(mask, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width)))
    if stems.sum(dtype=np.int64) < _STEMS * mask.sum(dtype=np.int64):
        return mask
    return np.asarray(mask - lost * (mask - stems.astype(np.float32)), np.float32).round().astype(np.uint8)


def _letter(rng: Generator, style: TileStyle, glyph: Glyph, marked: bool) -> Grey:
    """The letter's mask on the tile; letters with marks are sometimes made smaller, sometimes stand higher."""
    height, width = glyph.mask.shape
    scale = style.cap * SQUARE / 56
    if marked and rng.random() < 0.3:
        scale *= rng.uniform(0.75, 0.95)
    scale = min(scale, 0.92 * SQUARE / (height - 6), 0.9 * SQUARE / ((width - 6) * style.squeeze))
    across = (0.5 + style.shift[0]) * SQUARE - scale * style.squeeze * width / 2
    down = (0.5 + style.shift[1] + style.cap / 2) * SQUARE - scale * glyph.rise
    if marked and rng.random() < 0.25:
        down = (0.5 + style.shift[1]) * SQUARE - scale * height / 2
    down = float(np.clip(down, 0.02 * SQUARE - 3 * scale, 0.98 * SQUARE - scale * (height - 3)))
    mask = _with_faint(_stroked(glyph.mask, style.stroke), style.faint)
    return _placed(mask, scale * style.squeeze, scale, across, down)


def _value(rng: Generator, style: TileStyle, glyphs: Glyphs, letter: Grey | None) -> Grey:
    """The value's mask: any number from 0 to 12, whatever the letter, so that it gives no letter away."""
    glyph = glyphs.glyph(
        style.figures, str(int(rng.choice([rng.integers(0, 10), rng.integers(1, 5), rng.integers(10, 13)])))
    )
    height, width = glyph.mask.shape
    scale = style.digit * SQUARE / 56
    across = (0.5 + style.digit_at[0]) * SQUARE - scale * width / 2
    down = (0.5 + style.digit_at[1]) * SQUARE - scale * height / 2
    if style.subscript and letter is not None:
        gap, drop = style.subscript
        across = (float(np.flatnonzero(letter.max(axis=0) > 127)[-1]) if letter.max() > 127 else across) + gap * SQUARE
        down = (0.5 + style.shift[1] + style.cap / 2 + drop) * SQUARE - scale * glyph.rise
    across = float(np.clip(across, 1, SQUARE * 0.97 - scale * width))
    return _placed(glyph.mask, scale, scale, across, min(down, SQUARE * 0.97 - scale * height))


def _placed(mask: Grey, wide: float, high: float, across: float, down: float) -> Grey:
    if high < 0.7:
        mask = cv2.GaussianBlur(mask, (0, 0), 0.4 / high).astype(np.uint8)
    matrix = np.array([[wide, 0, across], [0, high, down]], np.float32)
    return cv2.warpAffine(mask, matrix, (SQUARE, SQUARE), flags=cv2.INTER_LINEAR).astype(np.uint8)


def corners_mask(style: TileStyle) -> Grey:
    """The outline of a top with its round corners."""
    mask = np.zeros((SQUARE, SQUARE), np.uint8)
    radius = max(1, int(style.corner * SQUARE))
    cv2.rectangle(mask, (radius, 0), (SQUARE - 1 - radius, SQUARE - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (SQUARE - 1, SQUARE - 1 - radius), 255, -1)
    for across in (radius, SQUARE - 1 - radius):
        for down in (radius, SQUARE - 1 - radius):
            cv2.circle(mask, (across, down), radius, 255, -1, cv2.LINE_AA)
    return mask


def cast_shadows(rng: Generator, patch: Field, tiles: Sequence[Laid]) -> None:
    """Darken the board beside the tiles."""
    if not tiles or rng.random() < 0.15:
        return
    small = np.zeros((PATCH // 4, PATCH // 4), np.float32)
    fall = rng.normal(0, 0.07 * SQUARE, 2)
    for laid in tiles:
        cv2.fillConvexPoly(small, np.round((laid.corners() + fall) / 4).astype(np.int32), 1.0)
    small = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.5, 3.0)).astype(np.float32)
    patch *= 1 - rng.uniform(0.1, 0.6) * cv2.resize(small, (PATCH, PATCH), interpolation=cv2.INTER_LINEAR)


def lay(patch: Field, top: Field, outline: Grey, laid: Laid, lean: NDArray[np.float64], side: float) -> None:
    """Put a tile on the patch: its side seen where the camera stands aslant, then its top.

    lean: px from the tile's foot to its top, by parallax; side: the side's grey level.
    """
    corners = laid.corners()
    if float(np.abs(lean).max()) > 1:
        hull = cv2.convexHull(np.concatenate([corners, corners - lean.astype(np.float32)]).astype(np.float32))
        cv2.fillConvexPoly(patch, np.round(hull).astype(np.int32), side, cv2.LINE_AA)
    low = np.floor(corners.min(axis=0)).astype(int).clip(0, PATCH)
    high = np.ceil(corners.max(axis=0)).astype(int).clip(0, PATCH) + 1
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    matrix = laid.matrix()
    matrix[:, 2] -= low
    seen = cv2.warpAffine(top, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.warpAffine(outline, matrix, size, flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    here = patch[low[1] : high[1], low[0] : high[0]]
    down, across = here.shape
    here += (seen[:down, :across] - here) * mask[:down, :across]
