"""All that `pi-referee doctor` looks at, in the order in which it is told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from hardware.pins import is_pi
from pi_referee.checkup.camera_view import camera_there, camera_view
from pi_referee.checkup.finding import Finding, Health
from pi_referee.checkup.kept_files import house
from pi_referee.checkup.machine import machine
from pi_referee.checkup.software import software
from pi_referee.files.paths import Home

_VISION = Path(__file__).parents[2] / "vision"

NETWORKS = {
    "letter reader": (_VISION / "letters" / "letters.onnx",),
    "second letter reader": (_VISION / "letter_checks" / "second.onnx",),
    "eye for boards": (
        _VISION / "letters" / "way_up.onnx",
        *(_VISION / "squares" / f"{name}.onnx" for name in ("grid", "across")),
    ),
    "eye for cards": tuple(
        _VISION / "cards" / f"{name}.onnx"
        for name in ("finder", "straightener", "small_print", "marks", "card_way_up", "cells", "things")
    ),
}
"""The files of the trained networks, by what people call what needs them."""

USUAL_GAME = "alfapet-sv"
"""Whose board is sought in the camera's picture unless another game is named."""


def everything(
    home: Home, port: int, now: datetime, *, camera: str | None = None, game: str = USUAL_GAME
) -> tuple[Finding, ...]:
    """Look at programs, machine and house, and through the camera; port: the page's.

    camera: pi, webcam, webcam:1 or folder:PATH; None: the one that is found. game: whose board is sought.
    """
    through = camera_there(Path("/dev"), is_pi=is_pi()) if camera is None else camera
    seen = camera_view(home, through, game)
    return (*software(NETWORKS), *machine(home.folder, port, now), *seen, *house(home, port, now))


def verdict(findings: Sequence[Finding]) -> str:
    """Whether one can play on this machine, in a sentence or two."""
    broken = [finding.part for finding in findings if finding.health is Health.BROKEN]
    lacking = [finding.part for finding in findings if finding.health is Health.LACKING]
    first = (
        f"This machine cannot referee yet: {', '.join(broken)} must be mended."
        if broken
        else "This machine can referee: all that is needed works."
    )
    second = f" What is missing can be done without: {', '.join(dict.fromkeys(lacking))}." if lacking else ""
    return first + second
