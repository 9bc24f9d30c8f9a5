"""Settles letters in doubt of which both readers see the same one wherever the window is cut.

The share that a reader gives a letter that is a little out of focus, small or grainy depends on where its window
happens to lie: a px further it may be confident of the same letter, or less so. Nine windows are better evidence than
one, and two readers than one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Floats
from vision.geometry.rectify import Squared
from vision.letters.classifier import Reader
from vision.letters.letter_marks import STEM, more_than
from vision.letters.letter_model import windows_at
from vision.sighting import Doubt, Reading
from vision.square_index import index_of
from vision.squares.evidence import Evidence
from vision.squares.findings import Findings
from vision.squares.first_verdict import LETTERS

_MOVES = np.array(list(product((0, 1, -1), repeat=2)))
"""Squared-board px to the right and down by which a window is shifted."""
_LEAST = 1e-4
"""Least share that a reader's window counts for: readers are less sure that a letter is absent than they claim."""


@dataclass(frozen=True, slots=True)
class _Needed:
    """What both readers must give a letter in doubt to settle it."""

    odds: float  # how many times likelier than any other letter, by the mean of log shares over both readers' windows
    share: float  # mean share (0 to 1) over the windows of either reader


@dataclass(frozen=True, slots=True)
class _Told:
    """Both readers' result for a letter on one board: if they see it in all windows with enough share, and its odds."""

    is_sure: bool
    odds: float


@dataclass(frozen=True, slots=True)
class UnisonLimits:
    """What a letter needs by how easily it is mistaken.

    Measured on doubts in looks at boards drawn in 189 typefaces, as drawn, blurred, grainy and as JPEG.
    """

    # A letter that no other one of the game is with a mark more: of 2,210 in 1,063 looks 434 are settled, none wrongly,
    # nor any with odds of 400.
    plain: _Needed = _Needed(1000, 0.8)
    # A letter that may have lost a mark: of 3,001 in 1,401 looks 182 are settled; wrong ones had odds of 2,090 at most,
    # an Å or a Q, in bold and in thin faces, whose mark was lost. Where the camera moved every letter needs as much: a
    # B in one of 65 photographs was an E, at 2,500.
    marked: _Needed = _Needed(10_000, 0.9)
    # Share that what doubted the letter left it, at least: of 204 settled in 512 looks two had less. A P that touched
    # its value had 0.45 as a B once it was compared with the picture's other letters, and both readers saw a B.
    likely: float = 0.6
    # Factor on the odds for letters out of focus. Of 4,080 in 1,540 looks at drawn boards, spread by 0.045 to 0.085
    # squares, 1,847 were settled, none wrongly. With a factor of 1 an Ä was an A, at 17,000; and if other focuses, in
    # which it was another letter, had no say, an E was an L and a C and an F a P, at up to 55,000.
    soft: float = 2.0


LIMITS = UnisonLimits()


class Unison:
    """Reads letters in doubt with both readers, in nine windows each."""

    def __init__(self, first: Reader, second: Reader, *, coloured: bool = False) -> None:
        """Take both readers of one game's letters; coloured: whether its tiles have many colours."""
        self._first, self._second, self._coloured = first, second, coloured
        alphabet = first.alphabet
        self._needed = {
            letter: LIMITS.marked if more_than(letter, alphabet) else LIMITS.plain
            for letter in alphabet
            if letter != STEM
        }

    def settle(self, found: Findings, evidence: Evidence) -> Findings:
        """The findings with those letters settled that both readers see in all windows: as read, or in two focuses.

        If letters are out of focus no focus that was tried may show another one. An I is never settled: strokes that
        would make it another letter may be gone. Nor is any on very small squares: all windows show the same px.
        """
        if evidence.read_from.side < LETTERS.tiny:
            return found
        asked = [doubt for doubt in found.doubts if self._is_asked(doubt, evidence)]
        return found.with_settled(dict(self._settled(asked, evidence)))

    def _is_asked(self, doubt: Doubt, e: Evidence) -> bool:
        """Whether only which letter it is is in doubt: what is half seen or faded may be no letter, too.

        The square must have the tint of a tile, too: both readers may see a letter in strong grain.
        """
        index = index_of(doubt.square, e.size)
        is_tile = self._coloured or e.from_tile[index] < e.from_empty[index]
        names = [name for name, _ in doubt.choices]
        is_likely = doubt.choices[0][1] >= LIMITS.likely
        return bool(is_tile and is_likely and names[0] in self._needed and all(map(str.isalpha, names)))

    def _settled(self, asked: Sequence[Doubt], e: Evidence) -> Iterator[tuple[Square, Reading]]:
        """The likeliest letter of each doubt, if it is confident as read or in two focuses, and likeliest in all."""
        if not asked:
            return
        # Where the camera moved any letter may have lost a stroke.
        needed = dict.fromkeys(self._needed, LIMITS.marked) if e.moved else self._needed
        squares = [doubt.square for doubt in asked]
        both_readers = (_seen(reader, squares, e, e.focused) for reader in (self._first, self._second))
        for doubt, ones, others in zip(asked, *both_readers, strict=True):
            letter = doubt.likeliest
            told = [self._told(letter, needed[letter], *both) for both in zip(ones, others, strict=True)]
            least = needed[letter].odds * (1 if len(told) == 1 else LIMITS.soft)
            sure = [each.odds for each in told if each.is_sure and each.odds > least]
            as_read = next(each for each, board in zip(told, e.focused, strict=True) if board is e.read_from)
            if all(each.odds > 1 for each in told) and (as_read.odds in sure or len(sure) > 1):
                yield doubt.square, Reading(letter, round(min(sure) / (1 + min(sure)), 4))

    def _told(self, letter: str, needed: _Needed, one: Floats, other: Floats) -> _Told:
        """Both readers' result for a letter from their windows (windows, letters) on one board."""
        place = self._first.alphabet.index(letter)
        everywhere = bool((np.concatenate([one, other]).argmax(axis=1) == place).all())
        share = min(one.mean(axis=0)[place], other.mean(axis=0)[place])
        return _Told(everywhere and share > needed.share, _times_likelier(one, other, place))


def _seen(reader: Reader, squares: Sequence[Square], e: Evidence, boards: Sequence[Squared]) -> Floats:
    """A reader's share of each letter in each window of each tile on some boards, (tiles, boards, windows, letters)."""
    middles = (np.array([e.middle_of(square) for square in squares])[:, None] + _MOVES).reshape(-1, 2)
    windows = np.concatenate([windows_at(board.grey, middles) for board in boards])
    told = reader.told(windows).letters.reshape(len(boards), len(squares), len(_MOVES), -1)
    return np.asarray(told.swapaxes(0, 1))


def _times_likelier(one: Floats, other: Floats, place: int) -> float:
    """How many times likelier a letter is than any other, by both readers' windows, (windows, letters) each."""
    told = sum(np.log(np.maximum(seen, _LEAST)).mean(axis=0) for seen in (one, other))
    return float(np.exp(told[place] - np.delete(told, place).max()))
