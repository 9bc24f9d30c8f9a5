"""The backs of cards: a margin round a pattern in two colours."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from vision.card_render.deck_style import BackPattern, DeckStyle
from vision.card_render.face_marks import star
from vision.render.lens import Picture

Field = NDArray[np.float32]


def paint_back(style: DeckStyle, width: int) -> Picture:
    """A card's back so many px wide, BGR, square at its corners."""
    back, high = style.back, round(width * style.shape)
    across = (np.arange(width) / width - 0.5) / back.pitch
    down = (np.arange(high) / width - style.shape / 2) / back.pitch
    figure = _FIGURES[back.pattern](across[None].astype(np.float32), down[:, None].astype(np.float32))
    figure = np.broadcast_to(figure, (high, width))
    ground, ink = (np.array(part[::-1], np.float32) for part in (back.ground, back.figure))
    drawn = ground + (ink - ground) * figure[:, :, None]
    face = Image.new("L", (width, high), 0)
    rim = back.rim * width
    ImageDraw.Draw(face).rounded_rectangle([rim, rim, width - 1 - rim, high - 1 - rim], radius=0.04 * width, fill=255)
    if back.pattern == "emblem":
        cv2.fillPoly(drawn, [np.round(star((width / 2, high / 2), 0.25 * width, 8)).astype(np.int32)], ink.tolist())
    inner = np.asarray(face, np.float32)[:, :, None] / 255
    margin = np.array(back.rim_colour[::-1], np.float32)
    return np.asarray(margin + (drawn - margin) * inner, np.uint8)


def _soft(wave: Field) -> Field:
    """A wave's upper half as a figure with edges that are not quite sharp."""
    return np.asarray(np.clip(wave * 3 + 0.5, 0, 1), np.float32)


def _plain(across: Field, down: Field) -> Field:
    return np.zeros(np.broadcast_shapes(across.shape, down.shape), np.float32)


def _stripes(across: Field, down: Field) -> Field:
    return _soft(np.sin(2 * np.pi * (across + down)))


def _hatch(across: Field, down: Field) -> Field:
    return _soft(np.maximum(np.cos(2 * np.pi * (across + down)), np.cos(2 * np.pi * (across - down))) - 0.7)


def _dots(across: Field, down: Field) -> Field:
    return _soft(np.cos(2 * np.pi * across) + np.cos(2 * np.pi * down) - 0.7)


def _diamonds(across: Field, down: Field) -> Field:
    return _soft(np.cos(np.pi * (across + down)) * np.cos(np.pi * (across - down)))


def _checks(across: Field, down: Field) -> Field:
    return _soft(np.sin(np.pi * across) * np.sin(np.pi * down) * 4)


def _rings(across: Field, down: Field) -> Field:
    return _soft(np.sin(2 * np.pi * np.hypot(across, down)))


_FIGURES: Mapping[BackPattern, Callable[[Field, Field], Field]] = {
    "plain": _plain, "stripes": _stripes, "hatch": _hatch, "dots": _dots, "diamonds": _diamonds, "checks": _checks,
    "rings": _rings, "emblem": _hatch,
}  # fmt: skip
