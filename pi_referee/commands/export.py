"""`pi-referee export`: a game's protocol for people and for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pi_referee.commands._options import option_home

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pi_referee.events import Event

_KINDS = ("json", "csv", "gcg")


@click.command("export")
@click.argument("game_id", type=click.IntRange(min=1))
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True))
@click.option("--to", "kind", type=click.Choice(_KINDS), required=True, help="json and csv lose nothing; gcg is for "
              "two players on 15 x 15 squares.")  # fmt: skip
@option_home
def command(game_id: int, file: Path, kind: str, home: Path | None) -> None:
    """Write game number GAME_ID to FILE (- for the screen)."""
    from pi_referee.errors import LedgerError
    from pi_referee.home import Home, usual_home
    from pi_referee.ledger import Ledger

    path = Home(home or usual_home()).ledger
    if not path.exists():
        raise LedgerError("There is no log of games.", where=str(path), cure="Name its folder with --home.")
    with Ledger(path) as ledger:
        events = ledger.since(0, game=game_id)
        games = ledger.newest_game()
    if not events:
        raise LedgerError(f"There is no game {game_id}.", where=str(path), cure=f"The games are 1 to {games}.")
    _write(file, _text(events, kind))


def _text(events: Sequence[Event], kind: str) -> str:
    """The game in the form that was asked for."""
    from pi_referee.protocol.gcg import to_gcg
    from pi_referee.protocol.record import to_record
    from pi_referee.protocol.table import to_table
    from pi_referee.rules.game import fold

    if kind == "gcg":
        return to_gcg(fold(event.happening for event in events))
    return to_record(events) if kind == "json" else to_table(events)


def _write(file: Path, text: str) -> None:
    """Write the file, or to the screen; newlines as they are, so that a table keeps its own."""
    if str(file) == "-":
        click.echo(text, nl=False)
    else:
        file.write_text(text, encoding="utf-8", newline="")
