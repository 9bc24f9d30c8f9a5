"""How the last backup went: a small note beside the log that the page shows until one has gone well."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

from pi_referee.files.atomic_file import write_safely
from pi_referee.gettext_mark import say
from pi_referee.iso_times import seconds_between

LONGEST = 3600.0
"""Seconds a backup may take: the appliance ends one after ten minutes, and one that is killed can say nothing."""

KILLED = say("The last backup came to no end.")
KILLED_CURE = say("See what stopped it: journalctl -u pi-referee-backup. Take a backup by hand: pi-referee backup.")


class BackupNote(msgspec.Struct, frozen=True, omit_defaults=True):
    """A backup that began, ISO time, and what was wrong with it; "" as long as nothing is known to be."""

    began: str
    what: str = ""
    cure: str = ""

    def trouble(self, now: str) -> tuple[str, str] | None:
        """What is wrong and what to do, as sentences for the catalogues; None while it may still be going on.

        A time to come is of a clock that was wrong.
        """
        if self.what:
            return self.what, self.cure
        return (KILLED, KILLED_CURE) if abs(seconds_between(self.began, now)) > LONGEST else None


def write_note(path: Path, note: BackupNote) -> None:
    """Leave a note; where even that cannot be written, the backup's own message says it."""
    with suppress(OSError):
        write_safely(path, msgspec.json.encode(note))


def read_note(path: Path) -> BackupNote | None:
    """The note; None if there is none, or it cannot be read."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=BackupNote)
    except (OSError, ValueError):
        return None


def remove_note(path: Path) -> None:
    """Take the note away: a backup has gone well."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
