"""What may have happened on the board that nobody told: the few things that tables know, each checked by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain

from pi_referee.judge.board_change import Change, change_between
from pi_referee.judge.interpret import Laid, LaidTwo, Meaning, Refused, Unchanged, interpret
from pi_referee.judge.plays_in_turn import MOST as MOST_PLAYS
from pi_referee.judge.plays_in_turn import plays_in_turn
from pi_referee.judge.settled_doubts import in_question
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import (
    Corrected,
    Explanation,
    Happening,
    PlayLaid,
    Surprised,
    Withdrawn,
)
from pi_referee.rules.plays.play import Play
from vision.sighting import Reading, Sighting

LAID_ANEW, TWO_BACK, PLAYS = "laid_anew", "two_taken_back", "plays"
SLID, FALLEN, SWAPPED, MISREAD, SHIFTED = "slid", "fallen", "swapped", "misread", "shifted"

COST: Mapping[str, float] = {
    SHIFTED: 0.5, SWAPPED: 0.9, PLAYS: 1.0, LAID_ANEW: 1.1, SLID: 1.3, FALLEN: 1.5, MISREAD: 2.0, TWO_BACK: 2.2,
}  # fmt: skip
"""How far-fetched each is, 1 the least: what happens every other evening before what happens once a year."""

MOST = 6
"""So many explanations are put to the table at most."""
_MOST_ODD = 3
"""More tiles than this do not slide, fall or get misread at once."""
_REACH = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))
_STOP = "#"


@dataclass(frozen=True, slots=True)
class Supposed:
    """A way things may have been before the newest tiles were laid, and the look as it then is to be understood.

    kind: "" for nothing unusual. happened: what is to be written down for it. squares: where something is odd.
    """

    kind: str
    game: Game
    look: Sighting
    happened: tuple[Happening, ...] = ()
    squares: tuple[Square, ...] = ()


def surprise(game: Game, look: Sighting) -> Surprised:
    """A look that contradicts what was agreed, with what may have happened, likeliest first."""
    told = sorted(_explanations(game, look), key=lambda one: COST[one.kind] + 0.01 * len(one.happened))
    number = 1 + sum(isinstance(one, Surprised) for one in game.happenings)
    return Surprised(number, _as_seen(game, look), look.stops, game.position.arrows, _unlike(game, told)[:MOST])


def _unlike(game: Game, told: Iterable[Explanation]) -> tuple[Explanation, ...]:
    """Those that come to different games."""
    kept: dict[object, Explanation] = {}
    for one in told:
        after = reduce(follow, one.happened, game)
        outcome = (tuple(after.position.tiles.items()), tuple(after.totals.items()), after.on_turn, one.kind == FALLEN)
        kept.setdefault(outcome, one)
    return tuple(kept.values())


def _as_seen(game: Game, look: Sighting) -> Mapping[Square, Tile]:
    """What lies there: tiles known before keep what they stand for, and what cannot be told stays as it was agreed."""
    known = game.position.tiles
    seen = {
        square: known[square] if square in known and _shows(known[square], reading.letter) else _tile(reading.letter)
        for square, reading in look.board.items()
    }
    unsure = {square: tile for square, tile in known.items() if square in look.doubted and square not in seen}
    return {**seen, **unsure}


def _shows(tile: Tile, letter: str) -> bool:
    return letter == ("" if tile.is_blank else tile.letter)


def _tile(letter: str) -> Tile:
    return Tile(letter, is_blank=not letter)


def _explanations(game: Game, look: Sighting) -> Iterator[Explanation]:
    """Everything that explains a look, each with the play or plays that were laid besides."""
    for supposed in _suppositions(game, look):
        for happened in _laid(supposed):
            kind = supposed.kind or PLAYS
            yield Explanation(kind, (*supposed.happened, *happened), supposed.squares)


def _laid(supposed: Supposed) -> Iterator[tuple[Happening, ...]]:
    """The plays that a look shows after a supposition: none, one, or several in turn; nothing if they are none."""
    meaning = _meaning(supposed)
    match meaning:
        case Laid():
            yield (PlayLaid(meaning.play, meaning.questions),)
        case Unchanged() if supposed.kind:
            yield ()
        case LaidTwo() | Refused():
            change = change_between(supposed.game.position, supposed.look, in_question(supposed.game))
            if not change.gone and not change.altered:
                yield from _in_turn(supposed, change)


def _meaning(supposed: Supposed) -> Meaning:
    """What a look means after a supposition."""
    game = supposed.game
    asked = in_question(game)
    return interpret(supposed.look, game.position, None, game.ruleset, rack=game.rack, asked=asked)


def _in_turn(supposed: Supposed, change: Change) -> Iterator[tuple[Happening, ...]]:
    """The new tiles as two or three plays laid one after the other."""
    game = supposed.game
    tiles = {square: _tile(letter) for square, letter in change.placed.items()}
    if change.doubts or len(change.stops) > 1 or len(tiles) > 3 * game.rack:
        return
    stop = change.stops[0] if change.stops else None
    most = MOST_PLAYS if not supposed.kind else 2
    for plays in plays_in_turn(game.position, Play(tiles, stop), game.ruleset, rack=game.rack, most=most):
        yield tuple(PlayLaid(play) for play in plays)


def _suppositions(game: Game, look: Sighting) -> Iterator[Supposed]:
    """Ways in which things may have been, one thing unusual at a time, or a play taken back and one besides."""
    yield Supposed("", game, look)
    yield from _odd(Supposed("", game, look))
    back, before = game, list[Happening]()
    for kind in (LAID_ANEW, TWO_BACK):
        if back.newest_play is None or not _may_be_gone(back, look):
            return
        back = follow(back, Withdrawn())
        before.append(Withdrawn())
        supposed = Supposed(kind, back, look, tuple(before))
        yield supposed
        yield from (replace(one, kind=kind, happened=(*before, *one.happened)) for one in _odd(supposed))


def _may_be_gone(game: Game, look: Sighting) -> bool:
    """Whether a tile of the newest play surely lies there no more, or the whole play may."""
    turn = game.newest_play
    tiles = turn.move.tiles if turn is not None and isinstance(turn.move, Play) else {}
    return any(_surely_not(look, square, tile) for square, tile in tiles.items())


def _surely_not(look: Sighting, square: Square, tile: Tile) -> bool:
    """Whether a square surely shows something else than this tile."""
    if square in look.doubted or square in look.covered:
        return False
    reading = look.board.get(square)
    return reading is None or not _shows(tile, reading.letter)


def _odd(supposed: Supposed) -> Iterator[Supposed]:
    """A supposition with a few old tiles slid, fallen, swapped for a blank or misread, or with all of them shifted."""
    position, look = supposed.game.position, supposed.look
    change = change_between(position, look, in_question(supposed.game))
    odd = sorted(change.gone | change.altered)
    if not odd:
        return
    yield from _shifted(supposed)
    if len(odd) > _MOST_ODD:
        return
    yield from chain(_swapped(supposed, odd), _slid(supposed, change), _fallen(supposed, change))
    yield from _misread(supposed, change)


def _shown(look: Sighting, board: Mapping[Square, str]) -> Sighting:
    """A look that shows these letters for sure."""
    return replace(look, board={square: Reading(letter, 1.0) for square, letter in board.items()})


def _letters(look: Sighting) -> dict[Square, str]:
    return {square: reading.letter for square, reading in look.board.items()}


def _shifted(supposed: Supposed) -> Iterator[Supposed]:
    """All that was agreed lies one square further: the board was bumped, or its grid was taken for the next."""
    position, seen, stops = supposed.game.position, _letters(supposed.look), supposed.look.stops
    for rows, columns in _REACH:
        moved = {square.moved(rows, columns): letter for square, letter in seen.items()}
        if position.tiles and all(moved.get(square) == letter for square, letter in position.letters().items()):
            look = replace(
                _shown(supposed.look, moved),
                stops=frozenset(square.moved(rows, columns) for square in stops),
                doubts=tuple(replace(one, square=one.square.moved(rows, columns)) for one in supposed.look.doubts),
            )
            yield replace(supposed, kind=SHIFTED, look=look)


def _swapped(supposed: Supposed, odd: list[Square]) -> Iterator[Supposed]:
    """Blanks for which somebody laid the letter that they stand for."""
    position, seen = supposed.game.position, _letters(supposed.look)
    blanks = [square for square in odd if _stands_for(position, square, seen.get(square))]
    if len(blanks) == len(odd):
        look = _shown(supposed.look, {**seen, **dict.fromkeys(blanks, "")})
        yield replace(supposed, kind=SWAPPED, look=look, squares=tuple(blanks))


def _stands_for(position: Position, square: Square, letter: str | None) -> bool:
    """Whether a blank lies on a square that stands for this letter, or whose letter nobody has said."""
    tile = position.tiles.get(square)
    return tile is not None and tile.is_blank and bool(letter) and tile.letter in {"", letter}


def _slid(supposed: Supposed, change: Change) -> Iterator[Supposed]:
    """Old tiles that lie on the next square now."""
    if change.altered:
        return
    before, seen, stops = supposed.game.position.letters(), _letters(supposed.look), set(supposed.look.stops)
    for square in sorted(change.gone):
        sign = before.get(square, _STOP)
        near = [square.moved(*way) for way in _REACH]
        there = next((place for place in near if _holds(change, place, sign)), None)
        if there is None:
            return
        if sign == _STOP:
            stops = (stops - {there}) | {square}
        else:
            seen.pop(there)
            seen[square] = sign
    look = replace(_shown(supposed.look, seen), stops=frozenset(stops))
    yield replace(supposed, kind=SLID, look=look, squares=tuple(sorted(change.gone)))


def _holds(change: Change, square: Square, sign: str) -> bool:
    """Whether a new tile that shows this sign lies on a square."""
    return square in change.stops if sign == _STOP else change.placed.get(square) == sign


def _fallen(supposed: Supposed, change: Change) -> Iterator[Supposed]:
    """Old tiles that fell off the board, or lie under something."""
    if change.altered:
        return
    position = supposed.game.position
    kept = {square: letter for square, letter in position.letters().items() if square in change.gone}
    look = replace(
        _shown(supposed.look, {**_letters(supposed.look), **kept}),
        stops=supposed.look.stops | (position.stops & change.gone),
    )
    yield replace(supposed, kind=FALLEN, look=look, squares=tuple(sorted(change.gone)))


def _misread(supposed: Supposed, change: Change) -> Iterator[Supposed]:
    """Letters that were agreed wrongly: the turns that laid them are corrected to what is seen now."""
    if change.gone or not change.altered:
        return
    game, seen = supposed.game, _letters(supposed.look)
    if not change.altered <= seen.keys():
        return
    happened = tuple(_corrections(game, {square: seen[square] for square in change.altered}))
    yield replace(
        supposed,
        kind=MISREAD,
        game=reduce(follow, happened, game),
        happened=happened,
        squares=tuple(sorted(change.altered)),
    )


def _corrections(game: Game, letters: Mapping[Square, str]) -> Iterator[Corrected]:
    """What the turns that laid these squares laid in truth."""
    for turn in game.turns:
        if not isinstance(turn.move, Play) or not game.script.entries[turn.number - 1].is_standing_play:
            continue
        wrong = {square: _tile(letter) for square, letter in letters.items() if square in turn.move.tiles}
        if wrong:
            yield Corrected(turn.number, replace(turn.move, tiles={**turn.move.tiles, **wrong}))
