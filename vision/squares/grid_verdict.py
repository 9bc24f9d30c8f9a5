"""What the grid model says of squares in doubt, and of squares that the other witnesses took for bare."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from pi_referee.rules.board.square import Square
from vision.arrays import Floats
from vision.sighting import Doubt, Reading, Why
from vision.square_index import squares_where
from vision.squares.choices import FOREIGN
from vision.squares.findings import CERTAIN, Box, Findings, within
from vision.squares.grid_model import BARE, BLANK, LETTER, STOP


@dataclass(frozen=True, slots=True)
class VerdictLimits:
    """From which shares on the grid model is believed, or asks.

    Measured on 226 photographs as they are and 99 varied, and 80 drawn boards of a seed that nothing was tuned on:
    94,000 squares.
    """

    # Two thirds of the bare squares in doubt have more, and of 627 tiles in doubt that may be bare none. Of 7,000
    # letters of 20 sets that others were sure of one has 0.996, and a 2 printed on a square, read as a Z, all of it.
    surely: float = 0.998
    # The same of one that is likelier a letter than anything else: an E out of focus had 0.9983; of 37 bare ones under
    # mixtures three have less.
    no_letter: float = 0.999
    # The same of a letter of which its reader is less sure than sure_letter: a ×2 on a bare square had 0.997 and was
    # a Z by 0.990; of 6,200 letters one has that, in 0.995, and is less sure.
    sign: float = 0.95
    sure_letter: float = 0.995
    # Share of bare below which a square is asked about that is plainly as printed: 24 bare ones on 818 pictures, half
    # of which lie under a lamp's mirror, and six of eight letters that light had nearly taken; with 0.3 96 and seven.
    hardly: float = 0.1
    # The same of one that the others took for bare, but not as plainly as printed, or whose print is not seen: a blank
    # in the corner had 0.26. With 0.5 one more in forty looks under mixtures asked, with 0.3 none.
    perhaps: float = 0.3
    # Share of letter and blank together below which a plain tile that the others told is asked about: bare squares that
    # a lamp had whitened had less. Of 364 plain tiles one in a brown board's corner had less, photographed often.
    no_tile: float = 0.1
    # The same of one of which the others are less sure than sure_tile: a bare square in a lamp's pool had 0.40.
    hardly_tile: float = 0.45
    # Confidence of a plain tile from which less is needed: that bare square had 0.971; a plain tile as dark as its
    # board, with 0.11 to 0.37 on seven photographs, 0.992 and more.
    sure_tile: float = 0.99
    # Share of a plain tile by the letter reader, which doubts some of them, from which both together tell one: below,
    # it saw an S in 0.31, and the grid model none.
    plain: float = 0.85


LIMITS = VerdictLimits()

_BARE_OR_TILE = frozenset({Why.TILE_EDGES, Why.ODD_LINES, Why.TILE_ON_PRINT, Why.NOT_AS_BARE, Why.PRINT})
"""Doubts about squares that are wholly seen, whether a tile without a letter lies there."""


def told_by_grid(
    found: Findings,
    things: Floats,
    box: Box,
    misprinted: AbstractSet[Square] = frozenset(),
    hidden: AbstractSet[Square] = frozenset(),
) -> Findings:
    """The findings without the doubts that the grid model settles, and with those that it raises.

    things: its shares of BARE to COVERED, (5, n, n). misprinted: squares that do not show the print that belongs there.
    hidden: squares of which something hides a part, and those beside them. Plain tiles and stop tiles are settled
    where nothing is hidden, if the box holds as many.
    """
    left = _without_bare(found, things)
    told = _with_tiles(left, things, hidden)
    return _asked(told if within(box, told) == told else left, things, box, misprinted)


def _without_bare(found: Findings, things: Floats) -> Findings:
    """The findings without the doubts about squares that surely are bare."""
    bare = {doubt.square for doubt in found.doubts if _is_bare(doubt, things)}
    left = tuple(doubt for doubt in found.doubts if doubt.square not in bare)
    return replace(found, doubts=left, covered=found.covered - bare)


def _is_bare(doubt: Doubt, things: Floats) -> bool:
    """Whether a square that may be bare surely is."""
    names = [name for name, _ in doubt.choices]
    least = LIMITS.no_letter if names[0].isalpha() else LIMITS.surely
    return "." in names and bool(things[BARE, doubt.square.row, doubt.square.column] > least)


def _with_tiles(found: Findings, things: Floats, hidden: AbstractSet[Square]) -> Findings:
    """The findings with tiles without a letter where only that was in doubt, and surely one lies."""
    # Where letters are hard to read the faintest look like plain tops.
    are_clear = found.certain == CERTAIN
    seen = [one for one in found.doubts if one.square not in hidden]
    plain = [one.square for one in seen if one.why in _BARE_OR_TILE or (are_clear and _is_likely_blank(one))]
    share = {square: things[:, square.row, square.column] for square in plain}
    blanks = {one: Reading("", float(share[one][BLANK])) for one in plain if share[one][BLANK] > LIMITS.surely}
    stops = {one for one in plain if share[one][STOP] > LIMITS.surely}
    told = found.with_settled(blanks)
    return replace(told, stops=told.stops | stops, doubts=tuple(one for one in told.doubts if one.square not in stops))


def _is_likely_blank(doubt: Doubt) -> bool:
    """Whether the letter reader hardly doubts that it is a plain tile."""
    likeliest, share = doubt.choices[0]
    return doubt.why is Why.LETTER and not likeliest and share > LIMITS.plain


def _asked(found: Findings, things: Floats, box: Box, misprinted: AbstractSet[Square]) -> Findings:
    """Doubts about squares that were told as bare and hardly are, and about tiles where it sees bare board."""
    size = things.shape[1]
    found = _without_signs(found, things[BARE])
    plain = (one for one, told in found.board.items() if not told.letter and _is_no_tile(one, told, things))
    found = found.with_doubts(Doubt(square, FOREIGN, Why.MAYBE_BLANK) for square in tuple(plain))
    # What looks like a stop tile is none in a game without them.
    bare = things[BARE] if box.stops else things[BARE] + things[STOP]
    hardly, perhaps = (squares_where((bare < share).ravel(), size) for share in (LIMITS.hardly, LIMITS.perhaps))
    asked = (hardly | (perhaps - (found.bare - misprinted))) - found.taken
    return found.with_doubts(Doubt(square, FOREIGN, Why.NOT_AS_BARE) for square in asked)


def _is_no_tile(square: Square, told: Reading, things: Floats) -> bool:
    """Whether it sees too little of a tile for a plain one that the others told."""
    least = LIMITS.no_tile if told.confidence >= LIMITS.sure_tile else LIMITS.hardly_tile
    return bool(things[[LETTER, BLANK], square.row, square.column].sum() < least)


def _without_signs(found: Findings, bare: Floats) -> Findings:
    """Doubts about letters where it surely sees bare board: a sign is printed there. bare: its shares, (n, n)."""
    signs = {
        one: told for one, told in found.board.items() if told.letter and _is_sign(told, bare[one.row, one.column])
    }
    return found.with_doubts(
        Doubt(square, ((".", 0.5), (told.letter, 0.5)), Why.PRINT) for square, told in signs.items()
    )


def _is_sign(told: Reading, bare: float) -> bool:
    """Whether what reads as a letter is surely printed on a bare square, or likely where it is a less clear letter."""
    return bare > (LIMITS.surely if told.confidence >= LIMITS.sure_letter else LIMITS.sign)
