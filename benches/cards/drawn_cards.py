"""Draws tables of cards by chance and counts what the eye for cards found, asked and read wrong for sure."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import click
import msgspec

from benches.cards.table_counts import asked_and_refused, count_table, deck_of, tables_of
from benches.pictures.card_counts import COLUMNS, CardTally, row_of
from benches.pictures.card_scenes import HELD_OUT, CardRegime, random_scene
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from vision.card_render import draw_card_table
from vision.card_render.card_scene import Cloth
from vision.cards.card_eye import CardEye


def typefaces() -> list[Path]:
    """The upright typefaces of this machine that have every letter of a deck."""
    command = ["fc-list", ":lang=sv:slant=0:variable=False", "--format", "%{file}\n"]
    # Fontconfig's own program, with words that stand right here.
    listed = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
    unfit = (
        "Math",
        "Mono",
        "Emoji",
        "Symbol",
        "Ecolier",
        "Italic",
        "Code",
        "Courier",
        "Chancery",
        "Cursor",
        "SmallCaps",
        "Lobster",
        # Its letters are stars and crosses.
        "D050000L",
    )
    names = sorted({line for line in listed.stdout.splitlines() if line.endswith((".ttf", ".otf"))})
    return [Path(name) for name in names if not any(word in name for word in unfit)]


def laid_on(regime: CardRegime, tables: Sequence[Path], seed: int) -> CardRegime:
    """The regime with a photograph of a table, if there are any, one after the other, for what cards are laid on."""
    return replace(regime, cloth=Cloth(picture=tables[seed % len(tables)])) if tables else regime


def photographs(folder: Path | None) -> list[Path]:
    """The photographs in a folder and those in it, in order; none without a folder."""
    if folder is None:
        return []
    found = sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".jpg", ".jpeg", ".png"))
    if not found:
        raise click.BadParameter(f"{folder} holds no PNG or JPEG picture.", param_hint="--tables")
    return found


class Kept(msgspec.Struct):
    """What a run counted so far, to be taken up by the next: the next table's seed, and a CardTally's parts."""

    next: int
    counts: dict[str, int] = {}
    asked: dict[str, int] = {}
    faults: list[str] = []
    milliseconds: list[float] = []


def measure(
    tally: CardTally,
    seeds: Sequence[int],
    regime: Callable[[int], CardRegime],
    told: Callable[[CardTally, int], None],
    *,
    is_sure: bool,
) -> None:
    """Draw a table for each seed and look at it, with an eye that knows its deck; told: called after each table."""
    faces = typefaces()
    for seed in seeds:
        scene, shot = random_scene(seed, faces, regime(seed))
        picture, truth = draw_card_table(scene, shot)
        deck = deck_of((card.card for card in scene.cards), is_sure=is_sure)
        count_table(tally, f"seed {seed}", CardEye(deck).see(picture), truth.cards, truth.face_down)
        told(tally, seed)


def _taken_up(path: Path | None, seed: int) -> tuple[CardTally, int]:
    """What an earlier run counted, and the seed to go on with."""
    if path is None or not path.exists():
        return CardTally(), seed
    kept = msgspec.json.decode(path.read_bytes(), type=Kept)
    return CardTally(Counter(kept.counts), kept.faults, kept.milliseconds, Counter(kept.asked)), kept.next


def _keep(path: Path | None, tally: CardTally, seed: int) -> None:
    if path is None:
        return
    kept = Kept(seed + 1, dict(tally.counts), dict(tally.asked), tally.faults, tally.milliseconds)
    path.write_bytes(msgspec.json.encode(kept))


def _result(tally: CardTally, name: str, command: str, seed: int) -> Result:
    """The run as a row of docs/benchmarks.md, with what was asked and refused, by cause."""
    note = (
        f"{tables_of(tally)} tables; {asked_and_refused(tally)} "
        f"Cards missed: {tally.counts['missed']}; taken for one where none lies: {tally.counts['invented anywhere']}. "
        f"Tables on which all that lies face down is counted right: {tally.counts['piles right']}."
    )
    return Result("drawn-cards", command, commit(), COLUMNS, (tuple(row_of(name, tally)),), seed, note)


@click.command()
@click.option("--seed", default=1, help="The first table's seed.")
@click.option("--count", default=100, help="How many tables.")
@click.option("--held-out", is_flag=True, help="Prints, cloths and things of kinds kept out of tuning.")
@click.option(
    "--tables",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder of photographs, of tables or of anything, on which the cards are laid instead of drawn cloths.",
)
@click.option("--sure", is_flag=True, help="The deck's values are confirmed.")
@click.option("--kept", type=click.Path(dir_okay=False, path_type=Path), help="A file in which a broken run goes on.")
@option_save
def main(
    seed: int, count: int, kept: Path | None, tables: Path | None, save: Path | None, *, held_out: bool, sure: bool
) -> None:
    """Measure COUNT tables and print a table, every fault, and what was asked why."""
    tally, first = _taken_up(kept, seed)
    drawn, name = HELD_OUT if held_out else CardRegime(), "drawn" + " held out" * held_out
    regime = partial(laid_on, drawn, photographs(tables))
    measure(tally, range(first, seed + count), regime, partial(_keep, kept), is_sure=sure)
    print(*tally.faults, sep="\n")
    command = f"python -m benches.cards.drawn_cards --count {count}" + " --held-out" * held_out + " --sure" * sure
    command += " --tables FOLDER" * (tables is not None)
    result = _result(tally, name, command, seed)
    print(result.note)
    print(table(result.columns, result.rows))
    if save is not None:
        save_result(result, save)


if __name__ == "__main__":
    main()
