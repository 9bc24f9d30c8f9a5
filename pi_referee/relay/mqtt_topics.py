"""The topics by which tables and hall talk; docs/hall.md explains them to people, docs/hall.schema.json to programs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pi_referee.errors import WrongNameError

VERSION: Final = 1
"""Of topics and messages; what would be misread by an older reader gets another number, and topics of its own."""

ROOT = f"pi-referee/{VERSION}/tables"

EVENTS, STATE, PRESENCE, RESEND, PRESS = "events", "state", "presence", "resend", "press"
"""What a table tells: what happened, how it stands (kept), whether it is there (kept). What it is asked: to send events
again, and to end the turn as its button would."""

HERE, GONE = "here", "gone"
"""What stands under presence."""

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one table.

    >>> Topics("table-3").events
    'pi-referee/1/tables/table-3/events'
    """

    table: str

    @property
    def events(self) -> str:
        """What happened, one event a message, each once in order and perhaps again."""
        return f"{ROOT}/{self.table}/{EVENTS}"

    @property
    def state(self) -> str:
        """How the table stands; the newest is kept by the broker."""
        return f"{ROOT}/{self.table}/{STATE}"

    @property
    def presence(self) -> str:
        """Whether the relay is there; kept, and its last will."""
        return f"{ROOT}/{self.table}/{PRESENCE}"

    @property
    def resend(self) -> str:
        """By which the hall asks for events once more."""
        return f"{ROOT}/{self.table}/{RESEND}"

    @property
    def press(self) -> str:
        """By which the house ends a turn, where that is allowed."""
        return f"{ROOT}/{self.table}/{PRESS}"


def topics_of(table: str) -> Topics:
    """The topics of a table; raises WrongNameError for a name that is none."""
    if not is_table(table):
        what = f"{table!r} is no name for a table."
        raise WrongNameError(what, cure="Take small letters, figures and hyphens, 32 at most: table-3")
    return Topics(table)


def is_table(name: str) -> bool:
    """Whether a table may be called so: it is a level of a topic and a user of the broker."""
    return _NAME.fullmatch(name) is not None


def split(topic: str) -> tuple[str, str]:
    """Which table a topic belongs to, and what of it is told; two empty texts for a topic that is none of these.

    >>> split("pi-referee/1/tables/table-3/state"), split("pi-referee/1/tables/../state")
    (('table-3', 'state'), ('', ''))
    """
    start, _, kind = topic.rpartition("/")
    root, _, table = start.rpartition("/")
    return (table, kind) if root == ROOT and is_table(table) else ("", "")
