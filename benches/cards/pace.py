"""How long a look at a table of cards takes, by its cards and its pixels."""

from __future__ import annotations

from statistics import median

import click
import cv2
import numpy as np

from benches.cards.drawn_cards import deck_of, typefaces
from benches.pictures.card_scenes import CardRegime, random_scene
from benches.reporting.results import table
from vision.card_render import draw_card_table
from vision.cards.card_eye import CardEye
from vision.sighting import NotSeen

CARDS, MEGAPIXELS = (3, 10, 20, 40), (1.0, 2.0, 4.0, 12.0)
COLUMNS = ("cards", "megapixels", "locate", "letters", "cells", "total, ms", "a turn's look, ms")


@click.command()
@click.option("--looks", default=7, help="How often each table is looked at; the median counts.")
def main(looks: int) -> None:
    """Draw tables of so many cards at so many megapixels, and print how long a look takes."""
    faces, rows = typefaces(), []
    for cards in CARDS:
        regime = CardRegime(
            (cards, cards), (2.0, 2.0), tilt=10, things=2, above=0, beneath=0, cut=0, hands=0, asides=0.3
        )
        scene, shot = random_scene(cards, faces, regime)
        drawn, _ = draw_card_table(scene, shot)
        eye = CardEye(deck_of(scene, is_sure=True))
        for size in MEGAPIXELS:
            scale = float(np.sqrt(size * 1e6 / (drawn.shape[0] * drawn.shape[1])))
            picture = np.asarray(cv2.resize(drawn, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
            seen = [eye.see(picture) for _ in range(looks)]
            if any(isinstance(look, NotSeen) for look in seen):
                rows.append([str(cards), str(size), *("refused" for _ in COLUMNS[2:])])
                continue
            first = next(look for look in seen if not isinstance(look, NotSeen))
            again = [eye.see(picture, first) for _ in range(looks)]
            told = [
                [look.milliseconds[part] for look in seen if not isinstance(look, NotSeen)]
                for part in ("locate", "letters", "cells", "total")
            ]
            turns = [look.milliseconds["total"] for look in again if not isinstance(look, NotSeen)]
            rows.append([str(cards), str(size), *(f"{median(part):.0f}" for part in (*told, turns))])
    print(table(COLUMNS, rows))


if __name__ == "__main__":
    main()
