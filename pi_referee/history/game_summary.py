"""A game in short: what its row in the list of games shows, and what it adds to its players' statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import blake2b

import msgspec

from pi_referee.errors import DamagedGameError
from pi_referee.game_log.events import Event, encode
from pi_referee.rules.course.asides import BroughtBack, ClockPaused, Mark, PutAway, Titled
from pi_referee.rules.course.game import Game, fold
from pi_referee.rules.course.standing import Status, Turn
from pi_referee.rules.course.terms import ticks_for
from pi_referee.rules.plays.play import Play


class Best(msgspec.Struct, frozen=True, omit_defaults=True, array_like=True):
    """A word, or the words of a turn, with its points; "" where there is none."""

    words: str = ""
    points: int = 0


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one player did in a game.

    plays: how many scored, and points: what they brought. bonuses: how often the whole rack was laid. letters: of the
    tiles laid -> how many; blanks are not among them. asked: how often the table was asked about this player's turns.
    """

    name: str
    total: int
    has_won: bool = False
    plays: int = 0
    points: int = 0
    best_word: Best = Best()
    best_turn: Best = Best()
    bonuses: int = 0
    letters: dict[str, int] = {}
    asked: int = 0


class Summary(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game in short.

    number: the game's, from 1. at: ISO time of its beginning. game: a ruleset's name. turns: of the protocol. is_over:
    whether it has ended. is_settled: whether everything is known of its score. title: what the house calls it. is_away:
    whether it was taken off the list. alike: the same text for games that may be compared, alone. damage: what, where
    and cure, for a game that cannot be read any more; nothing else is known of it. is_counted: whether what was left
    is told. origin: the same text for a game and one in which it was gone on with, or as which it was read in again.
    """

    number: int
    at: str = ""
    game: str = ""
    seats: tuple[Seat, ...] = ()
    turns: int = 0
    is_over: bool = False
    is_settled: bool = False
    title: str = ""
    is_away: bool = False
    alike: str = ""
    damage: tuple[str, str, str] | None = None
    is_counted: bool = False
    origin: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return tuple(seat.name for seat in self.seats)

    @property
    def counts(self) -> bool:
        """Whether statistics may be made of it: it was played to its end, and its score is known."""
        return self.is_over and self.is_settled and not self.is_away and self.turns > 0


def summary_of(number: int, events: Sequence[Event]) -> Summary:
    """A game in short, from everything that happened in it; the first event is its beginning."""
    game = fold(event.happening for event in events)
    title, is_away = marks_of(events)
    return Summary(
        number,
        events[0].at,
        game.began.game,
        tuple(_seat(game, player) for player in game.players),
        len(game.turns),
        bool(game.ended),
        bool(game.winners),
        title,
        is_away,
        f"{game.began.game} {game.rack} {sorted(game.ruleset.switches.items())}" if len(game.players) == 1 else "",
        is_counted=game.is_counted,
        origin=_origin(events),
    )


def damaged(number: int, error: DamagedGameError) -> Summary:
    """What is told of a game that cannot be read."""
    return Summary(number, damage=(error.what, error.where, error.cure))


def marks_of(events: Iterable[Event]) -> tuple[str, bool]:
    """What the house calls a game, "" if it has no name of its own, and whether it was taken off the list."""
    title, is_away = "", False
    for event in events:
        match event.happening:
            case Titled(title):
                pass
            case PutAway() | BroughtBack():
                is_away = isinstance(event.happening, PutAway)
    return title, is_away


def without_marks(events: Iterable[Event]) -> tuple[Event, ...]:
    """What happened in a game's course."""
    return tuple(event for event in events if not isinstance(event.happening, Mark))


def put_back(events: Iterable[Event]) -> tuple[Event, ...]:
    """What happened in a game without that it was ever taken off the list: for one that is added as the newest.

    A chess clock that ran stands until the next turn: the board is to be laid again first.
    """
    kept = tuple(event for event in events if not isinstance(event.happening, (PutAway, BroughtBack)))
    runs = ticks_for(fold(event.happening for event in kept))
    return (*kept, replace(kept[-1], happening=ClockPaused(until_turn=True), picture="")) if runs else kept


def _origin(events: Sequence[Event]) -> str:
    """What tells a game from all others: its beginning and what happened first, each with its time."""
    first = ((event.at, *encode(event.happening)) for event in without_marks(events)[:2])
    return blake2b(repr([*first]).encode(), digest_size=16).hexdigest()


def best_alone(one: Summary, games: Iterable[Summary]) -> int | None:
    """The best total of earlier finished games of one player like this one; None if there is none.

    Alike are games of the same name, rack and switches; the same game told before is no other one.
    """
    earlier = (other for other in games if other.number < one.number and other.origin != one.origin)
    alike = (other for other in earlier if other.alike == one.alike)
    ended = [other.seats[0].total for other in alike if other.is_over and not other.is_away]
    return max(ended, default=None) if one.alike else None


def _seat(game: Game, player: str) -> Seat:
    """What a player did."""
    turns = [turn for turn in game.turns if turn.player == player]
    plays = [turn for turn in turns if isinstance(turn.move, Play) and turn.status is Status.SCORED]
    return Seat(
        player,
        game.totals[player],
        player in game.winners,
        len(plays),
        sum(turn.score or 0 for turn in plays),
        _most(Best(word.text, word.score) for turn in plays if turn.ruling for word in turn.ruling.words),
        _most(Best(_words(turn), turn.score or 0) for turn in plays),
        sum(bool(turn.ruling and turn.ruling.bonus) for turn in plays),
        dict(_letters(plays)),
        sum(len(entry.doubts) for entry in game.script.entries if entry.player == player),
    )


def _words(turn: Turn) -> str:
    """The words of a turn."""
    return ", ".join(word.text for word in turn.ruling.words) if turn.ruling else ""


def _most(found: Iterable[Best]) -> Best:
    """The one with most points, the first of several; none of no points."""
    return max(found, key=lambda one: one.points, default=Best())


def _letters(plays: Iterable[Turn]) -> Counter[str]:
    """The letters of the tiles that were laid."""
    moves = (turn.move for turn in plays)
    tiles = (tile for move in moves if isinstance(move, Play) for tile in move.tiles.values())
    return Counter(tile.letter for tile in tiles if not tile.is_blank)
