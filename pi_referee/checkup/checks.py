"""All that `pi-referee doctor` looks at, in the order in which it is told."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from pi_referee.checkup.finding import Finding
from pi_referee.checkup.kept_files import house
from pi_referee.checkup.machine import machine
from pi_referee.checkup.software import software
from pi_referee.files.paths import Home

READERS = {
    "letter reader": Path(__file__).parents[2] / "vision" / "letters" / "letters.onnx",
    "second letter reader": Path(__file__).parents[2] / "vision" / "letter_checks" / "second.onnx",
}
"""The files of the trained letter readers."""


def everything(home: Home, port: int, now: datetime) -> tuple[Finding, ...]:
    """Look at programs, machine and house; port: the page's."""
    return (*software(READERS), *machine(home.folder, port, now), *house(home, port, now))
