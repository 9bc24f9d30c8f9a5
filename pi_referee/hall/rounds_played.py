"""The evening's rounds: each pairing with the game that was played for it, and where everybody stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pi_referee.hall.game_results import Result
from pi_referee.hall.pairings import Pairing

BYE = 50
"""Points of spread for whoever has nobody to play, with a win: what crossword clubs give."""


@dataclass(frozen=True, slots=True)
class Board:
    """A pairing and its game; result: None as long as it has not begun."""

    pairing: Pairing
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class RoundPlayed:
    """A round with its boards."""

    number: int
    boards: tuple[Board, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands. wins: a shared win counts half. spread: points won by, less points lost by."""

    player: str
    games: int = 0
    wins: float = 0.0
    spread: int = 0
    place: int = 0


def rounds_of(pairings: Sequence[Pairing], results: Sequence[Result]) -> tuple[RoundPlayed, ...]:
    """Each round with what was played for it: the first game of the same people that no earlier round has.

    Not one that they left for a newer one, as where they had begun with other rules or at a table that broke.
    """
    left = _lasting(results)
    rounds: dict[int, list[Board]] = {}
    for pairing in sorted(pairings, key=lambda one: one.round):
        game = next((one for one in left if one.key == pairing.key), None)
        if game is not None:
            left.remove(game)
        rounds.setdefault(pairing.round, []).append(Board(pairing, game))
    return tuple(RoundPlayed(number, tuple(boards)) for number, boards in rounds.items())


def _lasting(results: Sequence[Result]) -> list[Result]:
    """The games that are over, or that no other game of the same people came after."""
    newest = {one.key: one for one in results}
    return [one for one in results if one.ended or newest[one.key] is one]


def unpaired(pairings: Sequence[Pairing], results: Sequence[Result]) -> tuple[Result, ...]:
    """The games that no pairing asked for."""
    paired = [board.result for round_ in rounds_of(pairings, results) for board in round_.boards]
    return tuple(one for one in results if one not in paired)


def standings_of(pairings: Sequence[Pairing], results: Sequence[Result]) -> tuple[Standing, ...]:
    """Everybody by wins, then by spread; equal ones share a place. Where there are pairings only their games count.

    Nobody wins against nobody: a game of one player counts only where a pairing asks for it.
    """
    boards = [board for round_ in rounds_of(pairings, results) for board in round_.boards]
    played = [board.result for board in boards if board.result] if pairings else results
    counted = [one for one in played if pairings or len(one.players) > 1]
    byes = [board.pairing for board in boards if board.pairing.is_bye]
    table: dict[str, Standing] = {}
    for one in (*(won for result in counted if result.is_over for won in _of_game(result)), *map(_of_bye, byes)):
        _add(table, one)
    for name in (name for pairing in pairings for name in pairing.players):
        table.setdefault(name.casefold(), Standing(name))
    return _placed(table.values())


def spread_of(result: Result, player: str) -> int:
    """By how many points a player won over the best of the others, or lost to them."""
    others = [points for name, points in result.totals.items() if name != player]
    return result.totals[player] - max(others, default=result.totals[player])


def _of_game(result: Result) -> Iterable[Standing]:
    """What a game brings each of its players."""
    for player in result.players:
        wins = 1 / len(result.winners) if player in result.winners else 0.0
        yield Standing(player, 1, wins, spread_of(result, player))


def _of_bye(pairing: Pairing) -> Standing:
    return Standing(pairing.players[0], 1, 1.0, BYE)


def _add(table: dict[str, Standing], one: Standing) -> None:
    known = table.get(one.player.casefold(), Standing(one.player))
    table[one.player.casefold()] = replace(
        known, games=known.games + one.games, wins=known.wins + one.wins, spread=known.spread + one.spread
    )


def _placed(standings: Iterable[Standing]) -> tuple[Standing, ...]:
    """Everybody with a place, from 1."""
    ordered = sorted(standings, key=lambda one: (-one.wins, -one.spread, one.player.casefold()))
    placed: list[Standing] = []
    for number, one in enumerate(ordered, 1):
        same = bool(placed) and (placed[-1].wins, placed[-1].spread) == (one.wins, one.spread)
        placed.append(replace(one, place=placed[-1].place if same else number))
    return tuple(placed)
