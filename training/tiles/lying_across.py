"""Things that lie across tiles, and what is learnt of a tile: that something does, that nothing does, or neither."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.drawn.rough_pictures import folds
from training.tiles.tile_hardships import SIDE, Field, lit, mirrored, other_make, photographed, turned
from vision.geometry.rectify import SQUARE
from vision.squares.whole_tiles import SIDE as SEEN

FREE, CROSSED, PERHAPS = range(3)
"""Whether anything lies across a tile: of those where it perhaps does nothing is learnt."""

_TOP = slice(SIDE // 2 - 13, SIDE // 2 + 13)
"""The px of a window in which the tile's top lies."""

_OFF = 2
"""Px by which a tile's middle is told wrongly, at most."""

_SPECK = 14
"""Grey levels by which ink differs from a tile's face, at least."""


@dataclass(frozen=True, slots=True)
class ShareLimits:
    """Shares of a tile's top, and of its ink; chosen: what is not seen is not learnt, nor what hardly touches."""

    crossed: float = 0.03  # of the top that something changes to be seen, from which on something lies across it
    little: float = 0.012  # the same where ink is lost, too
    lost: float = 0.08  # of the ink, from which on it is lost
    touched: float = 0.006  # of the top, below which nothing lies across it
    seen: float = 16.0  # grey levels by which a thing changes what is seen
    lamp: float = 40.0  # the same of a lamp's mirror


LIMITS = ShareLimits()


def hard_tile(window: NDArray[np.uint8], *, lettered: bool, chance: Generator) -> tuple[NDArray[np.uint8], int]:
    """A window's tile under hardships, (SEEN, SEEN, 3), and whether anything lies across it; lettered: no blank."""
    seen = other_make(lit(turned(window, chance), chance), chance, lettered=lettered)
    told = Told(seen)
    if chance.random() < 0.55:
        for _ in range(int(chance.choice([1, 2], p=[0.7, 0.3]))):
            cover = _cover(chance, lettered=lettered)
            seen = _shaded(seen, cover, chance)
            over = seen * (1 - cover[..., None]) + _texture(seen, cover, chance) * cover[..., None]
            told.by_thing(seen, over, cover)
            seen = np.asarray(over, np.float32)
    if chance.random() < 0.12:
        over, veil = mirrored(seen, chance)
        told.by_lamp(seen, over, veil)
        seen = over
    down, right = SIDE // 2 - SEEN // 2 + chance.integers(-_OFF, _OFF + 1, 2)
    return photographed(seen, chance)[down : down + SEEN, right : right + SEEN], told.answer()


class Told:
    """What may be told of a tile, by how much of it is seen to be changed, touched and lost by all things together."""

    def __init__(self, tile: Field) -> None:
        """Nothing lies across it yet; tile: a window on it as it is."""
        self._ink, self._seen, self._touched, self._lost = _ink_of(tile), 0.0, 0.0, 0.0

    def by_thing(self, before: Field, after: Field, cover: Field) -> None:
        """Something lies there; before, after: windows. cover: of each px, 0 to 1."""
        step, there = np.abs(after - before).max(axis=2)[_TOP, _TOP], cover[_TOP, _TOP]
        self._seen += float(((step > LIMITS.seen) & (there > 0.3)).mean())
        self._touched += float((there > 0.05).mean())
        self._lost += float((self._ink * cover).sum())

    def by_lamp(self, before: Field, after: Field, veil: Field) -> None:
        """A lamp is mirrored there; veil: how white it makes each px, 0 to 1. Ink is seen through half of it."""
        lost = float((self._ink * ((veil - 0.5) / 0.4).clip(0, 1)).sum())
        self._lost, self._touched = self._lost + lost, self._touched + float((veil[_TOP, _TOP] > 0.15).mean())
        if lost > LIMITS.lost:
            step = np.abs(after - before).max(axis=2)[_TOP, _TOP]
            self._seen += float((step > LIMITS.lamp).mean())

    def answer(self) -> int:
        """FREE, CROSSED or PERHAPS."""
        if self._seen >= LIMITS.crossed or (self._seen > LIMITS.little and self._lost > LIMITS.lost):
            return CROSSED
        return FREE if self._touched < LIMITS.touched else PERHAPS


def _ink_of(seen: Field) -> Field:
    """How much of the tile's ink each px holds."""
    grey = cv2.cvtColor(np.asarray(seen, np.uint8), cv2.COLOR_BGR2GRAY).astype(np.float32)
    ink = np.zeros_like(grey)
    ink[_TOP, _TOP] = (np.abs(grey - np.median(grey[_TOP, _TOP])) - _SPECK).clip(0)[_TOP, _TOP]
    return np.asarray(ink / (ink.sum() + 1e-6), np.float32)


def _cover(chance: Generator, *, lettered: bool) -> Field:
    """How much of each px a thing covers, 0 to 1, on the tile or beside it; a scrap on a blank would be a sticker."""
    reach, turn = 0.45 if chance.random() < 0.75 else 0.9, chance.uniform(0, 2 * np.pi)
    place, pick = chance.uniform(-reach, reach, 2) * SQUARE + SIDE / 2, chance.random()
    shape = _bar if pick < 0.62 else _edge if pick < 0.76 else _scrap if lettered and pick < 0.88 else _crumb
    cover = shape(place, turn, chance).astype(np.float32) / 255
    soft = cv2.GaussianBlur(cover, (0, 0), float(chance.uniform(0.3, 1.2))) if chance.random() < 0.6 else cover
    return np.asarray(soft, np.float32)


def _bar(place: NDArray[np.float64], turn: float, chance: Generator) -> NDArray[np.uint8]:
    """A thread, a straw, a pen, a finger: 0.03 to 0.6 squares wide; one in three ends there."""
    if chance.random() < 0.35:
        turn = np.round(turn / (np.pi / 2)) * np.pi / 2 + chance.normal(0, 0.1)
    along, cover = np.array([np.cos(turn), np.sin(turn)]) * 2 * SIDE, np.zeros((SIDE, SIDE), np.uint8)
    begins = place if chance.random() < 1 / 3 else place - along
    width = max(1, round(float(np.exp(chance.uniform(np.log(0.03), np.log(0.6)))) * SQUARE))
    ends = [tuple(int(8 * at) for at in end) for end in (begins, place + along)]
    cv2.line(cover, ends[0], ends[1], 255, width, cv2.LINE_AA, 3)
    return cover


def _edge(place: NDArray[np.float64], turn: float, chance: Generator) -> NDArray[np.uint8]:
    """A paper, a sleeve or a cloth: what lies beyond a straight edge, or a corner of it."""
    down, right = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    turns = [turn] if chance.random() < 0.5 else [turn, turn + chance.uniform(0.8, 2.4)]
    away = [(right - place[0]) * np.cos(one) + (down - place[1]) * np.sin(one) for one in turns]
    return np.asarray(255 * (np.min(away, axis=0) + 0.5).clip(0, 1), np.uint8)


def _scrap(place: NDArray[np.float64], turn: float, chance: Generator) -> NDArray[np.uint8]:
    """A scrap of paper: 0.15 to 0.9 squares long and wide, half of them upright, most of them about the middle."""
    if chance.random() < 0.5:
        turn = float(chance.normal(0, 0.05))
    if chance.random() < 0.6:
        place = chance.uniform(-0.2, 0.2, 2) * SQUARE + SIDE / 2
    sides = np.exp(chance.uniform(np.log(0.15), np.log(0.9), 2)) * SQUARE
    corners = cv2.boxPoints((place.tolist(), sides.tolist(), float(np.degrees(turn))))
    cover = np.zeros((SIDE, SIDE), np.uint8)
    cv2.fillPoly(cover, [np.round(corners * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    return cover


def _crumb(place: NDArray[np.float64], turn: float, chance: Generator) -> NDArray[np.uint8]:
    """A crumb, a drop, a counter: an oval 0.08 to 0.7 squares wide."""
    cover = np.zeros((SIDE, SIDE), np.uint8)
    wide, high = (max(1, int(half)) for half in np.exp(chance.uniform(np.log(0.04), np.log(0.35), 2)) * SQUARE)
    cv2.ellipse(cover, (int(place[0]), int(place[1])), (wide, high), np.degrees(turn), 0, 360, 255, -1, cv2.LINE_AA)
    return cover


def _shaded(seen: Field, cover: Field, chance: Generator) -> Field:
    """The tile in a thing's shadow."""
    shadow = np.asarray(cv2.GaussianBlur(cover, (0, 0), float(chance.uniform(0.7, 6))), np.float32)
    shadow *= np.float32(chance.uniform(0, 0.55))
    slip = np.array([[1, 0, chance.uniform(-5, 5)], [0, 1, chance.uniform(-5, 5)]], np.float32)
    moved = cv2.warpAffine(shadow, slip, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen * (1 - moved[..., None]), np.float32)


def _texture(seen: Field, cover: Field, chance: Generator) -> Field:
    """A thing of any colour, more or less round and rough: skin, paper, or at times of the board's own colour."""
    fold = folds(SIDE, chance, soft=5, deep=0.2)
    rounded = cv2.GaussianBlur(cover, (0, 0), float(chance.uniform(2, 8))) - 0.75
    tone = _tone(seen, chance) * (1 + fold[..., None]) + np.float32(chance.uniform(-80, 80)) * rounded[..., None]
    return np.asarray(tone.clip(0, 255), np.float32)


def _tone(seen: Field, chance: Generator) -> Field:
    pick = chance.random()
    if pick < 0.2:
        tone = np.array([0.55, 0.68, 0.95]) * chance.uniform(70, 255) + chance.normal(0, 8, 3)
    elif pick < 0.35:
        tone = chance.uniform(150, 255) * np.array([chance.uniform(0.9, 1.03), 1, 1])
    elif pick < 0.5:
        down, right = chance.integers(4, SIDE - 4, 2)
        tone = seen[down, right] + chance.normal(0, 12, 3)
    else:
        tone = np.clip(chance.uniform(8, 248) + chance.choice([0.1, 1]) * chance.uniform(-60, 60, 3), 3, 252)
    return tone.astype(np.float32)
