"""What the games say of the people who played them: of each, of each two, and of who played alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from pi_referee.history.game_summary import Best, Seat, Summary
from pi_referee.player_names import is_unnamed


@dataclass(frozen=True, slots=True)
class Appearance:
    """A player in a game that counts."""

    game: Summary
    seat: Seat

    @property
    def is_alone(self) -> bool:
        """Whether nobody else played."""
        return len(self.game.seats) == 1

    @property
    def others(self) -> tuple[str, ...]:
        """Who else played."""
        return tuple(seat.name for seat in self.game.seats if seat is not self.seat)


@dataclass(frozen=True, slots=True)
class Record:
    """The most of something, and the game it was in; number 0 where there is none."""

    best: Best = field(default_factory=Best)
    number: int = 0


@dataclass(frozen=True, slots=True)
class Person:
    """What is told of a player, under the name as it was written last.

    appearances: in every game that counts, oldest first; the figures are of all of them, won and average but of games
    against others. letters: those laid most often, with how often.
    """

    name: str
    appearances: tuple[Appearance, ...]

    @property
    def against(self) -> tuple[Appearance, ...]:
        """The games against others."""
        return tuple(one for one in self.appearances if not one.is_alone)

    @property
    def won(self) -> int:
        """How many games were won; a shared win is one."""
        return sum(one.seat.has_won for one in self.against)

    @property
    def average(self) -> float:
        """Points a game."""
        return _average([one.seat.total for one in self.against])

    @property
    def a_play(self) -> float:
        """Points a play."""
        plays = sum(one.seat.plays for one in self.appearances)
        return sum(one.seat.points for one in self.appearances) / plays if plays else 0.0

    @property
    def bonuses(self) -> int:
        """How often the whole rack was laid."""
        return sum(one.seat.bonuses for one in self.appearances)

    @property
    def asked(self) -> float:
        """How often the table was asked about this player's turns, a game."""
        return _average([one.seat.asked for one in self.appearances])

    @property
    def best_game(self) -> Record:
        """The most points of a game."""
        return _most((Best("", one.seat.total), one) for one in self.appearances)

    @property
    def best_word(self) -> Record:
        """The word with most points."""
        return _most((one.seat.best_word, one) for one in self.appearances if one.seat.best_word.words)

    @property
    def best_turn(self) -> Record:
        """The turn with most points."""
        return _most((one.seat.best_turn, one) for one in self.appearances if one.seat.best_turn.words)

    @property
    def letters(self) -> tuple[tuple[str, int], ...]:
        """The five letters laid most often; those of one frequency by the alphabet."""
        laid = sum((Counter(one.seat.letters) for one in self.appearances), Counter[str]())
        return tuple(sorted(laid.items(), key=lambda one: (-one[1], one[0]))[:5])


@dataclass(frozen=True, slots=True)
class Pair:
    """Two who played with each other: in how many games, and in how many each of them had more points."""

    names: tuple[str, str]
    games: int
    ahead: tuple[int, int]

    @property
    def alike(self) -> int:
        """In how many games both had the same."""
        return self.games - sum(self.ahead)


@dataclass(frozen=True, slots=True)
class Alone:
    """The best game of one who played alone, among games that may be compared; of how many."""

    name: str
    game: Summary
    total: int
    games: int


def people(games: Iterable[Summary]) -> tuple[Person, ...]:
    """Everybody who played a game to its end, those who played most first; capitals make no other name of one."""
    found = defaultdict[str, list[Appearance]](list)
    for game in counted(games):
        for seat in game.seats:
            found[seat.name.casefold()].append(Appearance(game, seat))
    persons = (Person(told[-1].seat.name, tuple(told)) for told in found.values())
    return tuple(sorted(persons, key=lambda one: (-len(one.appearances), one.name.casefold())))


def pairs(games: Iterable[Summary]) -> tuple[Pair, ...]:
    """Each two who played with each other, those who did most often first."""
    met = defaultdict[tuple[str, ...], list[tuple[Seat, ...]]](list)
    for game in counted(games):
        for two in combinations(game.seats, 2):
            seats = tuple(sorted(two, key=lambda seat: seat.name.casefold()))
            met[tuple(seat.name.casefold() for seat in seats)].append(seats)
    return tuple(sorted(map(_pair, met.values()), key=lambda one: (-one.games, one.names)))


def alone(games: Iterable[Summary]) -> tuple[Alone, ...]:
    """The best games of those who played alone: one for each player and each game with its rules."""
    played = defaultdict[tuple[str, str], list[Summary]](list)
    for game in counted(games):
        if game.alike:
            played[game.alike, game.names[0].casefold()].append(game)
    bests = ((max(told, key=lambda one: one.seats[0].total), len(told)) for told in played.values())
    found = (Alone(best.names[0], best, best.seats[0].total, many) for best, many in bests)
    return tuple(sorted(found, key=lambda one: (one.game.game, -one.total)))


def counted(games: Iterable[Summary]) -> list[Summary]:
    """The games of which statistics are made, oldest first: ended, with a known score, by people with names.

    One that was gone on with, or read in again, counts once: as it stands in the newest.
    """
    told = sorted((one for one in games if one.counts and not is_unnamed(one.names)), key=lambda one: one.number)
    return sorted({one.origin or one.number: one for one in told}.values(), key=lambda one: one.number)


def _pair(met: Sequence[tuple[Seat, ...]]) -> Pair:
    """What is told of two, from their seats in each game."""
    first, second = met[-1]
    ahead = (sum(one.total > two.total for one, two in met), sum(one.total < two.total for one, two in met))
    return Pair((first.name, second.name), len(met), ahead)


def _most(found: Iterable[tuple[Best, Appearance]]) -> Record:
    """The most of something, the first time of several."""
    best = max(found, key=lambda one: one[0].points, default=None)
    return Record() if best is None else Record(best[0], best[1].game.number)


def _average(numbers: Sequence[int]) -> float:
    """The average of some numbers; 0 of none."""
    return sum(numbers) / len(numbers) if numbers else 0.0


def rows(games: Iterable[Summary]) -> list[Mapping[str, str | int]]:
    """All of it as a table: a row a game and player, oldest first."""
    return [_row(game, seat) for game in counted(games) for seat in game.seats]


def _row(game: Summary, seat: Seat) -> Mapping[str, str | int]:
    """A player's row of a game."""
    letters = " ".join(f"{letter}{many}" for letter, many in sorted(seat.letters.items()))
    return {
        "number": game.number, "at": game.at, "game": game.game, "title": game.title, "player": seat.name,
        "players": len(game.seats), "total": seat.total, "won": int(seat.has_won), "plays": seat.plays,
        "points": seat.points, "best word": seat.best_word.words, "its points": seat.best_word.points,
        "best turn": seat.best_turn.words, "turn points": seat.best_turn.points, "bonuses": seat.bonuses,
        "asked": seat.asked, "letters": letters,
    }  # fmt: skip
