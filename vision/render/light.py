"""What lamp and camera make of the drawn table: shadows, gradients, glare, shade, casts, blur, grain, JPEG."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from pi_referee.errors import PictureError
from vision.render.lens import Picture, Points
from vision.render.view import Light, Shot

Field = NDArray[np.float32]

_UNSHARP = 1.5
"""How broad a camera's own sharpening reaches, px."""

_COARSE = 8
"""Light is smooth, so it is worked out on every eighth px."""


def cast_shadows(picture: Picture, outlines: Sequence[Points], depth: float = 0.5, soft: float = 4.0) -> None:
    """Darken the table within each outline's convex hull, softly.

    outlines: (n, 2) px each. depth: the share of light that is lost. soft: deviation of the penumbra, px.
    """
    small = np.zeros((picture.shape[0] // 2 + 1, picture.shape[1] // 2 + 1), np.uint8)
    for outline in outlines:
        hull = cv2.convexHull(np.round(outline * 8).astype(np.int32))
        cv2.fillConvexPoly(small, hull, 255, cv2.LINE_AA, 4)
    shadow = cv2.GaussianBlur(small, (0, 0), soft / 2)
    large = cv2.resize(shadow, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR)
    left = (255 - np.floor(np.arange(256) * depth)).astype(np.uint8)
    cv2.multiply(picture, cv2.merge([cv2.LUT(large, left)] * 3), picture, scale=1 / 255)


def light_up(picture: Picture, light: Light, glossy: NDArray[np.uint8] | None = None) -> Picture:
    """The picture under the shot's lamp; glossy: where print mirrors it, (height, width), 0 to 255."""
    high, wide = picture.shape[:2]
    down, across = np.mgrid[0 : 1 : (high // _COARSE) * 1j, 0 : 1 : (wide // _COARSE) * 1j].astype(np.float32)
    field = _field(light, across, down)
    gains = np.array(light.cast[::-1], np.float32)
    lit = cv2.resize(field[:, :, None] * gains, (wide, high), interpolation=cv2.INTER_LINEAR)
    if not light.glare and (glossy is None or not light.sheen):
        return np.asarray(cv2.multiply(picture, lit, dtype=cv2.CV_8U), np.uint8)
    veil = np.zeros((high, wide), np.float32)
    if light.glare:
        veil += cv2.resize(_mirrored(light, across, down, light.glare), (wide, high), interpolation=cv2.INTER_LINEAR)
    if light.sheen and glossy is not None:
        mirrored = cv2.resize(_mirrored(light, across, down, light.sheen), (wide, high), interpolation=cv2.INTER_LINEAR)
        veil += cv2.multiply(mirrored, glossy, scale=1 / 255, dtype=cv2.CV_32F)
    shown = cv2.multiply(picture, lit, dtype=cv2.CV_32F)
    return np.asarray(cv2.convertScaleAbs(cv2.add(shown, cv2.merge([veil] * 3))), np.uint8)


def _field(light: Light, across: Field, down: Field) -> Field:
    """How bright each place is: brightness, gradient, shade, and a little less light in the corners."""
    way, shade_way = np.deg2rad(light.gradient_way), np.deg2rad(light.shade_way)
    along = (across - 0.5) * np.cos(way) + (down - 0.5) * np.sin(way)
    field = light.brightness * (1 - light.gradient * (along + 0.5))
    field *= 1 - 0.12 * ((across - 0.5) ** 2 + (down - 0.5) ** 2)
    past = (across - 0.5) * np.cos(shade_way) + (down - 0.5) * np.sin(shade_way) + 0.5 - light.shade_from
    field *= 1 - light.shade / (1 + np.exp(-past * light.shade_edge))
    if light.pool:
        far = np.hypot(across - light.pool_at[0], (down - light.pool_at[1]) * len(down) / across.shape[1])
        field *= 1 - light.pool * (1 - np.exp(-((far / light.pool_reach) ** 2)))
    return np.asarray(field, np.float32)


def _mirrored(light: Light, across: Field, down: Field, strength: float) -> Field:
    """The lamp as the board or glossy print mirrors it, grey levels."""
    wide, high = light.glare_reach
    far = ((across - light.glare_at[0]) / wide) ** 2 + ((down - light.glare_at[1]) / high) ** 2
    return np.asarray(190 * strength * np.exp(-far), np.float32)


def expose(picture: Picture, view: Shot, rng: Generator) -> Picture:
    """What the camera spoils: blur, grain, and the packing of its file."""
    if view.blur > 0:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), view.blur), np.uint8)
    if view.shake >= 1:
        picture = np.asarray(cv2.filter2D(picture, -1, _streak(view.shake, view.shake_way)), np.uint8)
    if view.sharpening > 0:
        soft = cv2.GaussianBlur(picture, (0, 0), _UNSHARP)
        picture = np.asarray(cv2.addWeighted(picture, 1 + view.sharpening, soft, -view.sharpening, 0), np.uint8)
    if view.grain > 0:
        picture = _grained(picture, view.grain, rng)
    return picture if view.jpeg is None else _packed(picture, view.jpeg)


def _streak(length: float, way: float) -> NDArray[np.float32]:
    """The kernel of a straight blur."""
    half = int(np.ceil(length / 2))
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.uint8)
    end = length / 2 * np.array([np.cos(np.deg2rad(way)), np.sin(np.deg2rad(way))])
    start, stop = (tuple(round(float(part) * 16) for part in half + sign * end) for sign in (-1, 1))
    cv2.line(kernel, start, stop, (255,), 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _grained(picture: Picture, grain: float, rng: Generator) -> Picture:
    """Noise drawn once for a part of the picture and repeated, since drawing all of it takes long."""
    high, wide = picture.shape[:2]
    noise = rng.normal(0, grain, (307, 401, 3)).round().astype(np.int8).astype(np.int16)
    tiled = np.tile(noise, (high // 307 + 1, wide // 401 + 1, 1))[:high, :wide]
    return np.asarray(cv2.add(picture, tiled, dtype=cv2.CV_8U), np.uint8)


def _packed(picture: Picture, quality: int) -> Picture:
    done, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise PictureError("The drawn picture cannot be packed.", cure="Choose a JPEG quality of 1 to 100.")
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
