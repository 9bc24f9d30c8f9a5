"""Things on the table that are no cards: laid into the picture with their sides and shadows."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.card_render.card_scene import Thing
from vision.card_render.thing_tops import ROUND, draw_thing
from vision.render.lens import Camera, Picture, Points
from vision.render.light import cast_shadows
from vision.render.overlay import MIDDLE, lay_over

_FINEST, _COARSEST = 24, 700
"""How many px across a thing is drawn at most and least."""


def outline(thing: Thing) -> Points:
    """A thing's outline from above (n, 2), mm on the table."""
    turns = np.linspace(0, 2 * np.pi, 40, endpoint=False) if thing.kind in ROUND else np.pi / 4 * np.array([5, 7, 1, 3])
    unit = np.column_stack([np.cos(turns), np.sin(turns)])
    unit = unit / 2 if thing.kind in ROUND else np.sign(unit) / 2
    cos, sin = np.cos(thing.turn), np.sin(thing.turn)
    return np.asarray((unit * thing.size) @ np.array([[cos, sin], [-sin, cos]]) + np.array(thing.middle))


def hull(thing: Thing, camera: Camera) -> Points:
    """All px (n, 2) between which a thing is seen, its foot and its top."""
    flat = outline(thing)
    return np.concatenate([_seen(flat, 0.0, camera), _seen(flat, thing.height, camera)])


def put_things(picture: Picture, things: Sequence[Thing], camera: Camera, fall: tuple[float, float]) -> None:
    """Draw the things into the picture in their order; fall: a shadow's way for each unit of height."""
    for thing in things:
        flat = outline(thing)
        shadow = np.concatenate([_seen(flat, 0, camera), _seen(flat + np.array(fall) * thing.height, 0.0, camera)])
        _cast(picture, shadow, thing.height)
        _put_sides(picture, thing, camera)
        corners = _seen(_corners(thing), thing.height, camera)
        px = int(np.clip(np.linalg.norm(np.diff(corners, axis=0), axis=1).max(), _FINEST, _COARSEST))
        lay_over(picture, draw_thing(thing, px), corners + MIDDLE)


def _cast(picture: Picture, shadow: Points, height: float) -> None:
    """Cast one thing's shadow, in the part of the picture where it falls."""
    soft = 2.0 + min(12.0, height / 6)
    low = np.clip(np.floor(shadow.min(0) - 3 * soft).astype(int), 0, picture.shape[1::-1])
    high = np.clip(np.ceil(shadow.max(0) + 3 * soft).astype(int), 0, picture.shape[1::-1])
    if (high > low).all():
        here = picture[low[1] : high[1], low[0] : high[0]]
        cast_shadows(here, [shadow - low], 0.45, soft)


def _corners(thing: Thing) -> Points:
    """The corners (4, 2) of the rectangle round a thing, mm on the table, its own top left first."""
    half = np.array(thing.size) / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    cos, sin = np.cos(thing.turn), np.sin(thing.turn)
    return np.asarray(half @ np.array([[cos, sin], [-sin, cos]]) + np.array(thing.middle))


def _seen(flat: Points, height: float, camera: Camera) -> Points:
    return camera.project(np.column_stack([flat, np.full(len(flat), height)]))


def _put_sides(picture: Picture, thing: Thing, camera: Camera) -> None:
    """What is seen of a thing between its foot and its top."""
    if thing.height >= 1.0:
        whole = cv2.convexHull(np.round(hull(thing, camera) * 16).astype(np.int32))
        tone = [part * 0.62 for part in reversed(thing.colour)]
        cv2.fillConvexPoly(picture, whole, tone, cv2.LINE_AA, 4)
