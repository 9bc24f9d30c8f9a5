"""A word list in the making, as it is noted down: what was ordered, how far it is, and how it ended."""

from __future__ import annotations

import enum
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


class State(enum.Enum):
    """How a list's making stands."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Order:
    """A list that somebody wants: built from packages (no file), or made of a family's file.

    kind: of an imported list, "forms" or "headwords". over, role: the list it is laid over, and what it does there.
    """

    name: str
    language: str
    file: str = ""
    kind: str = "forms"
    over: str = ""
    role: str = "adds"


@dataclass(frozen=True, slots=True)
class Step:
    """A step on the way: a sentence to be translated, what it is about, and seconds since the beginning."""

    text: str
    about: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Work:
    """A list in the making. at: when it was begun, ISO. process: the number of the process that works, 0 if unknown.

    tries: how often it was begun. trouble: what went wrong, where, and what to do. words: in the finished list.
    refused: why lines of a family's file were left out (a Refusal's name) -> how many.
    """

    order: Order
    state: State
    at: str
    steps: tuple[Step, ...] = ()
    process: int = 0
    tries: int = 1
    trouble: tuple[str, str, str] | None = None
    words: int = 0
    refused: Mapping[str, int] = field(default_factory=dict)

    def record(self) -> dict[str, Any]:
        """As it is noted down."""
        told = asdict(self)
        return {**told, "state": self.state.value}


def read_work(path: Path) -> Work | None:
    """The work a note tells of; None if there is no note, or none that can be read."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        return Work(
            **{
                **told,
                "order": Order(**told["order"]),
                "state": State(told["state"]),
                "steps": tuple(Step(**step) for step in told["steps"]),
                "trouble": None if told["trouble"] is None else tuple(told["trouble"]),
            }
        )
    except (OSError, ValueError, TypeError, KeyError):
        return None
