"""Looks at traced tables of cards and counts what the eye for cards found, asked and read wrong for sure.

`python -m benches.cards.traced_looks FOLDER`: FOLDER as `python -m benches.tracing.traced_tables` fills it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from benches.cards.table_counts import asked_and_refused, count_table, deck_of, tables_of
from benches.pictures.card_counts import COLUMNS, CardTally, row_of
from benches.reporting.results import table
from hardware.picture_file import read_picture
from vision.card_render.card_scene import PrintedCard
from vision.card_render.card_truth import TrueCard
from vision.cards.card_eye import CardEye
from vision.cards.card_sighting import Cell
from vision.sighting import Point, Quad


class TracedCard(msgspec.Struct, frozen=True):
    """A card as tables.json tells it; cell: None for one aside."""

    letter: str
    value: int | None
    multiplier: int
    joker: bool
    quad: tuple[Point, Point, Point, Point]
    hidden: float
    cell: Cell | None = None

    @property
    def true(self) -> TrueCard:
        """The card as it is counted."""
        printed = PrintedCard(self.letter, self.value, self.multiplier, is_joker=self.joker)
        return TrueCard(Quad(self.quad), printed, self.cell, self.hidden)


class TracedTable(msgspec.Struct, frozen=True):
    """A picture and what lies on its table."""

    image: str
    cards: tuple[TracedCard, ...]
    aside: tuple[TracedCard, ...]
    face_down: int

    def true_cards(self) -> Iterator[TrueCard]:
        """All cards that lie face up."""
        yield from (card.true for card in (*self.cards, *self.aside))


def measure(folder: Path, *, is_sure: bool = False) -> CardTally:
    """Look at every table of a folder, each with an eye that knows its deck as far as it lies there."""
    tally = CardTally()
    for one in msgspec.json.decode((folder / "tables.json").read_bytes(), type=list[TracedTable]):
        cards = tuple(one.true_cards())
        eye = CardEye(deck_of((card.card for card in cards), is_sure=is_sure))
        count_table(tally, one.image, eye.see(read_picture(folder / one.image)), cards, one.face_down)
    return tally


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--sure", is_flag=True, help="The deck's values are confirmed.")
def main(folder: Path, *, sure: bool) -> None:
    """Measure the tables of FOLDER and print a table, every fault, and what was refused and asked why."""
    if not (folder / "tables.json").exists():
        raise click.UsageError(f"{folder} holds no tables.json: python -m benches.tracing.traced_tables makes one.")
    tally = measure(folder, is_sure=sure)
    print(*tally.faults, sep="\n")
    print(f"{tables_of(tally)} tables; {asked_and_refused(tally)}")
    print(table(COLUMNS, (row_of(folder.name, tally),)))


if __name__ == "__main__":
    main()
