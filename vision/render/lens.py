"""The pinhole camera over the drawn table: places on the table to px of the picture, lens and all."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_referee.rules.board.layout import Layout
from vision.render.view import Shot, View
from vision.sighting import Quad

Points = NDArray[np.float64]
Picture = NDArray[np.uint8]

FRAME = 1.6
"""How broad the board's frame is, in squares."""

_LENGTH = 1.25
"""The lens's length in picture widths: about what a phone or the Pi's camera has."""


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the camera stands: places are (right, down, up) in the table's units, squares or mm."""

    stand: Points
    axes: Points
    length: float
    middle: tuple[float, float]

    def project(self, places: Points) -> Points:
        """Places (n, 3) on the table to picture px (n, 2), as a lens without faults would."""
        seen = (np.asarray(places, np.float64) - self.stand) @ self.axes.T
        return np.asarray(self.length * seen[:, :2] / seen[:, 2:] + np.array(self.middle))

    def plane(self, height: float, corners: Points) -> Points:
        """The homography from a picture of a level rectangle to px; corners (4, 2) on the table, unit square order."""
        level = np.column_stack([corners, np.full(4, height)])
        unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
        return np.asarray(cv2.getPerspectiveTransform(unit, self.project(level).astype(np.float32)))

    def distance(self, places: Points) -> Points:
        """How far places (n, 3) are from the camera."""
        return np.asarray(np.linalg.norm(places - self.stand, axis=1))


def board_outline(size: int) -> Points:
    """A board with its frame: corners (4, 2) in squares from the grid's top left corner."""
    low, high = -FRAME, size + FRAME
    return np.array([[low, low], [high, low], [high, high], [low, high]], np.float64)


def place_camera(shot: Shot, outline: Points, guess: float) -> Camera:
    """Put the camera where the shot wants it, so that an outline on the table just fills its share of the picture.

    outline: (n, 2). The camera's places are in the outline's units: squares over a board, mm over a table of cards.
    guess: about how wide the outline is, from where its distance is sought.
    """
    middle, length = (outline.min(0) + outline.max(0)) / 2, _LENGTH * max(shot.width, shot.height)
    far, aim = length * guess / min(shot.width, shot.height), (shot.width / 2, shot.height / 2)
    for _ in range(6):
        camera = _camera(shot, middle, far, aim)
        seen = camera.project(np.column_stack([outline, np.zeros(len(outline))]))
        low, high = seen.min(0), seen.max(0)
        far *= float(((high - low) / (shot.width, shot.height)).max()) / shot.zoom
        wanted = (np.array(shot.shift) + 0.5) * (shot.width, shot.height)
        aim = tuple(np.array(aim) + wanted - (low + high) / 2)
    return camera


def _camera(view: Shot, place: Points, far: float, aim: tuple[float, float]) -> Camera:
    """A camera so far from a place (2,) on the table, which it shows at the px aimed at."""
    tilt, way = np.deg2rad(view.tilt), np.deg2rad(view.tilt_way)
    ahead = np.array([0, -np.sin(tilt), -np.cos(tilt)])
    down = np.array([0, np.cos(tilt), -np.sin(tilt)])
    around = _turned(way)
    axes = _rolled(np.stack([np.array([1.0, 0, 0]), down, ahead]) @ around.T, np.deg2rad(view.turn) + way)
    middle = np.array([*place, 0.0])
    return Camera(middle - far * (around @ ahead), axes, _LENGTH * max(view.width, view.height), aim)


def _turned(angle: float) -> Points:
    """A turn about the upright axis."""
    turn = np.eye(3)
    turn[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    return turn


def _rolled(axes: Points, angle: float) -> Points:
    """The camera rolled about its own line of sight, so that the picture turns clockwise."""
    right, down, ahead = axes
    return np.stack([right * np.cos(angle) - down * np.sin(angle), right * np.sin(angle) + down * np.cos(angle), ahead])


def bend(view: Shot, points: Points) -> Points:
    """Where the lens puts px (n, 2) of a picture without lens faults."""
    middle = np.array([view.width, view.height]) / 2
    away = (points - middle) / _unit(view)
    return np.asarray(middle + away * (1 + view.lens * (away**2).sum(1, keepdims=True)) * _unit(view))


def _unit(view: Shot) -> float:
    """Px that distances from the middle are told in for the lens: half the longer side, whichever that is."""
    return max(view.width, view.height) / 2


def margin(shot: Shot) -> int:
    """How many px beyond each side of the picture a lens without a rim bends into it."""
    corner = np.array([[0.0, 0.0]])
    return 0 if shot.has_rim else max(0, int(np.ceil(-straighten(shot, corner).min())) + 1)


def straighten(shot: Shot, points: Points) -> Points:
    """Where px (n, 2) that the lens has bent would lie without its faults: the inverse of bend."""
    middle = np.array([shot.width, shot.height]) / 2
    bent = (points - middle) / _unit(shot)
    straight = bent
    for _ in range(6):
        straight = bent / (1 + shot.lens * (straight**2).sum(1, keepdims=True))
    return np.asarray(middle + straight * _unit(shot))


def bend_picture(view: Shot, picture: Picture, beside: int = 0) -> Picture:
    """The picture as a lens with the view's faults would give it; it has so many px more beside each side."""
    if not view.lens:
        return picture[beside : beside + view.height, beside : beside + view.width]
    half, middle = _unit(view), np.array([view.width, view.height]) / 2
    # Every eighth px is enough for so smooth a map; 3.5 px is where resize puts a coarse cell's middle.
    down, across = np.mgrid[3.5 : view.height + 8 : 8, 3.5 : view.width + 8 : 8]
    bent = (np.stack([across, down]) - middle[:, None, None]) / half
    straight = bent
    for _ in range(6):
        straight = bent / (1 + view.lens * (straight**2).sum(0))
    source = straight * half + middle[:, None, None] + beside
    beyond = cv2.BORDER_CONSTANT if view.has_rim else cv2.BORDER_REPLICATE
    fine = [cv2.resize(part.astype(np.float32), None, fx=8, fy=8)[: view.height, : view.width] for part in source]
    spoilt = cv2.remap(picture, fine[0], fine[1], cv2.INTER_LINEAR, borderMode=beyond)
    return np.asarray(spoilt, np.uint8)


def quad(view: View, layout: Layout) -> Quad:
    """The true corners of the playing grid in the picture's px, for tests: top left, then clockwise."""
    size = layout.size
    corners = np.array([[0, 0, 0], [size, 0, 0], [size, size, 0], [0, size, 0]], np.float64)
    found = bend(view, place_camera(view, board_outline(size), size).project(corners))
    first, second, third, fourth = ((float(across), float(down)) for across, down in found)
    return Quad((first, second, third, fourth))
