"""Settles doubts by the measured edges of squares, and raises others about blanks that look like the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Flags, around
from vision.geometry.rectify import Squared
from vision.sighting import Doubt, Reading, Why
from vision.square_index import index_of, squares_where
from vision.squares.evidence import SHOWS, Evidence
from vision.squares.findings import NEVER, Box, Findings
from vision.tile_edges.edge_measure import BARE, TILE, Known, Rims, rims_of
from vision.tile_edges.edge_measure import UNKNOWN as NOT_KNOWN
from vision.tile_edges.unseen_blanks import unseen

_UNTOLD = frozenset({Why.HAND, Why.MIRROR, Why.WASHED, Why.ALIKE})
"""Reasons of doubts that no edges settle as a tile: what hides the square has edges, too."""


@dataclass(frozen=True, slots=True)
class EdgeLimits:
    """Limits of the likeness to a tile's edges (log ratio, see Rims), and odds (0 to 1) of a tile in doubt.

    Of some 2,000 lettered tiles and 12,000 bare squares of four sets as they are and in seven kinds of bad light tiles
    scored -1.9 and more, 99 in 100 of them -1.1; bare squares -0.7 and less, except 0.3 where a lamp's pool took their
    lines or where tiles lie all around.
    """

    sides: int = 2  # fewest sides compared
    bare: float = -2.5  # no tile scored below
    tile: float = 0.8  # no bare square scored above
    likely: float = 0.6  # odds by other witnesses from which on edges that are like a tile's settle it
    edged_bare: float = 0.02  # share of bare squares with a tile's edges, at most
    halo: int = 2  # squares around a lamp's specular reflection, whose soft edge makes edges unreliable


EDGE = EdgeLimits()


@dataclass(frozen=True, slots=True)
class Ground:
    """Squares by what is known of them besides their edges.

    clear: doubts there may be settled. plain: they show no ink.
    """

    clear: frozenset[Square]
    plain: frozenset[Square]


def rimmed(found: Findings, squared: Squared, evidence: Evidence, box: Box) -> Findings:
    """The findings after comparison with the squares' edges.

    Edges of squares that a hand or a specular reflection hides count for nothing. No doubt is settled if there is a
    hand, which may reach further than it is seen, nor near a reflection, nor if letters cannot be read, which may then
    look like blanks.
    """
    hidden = evidence.hand | evidence.glare
    rims = rims_of(squared, _known(found, squared.size, evidence.lettered, hidden))
    is_settling = not (evidence.hand.any() or found.certain == NEVER)
    clear = squares_where(~hidden, squared.size)
    near_glare = squares_where(around(evidence.glare.reshape(squared.size, squared.size), EDGE.halo), squared.size)
    # Where light is clipped ink is gone.
    plain = squares_where((evidence.contrast < SHOWS) & ~evidence.at_end, squared.size)
    told = judged_by(rims, found, Ground(clear - near_glare if is_settling else frozenset(), plain))
    if not box.coloured:
        return told
    return told.with_doubts(unseen(told, rims, clear & squares_where(evidence.plain, squared.size), box.blanks))


def judged_by(rims: Rims, found: Findings, ground: Ground) -> Findings:
    """The findings with doubts settled by edges, wherever nothing covers the board."""
    settled = {square: reading for square, reading in _settled(found, rims, ground) if square in ground.clear}
    tiles = {square: reading for square, reading in settled.items() if reading is not None}
    left = replace(found, doubts=tuple(doubt for doubt in found.doubts if doubt.square not in settled))
    judged = left.with_settled(tiles)
    bare = {square for square in ground.clear - judged.taken if _score(rims, square) < EDGE.bare}
    return replace(judged, bare=found.bare | bare)


def _known(found: Findings, size: int, lettered: Flags, hidden: Flags) -> Known:
    """What is known of each square, (n, n): BARE, TILE or NOT_KNOWN."""
    known = np.full((size, size), BARE)
    for square in found.taken:
        known[square.row, square.column] = TILE if lettered[index_of(square, size)] else NOT_KNOWN
    known[hidden.reshape(size, size)] = NOT_KNOWN
    return known


def _score(rims: Rims, square: Square) -> float:
    """The likeness of a square's edges to a tile's; not a number, and so neither low nor high, if too few were seen."""
    at = square.row, square.column
    return float(rims.tile[at]) if rims.sides[at] >= EDGE.sides else float("nan")


def _settled(found: Findings, rims: Rims, ground: Ground) -> Iterator[tuple[Square, Reading | None]]:
    """The doubts that edges settle, with what lies there, or None for a bare square.

    A blank must show no ink: letters out of focus, or half hidden, look like blanks otherwise. What may be a letter or
    a stop tile, whose edges are fainter, is never bare.
    """
    for doubt in found.doubts:
        score, names = _score(rims, doubt.square), {name for name, _ in doubt.choices}
        if score < EDGE.bare and "." in names and names <= {".", ""}:
            yield doubt.square, None
        reading = _tile(doubt, score)
        if reading and (reading.confidence >= found.certain if reading.letter else doubt.square in ground.plain):
            yield doubt.square, reading


def _tile(doubt: Doubt, score: float) -> Reading | None:
    """What lies on a square whose edges show a tile; None where that, or which tile it is, stays in doubt."""
    bare, tiles = dict(doubt.choices).get(".", 0.0), [choice for choice in doubt.choices if choice[0] not in {".", "#"}]
    if not tiles or not bare or doubt.why in _UNTOLD or not score > EDGE.tile:
        return None
    likeliest, share = tiles[0]
    if share <= EDGE.likely or (not likeliest and len(tiles) > 1):
        # A letter that light has nearly taken looks like a blank.
        return None
    if likeliest:
        return Reading(likeliest, round(share / (1 - bare), 4))
    return Reading("", round(share / (share + (1 - share) * EDGE.edged_bare), 3))
