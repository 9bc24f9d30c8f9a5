"""`pi-referee import`: a game that was exported comes back into the log."""  # noqa: N999  # the command is called import

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Mapping
from pathlib import Path

import click

from pi_referee.commands._options import known_game, option_home, read_input
from pi_referee.composing import composed
from pi_referee.errors import NotationError
from pi_referee.files.paths import Home, usual_home
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.history.game_summary import put_back
from pi_referee.iso_times import now
from pi_referee.protocol.checked_events import checked
from pi_referee.protocol.game_record import from_record
from pi_referee.protocol.gcg_game import from_gcg
from pi_referee.protocol.spreadsheet import from_table

_LARGEST = 64 * 1024**2
"""Bytes that a game's file may have: a game of a long evening has some hundred thousand."""

_AGAIN = "Export the game again with --to json or csv."
_ARCHIVE = ("This is an archive and no game.", "A backup of all games comes back with: pi-referee restore FILE")
_FOR_PEOPLE = ("This is a protocol for people, from which no game can be made again.", _AGAIN)
_OTHERS: Mapping[bytes, tuple[str, str]] = {
    b"pk\x03\x04": _ARCHIVE,
    b"\x1f\x8b": _ARCHIVE,
    b"sqlite format 3": ("This is a whole log of games.", "Look at it with --home, as the games.sqlite of a folder."),
    b"%pdf": _FOR_PEOPLE, b"\x89png": _FOR_PEOPLE, b"<": _FOR_PEOPLE,
}  # fmt: skip
"""How the files begin that people take for a game's, in small letters: what each is, and what to do."""


_GCG = ("#", ">")
"""How the lines of a file in GCG begin."""

_DECLARED = re.compile(rb"#character-encoding\s+([\w-]+)", re.IGNORECASE)


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--game",
    "name",
    callback=known_game,
    help="Which game a file in GCG tells; else the one that its plays and points fit.",
)
@option_home
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def command(file: Path, name: str | None, home: Path | None, *, as_json: bool) -> None:
    """Read the game in FILE, written by export --to json or csv or in GCG, and add it to the log as its newest game.

    GCG comes from other programs, too. Its plays are scored by the rules of the game; where the file says otherwise,
    that is told. It tells less than happened: a game exported to json or csv comes back whole.
    """
    text = _text(file)
    events, differences = _read(text, name or "", str(file))
    game = checked(events, where=str(file))
    with Ledger(Home(home or usual_home()).prepare().ledger) as ledger:
        number = ledger.append_game(put_back(events))
    for difference in differences:
        click.echo(difference, err=True)
    if as_json:
        told = {"game": number, "events": len(events), "totals": dict(game.totals), "differences": list(differences)}
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        totals = ", ".join(f"{player} {points}" for player, points in game.totals.items())
        click.echo(f"Game {number}, with {len(events)} events: {totals}. It is now the newest game of the log.")


def _read(text: str, name: str, where: str) -> tuple[tuple[Event, ...], tuple[str, ...]]:
    """The events of a game in whichever form it is written, and what a file of GCG says otherwise than the rules."""
    if text.lstrip().startswith(_GCG):
        told = from_gcg(text, at=now(), name=name, where=where)
        return told.events, told.differences
    read = from_record if text.lstrip().startswith("{") else from_table
    return read(text, where=where), ()


def _text(file: Path) -> str:
    """What the file says, its letters composed. Raises NotationError for a file that cannot be a game's."""
    content = read_input(file, _LARGEST)
    if content is None:
        raise NotationError("The file is larger than any game.", where=str(file), cure=_AGAIN)
    if not content.strip(b"\0 \t\r\n"):  # as a card that lost its power leaves a file
        raise NotationError("The file is empty.", where=str(file), cure=_AGAIN)
    for beginning, (what, cure) in _OTHERS.items():
        if content.removeprefix(codecs.BOM_UTF8).lstrip().lower().startswith(beginning):
            raise NotationError(what, where=str(file), cure=cure)
    if content.removeprefix(codecs.BOM_UTF8).lstrip().startswith(tuple(map(str.encode, _GCG))):
        return composed(_decoded(content))
    is_wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))  # as spreadsheets save "Unicode text"
    try:
        return composed(content.decode("utf-16" if is_wide else "utf-8-sig"))
    except UnicodeDecodeError as error:
        raise NotationError("The file is not UTF-8 text.", where=str(file), cure="Save it as UTF-8.") from error


def _decoded(content: bytes) -> str:
    """A file of GCG as text: as it says itself, else UTF-8, and what is neither ISO 8859-1, as GCG once was."""
    declared = _DECLARED.search(content)
    for encoding in (declared[1].decode() if declared else "utf-8", "utf-8"):
        try:
            return content.decode("utf-8-sig" if encoding.lower() in {"utf-8", "utf8"} else encoding)
        except (UnicodeError, LookupError):
            continue
    return content.decode("iso-8859-1")
