"""What a squared board goes through before it is learnt from: light, hands, paper, glare, blur, grain."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.board.board_truth import Board
from training.board.hidden_parts import Hidden
from training.drawn.rough_pictures import folds, grainy
from vision.lighting.relative_look import PX
from vision.render.table import wood

Field = NDArray[np.float32]
Mask = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Hard:
    """A board under hardships: pixels, codes and truth as Board's, of COVERED and UNTOLD squares, too.

    hidden: (n, n) of WHOLE, IN_PART and PERHAPS: whether anything hides a part of what lies on each square.
    """

    pixels: NDArray[np.uint8]
    codes: NDArray[np.uint8]
    truth: NDArray[np.uint8]
    hidden: NDArray[np.uint8]


def worsened(board: Board, chance: Generator) -> Hard:
    """The board turned anyhow, and under up to four hardships at once."""
    board = _turned(board, chance)
    seen, hidden = board.pixels.astype(np.float32), Hidden(board)
    if chance.random() < 0.5:
        seen = _recoloured(seen, chance)
    if chance.random() < 0.35:
        seen *= _light(seen.shape[0], chance)[..., None]
    for shape in _shapes(seen.shape[0], chance):
        seen, cover = _covered(seen, shape, chance)
        hidden.by_thing(cover)
    if chance.random() < 0.5:
        seen = seen * np.float32(np.exp(chance.uniform(np.log(0.35), np.log(2.0))))
    for radius in _lamps(chance):
        seen, veil = _mirrored(seen, radius, chance)
        hidden.by_lamp(veil)
    return Hard(_photographed(seen, chance), board.codes, hidden.truth(), hidden.parts())


def _turned(board: Board, chance: Generator) -> Board:
    quarters, is_flipped = int(chance.integers(4)), chance.random() < 0.5
    parts = (np.rot90(part, quarters) for part in (board.pixels, board.codes, board.truth))
    return Board(*(np.ascontiguousarray(part[:, ::-1] if is_flipped else part) for part in parts))


def _recoloured(seen: Field, chance: Generator) -> Field:
    """Other gains for each channel, now and then the channels mixed."""
    mix = np.diag(np.exp(chance.uniform(-0.3, 0.3, 3)))
    if chance.random() < 0.4:
        mix = mix + chance.uniform(-0.35, 0.35, (3, 3))
        mix = mix / mix.sum(axis=1, keepdims=True)
    return np.clip(cv2.transform(seen, mix.astype(np.float32)), 0, 255)


def _away(side: int, chance: Generator) -> tuple[Field, Field]:
    """Places right and down of somewhere on the board, in boards, turned and squeezed anyhow."""
    down, right = np.mgrid[0:side, 0:side].astype(np.float32) / side - chance.uniform(0, 1, (2, 1, 1)).astype(
        np.float32
    )
    turn, squeeze = chance.uniform(0, 2 * np.pi), np.float32(chance.uniform(0.5, 1.5))
    cos, sin = np.float32(np.cos(turn)), np.float32(np.sin(turn))
    return right * cos + down * sin, (down * cos - right * sin) * squeeze


def _light(side: int, chance: Generator) -> Field:
    """A shade's edge, straight or bent, or a lamp's pool."""
    right, down = _away(side, chance)
    if chance.random() < 0.5:
        soft = np.exp(chance.uniform(np.log(0.004), np.log(0.15)))
        edge = (right + np.float32(chance.uniform(-1, 1)) * down * down) / np.float32(soft)
        return 1 - np.float32(chance.uniform(0.2, 0.75)) / (1 + np.exp(-edge.clip(-30, 30)))
    width = np.float32(chance.uniform(0.08, 0.6))
    return 1 + np.float32(chance.uniform(0.3, 2.0)) * np.exp(-(right**2 + down**2) / (2 * width**2))


def _lamps(chance: Generator) -> list[float]:
    """The radii of a lamp's mirrors, in boards: none, one, or many small ones, as on tiles of which each leans."""
    pick = chance.random()
    if pick < 0.6:
        return []
    return [float(chance.uniform(0.02, 0.25))] if pick < 0.75 else list(chance.uniform(0.015, 0.06, 10))


def _mirrored(seen: Field, radius: float, chance: Generator) -> tuple[Field, Mask]:
    """A lamp's mirror, white or warm, its edge soft, of any strength; and how white it makes all."""
    right, down = _away(len(seen), chance)
    shown = ((1 - np.hypot(right, down) / np.float32(radius)) / np.float32(chance.uniform(0.1, 1.0)) + 0.5).clip(0, 1)
    veil = np.asarray(np.float32(1 - 0.7 * chance.random() ** 2) * shown, np.float32)
    lamp = np.array([255 - chance.choice([0, 1]) * chance.uniform(0, 80), 255 - chance.uniform(0, 30), 255], np.float32)
    return np.minimum(seen, 255) * (1 - veil[..., None]) + lamp * veil[..., None], veil


def _shapes(side: int, chance: Generator) -> list[Mask]:
    """Up to two things of any shape, or some threads."""
    if chance.random() < 0.2:
        return [_blurred(_stick(side, chance)) for _ in range(int(chance.integers(1, 5)))]
    return [_blurred(_shape(side, chance)) for _ in range(int(chance.choice([0, 1, 2], p=[0.4, 0.45, 0.15])))]


def _blurred(cover: NDArray[np.uint8]) -> Mask:
    return cv2.GaussianBlur(cover, (0, 0), 0.7).astype(np.float32) / 255


def _stick(side: int, chance: Generator) -> NDArray[np.uint8]:
    """Anything straight, from a thread to a ruler."""
    cover, width = np.zeros((side, side), np.uint8), int(np.exp(chance.uniform(0, np.log(26))))
    ends = chance.uniform(-0.1, 1.1, (2, 2)) * side
    cv2.line(cover, *(tuple(int(v) for v in end) for end in ends), 255, width, cv2.LINE_AA)
    return cover


def _covered(seen: Field, cover: Mask, chance: Generator) -> tuple[Field, Mask]:
    """Something of any texture over the board where it covers it, 0 to 1, with its shadow."""
    side = len(seen)
    shadow = cv2.GaussianBlur(cover, (0, 0), float(chance.uniform(1, 8))) * np.float32(chance.uniform(0, 0.5))
    slip = np.float32([[1, 0, chance.uniform(-6, 6)], [0, 1, chance.uniform(-6, 6)]])
    shadow = cv2.warpAffine(shadow, slip, (side, side), borderMode=cv2.BORDER_REPLICATE)
    under = seen * (1 - shadow[..., None])
    return under * (1 - cover[..., None]) + _texture(seen, chance) * cover[..., None], cover


def _shape(side: int, chance: Generator) -> NDArray[np.uint8]:
    """A hand, a stick, a sheet, a band or a lump."""
    cover = np.zeros((side, side), np.uint8)
    kind = chance.integers(5)
    if kind == 0:
        _hand(cover, chance)
    elif kind == 1:
        return _stick(side, chance)
    elif kind == 2:
        middle, size = chance.uniform(0, 1, 2) * side, chance.uniform(0.06, 0.6, 2) * side
        outline = cv2.boxPoints((tuple(map(float, middle)), tuple(map(float, size)), float(chance.uniform(0, 180))))
        cv2.fillConvexPoly(cover, outline.round().astype(np.int32), 255, cv2.LINE_AA)
    elif kind == 3:
        right, _ = _away(side, chance)
        cover[np.abs(right) < chance.uniform(0.02, 0.2)] = 255
    else:
        turns = np.sort(chance.uniform(0, 2 * np.pi, 9))
        reach = chance.uniform(0.3, 1, 9) * chance.uniform(0.05, 0.25) * side
        outline = np.stack([np.cos(turns), np.sin(turns)], 1) * reach[:, None] + chance.uniform(0, 1, 2) * side
        cv2.fillPoly(cover, [outline.round().astype(np.int32)], 255, cv2.LINE_AA)
    return cover


def _hand(cover: NDArray[np.uint8], chance: Generator) -> None:
    """An arm from beyond the board, and fingers of any number and spread."""
    side, turn = len(cover), chance.uniform(0, 2 * np.pi)
    way, tip = np.array([np.cos(turn), np.sin(turn)]), chance.uniform(0.1, 0.9, 2) * side
    across, wide = np.array([-way[1], way[0]]), chance.uniform(0.04, 0.12) * side
    palm = tip - way * wide * chance.uniform(1.5, 2.5)

    def stroke(start: NDArray[np.float64], end: NDArray[np.float64], width: float) -> None:
        cv2.line(cover, *(tuple(int(v) for v in at) for at in (start, end)), 255, max(2, int(width)), cv2.LINE_AA)

    stroke(palm - way * 2 * side, palm, wide * chance.uniform(1.5, 2.4))
    for finger in np.linspace(-1, 1, int(chance.integers(1, 6))):
        stroke(palm + across * finger * wide, tip + across * finger * wide * chance.uniform(0.5, 1.6)
               - way * chance.uniform(0, 1) * wide, wide * chance.uniform(0.3, 0.6))  # fmt: skip


def _texture(seen: Field, chance: Generator) -> Field:
    """Skin, paper, cloth or wood of any colour; at times of the board's own."""
    side = len(seen)
    level = chance.uniform(15, 245)
    tone = np.clip(level + chance.choice([0.1, 1]) * chance.uniform(-60, 60, 3), 3, 252)
    pick = chance.random()
    if pick < 0.25:
        tone = np.array([0.55, 0.68, 0.95]) * chance.uniform(70, 250) + chance.normal(0, 8, 3)
    elif pick < 0.45:
        tone = chance.uniform(150, 255) * np.array([chance.uniform(0.9, 1.03), 1, 1])
    elif pick < 0.6:
        spot = chance.integers(PX, side - PX, 2)
        tone = seen[spot[0], spot[1]] + chance.normal(0, 6, 3)
    elif pick < 0.7:
        grain = wood("#808080", 1.0, 1)[:side, :side].astype(np.float32)
        return grain * (tone / 128).astype(np.float32)
    fold = folds(side, chance, soft=8, deep=0.25)
    return np.asarray((tone.astype(np.float32) * (1 + fold[..., None])).clip(0, 255), np.float32)


def _photographed(seen: Field, chance: Generator) -> NDArray[np.uint8]:
    """Blur, grain, and JPEG, each now and then."""
    seen = seen.clip(0, 255)
    pick = chance.random()
    if pick < 0.35:
        seen = cv2.GaussianBlur(seen, (0, 0), float(np.exp(chance.uniform(np.log(0.3), np.log(2.2)))))
    elif pick < 0.42:
        length, turn = int(chance.integers(2, 6)), chance.uniform(0, np.pi)
        kernel = np.zeros((7, 7), np.float32)
        reach = length / 2 * np.array([np.cos(turn), np.sin(turn)])
        cv2.line(
            kernel, tuple((3 - reach).round().astype(int).tolist()), tuple((3 + reach).round().astype(int).tolist()), 1
        )
        seen = cv2.filter2D(seen, -1, kernel / kernel.sum())
    return grainy(seen, chance, (20, 80))
