"""When the log was last written, by a clock that nobody sets: the one on the wall may jump in mid-game."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

_BOOT = Path("/proc/sys/kernel/random/boot_id")
"""Where Linux says which start of the machine this is."""


def note_written(ledger: Path, event: int) -> None:
    """Note beside a log that its event of this number was written just now; nothing where that cannot be."""
    if (boot := _boot()) is not None:
        with suppress(OSError):
            _note(ledger).write_text(f"{event} {boot} {_seconds():.0f}\n", encoding="utf-8")


def seconds_since_written(ledger: Path, event: int) -> float | None:
    """Seconds since a log's event of this number was written, asleep or not; None if it was before the machine started.

    None, too, where no program noted it.
    """
    try:
        noted, boot, at = _note(ledger).read_text(encoding="utf-8").split()
        return _seconds() - float(at) if (noted, boot) == (str(event), _boot()) else None
    except (OSError, ValueError):
        return None


def _note(ledger: Path) -> Path:
    """The file of the note."""
    return ledger.with_name("last-written")


def _boot() -> str | None:
    """Which start of the machine this is; None where it does not say."""
    try:
        return _BOOT.read_text(encoding="ascii").strip()
    except OSError:
        return None


def _seconds() -> float:
    """Seconds since the machine started, asleep or not."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)
