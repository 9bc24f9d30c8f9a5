"""What a drawn table of cards truly shows: every card's corners, what is printed, and how much of it is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.card_render.card_scene import CardScene, LaidCard, PrintedCard
from vision.card_render.face_plan import Sign, plan
from vision.card_render.laid_cards import corners_of, outline_of
from vision.cards.card_sighting import Cell
from vision.render.lens import Camera, Points, bend, margin, straighten
from vision.render.view import Shot
from vision.sighting import Quad

_SIDE = 72.0
"""How many px a card's longer side has on the sheet on which it is counted what is hidden."""

Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class TrueCard:
    """A card that lies face up.

    quad: its corners in image px from the middle of the first, the face's top left first, clockwise as its letter
    stands; they may lie outside the picture. cell: its place in the pattern of words, None for a card aside. hidden:
    the share of it, 0 to 1, that other cards, things, hands or the picture's edge hide. letter_hidden, value_hidden,
    mark_hidden: the same of the letter, of the printed value of which most is seen, and of the mark of which most is
    seen; 0 where nothing is printed.
    """

    quad: Quad
    card: PrintedCard
    cell: Cell | None
    hidden: float
    letter_hidden: float = 0.0
    value_hidden: float = 0.0
    mark_hidden: float = 0.0


@dataclass(frozen=True, slots=True)
class CardTruth:
    """Face-up cards of which anything is seen, the lowest first, and the quads of backs: a pile's uppermost card."""

    cards: tuple[TrueCard, ...]
    backs: tuple[Quad, ...] = ()

    @property
    def face_down(self) -> int:
        """How many piles and lone cards lie face down and are seen."""
        return len(self.backs)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A small map of what is seen: px of the straight picture, shrunk by scale and moved by low."""

    top: NDArray[np.int16]
    scale: float
    low: Points

    def place(self, points: Points) -> NDArray[np.int32]:
        """Px (n, 2) of the straight picture as the sheet's fixed-point px."""
        return np.round(((points - self.low) * self.scale) * 16).astype(np.int32)


def truth_of(
    scene: CardScene, shot: Shot, camera: Camera, covers: Sequence[Points], hands: Sequence[Mask]
) -> CardTruth:
    """What is truly seen.

    covers: outlines (n, 2), px of the straight picture, of things over the cards. hands: what each covers of the
    straight picture with the margin beside it, 0 or 255.
    """
    own, outline = corners_of(scene.deck), outline_of(scene.deck)
    quads = [camera.project(card.places(own)) for card in scene.cards]
    sheet = _map(scene, shot, camera, covers, hands)
    cards, backs = [], []
    for number, (card, corners) in enumerate(zip(scene.cards, quads, strict=True)):
        hidden = _hidden(sheet, number, camera.project(card.places(outline)))
        if card.card is None:
            if hidden < 0.97 and _is_uppermost(scene.cards, number):
                backs.append(_quad(shot, corners))
        elif hidden < 1.0:
            signs = _signs_hidden(scene, sheet, number, camera) if hidden else (0.0, 0.0, 0.0)
            cards.append(TrueCard(_quad(shot, corners), card.card, card.cell, hidden, *signs))
    return CardTruth(tuple(cards), tuple(backs))


def _is_uppermost(cards: Sequence[LaidCard], number: int) -> bool:
    """Whether no card of the same pile lies above."""
    stack = cards[number].stack
    return stack is None or all(above.stack != stack for above in cards[number + 1 :])


def _quad(shot: Shot, corners: Points) -> Quad:
    first, second, third, fourth = ((float(across), float(down)) for across, down in bend(shot, corners))
    return Quad((first, second, third, fourth))


def _map(scene: CardScene, shot: Shot, camera: Camera, covers: Sequence[Points], hands: Sequence[Mask]) -> _Sheet:
    """Which card is the uppermost at each px: its number, -1 for none or where something hides all."""
    outline = outline_of(scene.deck)
    seen = [camera.project(card.places(outline)) for card in scene.cards]
    every = np.concatenate([*seen, np.array([[0.0, 0], [shot.width, shot.height]])])
    longest = max((float(np.ptp(part, axis=0).max()) for part in seen), default=_SIDE)
    scale = min(1.0, _SIDE / longest)
    low, high = every.min(0) - 2, every.max(0) + 2
    size = np.ceil((high - low) * scale).astype(int)
    sheet = _Sheet(np.full((size[1], size[0]), -1, np.int16), scale, low)
    for number, part in enumerate(seen):
        cv2.fillConvexPoly(sheet.top, sheet.place(part), number, cv2.LINE_8, 4)
    for part in covers:
        cv2.fillConvexPoly(sheet.top, cv2.convexHull(sheet.place(part)), -1, cv2.LINE_8, 4)
    sheet.top[~_in_picture(sheet, shot, hands)] = -1
    return sheet


def _in_picture(sheet: _Sheet, shot: Shot, hands: Sequence[Mask]) -> NDArray[np.bool_]:
    """Which of the sheet's px the picture shows, with no hand over them."""
    share = np.linspace(0, 1, 24, endpoint=False)[:, None]
    corners = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]]) * [shot.width, shot.height]
    edge = np.concatenate([a + share * (b - a) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)])
    edge = straighten(shot, edge)
    if shot.has_rim:
        edge = np.clip(edge, 0, [shot.width, shot.height])
    inside = np.zeros(sheet.top.shape, np.uint8)
    cv2.fillPoly(inside, [sheet.place(edge)], 1, cv2.LINE_8, 4)
    beside = margin(shot)
    matrix = sheet.scale * np.array([[1, 0, -beside - sheet.low[0]], [0, 1, -beside - sheet.low[1]]])
    for hand in hands:
        inside[cv2.warpAffine(hand, matrix, inside.shape[::-1]) > 127] = 0
    return inside > 0


def _hidden(sheet: _Sheet, number: int, outline: Points) -> float:
    """Which share of an outline does not show this card."""
    fixed = sheet.place(outline)
    low = fixed.min(0) // 16
    size = fixed.max(0) // 16 - low + 1
    whole = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(whole, fixed - low * 16, 1, cv2.LINE_8, 4)
    part = sheet.top[low[1] : low[1] + size[1], low[0] : low[0] + size[0]]
    seen = int(np.count_nonzero((part == number) & (whole[: part.shape[0], : part.shape[1]] > 0)))
    return 1 - seen / max(1, int(whole.sum()))


def _signs_hidden(scene: CardScene, sheet: _Sheet, number: int, camera: Camera) -> tuple[float, float, float]:
    """How much is hidden of a card's letter, and of its best seen value and mark."""
    laid = scene.cards[number]
    if laid.card is None:
        return 0.0, 0.0, 0.0
    least = {"letter": 0.0, "value": 0.0, "mark": 0.0}
    for kind in least:
        shares = [_hidden(sheet, number, _seen(scene, laid, sign, camera))
                  for sign in plan(scene.deck, laid.card) if sign.kind == kind]  # fmt: skip
        least[kind] = min(shares, default=0.0)
    return least["letter"], least["value"], least["mark"]


def _seen(scene: CardScene, laid: LaidCard, sign: Sign, camera: Camera) -> Points:
    """A sign's box in px of the straight picture."""
    own = (sign.box() - np.array([0.5, scene.deck.shape / 2])) * scene.deck.width
    return camera.project(laid.places(own))
