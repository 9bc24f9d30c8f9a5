"""Reads the big letters of cards: each is cut out as the letter readers know letters, 48 px, and both read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Flags, Floats, Grey, below, grey_of, medians, quantile_of
from vision.cards.again.answers_before import LettersBefore
from vision.cards.card_frames import Frames
from vision.cards.card_windows import HIGH, INSET, WIDE
from vision.letter_checks.second_network import NETWORK as SECOND
from vision.letters.classifier import SOME_LETTER, Reader
from vision.letters.letter_model import SIDE, Windows
from vision.other_core import begun


@dataclass(frozen=True, slots=True)
class GlyphLimits:
    """Which ink of a card's window is its letter; shares are of the card."""

    central: tuple[float, float] = (0.2, 0.16)  # how far from the sides its middle must be, across and down
    least_height: float = 0.14  # less is a mark or a value
    most_height: float = 0.62  # more is a frame
    most_width: float = 0.92  # more is a frame or a neighbour's edge
    least_area: int = 12  # px of a window; less is a speck
    # The share of its box that is ink; less is a part of a frame. Of 2,104 letters on 160 drawn tables one has less
    # than 0.17, a thin T 0.137; of 173 other things that were taken for the letter most have 0.03 to 0.08.
    least_fill: float = 0.12
    contrast: float = 0.4  # the ink's least difference from the paper, as a share of the darkest print's
    cap: float = 17.0  # px that a capital has in the reader's window: 0.53 of a tile, as most tiles' letters
    # How far both ends of a letter must lie from the others', as a share of the card, for it to stand off: of a J the
    # lower one alone does, of an Å with its ring the upper one.
    end: float = 0.01


LIMITS = GlyphLimits()


@dataclass(frozen=True, slots=True, eq=False)
class Glyphs:
    """The letters' bodies on k upright cards, as shares of the card from its top left.

    middles: (k, 2), heights: (k,), of the deck's capitals where a card shows none. own: (k,) whether one was seen.
    ends: (k, 2) how high and how low the largest ink reaches, be it a letter or not; not numbers where there is none.
    """

    middles: Floats
    heights: Floats
    own: Flags
    ends: Floats

    @property
    def off(self) -> Floats:
        """How far up or down the ink on each card stands from where the letters do, (k,): so far off it was found.

        0 where only one end lies elsewhere: a J may reach lower, and an Å higher, and neither stands off.
        """
        usual = medians(self.ends[self.own]) if self.own.any() else np.full(2, np.nan)
        away = np.nan_to_num(self.ends - usual)
        are_both = (np.abs(away).min(axis=1) > LIMITS.end) & (away.prod(axis=1) > 0)
        return np.asarray(np.where(are_both, np.abs(away.mean(axis=1)), 0.0))

    def turned(self, upside_down: Flags) -> Glyphs:
        """The same letters on cards of which some are turned upside down."""
        turned = upside_down[:, None]
        middles = np.where(turned, 1 - self.middles, self.middles)
        return Glyphs(middles, self.heights, self.own, np.where(turned, 1 - self.ends[:, ::-1], self.ends))

    def only(self, chosen: NDArray[np.int_]) -> Glyphs:
        """Some of them, by their numbers."""
        return Glyphs(self.middles[chosen], self.heights[chosen], self.own[chosen], self.ends[chosen])


SURELY = 0.9
"""Both readers' share of any letter from which a card shows one for sure."""

Glyph = tuple[float, float, float]
"""The middle, across and down, and the height of what may be a card's letter, as shares of the card."""


def glyphs_of(found: Sequence[Glyph | None]) -> Glyphs:
    """The letter's place on each card, by what is found on each alone; a deck's letters stand alike."""
    own = np.array([one is not None for one in found], bool)
    if not own.any():
        return Glyphs(np.full((len(own), 2), (0.5, 0.45)), np.full(len(own), 0.34), own, np.full((len(own), 2), np.nan))
    seen = np.array([one for one in found if one is not None])
    usual = medians(seen)
    rows = np.array([usual if one is None else one for one in found])
    ends = np.array([(np.nan, np.nan) if one is None else (one[1] - one[2] / 2, one[1] + one[2] / 2) for one in found])
    # A letter is as high as the others, or what was taken for it is something else.
    near = (np.abs(rows[:, 2] / usual[2] - 1) < 0.2) & (np.abs(rows[:, :2] - usual[:2]) < [0.12, 0.1]).all(axis=1)
    rows = np.where(near[:, None], rows, usual)
    return Glyphs(rows[:, :2], np.full(len(rows), usual[2]), own & near, ends)


def glyph_of(window: Windows) -> Glyph | None:
    """The largest ink in the middle of a card's window, (HIGH, WIDE, 3)."""
    grey = grey_of(window)
    left, top = INSET
    wide, high = WIDE - 2 * left, HIGH - 2 * top
    inner = grey[round(top) : round(top + high), round(left) : round(left + wide)]
    away = np.abs(inner.astype(np.float32) - float(below(inner.ravel(), 0.5)[0]))
    ink = (away > LIMITS.contrast * quantile_of(away.ravel(), 0.985)).astype(np.uint8)
    stats = cv2.connectedComponentsWithStats(ink)[2][1:]
    x, y, w, h, area = stats.T
    across, down = (x + w / 2) / wide, (y + h / 2) / high
    aside, under = LIMITS.central
    fits = (aside < across) & (across < 1 - aside) & (under < down) & (down < 1 - under) & (area >= LIMITS.least_area)
    fits &= area >= LIMITS.least_fill * w * h
    fits &= (LIMITS.least_height * high < h) & (h < LIMITS.most_height * high) & (w <= LIMITS.most_width * wide)
    if not fits.any():
        return None
    best = int(np.where(fits, h, 0).argmax())
    return float(across[best]), float(down[best]), float(h[best] / high)


def spots_of(glyphs: Glyphs, aspect: float) -> Floats:
    """What k letters are cut out by, (k, 4): middle, across and down, height, and a card's width by its height."""
    return np.column_stack([glyphs.middles, glyphs.heights, np.full(len(glyphs.heights), aspect)])


def cut_letters(picture: Colour, frames: Frames, spots: Floats) -> Windows:
    """The reader's windows on k cards, (k, 48, 48) grey; spots: as spots_of tells."""
    cut = []
    for number, (across, lower, height, aspect) in enumerate(spots):
        right, down = 2 * frames.rights[number], 2 * frames.downs[number]
        spot = frames.middles[number] + (np.array([across, lower]) - 0.5) @ np.array([right, down])
        # One px of the window on the table, in the picture: as far to the right as it is downwards.
        step = height / LIMITS.cap
        cut.append(_window(picture, spot, right / aspect * step, down * step))
    return np.array(cut, np.uint8).reshape(-1, SIDE, SIDE)


def _window(picture: Colour, spot: Floats, right: Floats, down: Floats) -> Grey:
    """A window round a spot; right, down: where its next px lies in the picture."""
    matrix = np.column_stack([right, down, spot - (right + down) * (SIDE - 1) / 2 - 0.5])
    reach = int(np.ceil(SIDE * (np.abs(right) + np.abs(down)).max() / 2)) + 4
    low = np.clip(np.floor(spot).astype(int) - reach, 0, np.array(picture.shape[1::-1]) - 2)
    top = np.clip(np.ceil(spot).astype(int) + reach, low + 2, picture.shape[1::-1])
    near = grey_of(np.ascontiguousarray(picture[low[1] : top[1], low[0] : top[0]]))
    matrix[:, 2] -= low
    step = float(np.linalg.norm(down))
    if step > 1.4:
        near = np.asarray(cv2.GaussianBlur(near, (0, 0), 0.4 * step), np.uint8)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(near, matrix, (SIDE, SIDE), flags=how, borderMode=cv2.BORDER_REPLICATE), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class LetterShares:
    """What k letters may be: each reader's share of each letter of the deck, (k, letters); the rest is something else.

    foreign: (k,) the share of a letter that the deck has not, or of one that stands upside down.
    """

    first: Floats
    second: Floats
    foreign: Floats

    @property
    def both(self) -> Floats:
        """The readers' shares together, (k, letters): their geometric mean."""
        return np.asarray(np.sqrt(self.first * self.second))

    @property
    def likeliest(self) -> Floats:
        """The share of the likeliest letter of each, (k,)."""
        return np.asarray(self.both.max(axis=1, initial=0))

    @property
    def surely_shown(self) -> Flags:
        """Which of them show a letter of the deck for sure, whichever it is, (k,)."""
        return np.asarray(self.likeliest > SURELY)

    @property
    def shown(self) -> Flags:
        """Which of them are likelier a letter of the deck than anything else, (k,)."""
        return np.asarray(self.likeliest > SOME_LETTER)


class CardLetters:
    """Reads letters of one deck."""

    def __init__(self, alphabet: Sequence[str]) -> None:
        """Load both letter readers; RefereeError if one is damaged."""
        self.alphabet = tuple(alphabet)
        self._letters = LettersBefore(), LettersBefore(SECOND)
        self._first, self._second = (Reader(letters, self.alphabet) for letters in self._letters)

    def next_look(self, *, is_fresh: bool) -> None:
        """Forget what was read before the look that ends here; is_fresh: all."""
        for letters in self._letters:
            letters.before.next_look(is_fresh=is_fresh)

    def read(self, windows: Windows, unsure: Flags) -> tuple[LetterShares, LetterShares]:
        """Both readers' answers for windows (k, 48, 48), as they stand and upside down.

        unsure: (k,) of which it is not sure which way up they stand. Those and what shows no letter as it stands are
        looked at upside down; of others nothing is told upside down.
        """
        told = self._told(windows)
        chosen = np.flatnonzero(unsure | ~told.shown)
        turned = LetterShares(np.zeros_like(told.first), np.zeros_like(told.second), np.zeros_like(told.foreign))
        if len(chosen):
            other = self._told(np.ascontiguousarray(windows[chosen][:, ::-1, ::-1]))
            turned.first[chosen], turned.second[chosen], turned.foreign[chosen] = (
                other.first,
                other.second,
                other.foreign,
            )
        return told, turned

    def _told(self, windows: Windows) -> LetterShares:
        begun_second = begun(lambda: self._second.told(windows))
        first, second = self._first.told(windows), begun_second()
        return LetterShares(first.letters, second.letters, first.strange)


def others_upside_down(told: LetterShares, turned: LetterShares) -> Floats:
    """The share of the likeliest letter that each card shows upside down, (k,), other than the one it shows."""
    other, shown = turned.both.copy(), told.shown
    other[shown, told.both[shown].argmax(axis=1)] = 0
    return np.asarray(other.max(axis=1, initial=0))


def beside(told: LetterShares, turned: LetterShares, unsure: Flags) -> LetterShares:
    """What letters may be as they stand.

    unsure: (k,) of which it is not sure which way up they stand: there a letter that is another one upside down, as an
    A is a V, is foreign; and so is everywhere what is a letter upside down only.
    """
    other = np.where(told.shown & ~unsure, 0.0, others_upside_down(told, turned))
    return LetterShares(told.first, told.second, np.maximum(told.foreign, other))
