"""Names of the arrays that the eye works on, and the homogeneous geometry that they share."""

from __future__ import annotations

from math import isqrt, prod
from typing import Literal, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

Colour = NDArray[np.uint8]
"""A picture, height x width x 3, blue-green-red, 0..255."""
Grey = NDArray[np.uint8]
"""A picture without colour, height x width, 0..255."""
Floats = NDArray[np.float64]
Homography = NDArray[np.float64]
"""A 3 x 3 matrix that takes homogeneous points of one plane to another."""
_Number = TypeVar("_Number", np.float32, np.float64, np.uint8)
_Cell = TypeVar("_Cell", np.uint8, np.bool_, np.float32)
_Real = TypeVar("_Real", np.float32, np.float64)
Px = TypeVar("Px", np.float32, np.uint8)
"""The type of a px: a grey level, or one with its fraction."""
Flags = NDArray[np.bool_]
_MANY = 20
"""Grey levels in a row from which counting them is the fastest way to sort."""


def grey_of(picture: Colour) -> Grey:
    """The picture without its colours."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def tint(colours: Floats) -> Floats:
    """Colours (..., 3), 0 to 255, as logarithmic hue and down-weighted brightness, so that shade matters little."""
    logarithm = np.log(colours + 8.0)
    brightness = logarithm.mean(axis=-1, keepdims=True)
    return np.concatenate([logarithm - brightness, 0.35 * brightness], axis=-1)


def unrounded(picture: Colour) -> NDArray[np.float32]:
    """The picture without its colours, in grey levels and their fractions, (height, width)."""
    blue, green, red = cv2.split(picture)
    grey = cv2.addWeighted(blue, 0.114, green, 0.587, 0, dtype=cv2.CV_32F)
    return np.asarray(cv2.addWeighted(grey, 1, red.astype(np.float32), 0.299, 0), np.float32)


def by_square(pixels: NDArray[_Cell], side: int) -> NDArray[_Cell]:
    """The px of each square of a board, (squares, side ** 2), row by row; side: px of a square's side."""
    down, right = (length // side for length in pixels.shape)
    cut = pixels[: down * side, : right * side].reshape(down, side, right, side)
    return cut.transpose(0, 2, 1, 3).reshape(down * right, -1)


def around(squares: Flags, reach: int) -> Flags:
    """Marked squares, (n, n) or (n * n,), and those within reach of one, diagonally, too; reach: squares."""
    side, marked = 2 * reach + 1, squares.astype(np.uint8)
    if squares.ndim == 1:
        marked = marked.reshape(isqrt(len(squares)), -1)
    return np.asarray(cv2.dilate(marked, np.ones((side, side), np.uint8)) > 0).reshape(squares.shape)


def nearby(values: NDArray[_Real], known: Flags, reach: int) -> tuple[NDArray[_Real], NDArray[np.intp]]:
    """The median of (n, n, k) values on the known squares within reach of each square, and how many those are, (n, n).

    reach: squares. Infinite where none is known; of an even number the upper one of the middle two.
    """
    padded = np.pad(
        np.where(known[..., None], values, np.inf), ((reach, reach), (reach, reach), (0, 0)), constant_values=np.inf
    )
    windows = np.lib.stride_tricks.sliding_window_view(padded, (2 * reach + 1, 2 * reach + 1), axis=(0, 1))
    in_order = np.sort(windows.reshape(*values.shape, -1), axis=-1)
    count = np.isfinite(in_order[:, :, 0]).sum(axis=-1)
    middle = np.take_along_axis(in_order, (count // 2)[..., None, None], axis=-1)[..., 0]
    return np.asarray(middle, values.dtype), count


def levelled(squares: Floats) -> Floats:
    """Squares' px (n, side, side) less their mean and the slope of the light."""
    away = np.arange(squares.shape[1]) - (squares.shape[1] - 1) / 2
    down, across = (squares.mean(axis=axis) @ away / (away @ away) for axis in (2, 1))
    slope = down[:, None, None] * away[:, None] + across[:, None, None] * away
    return np.asarray(squares - squares.mean(axis=(1, 2))[:, None, None] - slope)


def inverse(homography: Homography) -> Homography:
    """The homography of the way back."""
    return np.asarray(np.linalg.inv(homography), np.float64)


def carry(homography: Homography, points: Floats) -> Floats:
    """Map points (n, 2) by a homography; a point on its horizon becomes infinite."""
    lifted = np.hstack([points, np.ones((len(points), 1))]) @ homography.T
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(lifted[:, :2] / lifted[:, 2:])


def ends_of(size: int) -> Floats:
    """The outer corners of a grid of so many squares a side, in squares, (4, 2): clockwise, A1's first."""
    return np.array([[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]])


def corners_of(to_board: Homography, size: int) -> Floats:
    """The same in px of the picture; to_board: from these to squares."""
    return carry(inverse(to_board), ends_of(size))


def side_of(to_board: Homography, size: int) -> float:
    """Px of the picture on a side of a square, of the board's shortest side; to_board: from these to squares."""
    return float(sides_of(corners_of(to_board, size)).min() / size)


def sides_of(corners: Floats) -> Floats:
    """How long the four sides between corners (4, 2) are."""
    return np.asarray(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1))


def scaling(x: float, y: float, left: float = 0.0, top: float = 0.0) -> Homography:
    """The homography p -> (x * px + left, y * py + top)."""
    return np.array([[x, 0.0, left], [0.0, y, top], [0.0, 0.0, 1.0]])


def into_px(side: int, margin: int = 0) -> Homography:
    """From squares to the px of a picture with side px a square, and margin squares around.

    The place of a px is its middle, as in cv2.warpPerspective: the first px of a square lies half a px within it.
    """
    return scaling(side, side, margin * side - 0.5, margin * side - 0.5)


def median_of(values: NDArray[_Real]) -> float:
    """The median of (k,) values, none of them nan: exactly numpy's result, in a fifth of the time."""
    ordered, half = np.sort(values), len(values) // 2
    return float(ordered[half] if len(values) % 2 else (ordered[half - 1] + ordered[half]) / 2)


def quantile_of(values: NDArray[_Real], share: float) -> float:
    """The quantile of (k,) values, none of them nan, interpolated as numpy does; only its neighbours are sought."""
    place = (len(values) - 1) * share
    low = int(place)
    return float(_at(np.partition(values, (low, min(low + 1, len(values) - 1))), place))


def medians(values: NDArray[_Real]) -> NDArray[_Real]:
    """The median of (k, ...) floats in every place, none of them nan: exactly numpy's result."""
    columns, half = ordered(values), len(values) // 2
    middle = columns[:, half] if len(values) % 2 else (columns[:, half - 1] + columns[:, half]) / 2
    return np.asarray(middle.reshape(values.shape[1:]), values.dtype)


def quantiles(values: NDArray[_Real], share: float) -> NDArray[_Real]:
    """The quantile of (k, ...) floats in every place, none of them nan, interpolated as numpy does."""
    return np.asarray(_at(ordered(values), (len(values) - 1) * share).reshape(values.shape[1:]), values.dtype)


def below(values: NDArray[_Number], *shares: float) -> list[Floats]:
    """For each share (0..1), the quantile of (..., k) values, interpolated as numpy does."""
    ordered = np.sort(values, axis=-1, kind=_sorting(values))
    return [_at(ordered, (values.shape[-1] - 1) * share) for share in shares]


def at_ranks(in_order: NDArray[_Number], *shares: float) -> list[NDArray[_Number]]:
    """For each share (0..1), the value so far on in rows (..., k) of ordered values, none of them interpolated."""
    return [in_order[..., int(share * in_order.shape[-1])] for share in shares]


def contrast_of(values: NDArray[_Number]) -> Floats:
    """How far apart the dark and the pale end of (..., k) grey levels are, a few strays at either end left out."""
    dark, pale = below(values, 0.03, 0.97)
    return pale - dark


def _at(ordered: NDArray[_Number], place: float) -> Floats:
    """The value at a fractional place in rows of ordered values, interpolated."""
    low = int(place)
    high, part = min(low + 1, ordered.shape[-1] - 1), place - low
    one, other = ordered[..., low].astype(np.float64), ordered[..., high].astype(np.float64)
    return np.asarray(other - (other - one) * (1 - part) if part >= 0.5 else one + (other - one) * part)


def ordered(values: NDArray[_Number]) -> NDArray[_Number]:
    """The values (k, ...) of every place in ascending order, (places, k)."""
    columns = np.ascontiguousarray(values.reshape(len(values), prod(values.shape[1:])).T)
    return np.sort(columns, axis=1, kind=_sorting(columns))


def _sorting(rows: NDArray[_Number]) -> Literal["stable", "quicksort"]:
    """The fastest way to sort rows (..., k): many grey levels are counted, which numpy calls stable.

    Floats are sorted in less time than a few ranks of them are found.
    """
    return "stable" if rows.dtype == np.uint8 and rows.shape[-1] > _MANY else "quicksort"
