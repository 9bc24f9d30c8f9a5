"""Tables of cards drawn by chance: the space that an eye for cards is trained in, and measured in with other numbers.

`random_scene(seed, typefaces)` gives what `draw_card_table` draws. A `CardRegime` narrows the space or forces a part of
it; `HELD_OUT` draws prints, cloths and things of kinds that `CardRegime()` never draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.random import Generator

from benches.pictures.card_patterns import random_card, random_pattern
from benches.pictures.random_decks import HELD_OUT_STYLES, TRAINED_STYLES, Styles, pick, random_deck, random_values
from benches.pictures.random_tables import (
    HELD_OUT_TABLES,
    TRAINED_TABLES,
    LightKind,
    Place,
    Tables,
    random_cloth,
    random_shot,
    random_thing,
    thing_radius,
)
from vision.card_render import (
    CardScene,
    Cloth,
    DeckStyle,
    Hand,
    LaidCard,
    Laying,
    Thing,
    lay_heap,
    lay_pattern,
    lay_pile,
    pattern_origin,
)
from vision.render.view import Shot


@dataclass(frozen=True, slots=True)
class CardRegime:
    """What part of the space is drawn.

    cards: fewest and most in the pattern. megapixels: least and most. tilt: most, degrees. card_px: the least width of
    a card, px, about. neat: 0 for any crookedness to 1 for a pattern laid with a ruler. things: most. above: how often
    one lies over the words; beneath: under them; cut: how often the picture's edge may cut the words; hands: how often
    one reaches in; asides: how often each of the piles, heaps and lone cards is there. light, cloth, deck: forced;
    None for any. styles, tables: kinds to draw from.
    """

    cards: tuple[int, int] = (3, 40)
    megapixels: tuple[float, float] = (1.0, 3.0)
    tilt: float = 40.0
    card_px: float = 40.0
    neat: float = 0.0
    things: int = 6
    above: float = 0.08
    beneath: float = 0.1
    cut: float = 0.04
    hands: float = 0.12
    asides: float = 0.5
    light: LightKind | None = None
    cloth: Cloth | None = None
    deck: DeckStyle | None = None
    styles: Styles = field(default=TRAINED_STYLES)
    tables: Tables = field(default=TRAINED_TABLES)


_FLAT = 0.3
"""How thick a thing is that cards lie on, mm."""

HELD_OUT = CardRegime(styles=HELD_OUT_STYLES, tables=HELD_OUT_TABLES)


def random_scene(seed: int, typefaces: Sequence[Path], regime: CardRegime = CardRegime()) -> tuple[CardScene, Shot]:
    """A table of cards by chance and how it is photographed; the same seed and typefaces give the same."""
    rng = np.random.default_rng(seed)
    deck = regime.deck or random_deck(rng, typefaces, regime.styles)
    values = random_values(rng)
    few, many = regime.cards
    # Few cards are as common as many: most plays lie between them.
    count = round(float(np.exp(rng.uniform(np.log(few), np.log(many)))))
    pattern = random_pattern(rng, values, count)
    laying = _laying(rng, deck, regime)
    origin = pattern_origin(pattern, deck, laying, (0.0, 0.0))
    words = lay_pattern(pattern, deck, laying, origin, int(rng.integers(1 << 30)))
    width = round(float(np.sqrt(rng.uniform(*regime.megapixels) * 1e6 * 4 / 3)))
    shot = random_shot(rng, width, regime.tilt, regime.light)
    reach = _reach(rng, words, deck, shot, regime)
    room = _Room(rng, reach, shot, [(card.middle, deck.height * 0.62) for card in words])
    aside = _aside(rng, deck, values, room, regime)
    things = (*_things(rng, room, regime), *_amid(rng, words, regime))
    cloth = regime.cloth or random_cloth(rng, regime.tables, deck.face)
    hands = (_hand(rng),) if rng.random() < regime.hands else ()
    if rng.random() < regime.cut:
        shot = replace(shot, zoom=float(rng.uniform(1.05, 1.5)))
    return CardScene((*aside, *words), deck, cloth, things, hands, reach), shot


class _Room:
    """What is still free on the table: places in mm with a way to keep from them."""

    def __init__(self, rng: Generator, reach: float, shot: Shot, taken: list[tuple[Place, float]]) -> None:
        self._rng, self._taken = rng, taken
        aspect = max(shot.width, shot.height) / min(shot.width, shot.height)
        self._half = reach / 2 * aspect

    def place(self, radius: float) -> Place | None:
        """A place with so much room round it, or None if there is none soon found."""
        for _ in range(25):
            x, y = (float(part) for part in self._rng.uniform(-self._half, self._half, 2))
            if all(np.hypot(x - far[0], y - far[1]) > radius + keep for far, keep in self._taken):
                self._taken.append(((x, y), radius))
                return x, y
        return None


def _laying(rng: Generator, deck: DeckStyle, regime: CardRegime) -> Laying:
    """How neatly, from a ruler's neatness to cards that overlap by a fifth."""
    loose = (1 - regime.neat) * float(rng.uniform(0.1, 1.0))
    gap = [float(rng.uniform(-0.05, 0.06)) * side * loose + 1.0 for side in (deck.width, deck.height)]
    drift = [float(rng.normal(0, 0.015)) * loose for _ in range(2)]
    return Laying(
        turn=float(rng.uniform(0, 2 * np.pi)), crooked=4.0 * loose, gap=(gap[0], gap[1]), wander=0.045 * loose,
        farthest=0.075, drift=(drift[0], drift[1]), lift=float(np.exp(rng.uniform(np.log(0.04), np.log(1.2)))),
    )  # fmt: skip


def _reach(rng: Generator, words: Sequence[LaidCard], deck: DeckStyle, shot: Shot, regime: CardRegime) -> float:
    """How much of the table is photographed: all words, and no more than leaves the cards large enough."""
    far = max(float(np.hypot(*card.middle)) for card in words) + 0.6 * deck.height
    widest = min(shot.width, shot.height) * deck.width / regime.card_px
    least = max(2 * far, 3 * deck.height) * 1.03
    return float(np.exp(rng.uniform(np.log(least), np.log(max(least * 1.02, min(widest, 4 * least))))))


def _aside(
    rng: Generator, deck: DeckStyle, values: dict[str, int], room: _Room, regime: CardRegime
) -> tuple[LaidCard, ...]:
    """Piles face down, heaps laid aside, lone cards."""
    laid: list[LaidCard] = []
    for stack, kind in enumerate(("pile", "pile", "heap", "heap", "lone", "lone", "back", "back")):
        place = room.place(deck.height * (0.95 if kind == "heap" else 0.75)) if rng.random() < regime.asides else None
        if place is None:
            continue
        turn = float(rng.uniform(0, 2 * np.pi))
        if kind in ("pile", "back"):
            laid += lay_pile(1 if kind == "back" else int(rng.integers(2, 60)), deck, place, turn, stack, rng)
        else:
            cards = [random_card(rng, values) for _ in range(int(rng.integers(2, 7)) if kind == "heap" else 1)]
            laid += lay_heap(cards, deck, place, float(rng.uniform(0.03, 0.2)), stack, rng)
    return tuple(laid)


def _things(rng: Generator, room: _Room, regime: CardRegime) -> tuple[Thing, ...]:
    """Things beside the cards, a pen lying on some paper."""
    things: list[Thing] = []
    for _ in range(int(rng.integers(0, regime.things + 1))):
        thing = random_thing(rng, regime.tables, (0.0, 0.0))
        beneath = next((other for other in things if other.kind in ("paper", "notepad", "book", "saucer")), None)
        is_on_top = beneath is not None and thing.kind in ("pen", "coin", "cup", "phone") and rng.random() < 0.6
        place = beneath.middle if beneath and is_on_top else room.place(thing_radius(thing))
        if place is not None:
            things.append(replace(thing, middle=place))
    return tuple(things)


def _amid(rng: Generator, words: Sequence[LaidCard], regime: CardRegime) -> Iterator[Thing]:
    """Things that lie over the words, or under them."""
    for share, is_above in ((regime.beneath, False), (regime.above, True)):
        if rng.random() < share:
            near = words[pick(rng, words)].middle
            place = (near[0] + float(rng.normal(0, 30)), near[1] + float(rng.normal(0, 30)))
            thing = random_thing(rng, regime.tables, place)
            yield replace(thing, is_above=is_above, height=thing.height if is_above else _FLAT)


def _hand(rng: Generator) -> Hand:
    """A hand that reaches in from any side."""
    tip = (float(rng.uniform(0.2, 0.8)), float(rng.uniform(0.2, 0.8)))
    way = float(rng.uniform(0, 2 * np.pi))
    tone = float(rng.uniform(0.35, 1.1))
    red, green, blue = (int(min(255, part * tone)) for part in (215, 168, 140))
    wrist = (tip[0] + 1.2 * float(np.cos(way)), tip[1] + 1.2 * float(np.sin(way)))
    return Hand(tip, wrist, float(rng.uniform(70, 100)), (red, green, blue))
