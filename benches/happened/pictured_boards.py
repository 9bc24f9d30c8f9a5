"""Evenings at a board from pictures: drawn press by press, looked at by the eye, and every question answered.

`python -m benches.happened.pictured_boards`: games of random words that are lawful, for two, as in asked_evenings:
passes, words taken back or laid anew, words that fall and lie there still. What lies there is drawn as a photograph,
in any game and edition, by any maker of the benches; between presses the lamp changes, camera and board are pushed, and
hands reach in. Where a press is refused somebody presses again without the hand, under a better lamp; a play that is
refused twice is written by hand. After every press whatever is settled must be true, and in the end everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click
import numpy as np
from numpy.random import Generator

from benches.drawn import GAMES, typefaces
from benches.happened.asked_evenings import COLUMNS, Evening
from benches.happened.asked_tables import Press, board_presses
from benches.pictures.drawn_views import CHANGES
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from benches.unknown_typefaces import any_view
from pi_referee.looking.board_table import BoardTable
from pi_referee.looking.game_eye import Sight
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, begin
from pi_referee.rules.definition.editions import TOLD_BY_PICTURE
from vision.arrays import Colour
from vision.render import Light, View, render
from vision.render.drawn_hand import lay_hand
from vision.sighting import Edition, Sighting

REACHES_IN, MOVED, NEW_LAMP = 0.15, 0.15, 0.15
"""The shares of presses with a hand over the board, after a push, and under another lamp."""

WIDTHS = (1280, 1640, 2000)
"""Of pictures, px."""

TOLD = 0.5
"""The share of evenings of which somebody told how the tiles look; at the others the picture must tell."""

OTHER_MAKERS = 0.3
"""The share of evenings at another maker's set, seen more from the side."""


class DrawnBoard:
    """The board of an evening: its maker, camera and lamp; what lies there is told press by press."""

    def __init__(self, chance: Generator, game: Game, faces: Sequence[Path]) -> None:
        """A board by chance."""
        self._chance, self._rules = chance, game.ruleset
        editions: list[Edition] = [edition for name, edition in GAMES if name == game.began.game] or ["light"]
        view, width = any_view(chance, faces[int(chance.integers(len(faces)))]), int(chance.choice(WIDTHS))
        view = replace(
            view, edition=editions[int(chance.integers(len(editions)))], width=width, height=width * 3 // 4,
            zoom=float(chance.uniform(0.75, 0.95)), blur=float(chance.uniform(0.5, 1.0)), light=self._lamp(),
        )  # fmt: skip
        self._view: View = CHANGES["another maker's set"](chance, view) if chance.random() < OTHER_MAKERS else view

    def _lamp(self) -> Light:
        """An evening's lamp: even, a pool of light, or somebody's shadow."""
        chance = self._chance
        red, green, blue = map(float, chance.uniform(0.85, 1.1, 3))
        light = Light(
            brightness=float(chance.uniform(0.6, 1.05)), gradient=float(chance.uniform(0, 0.4)),
            gradient_way=float(chance.uniform(0, 360)), cast=(red, green, blue),
        )  # fmt: skip
        place = (float(chance.uniform(0.2, 0.8)), float(chance.uniform(0.2, 0.8)))
        match int(chance.integers(4)):
            case 0:
                return replace(light, pool=float(chance.uniform(0.2, 0.5)), pool_at=place)
            case 1:
                shade, far = float(chance.uniform(0.2, 0.5)), float(chance.uniform(0.3, 0.7))
                return replace(light, shade=shade, shade_from=far, shade_way=float(chance.uniform(0, 360)))
            case _:
                return light

    @property
    def edition(self) -> Edition:
        """How its tiles look."""
        return self._view.edition

    def pushed(self) -> None:
        """Something moves between presses, now and then."""
        chance = self._chance
        if chance.random() < MOVED:
            right, down = self._view.shift
            shift = (right + float(chance.normal(0, 0.02)), down + float(chance.normal(0, 0.02)))
            self._view = replace(self._view, turn=self._view.turn + float(chance.normal(0, 3)), shift=shift)
        if chance.random() < NEW_LAMP:
            self._view = replace(self._view, light=self._lamp())

    def put_right(self) -> None:
        """The lamp stands well."""
        self._view = replace(self._view, light=Light(brightness=float(self._chance.uniform(0.8, 1.0))))

    def picture(self, sure: Sighting, *, hand: bool = False) -> Colour:
        """A photograph of what lies there; sure: a look that is sure of it. hand: whether one reaches in."""
        chance = self._chance
        tiles = {square: Tile(one.letter, is_blank=not one.letter) for square, one in sure.board.items()}
        # The grain differs, the way the tiles lie does not: the seed decides both, so that only the noise is new.
        picture = render(Position(tiles), self._rules, self._view)
        grain = chance.normal(0, 2, picture.shape)
        picture = np.clip(picture + grain, 0, 255).astype(np.uint8)
        return self._reached(picture) if hand else picture

    def _reached(self, picture: Colour) -> Colour:
        """The picture with a hand from any side."""
        chance, (height, width) = self._chance, picture.shape[:2]
        way, tone = float(chance.uniform(0, 2 * np.pi)), float(chance.uniform(0.4, 1.1))
        tip = np.array([width, height]) * chance.uniform(0.25, 0.75, 2)
        wrist = tip + 1.2 * height * np.array([np.cos(way), np.sin(way)])
        skin = np.clip(np.array((140, 168, 215)) * tone, 0, 255)
        return lay_hand(picture, tip, wrist, float(self._view.zoom * height), skin)


def seen_presses(
    sight: Sight, game: Game, presses: Sequence[Press], drawn: DrawnBoard, chance: Generator, counts: Counter[str]
) -> Iterator[Press]:
    """The presses of an evening as the eye sees them: at once, and again with the table put right."""
    for press in presses:
        drawn.pushed()
        if not isinstance(press.sure, Sighting):
            continue
        reaches = chance.random() < REACHES_IN
        looks = [_seen(sight, game, drawn.picture(press.sure, hand=reaches))]
        if looks[0] is None or looks[0].doubts:
            drawn.put_right()
        looks.append(_seen(sight, game, drawn.picture(press.sure)))
        counts["not seen"] += looks[0] is None
        # Where nothing is seen twice the play is written by hand, as it lies there.
        told = [look for look in looks if look is not None] or [press.sure]
        yield replace(press, look=told[0], sure=told[-1], is_in_doubt=told[0].doubts != ())


def _seen(sight: Sight, game: Game, picture: Colour) -> Sighting | None:
    """What is seen in a picture; None where the look is refused."""
    look = BoardTable(game, sight).see(picture).look
    return look if isinstance(look, Sighting) else None


def evening(seed: int, number: int, faces: Sequence[Path], counts: Counter[str]) -> None:
    """Play the evening of a number."""
    chance = np.random.default_rng([seed, number])
    game, presses = board_presses(chance)
    drawn = DrawnBoard(chance, game, faces)
    edition = drawn.edition if chance.random() < TOLD else TOLD_BY_PICTURE
    game = begin(replace(game.began, edition=edition))
    played, sight = Evening(game, chance, counts), Sight(lambda: game.began)
    counts["evenings"] += 1
    if all(played.press(press) for press in seen_presses(sight, game, presses, drawn, chance, counts)):
        played.over()


@click.command()
@click.option("--evenings", type=click.IntRange(min=1), default=20, help="So many.")
@click.option("--seed", type=click.IntRange(min=0), default=20261130, help="Other numbers draw other evenings.")
@option_save
def main(evenings: int, seed: int, save: Path | None) -> None:
    """Play so many evenings and print what came of them."""
    columns, faces, counts = (*COLUMNS, "not seen"), typefaces(), Counter[str]()
    for number in range(evenings):
        evening(seed, number, faces, counts)
    rows = (("boards, two", *(str(counts[column]) for column in columns[1:])),)
    click.echo(table(columns, rows))
    if save:
        command = f"python -m benches.happened.pictured_boards --evenings {evenings}"
        save_result(Result("pictured-boards", command, commit(), columns, rows, seed), save)


if __name__ == "__main__":
    main()
