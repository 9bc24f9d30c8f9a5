"""Drawn cards for the two networks that look from nearer: one at a letter's way up, one at marks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.cards.card_style import CARD_LETTERS, CardStyle, throw_card_style
from training.cards.face_textures import Face, draw_face
from training.cards.table_ground import Picture, light_table, photograph
from training.drawn.typeface_choice import Typeface
from training.drawn_files import Columns, drawn_once, joined
from vision.cards.card_frames import Frames
from vision.cards.card_letters import Glyphs, cut_letters, glyph_of, glyphs_of, spots_of
from vision.cards.card_windows import HIGH, INSET, WIDE, window_of
from vision.cards.printed.mark_closeup import closeups, paper_of
from vision.letters.letter_model import Windows

NO_MARK = 0
"""The class of what is no mark; then come 2x and 3x, then both upside down."""

DECKS = 150
"""Decks in one file, six cards of each."""

Marks = tuple[NDArray[np.float16], NDArray[np.int64]]
"""Close-ups (n, 48, 48, 3) and their classes (n,)."""

_FINE = 320
"""Px that a card's texture is high."""


@dataclass(frozen=True, slots=True, eq=False)
class Lot:
    """What some cards of one deck showed.

    letters: (k, 48, 48) windows of letters that stand upright. marks: (n, 48, 48, 3) levelled close-ups. answers: (n,)
    their classes.
    """

    letters: Windows
    marks: NDArray[np.float16]
    answers: NDArray[np.int64]


def draw_closeups(folder: Path, faces: list[Typeface], number: int) -> None:
    """Draw the file of that number from its own seed, unless it is there."""
    drawn_once(folder, number, lambda: _columns_of(faces, number))


def _columns_of(faces: list[Typeface], number: int) -> Columns:
    rng = np.random.default_rng([number, 31])
    lots = [draw_lot(rng, faces) for _ in range(DECKS)]
    return {name: np.concatenate([getattr(lot, name) for lot in lots]) for name in ("letters", "marks", "answers")}


def bank_of(folder: Path) -> tuple[Windows, Marks]:
    """All that a folder's files keep, put together: letters, and marks with what these are."""
    letters, marks, answers = joined(folder, "letters", "marks", "answers")
    return letters, (marks, answers)


def draw_lot(rng: Generator, faces: list[Typeface], count: int = 6) -> Lot:
    """Some cards of one deck, each seen from where it may be seen."""
    style = throw_card_style(rng, faces)
    shown = [_seen(rng, style, face) for face in (_face(rng, style) for _ in range(count))]
    windows = np.array([window_of(picture, frames.corners[0]) for picture, frames, _ in shown])
    glyphs = glyphs_of([glyph_of(window) for window in windows])
    letters, marks, answers = [], [], []
    for number, (picture, frames, face) in enumerate(shown):
        if face.letter:
            letters.append(_letter(rng, picture, frames, glyphs.only(np.array([number])), style.aspect))
        spots, classes = _places(rng, style, face)
        numbers = np.zeros(len(spots), int)
        marks.append(closeups(picture, frames, [paper_of(windows[number])], numbers, spots))
        answers.append(classes)
    return Lot(np.array(letters, np.uint8).reshape(-1, 48, 48), np.concatenate(marks).astype(np.float16),
               np.concatenate(answers))  # fmt: skip


def _letter(rng: Generator, picture: Picture, frames: Frames, glyph: Glyphs, aspect: float) -> Windows:
    """A letter as it stands; cut out upright or upside down, lest how it is cut tell which way up it is."""
    is_turned = np.array([rng.random() < 0.5])
    window = cut_letters(picture, frames.turned(is_turned), spots_of(glyph.turned(is_turned), aspect))[0]
    return np.ascontiguousarray(window[::-1, ::-1]) if is_turned[0] else window


def _face(rng: Generator, style: CardStyle) -> Face:
    letter = CARD_LETTERS[int(rng.integers(len(CARD_LETTERS)))] if rng.random() < 0.94 else ""
    value = int(rng.integers(0, 16)) if rng.random() < 0.5 else style.worth.get(letter, 0)
    return Face(letter, value if letter else None, int(rng.choice([1, 2, 2, 3, 3])))


def _seen(rng: Generator, style: CardStyle, face: Face) -> tuple[Picture, Frames, Face]:
    """A card photographed, where it was found, not quite exactly, and what it shows."""
    high = round(float(np.exp(rng.uniform(np.log(50), np.log(260)))))
    wide = max(20, round(high * style.aspect))
    small = cv2.resize(draw_face(rng, style, face, _FINE), (wide, high), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.3:
        _stain(rng, small)
    room = high // 4 + 8
    ground = np.empty((high + 2 * room, wide + 2 * room, 3), np.uint8)
    ground[:] = rng.uniform(10, 250, 3) if rng.random() < 0.6 else np.asarray(style.paper) * rng.uniform(0.7, 1)
    ground[room : room + high, room : room + wide] = small
    rest = [max(0, 16 - side % 8) for side in ground.shape[:2]]
    lit = light_table(rng, cv2.copyMakeBorder(ground, 0, rest[0], 0, rest[1], cv2.BORDER_REPLICATE))
    picture = photograph(rng, lit, high)
    off = float(rng.choice([0.01, 0.02, 0.03])) * high
    half = np.array([wide, high]) / 2 * np.exp(rng.normal(0, 0.02, 2))
    turn = float(rng.normal(0, 0.02))
    way = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    middle = np.array([[wide, high]]) / 2 + room + rng.normal(0, off / 1.5, (1, 2))
    return picture, Frames(middle, way[:1] * half[0], way[1:] * half[1], np.ones(1), np.zeros(1, bool)), face


def _stain(rng: Generator, card: Picture) -> None:
    """A ring that a cup left, or a blot, or a bent corner."""
    high, wide = card.shape[:2]
    over = card.copy()
    ink = tuple(float(x) for x in rng.uniform([20, 60, 90], [150, 180, 210]))
    spot = (int(rng.uniform(0, wide)), int(rng.uniform(0, high)))
    reach = int(high * rng.uniform(0.03, 0.4))
    kind = rng.random()
    if kind < 0.4:
        cv2.circle(over, spot, reach, ink, max(1, int(high * rng.uniform(0.008, 0.03))), cv2.LINE_AA)
    elif kind < 0.7:
        cv2.ellipse(over, spot, (reach // 2 + 1, reach // 3 + 1), rng.uniform(0, 180), 0, 360, ink, -1, cv2.LINE_AA)
    else:
        x, y = (int(rng.choice([0, side])) for side in (wide, high))
        a, b = (int(high * rng.uniform(0.05, 0.2)) for _ in range(2))
        shade = tuple(float(x) for x in np.full(3, rng.uniform(90, 255)))
        corner = np.array([[x, y], [x + a * (1 if x == 0 else -1), y], [x, y + b * (1 if y == 0 else -1)]])
        cv2.fillPoly(over, [corner], shade, cv2.LINE_AA)
    share = float(rng.uniform(0.15, 0.7))
    card[:] = cv2.addWeighted(over, share, card, 1 - share, 0)


def _places(rng: Generator, style: CardStyle, face: Face) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Where a card is looked at, in px of its window, and what stands there."""
    spots, answers = [], []
    for spot, is_turned in style.mark.spots:
        spots.append(np.array(spot) + rng.normal(0, 0.018, 2))
        answers.append(face.multiplier - 1 + 2 * is_turned if face.multiplier > 1 else NO_MARK)
    for spot, _ in style.values.spots if face.value is not None else ():
        if rng.random() < 0.5 and _is_far(spot, style, face):
            spots.append(np.array(spot) + rng.normal(0, 0.018, 2))
            answers.append(NO_MARK)
    for _ in range(2):
        spot = (float(rng.choice([rng.uniform(0.08, 0.3), rng.uniform(0.7, 0.92), rng.uniform(0.1, 0.9)])),
                float(rng.choice([rng.uniform(0.07, 0.25), rng.uniform(0.75, 0.93)])))  # fmt: skip
        if _is_far(spot, style, face):
            spots.append(np.array(spot))
            answers.append(NO_MARK)
    size = np.array([WIDE, HIGH]) - 2 * np.array(INSET)
    return np.array(spots) * size + INSET, np.array(answers, np.int64)


def _is_far(spot: tuple[float, float], style: CardStyle, face: Face) -> bool:
    """Whether a place is so far from the card's marks that its close-up shows none of them in the middle."""
    if face.multiplier == 1:
        return True
    away = [np.hypot((spot[0] - other[0]) * style.aspect, spot[1] - other[1]) for other, _ in style.mark.spots]
    return bool(min(away) > 0.13)
