"""A speaker at the table: a program of the system says a sentence, while the game goes on."""

from __future__ import annotations

import queue
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from shutil import which
from typing import Protocol

from pi_referee.errors import HardwareError, WrongNameError

PATIENCE = 20.0
"""Seconds that a sentence may take; the longest has some fifteen words, said in eight."""

_PROGRAMS: Mapping[str, Callable[[str, str], Sequence[str]]] = {
    # The sentence follows the mark that ends the options: a name may begin with a hyphen.
    "spd-say": lambda text, language: ("spd-say", "--wait", "--language", language, "--", text),
    "espeak-ng": lambda text, language: ("espeak-ng", "-v", language, "--", text),
}
"""The programs that can speak, the one that people may have given a better voice first."""

NAMES = ("none", "auto", *_PROGRAMS)
"""What may be named."""


class Speaker(Protocol):
    """Says sentences aloud."""

    def say(self, text: str, language: str) -> None:
        """Say a sentence of a language, by its code; at once, and nobody waits for its end."""

    def close(self) -> None:
        """Say no more."""


class Silent:
    """No speaker."""

    def say(self, text: str, language: str) -> None:
        """Nothing is said."""

    def close(self) -> None:
        """Nothing is held."""


class ProgramSpeaker:
    """A program of the system that speaks; what is said while it still speaks takes the place of what waits."""

    def __init__(self, command: Callable[[str, str], Sequence[str]]) -> None:
        """Speak by this program; command: its line, of a sentence and a language."""
        self._command = command
        self._waiting = queue.Queue[tuple[str, str] | None](maxsize=1)
        self._thread = threading.Thread(target=self._speak, name="speaker", daemon=True)
        self._thread.start()

    def say(self, text: str, language: str) -> None:
        """Say this next."""
        self._put((text, language))

    def close(self) -> None:
        """Say no more, once the sentence that is being said is over."""
        self._put(None)
        self._thread.join(PATIENCE)

    def _put(self, said: tuple[str, str] | None) -> None:
        """Take the place of whatever waits."""
        with suppress(queue.Empty):
            self._waiting.get_nowait()
        with suppress(queue.Full):  # somebody else was faster by a hair, with news that are as new
            self._waiting.put_nowait(said)

    def _speak(self) -> None:
        """Say what waits, one after the other; a program that fails says nothing, and the game goes on."""
        while (said := self._waiting.get()) is not None:
            with suppress(OSError, subprocess.SubprocessError):
                # A program of the system by its name; the sentence is one argument of its own.
                subprocess.run(self._command(*said), check=False, capture_output=True, timeout=PATIENCE)  # noqa: S603


def find_speaker(name: str, find: Callable[[str], str | None] = which) -> Speaker:
    """The speaker people mean, none of them by "none"; find: tells whether a program is there.

    Raises WrongNameError for any other name, and HardwareError if it cannot be had.
    """
    if name == "none":
        return Silent()
    wanted = list(_PROGRAMS) if name == "auto" else [name]
    there = next((one for one in wanted if one in _PROGRAMS and find(one)), None)
    if there is None:
        if name not in NAMES:
            raise WrongNameError(f"{name!r} is no speaker.", cure=f"Name one of {', '.join(NAMES)}.")
        cure = "Install one (sudo apt install espeak-ng), or leave --voice out."
        raise HardwareError(f"{name!r} cannot speak.", cure=cure)
    return ProgramSpeaker(_PROGRAMS[there])
