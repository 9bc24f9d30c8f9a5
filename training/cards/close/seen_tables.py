"""The benches' own drawn tables, of other seeds, as the eye sees them: what stands where it would look for marks.

Beside that what lies in the cells next to the words: a card, or none.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from benches.pictures.card_scenes import random_scene
from training.cards.card_style import CARD_LETTERS
from training.cards.close.cell_bank import THERE, Cells, is_taken
from training.cards.close.closeup_bank import NO_MARK, Marks
from training.classes import CLASSES, SIDE, SIGN
from training.drawn.typeface_choice import Typeface
from training.drawn_files import Columns, drawn_once, joined, path_of
from vision.card_render import CardTruth, DeckStyle, TrueCard, draw_card_table
from vision.card_render.face_plan import plan
from vision.cards.card_frames import Frames
from vision.cards.card_windows import HIGH, INSET, WIDE, windows_of
from vision.cards.found.beside_words import beside
from vision.cards.found.straighten import windows_on
from vision.cards.printed.mark_closeup import closeups, paper_of
from vision.cards.read_cards import CardsReader, ReadCards
from vision.letters.letter_model import Windows

TABLES = 30
"""Tables in one file."""

_FIRST_SEED = 1 << 20
"""The benches' seeds are smaller."""

_SIZE = np.array([WIDE, HIGH]) - 2 * np.array(INSET)
_ON_MARK, _OFF_MARK = 9.0, 22.0
"""Px of a window from a mark's middle within which a place shows it, and from which on it does not."""

_HIDDEN, _LETTER_HIDDEN = 0.3, 0.05
"""The shares hidden of a card, and of a letter, from which its marks, and the letter, are not learnt from."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenTable:
    """A table that was drawn and read, with its truth."""

    picture: NDArray[np.uint8]
    truth: CardTruth
    deck: DeckStyle
    read: ReadCards


def draw_seen(folder: Path, faces: list[Typeface], number: int) -> None:
    """Draw the file of that number from its own seed, unless it is there."""
    drawn_once(folder, number, lambda: _columns_of(faces, number))


def _columns_of(faces: list[Typeface], number: int) -> Columns:
    rng, reader = np.random.default_rng([number, 32]), CardsReader(CARD_LETTERS)
    tables = [_table(rng, faces, reader) for _ in range(TABLES)]
    marks, cells = [_marks(rng, table) for table in tables], [_cells(table) for table in tables]
    letters = [_letters(table) for table in tables]
    kept: dict[str, list[Any]] = {"marks": [one for one, _ in marks], "answers": [one for _, one in marks],
            "cells": [one for one, _ in cells], "taken": [one for _, one in cells],
            "letters": [one for one, _ in letters], "shown": [one for _, one in letters]}  # fmt: skip
    return {name: np.concatenate(parts) for name, parts in kept.items()}


def seen_bank(folder: Path) -> tuple[Marks, Cells]:
    """All that a folder's files keep, put together."""
    marks, answers, cells, taken = joined(folder, "marks", "answers", "cells", "taken")
    return (marks, answers), (cells, taken)


def seen_letters(folder: Path, number: int) -> tuple[Windows, NDArray[np.int64]]:
    """The letters of one file: windows (n, 48, 48), and the numbers of what they show, (n,)."""
    with np.load(path_of(folder, number)) as kept:
        return kept["letters"], kept["shown"]


def _table(rng: Generator, faces: list[Typeface], reader: CardsReader) -> SeenTable:
    scene, shot = random_scene(int(rng.integers(_FIRST_SEED, 1 << 40)), [Path(face.path) for face in faces])
    picture, truth = draw_card_table(scene, shot)
    return SeenTable(picture, truth, scene.deck, reader.read(picture))


def _marks(rng: Generator, table: SeenTable) -> Marks:
    """Close-ups (n, 48, 48, 3) of where the eye looks on each card, of its marks and of other places; their classes."""
    frames = table.read.frames
    numbers, spots, answers = list[int](), list[NDArray[np.float64]](), list[int]()
    for number in range(len(frames)):
        card = _card_at(table.truth, frames, number)
        if card is not None and card.hidden > _HIDDEN:
            continue
        if card is None and _lies_on_any(table.truth, frames.middles[number]):
            continue
        signs = [] if card is None else _signs(table.deck, card, frames, number)
        looked = [spot for spot in table.read.prints.spots[number] if np.isfinite(spot).all()]
        near = [spot + rng.normal(0, 2, 2) for spot, _ in signs for _ in range(2)]
        for spot in [*looked, *(_anywhere(rng) for _ in range(2)), *near]:
            answer = _answer(spot, signs)
            if answer is not None:
                numbers.append(number)
                spots.append(spot)
                answers.append(answer)
    papers = [paper_of(window) for window in windows_of(table.picture, frames.corners)]
    shown = closeups(table.picture, frames, papers, np.array(numbers, int), np.array(spots).reshape(-1, 2))
    return shown.astype(np.float16), np.array(answers, np.int64)


def _anywhere(rng: Generator) -> NDArray[np.float64]:
    """A place in one of a card's corners, in px of its window."""
    across = rng.choice([rng.uniform(12, 30), rng.uniform(WIDE - 30, WIDE - 12)])
    return np.array([across, rng.choice([rng.uniform(12, 35), rng.uniform(HIGH - 35, HIGH - 12)])])


def _answer(spot: NDArray[np.float64], signs: list[tuple[NDArray[np.float64], int]]) -> int | None:
    """The class of what stands at a place; None where a mark is seen only in part."""
    away, answer = min(((float(np.linalg.norm(spot - at)), one) for at, one in signs), default=(99.0, NO_MARK))
    if away <= _ON_MARK:
        return answer
    return NO_MARK if away >= _OFF_MARK else None


def _signs(deck: DeckStyle, card: TrueCard, frames: Frames, number: int) -> list[tuple[NDArray[np.float64], int]]:
    """Where a found card's marks truly stand, in px of its window, and their classes as it is thought to stand."""
    quad = np.array(card.quad.corners)
    face = np.array([[0, 0], [1, 0], [1, deck.shape], [0, deck.shape]], np.float32)
    matrix = cv2.getPerspectiveTransform(face, quad.astype(np.float32))
    sides = np.column_stack([2 * frames.rights[number], 2 * frames.downs[number]])
    found = []
    for sign in plan(deck, card.card):
        if sign.kind != "mark":
            continue
        at = cv2.perspectiveTransform(np.array([[sign.middle]], np.float32), matrix)[0, 0]
        spot = (np.linalg.solve(sides, at - frames.middles[number]) + 0.5) * _SIZE + INSET
        found.append((spot, card.card.multiplier - 1 + 2 * (sign.is_turned == _is_upright(card, frames, number))))
    return found


def _letters(table: SeenTable) -> tuple[Windows, NDArray[np.int64]]:
    """The letter reader's windows (n, 48, 48) on cards whose letter is seen, and what they show, (n,) numbers."""
    frames, windows, shown = table.read.frames, list[NDArray[np.uint8]](), list[int]()
    for number, window in enumerate(table.read.lying.cut):
        card = _card_at(table.truth, frames, number)
        if card is not None and card.letter_hidden <= _LETTER_HIDDEN and _is_upright(card, frames, number):
            windows.append(window)
            shown.append(CLASSES.index(card.card.letter or SIGN))
    return np.array(windows, np.uint8).reshape(-1, SIDE, SIDE), np.array(shown, np.int64)


def _is_upright(card: TrueCard, frames: Frames, number: int) -> bool:
    """Whether a found card stands as it was thought to."""
    quad = np.array(card.quad.corners)
    return bool((quad[2] + quad[3] - quad[0] - quad[1]) @ frames.downs[number] > 0)


def _cells(table: SeenTable) -> Cells:
    """Windows (n, 80, 64, 3) on the cells beside cards of the words, and whether a card lies there, 1 or 0."""
    windows, taken = list[NDArray[np.uint8]](), list[int]()
    group = next((group for group in table.read.groups if len(group.cells) > 1), None)
    if group is None:
        return np.zeros((0, 80, 64, 3), np.uint8), np.zeros(0, np.int64)
    places = beside(table.read.frames, group, with_taken=True)
    quads = [*(card.quad for card in table.truth.cards), *table.truth.backs]
    cards = [np.array(quad.corners) for quad in quads]
    for corners, window in zip(places.corners, windows_on(table.picture, places), strict=True):
        answer = is_taken(corners, cards, table.picture.shape[1::-1])
        if answer is not None:
            windows.append(window)
            taken.append(answer)
    return np.array(windows, np.uint8).reshape(-1, 80, 64, 3), np.array(taken, np.int64)


def _card_at(truth: CardTruth, frames: Frames, number: int) -> TrueCard | None:
    """The card whose middle lies where a found one does."""
    reach = THERE * 2 * np.linalg.norm(frames.rights[number])
    near = [card for card in truth.cards
            if np.linalg.norm(np.mean(card.quad.corners, axis=0) - frames.middles[number]) < reach]  # fmt: skip
    return min(near, key=lambda card: card.hidden, default=None)


def _lies_on_any(truth: CardTruth, middle: NDArray[np.float64]) -> bool:
    quads = [np.array(card.quad.corners, np.float32) for card in truth.cards]
    at = (float(middle[0]), float(middle[1]))
    return any(cv2.pointPolygonTest(quad, at, measureDist=False) >= 0 for quad in quads)
