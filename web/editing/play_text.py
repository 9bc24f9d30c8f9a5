"""A play as a form sends it, place by place: "I9=L J9=å K9=/T H8=#", cards "0,0=L3 1,0=U"; the editor types it too."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from pi_referee.errors import NotationError
from pi_referee.gettext_mark import say
from pi_referee.protocol.ground_words import GroundWords, ground_words
from pi_referee.rules.board.board_text import CORNER, read_tile
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Cell, Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Play

STOP, ALONG, BEGINS = "#", ">", "^"
"""Signs beside the tiles: a stop tile, an old corner the word follows, and where a word begins that turns back."""

_LONGEST, _LONGEST_BOARD = 600, 3000


def spell(play: Play) -> str:
    """Write a play down, in reading order; read_spelling reads it back."""
    signs = [
        *((square, f"{CORNER if square in play.arrows else ''}{tile}") for square, tile in play.tiles.items()),
        *((square, ALONG) for square in play.follows),
        *([] if play.stop is None else [(play.stop, STOP)]),
        *([] if play.begins is None else [(play.begins, BEGINS)]),
    ]
    return " ".join(f"{square}={sign}" for square, sign in sorted(signs))


def read_spelling(text: str, position: Position, ruleset: Ruleset) -> Play:
    """The play that was written; position: what lay there before.

    A line of a scorebook, `H8 > ABC`, will do as well. Raises NotationError for what is no place of this game's board
    or table, or no tile.
    """
    words = ground_words(ruleset)
    if len(text) > _LONGEST:
        raise NotationError(say("This is too long for a play."), cure=words.how_to_spell)
    if "=" not in text and _is_line(text):
        return _from_line(text, position, ruleset)
    tiles: dict[Square, Tile] = {}
    marks: dict[str, set[Square]] = {STOP: set(), ALONG: set(), BEGINS: set(), CORNER: set()}
    for part in text.split():
        square, sign = _part(part, ruleset)
        if sign in {STOP, ALONG, BEGINS}:
            marks[sign].add(square)
            continue
        marks[CORNER].update({square} if sign.startswith(CORNER) else ())
        _check_free(square, tiles, words)
        tiles[square] = _tile(sign.removeprefix(CORNER), words)
    return _checked(tiles, marks, words)


def spell_board(position: Position) -> str:
    """Write down all that lies on a board, in reading order; read_board reads it back."""
    signs = {square: f"{CORNER if square in position.arrows else ''}{tile}" for square, tile in position.tiles.items()}
    signs |= dict.fromkeys(position.stops, STOP)
    return " ".join(f"{square}={sign}" for square, sign in sorted(signs.items()))


def read_board(text: str, ruleset: Ruleset) -> Position:
    """All that lies on a board, square by square.

    Raises NotationError for what is no square of this game's board, or no tile of it, and where nothing lies.
    """
    words = ground_words(ruleset)
    parts = [_part(part, ruleset) for part in text[:_LONGEST_BOARD].split()]
    for place, (square, _) in enumerate(parts):
        _check_free(square, {one for one, _ in parts[:place]}, words)
    tiles = {square: _tile(sign.removeprefix(CORNER), words) for square, sign in parts if sign != STOP}
    strange = [tile.letter for tile in tiles.values() if tile.letter and tile.letter not in ruleset.alphabet]
    if strange:
        raise NotationError(words.no_such_tile, where=strange[0], cure=words.how_to_spell)
    if not tiles:
        raise NotationError(words.nothing_laid, cure=words.how_to_lay)
    arrows = frozenset(square for square, sign in parts if sign.startswith(CORNER))
    return Position(tiles, frozenset(square for square, sign in parts if sign == STOP), arrows)


def _checked(tiles: dict[Square, Tile], marks: dict[str, set[Square]], words: GroundWords) -> Play:
    """The play of these tiles and signs."""
    if len(marks[STOP]) > 1 or len(marks[BEGINS]) > 1:
        raise NotationError(say("A play has one stop tile at most."), cure=words.how_to_spell)
    if not tiles and not marks[STOP]:
        raise NotationError(words.nothing_laid, cure=words.how_to_lay)
    return Play(
        tiles,
        next(iter(marks[STOP]), None),
        frozenset(marks[CORNER]),
        frozenset(marks[ALONG]),
        next(iter(marks[BEGINS]), None),
    )


def _is_line(text: str) -> bool:
    """Whether this looks like a line of a scorebook."""
    return any(axis in text for axis in (" > ", " v "))


def _from_line(text: str, position: Position, ruleset: Ruleset) -> Play:
    """The play of a scorebook's line."""
    words = ground_words(ruleset)
    try:
        written = WrittenPlay.parse(text)
    except NotationError as error:
        raise NotationError(say("This is not a play."), where=text.strip()[:40], cure=words.how_to_spell) from error
    for square, _ in written.squares():
        _check_place(square, str(square), ruleset)
    if missing := written.missing(position):
        raise NotationError(say("Nothing lies there yet."), where=str(missing[0]), cure=words.how_to_spell)
    return written.on(position)


def _part(part: str, ruleset: Ruleset) -> tuple[Square, str]:
    """A place and its sign."""
    name, _, sign = part.partition("=")
    words = ground_words(ruleset)
    try:
        square = Square.parse(name.upper())
    except NotationError as error:
        raise NotationError(words.no_such_place, where=name, cure=words.how_to_spell) from error
    _check_place(square, name, ruleset)
    if not sign:
        raise NotationError(say("It is not said what lies there."), where=name, cure=words.how_to_spell)
    return square, sign


def _check_place(square: Square, name: str, ruleset: Ruleset) -> None:
    """Raise NotationError for a place that is none of what the game is played on."""
    is_cell = isinstance(square, Cell)
    if is_cell == ruleset.has_board or square not in ruleset.ground:
        words = ground_words(ruleset)
        raise NotationError(words.no_such_place, where=name, cure=words.how_to_spell)


def _check_free(square: Square, taken: Container[Square], words: GroundWords) -> None:
    """Raise NotationError for a place of which it is said already what lies there."""
    if square in taken:
        raise NotationError(say("It is said twice what lies there."), where=str(square), cure=words.how_to_spell)


def _tile(sign: str, words: GroundWords) -> Tile:
    """The tile of a sign; a joker bears no mark, whatever was ticked beside it."""
    try:
        tile = read_tile(sign)
    except NotationError as error:
        raise NotationError(words.no_such_tile, where=sign, cure=words.how_to_spell) from error
    return replace(tile, multiplier=1) if tile.is_blank else tile
