"""The scoresheet: players as columns, rounds as rows, every turn with its words, its points and the running total."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pi_referee.protocol.unlawful_plays import unlawful_word
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.standing import Status, Turn
from pi_referee.rules.course.stealing import Settlement
from pi_referee.rules.course.terms import is_known_who_plays
from pi_referee.rules.definition.mode import Mode

_WAITING = {Status.OPEN, Status.UNEXPLAINED}
"""Turns after which it is not known what their player has."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One turn on the sheet.

    running: the player's total after it, None while its score is open. brought: what its word brought once a later
    turn settled it. round: in which round it was, where rounds are played; else 0. seen_at: the turn at whose look
    the camera last answered what was asked about it, else 0. unlawful: what a play spells that is not allowed.
    """

    turn: Turn
    running: int | None
    is_newest: bool = False
    brought: Settlement | None = None
    round: int = 0
    seen_at: int = 0
    unlawful: str = ""

    @property
    def tells_points(self) -> bool:
        """Whether there are points to tell: for every scored play, and for whatever cost some."""
        return self.turn.score is not None and (self.turn.status is Status.SCORED or self.turn.score != 0)

    @property
    def kept(self) -> str | None:
        """The cards of its word that nobody took; None if that is all of it, or what was laid is no word as it is read.

        Some other answer to what is asked of it may make it one, which the next turn would have settled.
        """
        words = self.turn.ruling.words if self.turn.ruling is not None else ()
        return self.brought.kept if self.brought is not None and words and self.brought.kept != words[0].text else None


@dataclass(frozen=True, slots=True)
class Round:
    """A row of the sheet: for each player, in the order of the columns, what he or she did, or None."""

    number: int
    entries: tuple[Entry | None, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A player on the sheet: total, the latest turn, and whether it is his or her turn.

    leads: has most points, and not everybody has as many. has_won: the game is over, what was left is counted, and this
    player won. pending: the turn whose word lives, if it is this player's: what it scores is still to be stolen.
    """

    player: str
    total: int
    latest: Entry | None
    is_on_turn: bool
    leads: bool
    has_won: bool
    pending: Turn | None = None


@dataclass(frozen=True, slots=True)
class Remainder:
    """What came off a player's points after the last turn, and the points in all.

    rack: for the last tiles, negative for who got some; None until that is known. over: for overtime.
    """

    player: str
    rack: int | None
    over: int
    total: int

    @property
    def gain(self) -> int:
        """What both added to the points; mostly below zero."""
        return -(self.rack or 0) - self.over


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole sheet; rounds come newest first, as one looks at them. round: the one being played, else 0.

    before: the points that each player brought along; empty unless the game began in the middle. left: for each column
    what came off after the last turn; empty until something did.
    """

    columns: tuple[Column, ...]
    rounds: tuple[Round, ...]
    round: int = 0
    before: tuple[int, ...] = ()
    left: tuple[Remainder, ...] = ()


def sheet_of(game: Game) -> Sheet:
    """The scoresheet of a game as it stands."""
    entries = entries_of(game)
    latest = {entry.turn.player: entry for entry in entries}
    totals = game.totals
    best, worst = max(totals.values()), min(totals.values())
    columns = tuple(
        Column(
            player,
            totals[player],
            latest.get(player),
            is_on_turn=player == game.on_turn and is_known_who_plays(game),
            leads=totals[player] == best > worst,
            has_won=player in game.won_by,
            pending=next((turn for turn in game.turns if turn.player == player and turn.pending is not None), None),
        )
        for player in game.players
    )
    number = game.script.round if game.ruleset.mode is Mode.ROUNDS else 0
    return Sheet(columns, in_rounds(game.players, entries), number, points_brought(game), remainders(game))


def remainders(game: Game) -> tuple[Remainder, ...]:
    """What came off after the last turn, in the order of the seats; empty while nothing has, and none is known."""
    off, over = game.deductions, game.overtime
    if not (off or over):
        return ()
    racks = {player: off.get(player, 0) if off else None for player in game.players}
    return tuple(Remainder(player, racks[player], over.get(player, 0), game.totals[player]) for player in game.players)


def points_brought(game: Game) -> tuple[int, ...]:
    """The points that each player brought along, in the order of the seats; empty unless the game began so."""
    return tuple(game.points_before.values()) if game.script.before.occupied else ()


def points_so_far(game: Game) -> dict[str, int]:
    """Each player's points as its turns brought them, before anything is taken off for the last tiles."""
    sums = game.points_before
    for turn in game.turns:
        sums[turn.player] += turn.score or 0
    return sums


def entries_of(game: Game) -> list[Entry]:
    """All turns in order, each with its player's total after it."""
    running = game.points_before
    brought = {turn.settled.turn: turn.settled for turn in game.turns if turn.settled is not None}
    has_rounds = game.ruleset.mode is Mode.ROUNDS
    entries = []
    for turn, written in zip(game.turns, game.script.entries, strict=True):
        running[turn.player] += turn.score or 0
        total = None if turn.score is None and turn.status in _WAITING else running[turn.player]
        is_newest, number = turn.number == len(game.turns), written.round if has_rounds else 0
        seen_at, unlawful = max(written.seen.values(), default=0), unlawful_word(game, turn)
        entries.append(Entry(turn, total, is_newest, brought.get(turn.number), number, seen_at, unlawful))
    return entries


def in_rounds(players: Sequence[str], entries: Iterable[Entry]) -> tuple[Round, ...]:
    """The turns as rows, newest first; a player who comes round again begins a new row, and so does a new round."""
    rows: list[list[Entry | None]] = []
    numbers: list[int] = []
    place, last = len(players), 0
    for entry in entries:
        column = players.index(entry.turn.player)
        is_again = rows[-1][column] is not None if rows and entry.round == last > 0 else column <= place
        if is_again or entry.round != last:
            rows.append([None] * len(players))
            numbers.append(entry.round or len(rows))
        rows[-1][column] = entry
        place, last = column, entry.round
    return tuple(Round(number, tuple(row)) for number, row in zip(numbers, rows, strict=True))[::-1]
