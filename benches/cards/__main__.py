"""Looks at every picture of sets of card games with truth, and counts what was found, asked and wrong for sure."""

from __future__ import annotations

import json
from pathlib import Path

import click

from benches.pictures.card_counts import COLUMNS, CardTally, Shown, count_pattern, row_of
from benches.reporting.results import table
from hardware.picture_file import read_picture
from pi_referee.rules.board.deck import Deck
from pi_referee.rules.definition.library import ruleset
from vision.cards.card_eye import CardEye
from vision.cards.card_sighting import Cell
from vision.sighting import NotSeen

ASSUMED = ruleset("kortalfapet").deck
"""The deck as the game's file assumes it."""


def true_cards(table_of_set: list[list[object]]) -> dict[Cell, Shown]:
    """A picture's pattern, as its set writes it."""
    found: dict[Cell, Shown] = {}
    for cell, card in table_of_set:
        assert isinstance(cell, list) and isinstance(card, list)  # noqa: S101, PT018 # the file's form
        letter, value, multiplier, is_joker = card
        found[int(cell[0]), int(cell[1])] = Shown(
            "" if is_joker else str(letter), None if is_joker else int(value), int(multiplier)
        )
    return found


def measure(folder: Path, deck: Deck) -> CardTally:
    """Look at every picture of a set, each alone."""
    tally, eye = CardTally(), CardEye(deck)
    for frame in json.loads((folder / "set.json").read_text(encoding="utf-8"))["frames"]:
        if frame["skip"]:
            continue
        seen = eye.see(read_picture(folder / frame["image"]))
        if isinstance(seen, NotSeen):
            tally.fault("not seen", f"{frame['image']} {seen.reason}")
            continue
        count_pattern(tally, frame["image"], seen, true_cards(frame["table"]))
        tally.counts["aside"] += len(seen.aside)
        tally.counts["face down"] += seen.face_down
    return tally


@click.command()
@click.argument("folders", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--sure", is_flag=True, help="The deck's values are confirmed.")
def main(folders: tuple[Path, ...], *, sure: bool) -> None:
    """Measure each of FOLDERS and print a table, every fault, and what was asked why."""
    rows = []
    for folder in folders:
        tally = measure(folder, Deck(ASSUMED.values) if sure else ASSUMED)
        rows.append(row_of(folder.name, tally))
        print(*tally.faults, sep="\n")
        print(f"asked: {dict(tally.asked)}; aside {tally.counts['aside']}, face down {tally.counts['face down']}")
    print(table(COLUMNS, rows))


if __name__ == "__main__":
    main()
