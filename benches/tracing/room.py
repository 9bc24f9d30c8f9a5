"""The room in which a board is photographed: its lamps, its table, and where the camera stands."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benches.tracing.maker import Colour
from benches.tracing.printing import FRAME

Floats = NDArray[np.float64]
_FILLS = 1.25
"""A picture is so many times as high as the half of the board with its frame."""


@dataclass(frozen=True, slots=True)
class Room:
    """Where lamps and camera stand, and what lies about; places in squares from the grid's middle.

    lamp: right, down and up. lamp_side: its radius. lamp_share: what part of the light is the lamp's, the rest comes
    from all around. window: how strong a window's light is from one side, window_way degrees. far: how far the camera
    is. tilt, way, turn: degrees that it stands off upright, from which side, and its roll. table: its colour, and wood:
    how strong its grain is, 0 to 1. clutter: what lies beside the board, a seed. width, height: of the picture, px.
    """

    lamp: tuple[float, float, float]
    lamp_side: float
    lamp_share: float
    lamp_hue: Colour
    window: float
    window_way: float
    far: float
    tilt: float
    way: float
    turn: float
    table: Colour
    wood: float
    clutter: int
    width: int
    height: int


def draw_room(chance: np.random.Generator, size: int) -> Room:
    """Draw a kitchen table at which people would play, its lamp above the camera and so never between it and the board.

    size: squares along the board's side.
    """
    width, far = int(chance.choice([1280, 1440, 1640])), float(chance.uniform(1.5, 2.2)) * size
    return Room(
        lamp=(float(chance.uniform(-18, 18)), float(chance.uniform(-18, 18)), float(chance.uniform(1.15, 1.8)) * far),
        lamp_side=float(chance.uniform(0.8, 4)),
        lamp_share=float(chance.uniform(0.3, 0.75)),
        lamp_hue=(255, float(chance.uniform(205, 245)), float(chance.uniform(150, 230))),
        window=float(chance.uniform(0, 0.4)),
        window_way=float(chance.uniform(0, 360)),
        far=far,
        tilt=float(chance.uniform(0, 25)),
        way=float(chance.uniform(0, 360)),
        turn=float(chance.uniform(-15, 15)),
        table=(float(chance.uniform(60, 200)), float(chance.uniform(50, 150)), float(chance.uniform(40, 120))),
        wood=float(chance.uniform(0, 1)),
        clutter=int(chance.integers(1 << 30)),
        width=width,
        height=width * 3 // 4,
    )


def pose(room: Room) -> tuple[Floats, Floats]:
    """Where the camera is, right, up and high, and which way is up in its picture; it looks at the board's middle."""
    tilt, way, turn = (np.deg2rad(angle) for angle in (room.tilt, room.way, room.turn))
    stand = room.far * np.array([np.sin(way) * np.sin(tilt), np.cos(way) * np.sin(tilt), np.cos(tilt)])
    return stand, np.array([np.sin(turn), np.cos(turn), 0.0])


def view_angle(room: Room, size: int) -> float:
    """The lens's angle of view up and down, degrees, such that the board with its frame has room in the picture."""
    return float(np.rad2deg(2 * np.arctan(_FILLS * (size / 2 + FRAME) / room.far)))


def to_picture(room: Room, size: int, places: Floats) -> Floats:
    """Where places (n, 2), right and down in squares from the grid's corner, lie in the picture, px from its corner."""
    stand, up = pose(room)
    ahead = -stand / np.linalg.norm(stand)
    right = np.cross(ahead, up)
    right /= np.linalg.norm(right)
    there = np.column_stack([places[:, 0] - size / 2, size / 2 - places[:, 1], np.zeros(len(places))]) - stand
    length = room.height / 2 / np.tan(np.deg2rad(view_angle(room, size)) / 2) / (there @ ahead)
    across, down = length * (there @ right), length * (there @ np.cross(right, ahead))
    return np.column_stack([room.width / 2 + across, room.height / 2 - down])
