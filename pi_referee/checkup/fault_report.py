"""Collects what a fault report needs into one file, without anybody's name in it."""

from __future__ import annotations

import json
import platform
import re
import socket
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from pi_referee import __version__
from pi_referee.checkup.checks import everything
from pi_referee.errors import LedgerError, RefereeError
from pi_referee.files.atomic_file import try_to_write
from pi_referee.files.paths import Home
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event, to_json
from pi_referee.rules.course.happenings import GameBegan


def collect(home: Home, port: int, to: Path, *, pictures: int = 0) -> list[str]:
    """Write the report and give the names of what is in it; raises RefereeError if the file cannot be written."""
    with _told(to):
        try_to_write(to)
    private = names_to_hide(home)
    parts = [
        ("doctor.json", _doctor(home, port)),
        ("versions.txt", versions()),
        ("table.json", _text(home.condition)),
        *((f"journal/{path.name}", _text(path)) for path in sorted(home.journal.glob("*.log*"))),
        ("newest-game.jsonl", newest_game(home)),
    ]
    newest = _photographs(home)[-pictures:] if pictures else []
    with _told(to), zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as report:
        for name, text in parts:
            with report.open(name, "w") as part:  # bears no time: that of a clock which is wrong may be none to zip
                part.write(hidden(text, private).encode())
        for picture in newest:
            report.write(picture, f"pictures/{picture.name}")
    return [name for name, _ in parts] + [f"pictures/{picture.name}" for picture in newest]


@contextmanager
def _told(to: Path) -> Iterator[None]:
    """Say in words that the report cannot be written."""
    try:
        yield
    except OSError as error:
        cure = "Name another place with --to."
        raise RefereeError(f"The report cannot be written ({error.strerror}).", where=str(to), cure=cure) from error


def hidden(text: str, private: dict[str, str]) -> str:
    """A text with everything private put otherwise, longest first; names count as whole words only.

    >>> hidden("Åsa laid ÅSA on asa-pi", {"Åsa": "Player 1", "asa-pi": "this-machine"})
    'Player 1 laid ÅSA on this-machine'
    """
    for name in sorted(private, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", private[name], text)
    return text


def names_to_hide(home: Home) -> dict[str, str]:
    """What is private here, and what is written instead: players, the machine's name, the user's folder."""
    players: dict[str, None] = {}
    for event in _events(home):
        if isinstance(event.happening, GameBegan):
            players |= dict.fromkeys(event.happening.players)
    hide = {name: f"Player {number}" for number, name in enumerate(players, 1)}
    return hide | {socket.gethostname(): "this-machine", str(Path.home()): "~"}


def versions() -> str:
    """The machine, its system, and every Python part with its version."""
    model = Path("/proc/device-tree/model")
    machine = _text(model).strip("\0\n") or platform.machine()
    parts = sorted({f"{part.metadata['Name']} {part.version}" for part in metadata.distributions()}, key=str.lower)
    system = _text(Path("/etc/os-release")).partition('PRETTY_NAME="')[2].partition('"')[0]
    return "\n".join(
        [f"pi-referee {__version__}", machine, system, platform.platform(), platform.python_version(), *parts]
    )


def newest_game(home: Home) -> str:
    """Everything that happened in the newest game, a line of JSON each."""
    events = _events(home)
    return "\n".join(to_json(event) for event in events if event.game == events[-1].game)


def _photographs(home: Home) -> list[Path]:
    """The turns' photographs in the order of the log, whatever times they are named after; first what it names not."""
    place = {event.picture: event.id for event in _events(home)}
    return sorted(home.pictures.glob("*.jpg"), key=lambda path: (place.get(path.name, 0), path.name))


def _events(home: Home) -> list[Event]:
    """Everything in the log; nothing if it cannot be read, which the doctor's part of the report tells."""
    if not home.ledger.is_file():
        return []
    try:
        with Ledger(home.ledger) as ledger:
            return ledger.since(0)
    except LedgerError:
        return []


def _doctor(home: Home, port: int) -> str:
    """What the doctor finds."""
    found = everything(home, port, datetime.now(UTC))
    rows = [{"part": f.part, "health": f.health.value, "seen": f.seen, "cure": f.cure} for f in found]
    return json.dumps(rows, ensure_ascii=False, indent=1)


def _text(path: Path) -> str:
    """A file's text; nothing if there is none."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
