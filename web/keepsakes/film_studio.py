"""Films of games, made one at a time by another process while the page goes on; what was made is kept for a while."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from pi_referee import __version__
from pi_referee.errors import RefereeError
from pi_referee.files.atomic_file import modified
from pi_referee.files.surplus import surplus
from pi_referee.gettext_mark import say

KEPT = 12
"""So many are kept, the newest ones; one takes 1 to 3 MB, and can be made again."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reel:
    """One film: of which game's record, in which form and language; and how far it has got, in frames.

    total: 0 as long as nobody knows. is_over: nothing more comes; it failed unless its file is there.
    """

    name: str
    kind: str
    done: int = 0
    total: int = 0
    is_over: bool = False


class Studio:
    """Makes and keeps films. folder: where they are kept. photographs: the turns' pictures."""

    def __init__(self, folder: Path, photographs: Path) -> None:
        """Nothing is being made."""
        self._folder, self._photographs = folder, photographs
        self._lock = threading.Lock()
        self._reel: Reel | None = None

    def name(self, record: bytes, language: str) -> str:
        """What a film of a game as it stands is called: another name once the game is another."""
        return sha256(b"\0".join((record, language.encode(), __version__.encode()))).hexdigest()[:32]

    def made(self, name: str, kind: str) -> Path | None:
        """The film, if it has been made."""
        path = self._folder / f"{name}.{kind}"
        return path if path.is_file() else None

    def making(self, name: str) -> Reel | None:
        """How far a film of this name has got; None if none was begun since the page's server started."""
        reel = self._reel
        return reel if reel is not None and reel.name == name else None

    def begin(self, record: bytes, kind: str, language: str) -> None:
        """Have a film made, unless it is there already; raises RefereeError while another one is being made."""
        reel = Reel(self.name(record, language), kind)
        with self._lock:
            if self.made(reel.name, kind) is not None:
                return
            if self._reel is not None and not self._reel.is_over:
                if (self._reel.name, self._reel.kind) == (reel.name, kind):
                    return
                raise RefereeError(say("Another film is being made."), cure=say("Try again in a minute."))
            self._reel = reel
        threading.Thread(target=self._make, args=(reel, record, language), daemon=True).start()

    def _make(self, reel: Reel, record: bytes, language: str) -> None:
        """Make a film, and tell how far it has got."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            for done, total in self._frames(reel, record, language):
                self._reel = replace(reel, done=done, total=total)
            self._tidy(self._folder / f"{reel.name}.{reel.kind}")
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            _log.warning("The film was not made: %s", error)
        finally:
            self._reel = replace(self._reel or reel, is_over=True)

    def _frames(self, reel: Reel, record: bytes, language: str) -> Iterator[tuple[int, int]]:
        """How far the other process has got, as it tells it; raises CalledProcessError if it fails."""
        target = str(self._folder / f"{reel.name}.{reel.kind}")
        words = (reel.kind, language, str(self._photographs), target, str(os.getpid()))
        command = (sys.executable, "-m", "pi_referee.film", *words)
        # This project's own program, with words of its own.
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as maker:  # noqa: S603
            if maker.stdin is None or maker.stdout is None:
                raise ValueError(command)
            with suppress(BrokenPipeError), maker.stdin:
                maker.stdin.write(record)
            for line in maker.stdout:
                done, total = map(int, line.split())
                yield done, total
        if maker.returncode:
            raise subprocess.CalledProcessError(maker.returncode, command)

    def _tidy(self, made: Path) -> None:
        """Remove the oldest ones, so that so many stay."""
        for path in surplus(self._folder.iterdir(), made, modified, kept=KEPT):
            path.unlink(missing_ok=True)
