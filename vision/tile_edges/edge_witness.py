"""What the lines round the squares say of what was found: they settle doubts about plain tiles, and make others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Flags, around
from vision.geometry.layout_match import Printed
from vision.geometry.rectify import Squared
from vision.sighting import Doubt, Reading, Why
from vision.square_flags import flagged, index_of, squares_where
from vision.squares.blanks import SAME, recoloured, shows_something, unprinted
from vision.squares.choices import PERHAPS_STOP, UNKNOWN
from vision.squares.evidence import SHOWS, Evidence
from vision.squares.first_verdict import NEVER, Box, Findings
from vision.squares.partly_hidden import covered
from vision.squares.stop_tiles import is_white_top
from vision.tile_edges.edge_measure import BARE, TILE, Known, Rims, rims_of
from vision.tile_edges.edge_measure import UNKNOWN as NOT_KNOWN
from vision.tile_edges.hidden_lines import unlined
from vision.tile_edges.odd_lines import unseen

_NO_TILE, _BARE, _TILE = -1.2, -2.5, 0.8
"""Below the second no tile is, above the last no bare square, of those with two sides compared. Of some 2,000
lettered tiles and 12,000 bare squares of four sets as they are and in seven kinds of bad light tiles had -1.9 and more,
99 in 100 -1.1, and bare squares -0.7 and less, but for 0.3 where a lamp's pool took their lines or tiles lie all round.
What is a plain tile for sure, and has less than the first, is doubted: people are asked about blanks in any case."""
_NO_STOP, _HARDLY_STOP = -4.5, -4.0
"""The same of stop tiles: of another colour than letters are, they have other rims. On 80 drawn boards they had -3.5
and more, in 420 looks at path-traced ones, in 21 kinds of bad light, -2.35; a bare square in a lamp's mirror, lifted as
a white tile is, had -4.3."""
_SIDES = 2
_PLAINLY_TILE = 1.5
"""A tile, whatever else its square may look like: a bare one between four tiles had 0.96 (scrabscrap-game01 L4)."""
_PERHAPS_TILE, _ODD = 0.5, 1.5
"""Perhaps a tile, if its lines to bare squares are besides so much further from such lines than those are from each
other. A lamp's pool on the dark board makes its tiles look like bare squares: an I there had 1.5 and 2.9, a K 0.6 and
3.1; of 240,000 bare squares in 1,065 looks at ten sets none had both."""
_DIM = 0.3
"""Nor is a plain square sure to be bare that is darker by so much (logarithmic) than in the dimmest light near by,
unless its rim tells that. Bare ones of ten sets, in seven kinds of light, had -3.9 and less, in the shadows of tiles.
Blanks of the dark edition in dim rooms, by their tint as like a tile as bare board, are darker by 0.37 to 0.5 and had
-1.5 and more: on 4 of 60 drawn boards they were told as bare.
"""
_PERHAPS, _LIKELY = 0.3, 0.6
_AS_TILE, _PLAIN, _LEAST_RIM = 3, 0.97, 0.5
"""So many times nearer to the tiles' colour than to the empty square's; how sure a plain tile is then, and what rim it
needs: of 40 such squares in strong light, on 110 drawn boards and 72 photographs, all were plain tiles, with two sides
compared 0.57 to 7, but for one of -1.3.
"""
_MANY_FLAT = 12
"""So many squares in doubt rims alone settle as bare at most: what lies over them has no rim, either. Where no common
line tells whether something does, it was 7 at most in 260 looks at six sets in 22 kinds of bad light, and 46 under a
grey band.
"""
_HALO = 2
"""A lamp's mirror has a soft edge: so many squares from where it is seen rims are not trusted."""
_AS_BARE = 0.02
"""So rarely a bare square has a tile's rim, at most."""
_TINTED = frozenset({Why.TILE_ON_PRINT, Why.TOO_MANY_BLANKS, Why.FOREIGN_LETTER})
"""Reasons of doubts about squares that have a tile's tint."""
_UNTOLD = frozenset({Why.HAND, Why.MIRROR, Why.WASHED, Why.ALIKE, Why.STRANGE, Why.INK, Why.NO_LINES})
"""Reasons of doubts of which nothing tells a tile: no edges make one sure, as what hides the square has some, too."""


@dataclass(frozen=True, slots=True)
class _Rim:
    """One square's rim: see Rims."""

    tile: float
    sides: int

    def is_bare(self, most: float) -> bool:
        """Whether it is no more like a tile's rim than this, as far as that can be told."""
        return self.sides >= _SIDES and self.tile < most

    def is_tile(self, least: float) -> bool:
        """Whether it is more like a tile's rim than this, as far as that can be told."""
        return self.sides >= _SIDES and self.tile > least


@dataclass(frozen=True, slots=True)
class Ground:
    """Squares by what is known of them beside their rims.

    clear: nothing hides them. apart: nothing near by does, either, so that doubts there may be settled. plain: they
    show nothing. unprinted: they show not the print that belongs there. marked: they show something else. dim: they are
    printed plain, and darker than a shade makes them.
    """

    clear: frozenset[Square]
    apart: frozenset[Square]
    plain: frozenset[Square]
    unprinted: frozenset[Square]
    marked: frozenset[Square]
    dim: frozenset[Square]


def rimmed(found: Findings, squared: Squared, evidence: Evidence, box: Box, printed: Printed) -> Findings:
    """What was found, compared with the squares' rims; those that show no line to any other lie under something.

    Rims tell nothing of squares that a hand or a lamp's mirror hides. Where there is a hand no doubt is settled, since
    who knows how far it reaches, nor near a mirror; nor where letters cannot be read, since they may look like blanks.
    """
    glare = evidence.glare.reshape(squared.size, squared.size)
    hidden = evidence.hand | evidence.glare
    known = _known(found, squared.size, evidence.lettered, hidden)
    rims = rims_of(squared, known, printed)
    under = unlined(rims, known, flagged({*found.board, *found.stops}, squared.size), glare, blurred=evidence.blurred)
    found = covered(found, squares_where(under, squared.size))
    clear = squares_where(~hidden, squared.size) - found.covered
    is_settling = not (evidence.hand.any() or found.covered or found.certain == NEVER)
    apart = clear - squares_where(around(glare, _HALO), squared.size) if is_settling else frozenset()
    told = judged_by(rims, found, Ground(clear, apart, *_shown(evidence, squared.size, box)))
    if not box.coloured:
        return told
    asked = clear & squares_where(evidence.plain, squared.size)
    return told.with_doubts(unseen(told, rims, asked, box.blanks))


def plain_tiles(
    found: Findings,
    squared: Squared,
    evidence: Evidence,
    printed: Printed,
    plain: frozenset[Square],
    pale: frozenset[Square],
) -> Findings:
    """The findings with those of some squares in doubt sure that are plain tiles by their rims; not near a mirror.

    plain: they may be bare, or tiles without a letter; no strong light has taken one. pale: paler than bare ones there.
    """
    size = squared.size
    asked = (plain | pale) - squares_where(around(evidence.glare.reshape(size, size), _HALO), size)
    if found.covered or not asked:
        return found
    rims = rims_of(squared, _known(found, size, evidence.lettered, evidence.hand | evidence.glare), printed)
    # Where all is at the end of the scale a bare square is like a tile, too: by 0.001, and by 0.003 like itself.
    is_tile = (_AS_TILE * evidence.from_tile < evidence.from_empty) & (evidence.from_empty > SAME)
    return plain_by(rims, found, asked, pale | squares_where(is_tile, size))


def plain_by(rims: Rims, found: Findings, plain: frozenset[Square], alike: frozenset[Square]) -> Findings:
    """The findings with those of the plain squares sure that have a tile's rim and are like one otherwise, too.

    alike: squares that have the colour of the tiles. Beside bleached tiles bare squares had a rim of up to 6.7.
    """
    likely = {doubt.square for doubt in found.doubts if dict(doubt.choices).get("", 0.0) > _LIKELY} | alike
    asked = likely & plain & {doubt.square for doubt in found.doubts}
    blanks = {square: Reading("", _PLAIN) for square in asked if _rim(rims, square).is_tile(_LEAST_RIM)}
    left = tuple(doubt for doubt in found.doubts if doubt.square not in blanks)
    return replace(found, board={**found.board, **blanks}, doubts=left)


def _shown(e: Evidence, size: int, box: Box) -> Iterator[frozenset[Square]]:
    """The squares that show nothing, those without the print that belongs there, those with other marks, and dim ones.

    A white blank among tiles of many colours has not their rims, and hides its square's hue; nor has a white stop tile.
    """
    # Of a tile out of focus it is known whether it shows ink; at the end of the scale ink is gone.
    is_plain = (e.contrast < SHOWS) | (e.whole & e.blurred)
    marked = shows_something(e) | recoloured(e) if box.coloured else shows_something(e)
    if box.stops and box.edition == "dark":
        # In strong light the rim of a white stop tile, plain to see, was like a bare square's by -4.6.
        marked |= is_white_top(e)
    dim = e.plain & (e.brightness < e.shades[:, 0] - _DIM)
    return (squares_where(told, size) for told in (is_plain & ~e.at_end, unprinted(e), marked, dim))


def judged_by(rims: Rims, found: Findings, ground: Ground) -> Findings:
    """What was found, with doubts settled by rims, and others raised.

    Where rims would settle many as bare, and no line tells that they are seen, something lies over them.
    """
    told = _judged_by(rims, found, ground)
    flat = _flat(found, told, rims)
    if flat.sum() <= _MANY_FLAT:
        return told
    hidden = squares_where(around(flat, 1), len(flat))
    return _judged_by(rims, covered(found, hidden), replace(ground, clear=ground.clear - hidden, apart=frozenset()))


def _flat(found: Findings, told: Findings, rims: Rims) -> Flags:
    """The squares (n, n) in doubt that rims have settled as bare, and of which no line tells whether they are seen."""
    return flagged({doubt.square for doubt in found.doubts} - told.taken, len(rims.lined)) & np.isinf(rims.lined)


def _judged_by(rims: Rims, found: Findings, ground: Ground) -> Findings:
    settled = {square: reading for square, reading in _settled(found, rims, ground) if square in ground.apart}
    left = (doubt for doubt in found.doubts if doubt.square not in settled)
    doubts = (*left, *_raised(found, rims, ground))
    doubted = {doubt.square for doubt in doubts}
    board = {square: reading for square, reading in found.board.items() if square not in doubted}
    board |= {square: reading for square, reading in settled.items() if reading is not None}
    told = tuple(sorted(doubts, key=lambda doubt: doubt.square))
    judged = replace(found, board=board, stops=found.stops - doubted, doubts=told)
    bare = {square for square in ground.apart - judged.taken if _rim(rims, square).is_bare(_BARE)}
    return replace(judged, bare=found.bare | bare)


def _known(found: Findings, size: int, lettered: Flags, hidden: Flags) -> Known:
    """What is known of each square."""
    known = np.full((size, size), BARE)
    for square in found.taken:
        known[square.row, square.column] = TILE if lettered[index_of(square, size)] else NOT_KNOWN
    known[hidden.reshape(size, size)] = NOT_KNOWN
    return known


def _rim(rims: Rims, square: Square) -> _Rim:
    return _Rim(float(rims.tile[square.row, square.column]), int(rims.sides[square.row, square.column]))


def _settled(found: Findings, rims: Rims, ground: Ground) -> Iterator[tuple[Square, Reading | None]]:
    """The doubts that are settled: by what lies there, or by nothing.

    A blank shows nothing: letters out of focus, or half hidden, looked like blanks but for that. What has a tile's tint
    and not the print that belongs there may be half of one: under a stick an N and a Z had a bare square's rim.
    """
    for doubt in found.doubts:
        rim, names = _rim(rims, doubt.square), [name for name, _ in doubt.choices]
        most = _NO_STOP if "#" in names else _BARE
        is_tinted = doubt.why in _TINTED and doubt.square in ground.unprinted
        is_tile = is_tinted or doubt.square in ground.marked or any(name.isalpha() for name in names)
        if rim.is_bare(most) and "." in names and not is_tile:
            yield doubt.square, None
        reading = _tile(doubt, rim)
        if reading and (reading.confidence >= found.certain if reading.letter else doubt.square in ground.plain):
            yield doubt.square, reading


def _tile(doubt: Doubt, rim: _Rim) -> Reading | None:
    """What lies on the square where a tile lies for sure; None where that, or what tile it is, is not sure."""
    bare, tiles = dict(doubt.choices).get(".", 0.0), [choice for choice in doubt.choices if choice[0] not in {".", "#"}]
    if not tiles or not bare or doubt.why in _UNTOLD or not rim.is_tile(_needed(tiles[0][1])):
        return None
    likeliest, share = tiles[0]
    if likeliest:
        return Reading(likeliest, round(share / (1 - bare), 4)) if share > _LIKELY else None
    if len(tiles) > 1:
        # A letter that light has nearly taken looks like none.
        return None
    return Reading("", round(share / (share + (1 - share) * _AS_BARE), 3))


def _needed(share: float) -> float:
    """How much of a tile's rim there must be where other witnesses give a tile this share."""
    if share < _LIKELY:
        return _PLAINLY_TILE if share > _PERHAPS else np.inf
    return _TILE


def _raised(found: Findings, rims: Rims, ground: Ground) -> Iterator[Doubt]:
    """Squares found bare that have a tile's rim, or are dim and have not a bare one's, and plain tiles that have none.

    A plain tile that hides print needs no rim.
    """
    is_tile = (rims.tile > _PLAINLY_TILE) | ((rims.tile > _PERHAPS_TILE) & (rims.odd > _ODD))
    has_rim = squares_where((rims.sides >= _SIDES) & is_tile, len(rims.tile))
    dim = {square for square in ground.dim if not _rim(rims, square).is_bare(_BARE)}
    for square in ground.clear & ((has_rim | dim) - found.taken):
        yield Doubt(square, UNKNOWN, Why.TILE_EDGES if square in has_rim else Why.DIM)
    for square in ground.clear & found.stops:
        if _rim(rims, square).is_bare(_HARDLY_STOP):
            yield Doubt(square, PERHAPS_STOP, Why.NO_TILE_EDGES)
    blanks = {square for square, reading in found.board.items() if not reading.letter}
    for square in ground.clear & blanks - ground.unprinted:
        if _rim(rims, square).is_bare(_NO_TILE):
            yield Doubt(square, UNKNOWN, Why.NO_TILE_EDGES)
