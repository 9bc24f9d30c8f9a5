"""The scoresheet: players as columns, rounds as rows, every turn with its words, its points and the running total."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pi_referee.rules.course.game import Game
from pi_referee.rules.course.standing import Status, Turn


@dataclass(frozen=True, slots=True)
class Entry:
    """One turn on the sheet; running is the player's total after it, None while its score is open."""

    turn: Turn
    running: int | None
    is_newest: bool = False

    @property
    def tells_points(self) -> bool:
        """Whether there are points to tell: for every scored play, and for whatever cost some."""
        return self.turn.score is not None and (self.turn.status is Status.SCORED or self.turn.score != 0)


@dataclass(frozen=True, slots=True)
class Round:
    """A row of the sheet: for each player, in the order of the columns, what he or she did, or None."""

    number: int
    entries: tuple[Entry | None, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A player on the sheet: total, the latest turn, and whether it is his or her turn.

    leads: has most points, and not everybody has as many. has_won: the game is over and this player won.
    """

    player: str
    total: int
    latest: Entry | None
    is_on_turn: bool
    leads: bool
    has_won: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole sheet; rounds come newest first, as one looks at them."""

    columns: tuple[Column, ...]
    rounds: tuple[Round, ...]


def sheet_of(game: Game) -> Sheet:
    """The scoresheet of a game as it stands."""
    entries = entries_of(game)
    latest = {entry.turn.player: entry for entry in entries}
    totals = game.totals
    best, worst = max(totals.values()), min(totals.values())
    columns = (
        Column(
            player,
            totals[player],
            latest.get(player),
            is_on_turn=player == game.on_turn,
            leads=totals[player] == best > worst,
            has_won=player in game.winners,
        )
        for player in game.players
    )
    return Sheet(tuple(columns), in_rounds(game.players, entries))


def entries_of(game: Game) -> list[Entry]:
    """All turns in order, each with its player's total after it."""
    running = dict.fromkeys(game.players, 0)
    entries = []
    for turn in game.turns:
        running[turn.player] += turn.score or 0
        total = None if turn.status is Status.OPEN else running[turn.player]
        entries.append(Entry(turn, total, is_newest=turn.number == len(game.turns)))
    return entries


def in_rounds(players: Sequence[str], entries: Iterable[Entry]) -> tuple[Round, ...]:
    """The turns as rows, newest first; a player who comes round again begins a new row."""
    rows: list[list[Entry | None]] = []
    place = len(players)
    for entry in entries:
        column = players.index(entry.turn.player)
        if column <= place:
            rows.append([None] * len(players))
        rows[-1][column] = entry
        place = column
    return tuple(Round(number, tuple(row)) for number, row in enumerate(rows, start=1))[::-1]
