"""Strong light that has taken nothing: where a tile's value still shows, no stroke or mark of its letter is gone."""

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
from vision.letters.classifier import DOTTED, Reader, unmarked
from vision.overexposed.fine_print import FINE, INK, FinePrint, below_white, fine_print
from vision.sighting import Doubt, Reading
from vision.square_flags import index_of
from vision.squares.evidence import Evidence
from vision.squares.first_verdict import STEM, Box, Findings, more_than

_STRETCH = 6
"""How much the few grey levels are stretched that strong light has left of the ink, for letters to be read."""
_SURE, _SURE_UNMARKED, _SURE_MARKED = 0.94, 0.9, 0.996
"""What each reader must give a letter then, one above which it is seen that no mark stands, and one with a mark. Of
48,700 windows in strong light, drawn in 107 typefaces under lamps of up to 3.5 times the light, 16,000 were so and met
what stands below, none of them wrong."""
_VALUE, _INK, _DEEP, _LESS, _NOTHING, _SHARE = 12.0, 80.0, 100.0, 0.85, 1.0, 0.03
"""Grey levels below the top of the least bleached channel: of a value that shows, of its letter's ink at least, and of
ink above that leaves no doubt; the share of its lower half's ink that the upper one's has at least otherwise, where no
lamp falls off across it; what stands above a letter without a mark at most, or such a share of its value. Without the
second and fourth an Ä and an Ö of thin faces, marks gone and values not, were read as A and O; without the last two
seven were, of 2,300; and without all of these 115 more letters were wrong. Ink above so deep was wrong in none of 959
windows, and in 2 of 511 under lamps as narrow as a tile, an Å and an Ä of Cabin, with that share or without."""
_PERHAPS = 0.1
"""A share of certainty that there is a letter, so pale that the reader is not sure of any."""
_BARRED, _AS_DEEP = "EFL", 1.1
"""Letters with thin bars besides the T, of which light may leave an I; how much deeper than that their ink is at most
where it would have left such a bar, too."""
_SOME = 2
"""So many values must show on the eight squares around one that has none itself."""
_FACE = slice(FINE // 5, -(FINE // 5))


@dataclass(frozen=True, slots=True, eq=False)
class Legible:
    """What can be read in strong light.

    letters: letters in doubt that the reader names on the board, with how sure another must be. board: the squared
    board as the least bleached channel shows it, what light has left made plain. plain: squares in doubt that show
    nothing there, among tiles whose values show: if they are tiles they have no letter.
    """

    letters: Mapping[Square, Faded]
    board: Squared
    plain: frozenset[Square]


def legible(found: Findings, evidence: Evidence, squared: Squared, reader: Reader, box: Box) -> Legible | None:
    """What can be told of the squares in doubt in strong light, by the values that still show; None if nothing can.

    squared: the board in the light that it was seen in. Dark tiles have no pale top, and out of focus no value shows;
    among tiles of many colours the rims of lettered ones do not tell a plain one.
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
    """The letter that the reader perhaps saw where nobody can say what lies; "" for none."""
    index = index_of(doubt.square, e.read_from.size)
    return alphabet[int(e.shares.letters[e.read[index]].argmax())] if e.letter[index] > _PERHAPS else ""


def _prints(found: Findings, e: Evidence, depth: Grey) -> dict[Square, FinePrint]:
    """What the tiles of sure letters show."""
    size, letters = e.read_from.size, [square for square, reading in found.board.items() if reading.letter]
    tiles = ((square, _print_on(square, e.shares.offsets[e.read[index_of(square, size)]], depth)) for square in letters)
    return {square: seen for square, seen in tiles if seen is not None}


def _shown(prints: Mapping[Square, FinePrint]) -> frozenset[Square]:
    """The squares of letters whose value shows."""
    return frozenset(square for square, seen in prints.items() if seen.value >= _VALUE)


def _barred(found: Findings, prints: Mapping[Square, FinePrint]) -> float:
    """How deep the ink of a sure T, and of another letter with bars, is where it is palest; inf without them.

    Where light has left them their bars it leaves them where ink is darker, too: there an I is none of them.
    """
    deep = [(found.board[square].letter, seen.lower) for square, seen in prints.items()]
    tees, others = ([ink for letter, ink in deep if letter in which] for which in ("T", _BARRED))
    return max(min(tees, default=np.inf), min(others, default=np.inf))


def _is_plain(square: Square, depth: Grey, shown: frozenset[Square]) -> bool:
    """Whether a square shows nothing, where values show on some of the squares around it."""
    around = sum(max(abs(square.row - other.row), abs(square.column - other.column)) == 1 for other in shown)
    face = _tile(depth, square.row + 1.5, square.column + 1.5)[_FACE, _FACE]
    return around >= _SOME and int(face.max()) <= INK


def _stretched(depth: Grey, size: int) -> Squared:
    """The board with ink as much darker as its depth, below white in the least bleached channel, tells."""
    dark = np.asarray(255 - cv2.convertScaleAbs(depth, alpha=_STRETCH), np.uint8)
    grey = cv2.resize(dark, None, fx=SQUARE / FINE, fy=SQUARE / FINE, interpolation=cv2.INTER_AREA)
    return Squared(np.repeat(np.asarray(grey, np.uint8)[..., None], 3, axis=2), size)


def _named(
    asked: Mapping[Square, str], depth: Grey, board: Squared, reader: Reader, barred: float
) -> Iterator[tuple[Square, Faded]]:
    """The letters that the reader is sure of, and that have lost nothing.

    asked: what each square's likeliest is. barred: how deep the ink of letters with bars is, see _barred.
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
    """Whether a letter that looks the same upside down does not here."""
    middle = np.array([square.column, square.row]) + offset[::-1] + 1.5
    return letter in LOOK_THE_SAME and is_another(letter, grey, middle * SQUARE)


def _needed(letter: str, alphabet: tuple[str, ...]) -> float:
    """What each reader must give a letter."""
    if unmarked(letter) != letter:
        return _SURE_MARKED
    return _SURE_UNMARKED if more_than(letter, alphabet) & DOTTED else _SURE


def _print_on(square: Square, offset: Floats, depth: Grey) -> FinePrint | None:
    """What the tile on a square shows; offset: how many squares down and right of the square's middle its middle is."""
    return fine_print(_tile(depth, square.row + offset[0] + 1.5, square.column + offset[1] + 1.5))


def _tile(depth: Grey, down: float, right: float) -> Grey:
    """The tile with its middle there, FINE x FINE px; the board's surroundings are as wide as that."""
    top, left = round(down * FINE) - FINE // 2, round(right * FINE) - FINE // 2
    return depth[top : top + FINE, left : left + FINE]


def _is_all_there(seen: FinePrint | None, letter: str, alphabet: tuple[str, ...], barred: float) -> bool:
    """Whether light has taken nothing of a letter: its value shows, and nothing above it, unless that is its mark."""
    if seen is None or seen.value < _VALUE:
        return False
    if letter == STEM and barred > _AS_DEEP * min(seen.upper, seen.lower):
        # Of many a letter a stem is left: the bar of a T in a face with feet is as thin as a value's digits.
        return False
    if unmarked(letter) != letter:
        return True
    more = more_than(letter, alphabet)
    # Where a top is so uneven that something seems to stand above the letter, a value may be as little of one.
    if seen.above > max(_NOTHING, _SHARE * seen.value) or not more <= DOTTED | {"Q"}:
        return False
    return not more or seen.upper >= max(_INK, min(_DEEP, _LESS * seen.lower))
