"""A slow second scorer, written from the booklets in another way, judges every play as the rules do.

It shares no code with the rules: it reads rows and columns as strings of squares, tries every way a word could turn,
and knows what turned from the game's history instead of the board. PI_REFEREE_GAMES says how many random games of each
kind are played.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game
from pi_referee.rules.definition.library import ruleset, ruleset_names
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.adjudication import adjudicate
from pi_referee.rules.plays.notation import written
from pi_referee.rules.plays.play import Play

GAMES = int(os.environ.get("PI_REFEREE_GAMES", "8"))
many = settings(max_examples=GAMES, deadline=None, suppress_health_check=list(HealthCheck))
seeds = st.integers(0, 2**32)
games = pytest.mark.parametrize("name", [name for name in ruleset_names() if ruleset(name).has_board])
Tried = Callable[[int, str], Iterator[tuple[Game, Play, bool]]]

RIGHT, DOWN = (0, 1), (1, 0)
Squares = tuple[Square, ...]


def ahead(square: Square, way: tuple[int, int], count: int = 1) -> Square:
    """The square so many steps on."""
    return Square(square.row + way[0] * count, square.column + way[1] * count)


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


@games
@many
@given(seed=seeds)
def test_the_second_scorer_agrees(tried: Tried, name: str, seed: int) -> None:
    """Every play, legal or not, is judged alike by the rules and by the slow second scorer."""
    second: SecondScorer | None = None
    for game, play, legal in tried(seed, name):
        second = second or SecondScorer(game.ruleset, game.rack)
        ruling = adjudicate(game.position, play, game.ruleset, rack=game.rack)
        other = second.judge(game.position, play)
        told = written(game.position, play, game.ruleset)
        assert (other is not None) == legal, (str(told), ruling.infractions)
        if other is not None:
            assert (Counter((word.text, word.score) for word in ruling.words), ruling.score) == other, str(told)
            second.remember(game.position, play)
