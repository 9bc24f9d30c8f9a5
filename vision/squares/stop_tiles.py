"""Tells stop tiles by their brightness: black ones among ivory tiles, white ones among dark tiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from vision.arrays import Flags
from vision.sighting import Edition
from vision.squares.blanks import NO_PRINT, in_tile_shadow
from vision.squares.evidence import ROUGHER, SHOWS, Evidence


@dataclass(frozen=True, slots=True)
class StepLimits:
    """How far a stop tile is beyond a plain square in brightness, in its edition's direction; log ratios.

    Measured on the rendered sets, as they are and disturbed: black ones 0.9 and more; white ones 0.4 to 0.6, and 0.1 to
    0.2 where they are clipped. A bare plain square is beyond by 0.04 at most, also at the edge of a shade.
    """

    stop: float  # beyond a plain square in any light near by: a stop tile
    perhaps: float  # beyond it in any light near by: perhaps one


@dataclass(frozen=True, slots=True)
class TopLimits:
    """Limits of a stop tile's top; hues as log ratios, contrast as in Evidence."""

    white_hue: float = 0.2  # off the dark edition's grey, at most; little more in dim light
    coloured: float = 0.3  # off it, from which on a square is coloured, as its premium squares are
    # Contrast of a white top at most; a lamp's pool over a bare square mostly has more: 0.16 in a blur of 4 px, else
    # 0.11, on dev-dark in 30 kinds of bad light; pools over a drawn board 0.18 to 1.2.
    contrast: float = 0.17
    black: float = 0.7  # log ratio of brightness below any light near by: nothing else is so dark


@dataclass(frozen=True, slots=True)
class PrintLimits:
    """Limits of a premium square under a stop tile against its kind."""

    gone: float = 0.4  # likeness to the print; under stop tiles -0.2, a pale print in strong grain 0.47 (dev sets)
    unlike: float = 0.5  # distance in tint, above which it is no print in odd light, however like it px by px


_STEP: Mapping[Edition, StepLimits] = {
    "light": StepLimits(stop=0.4, perhaps=0.15),
    "dark": StepLimits(stop=0.25, perhaps=0.08),
}
_TOP = TopLimits()
_PRINT = PrintLimits()

StopSign = Literal["stop", "perhaps", "no"]


def stop_on(e: Evidence, index: int, edition: Edition) -> StopSign:
    """Whether a stop tile lies on a square without a letter: it must be smooth, and smoother than print below it."""
    if e.plated[index] if edition == "dark" else in_tile_shadow(e)[index]:
        return "no"
    sign = 1 if edition == "dark" else -1
    step, shade = sign * float(e.brightness[index]), sign * float(e.shades[index, 1 if edition == "dark" else 0])
    beyond = step - max(0.0, shade)
    if edition == "dark" and e.coloured[index] > _TOP.white_hue:
        is_tinged = e.coloured[index] < _TOP.coloured and e.rougher[index] <= -ROUGHER
        return "perhaps" if is_tinged else "no"
    if edition == "dark" and e.contrast[index] > _TOP.contrast and beyond >= _STEP[edition].stop:
        return "perhaps"
    if beyond < _STEP[edition].perhaps:
        return "no"
    return _on_plain(e, index, beyond, edition) if e.plain[index] else _on_premium(e, index, beyond, edition)


def is_white_top(e: Evidence) -> Flags:
    """Which squares are as white and smooth as the dark edition's stop tiles, (n * n,); none of its print is."""
    beyond = e.brightness - np.maximum(0.0, e.shades[:, 1])
    is_white = (e.coloured < _TOP.white_hue) & (beyond >= _STEP["dark"].stop) & (e.bumpy < ROUGHER)
    return np.asarray(is_white & ~e.plated)


def is_black_top(e: Evidence) -> Flags:
    """Which premium squares are as black, even and colourless as the light edition's stop tiles, (n * n,).

    If all other squares of a kind are covered, a stop tile passes for its bare look; but hardly any print is so.
    """
    below = np.minimum(0.0, e.shades[:, 0]) - e.brightness
    return np.asarray(~e.plain & (e.coloured < _TOP.coloured) & (below >= _TOP.black) & (e.contrast < SHOWS))


def _on_plain(e: Evidence, index: int, beyond: float, edition: Edition) -> StopSign:
    """Judge a plain square: in poor light grain makes a black top rough; white tops stay smooth."""
    if beyond < _STEP[edition].stop:
        return "perhaps"
    if _is_smooth(e, index, beyond):
        return "stop"
    return "perhaps" if edition == "light" or e.from_tile[index] < e.from_empty[index] else "no"


def _on_premium(e: Evidence, index: int, beyond: float, edition: Edition) -> StopSign:
    """Judge a premium square: its print must be gone, and its look must not be that of its kind."""
    if e.printed[index] > NO_PRINT or beyond < _STEP[edition].stop:
        # A white icon out of focus looks like a white top; but a top has no edge within.
        is_even = edition == "dark" and is_white_top(e)[index] and e.contrast[index] < SHOWS
        return "perhaps" if is_even or e.from_empty[index] > _PRINT.unlike else "no"
    if e.from_empty[index] < _STEP[edition].perhaps:
        # The look of its kind may have been learnt from itself, alone or with others in a lamp's pool.
        is_top = is_white_top(e) if edition == "dark" else is_black_top(e)
        return "perhaps" if is_top[index] else "no"
    is_unlike = e.from_empty[index] > _PRINT.unlike
    is_gone = (e.rougher[index] <= -ROUGHER and (is_unlike or e.printed[index] < _PRINT.gone)) or beyond > _TOP.black
    return "stop" if is_gone and _is_smooth(e, index, beyond) else "perhaps"


def _is_smooth(e: Evidence, index: int, beyond: float) -> bool:
    """Whether the square is as smooth as a plain top; more grain is allowed on what is black beyond doubt."""
    return bool(e.bumpy[index] <= (3 if beyond > _TOP.black else 2) * ROUGHER)
