"""`pi-referee replay`: a folder of pictures of a played game, made into its protocol."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import click

from pi_referee.commands._options import (
    deck_of_home,
    known_game,
    option_home,
    option_tiles_of,
    players_named,
    tiles_named,
)
from pi_referee.picture_game.picture_replay import line, replay
from pi_referee.picture_game.picture_set import pictures_of, read_answers, read_set
from pi_referee.rules.course.game import begin
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.rules.definition.library import ruleset
from vision.sighting import Edition


@click.command("replay")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--game", required=True, callback=known_game, help="Which game was played.")
@click.option("--edition", type=click.Choice(["light", "dark"]), help="Ivory or dark tiles; else as set.json says.")
@click.option("--rack", type=int, help="How many tiles a rack held; else what is usual.")
@click.option("--players", default="A,B", show_default=True, help="The players' names, clockwise, with commas.")
@click.option("--answers", type=click.Path(path_type=Path), help="A JSON file that answers what the referee asks.")
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
    tiles_of: str | None,
    home: Path | None,
    *,
    as_json: bool,
) -> None:
    """Play the pictures in FOLDER in the order of their names, each as a press of the button, and score the game."""
    described = read_set(folder)
    look = edition or described.edition or "light"
    began = begin(GameBegan(game, players_named(players), ruleset(game).rack if rack is None else rack, look))
    pictures, told = pictures_of(folder, described), read_answers(answers)
    deck = None if began.ruleset.has_board else deck_of_home(began.ruleset, home)
    for row in replay(pictures, began, cast("Edition", look), told, learnt=tiles_named(tiles_of, home), deck=deck):
        click.echo(line(row) if as_json else _shown(row))


def _shown(row: dict[str, object]) -> str:
    """A row for people: the picture, what came of it, the words with their points, and the totals."""
    words = " ".join(f"{word} {points}" for word, points in cast("list[tuple[str, int]]", row["words"]))
    score = "" if row["score"] is None else f" = {row['score']}"
    totals = ", ".join(f"{player} {points}" for player, points in cast("dict[str, int]", row["totals"]).items())
    why = f" {row['reason']}" if "reason" in row else ""
    return f"{row['image']}: {row['outcome']} {words}{score}{why} [{totals}]"
