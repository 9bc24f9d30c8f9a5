"""The inverse of the eye for cards: draws a photograph of a table of cards, and says what it truly shows."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.card_render.card_scene import CardScene, Hand
from vision.card_render.card_truth import CardTruth, truth_of
from vision.card_render.cloths import draw_cloth
from vision.card_render.laid_cards import outline_of, put_cards
from vision.card_render.things import hull, put_things
from vision.render.drawn_hand import hand_cover, lay_hand
from vision.render.lens import Camera, Picture, Points, bend_picture, margin, place_camera
from vision.render.light import expose, light_up
from vision.render.table import lay_texture
from vision.render.view import Shot

Mask = NDArray[np.uint8]

_CLOTH = 2.4
"""The cloth's texture is laid over a field so many times as wide as what is photographed, and mirrored beyond it."""

_HAND_BOARD = 6.0
"""A hand of a board's measures is as broad as a sixth of that board."""


def draw_card_table(scene: CardScene, shot: Shot) -> tuple[Picture, CardTruth]:
    """Photograph a table of cards: (height, width, 3) BGR, and what it truly shows, in image px.

    The same arguments give the same picture, px for px. Raises RefereeError if a typeface or the table's
    photograph cannot be read.
    """
    straight = card_camera(scene, shot)
    beside = margin(shot)
    camera = replace(straight, middle=(straight.middle[0] + beside, straight.middle[1] + beside))
    shape = (shot.height + 2 * beside, shot.width + 2 * beside)
    picture = _bare_table(scene, shape, camera)
    fall = shot.light.fall
    put_things(picture, [thing for thing in scene.things if not thing.is_above], camera, fall)
    put_cards(picture, scene.cards, scene.deck, camera, fall)
    glossy = _glossy(scene, shape, camera) if shot.light.sheen else None
    above = [thing for thing in scene.things if thing.is_above]
    put_things(picture, above, camera, fall)
    covers = [hand_cover(shape, *_measures(hand, scene, shape, camera)) for hand in scene.hands]
    for hand in scene.hands:
        picture = _reach_in(picture, hand, scene, camera)
    truth = truth_of(scene, shot, straight, [hull(thing, straight) for thing in above], covers)
    lit = bend_picture(shot, light_up(picture, shot.light, glossy), beside)
    return expose(lit, shot, np.random.default_rng(shot.seed)), truth


def card_camera(scene: CardScene, shot: Shot) -> Camera:
    """The camera over a table of cards; its places are mm on the table."""
    turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    around = np.array(scene.middle) + scene.reach / 2 * np.column_stack([np.cos(turns), np.sin(turns)])
    return place_camera(shot, around, scene.reach)


def _bare_table(scene: CardScene, shape: tuple[int, int], camera: Camera) -> Picture:
    reach = _CLOTH * scene.reach
    return lay_texture(draw_cloth(scene.cloth, reach), camera, scene.middle, reach, shape[::-1])


def _glossy(scene: CardScene, shape: tuple[int, int], camera: Camera) -> Mask:
    """How much of a lamp's mirror each px shows: the cards alone."""
    cover = np.zeros(shape, np.uint8)
    outline = outline_of(scene.deck)
    for card in scene.cards:
        fixed = np.round(camera.project(card.places(outline)) * 16).astype(np.int32)
        cv2.fillConvexPoly(cover, fixed, round(255 * scene.deck.gloss), cv2.LINE_AA, 4)
    return cover


def _measures(hand: Hand, scene: CardScene, shape: tuple[int, ...], camera: Camera) -> tuple[Points, Points, float]:
    """Where a hand's fingertips and wrist are in px, and how broad a board it would lie over."""
    size = np.array([shape[1], shape[0]])
    across = np.array([[*scene.middle, 0.0], [scene.middle[0] + hand.breadth, scene.middle[1], 0.0]])
    breadth = float(np.linalg.norm(np.diff(camera.project(across), axis=0)))
    return np.array(hand.tip) * size, np.array(hand.wrist) * size, _HAND_BOARD * breadth


def _reach_in(picture: Picture, hand: Hand, scene: CardScene, camera: Camera) -> Picture:
    skin = np.array(hand.skin[::-1], np.float64)
    return lay_hand(picture, *_measures(hand, scene, picture.shape, camera), skin)
