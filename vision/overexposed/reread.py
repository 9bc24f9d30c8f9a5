"""Reads letters in strong light again: where a tile's value still shows, no stroke or mark of its letter is clipped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Floats, Grey, grey_of
from vision.geometry.rectify import SQUARE, Squared
from vision.letter_checks.faded_ink import Faded
from vision.letter_checks.symmetry import LOOK_THE_SAME, is_another
from vision.letters.classifier import DOTTED, Reader
from vision.letters.way_up import unmarked
from vision.overexposed.fine_print import FINE, INK, FinePrint, below_white, fine_print
from vision.sighting import Doubt, Reading
from vision.square_index import index_of
from vision.squares.evidence import Evidence
from vision.squares.first_verdict import STEM, Box, Findings, more_than


@dataclass(frozen=True, slots=True)
class ReaderLimits:
    """What share of certainty each reader must give a letter.

    Of 48,700 windows in strong light, drawn in 107 typefaces under lamps of up to 3.5 times the light, 16,000 reached
    it and the depths below, none of them wrong.
    """

    letter: float = 0.94  # any other letter
    unmarked: float = 0.9  # a letter above which it is seen that no mark stands
    marked: float = 0.996  # a letter with a mark
    perhaps: float = 0.1  # that there is a letter, so pale that the reader names none


@dataclass(frozen=True, slots=True)
class DepthLimits:
    """Limits of print that has lost nothing; grey levels below the tile's top, least bleached channel.

    Without ink and less an Ä and an Ö of thin faces, marks gone and values not, were read as A and O; without nothing
    and share seven of 2,300 were wrong; without all of these 115 more letters.
    """

    value: float = 12.0  # of a value that shows
    ink: float = 80.0  # of the upper half of its letter, at least
    # Of the upper half, beyond doubt: 0 of 959 windows wrong; 2 of 511 under lamps as narrow as a tile, an Å and an Ä
    # of Cabin, with less or without.
    deep: float = 100.0
    less: float = 0.85  # ratio of the upper half to the lower, otherwise, where no lamp falls off across the letter
    nothing: float = 1.0  # of what stands above a letter without a mark, at most
    share: float = 0.03  # or such a share of its value's depth
    bar: float = 1.1  # ratio of the palest ink with bars to an I's, at most: there a bar would have been left, too


_READER = ReaderLimits()
_DEPTH = DepthLimits()

_STRETCH = 6
"""Factor by which the few grey levels of ink left by strong light are stretched, for letters to be read."""
_BARRED = "EFL"
"""Letters with thin bars besides the T; strong light may leave an I of them."""
_MIN_VALUES = 2
"""So many values must show on the eight squares around one that shows none itself."""
_FACE = slice(FINE // 5, -(FINE // 5))
"""The px of a tile's middle, down or across, FINE to a square."""


@dataclass(frozen=True, slots=True, eq=False)
class Legible:
    """What can be read in strong light.

    letters: letters in doubt that the reader names on board, each with the share of certainty that another reader must
    give. board: the squared board in its least bleached channel, contrast stretched. plain: squares in doubt that show
    nothing there, among tiles whose values show: if they are tiles they have no letter.
    """

    letters: Mapping[Square, Faded]
    board: Squared
    plain: frozenset[Square]


def legible(found: Findings, evidence: Evidence, squared: Squared, reader: Reader, box: Box) -> Legible | None:
    """Read the squares in doubt in strong light, by the values that still show; None if nothing can be told.

    squared: the board in the light of the picture, not evened. Dark tiles have no pale top, and out of focus no value
    shows; among tiles of many colours the edges of lettered ones do not show what a plain one looks like.
    """
    asked = [doubt for doubt in found.doubts if _is_in_strong_light(doubt, evidence, squared.size)]
    if not asked or evidence.blurred or evidence.hand.any() or box.edition == "dark":
        return None
    depth = below_white(squared.larger(FINE))
    board = _stretched(depth, squared.size)
    read = [doubt for doubt in asked if index_of(doubt.square, squared.size) in evidence.read]
    likeliest = {doubt.square: _letter(doubt) or _perhaps(doubt, evidence, reader.alphabet) for doubt in read}
    letters = {square: letter for square, letter in likeliest.items() if letter}
    prints = _prints(found, evidence, depth)
    named = dict(_named(letters, depth, board, reader, _barred(found, prints)))
    shown = frozenset[Square]() if box.coloured else _shown(prints) | named.keys()
    plain = {doubt.square for doubt in asked if not _letter(doubt)}
    return Legible(named, board, frozenset(square for square in plain if _is_plain(square, depth, shown)))


def _is_in_strong_light(doubt: Doubt, e: Evidence, size: int) -> bool:
    """Whether strong light alone may be why a square is in doubt."""
    index = index_of(doubt.square, size)
    return bool((e.faded[index] or e.at_end[index]) and not e.glare[index])


def _letter(doubt: Doubt) -> str:
    """The likeliest letter of a square in doubt; "" if none is likely."""
    return next((name for name, _ in doubt.choices if name.isalpha()), "")


def _perhaps(doubt: Doubt, e: Evidence, alphabet: tuple[str, ...]) -> str:
    """The likeliest letter on a square of which nothing is known, if the reader saw perhaps one; "" for none."""
    index = index_of(doubt.square, e.read_from.size)
    return alphabet[int(e.shares.letters[e.read[index]].argmax())] if e.letter[index] > _READER.perhaps else ""


def _prints(found: Findings, e: Evidence, depth: Grey) -> dict[Square, FinePrint]:
    """The fine print of the tiles with confident letters."""
    size, letters = e.read_from.size, [square for square, reading in found.board.items() if reading.letter]
    tiles = ((square, _print_on(square, e.shares.offsets[e.read[index_of(square, size)]], depth)) for square in letters)
    return {square: seen for square, seen in tiles if seen is not None}


def _shown(prints: Mapping[Square, FinePrint]) -> frozenset[Square]:
    """The squares of tiles whose value shows."""
    return frozenset(square for square, seen in prints.items() if seen.value >= _DEPTH.value)


def _barred(found: Findings, prints: Mapping[Square, FinePrint]) -> float:
    """The depth of the palest confident T and of the palest other letter with bars, the deeper of both; inf without.

    If light has left these their bars, it leaves the bars of deeper ink, too: an I so deep is none of them.
    """
    deep = [(found.board[square].letter, seen.lower) for square, seen in prints.items()]
    tees, others = ([ink for letter, ink in deep if letter in which] for which in ("T", _BARRED))
    return max(min(tees, default=np.inf), min(others, default=np.inf))


def _is_plain(square: Square, depth: Grey, shown: frozenset[Square]) -> bool:
    """Whether a square shows nothing, while values show on some of the squares around it."""
    around = sum(max(abs(square.row - other.row), abs(square.column - other.column)) == 1 for other in shown)
    face = _tile(depth, square.row + 1.5, square.column + 1.5)[_FACE, _FACE]
    return around >= _MIN_VALUES and int(face.max()) <= INK


def _stretched(depth: Grey, size: int) -> Squared:
    """The board in grey, with the depth of its ink stretched; depth: below_white of the board, FINE px a square."""
    dark = np.asarray(255 - cv2.convertScaleAbs(depth, alpha=_STRETCH), np.uint8)
    grey = cv2.resize(dark, None, fx=SQUARE / FINE, fy=SQUARE / FINE, interpolation=cv2.INTER_AREA)
    return Squared(np.repeat(np.asarray(grey, np.uint8)[..., None], 3, axis=2), size)


def _named(
    asked: Mapping[Square, str], depth: Grey, board: Squared, reader: Reader, barred: float
) -> Iterator[tuple[Square, Faded]]:
    """The letters that the reader is confident of, and of which nothing is clipped.

    asked: each square's likeliest letter. barred: the depth of letters with bars, see _barred.
    """
    if not asked:
        return
    shares = reader.read(board, np.array([(square.row, square.column) for square in asked]))
    grey = grey_of(board.pixels)
    for (square, letter), offset, odds in zip(asked.items(), shares.offsets, shares.letters, strict=True):
        share, needs = float(odds[reader.alphabet.index(letter)]), _needed(letter, reader.alphabet)
        is_whole = _is_all_there(_print_on(square, offset, depth), letter, reader.alphabet, barred)
        if share >= needs and is_whole and not _is_another(square, offset, letter, grey):
            yield square, Faded(Reading(letter, round(share, 4)), needs)


def _is_another(square: Square, offset: Floats, letter: str, grey: Grey) -> bool:
    """Whether a letter that should look the same upside down does not."""
    middle = np.array([square.column, square.row]) + offset[::-1] + 1.5
    return letter in LOOK_THE_SAME and is_another(letter, grey, middle * SQUARE)


def _needed(letter: str, alphabet: tuple[str, ...]) -> float:
    """The share of certainty that each reader must give a letter."""
    if unmarked(letter) != letter:
        return _READER.marked
    return _READER.unmarked if more_than(letter, alphabet) & DOTTED else _READER.letter


def _print_on(square: Square, offset: Floats, depth: Grey) -> FinePrint | None:
    """The fine print of the tile on a square; offset: squares down and right from the square's middle to the tile's."""
    return fine_print(_tile(depth, square.row + offset[0] + 1.5, square.column + offset[1] + 1.5))


def _tile(depth: Grey, down: float, right: float) -> Grey:
    """FINE x FINE px round a tile's middle, given in squares; the board's surroundings are wide enough for any."""
    top, left = round(down * FINE) - FINE // 2, round(right * FINE) - FINE // 2
    return depth[top : top + FINE, left : left + FINE]


def _is_all_there(seen: FinePrint | None, letter: str, alphabet: tuple[str, ...], barred: float) -> bool:
    """Whether no part of a letter is clipped: its value shows, and nothing above it, unless that is its mark."""
    if seen is None or seen.value < _DEPTH.value:
        return False
    if letter == STEM and barred > _DEPTH.bar * min(seen.upper, seen.lower):
        # Clipping leaves the stem of many letters: with serifs the bar of a T is as thin as a value's digits.
        return False
    if unmarked(letter) != letter:
        return True
    more = more_than(letter, alphabet)
    # On a top so uneven that something seems to stand above the letter, what seems a value may be none either.
    if seen.above > max(_DEPTH.nothing, _DEPTH.share * seen.value) or not more <= DOTTED | {"Q"}:
        return False
    return not more or seen.upper >= max(_DEPTH.ink, min(_DEPTH.deep, _DEPTH.less * seen.lower))
