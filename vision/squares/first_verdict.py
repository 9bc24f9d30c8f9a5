"""Decides what lies on each square, by two independent witnesses: the letter reader and the square's own colour."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Flags, around
from vision.geometry.rectify import SQUARE
from vision.letters.classifier import SOME_LETTER
from vision.letters.letter_marks import STEM, marked_otherwise, more_than, specked_otherwise
from vision.lighting.square_kinds import STRAY
from vision.sighting import Choices, Doubt, Reading, Why
from vision.square_index import squares_where
from vision.squares.blanks import SAME, SHOWS_PRINT, may_be_tile, plain_tile
from vision.squares.choices import PERHAPS_STOP, UNKNOWN, Unsure, choices_of, part_of, shared, unread
from vision.squares.evidence import ROUGHER, Evidence
from vision.squares.findings import BEYOND_DOUBT, CERTAIN, NEVER, Box, Findings, within
from vision.squares.grid_model import BARE, STOP

_CERTAIN_IF_BLURRED = ((-0.01, CERTAIN), (-0.02, 0.985), (-0.1, 0.997))
"""For letters that are not sharp: if clearer than the first once refocused, they are certain from the second on. Of 660
looks at nine sets, blurred by 2.5 to 7 image px, some grainy, 412 were clearer than the first (12,600 letters of 0.97
and more, none wrong but what was printed), 51 than the second (an I was read as an L with 0.98), 113 than the last (an
E was read as a C with 0.9935); less clear, an E was read as a C with 0.9992."""


@dataclass(frozen=True, slots=True)
class LetterLimits:
    """Limits of a letter; shares of certainty, and contrast as in Evidence."""

    # Up to it there is none; above it a tile without a clear letter is a doubt. A blank drawn at 27 px a square had
    # 0.023; a second reader looks for a letter on each blank.
    hardly: float = 0.03
    # Below it a letter that another one of the game differs from in its marks only is a doubt, on squares of fewer px
    # of the picture a side than SQUARE: five wrong ones on three drawn boards had 0.98 to 0.992.
    marked: float = 0.993
    # Px of the picture a side of a square, below which a speck's slope is not seen: of 154 Ź and Ż three were the other
    # with 0.9995 and more, on squares of 20 to 23 px none (drawn boards, two typefaces). On
    # squares as small nine windows of a letter show no more than one: see consensus.
    tiny: float = 20
    # Px below which, and share from which on, one that differs by that slope is sure: on squares of 21 px, aside, one
    # was the other with 0.9952; of 1,387 others on 20 to 24 px 121 have less, and none of 4,211 up to 32 px was wrong.
    few: float = 24
    speck: float = 0.996
    # Contrast below which a letter must be as sure: light had taken the hook of a J, and an I with 0.991 was left. Of
    # 2,339 pale letters on 512 pictures 59 have less, seven of which are less sure.
    faint: float = 0.1
    # Contrast below which clipping may have taken strokes: a U was read as a J with 0.03.
    pale: float = 0.2  # whole letters have 0.33 and more at 1.6 times the light (cava-train-1, scrabscrap-game12)
    # Contrast of a STEM, below which it may be the rest of a letter: an E of 0.33 was read as an I with 0.9977, a T of
    # 0.27 with 0.9987, an L of 0.22 with 0.9992 (drawn in 108 typefaces).
    stem: float = 0.45
    at_edge: float = 0.995  # below it a shade's edge may be a stroke: an L was read as an E with 0.978
    edge: float = 0.8  # log ratio of the light near by, above which a shade ends there
    # Below it one of which something hides a part is a doubt: two of 5,740 on photographs as they are, and five more of
    # 27 that had become others.
    in_part: float = 0.9999
    # The share of something's lying across a tile, above which its letter must be as sure. Of 18 that things and of six
    # that lamps had made others, told for sure until then, 17 and five are asked about then, or by the share from which
    # on it is not seen whole; of 10,600 others beside or under such things 485, of 7,024 on photographs as they are 11.
    crossed: float = 0.9


@dataclass(frozen=True, slots=True)
class HardLimits:
    """When a picture's letters are hard to read: what makes many uncertain makes some look like others.

    Of 380 looks at drawn boards and photographs six had letters read wrongly, with 0.977 to 0.9966, hairlines most
    of them: 0.21 to 0.49 of these boards' letters were uncertain.
    """

    fewest: int = 5  # letters, at least
    share: float = 0.2  # of them uncertain, above which they are hard: so are those of one in 223 photographs
    moved: float = 0.985  # confidence that one needs where the camera moved: a B whose stem had faded had 0.974 as an E


@dataclass(frozen=True, slots=True)
class SquareLimits:
    """Limits of likeness to a square's print (see SHOWS_PRINT), and of shares of the grid model."""

    as_printed: float = 0.85  # above it what reads as a letter is print, or a doubt
    plainly: float = 0.93  # above it it is print
    # The grid model's share of bare, below which a square near a lamp's mirror may hold a tile as white as the board:
    # eleven tiles in one mirror had 0.32 to 0.95.
    whitened: float = 0.97
    # The same of one of which something hides a part: of 409 tiles under lamps that had 0.1 and more 335 are such.
    bare_in_part: float = 0.9
    bare: float = 3  # ratio of a bare square's distances to tiles and to its kind: 5 and more, on dark boards, too


_STOP, _PERHAPS_STOP = 0.8, 0.05
"""The grid model's shares of a stop tile from which on it is one, and may be one: 23 in 480 looks had 0.81 and more."""


LETTERS = LetterLimits()
_HARD = HardLimits()
_SQUARE = SquareLimits()


def judge(evidence: Evidence, box: Box) -> Findings:
    """Say for each square whether it is empty, holds a tile and which, or cannot be told."""
    board: dict[Square, Reading] = {}
    stops: set[Square] = set()
    doubts: list[Doubt] = []
    covered: set[Square] = set()
    bare = _plainly_bare(evidence, box)
    for index in np.flatnonzero(~bare).tolist():
        square = Square(*divmod(index, evidence.size))
        found = _on_square(evidence, index, box)
        if isinstance(found, Reading):
            board[square] = found
        elif found == "#":
            stops.add(square)
        elif isinstance(found, Unsure):
            doubts.append(Doubt(square, found.choices, found.why))
        if evidence.cover.hand[index]:
            covered.add(square)
    printed = _shows_print(evidence)
    clearly = bare & (_SQUARE.bare * evidence.from_empty < evidence.from_tile)
    as_printed = squares_where((clearly | printed) & ~evidence.cover.near_veil, evidence.size)
    all_told = Findings(board, frozenset(stops), tuple(doubts), frozenset(covered), _certain(evidence), as_printed)
    return within(box, all_told)


def strange_in_tint(e: Evidence) -> Flags:
    """Squares of a tint that is further from their kind's than a bare one's."""
    return np.asarray(e.from_empty > np.maximum(STRAY, e.from_tile / _SQUARE.bare))


def _plainly_bare(e: Evidence, box: Box) -> Flags:
    """Squares that need no further look: most of any board."""
    hidden = e.cover.unseen | e.seen.at_end | _may_be_hidden(e)
    if box.stops:
        hidden |= e.cover.shows[STOP] > _PERHAPS_STOP
    as_printed = (e.from_empty < np.minimum(SAME, e.from_tile)) & (np.abs(e.rougher) < 2 * ROUGHER)
    return np.asarray(as_printed & ~hidden & ~e.lettered & ((np.abs(e.seen.brightness) < SAME) | ~e.plain))


def _may_be_hidden(e: Evidence) -> Flags:
    """Squares that may hold a tile which a lamp has made as white as them, or that something hides."""
    cover, bare = e.cover, e.cover.shows[BARE]
    return np.asarray((cover.in_part & (bare < _SQUARE.bare_in_part)) | (cover.near_veil & (bare < _SQUARE.whitened)))


def _shows_print(e: Evidence) -> Flags:
    """Premium squares that plainly show their print, or are as rough as it and much more like it than like a tile."""
    hidden = e.cover.unseen | e.seen.at_end | (e.letter > LETTERS.hardly) | e.plain
    # A stop tile is smoother than print.
    as_rough = (e.rougher > -ROUGHER) & (e.rougher < 2 * ROUGHER)
    alike = as_rough & (e.from_empty < STRAY) & (e.from_empty < e.from_tile / 2)
    return np.asarray(~hidden & (alike | (e.printed > _SQUARE.plainly)))


def _certain(e: Evidence) -> float:
    """The confidence from which on a letter is certain in this picture."""
    certain = next((certain for clear, certain in _CERTAIN_IF_BLURRED if e.clear > clear), NEVER)
    least = (BEYOND_DOUBT if _are_hard(e) else 0.0, _HARD.moved if e.moved else 0.0)
    return max(certain, *least)


def _are_hard(e: Evidence) -> bool:
    """Whether the picture's letters are hard to read, but for those that something hides."""
    seen = np.flatnonzero(e.lettered & ~e.cover.unseen).tolist()
    letters = e.shares.letters[[e.read[index] for index in seen]]
    uncertain = np.count_nonzero(letters.max(axis=1, initial=0) < CERTAIN)
    return bool(len(letters) >= _HARD.fewest and uncertain > _HARD.share * len(letters))


def _on_square(e: Evidence, index: int, box: Box) -> Reading | str | Unsure | None:
    """Judge a square: a reading, "#" for a stop tile, a doubt, or None for an empty square."""
    cover, is_lettered = e.cover, bool(e.letter[index] > SOME_LETTER)
    letter, confidence = choices_of(e, index)[0] if is_lettered else ("", 0.0)
    # What shines in a square's middle may look like a plain top's sign, too.
    is_lettered &= bool(letter) or not cover.spotted[index]
    # Where no light lies on it, what is told a mirror may be a pale hand or paper over half of a letter.
    is_clear = is_lettered and cover.lamplit[index] and confidence >= BEYOND_DOUBT
    is_veiled = cover.glare[index] and not is_clear
    if cover.hand[index] or is_veiled:
        why = Why.HAND if cover.hand[index] else Why.MIRROR
        return Unsure(why, _as_hidden(e, index)) if is_lettered else Unsure(why)
    if is_lettered and e.between[index]:
        return Unsure(Why.IN_PART, _as_hidden(e, index))
    return _letter(e, index, box) if is_lettered else _without_letter(e, index, box)


def _without_letter(e: Evidence, index: int, box: Box) -> Reading | str | Unsure | None:
    """Judge a square that shows no letter, likewise."""
    stop = float(e.cover.shows[STOP, index]) if box.stops else 0.0
    if e.washed[index]:
        # A white stop tile among the white icons of premium squares looks as if a lamp had clipped all of them.
        return Unsure(Why.WASHED, PERHAPS_STOP if stop > _PERHAPS_STOP else UNKNOWN)
    if _may_be_hidden(e)[index]:
        is_lit = e.cover.near_veil[index] or e.cover.lamplit[index] or e.cover.spotted[index]
        return Unsure(Why.MIRROR if is_lit else Why.HAND, _beneath(e, index, stop))
    if e.printed[index] > _SQUARE.as_printed:
        return None
    if e.cover.spotted[index]:
        return Unsure(Why.MIRROR, PERHAPS_STOP if stop > _PERHAPS_STOP else UNKNOWN)
    if stop > _PERHAPS_STOP:
        return "#" if stop > _STOP else Unsure(Why.MAYBE_STOP, PERHAPS_STOP)
    return None if _as_empty(e, index, box) else _neither(e, index, box)


def _beneath(e: Evidence, index: int, stop: float) -> Choices:
    """What may lie on a square that is hidden in part and shows no clear letter; stop: the share of a stop tile."""
    if stop > _PERHAPS_STOP:
        return PERHAPS_STOP
    return unread(e, index).choices if e.letter[index] > LETTERS.hardly else UNKNOWN


def _neither(e: Evidence, index: int, box: Box) -> Reading | Unsure | None:
    """Judge a square that shows no letter and is not plainly bare."""
    if not box.coloured and e.from_tile[index] >= e.from_empty[index]:
        return None
    if e.letter[index] > LETTERS.hardly:
        return unread(e, index)
    # Tiles of many colours have no common look: a square that is not plainly empty is a doubt.
    return Unsure(Why.ALIKE) if box.coloured else plain_tile(e, index)


def _as_empty(e: Evidence, index: int, box: Box) -> bool:
    """Whether a square shows what is printed there, by its print or by its tint."""
    # Where no letter shows the look of tiles, only a plain square's own colour tells that it is bare.
    is_unknown = np.isinf(e.from_tile[index]) and e.plain[index] and not box.coloured
    most = SAME if is_unknown else STRAY
    is_close = e.from_empty[index] < min(most, e.from_tile[index])
    by_tint = is_close and abs(e.rougher[index]) < 2 * ROUGHER
    return bool(by_tint or e.printed[index] > SHOWS_PRINT)


def _as_half_seen(e: Evidence, index: int) -> Choices:
    """The choices of a half-hidden square: the letter that is seen may be a part of another."""
    letter, confidence = choices_of(e, index)[0]
    return UNKNOWN if letter == "." else part_of(Reading(letter, confidence))


def _as_hidden(e: Evidence, index: int) -> Choices:
    """The same where something or a lamp hides all of it: what seems a letter may be that, and nothing lie there."""
    choices = _as_half_seen(e, index)
    return (*choices, (".", 0.1)) if choices[0][0] in e.alphabet else UNKNOWN


def _letter(e: Evidence, index: int, box: Box) -> Reading | Unsure | None:
    """Judge a square that shows a letter: a reading, a doubt, or None if it is the square's print."""
    choices = choices_of(e, index)
    letter, confidence = choices[0]
    half = round(confidence / 2, 4)
    if e.printed[index] > _SQUARE.as_printed:
        # It is the printed sign of its square, whatever the reader says.
        if e.from_empty[index] < e.from_tile[index] or e.printed[index] > _SQUARE.plainly:
            return None
        return Unsure(Why.PRINT, ((".", 0.5), (letter, half)))
    if not box.coloured and not may_be_tile(e, index):
        # Without the colour of a tile it is not confident.
        return Unsure(Why.NO_TILE_COLOUR, ((letter, half), (".", half)))
    is_in_part = confidence < _least(e, index) or _may_be_in_part(e, index, letter)
    is_half_seen = is_in_part or (e.seen.faded[index] and _may_have_lost(e, index, letter))
    is_faint = bool(e.seen.faded[index] or e.seen.contrast[index] < LETTERS.faint)
    is_hardly_sure = confidence < LETTERS.at_edge and (is_faint or e.seen.uneven[index] > LETTERS.edge)
    if is_half_seen or is_hardly_sure:
        why = Why.IN_PART if is_in_part else Why.FADED if is_faint else Why.SHADE_EDGE
        return Unsure(why, _as_half_seen(e, index))
    return _told(e, index, letter, confidence)


def _told(e: Evidence, index: int, letter: str, confidence: float) -> Reading | Unsure:
    """A letter that is seen whole, or a doubt which one it is."""
    side = e.read_from.side
    alike = specked_otherwise(letter, e.alphabet)
    if alike and side < LETTERS.tiny and confidence > SOME_LETTER:
        return Unsure(Why.LETTER, shared(letter, 0.5, sorted(alike)))
    is_small = side < SQUARE and marked_otherwise(letter, e.alphabet)
    marked = LETTERS.speck if alike and side < LETTERS.few else LETTERS.marked
    certain = max(_certain(e), marked if is_small else 0.0)
    is_sure = letter not in {"", "."} and confidence >= certain
    return Reading(letter, confidence) if is_sure else unread(e, index)


def _least(e: Evidence, index: int) -> float:
    """The confidence from which on a letter is believed, by what may hide a part of it."""
    if e.cover.in_part[index] or e.across[index] > LETTERS.crossed:
        return LETTERS.in_part
    may_be_cut = not e.whole[index] or e.cover.near_veil[index] or e.cover.perhaps_in_part[index]
    return BEYOND_DOUBT if may_be_cut else 0.0


def _may_be_in_part(e: Evidence, index: int, letter: str) -> bool:
    """Whether a letter that is not seen whole may be a part of another, however sure it is."""
    near_cover = not e.whole[index] and around(e.cover.unseen, 1)[index]
    return bool(near_cover or (e.across[index] > LETTERS.crossed and more_than(letter, e.alphabet)))


def _may_have_lost(e: Evidence, index: int, letter: str) -> bool:
    """Whether clipping may have taken a stroke, or dots or a tail that another letter of the game has."""
    is_stem = letter == STEM and e.seen.contrast[index] < LETTERS.stem
    return bool(more_than(letter, e.alphabet) or is_stem or e.seen.contrast[index] < LETTERS.pale)
