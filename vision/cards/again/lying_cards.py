"""Cards as a look read them, and which of them lie there unchanged in the next picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Flags, Floats, quantile_of
from vision.cards.card_frames import NO_FRAMES, SAME, Frames
from vision.cards.card_letters import cut_letters
from vision.cards.card_windows import HIGH, INNER, WIDE, Levels, Windows, is_bleached, levels_of, windows_of
from vision.letters.letter_model import SIDE


@dataclass(frozen=True, slots=True)
class UnchangedLimits:
    """When a card is taken for the one that was read, and so is not read again."""

    # How many times more than its usual patch one of a card's may differ: the usual one shows the picture's grain. Of
    # 976 drawn cards in other grain 95 % differ by less; of those exchanged in their very place for the likest ones (E
    # for F, O for Q, one with a mark), in other grain and light all over them, none by less than 2.9; a 2x for a 3x by
    # 1.3. Where a shade or a thing lies over half of a card its own usual patch tells nothing: see the next two.
    step: float = 2.4
    # The same from which its small print is read again, though it be the same card: of 934 drawn cards exchanged for
    # one of their letter with another value, where that can be read, one differed by 1.97 and all others by 2.6 and
    # more; one of another lot by 2.36. Of 370 that stayed, in other grain, 28 % differ by 1.8 to 2.4.
    print: float = 1.8
    others: float = 1.5  # how many times that of most cards of the look a card's usual patch may be, at most
    grain: float = 0.06  # and of the strongest print, at most: no more is grain
    patch: tuple[int, int] = (5, 5)  # px of such a patch of its window
    least: float = 0.02  # what is added to the usual one, of the strongest print: paper may be as bright as can be
    off: float = 0.02  # how far its corners may be told elsewhere, as a share of its height
    letter_off: float = 0.03  # the same of its letter's middle and height, and of a card's width


LIMITS = UnchangedLimits()

Numbers = NDArray[np.int_]
_Number = TypeVar("_Number", np.uint8, np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class LyingCards:
    """k cards as a look read them, each as it stands.

    frames: where they were read. told: where each was seen to lie by itself, before all were made of one size. windows,
    levels: in which small print was read. cut: in which letters were, (k, 48, 48). spots: what these were cut out by.
    marked: (k,) whether they bear a mark, or may, or look a little otherwise: then their small print is read again, so
    little differ a 2x and a 3x, or two values.
    """

    frames: Frames
    told: Frames
    windows: Windows
    levels: Levels
    cut: Windows
    spots: Floats
    marked: Flags

    def only(self, chosen: Flags | Numbers) -> LyingCards:
        """Some of them, by flags or numbers."""
        return LyingCards(
            self.frames.only(chosen), self.told.only(chosen), self.windows[chosen],
            self.levels[chosen], self.cut[chosen], self.spots[chosen], self.marked[chosen],
        )  # fmt: skip

    def unchanged(self, picture: Colour) -> LyingCards:
        """Those whose place looks as it did, each in the light that falls on it, unless that takes print away."""
        if not len(self.frames):
            return self
        windows = windows_of(picture, self.frames.corners)
        clear = np.array([not is_bleached(window) for window in windows])
        changed = changes(self.levels, levels_of(windows))
        return replace(self, marked=self.marked | (changed >= LIMITS.print)).only(clear & (changed < LIMITS.step))

    def found_again(self, found: Frames) -> KnownCards:
        """Which found cards these are, by their places: each the nearest, and turned by no more than cards are."""
        if not len(found) or not len(self.frames):
            return KnownCards(np.zeros(len(found), bool), self.only(np.zeros(len(self.frames), bool)))
        far = np.linalg.norm(found.middles[:, None] - self.frames.middles[None], axis=2)
        lengths = np.linalg.norm(found.downs, axis=1)[:, None] * np.linalg.norm(self.frames.downs, axis=1)
        near = far < SAME.apart * 2 * np.linalg.norm(self.frames.rights, axis=1)
        near &= np.abs(found.downs @ self.frames.downs.T) > SAME.along * lengths
        near &= (far == far.min(axis=0)) & (far == far.min(axis=1)[:, None])
        return KnownCards(near.any(axis=1), self.only(near.argmax(axis=1)[near.any(axis=1)]))


NO_CARDS = LyingCards(
    NO_FRAMES,
    NO_FRAMES,
    np.zeros((0, HIGH, WIDE, 3), np.uint8),
    np.zeros((0, HIGH, WIDE, 3), np.float32),
    np.zeros((0, SIDE, SIDE), np.uint8),
    np.zeros((0, 4)),
    np.zeros(0, bool),
)


@dataclass(frozen=True, slots=True, eq=False)
class KnownCards:
    """Which of n cards of a look were read before and lie there still, (n,), and how these were read, in order."""

    there: Flags
    cards: LyingCards

    def as_told(self, found: Frames) -> Frames:
        """The cards of a look, the known ones where each was seen to lie by itself."""
        return found.replaced(self.there, self.cards.told)

    def with_new(self, count: int) -> KnownCards:
        """The same with so many more cards that are not known."""
        return KnownCards(np.append(self.there, np.zeros(count, bool)), self.cards)

    def settled(self, frames: Frames) -> tuple[Frames, KnownCards]:
        """The cards of a look, the known ones where they were read, and those known of which that is right still.

        All cards are of one size: with more of them it is told better.
        """
        off = np.abs(frames.only(self.there).corners - self.cards.frames.corners).max(axis=(1, 2), initial=0)
        right = off < LIMITS.off * self.cards.frames.heights
        kept = KnownCards(_narrowed(self.there, right), self.cards.only(right))
        return frames.replaced(kept.there, kept.cards.frames), kept

    def windows(self, picture: Colour, frames: Frames) -> Windows:
        """The windows on all cards: those in which their print was read, or new ones."""
        same = _narrowed(self.there, ~self.cards.marked)
        return _joined(same, self.cards.windows[~self.cards.marked], windows_of(picture, frames.corners[~same]))

    def letters(self, picture: Colour, frames: Frames, spots: Floats) -> tuple[Windows, Floats]:
        """The same for letters, and what they were cut out by; spots: what that is by now."""
        right = np.abs(spots[self.there] / self.cards.spots - 1).max(axis=1, initial=0) < LIMITS.letter_off
        there, cards = _narrowed(self.there, right), self.cards.only(right)
        cut = cut_letters(picture, frames.only(~there), spots[~there])
        return _joined(there, cards.cut, cut), _joined(there, cards.spots, spots[~there])


def _narrowed(there: Flags, right: Flags) -> Flags:
    """Those marked of which something is right: (n,), and (k,) of the marked ones."""
    narrowed = there.copy()
    narrowed[there] = right
    return narrowed


def _joined(there: Flags, known: NDArray[_Number], others: NDArray[_Number]) -> NDArray[_Number]:
    """The rows of known cards and of others, each where it belongs."""
    rows = np.zeros((len(there), *others.shape[1:]), others.dtype)
    rows[there], rows[~there] = known, others
    return rows


def changes(before: Levels, now: Levels) -> Floats:
    """How many times more than the usual patch of each of k cards that one differs which does most, (k,).

    A patch differs by the root of its px' mean square. The usual one shows the picture's grain, as on all cards.
    """
    patches = np.array([_patches(step) for step in now - before]).reshape(len(now), -1)
    usual = np.array([quantile_of(one, 0.25) for one in patches])
    most = min(LIMITS.grain, LIMITS.others * float(np.quantile(usual, 0.25))) if len(now) else 0.0
    return np.asarray(patches.max(axis=1, initial=0) / (np.minimum(usual, most) + LIMITS.least), np.float64)


def _patches(step: Levels) -> Floats:
    """By how much each patch of a card differs."""
    blue, green, red = cv2.split(step)
    squares = cv2.blur(blue * blue + green * green + red * red, LIMITS.patch)[INNER:-INNER, INNER:-INNER]
    return np.asarray(np.sqrt(squares.clip(0).ravel()), np.float64)
