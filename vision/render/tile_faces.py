"""Drawn tiles: their tops with letter and value, their sides, and how each lies on its square."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.ruleset import Ruleset
from vision.render.lens import Camera, Picture, Points
from vision.render.overlay import lay_over, layer_of
from vision.render.typeface import Colour, colour, width, write
from vision.render.view import View
from vision.sighting import Edition

SIDE = 0.93
"""A tile's side, in squares."""

TOP = 192
"""How many px a tile's top is drawn wide, before it is made as small as the picture needs."""

_CAP, _VALUE_CAP = 0.5, 0.15
"""How high letter and value are printed, as shares of the tile."""

_BESIDE, _LARGE_CAP, _CLOSE = 0.42, 0.24, 0.015
"""How high a letter with a large value beside it is, that value, and the gap between them, likewise."""

_STICKER = 0.72
"""A sticker's side, likewise."""


@dataclass(frozen=True, slots=True)
class Look:
    """What is on a tile's top, in which colours; sticker: see View. is_large: whether its value is."""

    letter: str
    value: str
    face: Colour
    ink: Colour
    is_arrow: bool = False
    sticker: str = ""
    is_large: bool = False


@dataclass(frozen=True, slots=True)
class Lying:
    """A tile on the board: its middle and height in squares, and its turn in radians."""

    look: Look
    middle: tuple[float, float]
    turn: float
    foot: float
    thick: float

    @property
    def top(self) -> float:
        """How high above the board its top is, in squares."""
        return self.foot + self.thick

    def corners(self, height: float) -> Points:
        """The outline's four corners at a height, (4, 3), in squares."""
        half = SIDE / 2
        square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        flat = square @ np.array([[cos, sin], [-sin, cos]]) + np.array(self.middle)
        return np.column_stack([flat, np.full(4, height)])


_FACES: Mapping[Edition, tuple[Colour, Colour, Colour]] = {
    "light": ((238, 233, 218), (38, 36, 36), (34, 35, 40)),
    "dark": ((44, 45, 50), (240, 239, 233), (238, 236, 230)),
}
"""Tile, ink and stop tile of each edition."""

_TINTS: Mapping[str, Colour] = {
    "yellow": (240, 208, 84), "green": (120, 188, 104), "blue": (108, 158, 216), "red": (222, 108, 92),
}  # fmt: skip
"""Literaki's tiles."""


def lay_tiles(position: Position, ruleset: Ruleset, view: View) -> list[Lying]:
    """Every tile of a position where it lies; the same square's tile lies alike in every picture of one seed."""
    return [lying for square in sorted(position.occupied) for lying in _on_square(square, position, ruleset, view)]


def _on_square(square: Square, position: Position, ruleset: Ruleset, view: View) -> Iterator[Lying]:
    """The tile of a square, and the arrow beneath it if there is one."""
    rng = np.random.default_rng([view.seed, square.row, square.column])
    wander = np.clip(rng.normal(0, view.jitter / 2, 2), -view.jitter, view.jitter)
    middle = (square.column + 0.5 + float(wander[0]), square.row + 0.5 + float(wander[1]))
    turn = float(np.deg2rad(rng.normal(0, view.crooked)))
    raised = square in position.arrows
    if raised:
        slip = (middle[0] + float(rng.normal(0, 0.03)), middle[1] + float(rng.normal(0, 0.03)))
        arrow = Look("", "", *_FACES[view.tiles or view.edition][:2], is_arrow=True)
        yield Lying(arrow, slip, turn + float(rng.normal(0, 0.02)), 0.0, view.thick)
    look = _look(square, position, ruleset, view.tiles or view.edition)
    look = replace(
        look, is_large=view.has_large_values, sticker="" if look.letter or square in position.stops else view.sticker
    )
    yield Lying(look, middle, turn, view.thick if raised else 0.0, view.thick)


def _look(square: Square, position: Position, ruleset: Ruleset, edition: Edition) -> Look:
    """What a square's tile shows: letter and value, nothing for a blank, a dark or white top for a stop."""
    face, ink, stop = _FACES[edition]
    if square in position.stops:
        return Look("", "", stop, face)
    tile = position.tiles[square]
    if tile.is_blank:
        return Look("", "", face, ink)
    tint = ruleset.tile_colours.get(tile.letter, "")
    value = ruleset.values.get(tile.letter)
    return Look(tile.letter, "" if value is None else str(value), _TINTS.get(tint, face), ink)


def draw_top(look: Look, typeface: Path, px: int) -> NDArray[np.float32]:
    """A tile's top from straight above, px wide, smooth at its edges: BGR times cover, and cover, 0 to 1."""
    image = Image.new("RGB", (TOP, TOP), look.face)
    draw = ImageDraw.Draw(image)
    _edges(draw, look.face)
    middle = TOP / 2
    if look.letter and look.is_large:
        _beside(draw, look, typeface)
    elif look.letter:
        write(draw, look.letter, (middle - 0.02 * TOP, middle), _CAP * TOP, typeface, look.ink)
        write(draw, look.value, (0.83 * TOP, 0.83 * TOP), _VALUE_CAP * TOP, typeface, look.ink)
    if look.sticker:
        low, high = TOP * (0.5 - _STICKER / 2), TOP * (0.5 + _STICKER / 2)
        draw.rectangle([low, low, high, high], fill=colour(look.sticker))
    if look.is_arrow:
        _arrow(draw, look.ink)
    outline = Image.new("L", (TOP, TOP), 0)
    ImageDraw.Draw(outline).rounded_rectangle([0, 0, TOP - 1, TOP - 1], radius=0.09 * TOP, fill=255)
    layer = layer_of(np.asarray(image)[:, :, ::-1], np.asarray(outline))
    return np.asarray(cv2.resize(layer, (px, px), interpolation=cv2.INTER_AREA), np.float32)


def _beside(draw: ImageDraw.ImageDraw, look: Look, typeface: Path) -> None:
    """A letter with a large value close to its foot, both together in the tile's middle."""
    letter, value = width(look.letter, _BESIDE * TOP, typeface), width(look.value, _LARGE_CAP * TOP, typeface)
    left = (TOP - letter - value) / 2 - _CLOSE * TOP
    write(draw, look.letter, (left + letter / 2, TOP / 2), _BESIDE * TOP, typeface, look.ink)
    down = TOP / 2 + (_BESIDE - _LARGE_CAP) * TOP / 2
    write(draw, look.value, (TOP - left - value / 2, down + 0.02 * TOP), _LARGE_CAP * TOP, typeface, look.ink)


def _edges(draw: ImageDraw.ImageDraw, face: Colour) -> None:
    """A bevel: lighter above and to the left, darker below and to the right."""
    width = 7
    for step in range(width):
        lift = 26 * (1 - step / width)
        low, high = step, TOP - 1 - step
        draw.line([(low, high), (low, low), (high, low)], fill=_lifted(face, lift), width=1)
        draw.line([(high, low), (high, high), (low, high)], fill=_lifted(face, -lift), width=1)


def _arrow(draw: ImageDraw.ImageDraw, ink: Colour) -> None:
    """The arrow that turns a word's corner."""
    draw.line([(60, 50), (60, 110), (130, 110)], fill=ink, width=12, joint="curve")
    draw.polygon([(124, 86), (124, 134), (152, 110)], fill=ink)


def _lifted(face: Colour, lift: float) -> Colour:
    red, green, blue = (int(min(255, max(0, part + lift))) for part in face)
    return red, green, blue


def shadow_of(tile: Lying, camera: Camera, fall: tuple[float, float]) -> Points:
    """The px that a tile's shadow lies between, on the board: its foot and where its top's shadow falls."""
    feet = tile.corners(0.0)
    feet[:, :2] += np.array(fall) * tile.top
    return np.concatenate([camera.project(feet), camera.project(tile.corners(0.0))])


def put_tiles(picture: Picture, tiles: list[Lying], camera: Camera, typeface: Path) -> None:
    """Draw the tiles into the picture, the farthest first, each with the sides that can be seen."""
    tops: dict[tuple[Look, int], NDArray[np.float32]] = {}
    far = camera.distance(np.array([[*tile.middle, tile.foot] for tile in tiles]).reshape(-1, 3))
    for number in np.argsort(-far, kind="stable"):
        tile = tiles[number]
        corners = camera.project(tile.corners(tile.top))
        px = max(8, round(float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())))
        px += -px % 4
        if (tile.look, px) not in tops:
            tops[tile.look, px] = draw_top(tile.look, typeface, px)
        _put_sides(picture, tile, camera, corners)
        lay_over(picture, tops[tile.look, px], corners)


_FINE = 4
"""Sub-px bits for cv2's drawing of sides."""


def _put_sides(picture: Picture, tile: Lying, camera: Camera, tops: Points) -> None:
    """The sides towards the camera: those whose outline runs the right way round."""
    feet = camera.project(tile.corners(tile.foot))
    for number, shade in enumerate((0.97, 0.72, 0.62, 0.85)):
        after = (number + 1) % 4
        side = np.array([tops[number], tops[after], feet[after], feet[number]])
        if _area(side) < 0:
            tone = tuple(part * shade * 0.9 for part in reversed(tile.look.face))
            fixed = np.round(side * 2**_FINE).astype(np.int32)
            cv2.fillConvexPoly(picture, fixed, tone, cv2.LINE_AA, _FINE)


def _area(corners: Points) -> float:
    """Twice the signed area of a polygon."""
    after = np.roll(corners, -1, axis=0)
    return float((corners[:, 0] * after[:, 1] - corners[:, 1] * after[:, 0]).sum())
