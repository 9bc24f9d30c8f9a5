"""The plane of the tiles' tops: a tile is some mm thick, and seen from the side its top stands off its square.

Where the camera stands follows from the board's homography, if its px are square and its lens looks through the
picture's middle; so a plane above the board has a homography of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, Homography, Px, carry, inverse, scaling
from vision.geometry.edge_lines import centred_in


@dataclass(frozen=True, slots=True)
class RaisedLimits:
    """How high tiles are, from where on that matters, and which lenses cameras have."""

    height: float = 0.22  # squares: tiles are 4 to 5 mm high, squares 19 to 20 mm wide
    # Squares by which tops stand off in the board's middle from which on they are read where they are: drawn tiles 0.2
    # squares high are read without a fault as they are to 45 degrees.
    matters: float = 0.2
    # Lengths of lenses in halves of the picture's longer side: phones have 1.4 to 1.6, webcams to 2.6; pictures cut out
    # of larger ones have more.
    shortest: float = 1.2
    longest: float = 8.0
    usual: float = 1.6
    # Squares by which tops stand off more than a camera straight above the middle would see them at the board's slant,
    # at most: 0.13 on 87 photographs. More tells of a picture that was cut out of a larger one, not of a lens.
    beyond: float = 0.15
    fewest: int = 4  # tiles by which the tops' plane is centred: one or two lie off their squares by chance
    # How much is held by the usual lens, as a share of a square's side: squares that are 4 in 100 wider than high look
    # like a slant, and seen from nearly above little tells the lens.
    held: float = 0.08


RAISED = RaisedLimits()


def raised(to_board: Homography, shape: Sequence[int], size: int) -> Homography:
    """From picture px to squares on the plane of the tiles' tops.

    to_board: from picture px to squares on the board. shape: the picture's height and width, px. Where no lens in the
    picture's middle sees a board so, tops stand off as the board's slant tells, everywhere alike.
    """
    middle, by_lens = np.array([[size / 2, size / 2]]), _by_lens(to_board, shape)
    off = (carry(to_board @ inverse(by_lens), middle) - middle)[0]
    far, slanted = float(np.linalg.norm(off)), RAISED.height * float(np.tan(slant_at(to_board, middle[0])))
    if far <= slanted + RAISED.beyond:
        return by_lens
    return scaling(1, 1, *(-off * slanted / far)) @ to_board


def centred(to_tops: Homography, offsets: Sequence[Floats]) -> Homography:
    """The plane of the tops by the tiles that were read on it: the usual one of these lies on its square.

    to_tops: from picture px to squares on the tops' plane. offsets: how far right and down of their squares they lie
    there, squares, (2,) each; few tell nothing. Not all tiles are as thick: those of two strangers' tables lay off by
    0.10 and 0.14, flat ones that were tilted by a formula by 0.25.
    """
    if len(offsets) < RAISED.fewest:
        return to_tops
    return np.asarray(scaling(1, 1, *-np.median(offsets, axis=0)) @ to_tops)


def stands_off(to_board: Homography, shape: Sequence[int], size: int) -> Floats:
    """How far right and down of its square a tile's top is seen in the board's middle, squares (2,)."""
    middle = np.array([[size / 2, size / 2]])
    return np.asarray((carry(to_board @ inverse(raised(to_board, shape, size)), middle) - middle)[0])


def slant_at(to_board: Homography, place: Floats) -> float:
    """By how much the camera looks from the side at a place (2,) of the board, radians: whatever the lens.

    A square is foreshortened by the cosine.
    """
    step = 0.01
    middle, right, down = carry(inverse(to_board), np.array([[0.0, 0.0], [step, 0.0], [0.0, step]]) + place)
    longer, shorter = np.linalg.svd(np.array([right - middle, down - middle]), compute_uv=False)
    return float(np.arccos(shorter / longer))


def _by_lens(to_board: Homography, shape: Sequence[int]) -> Homography:
    """The same, if the lens looks through the picture's middle."""
    centred = centred_in(shape)
    there = centred @ inverse(to_board)
    there = there / there[2, 2]
    length = _lens(there)
    lens = np.diag([length, length, 1.0])
    # In the camera's own space these are a square's sides: at right angles, and as long as each other.
    across, down, corner = (inverse(lens) @ there[:, axis] for axis in (0, 1, 2))
    upright = np.cross(across, down)
    # Tiles stand on the camera's side of the board, also where the picture was mirrored.
    upright *= -np.sign(upright @ corner) / np.linalg.norm(upright)
    up = upright * (np.linalg.norm(across) + np.linalg.norm(down)) / 2
    there[:, 2] += RAISED.height * (lens @ up)
    return inverse(there) @ centred


def laid_over(
    board: NDArray[Px], tops: NDArray[Px], standing: Flags, tops_to_board: Homography, square: int
) -> NDArray[Px]:
    """The board as if seen from straight above: tiles' tops on their squares, and board where tiles do not hide it.

    board, tops: both planes straight from above with one square around, ((n + 2) * square, same, ...). standing: where
    tiles stand, (n, n). tops_to_board: where places on the tops' plane are seen on the board's, in squares. What a tile
    hides of the board behind it gets the mean colour of the rest of its square.
    """
    around = np.pad(standing, 1).repeat(square, axis=0).repeat(square, axis=1)
    hidden = (_hidden(standing, tops_to_board, square) > 0) & ~around
    laid = np.where(around.reshape(*around.shape, *(1,) * (tops.ndim - 2)), tops, board)
    laid[hidden] = _of_the_rest(board, hidden, square)[hidden]
    return np.asarray(laid, board.dtype)


def _hidden(standing: Flags, tops_to_board: Homography, square: int) -> NDArray[np.uint8]:
    """The px of the board that tiles, with their height, are seen over, ((n + 2) * square, same): 0 or 255."""
    hidden = np.zeros(((len(standing) + 2) * square,) * 2, np.uint8)
    for row, column in np.argwhere(standing):
        foot = np.array([[column, row], [column + 1, row], [column + 1, row + 1], [column, row + 1]], float)
        outline = cv2.convexHull(np.vstack([foot, carry(tops_to_board, foot)]).astype(np.float32))
        cv2.fillConvexPoly(hidden, np.round((outline + 1) * square - 0.5).astype(np.int32), (255,))
    return hidden


def _of_the_rest(board: NDArray[Px], hidden: Flags, square: int) -> NDArray[Px]:
    """A picture in which each square has the mean colour of its px that are not hidden; as it is if all are."""
    squares, shown = len(board) // square, (~hidden).astype(np.float64)
    shape = (squares, square, squares, square)
    count = shown.reshape(shape).sum(axis=(1, 3))
    channels = board.reshape(*board.shape[:2], -1)
    total = (channels * shown[..., None]).reshape(*shape, -1).sum(axis=(1, 3))
    whole = channels.reshape(*shape, -1).mean(axis=(1, 3))
    mean = np.where(count[..., None] > 0, total / np.maximum(count[..., None], 1), whole)
    return np.asarray(mean.repeat(square, axis=0).repeat(square, axis=1).reshape(board.shape), board.dtype)


def _lens(there: Homography) -> float:
    """The length of the lens, in halves of the picture's longer side, for which squares are square.

    there: from squares to the picture, its middle at 0, 0.
    """
    (a, b, c), (d, e, f) = there[:, 0], there[:, 1]
    flat = np.array([a * d + b * e, (a * a + b * b - d * d - e * e) / 2])
    deep = np.array([c * f, (c * c - f * f) / 2])
    held = (RAISED.held * (a * a + b * b + d * d + e * e) / 2) ** 2
    share = float(held / RAISED.usual**2 - flat @ deep) / float(flat @ flat + held)
    return float(np.clip(1 / np.sqrt(max(share, 1e-9)), RAISED.shortest, RAISED.longest))
