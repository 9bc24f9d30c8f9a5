"""`pi-referee export`: a game's protocol for people and for other programs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from pi_referee.commands._options import option_home
from pi_referee.errors import LedgerError, RefereeError
from pi_referee.files.atomic_file import write_safely
from pi_referee.files.paths import Home, usual_home
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.paper.content import leaf_of
from pi_referee.paper.html import to_html
from pi_referee.paper.pdf import to_pdf
from pi_referee.paper.png import to_png
from pi_referee.protocol.game_record import to_record
from pi_referee.protocol.gcg import to_gcg
from pi_referee.protocol.spreadsheet import separator_of, to_table
from pi_referee.rules.course.game import fold

_KINDS = ("json", "csv", "gcg", "html", "pdf", "png")
_LANGUAGES = ("sv", "fi", "en", "pl")


@click.command("export")
@click.argument("game_id", type=click.IntRange(min=1))
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True))
@click.option("--to", "kind", type=click.Choice(_KINDS), required=True, help="html, pdf and png are for people; json "
              "and csv lose nothing; gcg is for two players on 15 x 15 squares.")  # fmt: skip
@click.option(
    "--language",
    type=click.Choice(_LANGUAGES),
    help="Of html, pdf and png, by default the "
    "game's own; and of csv, whose cells end as its spreadsheets expect, by default with a comma.",
)
@click.option("--nameless", is_flag=True, help="Write a blank that nobody named as _ in gcg, which few programs read.")
@option_home
def command(game_id: int, file: Path, kind: str, language: str | None, home: Path | None, *, nameless: bool) -> None:
    """Write game number GAME_ID to FILE (- for the screen)."""
    path = Home(home or usual_home()).ledger
    if not path.exists():
        raise LedgerError("There is no log of games.", where=str(path), cure="Name its folder with --home.")
    with Ledger(path, to_read=True) as ledger:
        events = ledger.since(0, game=game_id)
        games = ledger.newest_game()
    if not events:
        raise LedgerError(f"There is no game {game_id}.", where=str(path), cure=f"The games are 1 to {games}.")
    _write(file, _content(events, kind, language or "", nameless=nameless))


def _content(events: Sequence[Event], kind: str, language: str, *, nameless: bool) -> bytes:
    """The game in the form that was asked for; newlines as they are, so that a table keeps its own."""
    if kind in {"html", "pdf", "png"}:
        return _paper(events, kind, language)

    if kind == "gcg":
        return to_gcg(fold(event.happening for event in events), nameless=nameless).encode()
    if kind == "json":
        return to_record(events).encode()
    # A spreadsheet takes a table for UTF-8 only if it begins with this mark.
    return to_table(events, separator_of(language)).encode("utf-8-sig")


def _paper(events: Sequence[Event], kind: str, language: str) -> bytes:
    """The protocol for people."""
    leaf = leaf_of(events, language)
    match kind:
        case "html":
            return to_html(leaf).encode()
        case "pdf":
            return to_pdf(leaf)
        case _:
            return to_png(leaf)


def _write(file: Path, content: bytes) -> None:
    """Write the file, or to the screen. Raises RefereeError if it cannot be written."""
    if str(file) == "-":
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    try:
        # Whole or not at all; what is no file, as a pipe, is written to as it is.
        (write_safely if file.is_file() or not file.exists() else Path.write_bytes)(file, content)
    except OSError as error:
        cure = "Name another file, in a folder that is there."
        raise RefereeError(f"The file cannot be written ({error.strerror}).", where=str(file), cure=cure) from error
