"""Draws one protocol and ends: a game's record comes in, a PDF or a picture goes out.

The page has it drawn by a process of its own, because what draws takes some 60 MB and gives little of it back.
"""

from __future__ import annotations

import resource
import sys

from pi_referee.paper.content import leaf_of
from pi_referee.paper.pdf import to_pdf
from pi_referee.paper.png import to_png
from pi_referee.process.supervisor import leave_with
from pi_referee.protocol.game_record import from_record

_DRAWN = {"pdf": to_pdf, "png": to_png}


LONGEST = 60
"""Seconds of work, and PATIENCE of the page in sum: a protocol takes one here, and some ten on a Pi."""

LARGEST = 1 << 30
"""Bytes of memory; a protocol takes 100 MB."""


def main(kind: str, language: str, parent: str = "") -> None:
    """Draw the record on standard input in this language; kind: "pdf" or "png".

    Ends by itself when that takes too long or too much, and with the process that started it: parent, its number.
    """
    if parent:
        leave_with(int(parent))
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
    resource.setrlimit(resource.RLIMIT_AS, (LARGEST, LARGEST))
    events = from_record(sys.stdin.buffer.read().decode())
    sys.stdout.buffer.write(_DRAWN[kind](leaf_of(events, language)))


if __name__ == "__main__":
    main(*sys.argv[1:])
