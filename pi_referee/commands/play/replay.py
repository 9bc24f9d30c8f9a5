"""`pi-referee replay`: a folder of pictures of a played game, made into its protocol."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import click

from pi_referee.commands._options import (
    cards_of_home,
    known_game,
    option_home,
    option_tiles_of,
    tell_edition,
    tiles_named,
)
from pi_referee.commands.play._agreed import agreed
from pi_referee.commands.play._protocol_file import KINDS, content, kind_of, see_place, write
from pi_referee.composing import composed
from pi_referee.files.paths import Home, usual_home
from pi_referee.game_log.events import Event
from pi_referee.picture_game.kept_replay import Recording, keep
from pi_referee.picture_game.picture_replay import pressed
from pi_referee.picture_game.picture_set import Answers, pictures_of, read_answers, read_set
from pi_referee.picture_game.press_drawing import Album
from pi_referee.picture_game.replay_report import Report, never_asked
from pi_referee.rules.course.game import begin
from vision.sighting import Edition


@click.command("replay")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--game", required=True, callback=known_game, help="Which game was played.")
@click.option(
    "--edition", type=click.Choice(["light", "dark"]), help="Ivory or dark tiles, where the pictures do not tell it."
)
@click.option("--rack", type=int, help="How many tiles a rack held; else what is usual.")
@click.option("--players", default="A,B", show_default=True, help="The players' names, clockwise, with commas.")
@click.option("--answers", type=click.Path(path_type=Path), help="A JSON file that answers what the referee asks.")
@click.option("--keep", "keeps", is_flag=True, help="Keep the game in the home, with its photographs.")
@click.option(
    "--to",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help=f"Write the protocol to FILE, which ends in {', '.join(KINDS)}; or one of these alone, for a file where you "
    "are that is called as the folder.",
)
@click.option(
    "--picture",
    metavar="PLACE",
    type=click.Path(path_type=Path),
    help="Draw what was seen into this folder, a picture a press; or into a file, the last press alone.",
)
@option_tiles_of
@option_home
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a picture, for programs.")
def command(
    folder: Path,
    game: str,
    edition: str | None,
    rack: int | None,
    players: str,
    answers: Path | None,
    to: Path | None,
    picture: Path | None,
    tiles_of: str | None,
    home: Path | None,
    *,
    keeps: bool,
    as_json: bool,
) -> None:
    """Play the pictures in FOLDER in the order of their names, each as a press of the button, and score the game.

    What is asked is told by its key, and a file of --answers answers it by that: {"01.jpg": {"K9": "E"}}; the question
    what happened ("explain:1") by the number of one of its stories, void if nothing had, or seen. Answers to what was
    never asked are named at the end.
    """
    file, described = _file(to, folder), read_set(folder)
    look = edition or described.edition or "light"
    game_begun = begin(agreed(game, look, players, rack))
    pictures, told = pictures_of(folder, described), read_answers(answers)
    house = None if game_begun.ruleset.has_board else cards_of_home(game_begun.ruleset, home)
    place = Home(home or usual_home())
    at = datetime.now(UTC).isoformat(timespec="seconds")
    recording = Recording(game_begun.began, at, place.prepare() if keeps else None)
    report, album = Report(pictures, game_begun, as_json), Album.at(picture) if picture else None
    learnt = tiles_named(tiles_of, home)
    for path, step in pressed(pictures, game_begun, cast("Edition", look), told, learnt=learnt, house=house):
        recording.take(step)
        for shown in report.lines(path, step):
            click.echo(shown)
        if album:
            album.add(path, step)
    for shown in report.end():
        click.echo(shown)
    tell_edition(edition, recording.edition)
    _tell_never_asked(report, told)
    if keeps:
        number = keep(recording.events, place)
        click.echo(f"Kept as game {number} in {place.folder}. See: pi-referee export {number} FILE", err=True)
    if file:
        _write(recording.events, file, place)


def _file(to: Path | None, folder: Path) -> Path | None:
    """The file of the protocol: as named, or called as the folder where only the form is named."""
    file = Path(f"{folder.resolve().name}.{to}") if to and str(to) in KINDS else to
    if file:
        kind_of(file, None)
        see_place(file)
    return file


def _tell_never_asked(report: Report, told: Answers) -> None:
    """Say which answers of the file answered nothing, which may be slips of the pen."""
    played = {composed(picture.name) for picture in report.pictures}
    if said := never_asked(report.unasked, [name for name in told if name not in played]):
        click.echo(said, err=True)


def _write(events: Sequence[Event], file: Path, place: Home) -> None:
    """Write the protocol, and say where it is."""
    write(file, content(events, kind_of(file, None), "", place.pictures))
    click.echo(f"The protocol is in {file.resolve()}.", err=True)
