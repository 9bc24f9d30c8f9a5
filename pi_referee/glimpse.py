"""What a look tells the page: plain values that travel from the table to the page beside a picture.

Sentences are those of the catalogues, in English; the page translates them.
"""

from __future__ import annotations

import msgspec

from pi_referee.corners import Fit, Points


class Advice(msgspec.Struct, frozen=True):
    """One thing to do about light or camera.

    kind: a short name. says, cure: what it is, and what to do. squares: where on the board, by name.
    """

    kind: str
    says: str
    cure: str = ""
    squares: tuple[str, ...] = ()


class Glimpse(msgspec.Struct, frozen=True):
    """What the camera sees of the board just now.

    outline: the grid's corners, shares of the picture; None if no board is seen. corners: how shown corners stand.
    says, cure: why no board is seen, and what to do. advice: None where nobody gives any.
    """

    outline: Points | None = None
    corners: Fit = ""
    says: str = ""
    cure: str = ""
    advice: tuple[Advice, ...] | None = None


class Lying(msgspec.Struct, frozen=True):
    """What one look read on the board, by the squares' names.

    game: number of the game for whose board the eye looked; 0 if nobody looked. tiles: letters, "" for a blank.
    doubts: what a square may hold, likeliest first: a letter, "" for a blank, "#" for a stop tile, "." for nothing.
    covered: doubted squares that show neither board nor tile. says, cure: why nothing was read, and what to do.
    """

    game: int = 0
    tiles: dict[str, str] = {}
    stops: tuple[str, ...] = ()
    doubts: dict[str, tuple[str, ...]] = {}
    covered: tuple[str, ...] = ()
    says: str = ""
    cure: str = ""
