"""A table of cards as Mitsuba takes it: printed cards, cloth and things in a room with its own lamps and camera."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from benches.tracing.printing import FRAME
from benches.tracing.room import Room, pose, view_angle
from benches.tracing.tracer import BOUNCES, PATHS, Light, Part, camera, lamps, mitsuba_module, moved, printed
from vision.card_render.card_faces import draw_card
from vision.card_render.card_scene import THICK, CardScene, LaidCard, Thing
from vision.card_render.card_truth import CardTruth, truth_of
from vision.card_render.cloths import draw_cloth
from vision.card_render.laid_cards import outline_of
from vision.card_render.thing_tops import ROUND, draw_thing
from vision.card_render.things import hull
from vision.card_render.worn_cards import worn
from vision.render.lens import Camera, Points
from vision.render.overlay import Layer
from vision.render.view import Shot

SQUARES = 15
"""The table that is photographed is as wide as a board of so many squares with its frame, for which rooms are drawn."""

_CARD, _THING = 220, 400
"""How many px wide a card and a thing are printed."""
_CLOTH = 3.0
"""The cloth's texture is so many times as wide as what is photographed, and mirrored beyond it."""
_ACROSS = SQUARES + 2 * FRAME


def unit(scene: CardScene) -> float:
    """How many mm of the table a square of the room is."""
    return scene.reach / _ACROSS


def stacked(scene: CardScene) -> CardScene:
    """The scene with every card as high as the cards that it lies on."""
    outline, laid = outline_of(scene.deck), list[LaidCard]()
    for card in scene.cards:
        own = card.places(outline)
        below = [other.foot for other in laid if _touch(own, other.places(outline))]
        laid.append(replace(card, foot=max(below, default=0.0) + THICK))
    return replace(scene, cards=tuple(laid), hands=())


def _touch(one: Points, other: Points) -> bool:
    """Whether two outlines (n, 3) share a part of the table."""
    flat, beneath = (np.asarray(outline[:, :2], np.float32) for outline in (one, other))
    return cv2.intersectConvexConvex(flat, beneath)[0] > 0


def room_camera(room: Room, scene: CardScene) -> Camera:
    """The room's camera in the measures of the scene: places right, down and up in mm from its middle."""
    stand, up = pose(room)
    ahead = -stand / np.linalg.norm(stand)
    right = np.cross(ahead, up)
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    # Mitsuba counts upwards what the scene counts downwards.
    axes = np.stack([right, down, ahead]) * [1.0, -1.0, 1.0]
    length = room.height / 2 / np.tan(np.deg2rad(view_angle(room, SQUARES)) / 2)
    middle = ((room.width - 1) / 2, (room.height - 1) / 2)
    return Camera(stand * unit(scene) * [1.0, -1.0, 1.0], axes, float(length), middle)


def traced_truth(scene: CardScene, room: Room) -> CardTruth:
    """What a traced picture of a stacked scene truly shows, in its px."""
    eye = room_camera(room, scene)
    shot = Shot(width=room.width, height=room.height)
    return truth_of(scene, shot, eye, [hull(thing, eye) for thing in scene.things if thing.is_above], [])


def trace_cards(scene: CardScene, room: Room, seed: int) -> Light:
    """What the camera's sensor gets of a stacked scene of cards.

    Raises RefereeError if Mitsuba is not installed.
    """
    mitsuba = mitsuba_module()
    parts: dict[str, Any] = {**camera(room, SQUARES), **lamps(room), "table": _cloth(scene)}
    for number, part in enumerate((*_things(scene), *(_card(card, scene) for card in scene.cards))):
        parts[f"part{number}"] = part
    whole = mitsuba.load_dict({"type": "scene", "integrator": {"type": "path", "max_depth": BOUNCES}, **parts})
    return np.asarray(mitsuba.render(whole, spp=PATHS, seed=seed), np.float32)


def _cloth(scene: CardScene) -> Part:
    half = 5 * _CLOTH * _ACROSS / 2
    surface = printed(draw_cloth(scene.cloth, _CLOTH * scene.reach)[:, :, ::-1], 0.5)
    surface["diffuse_reflectance"].update(
        wrap_mode="mirror", to_uv=mitsuba_module().ScalarTransform4f().translate([-2, -2, 0]).scale([5, 5, 1])
    )
    return {"type": "rectangle", "to_world": moved(0, 0, 0).scale([half, half, 1]), "bsdf": surface}


def _card(card: LaidCard, scene: CardScene) -> Part:
    style = scene.deck
    layer = worn(draw_card(style, card.card, _CARD, _CARD), style, card.card is not None, card.seed)
    size = (style.width, style.height)
    return _flat(layer, scene, (*card.middle, card.foot), card.turn, size, 0.45 - 0.35 * style.gloss)


def _things(scene: CardScene) -> Iterator[Part]:
    """Each thing's top as it is printed, and its body beneath."""
    for thing in scene.things:
        foot = max((card.foot for card in scene.cards), default=0.0) + THICK if thing.is_above else 0.0
        top = (*thing.middle, foot + thing.height)
        yield _flat(draw_thing(thing, _THING), scene, top, thing.turn, thing.size, 0.3)
        if thing.height >= 1.0:
            yield _body(thing, scene, foot)


def _body(thing: Thing, scene: CardScene, foot: float) -> Part:
    scale = unit(scene)
    colour = ((np.array(thing.colour) / 255) ** 2.2).tolist()
    surface = {"type": "diffuse", "reflectance": {"type": "rgb", "value": colour}}
    x, y = thing.middle[0] / scale, -thing.middle[1] / scale
    low, high = foot / scale, (foot + 0.98 * thing.height) / scale
    if thing.kind in ROUND:
        ends = [[x, y, low], [x, y, high]]
        return {"type": "cylinder", "p0": ends[0], "p1": ends[1], "radius": thing.size[0] / 2 / scale, "bsdf": surface}
    half = [0.97 * thing.size[0] / 2 / scale, 0.97 * thing.size[1] / 2 / scale, (high - low) / 2]
    turned = moved(x, y, (low + high) / 2).rotate([0, 0, 1], -float(np.rad2deg(thing.turn)))
    return {"type": "cube", "to_world": turned.scale(half), "bsdf": surface}


def _flat(
    layer: Layer,
    scene: CardScene,
    place: tuple[float, float, float],
    turn: float,
    size: tuple[float, float],
    dull: float,
) -> Part:
    """A printed sheet with its own outline, at a place and of a size in mm."""
    scale, mitsuba = unit(scene), mitsuba_module()
    cover = layer[:, :, 3:]
    face = np.clip(layer[:, :, 2::-1] / np.maximum(cover, 1e-3), 0, 255).astype(np.uint8)
    held = {"type": "bitmap", "bitmap": mitsuba.Bitmap(np.ascontiguousarray(cover[::-1])), "raw": True}
    at = moved(place[0] / scale, -place[1] / scale, place[2] / scale).rotate([0, 0, 1], -float(np.rad2deg(turn)))
    return {
        "type": "rectangle",
        "to_world": at.scale([size[0] / 2 / scale, size[1] / 2 / scale, 1]),
        "bsdf": {"type": "mask", "opacity": held, "nested": {"type": "twosided", "nested": printed(face, dull)}},
    }
