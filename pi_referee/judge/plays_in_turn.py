"""New tiles as several plays laid one after the other, where presses were forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pi_referee.rules.board.path import run
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Axis, Square
from pi_referee.rules.course.stealing import living_word
from pi_referee.rules.definition.mode import Mode
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.adjudication import adjudicate, lay
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.ruling import Ruling

MOST = 3
"""So many presses may be forgotten in a row before somebody notices."""


def plays_in_turn(
    position: Position, new: Play, ruleset: Ruleset, *, rack: int, most: int = MOST
) -> Iterator[tuple[Play, ...]]:
    """Every way to take new tiles apart into two or more lawful plays and to order them, the fewest plays first.

    Only one of them may be a single tile: scattered tiles are a word laid wrongly rather than so many plays. Two plays
    in one unbroken row are only thought of where nothing else explains the tiles.
    """
    for count in range(2, most + 1):
        for is_cut in (False, True):
            found = [
                plays
                for plays in _apart(position, new, ruleset, rack, count, is_cut)
                if sum(len(play.tiles) == 1 for play in plays) <= 1
            ]
            if found:
                yield from found
                return


def _apart(
    position: Position, new: Play, ruleset: Ruleset, rack: int, count: int, is_cut: bool
) -> Iterator[tuple[Play, ...]]:
    """The ways to take new tiles apart into so many plays, one upon the other."""
    if count == 1:
        if adjudicate(position, new, ruleset, rack=rack).is_legal:
            yield (new,)
        return
    if len(new.tiles) > count * rack:
        return
    for part in _parts(position, new, is_cut=is_cut):
        first = Play({square: tile for square, tile in new.tiles.items() if square in part})
        rest = replace(new, tiles={square: tile for square, tile in new.tiles.items() if square not in part})
        ruling = adjudicate(position, first, ruleset, rack=rack)
        if rest.tiles and ruling.is_legal:
            for others in _apart(_after(position, ruling, ruleset), rest, ruleset, rack, count - 1, is_cut):
                yield (first, *others)


def _after(position: Position, ruling: Ruling, ruleset: Ruleset) -> Position:
    """What may be built on after a play: all that lies there, or where words are stolen its own word."""
    after = lay(position, ruling.play)
    return living_word(after, ruling) if ruleset.mode is Mode.STEALING else after


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
