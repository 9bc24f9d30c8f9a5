"""What a look at one part of the machine found."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Health(enum.Enum):
    """How a part is: it works, it is missing but can be done without, or nothing goes without it."""

    WELL = "ok"
    LACKING = "missing"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Finding:
    """One part of the machine: its name, how it is, what was seen, and what to do about it ("" if nothing)."""

    part: str
    health: Health
    seen: str
    cure: str = ""


def well(part: str, seen: str) -> Finding:
    """This works."""
    return Finding(part, Health.WELL, seen)


def lacking(part: str, seen: str, cure: str) -> Finding:
    """This is missing or could be better; the referee does without."""
    return Finding(part, Health.LACKING, seen, cure)


def broken(part: str, seen: str, cure: str) -> Finding:
    """Without this nothing goes."""
    return Finding(part, Health.BROKEN, seen, cure)
