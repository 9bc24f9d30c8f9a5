"""A shade's edge over the board: the light is told px by px, and the board shown as it would be without the shade.

A tile half in the shade shows an edge that is no stroke, and a square half in it has neither the tint of the one side
nor of the other; told square by square (vision.light) no light explains them.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Flags, Floats, medians
from vision.layout_match import Codes
from vision.looks import patches
from vision.patchwork import Values, picture_of, squares_of
from vision.penumbra import Shade, fitted, guessed, stepped, terms_of
from vision.squared import SQUARE, Squared

_FLOOR = 0.04
"""This share of the board's mean brightness is added before taking logarithms: below it is more grain than light."""
_SIDE = 16
"""Px a side of each square here: an edge is told to a sixteenth of a square."""
_GLYPH = 9
"""Strokes are no wider than so many px: they are filled with the tile's top around them."""
_MIDDLE = slice(4, -4)
_TILE = "tile"
_RIM, _LINE, _LITTLE = 3, 1, 0.3
"""A tile's rim tells nothing, a bare square's, where its line runs a little off, little."""
_FEWEST = 4
"""Fewer squares printed alike than this do not show how they look without the light."""
_EVERY = 4
"""One px in so many each way is enough for the fit: the light came out the same with all of them, in five times the
time (28 shades over four sets)."""
_STRAYS = 0.25, 0.12, 0.08, 0.06
"""What strays further than this (logarithmic) from the light told so far tells little, round by round."""
_DEEPEST, _FAINTEST = -1.9, -0.2
"""How deep a shade may be, logarithmic: with less the eye reads as it is, with more there is nothing to read."""
_WIDEST = 0.35
"""A penumbra (a tenth to nine tenths of the shade) takes no more of the board than this; a lamp's pool does."""
_OUTSIDE, _LEAST = 0.1, 0.04
"""Less shade than the first share is none, more than all but that is all of it. So much of the board at least is lit,
and so much shaded."""
_CLEAR, _BLACK, _TOO_DARK = 0.02, 0.5, 25.0
"""Squares so surely in or out of the shade tell its depth in each channel, which is too dark for that below so many
grey levels (the blue of a yellow board); half a level is lost by rounding down."""
_ODD, _MOST_ODD = 0.15, (0.2, 0.2, 0.35)
"""No more than such shares of what is seen out of the shade, in it and at its edge stray by so much (logarithmic) from
what it tells: 0.11 of all and 0.29 of the edge under 28 shades, more under most hands and sleeves taken for one."""


@dataclass(frozen=True, slots=True, eq=False)
class Evened:
    """A board without its shade; is_sure: whether what is seen of it keeps to what the shade tells."""

    squared: Squared
    is_sure: bool


def evened(squared: Squared, codes: Codes, plain: str, lettered: Flags, *, dark: bool) -> Evened | None:
    """The board as it would look without a shade whose edge lies over it; None if none does.

    codes (n * n,) and plain tell which squares are printed alike, lettered (n * n,) which show a letter. dark: whether
    tiles are.
    """
    seen, terms = _Seen(squared, codes, lettered, dark=dark), terms_of(squared.size, _SIDE)
    shade = _shade_over(seen, terms, codes == plain)
    if shade is None or not _is_shade(shade, terms):
        return None
    share = _board_of(shade.share(terms), squared.size)
    depths = _depths(squared, share, (codes == plain) & ~lettered, shade.depth)
    return Evened(_lit(squared, share, depths), _is_sure(shade, seen, terms))


class _Seen:
    """What is seen of the board at _SIDE px a square, and how much each px can tell of the light.

    brightness, trust: (n * n, _SIDE, _SIDE), square by square. kinds: (n * n,) what squares look alike.
    """

    def __init__(self, squared: Squared, codes: Codes, lettered: Flags, *, dark: bool) -> None:
        size, side = squared.size, squared.size * _SIDE
        grey = cv2.resize(squared.grid(), (side, side), interpolation=cv2.INTER_AREA).mean(axis=2, dtype=np.float32)
        whole = np.log(grey + max(_FLOOR * float(grey.mean()), 1.0))
        way = cv2.MORPH_OPEN if dark else cv2.MORPH_CLOSE
        tops = np.asarray(cv2.morphologyEx(whole, way, np.ones((_GLYPH, _GLYPH), np.uint8)), np.float32)
        self.size = size
        self.brightness = np.where(lettered[:, None, None], squares_of(tops, size), squares_of(whole, size))
        self.kinds = np.where(lettered, _TILE, codes)
        self.trust = _trust(lettered)

    def of_light(self, light: Values) -> tuple[Values, Values]:
        """What every px tells of the light, and how much, if the light on the board is about as given."""
        there, told, trust = squares_of(light, self.size), self.brightness.copy(), self.trust.copy()
        for kind in np.unique(self.kinds):
            alike = self.kinds == kind
            print_there = self.brightness[alike] - there[alike]
            if len(print_there) < _FEWEST:
                trust[alike] = 0
            elif kind == _TILE:
                told[alike] -= np.median(print_there[:, _MIDDLE, _MIDDLE])
            else:
                told[alike] -= medians(print_there)
        return told, trust


def _trust(lettered: Flags) -> Values:
    """How much each px of each square tells of the light."""
    trust = np.full((len(lettered), _SIDE, _SIDE), _LITTLE, np.float32)
    trust[:, _LINE:-_LINE, _LINE:-_LINE] = 1
    trust[lettered] = 0
    trust[lettered, _RIM:-_RIM, _RIM:-_RIM] = 1
    return trust


def _shade_over(seen: _Seen, terms: Floats, is_plain: Flags) -> Shade | None:
    """The shade that fits the board best, if part of it is much darker than the rest."""
    flat = np.median(seen.brightness[:, _MIDDLE, _MIDDLE].reshape(len(is_plain), -1), axis=1).astype(np.float64)
    bare = is_plain & (seen.kinds != _TILE)
    shade = guessed(flat[bare], terms_of(seen.size, 1)[bare])
    if shade is None:
        return None
    some = _some(terms, seen.size)
    for stray in _STRAYS:
        told, trust = _told_of(shade, seen, terms)
        shade = fitted(shade, some, told, trust, stray)
    return shade


def _told_of(shade: Shade, seen: _Seen, terms: Floats) -> tuple[Floats, Floats]:
    """What some px of the board tell of the light if the shade is about right, and how much each does, (k,) each."""
    seen_there = [picture_of(one, seen.size) for one in seen.of_light(_board_of(shade.light(terms), seen.size))]
    told, trust = (_some(one.reshape(-1, 1).astype(np.float64), seen.size)[:, 0] for one in seen_there)
    return told, trust


def _is_shade(shade: Shade, terms: Floats) -> bool:
    """Whether it is deep, lies on part of the board only, and its edge is no lamp's falling off."""
    share = shade.share(terms)
    edge = (share > _OUTSIDE) & (share < 1 - _OUTSIDE)
    is_deep, part = _DEEPEST < shade.depth < _FAINTEST, float(share.mean())
    return is_deep and 0 < float(edge.mean()) < _WIDEST and _LEAST < part < 1 - _LEAST


def _is_sure(shade: Shade, seen: _Seen, terms: Floats) -> bool:
    """Whether what is seen in the shade, out of it and along its edge keeps to what the shade tells."""
    told, trust = _told_of(shade, seen, terms)
    some = _some(terms, seen.size)
    share = shade.share(some)
    odd = (np.abs(told - shade.light(some)) > _ODD) * trust
    parts = share <= _OUTSIDE, share >= 1 - _OUTSIDE, (share > _OUTSIDE) & (share < 1 - _OUTSIDE)
    return all(
        float(odd[part].sum()) < most * float(trust[part].sum()) for part, most in zip(parts, _MOST_ODD, strict=True)
    )


def _depths(squared: Squared, share: Values, bare: Flags, depth: float) -> list[float]:
    """How deep the shade is in each channel (logarithmic): what light is left may have another colour.

    share: (n * _SIDE, same) of the shade that lies on each px; bare: (n * n,) squares printed alike that lie bare.
    """
    there = squares_of(share, squared.size)[:, _MIDDLE, _MIDDLE].reshape(len(bare), -1).mean(axis=1)
    lit, shaded = bare & (there < _CLEAR), bare & (there > 1 - _CLEAR)
    if min(lit.sum(), shaded.sum()) < _FEWEST:
        return [depth] * 3
    clear, terms = lit | shaded, terms_of(squared.size, 1)
    colours = np.median(patches(squared)[clear].reshape(int(clear.sum()), -1, 3), axis=1)
    steps = [stepped(np.log(colour + _BLACK), terms[clear], shaded[clear]) for colour in colours.T]
    told = np.median(colours[shaded[clear]], axis=0) > _TOO_DARK
    common = float(np.mean([step for step, is_told in zip(steps, told, strict=True) if is_told] or [depth]))
    return [step if is_told else common for step, is_told in zip(steps, told, strict=True)]


def _lit(squared: Squared, share: Values, depths: list[float]) -> Squared:
    """The board with the shade taken off, channel by channel."""
    side = squared.size * SQUARE
    fine = cv2.resize(share, (side, side), interpolation=cv2.INTER_LINEAR)
    whole = cv2.copyMakeBorder(fine, SQUARE, SQUARE, SQUARE, SQUARE, cv2.BORDER_REPLICATE)
    gains = np.stack([1 / (1 + np.expm1(depth) * whole) for depth in depths], axis=-1)
    return Squared(np.clip(squared.pixels * gains + 0.5, 0, 255).astype(np.uint8), squared.size)


def _board_of(places: Floats, size: int) -> Values:
    """What is known px by px, (k,), as a picture of the board."""
    return places.reshape(size * _SIDE, -1).astype(np.float32)


def _some(places: Floats, size: int) -> Floats:
    """Every _EVERY-th of a board's px in each direction, of (k, m) values row by row."""
    side = size * _SIDE
    thinned = places.reshape(side, side, -1)[_EVERY // 2 :: _EVERY, _EVERY // 2 :: _EVERY]
    return np.ascontiguousarray(thinned.reshape(-1, places.shape[1]))
