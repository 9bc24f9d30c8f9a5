"""The best totals of those who play alone, found in the log: nothing else need be kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from pi_referee.errors import DamagedGameError
from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.course.game import Game, fold
from pi_referee.rules.course.solo import best_before, is_solo


def solo_best(ledger: Ledger, number: int) -> int | None:
    """The best total of earlier finished solo games like the one of this number; None if there is none.

    Alike are games of the same name, rack and switches. Raises LedgerError if the log cannot be read.
    """
    return best_before(_game(ledger, number), (game for game in _whole(ledger, number) if is_solo(game)))


def _whole(ledger: Ledger, number: int) -> Iterator[Game]:
    """The games before this one, but for those that were damaged."""
    for other in range(1, number):
        with suppress(DamagedGameError):
            yield _game(ledger, other)


def _game(ledger: Ledger, number: int) -> Game:
    """A game of the log."""
    return fold(event.happening for event in ledger.since(0, game=number))
