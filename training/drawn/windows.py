"""Windows for the reader: a drawn patch of board, photographed aslant and squared up again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.classes import BLANK, CLASSES, LETTERS, NONE, REACH, SIDE, SIGN, SPAN
from training.drawn.board_marks import SQUARE, Grey, Mark, draw_marks, draw_signs
from training.drawn.camera_light import expose, light_up, shake
from training.drawn.ground import PATCH, Field, paint_ground
from training.drawn.letter_masks import Glyphs
from training.drawn.things_across import ACROSS, lay_across
from training.drawn.tile_style import TileStyle, throw_style
from training.drawn.tile_tops import Laid, cast_shadows, corners_mask, draw_top, lay
from training.drawn.typeface_choice import Typeface

_SHARES = {NONE: 0.2, BLANK: 0.05, SIGN: 0.05}
"""How often a window shows each answer that is no letter; the letters share the rest alike."""


class Window(NamedTuple):
    """48x48 grey px, the class's number, and the tile's middle from the window's, in squares (right, down)."""

    pixels: Grey
    answer: int
    offset: tuple[float, float]


@dataclass(frozen=True)
class Studio:
    """Everything that windows are drawn with."""

    glyphs: Glyphs
    marks: Sequence[Mark]
    signs: Sequence[Grey]
    textures: Sequence[Field]
    woods: Sequence[Field]


def open_studio(rng: Generator, faces: Sequence[Typeface]) -> Studio:
    """Draw the stock of marks, signs and textures; takes some seconds."""
    glyphs = Glyphs(faces)
    textures = [_texture(rng, rng.uniform(0.5, 12, 2)) for _ in range(24)]
    woods = [_texture(rng, _streak(rng)) for _ in range(24)]
    return Studio(glyphs, draw_marks(rng, glyphs, 700), draw_signs(rng, glyphs, 420), textures, woods)


def _streak(rng: Generator) -> NDArray[np.float64]:
    """How far the grain of wood reaches along and across, px; along a word or down."""
    reach = np.array([rng.uniform(15, 60), np.exp(rng.uniform(np.log(0.7), np.log(5)))])
    return reach if rng.random() < 0.5 else reach[::-1]


def _texture(rng: Generator, reach: NDArray[np.float64]) -> Field:
    """Fine or coarse unevenness, in streaks as wood or in spots as card; deviation 1."""
    fine = rng.standard_normal((PATCH, PATCH)).astype(np.float32)
    noise = cv2.GaussianBlur(fine, (0, 0), sigmaX=float(reach[0]), sigmaY=float(reach[1]))
    return np.asarray(noise / noise.std(), np.float32)


def draw_window(rng: Generator, studio: Studio, *, usual: bool = False) -> Window:
    """One window with its truth. usual: of tiles and light that every reader so far has learnt from."""
    answer = _answer(rng)
    style = throw_style(rng, studio.glyphs, usual=usual)
    patch = paint_ground(rng, studio.marks, studio.textures)
    middle = _middle(rng) if answer != NONE else None
    _lay_tiles(rng, studio, style, patch, answer, middle)
    if answer == NONE and rng.random() < 0.1:
        _hand(rng, patch)
    if not usual and rng.random() < ACROSS:
        lay_across(rng, patch, middle or (PATCH / 2, PATCH / 2))
    pixels, offset = _photograph(rng, light_up(rng, patch), middle or (PATCH / 2, PATCH / 2), usual=usual)
    return Window(pixels, CLASSES.index(answer), offset if middle else (0.0, 0.0))


def _answer(rng: Generator) -> str:
    thrown = rng.random()
    for name, share in _SHARES.items():
        if thrown < share:
            return name
        thrown -= share
    return LETTERS[int(rng.integers(len(LETTERS)))]


def _middle(rng: Generator) -> tuple[float, float]:
    """Where the window's tile lies: half of them near the middle, as at a second look."""
    off = rng.normal(0, 0.05, 2).clip(-0.15, 0.15) if rng.random() < 0.5 else rng.uniform(-REACH, REACH, 2)
    return PATCH / 2 + float(off[0]) * SQUARE, PATCH / 2 + float(off[1]) * SQUARE


def _lay_tiles(
    rng: Generator, studio: Studio, style: TileStyle, patch: Field, answer: str, middle: tuple[float, float] | None
) -> None:
    """Lay the window's tile and its neighbours, the farthest from the camera first."""
    lean = _lean(rng, style)
    places = _neighbours(rng, middle)
    tiles = [(place, studio_label(rng)) for place in places]
    if middle is not None:
        tiles.append((middle, answer))
    laid = [(_crooked(rng, style, place), label) for place, label in tiles]
    cast_shadows(rng, patch, [where for where, _ in laid])
    outline = corners_mask(style)
    for where, label in sorted(laid, key=lambda tile: -float(np.dot(tile[0].middle, lean))):
        sign = studio.signs[int(rng.integers(len(studio.signs)))] if label == SIGN else None
        textures = studio.woods if style.streaked else studio.textures
        grain = textures[int(rng.integers(len(textures)))]
        letter = label if label in LETTERS else ""
        top = draw_top(rng, style, studio.glyphs, letter, sign, grain)
        lay(patch, top, outline, where, lean, style.side)


def studio_label(rng: Generator) -> str:
    """What a neighbour shows: mostly a letter."""
    return BLANK if rng.random() < 0.08 else LETTERS[int(rng.integers(len(LETTERS)))]


def _lean(rng: Generator, style: TileStyle) -> NDArray[np.float64]:
    """How far a tile's top is moved from its foot by a slanting view, px."""
    slant = abs(rng.normal(0, 0.35)) if rng.random() < 0.7 else rng.uniform(0, 1.0)
    turn = rng.uniform(0, 2 * np.pi)
    return np.array([np.cos(turn), np.sin(turn)]) * slant * style.thickness * SQUARE


def _neighbours(rng: Generator, middle: tuple[float, float] | None) -> list[tuple[float, float]]:
    """Tiles beside the middle one, as in a word or where words cross; never over it."""
    share = rng.choice([0.0, 0.3, 0.6], p=[0.25, 0.4, 0.35])
    wander = rng.choice([0.02, 0.08])
    centre = middle or (PATCH / 2, PATCH / 2)
    found = []
    for across, down in ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)):
        if rng.random() < (share if 0 in (across, down) else share / 3):
            off = rng.normal(0, wander, 2).clip(-0.3, 0.3) * SQUARE
            if middle is None and rng.random() < 0.25:
                off -= np.array([across, down]) * rng.uniform(0, 0.35) * SQUARE
            follow = np.array(centre) if rng.random() < 0.6 else np.full(2, PATCH / 2)
            found.append((float(follow[0] + across * SQUARE + off[0]), float(follow[1] + down * SQUARE + off[1])))
    return [place for place in found if middle is None or _apart(place, middle)]


def _apart(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether two tiles can lie there side by side."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) > 0.88 * SQUARE


def _crooked(rng: Generator, style: TileStyle, place: tuple[float, float]) -> Laid:
    turn = rng.normal(0, 3.0) if rng.random() < 0.75 else rng.uniform(-17, 17)
    return Laid(place, style.size * SQUARE, float(turn), style.aspect)


def _hand(rng: Generator, patch: Field) -> None:
    """Fingers or a sleeve over the squares."""
    tone = rng.uniform(30, 230)
    for _ in range(int(rng.integers(1, 4))):
        ends = [tuple(int(place) for place in rng.uniform(-0.1, 1.1, 2) * PATCH) for _ in range(2)]
        cv2.line(patch, ends[0], ends[1], tone + rng.normal(0, 12), int(rng.uniform(0.4, 1.3) * SQUARE), cv2.LINE_AA)
    patch[:] = cv2.GaussianBlur(patch, (0, 0), rng.uniform(1, 4))


def _photograph(
    rng: Generator, lit: Field, middle: tuple[float, float], *, usual: bool
) -> tuple[Grey, tuple[float, float]]:
    """Take the patch to a slanting source picture and back to a squared window; the tile's middle goes along."""
    sharpness = _sharpness(rng)
    reach = sharpness * 2.9
    there = _slant(rng, sharpness, reach)
    soft = cv2.GaussianBlur(lit, (0, 0), max(0.3, 0.38 * SQUARE / sharpness))
    side = round(reach)
    seen = cv2.warpPerspective(soft, there, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shaken = seen.astype(np.float32) if usual else shake(rng, seen.astype(np.float32), sharpness)
    source = expose(rng, shaken, sharpness, is_mild=usual)
    square_up = _squared(rng) @ np.linalg.inv(there)
    if sharpness > 45:
        source = cv2.GaussianBlur(source, (0, 0), 0.3 * sharpness / 32).astype(np.uint8)
    how = int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
    pixels = cv2.warpPerspective(source, square_up, (SIDE, SIDE), flags=how, borderMode=cv2.BORDER_REPLICATE)
    spot = square_up @ there @ np.array([*middle, 1.0])
    offset = (spot[:2] / spot[2] + 0.5 - SIDE / 2) * SPAN / SIDE
    return pixels.astype(np.uint8), (float(offset[0]), float(offset[1]))


def _sharpness(rng: Generator) -> float:
    """How many px a square has in the source: mostly enough to read with ease, sometimes barely so."""
    least, most = (24, 90) if rng.random() < 0.75 else (14, 24)
    return float(np.exp(rng.uniform(np.log(least), np.log(most))))


def _slant(rng: Generator, sharpness: float, reach: float) -> NDArray[np.float64]:
    """A camera somewhere above: patch px to source px."""
    turn, way = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    squash = np.cos(np.deg2rad(abs(rng.normal(0, 22)) % 55))
    scale = sharpness / SQUARE
    flat = _turned(turn) @ _turned(-way) @ np.diag([1, squash]) @ _turned(way) * scale
    matrix = np.eye(3)
    matrix[:2, :2] = flat
    matrix[:2, 2] = reach / 2 - flat @ np.full(2, PATCH / 2)
    matrix[2, :2] = rng.normal(0, 0.035, 2) / PATCH
    matrix[2, 2] = 1 - matrix[2, :2].sum() * PATCH / 2
    return matrix


def _turned(angle: float) -> NDArray[np.float64]:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _squared(rng: Generator) -> NDArray[np.float64]:
    """Patch px to window px, as a board squared up not quite exactly would give."""
    scale = SIDE / SPAN / SQUARE
    flat = _turned(rng.normal(0, 0.012)) @ np.diag(rng.normal(1, 0.02, 2)) * scale
    flat[0, 1] += rng.normal(0, 0.008) * scale
    matrix = np.eye(3)
    matrix[:2, :2] = flat
    matrix[:2, 2] = SIDE / 2 - 0.5 - flat @ np.full(2, PATCH / 2) + rng.normal(0, 0.03, 2) * SQUARE * scale
    return matrix
