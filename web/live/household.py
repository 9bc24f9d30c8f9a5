"""What the household must know besides the game: a backup that does not go well, a disk in its last days."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pi_referee.game_log.backups.backup_note import read_note
from web.phrasing.language import gettext, ngettext

LAST_DAYS = 300 * 1024**2
"""Bytes free below which the page says how many games there is room for."""

A_GAME = 3 * 1024**2
"""Bytes of a game with its pictures: of those that were played two or three."""


@dataclass(frozen=True, slots=True)
class Household:
    """Where to look. now: tells the time, ISO. free: tells the bytes free on a folder's disk."""

    folder: Path
    note: Path
    now: Callable[[], str]
    free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free

    def troubles(self) -> tuple[tuple[str, str], ...]:
        """What is wrong and what to do, in the reader's language."""
        note = read_note(self.note)
        backup = note.trouble(self.now()) if note else None
        found = [(gettext(backup[0]), gettext(backup[1]) if backup[1] else "")] if backup else []
        return (*found, *self._disk())

    def _disk(self) -> tuple[tuple[str, str], ...]:
        """Whether the disk is nearly full."""
        if not self._is_filling():
            return ()
        games = self.free(self.folder) // A_GAME
        what = ngettext("The disk has room for one more game.", "The disk has room for %(num)s more games.", games)
        return ((what, gettext("Take a backup elsewhere, then make room: old pictures and backups can go.")),)

    def mark(self) -> str:
        """Another text whenever there is something else to say; "" as long as there is nothing."""
        note = read_note(self.note)
        is_failed = note is not None and note.trouble(self.now()) is not None
        return ("backup" if is_failed else "") + ("disk" if self._is_filling() else "")

    def _is_filling(self) -> bool:
        """Whether the disk's last days have come; one that cannot be asked has other troubles."""
        try:
            return self.free(self.folder) < LAST_DAYS
        except OSError:
            return False
