"""The limits by which the edges of a square settle a doubt or raise one, with where each was measured."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EdgeLimits:
    """Limits of the likeness to a tile's edges (log ratio, see Rims), used only if enough sides were compared.

    Of some 2,000 lettered tiles and 12,000 bare squares of four sets as they are and in seven kinds of bad light tiles
    scored -1.9 and more, 99 in 100 of them -1.1; bare squares -0.7 and less, except 0.3 where a lamp's pool took their
    lines or where tiles lie all around.
    """

    sides: int = 2  # fewest sides compared
    bare: float = -2.5  # no tile scored below
    tile: float = 0.8  # no bare square scored above
    # A tile, whatever else its square may look like: a bare square between four tiles had 0.96 (scrabscrap-game01 L4).
    plainly_tile: float = 1.5
    # Perhaps a tile, if its lines to bare squares are odd besides (log ratio, see Rims). A lamp's pool on the dark
    # board makes tiles look bare: an I there had 1.5 and was odd by 2.9, a K 0.6 and 3.1; of 240,000 bare squares in
    # 1,065 looks at ten sets none exceeded both limits.
    perhaps_tile: float = 0.5
    odd: float = 1.5


@dataclass(frozen=True, slots=True)
class StopLimits:
    """The same likeness of stop tiles, whose colour is not that of letters, and so their edges neither.

    On 80 drawn boards they scored -3.5 and more, in 420 looks at path-traced ones, in 21 kinds of bad light, -2.35. A
    bare square in a lamp's specular reflection, lifted as a white tile is, had -4.3.
    """

    no_stop: float = -4.5  # a doubt whether a stop tile lies there is settled as bare below


@dataclass(frozen=True, slots=True)
class OddsLimits:
    """Odds (0 to 1) that other witnesses give a tile in doubt, and how often edges err."""

    perhaps: float = 0.3  # up to this no edges settle it
    likely: float = 0.6  # from this on edges that are like a tile's settle it, below only those that are plainly
    edged_bare: float = 0.02  # share of bare squares with a tile's edges, at most


DIM = 0.3
"""Log brightness: a plain square darker by this than the dimmest light near by is bare only if its edges score as bare.

Such bare squares of ten sets, in seven kinds of light, scored -3.9 and less, in the shadows of tiles. Blanks of the
dark edition in dim rooms, whose tint is as like bare board as a tile, are darker by 0.37 to 0.5 and scored -1.5 and
more: on 4 of 60 drawn boards they were read as bare.
"""

SEEMS_BARE = 0.9
"""The grid model's share of bare from which on edges raise no doubt: two squares in shadows of tiles had 0.93, 0.99."""

EDGE, STOP, ODDS = EdgeLimits(), StopLimits(), OddsLimits()
