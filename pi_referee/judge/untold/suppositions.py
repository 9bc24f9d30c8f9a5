"""Ways in which things may have been before the newest tiles were laid, each of which a table knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain

from pi_referee.judge.doubts.seeming_tiles import told_by_people
from pi_referee.judge.doubts.settled_doubts import seeming_otherwise
from pi_referee.judge.untold.board_view import REACH
from pi_referee.judge.untold.kinds import (
    FALLEN,
    LAID_ANEW,
    MISREAD,
    PASSED,
    SHIFTED,
    SLID,
    SWAPPED,
    TAKEN_UP,
    TOLD,
    TWO_BACK,
)
from pi_referee.judge.untold.views import Difference, View
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import Corrected, Happening, Passed, Withdrawn
from pi_referee.rules.course.standing import Turn
from pi_referee.rules.definition.mode import Mode
from pi_referee.rules.plays.play import Play

_MOST_ODD = 3
"""More tiles than this do not slide, fall or get misread at once."""
_OTHER_WAY = 0.3
"""How much more far-fetched all is where the look is laid upon the agreed cards in a way that finds fewer of them."""
_BESIDES = 1.5
"""How much more far-fetched it is that something is odd besides a play taken back."""
_AGAIN = 0.25
"""How much less far-fetched it is that plays were taken back, for each tile that lies there again."""

_OTHER_PASS = 0.3
"""How much more far-fetched it is that one more player passed."""


@dataclass(frozen=True, slots=True)
class Supposed:
    """A way things may have been before the newest tiles were laid, and the look as it then is to be understood.

    kind: "" for nothing unusual. seen: the look as it lies in the game. happened: what is to be written down for it.
    squares: where something is odd. extra: how much more far-fetched it is than its kind.
    """

    kind: str
    game: Game
    look: View
    seen: View
    happened: tuple[Happening, ...] = ()
    squares: tuple[Square, ...] = ()
    extra: float = 0.0


def suppositions(game: Game, view: View) -> Iterator[Supposed]:
    """Ways in which things may have been, one thing unusual at a time, or a play taken back and one besides."""
    for supposed in _upon("", game, view):
        yield supposed
        yield from _odd(supposed)
    yield from _passed(game, view)
    back, before = game, list[Happening]()
    for kind in (LAID_ANEW, TWO_BACK):
        if back.newest_play is None or not _may_be_gone(back, view):
            return
        back = follow(back, Withdrawn())
        before.append(Withdrawn())
        for upon in _upon(kind, back, view):
            supposed = replace(upon, look=_as_told(game, upon.look))
            extra = supposed.extra - _AGAIN * _lying_again(game, supposed)
            yield replace(supposed, happened=tuple(before), extra=extra)
            for one in _odd(supposed):
                yield replace(one, kind=kind, happened=(*before, *one.happened), extra=extra + _BESIDES)


def _as_told(game: Game, look: View) -> View:
    """A look with the tiles that look otherwise than somebody told, as they did before: they lie there still."""
    known, seen, told = game.position.tiles, look.tiles, seeming_otherwise(game)
    still = {one for one in told.keys() & known.keys() & seen.keys() if seen[one].letter in told[one]}
    return look.showing({square: known[square] for square in still}) if still else look


def _lying_again(game: Game, supposed: Supposed) -> int:
    """How many tiles are seen that could not be built on any more, and can be if plays were taken back."""
    tiles = supposed.game.position.tiles.items()
    anew = [(square, tile) for square, tile in tiles if game.position.tiles.get(square) != tile]
    return sum(not supposed.look.surely_not(square, tile) for square, tile in anew)


def _upon(kind: str, game: Game, view: View) -> Iterator[Supposed]:
    """A supposition with the look in each way in which it may lie in the game."""
    for place, way in enumerate(view.ways(game)):
        yield Supposed(kind, game, way, way, extra=_OTHER_WAY * place)


def _passed(game: Game, view: View) -> Iterator[Supposed]:
    """The others of a round passed, and the table was cleared."""
    after, passes = game, list[Happening]()
    for _ in game.players:
        after = follow(after, Passed())
        passes.append(Passed())
        if after.position != game.position:
            if not after.ended and not _mostly_lies(game, view):
                yield Supposed(PASSED, after, view, view, tuple(passes), extra=_OTHER_PASS * (len(passes) - 1))
            return


def _mostly_lies(game: Game, view: View) -> bool:
    """Whether half of what is seen, or more, was there before; a card of which something is in doubt is seen, too."""
    old = sum(not view.surely_not(square, tile) for square, tile in game.position.tiles.items())
    change = view.difference(game)
    return old >= len(change.new.keys() | change.altered)


def _may_be_gone(game: Game, view: View) -> bool:
    """Whether a tile of the newest play surely lies there no more, or the whole play may."""
    turn = game.newest_play
    tiles = turn.move.tiles if turn is not None and isinstance(turn.move, Play) else {}
    return any(view.surely_not(square, tile) for square, tile in tiles.items())


def _odd(supposed: Supposed) -> Iterator[Supposed]:
    """A supposition with some old tiles slid, fallen, taken up, exchanged or misread, or with all of them shifted."""
    change = supposed.look.difference(supposed.game)
    odd = sorted(change.gone | change.altered)
    if not odd:
        return
    yield from _shifted(supposed)
    if supposed.game.ruleset.mode is Mode.STEALING:
        yield from _taken_up(supposed, change)
    if len(odd) > _MOST_ODD:
        return
    yield from chain(_swapped(supposed, odd), _told(supposed, odd), _slid(supposed, change), _fallen(supposed, change))
    yield from _misread(supposed, change)


def _shifted(supposed: Supposed) -> Iterator[Supposed]:
    """All that was agreed lies one square further."""
    tiles = supposed.game.position.tiles
    for look in supposed.look.pushed():
        if tiles and not any(look.surely_not(square, tile) for square, tile in tiles.items()):
            yield replace(supposed, kind=SHIFTED, look=look)


def _taken_up(supposed: Supposed, change: Difference) -> Iterator[Supposed]:
    """Cards of the living word that the new one does not use were taken up before the press."""
    look = supposed.look.showing(_kept(supposed, change))
    yield replace(supposed, kind=TAKEN_UP, look=look, squares=tuple(sorted(change.gone)))


def _kept(supposed: Supposed, change: Difference) -> Mapping[Square, Tile]:
    """The agreed tiles that are gone."""
    return {square: tile for square, tile in supposed.game.position.tiles.items() if square in change.gone}


def _swapped(supposed: Supposed, odd: list[Square]) -> Iterator[Supposed]:
    """Blanks for which somebody laid the letter that they stand for, or letters for which a blank was laid."""
    known, seen = supposed.game.position.tiles, supposed.look.tiles
    if all(square in known and square in seen and _stands_for(known[square], seen[square]) for square in odd):
        look = supposed.look.showing({square: known[square] for square in odd})
        yield replace(supposed, kind=SWAPPED, look=look, squares=tuple(odd))


def _told(supposed: Supposed, odd: list[Square]) -> Iterator[Supposed]:
    """Tiles of which somebody said what they are, and which look like another one that they were asked to be."""
    known, seen, asked = supposed.game.position.tiles, supposed.look.tiles, told_by_people(supposed.game)
    if all(square in known and square in seen and seen[square].letter in asked.get(square, ()) for square in odd):
        look = supposed.look.showing({square: known[square] for square in odd})
        yield replace(supposed, kind=TOLD, look=look, squares=tuple(odd))


def _stands_for(tile: Tile, other: Tile) -> bool:
    """Whether one of two tiles is a blank that may stand for the other's letter."""
    return tile.is_blank != other.is_blank and (not tile.is_blank or tile.letter in {"", other.letter})


def _slid(supposed: Supposed, change: Difference) -> Iterator[Supposed]:
    """Old tiles that lie on the next square now."""
    if change.altered:
        return
    before = supposed.game.position.tiles
    shown, stops = dict[Square, Tile | None](), set(supposed.look.stops)
    for square in sorted(change.gone):
        near = [square.moved(*way) for way in REACH]
        there = next((place for place in near if _holds(change, place, before.get(square))), None)
        if there is None:
            return
        if square in before:
            shown |= {there: None, square: before[square]}
        else:
            stops = (stops - {there}) | {square}
    look = supposed.look.showing(shown, frozenset(stops))
    yield replace(supposed, kind=SLID, look=look, squares=tuple(sorted(change.gone)))


def _holds(change: Difference, square: Square, tile: Tile | None) -> bool:
    """Whether a new tile that looks like this one lies on a square; a stop tile if it is None."""
    if tile is None:
        return square in change.stops
    new = change.new.get(square)
    return new is not None and new.unnamed == tile.unnamed


def _fallen(supposed: Supposed, change: Difference) -> Iterator[Supposed]:
    """Old tiles that fell off, or lie under something."""
    if change.altered or supposed.game.ruleset.mode is Mode.STEALING:
        return
    stops = supposed.look.stops | (supposed.game.position.stops & change.gone)
    look = supposed.look.showing(_kept(supposed, change), stops)
    yield replace(supposed, kind=FALLEN, look=look, squares=tuple(sorted(change.gone)))


def _misread(supposed: Supposed, change: Difference) -> Iterator[Supposed]:
    """Tiles that were agreed wrongly: the turns that laid them are corrected to what is seen now."""
    game, seen = supposed.game, supposed.look.tiles
    if change.gone or not change.altered or not change.altered <= seen.keys():
        return
    happened = tuple(_corrections(game, {square: seen[square] for square in change.altered}))
    if happened:
        after, squares = reduce(follow, happened, game), tuple(sorted(change.altered))
        yield replace(supposed, kind=MISREAD, game=after, happened=happened, squares=squares)


def _corrections(game: Game, tiles: Mapping[Square, Tile]) -> Iterator[Corrected]:
    """What the turns that laid these squares laid in truth; none where more is asked about one, which would be lost."""
    wrong = dict(tiles)
    for turn in reversed(game.turns):
        laid = {square for square in wrong if _laid_by(game, turn, square)}
        if isinstance(turn.move, Play) and laid:
            told = {square: wrong.pop(square) for square in laid}
            if not any(question.holds_score for question in turn.questions):
                yield Corrected(turn.number, replace(turn.move, tiles={**turn.move.tiles, **told}))


def _laid_by(game: Game, turn: Turn, square: Square) -> bool:
    """Whether a turn's play, which stands, laid a tile on a square."""
    is_standing = game.script.entries[turn.number - 1].is_standing_play
    return is_standing and isinstance(turn.move, Play) and square in turn.move.tiles
