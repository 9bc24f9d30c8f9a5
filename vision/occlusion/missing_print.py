"""Finds something broad and even over the board, a sleeve or a sheet of paper, by the print that it hides.

Such a thing may be mistaken for light, and all beneath it for bare board. But no light makes squares of a strong colour
look like the plain ones beside them, unless it bleaches both.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

import numpy as np

from vision.arrays import Flags, Floats, around
from vision.geometry.layout_match import Codes
from vision.lighting.appearance import Looks
from vision.lighting.square_kinds import Kinds


@dataclass(frozen=True, slots=True)
class PrintLimits:
    """Limits of a premium square's look without its print; hue and brightness are log ratios."""

    foreign_hue: float = 0.3  # off the hue of its kind: the print is not seen, if the square is like a plain one
    like_plain_hue: float = 0.25  # off the hue of a plain square there, at most
    like_plain_light: float = 0.3  # off the brightness of a plain square there, at most
    weak_hue: float = 0.1  # off its kind: print of a weak colour is not seen, if the square is just like a plain one
    just_plain_hue: float = 0.06  # off the hue of a plain square there, at most
    just_plain_light: float = 0.1  # off the brightness of a plain square there, at most
    bleached: float = 230.0  # grey level; plain squares brighter in 1 channel may have lost some colour, in 2 all
    even: float = 0.25  # contrast within a square, below which it shows no print, though it be blurred or slanted
    own_hue: float = 0.15  # off the hue of its kind, below which the print is seen, too
    print_shows: float = 0.6  # likeness to the print of its kind, from which on the print is seen


@dataclass(frozen=True, slots=True)
class CountLimits:
    """How many missing prints show that something lies there.

    Of 922 looks at ten sets, in 25 kinds of light, blur and grain, 911 missed none, 7 one, and 4 more, all of these in
    a specular reflection. Of 216 looks at drawn boards under bands of ten colours letters below were lost in 16 with a
    weak_hue of 0.2, in 6 with 0.1 (in 5 with a fewest of 2).
    """

    fewest: int = 3  # two blanks may hide two prints
    # Squares just like plain ones, where most of the board is covered, and nothing strays from the commonest look: in
    # 1,032 looks at ten sets in good light and bad 6 at most, in a lamp's pool (dev-light).
    most_alike: int = 10
    kinds_alike: int = 4  # kinds of print among them; an edition may print a kind or two plain
    reach: int = 3  # squares from a missing print, within which letters may be hidden in part
    beside: float = 1.0  # squares from the way between two missing prints, within which no print shows
    glare_reach: int = 1  # squares beside a specular reflection, which it makes paler, too


_PRINT = PrintLimits()
_COUNT = CountLimits()


def missing(
    seen: Looks, bare: Kinds, codes: Codes, is_plain: Flags, lettered: Flags, printed: Floats, glare: Flags
) -> Flags:
    """Which squares may be covered, (n * n,); none if no more prints are missing than tiles may hide.

    bare: the look of bare squares. codes: (n * n,), equal for squares printed alike. is_plain: (n * n,) printed plain.
    lettered: (n * n,) showing a letter. printed: (n * n,) likeness to the print of its kind, as in Evidence. glare:
    (n * n,) in a specular reflection, which hides print, too.
    """
    # Light has not bleached a square that is itself dark, as under a grey sheet: then its own level counts.
    light = np.minimum(np.exp(seen.light) - seen.floor, seen.level * np.exp(_PRINT.like_plain_light))
    bleached = np.sort(light, axis=1) > _PRINT.bleached
    size = isqrt(len(lettered))
    mirrored = around(glare.reshape(size, size), _COUNT.glare_reach).ravel()
    no_print = ~is_plain & ~lettered & ~seen.at_end & (printed < _PRINT.print_shows) & ~mirrored
    no_print &= seen.contrast < _PRINT.even
    step = np.abs(seen.step)
    just_plain = (seen.coloured < _PRINT.just_plain_hue) & (step < _PRINT.just_plain_light)
    as_plain = (seen.coloured < _PRINT.like_plain_hue) & (step < _PRINT.like_plain_light)
    hides = (
        no_print
        & ~bleached[:, 2]
        & (((bare.hue > _PRINT.foreign_hue) & as_plain) | ((bare.hue > _PRINT.weak_hue) & just_plain))
    )
    alike = no_print & ~bleached[:, 1] & just_plain
    if alike.sum() >= _COUNT.most_alike and len(np.unique(codes[alike])) >= _COUNT.kinds_alike:
        hides |= alike
    shows = ~is_plain & ~lettered & ~hides & ((bare.hue < _PRINT.own_hue) | (printed >= _PRINT.print_shows))
    if _largest(hides.reshape(size, size), shows.reshape(size, size)) < _COUNT.fewest:
        return np.zeros(len(hides), bool)
    return np.asarray(~lettered | around(hides.reshape(size, size), _COUNT.reach).ravel())


def _largest(hides: Flags, shows: Flags) -> int:
    """How many of the missing prints one thing may hide at most; hides, shows: (n, n).

    No print that shows lies on the way from one of them to the next, nor beside it: on a board that is printed
    otherwise than the game's, or unevenly faded, those missing lie among others.
    """
    missed, seen = np.argwhere(hides), np.argwhere(shows)
    if not len(seen):
        return len(missed)
    way = missed[None] - missed[:, None]
    from_start = seen[None] - missed[:, None]
    long = np.maximum((way**2).sum(axis=2), 1)
    # Of each print that shows: how far along each way it lies, 0 to 1, and how far off it, in squares.
    along = np.clip(np.einsum("abk,ask->abs", way, from_start) / long[..., None], 0, 1)
    off = np.linalg.norm(from_start[:, None] - along[..., None] * way[:, :, None], axis=3)
    joined = ~(off.min(axis=2) <= _COUNT.beside)
    np.fill_diagonal(joined, val=True)
    reached = np.linalg.matrix_power(joined.astype(float), max(len(missed) - 1, 1)) > 0
    return int(reached.sum(axis=1).max(initial=0))
