"""Where the referee keeps its things on this machine."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from pi_referee.errors import LedgerError


@dataclass(frozen=True, slots=True)
class Home:
    """The folder in which the log of all games and the pictures of the turns lie.

    live: where that is kept which matters only while the programs run; else in the same folder.

    >>> str(Home(Path("/srv/games")).ledger)
    '/srv/games/games.sqlite'
    """

    folder: Path
    live: Path | None = None

    @property
    def ledger(self) -> Path:
        """The log of every game."""
        return self.folder / "games.sqlite"

    @property
    def summaries(self) -> Path:
        """Every game in short, made from the log; see pi_referee.history.summary_shelf."""
        return self.folder / "summaries.sqlite"

    @property
    def hall(self) -> Path:
        """What a club's hall has heard of its tables; see pi_referee.hall.hall_store."""
        return self.folder / "hall.sqlite"

    @property
    def pictures(self) -> Path:
        """The squared photographs of the turns, named by the events that mention them."""
        return self.folder / "pictures"

    @property
    def papers(self) -> Path:
        """Protocols that were drawn once; each can be drawn again."""
        return self.folder / "papers"

    @property
    def films(self) -> Path:
        """Films of games that were made once; each can be made again."""
        return self.folder / "films"

    @property
    def tile_sets(self) -> Path:
        """What was learnt of the household's sets of tiles; see pi_referee.tile_sets.set_files."""
        return self.folder / "tiles"

    @property
    def decks(self) -> Path:
        """The household's own decks of cards, a file a game; see pi_referee.decks."""
        return self.folder / "decks"

    @property
    def condition(self) -> Path:
        """How camera, button and disk are just now; see pi_referee.table_link.status."""
        return (self.live or self.folder) / "table.json"

    @property
    def socket(self) -> Path:
        """Where the page asks the table for a look or a press; see pi_referee.table_link.socket_protocol."""
        return (self.live or self.folder) / "table.sock"

    @property
    def corners(self) -> Path:
        """The board's corners, where somebody has shown them; see pi_referee.table_link.corners."""
        return self.folder / "corners.json"

    @property
    def watcher(self) -> Path:
        """The lock of the program that watches the table; see pi_referee.process.one_watcher."""
        return self.folder / "watch.lock"

    @property
    def timekeeper(self) -> Path:
        """The lock of the page's program that keeps the chess clock; see pi_referee.process.lone_lock."""
        return self.folder / "time.lock"

    @property
    def journal(self) -> Path:
        """The programs' own notes, for whoever looks for a fault."""
        return self.folder / "journal"

    @property
    def backup_note(self) -> Path:
        """How the last backup went, where it did not go well; see pi_referee.game_log.backups.backup_note."""
        return (self.live or self.folder) / "backup.json"

    @property
    def backups(self) -> Path:
        """Where `pi-referee backup` puts its files unless told otherwise."""
        return self.folder / "backups"

    def prepare(self) -> Home:
        """Make the folders where they are missing; raises LedgerError if that cannot be."""
        try:
            self.pictures.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LedgerError(
                f"The folder for the games cannot be made ({error.strerror}).",
                where=str(self.folder),
                cure="Name another with --home, one that this user may write to.",
            ) from error
        return self


def usual_home() -> Path:
    """Where the games are kept unless --home says otherwise.

    That is what PI_REFEREE_HOME or, under systemd, STATE_DIRECTORY names, else the user's own data folder.
    """
    named = os.environ.get("PI_REFEREE_HOME") or os.environ.get("STATE_DIRECTORY")
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME") or Path(os.environ.get("HOME", "/")) / ".local" / "share"
    return Path(data) / "pi-referee"


def usual_live() -> Path | None:
    """Where that is kept which matters only while the programs run, if PI_REFEREE_LIVE says so: a folder in memory."""
    named = os.environ.get("PI_REFEREE_LIVE")
    return Path(named) if named else None
