"""Who plays whom in which round, as a club's secretary writes it in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pi_referee.errors import NotationError
from pi_referee.gettext_mark import say
from pi_referee.player_names import are_alike, tidy
from pi_referee.relay.mqtt_topics import is_table

MOST_ROUNDS, MOST_ROWS = 99, 5_000
"""More than any club plays in one evening, and than any league's day has."""

_FIGURES = 9
"""Figures of a number that is looked at: Python refuses to read very long ones."""

_SEPARATORS = (",", ";", "\t")


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two to four who play each other at a table in a round; one alone has a bye, and table is "" for it."""

    round: int
    table: str
    players: tuple[str, ...]

    @property
    def is_bye(self) -> bool:
        """Whether its one player has nobody to play."""
        return len(self.players) == 1

    @property
    def key(self) -> frozenset[str]:
        """By whom it is known, capitals or not."""
        return frozenset(name.casefold() for name in self.players)


def pairings_of(text: str) -> tuple[Pairing, ...]:
    r"""The pairings of a table: round, table, and a column for each player. Raises NotationError with the row's number.

    >>> pairings_of("round,table,first,second\n1,table-3,Anna,Bo\n1,,Cilla")
    (Pairing(round=1, table='table-3', players=('Anna', 'Bo')), Pairing(round=1, table='', players=('Cilla',)))
    """
    separator = max(_SEPARATORS, key=text.partition("\n")[0].count)
    try:
        lines = io.StringIO(text.removeprefix("\ufeff"), newline="")
        rows = list(csv.reader(lines, delimiter=separator, strict=True))  # else an open quote swallows the rest
    except csv.Error as error:
        raise _not_so(say("This is not a table of pairings."), 0) from error
    found = dict(_pairings(rows))
    if not found:
        raise _not_so(say("There are no pairings in it."), 0)
    _look_at_rounds(found)
    return tuple(found.values())


def _pairings(rows: list[list[str]]) -> Iterator[tuple[int, Pairing]]:
    """Each row's number and pairing; a heading begins with no figure, and is passed over as empty rows are."""
    if len(rows) > MOST_ROWS:
        raise _not_so(say("There are more rows than any club has."), MOST_ROWS)
    for number, row in enumerate(rows, 1):
        cells = [cell.strip() for cell in row]
        if any(cells) and not (number == 1 and not any(map(str.isdigit, cells[0]))):
            yield number, _pairing(cells, number)


def _pairing(cells: list[str], number: int) -> Pairing:
    """A row's pairing."""
    first, table, players = cells[0], (cells[1] if len(cells) > 1 else "").lower(), tuple(map(tidy, cells[2:]))
    names = tuple(name for name in players if name)
    if not (first.isascii() and first.isdecimal() and len(first) <= _FIGURES and 1 <= int(first) <= MOST_ROUNDS):
        raise _not_so(say("The first column must be the number of the round."), number)
    if not names or len(names) > 4 or are_alike(names):
        raise _not_so(say("One to four players with names of their own must follow round and table."), number)
    if table and not is_table(table):
        raise _not_so(say("The second column must be the table's name, as table-3."), number)
    return Pairing(int(first), table, names)


def _look_at_rounds(found: Mapping[int, Pairing]) -> None:
    """Refuse somebody who would play twice in one round."""
    seen: set[tuple[int, str]] = set()
    for row, one in found.items():
        for name in one.key:
            if (one.round, name) in seen:
                raise _not_so(say("Somebody plays twice in one round."), row)
            seen.add((one.round, name))


def _not_so(what: str, row: int) -> NotationError:
    """What is wrong, and in which row; 0 for the whole."""
    cure = say("Write a row for each table: round, table, first player, second player.")
    return NotationError(what, where=str(row) if row else "", cure=cure)
