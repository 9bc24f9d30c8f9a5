"""A household's deck, with where each card's value is known from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from pi_referee.rules.board.deck import Deck
from pi_referee.rules.definition.ruleset import Ruleset


class Source(StrEnum):
    """Where a value is known from; what is only assumed, or what games showed, later games may still change."""

    ASSUMED = "assumed"
    GAMES = "games"
    PICTURES = "pictures"
    HAND = "hand"

    @property
    def holds(self) -> bool:
        """Whether it holds whatever later games show."""
        return self in {Source.PICTURES, Source.HAND}


@dataclass(frozen=True, slots=True)
class Card:
    """What is known of a letter's cards; marks: every multiplier they bear, 1 for none, None where nobody knows."""

    value: int
    marks: frozenset[int] | None
    source: Source


@dataclass(frozen=True)
class HouseDeck:
    """A deck; cards: letter -> what is known of its cards, in the deck's order. jokers: how many show no letter.

    usual: what the game's file says that each letter is worth. doubted: letters whose cards mostly showed another value
    than is written. mixed: letters of which cards of another value lie there, too, as the game being played shows.
    """

    cards: Mapping[str, Card]
    jokers: int
    usual: Mapping[str, int]
    doubted: frozenset[str] = frozenset()
    mixed: frozenset[str] = frozenset()

    @property
    def deck(self) -> Deck:
        """The deck as eye and rules take it."""
        assumed = frozenset(letter for letter, card in self.cards.items() if card.source is Source.ASSUMED)
        is_usual = all(card.value == self.usual.get(letter) for letter, card in self.cards.items())
        return Deck(
            {letter: card.value for letter, card in self.cards.items()},
            {letter: card.marks for letter, card in self.cards.items() if card.marks is not None},
            self.jokers,
            assumed | self.doubted,
            is_usual=is_usual and not self.doubted and not self.mixed,
            mixed=self.mixed,
        )

    def having(self, changed: Mapping[str, Card]) -> HouseDeck:
        """This deck with some letters' cards as they are now known."""
        return replace(self, cards={**self.cards, **changed})


def assumed_cards(ruleset: Ruleset) -> HouseDeck:
    """The deck as far as the game's file knows it: its values are assumed, of marks it knows nothing."""
    cards = {letter: Card(value, None, Source.ASSUMED) for letter, value in ruleset.values.items()}
    return HouseDeck(cards, ruleset.blanks, ruleset.values)
