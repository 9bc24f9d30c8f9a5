"""`pi-referee backup`: all games in one file."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from pi_referee.commands._options import option_home
from pi_referee.files.paths import Home, usual_home
from pi_referee.game_log.log_backup import back_up, remove_old

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("backup")
@click.option("--to", type=_FILE, help="The file to write; else games-DATE.zip in the games' folder, under backups.")
@click.option("--without-pictures", is_flag=True, help="Only the games, not the photographs of the turns.")
@click.option("--keep", type=click.IntRange(1), help="Remove the oldest dated backups there, so that so many stay.")
@option_home
def command(to: Path | None, keep: int | None, home: Path | None, *, without_pictures: bool) -> int:
    """Put all games into one file and check that they come out of it again; a game may go on meanwhile."""
    place = Home(home or usual_home())
    file = to or place.backups / f"games-{datetime.now().astimezone():%Y-%m-%d}.zip"
    contents = back_up(place, file, pictures=not without_pictures)
    click.echo(f"{file}: {contents}, checked.")
    for gone in remove_old(file.parent, keep=keep) if keep else ():
        click.echo(f"{gone} was old and is gone.")
    return 0
