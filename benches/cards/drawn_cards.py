"""Draws tables of cards by chance and counts what the eye for cards found, asked and read wrong for sure."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click
import cv2
import numpy as np

from benches.pictures.card_counts import COLUMNS, CardTally, Shown, count_pattern, row_of
from benches.pictures.card_scenes import HELD_OUT, CardRegime, random_scene
from benches.reporting.results import table
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
    return Deck({letter: shown.get(letter) or 0 if letter in shown else 1 for letter in _ALPHABET}, is_sure=is_sure)


def count_table(tally: CardTally, name: str, seen: CardSighting | NotSeen, truth: CardTruth) -> None:
    """Count one look: its pattern, and whatever was taken for a card anywhere."""
    if isinstance(seen, NotSeen):
        tally.counts["not seen"] += 1
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


def measure(seeds: Sequence[int], regime: CardRegime, *, is_sure: bool) -> CardTally:
    """Draw a table for each seed and look at it, with an eye that knows its deck."""
    tally, faces = CardTally(), typefaces()
    for seed in seeds:
        scene, shot = random_scene(seed, faces, regime)
        picture, truth = draw_card_table(scene, shot)
        count_table(tally, f"seed {seed}", CardEye(deck_of(scene, is_sure=is_sure)).see(picture), truth)
    return tally


@click.command()
@click.option("--seed", default=1, help="The first table's seed.")
@click.option("--count", default=100, help="How many tables.")
@click.option("--held-out", is_flag=True, help="Prints, cloths and things of kinds kept out of tuning.")
@click.option("--sure", is_flag=True, help="The deck's values are confirmed.")
def main(seed: int, count: int, *, held_out: bool, sure: bool) -> None:
    """Measure COUNT tables and print a table, every fault, and what was asked why."""
    tally = measure(range(seed, seed + count), HELD_OUT if held_out else CardRegime(), is_sure=sure)
    print(*tally.faults, sep="\n")
    print(f"asked: {dict(tally.asked.most_common())}")
    more = Counter(
        {
            key: tally.counts[key]
            for key in ("not seen", "invented anywhere", "piles right", "aside", "truly aside", "hidden and not found")
        }
    )
    print(dict(more))
    print(table(COLUMNS, [row_of("drawn" + " held out" * held_out, tally)]))


if __name__ == "__main__":
    main()
