"""Results and standings as tables for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from pi_referee.hall.game_results import Result
from pi_referee.hall.pairings import Pairing
from pi_referee.hall.rounds_played import Standing, rounds_of, unpaired
from pi_referee.protocol.spreadsheet import inert

Cell = str | int | float


def results_table(pairings: Sequence[Pairing], results: Sequence[Result], separator: str) -> str:
    """A row for each player of each game, and for each pairing that was not played; round 0 stands for none."""
    head = ("round", "table", "game", "began", "player", "points", "won", "over")
    return _table(head, _rows(pairings, results), separator)


def standings_table(standings: Iterable[Standing], separator: str) -> str:
    """A row for each player, the best first."""
    rows = ((one.place, inert(one.player), one.games, _figure(one.wins, separator), one.spread) for one in standings)
    return _table(("place", "player", "games", "wins", "spread"), rows, separator)


def _rows(pairings: Sequence[Pairing], results: Sequence[Result]) -> Iterator[tuple[Cell, ...]]:
    for round_ in rounds_of(pairings, results):
        for board in round_.boards:
            if board.result is not None:
                yield from _of_game(round_.number, board.result)
            else:
                for name in board.pairing.players:
                    yield (round_.number, board.pairing.table, "", "", inert(name), "", "", "")
    for result in unpaired(pairings, results):
        yield from _of_game(0, result)


def _of_game(number: int, result: Result) -> Iterator[tuple[Cell, ...]]:
    for player in result.players:
        won, over = int(player in result.winners), int(result.is_over)
        yield (number, result.table, result.game, result.at, inert(player), result.totals[player], won, over)


def _figure(wins: float, separator: str) -> str:
    """A number with the sign for its parts that belongs to the language."""
    text = f"{wins:g}"
    return text.replace(".", ",") if separator == ";" else text


def _table(head: Sequence[str], rows: Iterable[Sequence[Cell]], separator: str) -> str:
    lines = io.StringIO()
    out = csv.writer(lines, delimiter=separator)
    out.writerow(head)
    out.writerows(rows)
    return lines.getvalue()
