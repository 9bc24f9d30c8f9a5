"""Decides what lies on each square, by two independent witnesses: the letter reader and the square's own colour."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pi_referee.rules.square import Square
from vision.evidence import ROUGHER, STRAY, Evidence
from vision.sighting import Doubt, Edition, Reading

Choices = tuple[tuple[str, float], ...]

CERTAIN = 0.97
"""Below this confidence a letter is a doubt. Chosen on rendered boards; see docs/benchmarks.md."""
_BY_TINT, _BY_ROUGHNESS = 10.0, 20.0
"""How much nearness to a tile's tint, and a top smoother than the print below, weigh for a plain tile (log odds)."""
_SURELY_PLAIN = 0.93
_HARDLY = 0.02
"""A share of certainty below which there is no letter; above it, a tile without a clear letter is a doubt."""
_STRANGE, _STRANGE_STRAYS = 0.9, 6.0
"""An empty square is never further than this from its kind's tint, or than so many times what is common; skin is."""
_UNKNOWN: Choices = ((".", 0.5), ("", 0.5))
_DARK, _PALE = -1.0, 0.6
"""Brightness of stop tiles against plain squares, logarithmic: black ones at most this, white ones at least this."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What lies on the board: sure readings, stop tiles, and the squares in doubt."""

    board: dict[Square, Reading]
    stops: frozenset[Square]
    doubts: tuple[Doubt, ...]


def judge(evidence: Evidence, alphabet: tuple[str, ...], size: int, stops: Edition | None) -> Findings:
    """Say for each square whether it is empty, holds a tile and which, or cannot be told.

    stops: the edition whose stop tiles may lie there, None for a game that has none.
    """
    board: dict[Square, Reading] = {}
    stop_squares: set[Square] = set()
    doubts: list[Doubt] = []
    for index in range(size * size):
        square = Square(*divmod(index, size))
        found = _on_square(evidence, alphabet, index, stops)
        if isinstance(found, Reading):
            board[square] = found
        elif found == "#":
            stop_squares.add(square)
        elif isinstance(found, tuple):
            doubts.append(Doubt(square, found))
    return Findings(board, frozenset(stop_squares), tuple(doubts))


def _on_square(
    e: Evidence, alphabet: tuple[str, ...], index: int, stops: Edition | None
) -> Reading | str | Choices | None:
    """A reading, "#" for a stop tile, choices where there is doubt, None for an empty square."""
    as_empty = e.from_empty[index] < STRAY and abs(e.rougher[index]) < 2 * ROUGHER
    if as_empty and (e.letter[index] < 0.5 or e.from_tile[index] > 2 * e.from_empty[index]):
        return None
    if e.letter[index] > 0.5:
        return _letter(e, alphabet, index)
    if stops and _is_stop(e, index, stops):
        return "#"
    if e.from_tile[index] < e.from_empty[index]:
        return _plain_tile(e, alphabet, index)
    return _strange(e, index)


def _letter(e: Evidence, alphabet: tuple[str, ...], index: int) -> Reading | Choices:
    choices = _choices(e, alphabet, index)
    letter, confidence = choices[0]
    tile_like = e.from_tile[index] < max(e.tile_reach, 0.5 * e.from_empty[index])
    if letter not in {"", "."} and confidence >= CERTAIN and tile_like:
        return Reading(letter, confidence)
    return choices


def _plain_tile(e: Evidence, alphabet: tuple[str, ...], index: int) -> Reading | Choices | None:
    """What a square is that has more of a tile's tint than of an empty one's, but no clear letter."""
    blank, none, sign = _other_shares(e, index)
    if e.letter[index] > _HARDLY:
        return _choices(e, alphabet, index)
    if e.from_tile[index] > e.tile_reach:
        return _strange(e, index)
    if sign > 0.5:
        return Reading("", round(sign, 3))
    likeness = float(e.from_tile[index] / (e.from_empty[index] + 0.01))
    smoother = min(0.0, e.rougher[index] + 2 * ROUGHER)
    weight = (
        _BY_TINT * (0.5 - min(likeness, 1.0)) - _BY_ROUGHNESS * smoother + 0.5 * np.log((blank + 0.01) / (none + 0.01))
    )
    certainty = round(float(1 / (1 + np.exp(-weight))), 3)
    if certainty > _SURELY_PLAIN:
        return Reading("", certainty)
    return _either("", certainty) if certainty > 1 - _SURELY_PLAIN else None


def _either(letter: str, certainty: float) -> Choices:
    """A doubt between a tile and none."""
    choices = ((letter, certainty), (".", round(1 - certainty, 3)))
    return choices if certainty > 0.5 else choices[::-1]


def _strange(e: Evidence, index: int) -> Choices | None:
    """None for an empty square in odd light; a doubt for one that looks like nothing known: a hand, say."""
    is_strange = e.from_empty[index] > max(_STRANGE, _STRANGE_STRAYS * e.stray[index])
    return _UNKNOWN if is_strange or _other_shares(e, index)[1] < 0.5 else None


def _other_shares(e: Evidence, index: int) -> tuple[float, float, float]:
    """The reader's certainty of a plain top, of no tile, and of a tile with a sign; no tile if it was not asked."""
    row = e.read.get(index)
    if row is None:
        return 0.0, 1.0, 0.0
    return float(e.shares.blank[row]), float(e.shares.none[row]), float(e.shares.sign[row])


def _is_stop(e: Evidence, index: int, edition: Edition) -> bool:
    """Whether the square shows a plain black tile (light edition) or a plain white one (dark edition)."""
    step = e.brightness[index]
    return bool(e.from_empty[index] > 2 * STRAY and (step < _DARK if edition == "light" else step > _PALE))


def _choices(e: Evidence, alphabet: tuple[str, ...], index: int) -> Choices:
    """What the reader takes the square for, likeliest first; letters the game has not make all less certain."""
    row = e.read[index]
    shares = e.shares
    known = 1 - shares.strange[row] / 2
    scale = known / max(1 - float(shares.strange[row]), 1e-6)
    all_of = [(letter, scale * float(share)) for letter, share in zip(alphabet, shares.letters[row], strict=True)]
    all_of += [("", scale * float(shares.blank[row] + shares.sign[row])), (".", scale * float(shares.none[row]))]
    likeliest = sorted(all_of, key=lambda choice: -choice[1])[:4]
    return tuple((name, round(float(np.clip(share, 0, 1)), 4)) for name, share in likeliest if share > 0.005)
