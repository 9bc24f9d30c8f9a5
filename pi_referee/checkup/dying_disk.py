"""Disks that do not keep what is written: a card that has turned read-only, a root behind an overlay in memory."""

from __future__ import annotations

import os
from pathlib import Path

DYING = (
    "Take the games off it now: pi-referee backup --to a stick or another folder; then put in another card and restore"
    " them there. dmesg says what the kernel saw."
)

_OVERLAYS = ("boot=overlay", "overlayroot=")
"""How the machine's start says that its root is an overlay: as raspi-config makes it, and as Ubuntu does."""


def is_dying(folder: Path) -> bool:
    """Whether a folder lies on a disk that the system has made read-only, as it does with a card that fails."""
    try:
        return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
    except OSError:
        return False


def forgets(folder: Path, command_line: Path, mounts: Path) -> bool:
    """Whether a folder lies on a root that is an overlay in memory.

    command_line: with what the kernel was started, as /proc/cmdline. mounts: what is mounted where, as /proc/mounts.
    """
    try:
        started = command_line.read_text(encoding="utf-8", errors="replace")
        mounted = [line.split() for line in mounts.read_text(encoding="utf-8", errors="replace").splitlines()]
    except OSError:
        return False
    if not any(word.startswith(_OVERLAYS) and "overlayroot=disabled" not in word for word in started.split()):
        return False
    above = [(place[1], place[2]) for place in mounted if len(place) > 2 and folder.is_relative_to(place[1])]
    return bool(above) and max(above, key=lambda one: len(one[0]))[1] == "overlay"
