"""`pi-referee backup`: all games in one file."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import click

from pi_referee.commands._options import option_home
from pi_referee.errors import DamagedGameError, RefereeError
from pi_referee.files.paths import Home, usual_home, usual_live
from pi_referee.game_log.backups.backup_note import BackupNote, remove_note, write_note
from pi_referee.game_log.backups.log_backup import back_up, remove_old
from pi_referee.game_log.retention import sweep, used_lists
from pi_referee.lexicon.building.build_queue import Workshop
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.open_list import lists_folder

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("backup")
@click.option("--to", type=_FILE, help="The file to write; else games-DATE.zip in the games' folder, under backups.")
@click.option("--without-pictures", is_flag=True, help="Only the games, not the photographs of the turns.")
@click.option("--keep", type=click.IntRange(1), help="Remove the oldest dated backups there, so that so many stay.")
@click.option("--tidy", is_flag=True, help="Also remove what killed programs left, and pictures of old games where the "
              "disk is nearly full.")  # fmt: skip
@option_home
def command(to: Path | None, keep: int | None, home: Path | None, *, without_pictures: bool, tidy: bool) -> int:
    """Put all games into one file and check that they come out of it again; a game may go on meanwhile.

    If it cannot be done the page says so, until one has gone well.
    """
    place = Home(home or usual_home(), usual_live())
    file = to or place.backups / f"games-{datetime.now().astimezone():%Y-%m-%d}.zip"
    with _noted(place.backup_note):
        contents = back_up(place, file, pictures=not without_pictures)
    click.echo(f"{file}: {contents}, checked.")
    old = remove_old(file, keep=keep) if keep else []
    for gone in (*old, *(_tidied(place) if tidy else ())):
        click.echo(f"{gone} was old and is gone.")
    return 0


def _tidied(place: Home) -> list[Path]:
    """Remove what may go: leftovers, pictures of old games on a full disk, editions of lists that no game names."""
    gone = sweep(place, time.time())
    # A list that is put there just now has its turn; and what may not be written to is no fault of the backup's.
    with suppress(WordListError, OSError), Workshop(place.folder).alone():
        gone += _unused_lists(place)
    return gone


def _unused_lists(place: Home) -> list[Path]:
    """Remove the editions of lists that no game names; answers which are gone."""
    try:
        unused = list(Shelf(lists_folder(place.folder)).unused(used_lists(place)))
    except DamagedGameError:  # who knows which lists the damaged game names
        return []
    for edition in unused:
        edition.unlink(missing_ok=True)
    return unused


@contextmanager
def _noted(path: Path) -> Iterator[None]:
    """Leave a note of a backup that does not go well, also of one that is killed."""
    note = BackupNote(datetime.now(UTC).isoformat(timespec="seconds"))
    write_note(path, note)
    try:
        yield
    except RefereeError as error:
        write_note(path, BackupNote(note.began, error.what, error.cure))
        raise
    remove_note(path)
