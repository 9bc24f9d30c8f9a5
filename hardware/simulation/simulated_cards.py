"""A drawn table of cards: a written game laid turn by turn, with a pile, cards laid aside and things beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import radians

import numpy as np

from hardware.camera import Picture
from hardware.simulation.simulated_people import written
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import begin, follow
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.scoring import printed_value
from vision.card_render import (
    CardScene,
    Cloth,
    DeckStyle,
    LaidCard,
    Laying,
    PrintedCard,
    Thing,
    draw_card_table,
    lay_heap,
    lay_pattern,
    lay_pile,
    pattern_origin,
)
from vision.render.view import Light, Shot

SHOT = Shot(
    width=1640, height=1232, turn=9.0, tilt=14.0, tilt_way=30.0, grain=3.0, seed=17,
    light=Light(gradient=0.25, gradient_way=200.0),
)  # fmt: skip
"""How the table is photographed: askew, from the side, by a lamp on the right, with a grainy camera."""

LAYING = Laying(turn=radians(-14.0), crooked=2.0)
CLOTH = Cloth(pattern="plain", colour=(58, 98, 78), weave=0.4)
THINGS = (
    Thing("cup", (-330.0, -170.0), 0.0, (74.0, 74.0), 90.0, (196, 62, 54)),
    Thing("notepad", (-345.0, 120.0), radians(-12.0), (120.0, 160.0), 2.0),
)
REACH = 760.0
"""The round of table that is photographed, mm across."""

FARTHEST = 260.0
"""Cards farther than this from the middle of the table, mm, are pushed back with all others."""

Place = tuple[float, float]
"""A place on the table, mm."""

_ANY_CARD = PrintedCard("A", 1)


def after_each(ruleset: Ruleset, players: int, turns: Iterable[str]) -> tuple[Mapping[Square, Tile], ...]:
    """The cards that lie there when the button is pressed after each written turn.

    Cards that play no more lie till the next turn. Raises NotationError if a turn cannot be read.
    """
    game = begin(GameBegan(ruleset.name, tuple("ABCD"[:players]), ruleset.rack), lambda _: ruleset)
    lying: list[Mapping[Square, Tile]] = []
    for turn in turns:
        before = game.position
        game = follow(game, written(turn, game))
        if not turn.startswith("-1"):
            newest = game.turns[-1].number
            spent = {} if turn == "-" else game.spent if game.position.tiles else {}
            now = game.steps[newest - 1].after.position.tiles
            lying.append({**spent, **now} if turn != "-" else before.tiles)
    return tuple(lying)


def origins(tables: Iterable[Mapping[Square, Tile]], style: DeckStyle) -> tuple[Place, ...]:
    """Where the cell that all are counted from lies on the table, mm, after each turn.

    Cards stay where they are, till the words come near the edge of what is photographed: then they are pushed back.
    """
    found: list[Place] = []
    for lying in tables:
        cells = {(square.column, square.row): _ANY_CARD for square in lying}
        middle = pattern_origin(cells, style, LAYING, (0.0, 0.0))
        here = found[-1] if found else middle
        cards = lay_pattern(cells, style, LAYING, here, SHOT.seed)
        is_far = any(np.hypot(*card.middle) > FARTHEST for card in cards)
        found.append(middle if is_far or len(cells) == 0 else here)
    return tuple(found)


def photograph(
    lying: Mapping[Square, Tile], origin: Place, ruleset: Ruleset, style: DeckStyle, shot: Shot, seed: int
) -> Picture:
    """Photograph cards on a table, with a pile and a heap laid aside: (height, width, 3) BGR."""
    pattern = {(square.column, square.row): _printed(tile, ruleset) for square, tile in lying.items()}
    rng = np.random.default_rng(seed)
    words = lay_pattern(pattern, style, LAYING, origin, seed)
    scene = CardScene((*_aside(style, ruleset, rng), *words), style, CLOTH, THINGS, reach=REACH)
    return draw_card_table(scene, replace(shot, seed=seed))[0]


def _aside(style: DeckStyle, ruleset: Ruleset, rng: np.random.Generator) -> tuple[LaidCard, ...]:
    """The pile, and the cards that were laid aside."""
    spent = [PrintedCard(letter, ruleset.values[letter]) for letter in "ERS"]
    pile = lay_pile(40, style, (330.0, -150.0), radians(8.0), 0, rng)
    return (*pile, *lay_heap(spent, style, (320.0, 160.0), 0.12, 1, rng))


def _printed(tile: Tile, ruleset: Ruleset) -> PrintedCard:
    """What a card shows."""
    if tile.is_blank:
        return PrintedCard("", None, is_joker=True)
    return PrintedCard(tile.letter, printed_value(tile, ruleset), tile.multiplier)
