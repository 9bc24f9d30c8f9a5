"""`pi-referee export`: a game's protocol for people and for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from pi_referee.commands._options import option_home
from pi_referee.commands.play._protocol_file import KINDS, content, kind_of, see_place, write
from pi_referee.errors import WrongNameError
from pi_referee.files.paths import Home, usual_home
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.locale import LANGUAGES


@click.command("export")
@click.argument("game_id", type=click.IntRange(min=1))
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True))
@click.option(
    "--to",
    "told",
    type=click.Choice(KINDS),
    help="The form, where the file's name does not end in it: html, pdf and png are for people; json and csv lose "
    "nothing; gcg is for two players on 15 x 15 squares; mp4, gif and webp are films of its turns.",
)
@click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    help="Of html, pdf, png and films, by default the "
    "game's own; and of csv, whose cells end as its spreadsheets expect, by default with a comma.",
)
@click.option("--nameless", is_flag=True, help="Write a blank that nobody named as _ in gcg, which few programs read.")
@option_home
def command(
    game_id: int, file: Path, told: str | None, language: str | None, home: Path | None, *, nameless: bool
) -> None:
    """Write game number GAME_ID to FILE (- for the screen)."""
    place = Home(home or usual_home())
    kind = kind_of(file, told)
    see_place(file)
    events = _events(place, game_id)
    write(file, content(events, kind, language or "", place.pictures, nameless=nameless))
    if str(file) != "-":
        click.echo(f"Game {game_id} is in {file.resolve()}.", err=True)


def _events(home: Home, game_id: int) -> list[Event]:
    """A game of the log; raises WrongNameError if there is none of that number."""
    if not home.ledger.exists():
        raise WrongNameError("There is no log of games.", where=str(home.ledger), cure="Name its folder with --home.")
    with Ledger(home.ledger, to_read=True) as ledger:
        games = ledger.newest_game()
        events = ledger.since(0, game=game_id) if game_id <= games else []
    if not events:
        cure = f"The games are 1 to {games}." if games else "Nobody has played here yet."
        raise WrongNameError(f"There is no game {game_id}.", where=str(home.ledger), cure=cure)
    return events
