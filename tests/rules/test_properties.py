"""What holds in every game whatsoever, tried on random legal games of every kind.

PI_REFEREE_GAMES says how many of each kind are played.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game, begin, fold, follow
from pi_referee.rules.course.happenings import GameBegan, Happening, Passed, PlayLaid, Undone, Withdrawn
from pi_referee.rules.definition.library import ruleset, ruleset_names
from pi_referee.rules.plays.adjudication import adjudicate, lay, lift
from pi_referee.rules.plays.notation import WrittenPlay, written
from pi_referee.rules.plays.play import Play

GAMES = int(os.environ.get("PI_REFEREE_GAMES", "8"))
many = settings(max_examples=GAMES, deadline=None, suppress_health_check=list(HealthCheck))
seeds = st.integers(0, 2**32)
games = pytest.mark.parametrize("name", [name for name in ruleset_names() if ruleset(name).has_board])
Tried = Callable[[int, str], Iterator[tuple[Game, Play, bool]]]
TURNBACKS: tuple[Happening, ...] = (Withdrawn(), Undone(), Passed())


def legal_plays(tried: Tried, seed: int, name: str) -> list[tuple[Game, Play]]:
    """The legal plays of a random game, each with the game before it; a game without any is no example."""
    plays = [(game, play) for game, play, legal in tried(seed, name) if legal]
    assume(plays)
    return plays


def final(tried: Tried, seed: int, name: str) -> Game:
    """A random game's end."""
    game, play, legal = list(tried(seed, name))[-1]
    return follow(game, PlayLaid(play)) if legal else game


@games
@many
@given(seed=seeds)
def test_fold_is_live(tried: Tried, name: str, seed: int) -> None:
    """The fold of any prefix of what happened is the game as it was then."""
    random = Random(seed)
    happenings = list(final(tried, seed, name).happenings)
    for _ in range(4):
        happenings.insert(random.randint(1, len(happenings)), random.choice(TURNBACKS))
    live = begin(happenings[0]) if isinstance(happenings[0], GameBegan) else None
    assert live is not None
    for count, happening in enumerate(happenings[1:], start=2):
        live = follow(live, happening)
        folded = fold(happenings[:count])
        assert (folded, folded.turns, folded.totals) == (live, live.turns, live.totals)


@games
@many
@given(seed=seeds)
def test_transposing_keeps_the_score(tried: Tried, name: str, seed: int) -> None:
    """Mirrored over the diagonal, a play scores the same: across and down are worth the same."""
    for game, play in legal_plays(tried, seed, name):
        here = adjudicate(game.position, play, game.ruleset, rack=game.rack)
        there = adjudicate(mirrored(game.position), mirrored_play(play), game.ruleset, rack=game.rack)
        assert here.score == there.score
        assert Counter(word.text for word in here.words) == Counter(word.text for word in there.words)


@games
@many
@given(seed=seeds)
def test_placing_and_lifting(tried: Tried, name: str, seed: int) -> None:
    """Lifting what was just laid gives the board as it was."""
    for game, play in legal_plays(tried, seed, name):
        assert lift(lay(game.position, play), play) == game.position


@games
@many
@given(seed=seeds)
def test_text_and_back(tried: Tried, name: str, seed: int) -> None:
    """A legal play that is written down and read is the same play, and is written the same again."""
    for game, play in legal_plays(tried, seed, name):
        text = str(written(game.position, play, game.ruleset))
        read = WrittenPlay.parse(text).on(game.position)
        assert (read, str(written(game.position, read, game.ruleset))) == (play, text)


def mirrored(position: Position) -> Position:
    """A position with rows and columns exchanged."""
    return Position(
        {turn(square): tile for square, tile in position.tiles.items()},
        frozenset(map(turn, position.stops)),
        frozenset(map(turn, position.arrows)),
    )


def mirrored_play(play: Play) -> Play:
    """A play with rows and columns exchanged."""
    return replace(
        play,
        tiles={turn(square): tile for square, tile in play.tiles.items()},
        stop=None if play.stop is None else turn(play.stop),
        arrows=frozenset(map(turn, play.arrows)),
    )


def turn(square: Square) -> Square:
    """A square with row and column exchanged."""
    return Square(square.column, square.row)


def test_random_games_are_worth_playing(tried: Tried) -> None:
    """The random games have turned words, stop tiles, blanks and nonsense in them."""
    plays = [(play, legal) for seed in range(30) for _, play, legal in tried(seed, "alfapet-sv")]
    laid = [play for play, legal in plays if legal]

    assert len(laid) > 200
    assert sum(bool(play.arrows) for play in laid) > 15
    assert sum(play.stop is not None for play in laid) > 10
    assert sum(not legal for _, legal in plays) > 200
