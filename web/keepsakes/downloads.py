"""The protocol to take along, in the reader's language: as a PDF, a picture, a page of its own."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Sequence

from pi_referee.errors import RefereeError
from pi_referee.game_log.events import Event
from pi_referee.gettext_mark import say
from pi_referee.paper.content import leaf_of
from pi_referee.paper.html import to_html
from pi_referee.protocol.game_record import to_record
from web.keepsakes.paper_shelf import PaperShelf
from web.phrasing.language import language_in_use

PATIENCE = 60.0
"""Seconds a protocol may take to be drawn: one here, some ten on a small and busy machine."""

_MOST_WAITING = 6
"""How many may wait for theirs; each holds one of the page's threads."""

_waiting = threading.BoundedSemaphore(_MOST_WAITING)
_drawing = threading.Lock()
_log = logging.getLogger(__name__)


def to_paper(events: Sequence[Event], shelf: PaperShelf) -> bytes:
    """The protocol as a PDF. Raises RefereeError if it cannot be drawn just now."""
    return _kept("pdf", events, shelf)


def to_picture(events: Sequence[Event], shelf: PaperShelf) -> bytes:
    """The protocol as a PNG. Raises RefereeError if it cannot be drawn just now."""
    return _kept("png", events, shelf)


def to_page(events: Sequence[Event]) -> str:
    """The protocol as a page of HTML that needs nothing else."""
    return to_html(leaf_of(events, language_in_use()))


def _kept(kind: str, events: Sequence[Event], shelf: PaperShelf) -> bytes:
    """What was drawn before, else what is drawn now."""
    record = to_record(events).encode()
    return shelf.taken(kind, language_in_use(), record, lambda: _drawn(kind, record))


def _drawn(kind: str, record: bytes) -> bytes:
    """What another process draws, one at a time."""
    command = (sys.executable, "-m", "pi_referee.paper", kind, language_in_use(), str(os.getpid()))
    if not _waiting.acquire(blocking=False):
        raise RefereeError(say("Too many ask for a score sheet at once."), cure=say("Try again in a moment."))
    try:
        with _drawing:
            # This project's own program, with words of its own.
            ended = subprocess.run(command, input=record, capture_output=True, timeout=PATIENCE, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        _log.warning("%s: %s", error, getattr(error, "stderr", None) or "")
        raise RefereeError(say("The score sheet could not be drawn."), cure=say("Try again in a moment.")) from error
    finally:
        _waiting.release()
    return ended.stdout
