"""Drawn tables of cards with their truth, for the two networks of the eye for cards to learn from."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.cards.card_style import CARD_LETTERS, CardStyle, throw_card_style
from training.cards.face_textures import Face, Texture, card_outline, draw_face
from training.cards.joker_pictures import draw_back
from training.cards.other_things import draw_cover, draw_hand, draw_round_things, draw_thing
from training.cards.table_ground import Picture, light_table, paint_table, photograph
from training.drawn.typeface_choice import Typeface

HIGH, WIDE = 840, 1120
"""A drawn picture's size in px."""

Matrix = NDArray[np.float64]

_COVERED = 0.4
"""How often something lies over the words, beside a hand."""

_SEEN_APART = 12
"""Grey levels from the bare table from which a thing on it is seen."""


@dataclass(frozen=True, slots=True, eq=False)
class DrawnCard:
    """A card that lies on the table: corners (4, 2) px from the face's top left on; face None for a back.

    seen: the share of it that nothing lies over and that is in the picture.
    """

    corners: Matrix
    face: Face | None
    seen: float


@dataclass(frozen=True, slots=True, eq=False)
class DrawnTable:
    """A picture and the cards in it.

    other: (HIGH, WIDE) where a thing is seen that is no card: a card may lie under it.
    """

    picture: Picture
    cards: tuple[DrawnCard, ...]
    other: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """Where a card lies: its middle in cards' heights, its turn in radians, what it shows."""

    middle: tuple[float, float]
    turn: float
    face: Face | None


class DrawnDeck:
    """A deck whose faces are drawn when first asked for."""

    high = 200
    """Px of a texture's height."""

    def __init__(self, rng: Generator, style: CardStyle) -> None:
        """A deck of this look."""
        self.style, self.outline = style, card_outline(style, self.high)
        self._rng, self._textures = rng, dict[Face | None, Texture]()

    def texture(self, face: Face | None) -> Texture:
        """A face, or the back for None."""
        if face not in self._textures:
            is_back = face is None
            self._textures[face] = (
                draw_back(self.style, self.high) if is_back else draw_face(self._rng, self.style, face, self.high)
            )
        return self._textures[face]


def throw_deck(rng: Generator, faces: list[Typeface]) -> DrawnDeck:
    """A deck of any look."""
    return DrawnDeck(rng, throw_card_style(rng, faces))


def draw_table(rng: Generator, deck: DrawnDeck, faces: list[Typeface]) -> DrawnTable:
    """One table with cards of a deck."""
    style = deck.style
    card = float(np.exp(rng.uniform(np.log(52), np.log(210))))
    to_picture = _camera(rng, card)
    picture = paint_table(rng, HIGH, WIDE)
    bare, owners = picture.copy(), np.zeros((HIGH, WIDE), np.int32)
    for _ in range(int(rng.integers(0, 4))):
        _lay_thing(rng, picture, to_picture, faces, card)
    draw_round_things(rng, picture, card)
    other = cv2.absdiff(picture, bare).max(axis=2) > _SEEN_APART
    laid = _laid(rng, style, card)
    quads = _lay_cards(rng, picture, owners, deck, laid, to_picture, card)
    if rng.random() < _COVERED:
        spot = quads[int(rng.integers(len(quads)))][int(rng.integers(4))] + rng.normal(0, 0.5, 2) * card
        draw_cover(rng, picture, owners, spot, card)
    if rng.random() < 0.25:
        draw_hand(rng, picture, owners, card)
    cards = tuple(
        _seen(owners, number, quad, one) for number, (quad, one) in enumerate(zip(quads, laid, strict=True), 1)
    )
    shown = photograph(rng, light_table(rng, picture), card)
    return DrawnTable(shown, tuple(one for one in cards if one.seen > 0), (owners < 0) | (other & (owners == 0)))


def _camera(rng: Generator, card: float) -> Matrix:
    """Cards' heights on the table to px."""
    tilt = np.deg2rad(abs(rng.normal(0, 16)) % 50)
    length = WIDE * rng.uniform(1.0, 1.8)
    turn, roll = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    flat = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    away = length / card
    slant = np.array([[length, 0, 0], [0, length * np.cos(tilt), 0], [0, np.sin(tilt), away]])
    rolled = np.array([[np.cos(roll), -np.sin(roll), WIDE / 2], [np.sin(roll), np.cos(roll), HIGH / 2], [0, 0, 1]])
    return np.asarray(rolled @ slant @ flat)


def _any_face(rng: Generator, style: CardStyle) -> Face:
    thrown = rng.random()
    multiplier = int(rng.choice([1, 1, 2, 3]))
    if thrown < 0.08:
        return Face("", 0 if rng.random() < 0.3 else None, 1)
    letter = CARD_LETTERS[int(rng.integers(len(CARD_LETTERS)))]
    return Face(letter, style.worth[letter], multiplier)


def _laid(rng: Generator, style: CardStyle, card: float) -> list[Lying]:
    """Words that cross, cards aside, heaps and piles; in the order in which they were laid."""
    reach = max(HIGH, WIDE) / card
    crooked, wander = rng.choice([1.0, 3.0, 6.0]), rng.choice([0.01, 0.03, 0.06])
    apart = rng.uniform(0.9, 1.1)
    cells = _cells(rng, int(rng.integers(3, 34)))
    middle = np.mean(list(cells), axis=0)
    laid = []
    for column, row in cells:
        place = (np.array([column, row]) - middle) * [style.aspect * apart, apart] + rng.normal(0, wander, 2)
        laid.append(
            Lying((float(place[0]), float(place[1])), float(np.deg2rad(rng.normal(0, crooked))), _any_face(rng, style))
        )
    if rng.random() < 0.15:
        laid += [Lying(one.middle, one.turn, None) for one in laid[: int(rng.integers(1, 4))]]
    laid = [laid[number] for number in rng.permutation(len(laid))]
    for _ in range(int(rng.integers(0, 3))):
        laid += _heap(rng, style, reach)
    return laid


def _cells(rng: Generator, count: int) -> dict[tuple[int, int], None]:
    """Cells of words that cross one another."""
    cells = {(0, 0): None}
    while len(cells) < count:
        start = list(cells)[int(rng.integers(len(cells)))]
        way = (1, 0) if rng.random() < 0.5 else (0, 1)
        first = int(rng.integers(-4, 1))
        for step in range(first, first + int(rng.integers(2, 7))):
            if len(cells) < count:
                cells[start[0] + way[0] * step, start[1] + way[1] * step] = None
    return cells


def _heap(rng: Generator, style: CardStyle, reach: float) -> list[Lying]:
    """A pile of backs, a heap of faces, or one card, anywhere."""
    spot, turn = rng.uniform(-0.5, 0.5, 2) * reach, rng.uniform(0, 2 * np.pi)
    is_pile = rng.random() < 0.5
    spread, crooked = (0.02, 0.02) if is_pile else (0.15, 0.5)
    laid = []
    for _ in range(int(rng.integers(1, 6))):
        x, y = (float(part) for part in spot + rng.normal(0, spread, 2))
        laid.append(Lying((x, y), float(turn + rng.normal(0, crooked)), None if is_pile else _any_face(rng, style)))
    return laid


def _lay_cards(
    rng: Generator,
    picture: Picture,
    owners: NDArray[np.int32],
    deck: DrawnDeck,
    laid: list[Lying],
    to_picture: Matrix,
    card: float,
) -> list[Matrix]:
    """Lay the cards one after the other; their corners in px."""
    style, high = deck.style, int(np.clip(card * 1.25, 60, deck.high))
    outline = cv2.resize(deck.outline, (max(8, round(high * style.aspect)), high), interpolation=cv2.INTER_AREA)
    shade, soft = np.float32(rng.uniform(0.05, 0.6)), card * rng.uniform(0.01, 0.05)
    fall = rng.normal(0, 0.025, 2) * card
    quads = []
    for number, one in enumerate(laid, 1):
        quad = _corners(style, one, to_picture)
        quads.append(quad)
        texture = cv2.resize(deck.texture(one.face), outline.shape[::-1], interpolation=cv2.INTER_AREA)
        if rng.random() < 0.3:
            texture = _worn(rng, texture, outline)
        _lay(picture, texture, outline, quad, (shade, soft, fall))
        cv2.fillPoly(owners, [np.round(quad).astype(np.int32)], number)
    return quads


def _worn(rng: Generator, texture: Texture, outline: Texture) -> Texture:
    """Stains and scuffed edges."""
    high, wide = texture.shape[:2]
    spots = cv2.resize(rng.standard_normal((6, 5)).astype(np.float32), (wide, high), interpolation=cv2.INTER_CUBIC)
    edge = cv2.GaussianBlur(255 - cv2.erode(outline, np.ones((3, 3), np.uint8)), (0, 0), 1.5).astype(np.float32) / 255
    worn = texture + spots[:, :, None] * rng.uniform(0, 9) + edge[:, :, None] * rng.uniform(-90, 60)
    return np.clip(worn, 0, 255).astype(np.uint8)


def _corners(style: CardStyle, one: Lying, to_picture: Matrix) -> Matrix:
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [style.aspect / 2, 0.5]
    turn = np.array([[np.cos(one.turn), -np.sin(one.turn)], [np.sin(one.turn), np.cos(one.turn)]])
    return project(to_picture, half @ turn.T + np.array(one.middle))


def project(matrix: Matrix, points: Matrix) -> Matrix:
    """Points (n, 2) by a homography."""
    lifted = np.hstack([points, np.ones((len(points), 1))]) @ matrix.T
    return np.asarray(lifted[:, :2] / lifted[:, 2:])


def _lay(
    picture: Picture, texture: Texture, outline: Texture, quad: Matrix, shadow: tuple[np.float32, float, Matrix] | None
) -> None:
    """Lay a texture on a quad of the picture, over its shadow."""
    margin = 8
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - margin, 0)
    top = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + margin, [picture.shape[1], picture.shape[0]])
    if (top - low).min() < 3:
        return
    size = (int(top[0] - low[0]), int(top[1] - low[1]))
    high, wide = outline.shape
    rim = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(rim, (quad - low - 0.5).astype(np.float32))
    shown = cv2.warpPerspective(texture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(outline, matrix, size, flags=cv2.INTER_LINEAR).astype(np.float32)[:, :, None] / 255
    view = picture[low[1] : top[1], low[0] : top[0]]
    under = view.astype(np.float32)
    if shadow is not None:
        depth, soft, fall = shadow
        moved = cv2.warpAffine(alpha, np.array([[1, 0, fall[0]], [0, 1, fall[1]]]), size)
        under *= 1 - depth * cv2.GaussianBlur(moved, (0, 0), max(0.5, soft))[:, :, None]
    view[:] = np.clip(under * (1 - alpha) + shown * alpha, 0, 255).astype(np.uint8)


def _lay_thing(rng: Generator, picture: Picture, to_picture: Matrix, faces: list[Typeface], card: float) -> None:
    texture, wide, high = draw_thing(rng, faces)
    spot = rng.uniform(-0.5, 0.5, 2) * max(HIGH, WIDE) / card
    turn = rng.uniform(0, 2 * np.pi)
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [wide / 2, high / 2]
    way = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    outline = np.full(texture.shape[:2], 255, np.uint8)
    _lay(picture, texture, outline, project(to_picture, half @ way.T + spot), (np.float32(0.3), 3.0, np.zeros(2)))


def _seen(owners: NDArray[np.int32], number: int, quad: Matrix, one: Lying) -> DrawnCard:
    """The card with the share of it that is seen; nothing of it where it lies far outside."""
    area = abs(float(cv2.contourArea(quad.astype(np.float32))))
    return DrawnCard(quad, one.face, float(np.count_nonzero(owners == number)) / max(area, 1.0))
