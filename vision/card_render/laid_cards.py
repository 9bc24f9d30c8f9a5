"""Cards put into the picture, the lowest first, each with its thin shadow on what lies beneath."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.card_render.card_faces import draw_card
from vision.card_render.card_scene import LaidCard, PrintedCard
from vision.card_render.deck_style import DeckStyle
from vision.card_render.worn_cards import is_worn, worn
from vision.render.lens import Camera, Picture, Points
from vision.render.overlay import MIDDLE, Layer, lay_over

_SHADE = 0.5
"""The share of light that a card takes from what lies right beside it."""

_FULL = 0.4
"""A card that lies closer to the table than so many mm takes less."""


def corners_of(style: DeckStyle) -> Points:
    """A card's corners (4, 2), mm from its middle: the face's top left first, clockwise."""
    half = np.array([style.width, style.height]) / 2
    return np.asarray(half * np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]))


def outline_of(style: DeckStyle) -> Points:
    """A card's outline with its round corners (n, 2), mm from its middle."""
    half, radius = np.array([style.width, style.height]) / 2, style.radius
    turns = np.deg2rad(np.array([180, 210, 240, 270]))
    corner = np.column_stack([np.cos(turns), np.sin(turns)])
    parts = []
    for number, sign in enumerate([(-1, -1), (1, -1), (1, 1), (-1, 1)]):
        angle = number * np.pi / 2
        around = corner @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        parts.append((half - radius) * np.array(sign) + radius * around)
    return np.concatenate(parts)


def put_cards(
    picture: Picture, cards: Sequence[LaidCard], style: DeckStyle, camera: Camera, fall: tuple[float, float]
) -> None:
    """Draw the cards into the picture in their order; fall: a shadow's way for each unit of height."""
    faces: dict[tuple[PrintedCard | None, int], Layer] = {}
    own, outline, has_wear = corners_of(style), outline_of(style), is_worn(style.wear)
    corners = [camera.project(card.places(own)) for card in cards]
    widths = [_px(seen) for seen in corners]
    for card, seen, px in zip(cards, corners, widths, strict=True):
        if (card.card, px) not in faces:
            faces[card.card, px] = draw_card(style, card.card, px, max(widths))
        face = faces[card.card, px]
        _shade(picture, card, outline, camera, fall)
        lay_over(picture, worn(face, style, card.card is not None, card.seed) if has_wear else face, seen + MIDDLE)


def _px(corners: Points) -> int:
    """How many px wide a card is drawn for where it is seen; few widths, so that alike cards are drawn once."""
    across = (np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])) / 2
    down = (np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])) / 2
    seen = max(12, round(float(max(across, down * 0.6)) * 1.02))
    step = max(2, seen // 12)
    return seen + -seen % step


def _shade(picture: Picture, card: LaidCard, outline: Points, camera: Camera, fall: tuple[float, float]) -> None:
    """Darken what lies beneath a card along its edges, on the side away from the lamp."""
    places = card.places(outline)
    places[:, :2] += np.array(fall) * card.lift
    seen = camera.project(places)
    scale = float(np.ptp(seen, axis=0).max() / np.ptp(places[:, :2], axis=0).max())
    soft = max(0.7, 0.6 * card.lift * scale)
    low = np.floor(seen.min(0) - 3 * soft).astype(int)
    size = np.ceil(seen.max(0) + 3 * soft).astype(int) - low
    cover = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(cover, np.round((seen - low) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    depth = _SHADE * min(1.0, card.lift / _FULL)
    _darken(picture, np.asarray(cv2.GaussianBlur(cover, (0, 0), soft), np.uint8), low, depth)


def _darken(picture: Picture, cover: NDArray[np.uint8], low: NDArray[np.int_], depth: float) -> None:
    """Take light from the picture where a patch, whose top left is at low, covers it."""
    high, wide = picture.shape[:2]
    left, top = np.clip(low, 0, (wide, high))
    right, bottom = np.clip(low + cover.shape[::-1], 0, (wide, high))
    if right <= left or bottom <= top:
        return
    part = cover[top - low[1] : bottom - low[1], left - low[0] : right - low[0]]
    here = picture[top:bottom, left:right]
    left_over = cv2.LUT(part, (255 - np.floor(np.arange(256) * depth)).astype(np.uint8))
    cv2.multiply(here, cv2.merge([left_over] * 3), here, scale=1 / 255)
