"""Looks at disturbed pictures of card games: how many are read exactly, asked about, refused, and wrong for sure."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import click
import numpy as np

from benches.cards.__main__ import ASSUMED, true_cards
from benches.pictures.card_counts import ABOUT, CardTally, Shown, count_pattern
from benches.pictures.disturbances import DISTURBANCES, Corners, Picture
from benches.pictures.hindrances import HINDERED
from benches.pictures.mixtures import mixture
from benches.reporting.results import table
from hardware.picture_file import read_picture
from vision.cards.card_eye import CardEye
from vision.cards.card_sighting import CardSighting, Cell
from vision.sighting import NotSeen

WORDS = ("exact", "asked", "refused", "wrong")
SEED = 20261125
"""Each picture's disturbances are drawn from this and the picture's number."""

WRONG = ("invented", "missed", *(f"{about} wrong for sure" for about in ABOUT))
"""What makes a look wrong without saying so."""


def outcome(seen: CardSighting | NotSeen, truth: dict[Cell, Shown]) -> tuple[str, list[str]]:
    """One look in a word, and what is wrong for sure."""
    if isinstance(seen, NotSeen):
        return "refused", []
    tally = CardTally()
    count_pattern(tally, "", seen, truth)
    if any(tally.counts[kind] for kind in WRONG):
        return "wrong", tally.faults
    return ("asked" if seen.doubts or seen.may_hide else "exact"), []


def _round(seen: CardSighting) -> tuple[Corners, float]:
    """The corners of what the pattern's cards take of the picture, and a card's width, px."""
    quads = np.array([card.quad.corners for card in seen.cards])
    (left, top), (right, low) = quads.min(axis=(0, 1)), quads.max(axis=(0, 1))
    wide = float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)))
    return np.array([[left, top], [right, top], [right, low], [left, low]]), wide


def _mixed(picture: Picture, seen: CardSighting, number: int, which: int) -> tuple[str, Picture]:
    """A picture in a mixture of its own, and what that is."""
    chance = np.random.default_rng([SEED, number, which])
    mixed = mixture(chance)
    return mixed.name, mixed(picture, _round(seen)[0], chance)


def _worse(name: str, picture: Picture, seen: CardSighting, number: int) -> Picture:
    corners, wide = _round(seen)
    chance = np.random.default_rng([SEED, number])
    if name in HINDERED:
        return HINDERED[name](picture, corners, wide, chance)
    return DISTURBANCES[name](picture, corners, chance)


@click.command()
@click.argument("folders", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--every", default=1, help="Only every n-th picture.")
@click.option("--row", multiple=True, help="Only these disturbances.")
@click.option("--mixtures", default=0, help="So many mixtures of disturbances of each picture instead.")
@click.option("--first", default=0, help="The first mixture's number.")
def main(folders: tuple[Path, ...], every: int, row: tuple[str, ...], mixtures: int, first: int) -> None:
    """Measure FOLDERS under every disturbance and hindrance, and print a table."""
    names, eye = row or (*DISTURBANCES, *HINDERED), CardEye(ASSUMED)
    counts: dict[str, Counter[str]] = {name: Counter() for name in (["mixed"] if mixtures else names)}
    for folder in folders:
        frames = json.loads((folder / "set.json").read_text(encoding="utf-8"))["frames"]
        for number, frame in enumerate(frames):
            picture, truth = read_picture(folder / frame["image"]), true_cards(frame["table"])
            seen = eye.see(picture)
            if number % every or isinstance(seen, NotSeen) or not seen.cards:
                continue
            worse = (
                (_mixed(picture, seen, number, which) for which in range(first, first + mixtures))
                if mixtures
                else ((name, _worse(name, picture, seen, number)) for name in names)
            )
            for name, shown in worse:
                word, wrong = outcome(eye.see(shown), truth)
                counts["mixed" if mixtures else name][word] += 1
                if wrong:
                    print(f"{folder.name} {frame['image']} {name}: {'; '.join(wrong[:8])}", file=sys.stderr)
    print(
        table(
            ("disturbance", *WORDS), [[name, *(str(count[word]) for word in WORDS)] for name, count in counts.items()]
        )
    )


if __name__ == "__main__":
    main()
