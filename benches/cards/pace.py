"""How long a look at a table of cards takes, by its cards and its pixels, and how long the next one, a turn later."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time

import click
import cv2
import numpy as np

from benches.cards.drawn_cards import typefaces
from benches.cards.table_counts import deck_of
from benches.pictures.card_scenes import CardRegime, random_scene
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from vision.arrays import Colour
from vision.card_render import CardScene, draw_card_table
from vision.cards.card_eye import CardEye
from vision.cards.card_sighting import CardSighting

CARDS, MEGAPIXELS = (3, 10, 20, 40), (1.0, 2.0, 4.0, 12.0)
NEW = 3
"""So many cards are laid between two looks; the fewest cards of a table are laid on none."""

PARTS = ("locate", "letters", "cells", "total")
COLUMNS = ("cards", "megapixels", *PARTS[:-1], "total, ms", "processor, ms", "a turn's look, ms", "processor, ms")
_SEEDS = range(1, 60)
_TABLES = 5
"""So many tables are drawn of each number of cards, the first that are not refused; their median counts."""
_DRAWN = 2.0
"""Megapixels at which tables are drawn; other sizes are made of these pictures."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A table before and after a turn: its picture without the last cards and, with other grain, with them."""

    scene: CardScene
    before: Colour
    after: Colour

    def sized(self, megapixels: float) -> tuple[Colour, Colour]:
        """Both pictures with so many px."""
        scale = float(np.sqrt(megapixels * 1e6 / (self.after.shape[0] * self.after.shape[1])))
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        before, after = (
            cv2.resize(one, None, fx=scale, fy=scale, interpolation=how) for one in (self.before, self.after)
        )
        return np.asarray(before, np.uint8), np.asarray(after, np.uint8)


@dataclass(frozen=True, slots=True)
class Timed:
    """What a look told, and how long it kept the processor, ms."""

    look: CardSighting
    processor: float


def drawn_turn(seed: int, cards: int, faces: list[Path]) -> Turn:
    """A table of so many cards, seen nearly from above and near enough to be read."""
    regime = CardRegime(
        (cards, cards), (_DRAWN, _DRAWN), 10, card_px=80, things=2, above=0, beneath=0, cut=0, hands=0, asides=0.3
    )
    scene, shot = random_scene(seed, faces, regime)
    fewer = replace(scene, cards=scene.cards[: -NEW if cards > NEW else None])
    before, _ = draw_card_table(fewer, shot)
    after, _ = draw_card_table(scene, replace(shot, seed=shot.seed + 1))
    return Turn(scene, before, after)


def times_of(turn: Turn, megapixels: float, looks: int) -> list[float] | None:
    """The medians of some looks at a table, and of as many a turn later, ms; None if one is refused."""
    eye, (before, after) = (
        CardEye(deck_of((card.card for card in turn.scene.cards), is_sure=True)),
        turn.sized(megapixels),
    )
    first, again = [_timed(eye, after) for _ in range(looks)], list[Timed | None]()
    for _ in range(looks):
        seen = _timed(eye, before)
        again.append(seen and _timed(eye, after, seen.look))
    fresh, later = ([one for one in told if one] for told in (first, again))
    if len(fresh) < looks or len(later) < looks:
        return None
    parts = [median(one.look.milliseconds[part] for one in fresh) for part in PARTS]
    turns = median(one.look.milliseconds["total"] for one in later), median(one.processor for one in later)
    return [*parts, median(one.processor for one in fresh), *turns]


def _timed(eye: CardEye, picture: Colour, previous: CardSighting | None = None) -> Timed | None:
    start = process_time()
    seen = eye.see(picture, previous)
    spent = 1000 * (process_time() - start)
    return Timed(seen, spent) if isinstance(seen, CardSighting) else None


def rows_of(cards: int, looks: int, faces: list[Path]) -> list[list[str]]:
    """A row for each size of the tables of so many cards: the first drawn ones that are not refused at 2 megapixels."""
    drawn = (drawn_turn(1000 * cards + seed, cards, faces) for seed in _SEEDS)
    turns = list(islice((turn for turn in drawn if times_of(turn, _DRAWN, 1) is not None), _TABLES))
    return [[str(cards), str(size), *_row(turns, size, looks)] for size in MEGAPIXELS]


def _row(turns: list[Turn], megapixels: float, looks: int) -> list[str]:
    """Each table's times, their medians; "refused" if most of the tables are."""
    told = [times for turn in turns if (times := times_of(turn, megapixels, looks)) is not None]
    if len(told) <= len(turns) / 2:
        return ["refused"] * len(COLUMNS[2:])
    return [f"{median(column):.0f}" for column in zip(*told, strict=True)]


@click.command()
@click.option("--looks", default=5, help="How often each table is looked at; the median counts.")
@option_save
def main(looks: int, save: Path | None) -> None:
    """Draw tables of so many cards at so many megapixels, and print how long a look takes, and the next one."""
    faces = typefaces()
    rows = [row for cards in CARDS for row in rows_of(cards, looks, faces)]
    note = f"Medians of {_TABLES} tables each. Between both looks {NEW} cards are laid, none where {min(CARDS)} lie."
    command = f"python -m benches.cards.pace --looks {looks}"
    result = Result("cards-pace", command, commit(), COLUMNS, tuple(map(tuple, rows)), None, note)
    print(result.note)
    print(table(result.columns, result.rows))
    if save is not None:
        save_result(result, save)


if __name__ == "__main__":
    main()
