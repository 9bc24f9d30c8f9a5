"""Other ways to see a drawn board than from nearly above: slanted, far, cut at its edge, as a clone, in other light."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from numpy.random import Generator

from pi_referee.rules.board.position import Position
from pi_referee.rules.definition.ruleset import Ruleset
from vision.arrays import Colour
from vision.render import View, quad, render

Draw = Callable[[Generator, Position, Ruleset, View], Colour]
"""Draws a position of a game, seen otherwise than by this view."""
Change = Callable[[Generator, View], View]
"""Makes of a view another one, of the same board."""


def _slanted(chance: Generator, view: View) -> View:
    """Seen from 25 to 60 degrees from above, any side ahead, tiles 4 to 5 mm high."""
    tilt, way, thick = chance.uniform(25, 60), chance.uniform(0, 360), chance.uniform(0.2, 0.27)
    return replace(view, tilt=tilt, tilt_way=way, thick=thick, zoom=0.94)


def _small(chance: Generator, view: View) -> View:
    """A third of a picture of four to eight megapixels, anywhere in it."""
    width, zoom = int(chance.integers(2400, 3400)), chance.uniform(0.28, 0.42)
    right, down = chance.uniform(-0.25, 0.25, 2)
    return replace(view, width=width, height=width * 3 // 4, zoom=zoom, shift=(right, down))


def _cut(chance: Generator, lying: Position, rules: Ruleset, view: View) -> Colour:
    """Seen from above and cut at the grid's edge, up to a tenth of a square inside or outside of it."""
    level = replace(view, turn=90.0 * chance.integers(4), tilt=0.0, zoom=0.95)
    corners = np.array(quad(level, rules.layout).corners)
    side = float(np.linalg.norm(corners[1] - corners[0])) / rules.layout.size
    left, top = np.round(corners.min(axis=0) + side * chance.uniform(-0.1, 0.1, 2)).astype(int)
    right, bottom = np.round(corners.max(axis=0) + side * chance.uniform(-0.1, 0.1, 2)).astype(int)
    return np.ascontiguousarray(render(lying, rules, level)[max(top, 0) : bottom, max(left, 0) : right])


def _icons(chance: Generator, view: View) -> View:
    """A clone's board: premium squares have the ground of plain ones, and an icon."""
    del chance
    return replace(view, icons=True)


def _raking(chance: Generator, view: View) -> View:
    """Under a lamp 15 to 35 degrees above the table: shadows of tiles a third to eight tenths of a square long."""
    way, far = chance.uniform(0, 2 * np.pi), chance.uniform(1.4, 3.7)
    light = replace(
        view.light, fall=(float(far * np.cos(way)), float(far * np.sin(way))), gradient=float(chance.uniform(0.2, 0.5)),
        gradient_way=float(np.rad2deg(way)), fall_depth=float(chance.uniform(0.45, 0.8)),
        fall_soft=float(chance.uniform(1.5, 6)),
    )  # fmt: skip
    return replace(view, light=light, thick=float(chance.uniform(0.18, 0.24)))


def _other_maker(chance: Generator, view: View) -> View:
    """Another maker's set in a living room: large values, stickers on blanks, icons; pools of light and shades."""
    light = replace(
        view.light, brightness=float(chance.uniform(0.4, 1.2)), gradient=float(chance.uniform(0, 0.5)),
        gradient_way=float(chance.uniform(0, 360)), pool=float(chance.choice([0.0, chance.uniform(0.2, 0.6)])),
        pool_at=(float(chance.uniform(0.2, 0.8)), float(chance.uniform(0.2, 0.8))),
        shade=float(chance.choice([0.0, chance.uniform(0.2, 0.6)])), shade_way=float(chance.uniform(0, 360)),
        shade_from=float(chance.uniform(0.3, 0.7)), shade_edge=float(chance.uniform(20, 200)),
    )  # fmt: skip
    return replace(
        view, light=light, has_large_values=bool(chance.random() < 0.6), icons=bool(chance.random() < 0.25),
        sticker=str(chance.choice(["", "#d8d0c0"])), thick=float(chance.uniform(0.1, 0.25)),
        tilt=float(chance.uniform(0, 45)), tilt_way=float(chance.uniform(0, 360)),
    )  # fmt: skip


def _drawn(change: Change) -> Draw:
    """Draws what is seen after a change of the view."""
    return lambda chance, lying, rules, view: render(lying, rules, change(chance, view))


CHANGES: Mapping[str, Change] = {
    "from 25 to 60 degrees": _slanted,
    "a third of the picture": _small,
    "icons on the common ground": _icons,
    "under a low lamp": _raking,
    "another maker's set": _other_maker,
}
"""Other views of the whole board, by name."""

OTHER_VIEWS: Mapping[str, Draw] = {
    "from 25 to 60 degrees": _drawn(_slanted),
    "a third of the picture": _drawn(_small),
    "cut at the grid's edge": _cut,
    "icons on the common ground": _drawn(_icons),
    "under a low lamp": _drawn(_raking),
    "another maker's set": _drawn(_other_maker),
}
"""Every other way to see a board, by name."""
