"""Why somebody should walk over to a table, the most urgent reason first."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from pi_referee.hall.club import TableInHall

LONG = 180.0
"""Seconds for which a question may wait before the arbiter goes there: players answer most within one."""


class Reason(enum.Enum):
    """Why."""

    GONE = "gone"
    """In the midst of a game the table is not heard of any more."""
    DAMAGED = "damaged"
    """Its log, or an event of it, cannot be read."""
    CAMERA = "camera"
    """Its camera has a fault."""
    UNTOLD = "untold"
    """The board shows what nobody told."""
    LONG = "long"
    """A question has waited for too long."""
    QUESTION = "question"
    """Somebody at the table must answer a question."""


@dataclass(frozen=True, slots=True)
class Need:
    """A table and the most urgent reason to go there. minutes: for how long a question has waited."""

    table: TableInHall
    reason: Reason
    minutes: int = 0

    @property
    def is_arbiters(self) -> bool:
        """Whether the arbiter should go; else the players will manage."""
        return self.reason is not Reason.QUESTION


def need_of(table: TableInHall, now: float) -> Need | None:
    """What a table needs now, by the hall's clock; None if nothing."""
    state, waited = table.state, 0.0 if table.waiting is None else now - table.waiting
    is_playing = bool(state.game and state.players and not state.ended)
    found = (
        (Reason.GONE, is_playing and not table.is_here),
        (Reason.DAMAGED, state.damaged or state.game in table.unreadable),
        (Reason.CAMERA, table.is_here and state.camera not in {"well", "off"}),
        (Reason.UNTOLD, state.untold),
        (Reason.LONG, waited > LONG),
        (Reason.QUESTION, table.waiting is not None),
    )
    return next((Need(table, reason, int(waited / 60)) for reason, holds in found if holds), None)
