"""Everything that can be wrong with how a play lies on the board, each checked on its own and all named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.mode import Mode
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.play_words import Formed, Laid
from pi_referee.rules.plays.ruling import Fault, Infraction
from pi_referee.rules.plays.special_tiles import arrow_faults, is_at_word_end, stop_faults

BLANK, STOP, ARROW = "_", "#", "/"
"""How the special tiles are written where a letter would stand."""


def placement_faults(
    position: Position, laid: Laid, formed: tuple[Formed, ...], ruleset: Ruleset, *, rack: int
) -> Iterator[Infraction]:
    """Every way in which a play lies wrongly, in the order in which a player would notice."""
    play = laid.play
    yield from _outside(play, ruleset)
    yield from _occupied(position, play)
    yield from _line(laid)
    yield from _contact(position, laid, ruleset)
    yield from _length(laid, formed)
    yield from _not_in_set(play, ruleset)
    if play.tile_count > rack:
        yield Infraction(Fault.TOO_MANY_TILES, limit=rack)
    if play.stop is not None or position.stops:
        yield from stop_faults(position, laid, formed, ruleset)
    if play.arrows or play.follows:
        yield from arrow_faults(position, laid, ruleset)


def count_faults(position: Position, play: Play, ruleset: Ruleset) -> Iterator[Infraction]:
    """The letters of which more lie there than the box holds; nothing where the counts are unknown."""
    if ruleset.counts is None:
        return
    lying = Counter(_name(tile) for square, tile in position.tiles.items() if square not in play.tiles)
    lying.update({STOP: len(position.stops), ARROW: len(position.arrows)})
    added = Counter(_names(play))
    holds = {**ruleset.counts, BLANK: ruleset.blanks, STOP: ruleset.stops, ARROW: ruleset.arrows}
    for letter in sorted(added):
        if lying[letter] + added[letter] > holds.get(letter, 0) > 0:
            squares = tuple(square for square, tile in sorted(play.tiles.items()) if _name(tile) == letter)
            yield Infraction(Fault.TOO_MANY_OF_LETTER, squares, letter, holds[letter])


def _name(tile: Tile) -> str:
    """What a tile is called when tiles are counted."""
    return BLANK if tile.is_blank else tile.letter


def _names(play: Play) -> Iterator[str]:
    """What each tile that left the rack is called."""
    yield from map(_name, play.tiles.values())
    yield from [ARROW] * len(play.arrows)
    yield from [STOP] * (play.stop is not None)


def _laid_squares(play: Play) -> tuple[Square, ...]:
    """Every square on which the play puts a tile of its own, in reading order."""
    return tuple(sorted([*play.tiles, *([] if play.stop is None else [play.stop])]))


def _outside(play: Play, ruleset: Ruleset) -> Iterator[Infraction]:
    """Tiles beside the board, or cards that were given a square of one."""
    squares = tuple(square for square in _laid_squares(play) if square not in ruleset.ground)
    if squares:
        yield Infraction(Fault.OFF_BOARD if ruleset.has_board else Fault.NO_CELL, squares)


def _occupied(position: Position, play: Play) -> Iterator[Infraction]:
    """Tiles on top of others, the play's own stop tile included."""
    squares = [square for square in _laid_squares(play) if square in position.tiles or square in position.stops]
    squares += [play.stop] if play.stop is not None and play.stop in play.tiles else []
    if squares:
        yield Infraction(Fault.OCCUPIED, tuple(sorted(set(squares))))


def _line(laid: Laid) -> Iterator[Infraction]:
    """Tiles off the word's line, and squares left empty in it (A35)."""
    if laid.path is None:
        return
    on_path = set(laid.path.squares)
    off = tuple(square for square in sorted(laid.play.tiles) if square not in on_path)
    if off:
        yield Infraction(Fault.OFF_LINE, off)
    gaps = tuple(square for square in laid.path.squares if square not in laid.tiles)
    if gaps:
        yield Infraction(Fault.GAP, gaps)


def _contact(position: Position, laid: Laid, ruleset: Ruleset) -> Iterator[Infraction]:
    """The first word covers the centre; every later one touches an older letter, or follows a stop tile (A24, A34).

    Where one word lives, the new one is built on a card of it (K12).
    """
    if laid.path is None:
        return
    centre = ruleset.ground.centre
    if not position.tiles:
        if centre is not None and centre not in laid.play.tiles:
            yield Infraction(Fault.OFF_CENTRE, (centre,))
    elif ruleset.mode is Mode.STEALING:
        if position.tiles.keys().isdisjoint(laid.path.squares):
            yield Infraction(Fault.TAKES_NO_CARD, tuple(sorted(position.tiles)))
    elif not _touching(position, laid.play.tiles) and not _by_stop(position, laid.play.stop):
        yield Infraction(Fault.DETACHED, tuple(sorted(laid.play.tiles)))


def _touching(position: Position, squares: Iterable[Square]) -> bool:
    """Whether one of some squares lies on or beside an older letter; a stop tile is none (A02)."""
    return any(
        square in position.tiles or any(beside in position.tiles for beside in square.neighbours())
        for square in squares
    )


def _by_stop(position: Position, stop: Square | None) -> bool:
    """Whether a new stop tile connects the play to the letters it lies beside."""
    return stop is not None and (is_at_word_end(position, stop) or _touching(position, [stop]))


def _length(laid: Laid, formed: tuple[Formed, ...]) -> Iterator[Infraction]:
    """A word has at least two letters; after a stop tile the one that was meant has (A05, A25)."""
    if laid.path is None:
        if laid.play.stop is None:
            yield Infraction(Fault.TOO_SHORT, limit=2)
        return
    meant = [word for word in formed if word.is_main or laid.play.stop is None]
    if not meant:
        yield Infraction(Fault.TOO_SHORT, tuple(sorted(laid.play.tiles)), limit=2)


def _not_in_set(play: Play, ruleset: Ruleset) -> Iterator[Infraction]:
    """Tiles that this game has none of, or that were sorted out (A14)."""
    for square, tile in sorted(play.tiles.items()):
        if (not tile.is_blank and tile.letter not in ruleset.values) or (tile.is_blank and not ruleset.blanks):
            yield Infraction(Fault.NOT_IN_SET, (square,), _name(tile))
        elif ruleset.has_board and (tile.multiplier, tile.value) != (1, None):
            yield Infraction(Fault.NOT_IN_SET, (square,), str(tile))
    if play.stop is not None and not ruleset.stops:
        yield Infraction(Fault.NOT_IN_SET, (play.stop,), STOP)
    if play.arrows and not ruleset.arrows:
        yield Infraction(Fault.NOT_IN_SET, tuple(sorted(play.arrows)), ARROW)
