"""What holds in every game whatsoever: random legal games, and a slow second scorer written in another way.

The second scorer shares no code with the rules: it reads rows and columns as strings of squares, tries every way a
word could turn, and knows what was turned from the game's history instead of the board.
PI_REFEREE_GAMES says how many games of each kind are played.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pi_referee.rules.adjudication import adjudicate, lay, lift
from pi_referee.rules.game import Game, begin, fold, follow
from pi_referee.rules.happenings import Exchanged, GameBegan, Happening, Passed, PlayLaid, Undone, Withdrawn
from pi_referee.rules.library import ruleset, ruleset_names
from pi_referee.rules.notation import WrittenPlay, written
from pi_referee.rules.play import Play
from pi_referee.rules.position import EMPTY, Position
from pi_referee.rules.ruleset import Ruleset
from pi_referee.rules.square import Square
from pi_referee.rules.tile import Tile

GAMES = int(os.environ.get("PI_REFEREE_GAMES", "12"))
many = settings(max_examples=GAMES, deadline=None, suppress_health_check=list(HealthCheck))
seeds = st.integers(0, 2**32)
games = pytest.mark.parametrize("name", ruleset_names())

OTHERS: tuple[Happening, ...] = (Passed(), Exchanged(2))
TURNBACKS: tuple[Happening, ...] = (Withdrawn(), Undone(), Passed())

RIGHT, DOWN = (0, 1), (1, 0)
Squares = tuple[Square, ...]


def ahead(square: Square, way: tuple[int, int], count: int = 1) -> Square:
    """The square so many steps on."""
    return Square(square.row + way[0] * count, square.column + way[1] * count)


# The second scorer ---------------------------------------------------------------------------------------------------


@dataclass
class SecondScorer:
    """Judges plays from the booklets' sentences; remembers which words turned."""

    rules: Ruleset
    rack: int
    turned: list[tuple[Squares, tuple[int, ...]]] = field(default_factory=list)

    def judge(self, before: Position, play: Play) -> tuple[Counter[tuple[str, int]], int] | None:
        """The words with their points, and the score; None if the play is not allowed."""
        lying = {**before.tiles, **play.tiles}
        new = set(play.tiles)
        strings = [line for line in self.strings(lying, before.stops | {play.stop}) if new & set(line)]
        path = self.path(lying, before, play)
        if path is None or not self.allowed(before, play, path, strings):
            return None
        squares, corners = path
        cuts = [0, *corners, len(squares) - 1]
        legs = [set(squares[a : b + 1]) for a, b in pairwise(cuts)]
        others = [line for line in strings if not (corners and set(line) in legs) and line != squares]
        words = [squares, *others] if len(squares) > 1 else others
        scored = Counter((self.text(word, lying), self.points(word, lying, new)) for word in words)
        laid = len(new) + len(play.arrows) + (play.stop is not None)
        bonus = self.rules.bonuses[self.rack] if laid == self.rack else 0
        return scored, sum(points * times for (_, points), times in scored.items()) + bonus

    def remember(self, before: Position, play: Play) -> None:
        """Keep a word that turned."""
        path = self.path({**before.tiles, **play.tiles}, before, play)
        if path is not None and path[1]:
            self.turned.append(path)

    def strings(self, lying: dict[Square, Tile], stops: object) -> list[Squares]:
        """Every row and column of two or more tiles in a line."""
        size = self.rules.layout.size
        lines = [[Square(r, c) for c in range(size)] for r in range(size)]
        lines += [[Square(r, c) for r in range(size)] for c in range(size)]
        found: list[Squares] = []
        for line in lines:
            marks = "".join("x" if square in lying else " " for square in line)
            start = 0
            for part in marks.split(" "):
                if len(part) > 1:
                    found.append(tuple(line[start : start + len(part)]))
                start += len(part) + 1
        return found

    def path(self, lying: dict[Square, Tile], before: Position, play: Play) -> tuple[Squares, tuple[int, ...]] | None:
        """The squares of the word that was meant, and where it turns: the longest that holds all new tiles."""
        new, found = set(play.tiles), []
        for start in lying:
            for way in (RIGHT, DOWN):
                if ahead(start, way, -1) in lying:
                    continue
                squares, corners, heading, square = [start], [], way, start
                if start in play.arrows:
                    continue
                while ahead(square, heading) in lying:
                    square = ahead(square, heading)
                    squares.append(square)
                    if square in play.arrows:
                        corners.append(len(squares) - 1)
                        heading = DOWN if heading == RIGHT else RIGHT
                ends_well = not corners or corners[-1] < len(squares) - 1
                if new <= set(squares) and len(corners) == len(play.arrows) and ends_well:
                    found.append((self.after_stop(squares, way, play), len(squares), tuple(squares), tuple(corners)))
        return max(found)[2:] if found else None

    def after_stop(self, squares: list[Square], way: tuple[int, int], play: Play) -> bool:
        """Whether the word begins at the new stop tile."""
        return play.stop is not None and ahead(squares[0], way, -1) == play.stop

    def allowed(
        self, before: Position, play: Play, path: tuple[Squares, tuple[int, ...]], strings: list[Squares]
    ) -> bool:
        """Whether the booklets let the play lie as it does."""
        squares, new = path[0], set(play.tiles)
        places = [*new, *([play.stop] if play.stop is not None else [])]
        size = self.rules.layout.size
        if any(not (0 <= s.row < size and 0 <= s.column < size) or s in before.occupied for s in places):
            return False
        if len(set(places)) < len(places) or len(places) + len(play.arrows) > self.rack or not strings:
            return False
        if play.stop is not None:
            way = (squares[1].row - squares[0].row, squares[1].column - squares[0].column) if len(squares) > 1 else None
            return way is not None and ahead(squares[0], way, -1) == play.stop and self.ends_a_word(before, play.stop)
        if not before.tiles:
            return Square(size // 2, size // 2) in new and len(squares) > 1
        beside = {ahead(s, way, sign) for s in new for way in (RIGHT, DOWN) for sign in (1, -1)}
        return bool(beside & set(before.tiles))

    def ends_a_word(self, before: Position, stop: Square) -> bool:
        """Whether a word of the board ends just left of a square, or just above it."""
        for way in (RIGHT, DOWN):
            last, first = ahead(stop, way, -1), ahead(stop, way, -2)
            if last not in before.tiles or first not in before.tiles:
                continue
            other = DOWN if way == RIGHT else RIGHT
            bent = any(
                squares[n] == last and squares[n - 1] == first for squares, corners in self.turned for n in corners
            )
            crossed = ahead(last, other, -1) in before.tiles
            if not bent or crossed:
                return True
        return False

    def text(self, word: Squares, lying: dict[Square, Tile]) -> str:
        """A word's letters."""
        return "".join(lying[square].letter for square in word)

    def points(self, word: Squares, lying: dict[Square, Tile], new: set[Square]) -> int:
        """A word's points: letters with their squares, then the word squares."""
        total, times = 0, 1
        for square in word:
            tile, sign = lying[square], self.rules.layout.token(square) if square in new else ".."
            value = 0 if tile.is_blank else self.rules.values[tile.letter]
            colour = "" if tile.is_blank else self.rules.tile_colours.get(tile.letter, " ")[0].upper()
            total += {"L2": 2, "L3": 3, "L4": 4, "M2": -2, f"{colour}.": 3}.get(sign, 1) * value
            times *= {"W2": 2, "W3": 3, "W4": 4}.get(sign, 1)
        return total * times


# Random games --------------------------------------------------------------------------------------------------------


def random_tile(random: Random, rules: Ruleset) -> Tile:
    """A tile of the game's alphabet, now and then a blank."""
    return Tile(random.choice(rules.alphabet), is_blank=random.random() < 0.1)


def random_play(random: Random, position: Position, rules: Ruleset, rack: int) -> Play:
    """Some tiles in a line, or round a corner, or after a stop tile; often nonsense."""
    kind = random.choice(["straight", "straight", "turned", "stop"]) if rules.stops else "straight"
    anchor = random.choice(sorted(position.tiles)) if position.tiles else rules.layout.centre
    way = random.choice([RIGHT, DOWN])
    stop = ahead(anchor, random.choice([RIGHT, DOWN])) if kind == "stop" else None
    side = DOWN if way == RIGHT else RIGHT
    square = (
        ahead(stop, way)
        if stop is not None
        else ahead(ahead(anchor, way, -random.randrange(4)), side, random.choice([0, 0, 1, -1]))
    )
    tiles: dict[Square, Tile] = {}
    arrows: set[Square] = set()
    for _ in range(random.randint(1, rack)):
        while square in position.tiles:
            square = ahead(square, way)
        tiles[square] = random_tile(random, rules)
        if kind == "turned" and len(tiles) > 1 and random.random() < 0.3 and len(arrows) < 2:
            arrows.add(square)
            way, side = side, way
        square = ahead(square, way)
    if random.random() < 0.05:
        tiles[ahead(square, way)] = random_tile(random, rules)
    return Play(tiles, stop, frozenset(arrows))


def random_game(seed: int, name: str, *, length: int = 14) -> Iterator[tuple[Game, Play, bool]]:
    """Each play that was tried in a random game, with the game before it and whether it was laid."""
    random = Random(seed)
    rules = ruleset(name)
    rack = random.choice(rules.rack_sizes)
    players = ("Ann", "Bo", "Cia", "Dan")[: random.randint(1, 4)]
    game = begin(GameBegan(name, players, rack))
    tries = 0
    while len(game.turns) < length and tries < 150:
        tries += 1
        play = random_play(random, game.position, game.ruleset, rack)
        legal = adjudicate(game.position, play, game.ruleset, rack=rack).is_legal
        yield game, play, legal
        if legal:
            game = follow(game, PlayLaid(play))
        elif random.random() < 0.05:
            game = follow(game, random.choice(OTHERS))


def final(seed: int, name: str) -> Game:
    """A random game's end."""
    game, play, legal = list(random_game(seed, name))[-1]
    return follow(game, PlayLaid(play)) if legal else game


# The properties ------------------------------------------------------------------------------------------------------


@games
@many
@given(seed=seeds)
def test_the_second_scorer_agrees(name: str, seed: int) -> None:
    """Every play, legal or not, is judged alike by the rules and by the slow second scorer."""
    second: SecondScorer | None = None
    for game, play, legal in random_game(seed, name):
        second = second or SecondScorer(game.ruleset, game.rack)
        ruling = adjudicate(game.position, play, game.ruleset, rack=game.rack)
        other = second.judge(game.position, play)
        told = written(game.position, play, game.ruleset)
        assert (other is not None) == legal, (str(told), ruling.infractions)
        if other is not None:
            assert (Counter((word.text, word.score) for word in ruling.words), ruling.score) == other, str(told)
            second.remember(game.position, play)


@games
@many
@given(seed=seeds)
def test_fold_is_live(name: str, seed: int) -> None:
    """The fold of any prefix of what happened is the game as it was then."""
    random = Random(seed)
    happenings = list(final(seed, name).happenings)
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
def test_transposing_keeps_the_score(name: str, seed: int) -> None:
    """Mirrored over the diagonal, a play scores the same: across and down are worth the same."""
    for game, play, legal in random_game(seed, name):
        if legal:
            here = adjudicate(game.position, play, game.ruleset, rack=game.rack)
            there = adjudicate(mirrored(game.position), mirrored_play(play), game.ruleset, rack=game.rack)
            assert here.score == there.score
            assert Counter(word.text for word in here.words) == Counter(word.text for word in there.words)


@games
@many
@given(seed=seeds)
def test_placing_and_lifting(name: str, seed: int) -> None:
    """Lifting what was just laid gives the board as it was."""
    for game, play, legal in random_game(seed, name):
        if legal:
            assert lift(lay(game.position, play), play) == game.position


@games
@many
@given(seed=seeds)
def test_text_and_back(name: str, seed: int) -> None:
    """A legal play that is written down and read is the same play, and is written the same again."""
    for game, play, legal in random_game(seed, name):
        if legal:
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


def test_random_games_are_worth_playing() -> None:
    """The random games have turned words, stop tiles, blanks and nonsense in them."""
    plays = [(play, legal) for seed in range(30) for _, play, legal in random_game(seed, "alfapet-sv")]
    laid = [play for play, legal in plays if legal]

    assert len(laid) > 200
    assert sum(bool(play.arrows) for play in laid) > 15
    assert sum(play.stop is not None for play in laid) > 10
    assert sum(not legal for _, legal in plays) > 200
    assert EMPTY == Position()
