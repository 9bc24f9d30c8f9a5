"""Draws tables of cards by chance and counts what the eye for cards found, asked and read wrong for sure."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import click
import cv2
import msgspec
import numpy as np

from benches.pictures.card_counts import COLUMNS, CardTally, Shown, count_pattern, row_of
from benches.pictures.card_scenes import HELD_OUT, CardRegime, random_scene
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from pi_referee.rules.board.deck import Deck
from vision.card_render import CardScene, CardTruth, draw_card_table
from vision.cards.card_eye import CardEye
from vision.cards.card_sighting import CardSighting, SeenCard
from vision.sighting import NotSeen

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVXYZÅÄÖ"
HIDDEN = 0.5
"""The share of a card that is hidden from which it need not be found."""


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


def deck_of(scene: CardScene, *, is_sure: bool) -> Deck:
    """The deck that a scene's cards are of, as far as they show it; other letters are worth 1."""
    shown = {
        card.card.letter: card.card.value
        for card in scene.cards
        if card.card is not None and card.card.value is not None
    }
    letters = sorted({*_ALPHABET, *filter(None, shown)})
    return Deck({letter: shown.get(letter) or 0 if letter in shown else 1 for letter in letters}, is_sure=is_sure)


def count_table(tally: CardTally, name: str, seen: CardSighting | NotSeen, truth: CardTruth) -> None:
    """Count one look: its pattern, and whatever was taken for a card anywhere."""
    if isinstance(seen, NotSeen):
        tally.counts[f"refused: {seen.code}"] += 1
        return
    pattern = {
        card.cell: Shown(card.card.letter, card.card.value, card.card.multiplier, card.hidden > HIDDEN)
        for card in truth.cards
        if card.cell is not None
    }
    count_pattern(tally, name, seen, pattern)
    quads = [np.array(card.quad.corners, np.float32) for card in truth.cards]
    asked = {doubt.cell for doubt in seen.doubts if doubt.about == "letter"}
    for card in (*seen.cards, *seen.aside):
        if card.cell not in asked and not any(_lies_on(card, quad) for quad in quads):
            tally.fault("invented anywhere", f"{name} {card.letter or 'joker'} {card.cell}")
    tally.counts["piles right"] += seen.face_down == truth.face_down
    tally.counts["aside"] += len(seen.aside)
    tally.counts["truly aside"] += sum(card.cell is None and card.hidden < HIDDEN for card in truth.cards)


def _lies_on(card: SeenCard, quad: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> bool:
    middle = np.mean(card.quad.corners, axis=0)
    return cv2.pointPolygonTest(quad, (float(middle[0]), float(middle[1])), measureDist=False) >= 0


class Kept(msgspec.Struct):
    """What a run counted so far, to be taken up by the next: the next table's seed, and a CardTally's parts."""

    next: int
    counts: dict[str, int] = {}
    asked: dict[str, int] = {}
    faults: list[str] = []
    milliseconds: list[float] = []


def measure(
    tally: CardTally, seeds: Sequence[int], regime: CardRegime, told: Callable[[CardTally, int], None], *, is_sure: bool
) -> None:
    """Draw a table for each seed and look at it, with an eye that knows its deck; told: called after each table."""
    faces = typefaces()
    for seed in seeds:
        scene, shot = random_scene(seed, faces, regime)
        picture, truth = draw_card_table(scene, shot)
        count_table(tally, f"seed {seed}", CardEye(deck_of(scene, is_sure=is_sure)).see(picture), truth)
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
    refused = {key.removeprefix("refused: "): count for key, count in tally.counts.items() if key.startswith("refused")}
    tables = tally.counts["pictures"] + sum(refused.values())
    note = (
        f"{tables} tables; refused {_listed(refused)}. Asked: {_listed(tally.asked)}. "
        f"Cards missed: {tally.counts['missed']}; taken for one where none lies: {tally.counts['invented anywhere']}."
    )
    return Result("drawn-cards", command, commit(), COLUMNS, (tuple(row_of(name, tally)),), seed, note)


def _listed(counts: Mapping[str, int]) -> str:
    most_first = sorted(counts.items(), key=lambda item: -item[1])
    return ", ".join(f"{key} {count}" for key, count in most_first) or "none"


@click.command()
@click.option("--seed", default=1, help="The first table's seed.")
@click.option("--count", default=100, help="How many tables.")
@click.option("--held-out", is_flag=True, help="Prints, cloths and things of kinds kept out of tuning.")
@click.option("--sure", is_flag=True, help="The deck's values are confirmed.")
@click.option("--kept", type=click.Path(dir_okay=False, path_type=Path), help="A file in which a broken run goes on.")
@option_save
def main(seed: int, count: int, kept: Path | None, save: Path | None, *, held_out: bool, sure: bool) -> None:
    """Measure COUNT tables and print a table, every fault, and what was asked why."""
    tally, first = _taken_up(kept, seed)
    regime, name = HELD_OUT if held_out else CardRegime(), "drawn" + " held out" * held_out
    measure(tally, range(first, seed + count), regime, partial(_keep, kept), is_sure=sure)
    print(*tally.faults, sep="\n")
    command = f"python -m benches.cards.drawn_cards --count {count}" + " --held-out" * held_out + " --sure" * sure
    result = _result(tally, name, command, seed)
    print(result.note)
    print(table(result.columns, result.rows))
    if save is not None:
        save_result(result, save)


if __name__ == "__main__":
    main()
