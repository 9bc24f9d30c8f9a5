"""A shadow's edge over the board: the light is estimated px by px, and the board shown as without the shadow.

A tile half in shadow shows an edge that is no stroke, and a square half in it has the tint of neither side; light
estimated square by square (vision.lighting.illumination) cannot explain them.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, below, median_of, medians
from vision.geometry.layout_match import Codes, Printed
from vision.geometry.rectify import SQUARE, Squared
from vision.lighting.appearance import patches
from vision.lighting.shadow_fit import Shade, fitted, guessed, stepped, terms_of

Values = NDArray[np.float32]

_SIDE = 16
"""Coarse px a side of each square here: an edge is located to a sixteenth of a square."""
_MIDDLE = slice(4, -4)
"""The part of a square that counts as its middle, coarse px."""
_SOME = slice(2, None, 4)
"""One px in four each way is enough for the fit: the light came out the same with all of them, in five times the
time (28 shadows over four sets)."""
_TILE = "tile"


@dataclass(frozen=True, slots=True)
class TrustLimits:
    """How much each coarse px tells of the light."""

    floor: float = 0.04  # share of the mean brightness added before taking logarithms: below is more noise than light
    glyph: int = 9  # coarse px: no stroke is wider; strokes are filled with the tile's top around them
    edge: int = 3  # coarse px at a tile's edge, which tell nothing
    line: int = 1  # coarse px at a bare square's edge, where its line runs a little off
    at_line: float = 0.3  # trust in those px, of 1
    fewest: int = 4  # squares printed alike needed to know how they look without the light


TRUST = TrustLimits()


@dataclass(frozen=True, slots=True)
class ShadowLimits:
    """What counts as a shadow; depths and deviations are log ratios of the light."""

    # Deviation from the light beyond which a px has little weight, round by round of the fit.
    strays: tuple[float, float] = (0.25, 0.06)
    outside: float = 0.1  # share of the shadow below which a px is out of it; above 1 less this it is wholly in it
    least: float = 0.04  # share of the board that must be lit, and that must be shaded


SHADOW = ShadowLimits()


@dataclass(frozen=True, slots=True)
class DepthLimits:
    """Limits of measuring the depth in each channel."""

    clear: float = 0.02  # share of the shadow within which a square is clearly out of it, or of 1 clearly in it
    black: float = 0.5  # grey levels added before taking logarithms: half a level is lost by rounding down
    too_dark: float = 25.0  # grey levels up to which a channel in shadow shows no depth (the blue of a yellow board)


DEPTH = DepthLimits()


_ODD = 0.15
"""Log ratio from the fitted light beyond which a px deviates."""
_MOST_ODD = (0.2, 0.2, 0.35)
"""Shares of such px out of the shadow, in it and at its edge with which it is still certain. Under 28 shadows they were
0.11 of all and 0.29 of the edge; under most hands and sleeves fitted as a shadow they are larger."""


@dataclass(frozen=True, slots=True, eq=False)
class Evened:
    """A board without its shadow; is_sure: whether the fitted shadow explains what is seen."""

    squared: Squared
    is_sure: bool


def evened(squared: Squared, printed: Printed, lettered: Flags, *, dark: bool) -> Evened | None:
    """The board as it would look without a shadow whose edge lies over it; None if there is none.

    lettered: (n * n,) which squares show a letter. dark: whether tiles are dark.
    """
    seen = _Seen(squared, printed.codes.ravel(), lettered, dark=dark)
    shade = _shade_over(seen, printed.is_plain)
    if shade is None:
        return None
    share = shade.share(terms_of(squared.size, _SIDE))
    if not SHADOW.least < float(share.mean()) < 1 - SHADOW.least:
        return None
    lies = share.reshape(squared.size * _SIDE, -1).astype(np.float32)
    depths = _depths(squared, lies, printed.is_plain & ~lettered, shade.depth)
    return Evened(_lit(squared, lies, depths), _is_sure(shade, seen))


class _Seen:
    """The board at _SIDE px a square, and how much each px tells of the light.

    brightness (logarithmic), trust: (n * n, _SIDE, _SIDE), square by square. terms: (n, n, _SIDE, _SIDE, 6) of every
    px, and some: (k, 6) of those that are fitted. kinds: each print, and tiles, with the indices of its squares. bare:
    (n * n,).
    """

    def __init__(self, squared: Squared, codes: Codes, lettered: Flags, *, dark: bool) -> None:
        size, side = squared.size, squared.size * _SIDE
        small = cv2.resize(squared.grid(), (side, side), interpolation=cv2.INTER_AREA)
        blue, green, red = (np.asarray(channel, np.float32) for channel in cv2.split(small))
        grey = (blue + green + red) / np.float32(3)
        whole = np.log(grey + max(TRUST.floor * float(grey.mean()), 1.0))
        way = cv2.MORPH_OPEN if dark else cv2.MORPH_CLOSE
        tops = np.asarray(cv2.morphologyEx(whole, way, np.ones((TRUST.glyph, TRUST.glyph), np.uint8)), np.float32)
        kinds = np.where(lettered, _TILE, codes)
        self.size = size
        self.bare = ~lettered
        self.brightness = np.where(lettered[:, None, None], _squares_of(tops, size), _squares_of(whole, size))
        self.kinds = [(kind, np.flatnonzero(kinds == kind)) for kind in np.unique(kinds).tolist()]
        self.trust = _trust(lettered)
        terms = terms_of(size, _SIDE)
        self.terms = terms.reshape(size, _SIDE, size, _SIDE, -1).swapaxes(1, 2)
        self.some = self.terms[:, :, _SOME, _SOME].reshape(-1, terms.shape[1])

    def of_light(self, shade: Shade) -> tuple[Floats, Floats]:
        """The log light shown by the fitted px if the shadow is about right, and the trust in each, (k,) each."""
        told, trust = self.brightness[:, _SOME, _SOME].copy(), self.trust[:, _SOME, _SOME].copy()
        print_there = told - shade.light(self.some).astype(np.float32).reshape(told.shape)
        for kind, alike in self.kinds:
            if len(alike) < TRUST.fewest:
                trust[alike] = 0
            elif kind == _TILE:
                told[alike] -= self._tops(shade, alike)
            else:
                told[alike] -= medians(print_there[alike])
        return told.ravel().astype(np.float64), trust.ravel().astype(np.float64)

    def _tops(self, shade: Shade, tiles: NDArray[np.intp]) -> float:
        """The median log brightness of tiles' tops relative to the light."""
        tops = self.brightness[tiles][:, _MIDDLE, _MIDDLE].ravel()
        terms = self.terms[np.divmod(tiles, self.size)][:, _MIDDLE, _MIDDLE].reshape(len(tops), -1)
        return median_of(tops - shade.light(terms).astype(np.float32))


def _trust(lettered: Flags) -> Values:
    """The trust in each px of each square, 0 to 1."""
    trust = np.full((len(lettered), _SIDE, _SIDE), TRUST.at_line, np.float32)
    trust[:, TRUST.line : -TRUST.line, TRUST.line : -TRUST.line] = 1
    trust[lettered] = 0
    trust[lettered, TRUST.edge : -TRUST.edge, TRUST.edge : -TRUST.edge] = 1
    return trust


def _shade_over(seen: _Seen, is_plain: Flags) -> Shade | None:
    """The shadow that fits the board best, if part of it is much darker than the rest."""
    flat = np.median(seen.brightness[:, _MIDDLE, _MIDDLE].reshape(len(is_plain), -1), axis=1).astype(np.float64)
    bare = is_plain & seen.bare
    shade = guessed(flat[bare], terms_of(seen.size, 1)[bare])
    if shade is None:
        return None
    for stray in SHADOW.strays:
        told, trust = seen.of_light(shade)
        shade = fitted(shade, seen.some, told, trust, stray)
    return shade


def _is_sure(shade: Shade, seen: _Seen) -> bool:
    """Whether few px deviate from the fitted light: out of the shadow, in it and along its edge."""
    told, trust = seen.of_light(shade)
    share = shade.share(seen.some)
    odd = (np.abs(told - shade.light(seen.some)) > _ODD) * trust
    parts = (
        share <= SHADOW.outside,
        share >= 1 - SHADOW.outside,
        (share > SHADOW.outside) & (share < 1 - SHADOW.outside),
    )
    return all(
        float(odd[part].sum()) < most * float(trust[part].sum()) for part, most in zip(parts, _MOST_ODD, strict=True)
    )


def _depths(squared: Squared, share: Values, bare: Flags, depth: float) -> list[float]:
    """The depth of the shadow in each channel (logarithmic): the light left may have another colour.

    share: (n * _SIDE, same) of the shadow on each px; bare: (n * n,) bare squares printed alike.
    """
    there = _squares_of(share, squared.size)[:, _MIDDLE, _MIDDLE].reshape(len(bare), -1).mean(axis=1)
    lit, shaded = bare & (there < DEPTH.clear), bare & (there > 1 - DEPTH.clear)
    if min(lit.sum(), shaded.sum()) < TRUST.fewest:
        return [depth] * 3
    clear, terms = lit | shaded, terms_of(squared.size, 1)
    squares = patches(squared, clear)
    (colours,) = below(squares.reshape(len(squares), -1, 3).swapaxes(1, 2), 0.5)
    steps = [stepped(np.log(colour + DEPTH.black), terms[clear], shaded[clear]) for colour in colours.T]
    told = np.median(colours[shaded[clear]], axis=0) > DEPTH.too_dark
    common = float(np.mean([step for step, is_told in zip(steps, told, strict=True) if is_told] or [depth]))
    return [step if is_told else common for step, is_told in zip(steps, told, strict=True)]


def _lit(squared: Squared, share: Values, depths: list[float]) -> Squared:
    """The board with the shadow removed, channel by channel."""
    side = squared.size * SQUARE
    fine = cv2.resize(share, (side, side), interpolation=cv2.INTER_LINEAR)
    whole = cv2.copyMakeBorder(fine, SQUARE, SQUARE, SQUARE, SQUARE, cv2.BORDER_REPLICATE)
    channels = zip(cv2.split(squared.pixels), depths, strict=True)
    lit = [channel / (1 + np.expm1(depth) * whole) + 0.5 for channel, depth in channels]
    return squared.made_into(np.asarray(cv2.merge([np.minimum(one, 255).astype(np.uint8) for one in lit])))


def _squares_of(picture: Values, size: int) -> Values:
    """Cut a picture of one channel into its squares: (n * n, px, px)."""
    side = len(picture) // size
    return picture.reshape(size, side, size, side).transpose(0, 2, 1, 3).reshape(size * size, side, side)
