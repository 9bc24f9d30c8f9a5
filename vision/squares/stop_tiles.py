"""Stop tiles and other plain things by their brightness: black among ivory tiles, white among dark ones."""

from __future__ import annotations

from typing import Literal

import numpy as np

from vision.arrays import Flags
from vision.sighting import Edition
from vision.squares.blanks import NO_PRINT
from vision.squares.evidence import ROUGHER, SHOWS, Evidence

StopSign = Literal["stop", "perhaps", "no"]

_BEYOND = {"light": 0.4, "dark": 0.25}
"""A stop tile is so much darker, or brighter, than a plain square in any light near by (logarithmic). Measured on the
rendered sets, as they are and disturbed: black ones 0.9 and more; white ones 0.4 to 0.6, 0.1 to 0.2 where they are at
the end of the scale."""
_PERHAPS = {"light": 0.15, "dark": 0.08}
"""A bare plain square is 0.04 off at most, at the edge of a shade, too."""
_FAR = {"light": 0.6, "dark": 0.3}
"""A step as large as this may be a stop tile even if a shade near by could explain it, unless its neighbours
look so."""
_WHITE_ENOUGH, _COLOURED = 0.2, 0.3
"""A white tile's hue is no further from the dark edition's grey than this, and little further in dim light; its premium
squares' are 0.3 and more."""
_EVEN = 0.17
"""A white top is even: it has less contrast than this, a lamp's pool over a bare square mostly more (0.16 in a blur of
4 px, else 0.11, on dev-dark in 30 kinds of bad light; pools over a drawn board 0.18 to 1.2)."""
_BLACK = 0.7
"""Nothing but a stop tile is as much darker as this than any light near by makes the board."""
_UNLIKE = 0.5
"""A tint further than this from that of its kind is no print in odd light, though it may be like it px by px."""

_GONE = 0.4
"""A square no more like its kind's print than this shows it no longer: below stop tiles it had -0.2, a pale print in
strong grain 0.47 (dev-light, dev-dark)."""


def stop_on(e: Evidence, index: int, edition: Edition) -> StopSign:
    """Whether a stop tile lies on a square without a letter: it must be smooth, and smoother than print below it."""
    if edition == "dark" and e.plated[index]:
        return "no"
    sign = 1 if edition == "dark" else -1
    step, shade = sign * float(e.brightness[index]), sign * float(e.shades[index, 1 if edition == "dark" else 0])
    beyond = step - max(0.0, shade)
    if edition == "dark" and e.coloured[index] > _WHITE_ENOUGH:
        is_tinged = e.coloured[index] < _COLOURED and beyond >= _BEYOND[edition] and e.rougher[index] <= -ROUGHER
        return "perhaps" if is_tinged else "no"
    if edition == "dark" and e.at_end[index] and beyond < _BEYOND[edition]:
        return "perhaps"
    if edition == "dark" and e.contrast[index] > _EVEN and beyond >= _BEYOND[edition]:
        return "perhaps"
    if beyond < _PERHAPS[edition]:
        unexplained = step > _FAR[edition] and e.plain[index] and not e.shaded[index]
        return "perhaps" if unexplained else "no"
    return _on_plain(e, index, beyond, edition) if e.plain[index] else _on_premium(e, index, beyond, edition)


def is_white_top(e: Evidence) -> Flags:
    """Which squares are as white and smooth as the dark edition's stop tiles are, (n * n,); no print there is."""
    beyond = e.brightness - np.maximum(0.0, e.shades[:, 1])
    is_white = (e.coloured < _WHITE_ENOUGH) & (beyond >= _BEYOND["dark"]) & (e.bumpy < ROUGHER)
    return np.asarray(is_white & ~e.plated)


def is_black_top(e: Evidence) -> Flags:
    """Which premium squares are as black, even and colourless as the light edition's stop tiles are, (n * n,).

    All other squares of its kind being covered, a stop tile shows how that kind looks; but hardly any is printed so.
    """
    below = np.minimum(0.0, e.shades[:, 0]) - e.brightness
    return np.asarray(~e.plain & (e.coloured < _COLOURED) & (below >= _BLACK) & (e.contrast < SHOWS))


def _on_plain(e: Evidence, index: int, beyond: float, edition: Edition) -> StopSign:
    """In poor light grain makes a black top rough; white tops stay smooth."""
    if beyond < _BEYOND[edition]:
        return "perhaps"
    if _is_smooth(e, index, beyond):
        return "stop"
    return "perhaps" if edition == "light" or e.from_tile[index] < e.from_empty[index] else "no"


def _on_premium(e: Evidence, index: int, beyond: float, edition: Edition) -> StopSign:
    """On a premium square the print must be gone, and no such print as it has commonly."""
    if e.printed[index] > NO_PRINT or beyond < _BEYOND[edition]:
        # A white icon out of focus is like a white top; but that has no edge within.
        is_even = edition == "dark" and is_white_top(e)[index] and e.contrast[index] < SHOWS
        return "perhaps" if is_even or e.from_empty[index] > _UNLIKE else "no"
    if e.from_empty[index] < _PERHAPS[edition]:
        # It may have shown how its kind looks, alone or with others in a lamp's pool.
        is_top = is_white_top(e) if edition == "dark" else is_black_top(e)
        return "perhaps" if is_top[index] else "no"
    is_unlike = e.from_empty[index] > _UNLIKE
    is_smoother = e.rougher[index] <= -ROUGHER and (is_unlike or e.printed[index] < _GONE)
    is_gone = is_smoother or (beyond > _BLACK and is_unlike)
    return "stop" if is_gone and _is_smooth(e, index, beyond) else "perhaps"


def _is_smooth(e: Evidence, index: int, beyond: float) -> bool:
    """Whether the square is as smooth as a plain top, some grain allowed on what is black beyond doubt."""
    return bool(e.bumpy[index] <= (3 if beyond > _BLACK else 2) * ROUGHER)
