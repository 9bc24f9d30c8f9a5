"""A household's deck from pictures of its cards, laid out in rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hardware.camera import Picture
from pi_referee.decks.house_deck import Card, HouseDeck, Source
from pi_referee.errors import PictureError
from pi_referee.gettext_mark import say
from pi_referee.rules.definition.ruleset import Ruleset
from vision.cards.deck_learning import LearntDeck, learn_deck

NO_CARDS = say("No card can be read.")
LAY_IN_ROWS = say(
    "Lay all cards in rows, face up, the same way, a finger apart, and take the picture straight from above."
)


@dataclass(frozen=True, slots=True)
class Shown:
    """What pictures told; deck: with what was known before of letters that were not seen, or not clearly."""

    learnt: LearntDeck
    deck: HouseDeck

    @property
    def seen(self) -> frozenset[str]:
        """The letters that were seen."""
        return frozenset(letter for letter, _, _ in self.learnt.counts if letter)


def deck_from_pictures(pictures: Iterable[Picture], rules: Ruleset, known: HouseDeck) -> Shown:
    """Learn a deck; known: what was known before. Raises PictureError where no card can be read."""
    learnt = learn_deck(pictures, rules.values)
    if not any(letter for letter, _, _ in learnt.counts):
        raise PictureError(NO_CARDS, cure=LAY_IN_ROWS)
    return Shown(learnt, completed(learnt, known))


def completed(learnt: LearntDeck, known: HouseDeck) -> HouseDeck:
    """What was learnt, over what was known; what earlier pictures showed of a letter's marks stays.

    A letter that was not seen, or whose value is not clear, stays as it was.
    """
    clear = {letter: value for letter, value in learnt.deck.values.items() if letter not in learnt.unsure}
    return known.having(
        {
            letter: Card(value, learnt.deck.marks[letter] | _pictured(known.cards[letter]), Source.PICTURES)
            for letter, value in clear.items()
            if letter in known.cards
        }
    )


def _pictured(card: Card) -> frozenset[int]:
    """The marks that earlier pictures showed."""
    return card.marks if card.source is Source.PICTURES and card.marks is not None else frozenset()
