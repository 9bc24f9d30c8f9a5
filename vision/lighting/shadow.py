"""A shade's edge over the board: the light is told px by px, and the board shown as it would be without the shade.

A tile half in the shade shows an edge that is no stroke, and a square half in it has neither the tint of the one side
nor of the other; told square by square (vision.lighting.illumination) no light explains them.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, around, below, median_of, medians
from vision.geometry.layout_match import Codes
from vision.geometry.rectify import SQUARE, Squared
from vision.lighting.appearance import patches
from vision.lighting.coarse_patches import Values, squares_of
from vision.lighting.shadow_fit import Shade, fitted, guessed, stepped, terms_of

_FLOOR = 0.04
"""This share of the board's mean brightness is added before taking logarithms: below it is more grain than light."""
_SIDE = 16
"""Px a side of each square here: an edge is told to a sixteenth of a square."""
_GLYPH = 9
"""Strokes are no wider than so many px: they are filled with the tile's top around them."""
_MIDDLE = slice(4, -4)
_TILE = "tile"
_HALO = 1
"""A lamp's mirror has a soft edge: it reaches so many squares further than it is seen."""
_RIM, _LINE, _LITTLE = 3, 1, 0.3
"""A tile's rim tells nothing, a bare square's, where its line runs a little off, little."""
_FEWEST = 4
"""Fewer squares printed alike than this do not show how they look without the light."""
_SOME = slice(2, None, 4)
"""One px in four each way is enough for the fit: the light came out the same with all of them, in five times the
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


def evened(squared: Squared, codes: Codes, plain: str, lettered: Flags, glare: Flags, *, dark: bool) -> Evened | None:
    """The board as it would look without a shade whose edge lies over it; None if none does.

    codes (n * n,) and plain tell which squares are printed alike, lettered (n * n,) which show a letter, glare
    (n * n,) which lie under a lamp's mirror, and tell no light. dark: whether tiles are.
    """
    unseen = around(glare.reshape(squared.size, squared.size), _HALO).ravel()
    seen = _Seen(squared, codes, lettered, unseen, dark=dark)
    shade = _shade_over(seen, codes == plain)
    if shade is None:
        return None
    share = shade.share(terms_of(squared.size, _SIDE))
    if not _is_shade(shade, share):
        return None
    lies = share.reshape(squared.size * _SIDE, -1).astype(np.float32)
    depths = _depths(squared, lies, (codes == plain) & ~lettered & ~unseen, shade.depth)
    return Evened(_lit(squared, lies, depths), _is_sure(shade, seen))


class _Seen:
    """What is seen of the board at _SIDE px a square, and how much each px can tell of the light.

    brightness, trust: (n * n, _SIDE, _SIDE), square by square. terms: (n, n, _SIDE, _SIDE, 6) of every px, and some:
    (k, 6) of those that are fitted. kinds: what looks alike, and which squares that are. bare: (n * n,).
    """

    def __init__(self, squared: Squared, codes: Codes, lettered: Flags, hidden: Flags, *, dark: bool) -> None:
        size, side = squared.size, squared.size * _SIDE
        small = cv2.resize(squared.grid(), (side, side), interpolation=cv2.INTER_AREA)
        blue, green, red = (np.asarray(channel, np.float32) for channel in cv2.split(small))
        grey = (blue + green + red) / np.float32(3)
        whole = np.log(grey + max(_FLOOR * float(grey.mean()), 1.0))
        way = cv2.MORPH_OPEN if dark else cv2.MORPH_CLOSE
        tops = np.asarray(cv2.morphologyEx(whole, way, np.ones((_GLYPH, _GLYPH), np.uint8)), np.float32)
        kinds = np.where(lettered, _TILE, codes)
        self.size = size
        self.bare = ~(lettered | hidden)
        self.brightness = np.where(lettered[:, None, None], squares_of(tops, size), squares_of(whole, size))
        self.kinds = [(kind, np.flatnonzero((kinds == kind) & ~hidden)) for kind in np.unique(kinds).tolist()]
        self.trust = _trust(lettered)
        self.trust[hidden] = 0
        terms = terms_of(size, _SIDE)
        self.terms = terms.reshape(size, _SIDE, size, _SIDE, -1).swapaxes(1, 2)
        self.some = self.terms[:, :, _SOME, _SOME].reshape(-1, terms.shape[1])

    def of_light(self, shade: Shade) -> tuple[Floats, Floats]:
        """What some px tell of the light if the shade is about right, and how much each does, (k,) each."""
        told, trust = self.brightness[:, _SOME, _SOME].copy(), self.trust[:, _SOME, _SOME].copy()
        print_there = told - shade.light(self.some).astype(np.float32).reshape(told.shape)
        for kind, alike in self.kinds:
            if len(alike) < _FEWEST:
                trust[alike] = 0
            elif kind == _TILE:
                told[alike] -= self._tops(shade, alike)
            else:
                told[alike] -= medians(print_there[alike])
        return told.ravel().astype(np.float64), trust.ravel().astype(np.float64)

    def _tops(self, shade: Shade, tiles: NDArray[np.intp]) -> float:
        """How bright tiles' tops are, without the light there."""
        tops = self.brightness[tiles][:, _MIDDLE, _MIDDLE].ravel()
        terms = self.terms[np.divmod(tiles, self.size)][:, _MIDDLE, _MIDDLE].reshape(len(tops), -1)
        return median_of(tops - shade.light(terms).astype(np.float32))


def _trust(lettered: Flags) -> Values:
    """How much each px of each square tells of the light."""
    trust = np.full((len(lettered), _SIDE, _SIDE), _LITTLE, np.float32)
    trust[:, _LINE:-_LINE, _LINE:-_LINE] = 1
    trust[lettered] = 0
    trust[lettered, _RIM:-_RIM, _RIM:-_RIM] = 1
    return trust


def _shade_over(seen: _Seen, is_plain: Flags) -> Shade | None:
    """The shade that fits the board best, if part of it is much darker than the rest."""
    flat = np.median(seen.brightness[:, _MIDDLE, _MIDDLE].reshape(len(is_plain), -1), axis=1).astype(np.float64)
    bare = is_plain & seen.bare
    shade = guessed(flat[bare], terms_of(seen.size, 1)[bare])
    if shade is None:
        return None
    for stray in _STRAYS:
        told, trust = seen.of_light(shade)
        shade = fitted(shade, seen.some, told, trust, stray)
    return shade


def _is_shade(shade: Shade, share: Floats) -> bool:
    """Whether it is deep, lies on part of the board only, and its edge is no lamp's falling off; share: on every px."""
    edge = (share > _OUTSIDE) & (share < 1 - _OUTSIDE)
    is_deep, part = _DEEPEST < shade.depth < _FAINTEST, float(share.mean())
    return is_deep and 0 < float(edge.mean()) < _WIDEST and _LEAST < part < 1 - _LEAST


def _is_sure(shade: Shade, seen: _Seen) -> bool:
    """Whether what is seen in the shade, out of it and along its edge keeps to what the shade tells."""
    told, trust = seen.of_light(shade)
    share = shade.share(seen.some)
    odd = (np.abs(told - shade.light(seen.some)) > _ODD) * trust
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
    squares = patches(squared, clear)
    (colours,) = below(squares.reshape(len(squares), -1, 3).swapaxes(1, 2), 0.5)
    steps = [stepped(np.log(colour + _BLACK), terms[clear], shaded[clear]) for colour in colours.T]
    told = np.median(colours[shaded[clear]], axis=0) > _TOO_DARK
    common = float(np.mean([step for step, is_told in zip(steps, told, strict=True) if is_told] or [depth]))
    return [step if is_told else common for step, is_told in zip(steps, told, strict=True)]


def _lit(squared: Squared, share: Values, depths: list[float]) -> Squared:
    """The board with the shade taken off, channel by channel."""
    side = squared.size * SQUARE
    fine = cv2.resize(share, (side, side), interpolation=cv2.INTER_LINEAR)
    whole = cv2.copyMakeBorder(fine, SQUARE, SQUARE, SQUARE, SQUARE, cv2.BORDER_REPLICATE)
    channels = zip(cv2.split(squared.pixels), depths, strict=True)
    lit = [channel / (1 + np.expm1(depth) * whole) + 0.5 for channel, depth in channels]
    return Squared(np.asarray(cv2.merge([np.minimum(one, 255).astype(np.uint8) for one in lit])), squared.size)
