"""The scene as Mitsuba takes it, and what comes of it: paths of light through a room that is measured nowhere else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benches.tracing.maker import Maker
from benches.tracing.printing import FRAME, Print
from benches.tracing.room import Room, pose, view_angle
from benches.tracing.traced_tiles import Laid, Mesh, mesh_of
from pi_referee.errors import RefereeError

Light = NDArray[np.float32]
"""What falls on each px of a picture, (height, width, 3), red, green, blue, in no unit."""
Part = Mapping[str, Any]
PATHS, BOUNCES = 32, 5
_DEEP = 0.3
"""How thick the board is, in squares: so much lower lies the table."""
_ROUND, _WINDOW, _FRONT = 0.3, 40.0, np.array([0.85, 0.95, 1.1])
"""The share of things beside the board that are cups; how far a window is, in squares, and the colour of its light."""


@cache
def mitsuba_module() -> Any:  # noqa: ANN401 - a module that is not there unless somebody traces
    """Mitsuba, which traces; RefereeError if it is not installed."""
    try:
        module = import_module("mitsuba")
    except ImportError as error:
        raise RefereeError(
            "Mitsuba is not installed.", where="benches.traced", cure="pip install -e .[trace]"
        ) from error
    module.set_variant("llvm_ad_rgb")
    return module


def trace(room: Room, size: int, board: Print, tiles: Sequence[Laid], maker: Maker, seed: int) -> Light:
    """What the camera's sensor gets of a board with tiles; size: squares along its side.

    Raises RefereeError if Mitsuba is not installed.
    """
    mitsuba = mitsuba_module()
    parts = {**camera(room, size), **_board(room, size, board, maker), **lamps(room), **_clutter(room, size, maker)}
    if tiles:
        parts["tiles"] = _body(mesh_of(tiles, maker), maker.rough, np.array([-size / 2, size / 2, 0]))
    scene = mitsuba.load_dict({"type": "scene", "integrator": {"type": "path", "max_depth": BOUNCES}, **parts})
    return np.asarray(mitsuba.render(scene, spp=PATHS, seed=seed), np.float32)


def moved(*place: float) -> Any:  # noqa: ANN401 - Mitsuba's own kind of a movement
    """A movement right, up and high."""
    return mitsuba_module().ScalarTransform4f().translate(list(place))


def _looking(stand: NDArray[np.float64], up: NDArray[np.float64]) -> Any:  # noqa: ANN401 - likewise
    return mitsuba_module().ScalarTransform4f().look_at(origin=stand.tolist(), target=[0, 0, 0], up=up.tolist())


def camera(room: Room, size: int) -> Part:
    """The room's camera over a table as wide as a board of so many squares with its frame."""
    film = {"type": "hdrfilm", "width": room.width, "height": room.height, "pixel_format": "rgb"}
    sensor = {"type": "perspective", "fov": view_angle(room, size), "fov_axis": "y", "to_world": _looking(*pose(room))}
    return {"sensor": {**sensor, "film": film, "sampler": {"type": "independent"}}}


def _board(room: Room, size: int, board: Print, maker: Maker) -> Part:
    half = size / 2 + FRAME
    side = {"type": "diffuse", "reflectance": {"type": "rgb", "value": [0.2, 0.15, 0.12]}}
    body = {"type": "cube", "to_world": moved(0, 0, -_DEEP / 2 - 0.005).scale([half, half, _DEEP / 2]), "bsdf": side}
    return {"table": level(80, -_DEEP, _wood(room), 0.5), "board": level(half, 0, board, maker.dull), "body": body}


def level(half: float, high: float, picture: Print, dull: float) -> Part:
    """A printed square, so large to either side."""
    to_world = moved(0, 0, high).scale([half, half, 1])
    return {"type": "rectangle", "to_world": to_world, "bsdf": printed(picture, dull)}


def printed(picture: Print, dull: float) -> Part:
    """A surface with a picture on it and a little gloss."""
    # Mitsuba counts rows from below.
    colours = {"type": "bitmap", "bitmap": mitsuba_module().Bitmap(np.array(picture[::-1])), "filter_type": "bilinear"}
    return {"type": "roughplastic", "alpha": dull, "int_ior": 1.45, "nonlinear": True, "diffuse_reflectance": colours}


def _body(mesh: Mesh, dull: float, to: NDArray[np.float64]) -> Any:  # noqa: ANN401 - Mitsuba's own kind of a body
    mitsuba = mitsuba_module()
    properties = mitsuba.Properties()
    properties["bsdf"] = mitsuba.load_dict(printed(mesh.picture, dull))
    counts = len(mesh.points), len(mesh.faces)
    body = mitsuba.Mesh("tiles", *counts, has_vertex_texcoords=True, props=properties)
    parts = mitsuba.traverse(body)
    parts["vertex_positions"] = (mesh.points + to).astype(np.float32).ravel()
    parts["faces"] = mesh.faces.ravel()
    parts["vertex_texcoords"] = mesh.colours.astype(np.float32).ravel()
    parts.update()
    return body


def _wood(room: Room) -> Print:
    """A table top of planks with grain."""
    chance = np.random.default_rng(room.clutter)
    rows = np.cumsum(chance.normal(0, 1, 1024))
    rows = (rows - rows.mean()) / rows.std() + chance.normal(0, 0.5, 1024)
    grain = 1 + 0.12 * room.wood * rows[:, None] + 0.03 * room.wood * chance.normal(0, 1, (1024, 1024))
    return np.asarray(np.clip(np.array(room.table) * grain[..., None], 0, 255), np.uint8)


def lamps(room: Room) -> Part:
    """A round lamp, a window and the light of the room, such that about as much falls on the board's middle always."""
    right, down, high = room.lamp
    far = float(np.linalg.norm(room.lamp))
    # A sphere's light on a level spot: radiance * pi * (radius / distance) ** 2 * cosine.
    lamp = room.lamp_share * (far / room.lamp_side) ** 2 / (high / far) * np.array(room.lamp_hue) / 255
    aside = np.deg2rad(room.window_way)
    stand = _WINDOW * np.array([np.cos(aside), np.sin(aside), 0.4])
    window = _looking(stand, np.array([0.0, 0.0, 1.0])).scale([10, 8, 1])
    room_light = (1 - room.lamp_share) * np.array([1.0, 0.97, 0.92])
    return {
        "lamp": {"type": "sphere", "center": [right, -down, high], "radius": room.lamp_side, "emitter": _shining(lamp)},
        "window": {"type": "rectangle", "to_world": window, "emitter": _shining(_WINDOW * room.window * _FRONT)},
        "room": {"type": "constant", "radiance": {"type": "rgb", "value": room_light.tolist()}},
    }


def _shining(light: NDArray[np.float64]) -> Part:
    return {"type": "area", "radiance": {"type": "rgb", "value": light.tolist()}}


def _clutter(room: Room, size: int, maker: Maker) -> Part:
    """Racks, cups and papers beside the board, three at most."""
    chance = np.random.default_rng([room.clutter, 1])
    things = (_thing(chance, size / 2 + FRAME, maker) for _ in range(int(chance.integers(0, 4))))
    return {f"thing{number}": thing for number, thing in enumerate(things)}


def _thing(chance: np.random.Generator, reach: float, maker: Maker) -> Part:
    """A cup or a box, flat or high, on one of the board's sides; reach: to the board's edge."""
    way, out, along = chance.integers(4) * np.pi / 2, reach + chance.uniform(1.5, 4), chance.uniform(-reach, reach)
    place = np.array([np.cos(way) * out - np.sin(way) * along, np.sin(way) * out + np.cos(way) * along])
    colour = (np.array(maker.top) / 255) ** 2.2 if chance.random() < 0.4 else chance.uniform(0.05, 0.8, 3)
    surface = {"type": "diffuse", "reflectance": {"type": "rgb", "value": colour.tolist()}}
    if chance.random() < _ROUND:
        ends = [[*place, -_DEEP], [*place, float(chance.uniform(2, 4))]]
        return {"type": "cylinder", "p0": ends[0], "p1": ends[1], "radius": 1.4, "bsdf": surface}
    half = list(_halves(chance))
    turned = moved(*place, half[2] - _DEEP).rotate([0, 0, 1], float(chance.uniform(0, 180)))
    return {"type": "cube", "to_world": turned.scale(half), "bsdf": surface}


def _halves(chance: np.random.Generator) -> Iterator[float]:
    """Half of a box's length, breadth and height."""
    for low, high in ((1.5, 4), (0.4, 2), (0.02, 0.5)):
        yield float(chance.uniform(low, high))
