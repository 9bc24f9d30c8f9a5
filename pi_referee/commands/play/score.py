"""`pi-referee score`: the plays of a file, scored with no picture."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from pi_referee import house_presets as house
from pi_referee.commands._options import known_game, players_named, read_input
from pi_referee.errors import GameFileError, NotationError
from pi_referee.locale import FAULT_LANGUAGES, translations
from pi_referee.rules.agreed.switch_list import Value
from pi_referee.rules.agreed.switches import PRESETS, switch_named
from pi_referee.rules.plays.fault_texts import Translate, marked
from pi_referee.text_game.score_rows import Row, pending_in_words, settled_in_words
from pi_referee.text_game.scorebook import read_scorebook
from pi_referee.text_game.text_score import score_lines

_LARGEST = 1 << 20
"""Bytes of a file with plays; a long evening has some ten thousand."""


@click.command("score")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--game", required=True, callback=known_game, help="Which game is played, for example alfapet-sv.")
@click.option("--rack", type=int, help="How many tiles a rack holds; the game's usual number if left out.")
@click.option("--players", default="", help="Who plays, clockwise, with commas: Ann,Bo.")
@click.option("--set", "settings", multiple=True, metavar="SWITCH=VALUE", help="A house rule; see docs/rules.md.")
@click.option("--preset", type=click.UNPROCESSED, help="A booklet's variant (full, enkel) or a house preset's file.")
@click.option("--language", default="en", show_default=True, help="In which language faults are named.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, for programs.")
def command(  # one parameter an option
    file: Path,
    game: str,
    rack: int | None,
    players: str,
    settings: tuple[str, ...],
    preset: str | None,
    language: str,
    *,
    as_json: bool,
) -> None:
    """Score the plays written in FILE, one a line (- reads them from the keyboard).

    H8 > ABC lays ABC across from H8, v down; small letters are blanks, . is a tile that lies there. #J8 before it
    lays a stop tile, / stands before a letter on an arrow. - passes, -3 exchanges three, -- takes the newest play
    back, ? questions it, =A:5,B:0 says what was left on the racks. @Bo begins, @A:K,B:Q was drawn to see who does,
    -t is a turn whose time is over, == ends the game by agreement, !3 H8 > ABC corrects turn 3, !! undoes the newest.
    ~A:+5 gives points for a challenge, ~A:-10t takes some for time.

    With cards a play begins at the cell of its first card, counted from the first one laid, column and row:
    0,0 > L3UVA, then 1,-1 v K.L; 2 and 3 behind a letter are its mark, {5} a printed value that is not the usual one.
    -1 says that a card was changed before the next play, ^B that B begins the round by lot.
    """
    lines = read_scorebook(_text(file))
    rows = score_lines(
        lines,
        game,
        rack=rack,
        players=players_named(players) if players.strip() else (),
        switches=_agreed(preset, settings),
        translate=_translator(language),
    )
    try:
        for row in rows:
            click.echo(json.dumps(row, ensure_ascii=False) if as_json else _shown(row))
    except GameFileError as error:
        raise click.UsageError(f"{error.what} {error.cure}") from error


def _text(file: Path) -> str:
    """What the file says; "-" is the keyboard."""
    is_typed = str(file) == "-"
    content = sys.stdin.buffer.read(_LARGEST + 1) if is_typed else read_input(file, _LARGEST)
    if content is None or len(content) > _LARGEST:
        raise NotationError("The file is larger than any game.", where=str(file), cure="Name a file with plays.")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotationError("The file is not UTF-8 text.", where=str(file), cure="Save it as UTF-8.") from error


def _agreed(preset: str | None, settings: tuple[str, ...]) -> Mapping[str, Value]:
    """The preset that was named, and over it what was typed: a typed variant is all four of its switches."""
    typed = _switches(settings)
    variant = PRESETS.get(typed.get("variant", "").strip(), {})
    return {**({} if preset is None else house.preset(preset)), **variant, **typed}


def _switches(settings: tuple[str, ...]) -> Mapping[str, str]:
    """The switches that were typed, each checked, so that a wrong one is wrong usage."""
    found = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise click.UsageError(f"{setting!r} sets nothing; write --set SWITCH=VALUE.")
        try:
            switch_named(name.strip()).read(value)
        except GameFileError as error:
            raise click.UsageError(f"{error.what} {error.cure}") from error
        found[name.strip()] = value
    return found


def _translator(language: str) -> Translate:
    """What gives a sentence in a language."""
    if language == "en":
        return marked
    if language not in FAULT_LANGUAGES:
        raise click.UsageError(f"There is no language {language!r}; the languages are {', '.join(FAULT_LANGUAGES)}.")
    return translations(language).ugettext


def _shown(row: Row) -> str:
    """A row for people."""
    if row["infractions"]:
        faults = "\n".join(f"    {fault['says']}" for fault in row["infractions"])
        return f"{row['play']:24} not laid:\n{faults}"
    words = " + ".join(f"{text} {points}" for text, points in row["words"])
    bonus = f" + {row['bonus']} bonus" if row["bonus"] else ""
    totals = ", ".join(f"{player} {points}" for player, points in row["totals"].items())
    score = "" if row["score"] is None else row["score"]
    told = "; ".join(filter(None, (words + bonus + pending_in_words(row), settled_in_words(row))))
    return f"{row['play']:24} {score:>4}  [{totals}]  {told}".rstrip()
