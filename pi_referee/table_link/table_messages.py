"""What a look tells the page: plain values that travel from the table to the page beside a picture.

Sentences are those of the catalogues, in English; the page translates them.
"""

from __future__ import annotations

import msgspec

from pi_referee.table_link.corners import Fit, Points


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


class Trouble(msgspec.Struct, frozen=True):
    """Why something cannot be done, and what to do; letter and other belong where {letter} and {other} stand.

    squares: where on the board, by name; they belong where {squares} stands.
    """

    says: str
    cure: str = ""
    squares: str = ""
    letter: str = ""
    other: str = ""
    may_believe: bool = False


class Taught(msgspec.Struct, frozen=True):
    """A lesson as it is listed: when (ISO time), from what, for which game and edition, how many tiles."""

    at: str
    source: str
    game: str
    edition: str
    tiles: int


class CardsTaught(msgspec.Struct, frozen=True):
    """What a lesson in cards came to, by letters.

    learnt: known from pictures now; changed: of these those whose value was known otherwise, with that value. by_hand:
    they stay as somebody wrote them, with what the pictures show. at_odds: their cards show different values. unsure:
    not clear. missing: not seen. too_high: with values that no picture tells. unread, small: how many cards could not
    be read, and were too small for it.
    """

    learnt: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    by_hand: tuple[str, ...] = ()
    at_odds: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    too_high: tuple[str, ...] = ()
    unread: int = 0
    small: int = 0


class Knows(msgspec.Struct, frozen=True):
    """What is known of the household's tiles: the letters, the lessons, the oldest first, and why not more.

    is_there: whether anybody answered. is_new: whether the newest lesson was learnt just now. cards: what that came to,
    where it was one in cards.
    """

    is_there: bool = False
    letters: str = ""
    lessons: tuple[Taught, ...] = ()
    trouble: Trouble | None = None
    is_new: bool = False
    cards: CardsTaught | None = None


class Odd(msgspec.Struct, frozen=True):
    """A square that is printed otherwise than the layout says; both are codes of kinds."""

    square: str
    should: str
    looks_like: str


class Kind(msgspec.Struct, frozen=True):
    """One kind of squares: its code, what it does, how many lie bare, and what they look like."""

    code: str
    does: str
    squares: int
    alike: bool
    looks_like: str | None = None


class Minus(msgspec.Struct, frozen=True):
    """The squares that take points away, by name."""

    squares: tuple[str, ...]


class Failed(msgspec.Struct, frozen=True):
    """Why no board was compared, and what to do."""

    what: str = ""
    cure: str = ""


class Compared(msgspec.Struct, frozen=True):
    """How a board compares with a game's layout, as vision.printed_layout tells it; fits is None if nobody looked."""

    fits: bool | None = None
    kinds: tuple[Kind, ...] = ()
    differs: tuple[Odd, ...] = ()
    tiles: tuple[str, ...] = ()
    minus: Minus | None = None
    error: Failed | None = None


class Trial(msgspec.Struct, frozen=True):
    """How the trial of button and lamp stands: which light is shown, "" when it is over.

    has_button: whether there is one that only a person can press. has_lamp: whether a lamp stands on the table.
    """

    light: str = ""
    has_button: bool = False
    has_lamp: bool = False
    is_pressed: bool = False
    is_there: bool = False
