"""Games in which something goes wrong that nobody tells: how often the right explanation is found, and what it costs.

`python -m benches.happened.broken_evenings`: games with boards, plays of random tiles that are lawful. In each game one
thing happens once: presses are forgotten, plays taken back and replaced, tiles slide, fall off or are swapped, the
board is bumped, or a letter was read wrongly before. Looks are values: the eye is not asked. Forgotten plays whose
tiles make one lawful play together are left out: nothing on the board tells them from it.
After the surprise the true explanation is tapped if it is offered, and the game is played to its end; then every turn's
player and score must be the true one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from pathlib import Path
from typing import cast

import click
import numpy as np

from benches.happened.board_evening import TURNS, Board, Broken, begun, look_at, shown
from benches.happened.trials import COLUMNS, Trial, tried_often
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import follow
from pi_referee.rules.course.happenings import (
    Corrected,
    Happening,
    PlayLaid,
    Withdrawn,
)
from pi_referee.rules.definition.library import ruleset, ruleset_names
from pi_referee.rules.plays.adjudication import adjudicate
from pi_referee.rules.plays.play import Play
from vision.sighting import Doubt, Sighting, Why

_AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0))


@dataclass(frozen=True, slots=True)
class Mishap:
    """What went wrong: the look after it, what had truly happened till then, and how many coming plays it used up.

    asks: whether it is a question that nobody answers, and no surprise.
    """

    look: Sighting
    truth: tuple[Happening, ...]
    used: int
    board: Board
    asks: bool = False


def forgotten(broken: Broken, count: int = 2) -> Mishap | None:
    """Presses were forgotten: so many plays lie there at once."""
    plays = broken.next[:count]
    if _is_one_play(broken, plays):
        return None
    board = reduce(lambda lying, play: {**lying, **shown(play)}, plays, broken.board)
    return Mishap(look_at(board), tuple(PlayLaid(play) for play in plays), count, board)


def _is_one_play(broken: Broken, plays: Sequence[Play]) -> bool:
    """Whether the tiles of several plays make one lawful play together, from which nothing on the board tells them."""
    tiles = reduce(lambda lying, play: lying | dict(play.tiles), plays, dict[Square, Tile]())
    return adjudicate(broken.game.position, Play(tiles), broken.game.ruleset, rack=broken.game.rack).is_legal


def forgotten_twice(broken: Broken) -> Mishap | None:
    """Two presses in a row were forgotten."""
    return forgotten(broken, 3)


def replaced(broken: Broken) -> Mishap | None:
    """The newest play was taken back, and its tiles in another order, or others, laid over the same squares."""
    newest = broken.game.newest_play
    if newest is None or not isinstance(newest.move, Play):
        return None
    squares = sorted(newest.move.tiles)
    letters = list(broken.chance.permutation([newest.move.tiles[square].letter for square in squares]))
    others = [one for one in _in_the_bag(broken) if one != letters[0]]
    if not others:
        return None
    letters[0] = str(broken.chance.choice(others))
    other = Play({square: Tile(str(letter)) for square, letter in zip(squares, letters, strict=True)})
    board = {**broken.board, **shown(other)}
    return Mishap(look_at(board), (Withdrawn(), PlayLaid(other)), 0, board)


def taken_back_twice(broken: Broken) -> Mishap | None:
    """The last two plays were taken back, and the first one's player laid another one."""
    turns = [turn for turn in broken.game.turns if isinstance(turn.move, Play)][-2:]
    if len(turns) < 2:
        return None
    gone = {square for turn in turns for square in cast("Play", turn.move).tiles}
    first = cast("Play", turns[0].move)
    letters = broken.chance.permutation(list(_in_the_bag(broken).elements()))
    if len(letters) < len(first.tiles):
        return None
    other = Play({square: Tile(str(letter)) for square, letter in zip(first.tiles, letters, strict=False)})
    board = {square: letter for square, letter in broken.board.items() if square not in gone} | dict(shown(other))
    return Mishap(look_at(board), (Withdrawn(), Withdrawn(), PlayLaid(other)), -1, board)


def _in_the_bag(broken: Broken) -> Counter[str]:
    """The letters of the box that neither lie on the board nor will."""
    coming = [letter for play in broken.next for letter in shown(play).values()]
    box = Counter({letter: count for letter, count in (broken.game.ruleset.counts or {}).items() if letter})
    return box - Counter(broken.board.values()) - Counter(coming)


def _old_square(broken: Broken) -> Square | None:
    """A square of an older play, at whose edge a tile may be pushed."""
    newest = broken.game.newest_play
    recent = newest.move.tiles if newest is not None and isinstance(newest.move, Play) else {}
    old = [square for square in sorted(broken.board) if square not in recent and broken.board[square]]
    return old[int(broken.chance.integers(len(old)))] if old else None


def slid(broken: Broken) -> Mishap | None:
    """An old tile lies on the next free square, and a new play besides."""
    square, play = _old_square(broken), broken.next[0]
    if square is None:
        return None
    free = [square.moved(*way) for way in _AROUND if square.moved(*way) not in broken.board]
    free = [place for place in free if place in broken.game.ruleset.layout and place not in play.tiles]
    if not free:
        return None
    there = free[int(broken.chance.integers(len(free)))]
    truly = {**broken.board, **shown(play)}
    board = {place: letter for place, letter in truly.items() if place != square} | {there: truly[square]}
    return Mishap(look_at(board), (PlayLaid(play),), 1, truly)


def fallen(broken: Broken) -> Mishap | None:
    """An old tile fell off the board, and a new play lies there."""
    square, play = _old_square(broken), broken.next[0]
    if square is None:
        return None
    truly = {**broken.board, **shown(play)}
    board = {place: letter for place, letter in truly.items() if place != square}
    return Mishap(look_at(board), (PlayLaid(play),), 1, truly)


def swapped(broken: Broken) -> Mishap | None:
    """Somebody laid a blank's letter in its place, and a play besides."""
    blanks = [square for square, tile in broken.game.position.tiles.items() if tile.is_blank and tile.letter]
    if not blanks:
        return None
    square, play = blanks[0], broken.next[0]
    truly = {**broken.board, **shown(play)}
    board = {**truly, square: broken.game.position.tiles[square].letter}
    return Mishap(look_at(board), (PlayLaid(play),), 1, board)


def bumped(broken: Broken) -> Mishap | None:
    """The board was pushed, so that everything seems to lie one square further."""
    play, way = broken.next[0], _AROUND[int(broken.chance.integers(4))]
    truly = {**broken.board, **shown(play)}
    board = {square.moved(*way): letter for square, letter in truly.items()}
    if any(square not in broken.game.ruleset.layout for square in board):
        return None
    return Mishap(look_at(board), (PlayLaid(play),), 1, truly)


def misread(broken: Broken) -> Mishap | None:
    """An older letter was agreed wrongly: it is seen plainly now, with a new play."""
    square, play = _old_square(broken), broken.next[0]
    if square is None:
        return None
    others = [letter for letter in _in_the_bag(broken) if letter != broken.board[square]]
    if not others:
        return None
    letter = others[int(broken.chance.integers(len(others)))]
    turn = next(t for t in broken.game.turns if isinstance(t.move, Play) and square in t.move.tiles)
    right = replace(cast("Play", turn.move), tiles={**cast("Play", turn.move).tiles, square: Tile(letter)})
    board = {**broken.board, square: letter, **shown(play)}
    return Mishap(look_at(board), (Corrected(turn.number, right), PlayLaid(play)), 1, board)


def never_answered(broken: Broken) -> Mishap | None:
    """A letter of the next play, or a bare square beside it, is in doubt, and nobody answers; later looks are clear."""
    play, rules = broken.next[0], broken.game.ruleset
    board = {**broken.board, **shown(play)}
    square = sorted(play.tiles)[int(broken.chance.integers(len(play.tiles)))]
    bare = [place for place in (square.moved(*way) for way in _AROUND) if place in rules.layout and place not in board]
    if bare and broken.chance.random() < 0.5:
        doubt = Doubt(bare[0], (("#" if rules.stops else "", 0.6), (".", 0.4)), Why.MAYBE_STOP)
    else:
        other = rules.alphabet[int(broken.chance.integers(12))]
        doubt = Doubt(square, ((other, 0.6), (board[square], 0.4)), Why.LETTER)
    return Mishap(look_at(board, (doubt,)), (PlayLaid(play),), 1, board, asks=True)


MISHAPS: Mapping[str, Callable[[Broken], Mishap | None]] = {
    "a press forgotten": forgotten,
    "two presses forgotten": forgotten_twice,
    "taken back, another laid": replaced,
    "two taken back, another laid": taken_back_twice,
    "a tile slid": slid,
    "a tile fell off": fallen,
    "a blank swapped": swapped,
    "the board bumped": bumped,
    "a letter agreed wrongly": misread,
    "a question never answered": never_answered,
}


def trial_of(broken: Broken, mishap: Mishap) -> Trial:
    """A mishap as it is tried: with the plays that come, as long as they are lawful."""
    true_game = reduce(follow, mishap.truth, broken.game)
    rest = broken.next[mishap.used :] if mishap.used >= 0 else ()
    later, lying = [], mishap.board
    for play in rest[: TURNS // 3]:
        if not adjudicate(true_game.position, play, true_game.ruleset, rack=7).is_legal:
            break
        true_game = follow(true_game, PlayLaid(play))
        lying = {**lying, **shown(play)}
        later.append(((PlayLaid(play),), look_at(lying)))
    return Trial(broken.game, mishap.look, mishap.truth, later, asks=mishap.asks)


@click.command()
@click.option("--games", type=click.IntRange(min=1), default=500, help="So many games.")
@click.option("--seed", type=click.IntRange(min=0), default=20261125, help="Other numbers draw other games.")
@option_save
def main(games: int, seed: int, save: Path | None) -> None:
    """Break so many games and print a table by what went wrong."""
    rows, note = tried_often(kinds(seed), games)
    click.echo(f"{table(COLUMNS, rows)}\n{note}")
    if save:
        command = "python -m benches.happened.broken_evenings"
        save_result(Result("broken_evenings", command, commit(), COLUMNS, rows, seed, note), save)


def kinds(seed: int) -> Mapping[str, Callable[[int], Trial | None]]:
    """What makes the game of a number, by what goes wrong in it."""
    return {kind: partial(_drawn, kind, seed) for kind in MISHAPS}


def _drawn(kind: str, seed: int, number: int) -> Trial | None:
    """A game of a number in which this goes wrong; None where it cannot."""
    boards = [name for name in ruleset_names() if ruleset(name).has_board]
    broken = begun(boards[number % len(boards)], np.random.default_rng([seed, number]))
    mishap = MISHAPS[kind](broken) if broken is not None else None
    return trial_of(broken, mishap) if broken is not None and mishap is not None else None


if __name__ == "__main__":
    main()
