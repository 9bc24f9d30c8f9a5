"""What hinders a camera at a table, made to measure: blur, distance, slant, shine and cuts in the board's own units."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np

from benches.pictures.disturbances import Corners, Picture

Hinder = Callable[[Picture, Corners, float, np.random.Generator], Picture]
"""A good picture, the grid's corners in its px (4, 2) and px a side of a square: the same picture made worse."""


def blurred(squares: float) -> Hinder:
    """Gaussian blur, its deviation in squares."""

    def hinder(picture: Picture, corners: Corners, side: float, chance: np.random.Generator) -> Picture:
        del corners, chance
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), squares * side), np.uint8)

    return hinder


def reduced_to(px: float) -> Hinder:
    """Reduced until a square has so many px a side."""

    def hinder(picture: Picture, corners: Corners, side: float, chance: np.random.Generator) -> Picture:
        del corners, chance
        scale = px / side
        return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)

    return hinder


def seen_at(degrees: float) -> Hinder:
    """Seen from so many degrees further to the side, by a pinhole as long as 1.25 pictures, nothing cut off."""

    def hinder(picture: Picture, corners: Corners, side: float, chance: np.random.Generator) -> Picture:
        del side, chance
        height, width = picture.shape[:2]
        length, angle, middle = 1.25 * max(height, width), np.radians(degrees), corners.mean(axis=0)
        centred = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]])
        turned = np.array([[length, 0, 0], [0, length * np.cos(angle), 0], [0, -np.sin(angle), length]])
        rim = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
        there = cv2.perspectiveTransform(rim, turned @ centred)[0]
        low, size = there.min(axis=0), np.ceil(np.ptp(there, axis=0)).astype(int)
        onto = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])
        canvas = (int(size[0]), int(size[1]))
        return np.asarray(
            cv2.warpPerspective(picture, onto @ turned @ centred, canvas, borderValue=(127, 127, 127)), np.uint8
        )

    return hinder


def shining(share: float) -> Hinder:
    """A lamp's mirror: a white disc over so large a share of the board, at 85 % opacity, with a soft edge."""

    def hinder(picture: Picture, corners: Corners, side: float, chance: np.random.Generator) -> Picture:
        del side
        low, high = corners.min(axis=0), corners.max(axis=0)
        place = low + (high - low) * chance.uniform(0.2, 0.8, 2)
        radius = np.sqrt(share / np.pi) * np.linalg.norm(corners[1] - corners[0])
        y, x = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
        far = np.hypot(x - place[0], y - place[1]) / radius
        opacity = 0.85 * np.clip((1.1 - far) / 0.2, 0, 1)[:, :, None]
        return np.asarray(np.clip(picture * (1 - opacity) + 255 * opacity, 0, 255), np.uint8)

    return hinder


def cut_off(squares: float, *, below: bool) -> Hinder:
    """So many squares of the board out of the picture, on its left, or below."""

    def hinder(picture: Picture, corners: Corners, side: float, chance: np.random.Generator) -> Picture:
        del chance
        # The two corners of a side that is not parallel to the rim: both are cut off by so much at least.
        if below:
            return np.ascontiguousarray(picture[: int(np.sort(corners[:, 1])[2] - squares * side)])
        return np.ascontiguousarray(picture[:, max(0, int(np.sort(corners[:, 0])[1] + squares * side)) :])

    return hinder


def far_away(share: float) -> Hinder:
    """The whole picture that small a share of a grey one of the same size, in its middle."""

    def hinder(picture: Picture, corners: Corners, side: float, chance: np.random.Generator) -> Picture:
        del corners, side, chance
        small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        canvas = np.full_like(picture, 127)
        top, left = (
            (large - little) // 2 for large, little in zip(picture.shape, small.shape, strict=True) if large > 3
        )
        canvas[top : top + small.shape[0], left : left + small.shape[1]] = small
        return canvas

    return hinder


HINDERED: Mapping[str, Hinder] = {
    "shine, a thirtieth of the board": shining(1 / 30),
    "blur of 0.08 squares": blurred(0.08),
    "12 px a square": reduced_to(12),
    "20 px a square": reduced_to(20),
    "a quarter as large, in the middle": far_away(1 / 4),
    "seen at 20 degrees": seen_at(20),
    "seen at 50 degrees": seen_at(50),
    "a column out": cut_off(1.0, below=False),
    "two rows out": cut_off(2.0, below=True),
}
"""Every hindrance by name, in the order of the table."""
