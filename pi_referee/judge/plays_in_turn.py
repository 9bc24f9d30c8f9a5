"""New tiles as several plays laid one after the other, where presses were forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pi_referee.rules.board.path import run
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Axis, Square
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import PlayLaid
from pi_referee.rules.plays.adjudication import adjudicate
from pi_referee.rules.plays.play import Play

MOST = 3
"""So many presses may be forgotten in a row before somebody notices."""


def plays_in_turn(game: Game, new: Play, *, most: int = MOST) -> Iterator[tuple[Play, ...]]:
    """Every way to take new tiles apart into two or more lawful plays and to order them, the fewest plays first.

    Only one of them may be a single tile: scattered tiles are a word laid wrongly rather than so many plays. Two plays
    in one unbroken row are only thought of where nothing else explains the tiles.
    """
    for count in range(2, most + 1):
        for is_cut in (False, True):
            found = [
                plays
                for plays in _apart(game, new, count, is_cut=is_cut)
                if sum(len(play.tiles) == 1 for play in plays) <= 1
            ]
            if found:
                yield from found
                return


def _apart(game: Game, new: Play, count: int, *, is_cut: bool) -> Iterator[tuple[Play, ...]]:
    """The ways to take new tiles apart into so many plays, one upon the other."""
    if count == 1:
        if _is_lawful(game, new):
            yield (new,)
        return
    if len(new.tiles) > count * game.rack:
        return
    for part in _parts(game.position, new, is_cut=is_cut):
        first = Play({square: tile for square, tile in new.tiles.items() if square in part})
        rest = replace(new, tiles={square: tile for square, tile in new.tiles.items() if square not in part})
        if rest.tiles and _is_lawful(game, first) and (after := _laid(game, first)):
            for others in _apart(after, rest, count - 1, is_cut=is_cut):
                yield (first, *others)


def _is_lawful(game: Game, play: Play) -> bool:
    return adjudicate(game.position, play, game.ruleset, rack=game.rack).is_legal


def _laid(game: Game, play: Play) -> Game | None:
    """The game after a play; None if the table is cleared after it, so that no other lies beside it."""
    after = follow(game, PlayLaid(play))
    return after if play.tiles.keys() <= after.position.tiles.keys() else None


def _parts(position: Position, new: Play, *, is_cut: bool) -> Iterator[frozenset[Square]]:
    """The new tiles of each unbroken row and column; is_cut: also the beginnings and ends of those."""
    lying = position.tiles.keys() | new.tiles.keys()
    parts = dict[frozenset[Square], None]()
    for axis in Axis:
        for square in sorted(new.tiles):
            line = [one for one in run(lying, square, axis) if one in new.tiles]
            parts[frozenset(line)] = None
            if is_cut:
                parts.update(dict.fromkeys(frozenset(line[:cut]) for cut in range(1, len(line))))
                parts.update(dict.fromkeys(frozenset(line[cut:]) for cut in range(1, len(line))))
    yield from sorted(parts, key=lambda part: (-len(part), sorted(part)))
