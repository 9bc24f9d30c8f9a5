"""A play as a form sends it, square by square: "I9=L J9=å K9=/T H8=#"; anybody can type it, and the editor does."""

from __future__ import annotations

from pi_referee.errors import NotationError
from pi_referee.gettext_mark import say
from pi_referee.rules.board.board_text import CORNER, read_tile
from pi_referee.rules.board.layout import Layout
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.plays.play import Play

STOP, ALONG, BEGINS = "#", ">", "^"
"""Signs beside the tiles: a stop tile, an old corner the word follows, and where a word begins that turns back."""

_HOW = say(
    "Write each square with its letter: I9=L J9=Å. Small letters are blanks, # is a stop tile, /T lies on an arrow."
)
_LONGEST = 600


def spell(play: Play) -> str:
    """Write a play down, in reading order; read_spelling reads it back."""
    signs = [
        *((square, f"{CORNER if square in play.arrows else ''}{tile}") for square, tile in play.tiles.items()),
        *((square, ALONG) for square in play.follows),
        *([] if play.stop is None else [(play.stop, STOP)]),
        *([] if play.begins is None else [(play.begins, BEGINS)]),
    ]
    return " ".join(f"{square}={sign}" for square, sign in sorted(signs))


def read_spelling(text: str, layout: Layout) -> Play:
    """The play that was written. Raises NotationError for what is no square of this board, or no tile."""
    tiles: dict[Square, Tile] = {}
    marks: dict[str, set[Square]] = {STOP: set(), ALONG: set(), BEGINS: set(), CORNER: set()}
    if len(text) > _LONGEST:
        raise NotationError(say("This is too long for a play."), cure=_HOW)
    for part in text.split():
        square, sign = _part(part, layout)
        if sign in {STOP, ALONG, BEGINS}:
            marks[sign].add(square)
            continue
        marks[CORNER].update({square} if sign.startswith(CORNER) else ())
        tiles[square] = _tile(sign.removeprefix(CORNER))
    if len(marks[STOP]) > 1 or len(marks[BEGINS]) > 1:
        raise NotationError(say("A play has one stop tile at most."), cure=_HOW)
    if not tiles and not marks[STOP]:
        raise NotationError(
            say("No tile is laid yet."),
            cure=say("Tap a square, then letters. Tap the square again to write downwards."),
        )
    return Play(
        tiles,
        next(iter(marks[STOP]), None),
        frozenset(marks[CORNER]),
        frozenset(marks[ALONG]),
        next(iter(marks[BEGINS]), None),
    )


def _part(part: str, layout: Layout) -> tuple[Square, str]:
    """A square and its sign."""
    name, _, sign = part.partition("=")
    try:
        square = Square.parse(name.upper())
    except NotationError as error:
        raise NotationError(say("There is no such square."), where=name, cure=_HOW) from error
    if square not in layout:
        raise NotationError(say("There is no such square."), where=name, cure=_HOW)
    if not sign:
        raise NotationError(say("It is not said what lies there."), where=name, cure=_HOW)
    return square, sign


def _tile(sign: str) -> Tile:
    """The tile of a sign."""
    try:
        return read_tile(sign)
    except NotationError as error:
        raise NotationError(say("There is no such tile."), where=sign, cure=_HOW) from error
