"""Traces tables of cards, with their truth: the light, shadows, mirrors and lens of no formula of the project.

`python -m benches.tracing.traced_tables FOLDER`: each table is drawn by chance from the kinds that no eye is trained on
(benches/pictures/card_scenes.py), put into a room with its lamps (benches/tracing/room.py), and photographed, path by
path of light. FOLDER/tables.json says of each picture what `read --json` should, with how much of each card is hidden;
cells are relative to each other. Mitsuba traces them, as in benches/traced.py: a picture takes about a minute of a
core. With LLVM 16 it must be Mitsuba 3.6; 3.9 asks for a newer one.
What is printed on the cards is drawn by `vision.card_render`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import cv2
import msgspec
import numpy as np

from benches.drawn import typefaces
from benches.pictures.card_scenes import HELD_OUT, random_scene
from benches.tracing.photograph import draw_shot, photograph
from benches.tracing.room import draw_room
from benches.tracing.traced_cards import SQUARES, stacked, trace_cards, traced_truth
from pi_referee.errors import RefereeError
from vision.card_render.card_truth import CardTruth, TrueCard

_QUALITY = 92
_BARE_HANDED = replace(HELD_OUT, hands=0.0, cut=0.0)
"""A hand is no body of simple shapes, and the room's camera looks at the words' middle."""


def answer(image: str, truth: CardTruth) -> dict[str, Any]:
    """What a look at a picture should tell, in the shape of `read --json`."""
    cards = [{"cell": list(card.cell), **_card(card)} for card in truth.cards if card.cell is not None]
    aside = [_card(card) for card in truth.cards if card.cell is None]
    return {"image": image, "cards": cards, "aside": aside, "face_down": truth.face_down}


def _card(card: TrueCard) -> Mapping[str, Any]:
    return {
        "letter": card.card.letter, "value": card.card.value, "multiplier": card.card.multiplier,
        "joker": card.card.is_joker, "quad": [list(corner) for corner in card.quad.corners], "hidden": card.hidden,
        "letter_hidden": card.letter_hidden, "value_hidden": card.value_hidden, "mark_hidden": card.mark_hidden,
    }  # fmt: skip


def traced_table(folder: Path, number: int, seed: int, faces: Sequence[Path]) -> dict[str, Any]:
    """Draw a table, trace its picture into a folder, and say what it shows."""
    chance = np.random.default_rng([seed, number])
    scene = stacked(random_scene(int(chance.integers(1 << 30)), faces, _BARE_HANDED)[0])
    room, shot, image = draw_room(chance, SQUARES), draw_shot(chance), f"{number:03}.jpg"
    picture = photograph(trace_cards(scene, room, number), shot, chance)
    cv2.imwrite(str(folder / image), picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return answer(image, traced_truth(scene, room))


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--tables", type=click.IntRange(min=1), default=20, help="So many tables.")
@click.option("--seed", type=click.IntRange(min=0), default=20261125, help="Other numbers draw other tables.")
def main(folder: Path, tables: int, seed: int) -> None:
    """Trace pictures of tables of cards into FOLDER."""
    faces, told = typefaces(), list[dict[str, Any]]()
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(tables):
        try:
            told.append(traced_table(folder, number, seed, faces))
        except RefereeError as error:
            raise click.ClickException(str(error)) from error
        (folder / "tables.json").write_bytes(msgspec.json.encode(told))
        print(f"{number + 1} of {tables}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
