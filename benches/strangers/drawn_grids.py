"""How far the grid's corners are off on drawn boards, whose truth is exact."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import click
import numpy as np

from benches.drawn import draw, typefaces
from benches.pictures.drawn_views import CHANGES
from benches.reporting.results import table
from benches.strangers.__main__ import OFF, corners_off
from pi_referee.rules.definition.library import ruleset
from vision.geometry.find_board import board_of, locate, quad_of
from vision.render import View, quad, render
from vision.sighting import NotSeen

COLUMNS = ("view", "boards", "found", "median", "95 in 100", "worst", f"more than {OFF} off")
_LENSES = (-0.08, 0.03)
"""Radial distortion of lenses, see View."""


def _views(chance: np.random.Generator, view: View) -> Iterator[tuple[str, View]]:
    """Every way to see one board, with its name."""
    yield "as drawn", view
    yield from ((name, change(chance, view)) for name, change in CHANGES.items())
    yield "through a lens that bends", replace(view, lens=float(chance.uniform(*_LENSES)))


def _row(name: str, off: list[float]) -> list[str]:
    """One view's row; off: squares by which the worst corner of each board is off, nan if it was not found."""
    told = np.array(off)
    seen = told[~np.isnan(told)]
    median, most = np.quantile(seen, (0.5, 0.95))
    numbers = [f"{median:.3f}", f"{most:.3f}", f"{seen.max():.3f}", str(int((seen > OFF).sum()))]
    return [name, str(len(told)), str(len(seen)), *numbers]


@click.command()
@click.option("--boards", type=click.IntRange(min=1), default=60, help="So many boards.")
@click.option("--seed", type=click.IntRange(min=0), default=20261126, help="Other numbers draw other boards.")
def main(boards: int, seed: int) -> None:
    """Draw boards, look for each from every view, and print by how many squares the worst corner is off."""
    off: dict[str, list[float]] = {}
    faces = typefaces()
    for number in range(boards):
        chance = np.random.default_rng([seed, number])
        drawn = draw(chance, faces)
        rules = ruleset(drawn.game)
        layout = rules.layout
        for name, view in _views(chance, drawn.view):
            found = locate(render(drawn.position, rules, view), layout)
            true = board_of(quad(view, layout), layout.size)
            seen = None if isinstance(found, NotSeen) else corners_off(quad_of(found, layout.size), true, layout.size)
            off.setdefault(name, []).append(math.nan if seen is None else seen)
    click.echo(table(COLUMNS, [_row(name, one) for name, one in off.items()]))


if __name__ == "__main__":
    main()
