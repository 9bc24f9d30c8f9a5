"""Letters in doubt that two readers settle together: both see the same one wherever its window is cut.

What a reader gives a letter that is a little out of focus, small or in grain hangs on where its window happens to lie:
a px further it is sure of the same letter, or less so. Nine places tell more than one, and two readers more than one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Floats, grey_of
from vision.geometry.rectify import Squared
from vision.letters.classifier import Reader
from vision.letters.letter_model import windows_at
from vision.sighting import Doubt, Reading
from vision.square_flags import index_of
from vision.squares.evidence import Evidence
from vision.squares.first_verdict import STEM, Findings, more_than

_MOVES = np.array(list(product((0, 1, -1), repeat=2)))
"""Px to the right and down by which a window is moved."""
_LEAST = 1e-4
"""What a reader gives a letter at least: it is not so sure as it seems that there is none of it."""


@dataclass(frozen=True, slots=True)
class _Needed:
    """So many times likelier than any other a letter must be by both readers, and so much each must give it.

    Both are means over its windows: of logarithms, and of shares.
    """

    likelier: float
    share: float


@dataclass(frozen=True, slots=True)
class _Told:
    """What both readers tell of a letter on one board: whether they see it everywhere and surely, how much likelier."""

    is_sure: bool
    likelier: float


_PLAIN, _MARKED = _Needed(1000, 0.8), _Needed(10_000, 0.9)
"""What a letter needs that no other one of the game is with a mark more, and one that may have lost a mark.

Of 2,210 letters in doubt in 1,063 looks at boards drawn in 189 typefaces, as drawn, blurred, grainy and as JPEG, the
first would settle 434, none wrongly, nor any with 400 times. Of 3,001 in 1,401 looks the second would settle 182, and
wrong ones had 2,090 times at most: an Å or a Q, in bold and in thin faces, whose mark was lost.
"""
_SOFT = 2.0
"""So many times that much letters out of focus need. Of 4,080 in doubt in 1,540 looks at drawn boards, spread by 0.045
to 0.085 squares, 1,847 were settled then, none wrongly. With that much alone an Ä was an A, at 17,000 times, and
if other focuses had no say, in which it was another letter, an E was an L and a C and an F a P, at up to 55,000.
"""


class Unison:
    """Looks at letters in doubt with both readers, through nine windows each."""

    def __init__(self, first: Reader, second: Reader, *, coloured: bool = False) -> None:
        """Take both readers of one game's letters; coloured: whether its tiles have many colours."""
        self._first, self._second, self._coloured = first, second, coloured
        alphabet = first.alphabet
        self._needed = {
            letter: _MARKED if more_than(letter, alphabet) else _PLAIN for letter in alphabet if letter != STEM
        }

    def settle(self, found: Findings, evidence: Evidence) -> Findings:
        """The findings with those letters sure that both readers see everywhere: as they were read, or in two focuses.

        Where letters are out of focus no focus that was tried may show another one. An I is none of them: strokes may
        be gone that would make it another letter.
        """
        asked = [doubt for doubt in found.doubts if self._is_asked(doubt, evidence)]
        settled = dict(self._settled(asked, evidence))
        doubts = tuple(doubt for doubt in found.doubts if doubt.square not in settled)
        return replace(found, board={**found.board, **settled}, doubts=doubts)

    def times_likelier(self, letter: str, square: Square, evidence: Evidence) -> float:
        """How many times likelier a letter is than any other where it lies, by both readers' nine windows."""
        boards = (evidence.read_from,)
        one, other = (_seen(reader, [square], evidence, boards)[0, 0] for reader in (self._first, self._second))
        return _times_likelier(one, other, self._first.alphabet.index(letter))

    def _is_asked(self, doubt: Doubt, e: Evidence) -> bool:
        """Whether it is in doubt only which letter lies on a square: nothing hides it, and no light has taken of it.

        And it has the tint of a tile: of strong grain both readers may make a letter.
        """
        index = index_of(doubt.square, e.read_from.size)
        is_clear = e.whole[index] and not (e.faded[index] or e.at_end[index] or e.hand[index] or e.glare[index])
        is_tile = self._coloured or e.from_tile[index] < e.from_empty[index]
        names = [name for name, _ in doubt.choices]
        return bool(
            is_clear and is_tile and index in e.read and names[0] in self._needed and all(map(str.isalpha, names))
        )

    def _settled(self, asked: Sequence[Doubt], e: Evidence) -> Iterator[tuple[Square, Reading]]:
        """The letters that are sure in as many focuses as are needed, if each is the likeliest of the doubt's."""
        if not asked:
            return
        squares = [doubt.square for doubt in asked]
        both = (_seen(reader, squares, e, e.focused) for reader in (self._first, self._second))
        for doubt, ones, others in zip(asked, *both, strict=True):
            letter = doubt.choices[0][0]
            told = [self._told(letter, one, other) for one, other in zip(ones, others, strict=True)]
            least = self._needed[letter].likelier * (1 if len(told) == 1 else _SOFT)
            sure = [each.likelier for each in told if each.is_sure and each.likelier > least]
            as_read = next(each for each, board in zip(told, e.focused, strict=True) if board is e.read_from)
            if all(each.likelier > 1 for each in told) and (as_read.likelier in sure or len(sure) > 1):
                yield doubt.square, Reading(letter, round(min(sure) / (1 + min(sure)), 4))

    def _told(self, letter: str, one: Floats, other: Floats) -> _Told:
        """What both readers' windows (windows, letters) on one board tell of a letter."""
        place = self._first.alphabet.index(letter)
        everywhere = bool((np.concatenate([one, other]).argmax(axis=1) == place).all())
        share = min(one.mean(axis=0)[place], other.mean(axis=0)[place])
        return _Told(everywhere and share > self._needed[letter].share, _times_likelier(one, other, place))


def _seen(reader: Reader, squares: Sequence[Square], e: Evidence, boards: Sequence[Squared]) -> Floats:
    """What a reader gives each letter in each of a tile's windows on some boards, (tiles, boards, windows, letters)."""
    middles = (np.array([e.middle_of(square) for square in squares])[:, None] + _MOVES).reshape(-1, 2)
    windows = np.concatenate([windows_at(grey_of(board.pixels), middles) for board in boards])
    told = reader.told(windows).letters.reshape(len(boards), len(squares), len(_MOVES), -1)
    return np.asarray(told.swapaxes(0, 1))


def _times_likelier(one: Floats, other: Floats, place: int) -> float:
    """How many times likelier a letter is than any other, by both readers' windows (windows, letters) each."""
    told = sum(np.log(np.maximum(seen, _LEAST)).mean(axis=0) for seen in (one, other))
    return float(np.exp(told[place] - np.delete(told, place).max()))
