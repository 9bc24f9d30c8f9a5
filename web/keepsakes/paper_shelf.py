"""Protocols that were drawn once are kept: the same game is not drawn twice in the same language."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pi_referee import __version__
from pi_referee.files.atomic_file import modified, write_safely
from pi_referee.files.surplus import surplus

KEPT = 40
"""So many are kept, the newest ones; one takes 40 to 300 kB."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PaperShelf:
    """A folder beside the log with what was drawn; losing it costs nothing but the time to draw it again."""

    folder: Path

    def taken(self, kind: str, language: str, record: bytes, draw: Callable[[], bytes]) -> bytes:
        """What was drawn of a game's record in a language, else what `draw` makes now, and keep that.

        The name holds a checksum of the record: a game that went on, or came back from a backup, is drawn anew.
        """
        told = sha256(b"\0".join((record, language.encode(), __version__.encode()))).hexdigest()[:32]
        path = self.folder / f"{told}.{kind}"
        with suppress(OSError):
            return path.read_bytes()
        drawn = draw()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_safely(path, drawn)
            self._tidy(path)
        except OSError as error:  # a full disk: it is drawn anew next time
            _log.warning("The protocol is not kept: %s", error)
        return drawn

    def _tidy(self, made: Path) -> None:
        """Remove the oldest ones, so that so many stay."""
        for path in surplus(self.folder.iterdir(), made, modified, kept=KEPT):
            path.unlink(missing_ok=True)
