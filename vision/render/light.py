"""What lamp and camera make of the drawn table: shadows, gradients, glare, shade, casts, blur, grain, JPEG."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from pi_referee.errors import PictureError
from vision.render.lens import Camera, Picture
from vision.render.tile_faces import THICK, Lying
from vision.render.view import Light, View

Field = NDArray[np.float32]

_COARSE = 8
"""Light is smooth, so it is worked out on every eighth px."""

_FALL = (0.55, 0.4)
"""How far a shadow reaches, right and down, for each square of height: the lamp hangs above, to the left."""


def cast_shadows(picture: Picture, tiles: Sequence[Lying], camera: Camera) -> None:
    """Darken the board beside each tile, softly."""
    small = np.zeros((picture.shape[0] // 2 + 1, picture.shape[1] // 2 + 1), np.uint8)
    for tile in tiles:
        feet = tile.corners(0.0)
        feet[:, :2] += np.array(_FALL) * (tile.foot + THICK)
        outline = np.concatenate([camera.project(feet), camera.project(tile.corners(0.0))]) / 2
        hull = cv2.convexHull(np.round(outline * 16).astype(np.int32))
        cv2.fillConvexPoly(small, hull, 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(small, (0, 0), 2.0)
    large = cv2.resize(soft, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR)
    cv2.multiply(picture, cv2.merge([255 - (large // 2)] * 3), picture, scale=1 / 255)


def light_up(picture: Picture, light: Light) -> Picture:
    """The picture under the view's lamp."""
    high, wide = picture.shape[:2]
    down, across = np.mgrid[0 : 1 : (high // _COARSE) * 1j, 0 : 1 : (wide // _COARSE) * 1j].astype(np.float32)
    field = _field(light, across, down)
    gains = np.array(light.cast[::-1], np.float32)
    lit = cv2.resize(field[:, :, None] * gains, (wide, high), interpolation=cv2.INTER_LINEAR)
    shown = cv2.multiply(picture, lit, dtype=cv2.CV_32F)
    if light.glare:
        mirrored = cv2.resize(_mirrored(light, across, down), (wide, high), interpolation=cv2.INTER_LINEAR)
        shown = cv2.add(shown, cv2.merge([mirrored] * 3))
    return np.asarray(cv2.convertScaleAbs(shown), np.uint8)


def _field(light: Light, across: Field, down: Field) -> Field:
    """How bright each place is: brightness, gradient, shade, and a little less light in the corners."""
    way, shade_way = np.deg2rad(light.gradient_way), np.deg2rad(light.shade_way)
    along = (across - 0.5) * np.cos(way) + (down - 0.5) * np.sin(way)
    field = light.brightness * (1 - light.gradient * (along + 0.5))
    field *= 1 - 0.12 * ((across - 0.5) ** 2 + (down - 0.5) ** 2)
    past = (across - 0.5) * np.cos(shade_way) + (down - 0.5) * np.sin(shade_way) + 0.5 - light.shade_from
    field *= 1 - light.shade / (1 + np.exp(-past * 90))
    return np.asarray(field, np.float32)


def _mirrored(light: Light, across: Field, down: Field) -> Field:
    """The lamp as the board mirrors it, grey levels."""
    far = ((across - light.glare_at[0]) / 0.16) ** 2 + ((down - light.glare_at[1]) / 0.12) ** 2
    return np.asarray(190 * light.glare * np.exp(-far), np.float32)


def expose(picture: Picture, view: View, rng: Generator) -> Picture:
    """What the camera spoils: blur, grain, and the packing of its file."""
    if view.blur > 0:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), view.blur), np.uint8)
    if view.grain > 0:
        picture = _grained(picture, view.grain, rng)
    return picture if view.jpeg is None else _packed(picture, view.jpeg)


def _grained(picture: Picture, grain: float, rng: Generator) -> Picture:
    """Noise drawn once for a part of the picture and repeated, since drawing all of it takes long."""
    high, wide = picture.shape[:2]
    noise = rng.normal(0, grain, (307, 401, 3)).round().astype(np.int8)
    tiled = np.tile(noise, (high // 307 + 1, wide // 401 + 1, 1))[:high, :wide]
    return cv2.add(picture, tiled.astype(np.int16), dtype=cv2.CV_8U).astype(np.uint8)


def _packed(picture: Picture, quality: int) -> Picture:
    done, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise PictureError("The drawn picture cannot be packed.", cure="Choose a JPEG quality of 1 to 100.")
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
