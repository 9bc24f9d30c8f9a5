"""What holds in every game of cards whatsoever, tried on random games of two, three and four players.

PI_REFEREE_GAMES says how many of each kind are played.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Cell, Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, begin, fold, follow
from pi_referee.rules.course.happenings import (
    Challenged,
    Corrected,
    Ended,
    Exchanged,
    GameBegan,
    Happening,
    LeftOver,
    Passed,
    PlayLaid,
    Undone,
    Withdrawn,
)
from pi_referee.rules.course.scored_turns import Status, Turn
from pi_referee.rules.plays.adjudication import adjudicate
from pi_referee.rules.plays.notation import WrittenPlay, written
from pi_referee.rules.plays.play import Play

GAMES = int(os.environ.get("PI_REFEREE_GAMES", "8"))
many = settings(max_examples=GAMES, deadline=None, suppress_health_check=list(HealthCheck))
seeds = st.integers(0, 2**32)
tables = pytest.mark.parametrize("players", [2, 3, 4])
Dealt = Callable[[int, int], Iterator[tuple[Game, Happening]]]


def followed(dealt: Dealt, seed: int, players: int) -> Iterator[tuple[Game, Happening, Game]]:
    """All that happens in a random game, with the game before and after; plays that may not lie so left out."""
    for game, happening in dealt(seed, players):
        if not isinstance(happening, PlayLaid) or legal(game, happening.play):
            yield game, happening, follow(game, happening)


def legal(game: Game, play: Play) -> bool:
    """Whether a play may lie as it does."""
    return adjudicate(game.position, play, game.ruleset, rack=game.rack).is_legal


def state(game: Game) -> tuple[object, ...]:
    """Everything one can see of a game."""
    return game.script, game.turns, dict(game.totals), game.position, dict(game.spent), game.on_turn, game.ended


@tables
@many
@given(seed=seeds)
def test_fold_is_live(dealt: Dealt, players: int, seed: int) -> None:
    """The fold of any prefix of what happened is the game as it was then: withdrawals, corrections and all."""
    random = Random(seed)
    game = begin(GameBegan("kortalfapet", ("Ann", "Bo", "Cia", "Dan")[:players], 7))
    happened: list[Happening] = [*game.happenings]
    for _, planned, _ in followed(dealt, seed, players):
        happening = mended(random, game) if random.random() < 0.3 and game.turns else planned
        happened.append(happening)
        game = follow(game, happening)
        assert state(fold(happened)) == state(game)


def mended(random: Random, game: Game) -> Happening:
    """Something that goes back: taken back, undone, questioned, or an earlier turn written anew."""
    turn = random.randint(1, len(game.turns))
    earlier = [one.move for one in game.turns if isinstance(one.move, Play)]
    anew = Corrected(turn, random.choice(earlier)) if earlier else Undone()
    return random.choice([Withdrawn(), Undone(), Challenged("", stands=False), anew, Passed()])


@tables
@many
@given(seed=seeds)
def test_undoing(dealt: Dealt, players: int, seed: int) -> None:
    """Whatever is undone has not happened: the game is as before in all one can see."""
    for before, _, after in followed(dealt, seed, players):
        assert state(follow(after, Undone())) == state(before)


@tables
@many
@given(seed=seeds)
def test_taking_back(dealt: Dealt, players: int, seed: int) -> None:
    """A play that is taken back leaves table, points and whose turn it is as they were."""
    for before, happening, after in followed(dealt, seed, players):
        if isinstance(happening, PlayLaid):
            back = follow(after, Withdrawn())
            assert (back.position, back.on_turn, dict(back.totals)) == (before.position, before.on_turn, before.totals)
            assert [one.pending for one in back.turns[:-1]] == [one.pending for one in before.turns]
            assert (back.script.round, back.script.taken) == (before.script.round, before.script.taken)


@tables
@many
@given(seed=seeds)
def test_totals_are_sums(dealt: Dealt, players: int, seed: int) -> None:
    """A player's points are the sum of that player's turns, and what is left in the hand is taken off at the end."""
    *_, (_, _, game) = followed(dealt, seed, players)
    hands = {player: 3 * seat for seat, player in enumerate(game.players)}
    over = follow(follow(game, Ended()), LeftOver(hands))
    for player in game.players:
        assert game.totals[player] == sum(turn.score or 0 for turn in game.turns if turn.player == player)
        assert (
            over.totals[player] == sum(turn.score or 0 for turn in over.turns if turn.player == player) - hands[player]
        )
        waiting = sum(turn.pending or 0 for turn in game.turns if turn.player == player)
        assert over.totals[player] == game.totals[player] + waiting - hands[player]


@many
@given(seed=seeds)
def test_settling(dealt: Dealt, seed: int) -> None:
    """What is settled is the word before, less what was taken: never below nothing, nor above what was pending."""
    for before, happening, after in followed(dealt, seed, 2):
        if len(after.turns) == len(before.turns):
            continue
        settled, living = after.turns[-1].settled, before.standing.living
        waits = living is not None and not living.is_scored
        passed_own = isinstance(happening, Passed) and living is not None and living.player == after.turns[-1].player
        assert (settled is not None) == (waits and not passed_own)
        if settled is not None and living is not None:
            taken = set(after.position.tiles) if isinstance(happening, PlayLaid) else set()
            kept = [before.position.tiles[square] for square in living.squares if square not in taken]
            assert settled.kept == "".join(tile.letter for tile in kept)
            assert settled.player == before.turns[settled.turn - 1].player == living.player
            assert 0 <= (settled.points or 0) <= (before.turns[settled.turn - 1].pending or 0)
            assert after.turns[settled.turn - 1].score == settled.points


@tables
@many
@given(seed=seeds)
def test_what_is_pending(dealt: Dealt, players: int, seed: int) -> None:
    """With two exactly the word that lives is pending, if it has not scored yet; with more nothing ever is."""
    for _, _, game in followed(dealt, seed, players):
        living = game.standing.living
        waits = {living.turn} if living is not None and not living.is_scored else set()
        assert {turn.number for turn in game.turns if turn.pending is not None} == waits
        assert {turn.number for turn in game.turns if turn.status is Status.PENDING} == waits
        assert players == 2 or living is None


@tables
@many
@given(seed=seeds)
def test_cards_are_kept(dealt: Dealt, players: int, seed: int) -> None:
    """No card comes or goes by itself: what lay there and what was laid lies there or was taken up."""
    for before, happening, after in followed(dealt, seed, players):
        laid = list(happening.play.tiles.values()) if isinstance(happening, PlayLaid) else []
        lay = Counter([*before.position.tiles.values(), *laid])
        if players == 2 and laid:
            assert Counter([*after.position.tiles.values(), *after.spent.values()]) == lay
        elif after.script.round > before.script.round:
            assert (len(after.position.tiles), Counter(after.spent.values())) == (0, lay)
        else:
            assert Counter(after.position.tiles.values()) == lay


@many
@given(seed=seeds, players=st.sampled_from([3, 4]))
def test_everybody_has_one_turn_a_round(dealt: Dealt, seed: int, players: int) -> None:
    """In every round each player has one turn, clockwise from one who scored most in the round before."""
    *_, (_, _, game) = followed(dealt, seed, players)
    for number in range(1, game.script.round):
        turns = [turn for turn, step in zip(game.turns, game.steps, strict=True) if step.entry.round == number]
        first = game.players.index(turns[0].player)
        assert [turn.player for turn in turns] == [*game.players[first:], *game.players[:first]]
        assert number == 1 or scored_most(game, number - 1, turns[0])


def scored_most(game: Game, number: int, turn: Turn) -> bool:
    """Whether the player of a turn has the highest score of a round."""
    scores = {step.turn.player: step.turn.score or 0 for step in game.steps if step.entry.round == number}
    return scores[turn.player] == max(scores.values())


@tables
@many
@given(seed=seeds)
def test_anywhere_and_either_way(dealt: Dealt, players: int, seed: int) -> None:
    """The table has no edge and no middle: moved, or mirrored over the diagonal, a play is judged the same."""
    random = Random(seed)
    for game, happening in dealt(seed, players):
        if not isinstance(happening, PlayLaid):
            continue
        rows, columns = random.randint(-30, 30), random.randint(-30, 30)
        lying, laid = game.position.tiles, happening.play.tiles
        here = adjudicate(game.position, happening.play, game.ruleset, rack=7)
        for old, new in (
            (shifted(lying, rows, columns), shifted(laid, rows, columns)),
            (mirrored(lying), mirrored(laid)),
        ):
            there = adjudicate(Position(old), Play(new), game.ruleset, rack=7)
            assert (here.is_legal, here.score) == (there.is_legal, there.score)


def shifted(cards: Mapping[Square, Tile], rows: int, columns: int) -> dict[Square, Tile]:
    """Cards so many rows further down and columns further to the right."""
    return {cell.moved(rows, columns): card for cell, card in cards.items()}


def mirrored(cards: Mapping[Square, Tile]) -> dict[Square, Tile]:
    """Cards with rows and columns exchanged."""
    return {Cell(cell.column, cell.row): card for cell, card in cards.items()}


@tables
@many
@given(seed=seeds)
def test_text_and_back(dealt: Dealt, players: int, seed: int) -> None:
    """A legal play that is written down and read is the same play: marks, values, jokers and cells."""
    for game, happening, _ in followed(dealt, seed, players):
        if isinstance(happening, PlayLaid):
            text = str(written(game.position, happening.play, game.ruleset))
            assert WrittenPlay.parse(text).on(game.position) == happening.play, text


@tables
def test_random_games_are_worth_playing(dealt: Dealt, players: int) -> None:
    """The random games have plays that may lie and that may not, passes, changes, jokers, marks, and lots or steals."""
    happened = [(game, happening) for seed in range(12) for game, happening in dealt(seed, players)]
    plays = [(game, one.play) for game, one in happened if isinstance(one, PlayLaid)]
    good = [play for game, play in plays if legal(game, play)]

    assert (len(good) > 60, len(plays) - len(good) > 60) == (True, True)
    kinds = Counter(type(happening) for _, happening in happened)
    assert min(kinds[Passed], kinds[Exchanged]) > 3
    assert sum(tile.is_blank for play in good for tile in play.tiles.values()) > 5
    assert sum(tile.multiplier > 1 for play in good for tile in play.tiles.values()) > 30
