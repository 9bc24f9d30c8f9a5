"""Decides what lies on each square, by two independent witnesses: the letter reader and the square's own colour."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import isqrt

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Flags
from vision.letters.classifier import unmarked
from vision.lighting.square_kinds import STRAY
from vision.sighting import Doubt, Edition, Reading, Why
from vision.square_flags import squares_where
from vision.squares.blanks import NO_PRINT, SAME, may_cover_its_kind, plain_tile, recoloured, strange
from vision.squares.choices import FOREIGN, PERHAPS_STOP, Choices, Unsure, choices_of, unread
from vision.squares.evidence import ROUGHER, Evidence
from vision.squares.stop_tiles import is_black_top, is_white_top, stop_on

CERTAIN = 0.97
"""Below this confidence a letter is a doubt. Chosen on rendered boards; see docs/history."""
_CERTAIN_IF_BLURRED = ((-0.01, CERTAIN), (-0.02, 0.985), (-0.1, 0.997))
"""The same where letters are not sharp: as clear as this in focus again, letters are certain from that on. Of 660
looks at nine sets, blurred by 2.5 to 7 px of the picture, some grainy, 412 were clearer than the first (12,600 letters
of 0.97 and more, none wrong but what was printed), 51 than the second (an I was read as an L with 0.98), 113 than the
last (an E was read as a C with 0.9935); less clear, an E was read as a C with 0.9992."""
NEVER = 2.0
"""The same where no confidence is enough."""
_CERTAIN_AT_EDGE, _DEEP = 0.995, 0.8
"""Where light near by differs by as much as this (logarithmic) a shade's edge may be read as a stroke: an L was read
as an E with 0.978."""
_PALE_STROKES = 0.2
"""Strong light that has left a letter no more contrast may have taken strokes: a U was read as a J with 0.03; letters
that are whole have 0.33 and more at 1.6 times the light (cava-train-1, scrabscrap-game12)."""
STEM, _DARK_STEM = "I", 0.45
"""What strong light may leave of many a letter, and how much contrast it must have: an E of 0.33 was read as an I with
0.9977, a T of 0.27 with 0.9987, an L of 0.22 with 0.9992 (drawn in 108 typefaces)."""
_HALF = 0.5
_HARDLY = 0.02
"""A share of certainty below which there is no letter; above it, a tile without a clear letter is a doubt."""
_PERHAPS_LETTER, _OFF = 0.1, 0.25
"""A plain square with so much of a letter, no further off its middle in squares, is no empty one: the reader takes none
of 800 bare ones for a letter, and what lies further off belongs to the square beside. As little does it see a blank on
one: 8 times on 203 boards of ten sets in seven kinds of light, none of them like a tile."""
_TILE_LIKE = 1.2
"""A letter's square is not much nearer to the empty one's tint than to the tiles': by this factor at most."""
_PRINT_SHOWS, _AS_PRINTED, _PLAINLY_PRINTED = 0.75, 0.85, 0.93
"""How like the common print of its kind a square is that shows it: discs and icons 0.9 and more, 0.8 in strong grain;
tiles 0.6 at most. What looks like a letter must be likelier, and is a doubt between the last two."""

_PLAINLY = 3
"""A bare square is so many times nearer to the look of its kind than to the tiles': 5 and more, on the dark board
too, where tiles are most like it."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What lies on the board: sure readings, stop tiles, and the squares in doubt; below what confidence they are.

    bare: squares that look as they are printed, beyond doubt, and not at all like a tile.
    """

    board: dict[Square, Reading]
    stops: frozenset[Square]
    doubts: tuple[Doubt, ...]
    covered: frozenset[Square] = frozenset()
    certain: float = CERTAIN
    bare: frozenset[Square] = field(default=frozenset(), compare=False)

    @property
    def taken(self) -> frozenset[Square]:
        """The squares on which something lies, or may."""
        return frozenset({*self.board, *self.stops, *(doubt.square for doubt in self.doubts)})

    def with_doubts(self, more: Iterable[Doubt]) -> Findings:
        """The same with more squares in doubt, of which nothing was found."""
        return replace(self, doubts=tuple(sorted((*self.doubts, *more), key=lambda doubt: doubt.square)))


@dataclass(frozen=True, slots=True)
class Box:
    """What the box holds besides letters: more of it on the board cannot be; and whether tiles have many colours."""

    edition: Edition
    stops: int
    blanks: int
    coloured: bool = False


def judge(evidence: Evidence, alphabet: tuple[str, ...], size: int, box: Box) -> Findings:
    """Say for each square whether it is empty, holds a tile and which, or cannot be told."""
    board: dict[Square, Reading] = {}
    stops: set[Square] = set()
    doubts: list[Doubt] = []
    covered: set[Square] = set()
    bare = _plainly_bare(evidence, box)
    for index in np.flatnonzero(~bare).tolist():
        square = Square(*divmod(index, size))
        found = _on_square(evidence, alphabet, index, box)
        if isinstance(found, Reading):
            board[square] = found
        elif found == "#":
            stops.add(square)
        elif isinstance(found, Unsure):
            doubts.append(Doubt(square, found.choices, found.why))
        if evidence.hand[index]:
            covered.add(square)
    printed = _shows_print(evidence) & ~(recoloured(evidence) & box.coloured)
    as_printed = squares_where((bare & (_PLAINLY * evidence.from_empty < evidence.from_tile)) | printed, size)
    all_told = Findings(board, frozenset(stops), tuple(doubts), frozenset(covered), _certain(evidence), as_printed)
    lit = squares_where(evidence.glare, size) if box.edition == "dark" else frozenset[Square]()
    return within(box, _beside_glow(all_told, lit))


def _plainly_bare(e: Evidence, box: Box) -> Flags:
    """Squares of which no more need be asked: most of any board."""
    hidden = e.hand | e.glare | e.washed | e.at_end | may_cover_its_kind(e)
    if box.stops:
        hidden |= is_white_top(e) if box.edition == "dark" else is_black_top(e)
    if box.coloured:
        hidden |= recoloured(e)
    as_printed = (e.from_empty < np.minimum(SAME, e.from_tile)) & (np.abs(e.rougher) < 2 * ROUGHER)
    bare = np.asarray(as_printed & ~hidden & (e.letter <= _HALF) & ((np.abs(e.brightness) < SAME) | ~e.plain))
    bare[[index for index in e.read if bare[index] and _is_perhaps_read(e, index)]] = False
    return bare


def _shows_print(e: Evidence) -> Flags:
    """Premium squares that plainly show their print, or are as rough and much more like it than like a tile."""
    hidden = e.hand | e.glare | e.washed | e.at_end | (e.letter > _PERHAPS_LETTER) | e.plain
    # A stop tile is smoother than print.
    as_rough = (e.rougher > -ROUGHER) & (e.rougher < 2 * ROUGHER)
    alike = as_rough & (e.from_empty < STRAY) & (e.from_empty < e.from_tile / 2)
    return np.asarray(~hidden & (alike | (e.printed > _PLAINLY_PRINTED)))


def _certain(e: Evidence) -> float:
    """From which confidence on a letter is certain."""
    return next((certain for clear, certain in _CERTAIN_IF_BLURRED if e.clear > clear), NEVER)


def _beside_glow(found: Findings, lit: frozenset[Square]) -> Findings:
    """What seems a stop tile beside squares a little like one, or lit ones, is perhaps a lamp's glow: a doubt."""
    glowing = {doubt.square for doubt in found.doubts if "#" in dict(doubt.choices)} | found.stops | lit
    doubted = {
        stop
        for stop in found.stops
        if any(max(abs(stop.row - other.row), abs(stop.column - other.column)) == 1 for other in glowing)
    }
    doubts = (*found.doubts, *(Doubt(square, PERHAPS_STOP, Why.GLOW) for square in sorted(doubted)))
    return replace(found, stops=found.stops - doubted, doubts=doubts)


def within(box: Box, found: Findings) -> Findings:
    """More stop tiles or blanks than the box holds: some of them are glare or shade, so all of them are doubts.

    What is most likely a blank counts, too: of three tops from which something had taken the letters, two were doubts.
    """
    board, stops, doubts = dict(found.board), found.stops, list(found.doubts)
    if len(stops) > box.stops:
        doubts += [Doubt(square, PERHAPS_STOP, Why.TOO_MANY_STOPS) for square in sorted(stops)]
        stops = frozenset()
    blanks = {square: reading for square, reading in board.items() if not reading.letter}
    likely = sum(not doubt.choices[0][0] for doubt in doubts)
    if len(blanks) + likely > box.blanks:
        doubts += [Doubt(square, FOREIGN, Why.TOO_MANY_BLANKS) for square in sorted(blanks)]
        board = {square: reading for square, reading in board.items() if square not in blanks}
    in_order = tuple(sorted(doubts, key=lambda doubt: doubt.square))
    return replace(found, board=board, stops=stops, doubts=in_order)


def _on_square(e: Evidence, alphabet: tuple[str, ...], index: int, box: Box) -> Reading | str | Unsure | None:
    """A reading, "#" for a stop tile, what it may be where there is doubt, None for an empty square."""
    is_lettered = e.letter[index] > _HALF
    if e.hand[index] or e.glare[index]:
        why = Why.HAND if e.hand[index] else Why.MIRROR
        return Unsure(why, as_half_seen(e, alphabet, index)) if is_lettered else Unsure(why)
    return _letter(e, alphabet, index, box) if is_lettered else _without_letter(e, alphabet, index, box)


def _without_letter(e: Evidence, alphabet: tuple[str, ...], index: int, box: Box) -> Reading | str | Unsure | None:
    """The same for a square that shows no letter."""
    sign = stop_on(e, index, box.edition) if box.stops else "no"
    if e.washed[index]:
        # A white stop tile among the white icons of premium squares looks as if a lamp had taken all of them.
        return Unsure(Why.WASHED) if sign == "no" else Unsure(Why.WASHED, PERHAPS_STOP)
    if e.printed[index] > _AS_PRINTED or _is_seen_from_beside(e, index):
        return None
    if sign != "no":
        return "#" if sign == "stop" else Unsure(Why.MAYBE_STOP, PERHAPS_STOP)
    is_hidden = box.coloured and bool(recoloured(e)[index])
    found = None if _as_empty(e, index, box) and not is_hidden else _neither(e, alphabet, index, box)
    return unread(e, alphabet, index) if found is None and _is_perhaps_read(e, index) else found


def _neither(e: Evidence, alphabet: tuple[str, ...], index: int, box: Box) -> Reading | Unsure | None:
    """What a square is that shows no letter and is not plainly bare."""
    if box.coloured:
        # Tiles of many colours have no common look: what is not plainly empty is a doubt.
        return Unsure(Why.ALIKE)
    if e.from_tile[index] >= e.from_empty[index]:
        return strange(e, index)
    return unread(e, alphabet, index) if e.letter[index] > _HARDLY else plain_tile(e, index, box.edition)


def _is_perhaps_read(e: Evidence, index: int) -> bool:
    """Whether the reader sees perhaps a letter, or a blank, in the middle of a square where nothing is printed."""
    row = e.read.get(index)
    if row is None or not e.plain[index] or np.abs(e.shares.offsets[row]).max() >= _OFF:
        return False
    is_blank = e.shares.blank[row] > _HALF and e.from_tile[index] < 2 * e.from_empty[index]
    return bool(is_blank or (e.letter[index] > 0 and e.shares.letter[row] > _PERHAPS_LETTER))


def _as_empty(e: Evidence, index: int, box: Box) -> bool:
    """Whether a square shows what is printed there, by its print or by its tint."""
    # Where no letter shows how tiles look, nothing but a plain square's own colour tells one.
    is_unknown = np.isinf(e.from_tile[index]) and e.plain[index] and not box.coloured
    most = SAME if is_unknown else STRAY
    is_close = e.from_empty[index] < min(most, e.from_tile[index]) and not may_cover_its_kind(e)[index]
    by_tint = is_close and abs(e.rougher[index]) < 2 * ROUGHER
    return bool(by_tint or e.printed[index] > _PRINT_SHOWS)


def _is_seen_from_beside(e: Evidence, index: int) -> bool:
    """Whether the letter read there is that of a tile which belongs to a square beside, and was left to that."""
    row = e.read.get(index)
    if row is None or e.letter[index] != 0 or float(e.shares.letter[row]) <= CERTAIN:
        return False
    size = isqrt(len(e.letter))
    down, right = divmod(index, size)
    beside = e.letter.reshape(size, size)[max(down - 1, 0) : down + 2, max(right - 1, 0) : right + 2]
    return bool((beside > _HALF).any())


def as_half_seen(e: Evidence, alphabet: tuple[str, ...], index: int) -> Choices:
    """What a square may be that is half hidden: the letter that is seen may be a part of another."""
    letter, confidence = choices_of(e, alphabet, index)[0]
    return (letter, round(confidence / 2, 4)), ("", 0.25)


def _letter(e: Evidence, alphabet: tuple[str, ...], index: int, box: Box) -> Reading | Unsure | None:
    choices = choices_of(e, alphabet, index)
    letter, confidence = choices[0]
    half = round(confidence / 2, 4)
    if e.printed[index] > _AS_PRINTED:
        # It is the printed sign of its square: no witness may make a letter of it.
        if e.from_empty[index] < e.from_tile[index] or e.printed[index] > _PLAINLY_PRINTED:
            return None
        return Unsure(Why.PRINT, ((".", 0.5), (letter, half)))
    if not box.coloured and not _may_be_tile(e, index):
        # Nor of what has not the colour of a tile.
        return Unsure(Why.NO_TILE_COLOUR, ((letter, half), (".", half)))
    is_half_seen = not e.whole[index] or (e.faded[index] and _may_have_lost(e, index, letter, alphabet))
    is_hardly_sure = confidence < _CERTAIN_AT_EDGE and (e.faded[index] or np.ptp(e.shades[index]) > _DEEP)
    if is_half_seen or is_hardly_sure:
        return Unsure(_why_half_seen(e, index), as_half_seen(e, alphabet, index))
    is_sure = letter not in {"", "."} and confidence >= _certain(e)
    return Reading(letter, confidence) if is_sure else unread(e, alphabet, index)


def _why_half_seen(e: Evidence, index: int) -> Why:
    """Why a letter that is read may be a part of another."""
    if not e.whole[index]:
        return Why.IN_PART
    return Why.FADED if e.faded[index] else Why.SHADE_EDGE


def _may_have_lost(e: Evidence, index: int, letter: str, alphabet: tuple[str, ...]) -> bool:
    """Whether strong light may have taken a stroke, or dots or a tail that another letter of the game has."""
    is_stem = letter == STEM and e.contrast[index] < _DARK_STEM
    return bool(more_than(letter, alphabet) or is_stem or e.contrast[index] < _PALE_STROKES)


def more_than(letter: str, alphabet: tuple[str, ...]) -> set[str]:
    """The letters of the game that are this one with a mark more."""
    return {other for other in alphabet if _is_less_of(letter, other)}


def _is_less_of(letter: str, other: str) -> bool:
    """Whether a letter is what strong light may leave of another: of an Ä an A, and of an Å's ring the sides, an Ä.

    Of no letter, "" or ".", it is none.
    """
    plain = unmarked(other)
    is_other_mark = letter != "" and unmarked(letter) == plain != other
    return other != letter and (plain.replace("Q", "O") == letter or is_other_mark)


def _may_be_tile(e: Evidence, index: int) -> bool:
    """Whether a letter's square has the tint of a tile: strictly where nothing is known of the print below."""
    print_is_gone = -1 < e.printed[index] < NO_PRINT
    reach = 2 * e.tile_reach if print_is_gone else e.tile_reach
    return bool(e.from_tile[index] <= max(reach, _TILE_LIKE * e.from_empty[index]))
