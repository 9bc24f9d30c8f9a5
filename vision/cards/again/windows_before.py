"""What each card's window tells by itself; no window is gone through twice, in a look or the next one."""

from __future__ import annotations

import numpy as np

from vision.arrays import Flags, Floats
from vision.cards.again.answers_before import AnswersBefore, keys_of
from vision.cards.card_letters import Glyph, Glyphs, glyph_of, glyphs_of
from vision.cards.card_network import Answers
from vision.cards.card_windows import (
    HIGH,
    WIDE,
    Levels,
    Windows,
    is_bleached,
    is_pale,
    levels_of,
    small_print,
    unevenness,
)
from vision.cards.printed.small_print import SmallPrint


class WindowsBefore:
    """Goes through the windows on cards, (k, HIGH, WIDE, 3)."""

    def __init__(self) -> None:
        """Load the network that reads small print; RefereeError if it is missing or damaged."""
        self._print = SmallPrint()
        self._levels, self._shares = AnswersBefore[Levels](), AnswersBefore[Answers]()
        self._glyphs, self._uneven = AnswersBefore[Glyph | None](), AnswersBefore[float]()
        self._bleached, self._pale = AnswersBefore[bool](), AnswersBefore[float]()

    def levels(self, windows: Windows) -> Levels:
        """Their px less the paper's colour, (k, HIGH, WIDE, 3)."""
        told = self._levels.told(keys_of(windows), lambda unknown: list(levels_of(windows[unknown])))
        return np.array(told, np.float32).reshape(-1, HIGH, WIDE, 3)

    def shares(self, windows: Windows) -> Answers:
        """Shares (2, k, classes, rows, columns) of the small print that stands where on them."""
        told = self._shares.told(keys_of(windows), lambda unknown: self._read(windows[unknown]))
        return np.stack(told, axis=1) if told else self._print.shares(self.levels(windows))

    def _read(self, windows: Windows) -> list[Answers]:
        shares = self._print.shares(self.levels(windows))
        return [shares[:, number] for number in range(len(windows))]

    def glyphs(self, windows: Windows) -> Glyphs:
        """Where their letters stand."""
        return glyphs_of(
            self._glyphs.told(keys_of(windows), lambda unknown: [glyph_of(windows[number]) for number in unknown])
        )

    def uneven(self, windows: Windows) -> Floats:
        """How many times brighter the paper is in each card's brightest corner than in its darkest, (k,)."""
        told = self._uneven.told(keys_of(windows), lambda unknown: [unevenness(windows[number]) for number in unknown])
        return np.array(told, float)

    def bleached(self, windows: Windows) -> Flags:
        """On which print may be lost in the light, (k,): on all, where most show little."""
        keys = keys_of(windows)
        told = self._bleached.told(keys, lambda unknown: [is_bleached(windows[number]) for number in unknown])
        pale = self._pale.told(keys, lambda unknown: [small_print(windows[number]) for number in unknown])
        return np.array(told, bool) | is_pale(np.array(pale))

    def next_look(self, *, is_fresh: bool) -> None:
        """Forget what was told before the look that ends here; is_fresh: all."""
        for answers in (
            self._levels,
            self._shares,
            self._glyphs,
            self._uneven,
            self._bleached,
            self._pale,
        ):
            answers.next_look(is_fresh=is_fresh)
