"""Compares the findings with the measured edges of squares: settles doubts about plain tiles, and raises others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Flags
from vision.geometry.layout_match import Printed
from vision.geometry.rectify import Squared
from vision.sighting import Doubt, Reading, Why
from vision.square_index import index_of, squares_where
from vision.squares.blanks import unprinted
from vision.squares.choices import UNKNOWN
from vision.squares.evidence import SHOWS, Evidence
from vision.squares.findings import NEVER, Box, Findings
from vision.squares.grid_model import BARE as BARE_THING
from vision.tile_edges.edge_limits import DIM, EDGE, ODDS, SEEMS_BARE, STOP
from vision.tile_edges.edge_measure import BARE, TILE, Known, Rims, rims_of
from vision.tile_edges.edge_measure import UNKNOWN as NOT_KNOWN
from vision.tile_edges.square_sides import framed
from vision.tile_edges.unseen_blanks import unseen

_TINTED = frozenset({Why.TILE_ON_PRINT, Why.TOO_MANY_BLANKS, Why.FOREIGN_LETTER})
"""Reasons of doubts about squares with the tint of a tile."""
_UNTOLD = frozenset({Why.HAND, Why.MIRROR, Why.WASHED, Why.ALIKE})
"""Reasons of doubts that no edges settle as a tile: what hides the square has edges, too."""


@dataclass(frozen=True, slots=True)
class _Rim:
    """The edges of one square: see Rims."""

    tile: float
    sides: int

    def is_bare(self, most: float) -> bool:
        """Whether its likeness to a tile's edges is below this; False if too few sides were compared."""
        return self.sides >= EDGE.sides and self.tile < most

    def is_tile(self, least: float) -> bool:
        """Whether its likeness to a tile's edges is above this; False if too few sides were compared."""
        return self.sides >= EDGE.sides and self.tile > least


@dataclass(frozen=True, slots=True)
class Ground:
    """Squares by what is known of them besides their edges.

    clear: nothing hides them. apart: those where doubts may be settled. plain: they show no
    ink. unprinted: the print that belongs there is not seen. dim: they are printed plain, and darker than a shade makes
    them. bare: the grid model sees them so, as in a tile's shadow, whose edge is none of a tile's. framed: their sides
    have another colour than bare ones'.
    """

    clear: frozenset[Square]
    apart: frozenset[Square]
    plain: frozenset[Square]
    unprinted: frozenset[Square]
    dim: frozenset[Square]
    bare: frozenset[Square]
    framed: frozenset[Square] = frozenset()


def rimmed(found: Findings, squared: Squared, evidence: Evidence, box: Box, printed: Printed) -> Findings:
    """The findings after comparison with the squares' edges.

    Edges of squares of which a part is hidden, or near a lamp's mirror, count for nothing. No doubt is settled if there
    is a hand, which may reach further than it is seen, nor if letters cannot be read, which may then look like blanks.
    """
    hidden = evidence.hand | evidence.near_veil | evidence.in_part
    known = _known(found, squared.size, evidence.lettered, hidden)
    rims = rims_of(squared, known)
    clear = squares_where(~hidden, squared.size)
    is_settling = not (evidence.hand.any() or found.certain == NEVER)
    apart = clear if is_settling else frozenset()
    frames = squares_where(framed(squared, known, printed.codes, printed.plain), squared.size)
    ground = replace(Ground(clear, apart, *_shown(evidence, squared.size)), framed=frames)
    told = judged_by(rims, found, ground)
    if not box.coloured:
        return told
    asked = clear & squares_where(evidence.plain, squared.size)
    return told.with_doubts(unseen(told, rims, asked, box.blanks))


def _shown(e: Evidence, size: int) -> Iterator[frozenset[Square]]:
    """The squares that show nothing, those without their print, dim ones, and those that seem bare in colour."""
    # Even out of focus a tile shows whether it has ink; where it is clipped ink is gone.
    is_plain = (e.contrast < SHOWS) | (e.whole & e.blurred)
    dim = e.plain & (e.brightness < e.shades[:, 0] - DIM)
    seem_bare = e.things[BARE_THING].ravel() > SEEMS_BARE
    return (squares_where(one, size) for one in (is_plain & ~e.at_end, unprinted(e), dim, seem_bare))


def judged_by(rims: Rims, found: Findings, ground: Ground) -> Findings:
    """The findings with doubts settled by edges, and others raised, wherever nothing covers the board."""
    settled = {square: reading for square, reading in _settled(found, rims, ground) if square in ground.apart}
    tiles = {square: reading for square, reading in settled.items() if reading is not None}
    left = replace(found, doubts=tuple(doubt for doubt in found.doubts if doubt.square not in settled))
    judged = left.with_settled(tiles).with_doubts(_raised(found, rims, ground))
    bare = {square for square in ground.apart - judged.taken if _rim(rims, square).is_bare(EDGE.bare)}
    return replace(judged, bare=found.bare | bare)


def _known(found: Findings, size: int, lettered: Flags, hidden: Flags) -> Known:
    """What is known of each square, (n, n): BARE, TILE or NOT_KNOWN."""
    known = np.full((size, size), BARE)
    for square in found.taken:
        known[square.row, square.column] = TILE if lettered[index_of(square, size)] else NOT_KNOWN
    known[hidden.reshape(size, size)] = NOT_KNOWN
    return known


def _rim(rims: Rims, square: Square) -> _Rim:
    return _Rim(float(rims.tile[square.row, square.column]), int(rims.sides[square.row, square.column]))


def _settled(found: Findings, rims: Rims, ground: Ground) -> Iterator[tuple[Square, Reading | None]]:
    """The doubts that edges settle, with what lies there, or None for a bare square.

    A blank must show no ink: letters out of focus, or half hidden, look like blanks otherwise. A square with a tile's
    tint and without its print may hold half a tile: under a stick an N and a Z had a bare square's edges. So has a tile
    of which a part is seen, beside a lamp.
    """
    for doubt in found.doubts:
        rim, names = _rim(rims, doubt.square), [name for name, _ in doubt.choices]
        most = STOP.no_stop if "#" in names else EDGE.bare
        is_tinted = doubt.why in _TINTED and doubt.square in ground.unprinted
        is_tile = is_tinted or doubt.why is Why.IN_PART or any(name.isalpha() for name in names)
        if rim.is_bare(most) and "." in names and not is_tile:
            yield doubt.square, None
        reading = _tile(doubt, rim)
        if reading and (reading.confidence >= found.certain if reading.letter else doubt.square in ground.plain):
            yield doubt.square, reading


def _tile(doubt: Doubt, rim: _Rim) -> Reading | None:
    """What lies on a square whose edges show a tile; None where that, or which tile it is, stays in doubt."""
    bare, tiles = dict(doubt.choices).get(".", 0.0), [choice for choice in doubt.choices if choice[0] not in {".", "#"}]
    if not tiles or not bare or doubt.why in _UNTOLD or not rim.is_tile(_needed(tiles[0][1])):
        return None
    likeliest, share = tiles[0]
    if likeliest:
        return Reading(likeliest, round(share / (1 - bare), 4)) if share > ODDS.likely else None
    if len(tiles) > 1:
        # A letter that light has nearly taken looks like a blank.
        return None
    return Reading("", round(share / (share + (1 - share) * ODDS.edged_bare), 3))


def _needed(share: float) -> float:
    """The likeness to a tile's edges needed where others give a tile this share; infinite if none is enough."""
    if share < ODDS.likely:
        return EDGE.plainly_tile if share > ODDS.perhaps else np.inf
    return EDGE.tile


def _raised(found: Findings, rims: Rims, ground: Ground) -> Iterator[Doubt]:
    """Doubts about squares taken for bare that have a tile's edges, or are dim and have not a bare one's."""
    is_tile = (rims.tile > EDGE.plainly_tile) | ((rims.tile > EDGE.perhaps_tile) & (rims.odd > EDGE.odd))
    has_rim = squares_where((rims.sides >= EDGE.sides) & is_tile, len(rims.tile))
    dim = {square for square in ground.dim if not _rim(rims, square).is_bare(EDGE.bare)}
    for square in (ground.clear - ground.bare) & ((has_rim | dim | ground.framed) - found.taken):
        yield Doubt(square, UNKNOWN, Why.DIM if square in dim - has_rim - ground.framed else Why.TILE_EDGES)
