"""The table of an evening with cards, drawn press by press: what moves between presses, and what lies beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.random import Generator

from benches.pictures.random_decks import TRAINED_STYLES, random_deck
from benches.pictures.random_tables import (
    TRAINED_TABLES,
    LightKind,
    random_cloth,
    random_light,
    random_shot,
    random_thing,
)
from vision.arrays import Colour
from vision.card_render import (
    CardScene,
    Hand,
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
from vision.cards.card_sighting import CardSighting, Cell

LIGHTS: Sequence[LightKind] = ("even", "even", "pool", "raking", "shadow", "dim")
"""The lamps of an evening, the commonest one twice."""

NEW_LAMP, MOVED = 0.1, 0.15
"""The shares of presses under another lamp, and after camera and words were pushed."""

HIGH = (85.0, 150.0)
"""How many px high a card is, about: least and most."""

SPOTS = 6
"""Places round the words where a pile, heaps and things lie."""


class DrawnTable:
    """The table of an evening: its deck, cloth, things and camera; what lies there is told press by press."""

    def __init__(self, chance: Generator, faces: Sequence[Path]) -> None:
        """A table by chance."""
        self._chance, self._deck = chance, random_deck(chance, faces, TRAINED_STYLES)
        self._cloth, self._seed = random_cloth(chance, TRAINED_TABLES, self._deck.face), int(chance.integers(1 << 30))
        loose = float(chance.uniform(0.1, 0.8))
        turn = float(chance.uniform(0, 2 * np.pi))
        self._laying = Laying(turn=turn, crooked=3 * loose, wander=0.03 * loose, lift=float(chance.uniform(0.1, 0.8)))
        shot = random_shot(chance, int(chance.choice([1280, 1640, 1920])), 22.0, self._lamp())
        self._shot = replace(shot, shake=0.0, grain=min(shot.grain, 4.0))
        least = min(self._shot.width, self._shot.height)
        self._reach = 0.95 * least * self._deck.height / float(chance.uniform(*HIGH))
        ways, far = np.linspace(0, 2 * np.pi, SPOTS, endpoint=False) + float(chance.uniform(0, 1)), 0.5 * self._reach
        self._spots = [(far * float(np.cos(way)), far * float(np.sin(way))) for way in ways]
        self._things = tuple(
            random_thing(chance, TRAINED_TABLES, spot) for spot in self._spots[3:] if chance.random() < 0.6
        )
        self._heap, self._before = list[PrintedCard](), dict[Cell, PrintedCard]()

    def _lamp(self) -> LightKind:
        return LIGHTS[int(self._chance.integers(len(LIGHTS)))]

    def pushed(self) -> None:
        """Something moves between presses, now and then."""
        chance = self._chance
        if chance.random() < MOVED:
            shift = (float(chance.normal(0, 0.02)), float(chance.normal(0, 0.02)))
            self._shot = replace(self._shot, turn=self._shot.turn + float(chance.normal(0, 3)), shift=shift)
            self._laying = replace(self._laying, turn=self._laying.turn + float(chance.normal(0, 0.06)))
        if chance.random() < NEW_LAMP:
            self._shot = replace(self._shot, light=random_light(chance, self._lamp()))

    def put_right(self) -> None:
        """The things are taken away, and the lamp stands well."""
        self._things = ()
        self._shot = replace(self._shot, light=random_light(self._chance, "even"), tilt=min(self._shot.tilt, 8.0))

    def picture(self, sure: CardSighting, hands: tuple[Hand, ...] = ()) -> Colour:
        """A photograph of what lies there; sure: a look that is sure of it."""
        pattern = {
            card.cell: PrintedCard(card.letter, card.value, card.multiplier, is_joker=card.is_joker)
            for card in sure.cards
            if card.cell is not None
        }
        self._heap += list(self._before.values())[:2] if len(pattern) < len(self._before) else []
        self._before = pattern
        origin = pattern_origin(pattern, self._deck, self._laying, (0.0, 0.0))
        words = lay_pattern(pattern, self._deck, self._laying, origin, self._seed)
        far = max((float(np.hypot(*card.middle)) for card in words), default=0.0) + self._deck.height
        cards, reach = (*self._aside(far), *words), max(self._reach, 2 * far)
        scene = CardScene(cards, self._deck, self._cloth, self._apart(far), hands, reach)
        return draw_card_table(scene, replace(self._shot, seed=int(self._chance.integers(1 << 30))))[0]

    def _aside(self, far: float) -> tuple[LaidCard, ...]:
        """The pile, and a heap of what was taken up, at least so far from the middle, mm."""
        rng = np.random.default_rng(self._seed)
        away = max(1.0, (far + 1.2 * self._deck.height) / (0.5 * self._reach))
        pile_at, heap_at = ((x * away, y * away) for x, y in self._spots[:2])
        pile = lay_pile(30, self._deck, pile_at, 0.3, 0, rng)
        return (*pile, *(lay_heap(self._heap[-5:], self._deck, heap_at, 0.08, 1, rng) if self._heap else ()))

    def _apart(self, far: float) -> tuple[Thing, ...]:
        """The things that lie clear of the words."""
        return tuple(one for one in self._things if np.hypot(*one.middle) - np.hypot(*one.size) / 2 > far)

    def arm(self) -> Hand:
        """An arm that reaches in from any side."""
        way, tone = float(self._chance.uniform(0, 2 * np.pi)), float(self._chance.uniform(0.5, 1.1))
        tip = (float(self._chance.uniform(0.25, 0.75)), float(self._chance.uniform(0.25, 0.75)))
        wrist = (tip[0] + 1.2 * float(np.cos(way)), tip[1] + 1.2 * float(np.sin(way)))
        red, green, blue = (int(min(255, part * tone)) for part in (215, 168, 140))
        return Hand(tip, wrist, float(self._chance.uniform(70, 100)), (red, green, blue))
