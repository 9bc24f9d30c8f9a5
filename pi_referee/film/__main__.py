"""Makes one film and ends: a game's record comes in, a film goes into a file, and each frame that is done is told.

The page has it made by a process of its own: it takes a minute and more on a Pi, and 200 MB.
"""

from __future__ import annotations

import os
import resource
import sys
from itertools import count
from pathlib import Path

from pi_referee.files.atomic_file import write_safely
from pi_referee.film.film_file import film
from pi_referee.film.film_frames import frame_count, frames
from pi_referee.process.supervisor import leave_with
from pi_referee.protocol.game_record import from_record

_NICENESS = 15
"""How far it stands back: a press of the button comes first."""


LONGEST = 1200
"""Seconds of work: a long game takes 30 here, and some minutes on a Pi."""


def main(kind: str, language: str, photographs: str, target: str, parent: str) -> None:
    """Write the film of the record on standard input; kind: one of FILMS. Prints "done of all" after each frame."""
    leave_with(int(parent))
    os.nice(_NICENESS)
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
    events = from_record(sys.stdin.buffer.read().decode())
    total, done = frame_count(events), count(1)

    def tell() -> None:
        sys.stdout.write(f"{next(done)} {total}\n")
        sys.stdout.flush()

    write_safely(Path(target), film(kind, frames(events, Path(photographs), language), tell))


if __name__ == "__main__":
    main(*sys.argv[1:])
