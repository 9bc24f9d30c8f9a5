"""The programs' own notes."""

from __future__ import annotations

import json
import logging
from pathlib import Path

from pi_referee.process.log_file import LARGEST, OLDER, keep_journal


def written(logger: logging.Logger) -> None:
    """Let go of the files."""
    for handler in list(logger.handlers):
        handler.close()
        logger.removeHandler(handler)


def test_a_note_is_a_line_of_json(tmp_path: Path) -> None:
    """Each note says when, how bad, who and what, in letters of any language."""
    logger = logging.getLogger("test-of-journal")
    keep_journal(tmp_path / "journal" / "watch.log", logger)
    logger.warning("The camera of %s is gone.", "Åsa")
    written(logger)
    note = json.loads((tmp_path / "journal" / "watch.log").read_text(encoding="utf-8"))

    assert (note["level"], note["part"], note["what"]) == ("warning", "test-of-journal", "The camera of Åsa is gone.")


def test_the_journal_never_grows_large(tmp_path: Path) -> None:
    """However much there is to say, a megabyte is kept and the oldest goes."""
    logger = logging.getLogger("test-of-journal")
    keep_journal(tmp_path / "watch.log", logger)
    for number in range(2000):
        logger.error("%d %s", number, "x" * 1000)
    written(logger)
    files = list(tmp_path.iterdir())

    assert len(files) == 1 + OLDER
    assert all(file.stat().st_size <= LARGEST for file in files)


def test_a_journal_that_cannot_be_kept_stops_nothing(tmp_path: Path) -> None:
    """Where no file can be made the program goes on without one."""
    (tmp_path / "journal").touch()
    logger = logging.getLogger("test-of-journal")
    keep_journal(tmp_path / "journal" / "watch.log", logger)

    assert logger.handlers == []
