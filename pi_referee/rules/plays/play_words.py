"""The words a play makes: the one that was meant, and all that came about with it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import pairwise

from pi_referee.rules.board.path import (
    ALL_TURNS,
    READING_TURNS,
    Path,
    PathSearch,
    rows_and_columns,
    run,
    straight_path,
    turned_paths,
)
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Axis, Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.play import Play

_MOST_CORNERS = 8
"""No rack holds more arrows with their letters; nonsense with more is not searched for every way it could turn."""


@dataclass(frozen=True, slots=True)
class Formed:
    """A word that came about: its squares in reading order, and whether it is the one the player meant."""

    squares: tuple[Square, ...]
    is_main: bool


@dataclass(frozen=True, slots=True)
class Laid:
    """A play on the board: what lies there with it, the way its word takes, and whether it turned as it may.

    tiles: old and new by square. path: None for a play without letters.
    """

    tiles: Mapping[Square, Tile]
    play: Play
    path: Path | None
    turned_wrongly: bool = False


def laid_on(position: Position, play: Play, ruleset: Ruleset) -> Laid:
    """Lay a play on the board, right or wrong, and find the way its word takes."""
    tiles = {**position.tiles, **play.tiles}
    if not play.tiles:
        return Laid(tiles, play, None)
    corners = frozenset(square for square in play.arrows | play.follows if square in tiles)
    if corners:
        return _turned(tiles, play, corners, ruleset)
    if len(play.tiles) == 1:
        return Laid(tiles, play, _longer(tiles, play, ruleset))
    rows, columns = rows_and_columns(play.tiles)
    axis = Axis.ACROSS if len(rows) <= len(columns) else Axis.DOWN
    return Laid(tiles, play, straight_path(tiles, _on_one_line(play, axis), axis))


def _turned(tiles: Mapping[Square, Tile], play: Play, corners: frozenset[Square], ruleset: Ruleset) -> Laid:
    """The play with the best way to turn at its corners; a forbidden turn is taken only if no other works."""
    every_way = ALL_TURNS if len(corners) <= _MOST_CORNERS else READING_TURNS
    may = every_way if ruleset.switches["arrow.turns"] == "all_four" else READING_TURNS
    new = frozenset(play.tiles)
    best = turned_paths(PathSearch(tiles, new, corners, may, play.begins))[0]
    if new <= set(best.squares):
        return Laid(tiles, play, best)
    other = turned_paths(PathSearch(tiles, new, corners, every_way, play.begins))[0]
    if new <= set(other.squares):
        return Laid(tiles, play, other, turned_wrongly=True)
    return Laid(tiles, play, best)


def _on_one_line(play: Play, axis: Axis) -> Collection[Square]:
    """Those of a play's squares that share the row or column with most of them; usually all do."""
    place = 0 if axis is Axis.ACROSS else 1
    lines = [square[place] for square in play.tiles]
    busiest = max(sorted(set(lines)), key=lines.count)
    return [square for square in play.tiles if square[place] == busiest]


def _longer(tiles: Mapping[Square, Tile], play: Play, ruleset: Ruleset) -> Path:
    """A single tile's word: the one after its stop, else the longer, else the one of more value, else across."""
    across, down = (straight_path(tiles, play.tiles, axis) for axis in (Axis.ACROSS, Axis.DOWN))
    if play.stop is not None:
        return down if starts_after(down, play.stop) else across
    worth = [(len(path.squares), _face_value(tiles, path, ruleset)) for path in (across, down)]
    return down if worth[1] > worth[0] else across


def _face_value(tiles: Mapping[Square, Tile], path: Path, ruleset: Ruleset) -> int:
    """The sum of a word's printed values."""
    found = (tiles[square] for square in path.squares)
    return sum(0 if tile.is_blank else ruleset.values.get(tile.letter, 0) for tile in found)


def starts_after(path: Path, stop: Square) -> bool:
    """Whether a word begins right of a stop tile and runs right, or under it and runs down (A04)."""
    return path.squares[0] == stop.step(path.heading.axis)


def formed_words(laid: Laid, position: Position, ruleset: Ruleset) -> tuple[Formed, ...]:
    """Every word of two or more letters that a play makes, the one that was meant first (A12, A35, K05, K06)."""
    path = laid.path
    if path is None:
        return ()
    two_legs = ruleset.switches["arrow.score"] == "two_legs"
    main = _legs_as_words(laid, path) if two_legs and path.corners else _as_word(path.squares, is_main=True)
    beyond = () if two_legs else _runs_beyond_legs(laid, path)
    exempt = position.arrows if ruleset.switches["arrow.leg_rule"] == "always_exempt" else frozenset()
    crossing = _crossing(laid, path, exempt) if ruleset.cross_words_count else ()
    return (*main, *beyond, *crossing)


def _as_word(squares: tuple[Square, ...], *, is_main: bool) -> tuple[Formed, ...]:
    """Some squares as a word, or nothing if they are fewer than two (A25)."""
    return (Formed(squares, is_main),) if len(squares) > 1 else ()


def _legs_as_words(laid: Laid, path: Path) -> tuple[Formed, ...]:
    """Each leg's whole row or column as a word of its own (A08's other option)."""
    runs = (run(laid.tiles, leg[0], path.axis_of(leg)) for leg in path.legs)
    return tuple(word for squares in runs if _touches(squares, laid) for word in _as_word(squares, is_main=True))


def _runs_beyond_legs(laid: Laid, path: Path) -> tuple[Formed, ...]:
    """The rows and columns that go on past a corner: no longer just a leg, so they must be words (A12)."""
    if not path.corners:
        return ()
    legs = ((leg, run(laid.tiles, leg[0], path.axis_of(leg))) for leg in path.legs)
    return tuple(
        Formed(squares, is_main=False) for leg, squares in legs if len(squares) > len(leg) and _touches(squares, laid)
    )


def _touches(squares: tuple[Square, ...], laid: Laid) -> bool:
    """Whether a new tile is among some squares."""
    return any(square in laid.play.tiles for square in squares)


def _crossing(laid: Laid, path: Path, exempt: Collection[Square]) -> tuple[Formed, ...]:
    """The words that cross the played one at its new tiles.

    exempt: older corners; a crossing row or column that lengthens a leg at one of these is let be.
    """
    found: list[Formed] = []
    for leg in path.legs:
        axis = path.axis_of(leg).other
        for square in leg:
            if square in laid.play.tiles and square not in path.corners:
                squares = run(laid.tiles, square, axis)
                found += () if _holds_leg(squares, laid, exempt) else _as_word(squares, is_main=False)
    return tuple(found)


def _holds_leg(squares: tuple[Square, ...], laid: Laid, corners: Collection[Square]) -> bool:
    """Whether an older leg lies in a row or column: one of its corners with an older letter beside it."""
    return any(
        (one in corners or other in corners) and not _touches((one, other), laid) for one, other in pairwise(squares)
    )
