"""`pi-referee import`: a game that was exported comes back into the log."""  # noqa: N999  # the command is called import

from __future__ import annotations

import json
from pathlib import Path

import click

from pi_referee.commands._options import option_home
from pi_referee.errors import NotationError
from pi_referee.files.paths import Home, usual_home
from pi_referee.game_log.event_store import Ledger
from pi_referee.protocol.checked_events import checked
from pi_referee.protocol.game_record import from_record
from pi_referee.protocol.spreadsheet import from_table


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@option_home
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def command(file: Path, home: Path | None, *, as_json: bool) -> None:
    """Read the game in FILE, written by export --to json or csv, and add it to the log as its newest game."""
    text = _text(file)
    read = from_record if text.lstrip().startswith("{") else from_table
    events = read(text, where=str(file))
    game = checked(events, where=str(file))
    with Ledger(Home(home or usual_home()).prepare().ledger) as ledger:
        number = ledger.append_game(events, after=ledger.newest())
    if as_json:
        click.echo(json.dumps({"game": number, "events": len(events), "totals": dict(game.totals)}, ensure_ascii=False))
    else:
        totals = ", ".join(f"{player} {points}" for player, points in game.totals.items())
        click.echo(f"Game {number}, with {len(events)} events: {totals}. It is now the newest game of the log.")


def _text(file: Path) -> str:
    """What the file says; newlines as they are."""
    try:
        return file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError("The file is not UTF-8 text.", where=str(file), cure="Save it as UTF-8.") from error
