"""A deck of cards: which value and which marks belong to which letter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

MULTIPLIERS = (1, 2, 3)
"""What a card's mark can say: nothing, 2x or 3x (K03)."""


@dataclass(frozen=True)
class Deck:
    """What is printed on the cards of one deck.

    values: letter -> value. marks: letter -> every multiplier that a card of this letter may show, 1 for a card without
    a mark; a letter that is missing may show any. jokers: how many cards show no letter. assumed: letters of which
    nobody has read or told the value, or told otherwise: it is what a file says. is_usual: whether all others have what
    the game's file says, too. mixed: letters of which cards of another value lie on the table, too.
    """

    values: Mapping[str, int]
    marks: Mapping[str, frozenset[int]] = field(default_factory=dict)
    jokers: int = 4
    assumed: frozenset[str] = frozenset()
    is_usual: bool = True
    mixed: frozenset[str] = frozenset()

    @property
    def is_sure(self) -> bool:
        """Whether no value is only assumed, and no other deck played with."""
        return not self.assumed and not self.mixed

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters that have a card, in the deck's order."""
        return tuple(self.values)

    def may_show(self, letter: str, multiplier: int) -> bool:
        """Whether a card of this letter may bear this mark."""
        return multiplier in self.marks.get(letter, frozenset(MULTIPLIERS))
