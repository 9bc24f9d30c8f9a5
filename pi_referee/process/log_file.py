"""The programs' own notes: one line of JSON each, in files that never grow large, for whoever looks for a fault."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path

LARGEST, OLDER = 256 * 1024, 3
"""Bytes a file may have, and how many older ones are kept: a megabyte in all, some weeks of play."""


class Line(logging.Formatter):
    """A note as one line of JSON: when, how bad, who says it, and what."""

    def format(self, record: logging.LogRecord) -> str:
        """Write the note down; a fault nobody foresaw brings where it happened."""
        note = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "part": record.name,
            "what": record.getMessage(),
        }
        if record.exc_info:
            note["where"] = self.formatException(record.exc_info)
        return json.dumps(note, ensure_ascii=False)


class Journal(RotatingFileHandler):
    """The file of notes; a disk that takes none is no reason to stop, nor to talk about it."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  # logging's own name
        """Let it go: the terminal and the systemd journal still have the note."""
        del record


def keep_journal(path: Path, logger: logging.Logger | None = None) -> None:
    """Have everything that is logged from now on kept in this file too, if its folder can be had."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        journal = Journal(path, maxBytes=LARGEST, backupCount=OLDER, encoding="utf-8", delay=True)
    except OSError:
        return
    journal.setFormatter(Line())
    (logger or logging.getLogger()).addHandler(journal)
