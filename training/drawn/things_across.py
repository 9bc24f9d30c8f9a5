"""Things that lie across a tile and hide a part of its letter: pens, straws, strings, a paper's edge, crumbs."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from training.drawn.board_marks import SQUARE
from training.drawn.ground import PATCH, Field

ACROSS = 0.3
"""How often a window is drawn with something across it; what it hides a letter may have or not."""

_Place = tuple[float, float]


def lay_across(rng: Generator, patch: Field, middle: _Place) -> None:
    """Lay one or two things across a tile, or the square there; patch: grey levels, changed in place."""
    for _ in range(int(rng.choice([1, 2], p=[0.75, 0.25]))):
        shape = _bar if rng.random() < 0.7 else _edge if rng.random() < 0.5 else _crumb
        _put(rng, patch, shape(rng, middle))


def _put(rng: Generator, patch: Field, cover: Field) -> None:
    """Put something of one tone, more or less round, on the patch, with its shadow. cover: shares, 0 to 1."""
    away = rng.normal(0, 0.05, 2) * SQUARE
    moved = np.array([[1, 0, away[0]], [0, 1, away[1]]], np.float32)
    soft = cv2.GaussianBlur(cv2.warpAffine(cover, moved, (PATCH, PATCH)), (0, 0), rng.uniform(1, 8))
    patch *= 1 - rng.uniform(0, 0.5) * soft
    round_off = cv2.GaussianBlur(cover, (0, 0), rng.uniform(2, 10)) - 0.75
    thing = rng.uniform(5, 250) + rng.uniform(-80, 80) * round_off + rng.normal(0, 4) * _streak(rng)
    patch[:] = patch * (1 - cover) + thing * cover


def _streak(rng: Generator) -> Field:
    """Stripes across the patch, deviation about 1."""
    stripes = np.repeat(rng.standard_normal(PATCH // 4 + 1), 4)[:PATCH].astype(np.float32)
    return np.broadcast_to(stripes, (PATCH, PATCH))


def _near(rng: Generator, middle: _Place) -> _Place:
    """Somewhere on the tile."""
    across, down = rng.uniform(-0.4, 0.4, 2) * SQUARE
    return middle[0] + across, middle[1] + down


def _bar(rng: Generator, middle: _Place) -> Field:
    """A pen, a straw, a string, a finger: 0.03 to 0.5 squares wide, one in three ends on the tile."""
    place, turn = np.array(_near(rng, middle)), rng.uniform(0, 2 * np.pi)
    if rng.random() < 0.4:
        turn = np.round(turn / (np.pi / 2)) * np.pi / 2 + rng.normal(0, 0.1)
    along = np.array([np.cos(turn), np.sin(turn)]) * PATCH * 2
    begins = place if rng.random() < 1 / 3 else place - along
    cover = np.zeros((PATCH, PATCH), np.float32)
    width = max(2, round(float(np.exp(rng.uniform(np.log(0.03), np.log(0.5)))) * SQUARE))
    ends = [(round(float(end[0])), round(float(end[1]))) for end in (begins, place + along)]
    cv2.line(cover, ends[0], ends[1], 1.0, width, cv2.LINE_AA)
    return cover


def _edge(rng: Generator, middle: _Place) -> Field:
    """A paper, a sleeve or a cloth: all that lies on one side of a straight edge over the tile."""
    place, turn = _near(rng, middle), rng.uniform(0, 2 * np.pi)
    down, right = np.mgrid[0:PATCH, 0:PATCH].astype(np.float32)
    beyond = (right - place[0]) * np.cos(turn) + (down - place[1]) * np.sin(turn)
    return np.asarray(np.clip(beyond + 0.5, 0, 1), np.float32)


def _crumb(rng: Generator, middle: _Place) -> Field:
    """A crumb, a drop, a counter: an oval 0.06 to 0.4 squares wide."""
    place, cover = _near(rng, middle), np.zeros((PATCH, PATCH), np.float32)
    axes = np.exp(rng.uniform(np.log(0.03), np.log(0.2), 2)) * SQUARE
    oval = ((round(place[0]), round(place[1])), (round(2 * float(axes[0])), round(2 * float(axes[1]))))
    cv2.ellipse(cover, (*oval, float(rng.uniform(0, 180))), 1.0, -1, cv2.LINE_AA)
    return cover
