"""A household's deck from pictures of its cards, laid out in rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from hardware.camera import Picture
from pi_referee.decks.deck_aside import alone_with, write_anew
from pi_referee.decks.deck_from_games import CardsSeen
from pi_referee.decks.house_deck import Card, HouseDeck, Source
from pi_referee.decks.known_deck import deck_path, known_cards
from pi_referee.errors import PictureError
from pi_referee.gettext_mark import say
from pi_referee.rules.board.deck import MULTIPLIERS
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.table_link.table_messages import CardsTaught
from vision.cards.card_refusals import TOO_FAR
from vision.cards.deck_learning import LearntDeck, learn_deck
from vision.cards.printed.card_values import MOST_VALUE

NO_CARDS = say("No card can be read.")
LAY_IN_ROWS = say(
    "Lay all cards in rows, face up, the same way, a finger apart, and take the picture straight from above."
)
NO_VALUES = say("No values can be seen on the cards, only letters.")
WRITE_VALUES = say("Take the picture from nearer; if your cards have none, the page of your cards takes their values.")


@dataclass(frozen=True, slots=True)
class Shown:
    """What pictures told; before: what was known until then. deck: with what pictures showed clearly."""

    learnt: LearntDeck
    before: HouseDeck
    deck: HouseDeck

    @property
    def seen(self) -> frozenset[str]:
        """The letters that were seen, clearly or not."""
        return frozenset(letter for letter, _, _ in self.learnt.counts if letter) | self.learnt.unsure

    @property
    def taught(self) -> CardsTaught:
        """What became of it, to be told."""
        learnt, cards, clear = self.learnt, self.before.cards, _clear(self.learnt, self.before)
        written = {letter: card for letter, card in clear.items() if cards[letter].source is Source.HAND}
        taken = {letter: card for letter, card in clear.items() if letter not in written}
        return CardsTaught(
            learnt=tuple(taken),
            changed=tuple(f"{one} ({cards[one].value})" for one, card in taken.items() if _changes(cards[one], card)),
            by_hand=tuple(said for one, card in written.items() for said in _otherwise(one, cards[one], card)),
            at_odds=tuple(sorted(learnt.at_odds)),
            unsure=tuple(sorted(learnt.unsure)),
            missing=tuple(letter for letter in cards if letter not in self.seen),
            too_high=tuple(letter for letter, card in cards.items() if card.value > MOST_VALUE),
            unread=learnt.unread,
            small=learnt.small,
        )


def learnt_from_pictures(pictures: Iterable[Picture], rules: Ruleset, folder: Path) -> tuple[Shown, Path | None]:
    """Learn a deck and keep it in the folder of decks, also with what somebody corrects while pictures are looked at.

    Returns where a copy of the one before is, too. Raises PictureError where no card can be read, GameFileError for a
    damaged file before any picture is looked at, OSError where it cannot be written.
    """
    path, known = deck_path(folder, rules.name), partial(known_cards, folder, rules, CardsSeen())
    known()
    learnt = learn_deck(pictures, rules.values)
    if not any(letter for letter, _, _ in learnt.counts):
        raise why_unread(learnt)
    with alone_with(folder):
        before = known()
        shown = Shown(learnt, before, completed(learnt, before))
        return shown, write_anew(path, shown.deck, rules.title)


def why_unread(learnt: LearntDeck) -> PictureError:
    """Why no card at all could be read."""
    if learnt.small > learnt.unread:
        return PictureError(TOO_FAR.reason, cure=TOO_FAR.cure)
    if 2 * learnt.bare > learnt.unread:
        return PictureError(NO_VALUES, cure=WRITE_VALUES)
    return PictureError(NO_CARDS, cure=LAY_IN_ROWS)


def completed(learnt: LearntDeck, known: HouseDeck) -> HouseDeck:
    """What was learnt, over what was known; what earlier pictures showed of a letter's marks stays.

    A letter that was not seen, or whose value is not clear, stays as it was; so does one that somebody wrote by hand,
    perhaps because pictures had been read wrong.
    """
    clear = _clear(learnt, known)
    return known.having({one: card for one, card in clear.items() if known.cards[one].source is not Source.HAND})


def _clear(learnt: LearntDeck, known: HouseDeck) -> dict[str, Card]:
    """The letters whose value is clear, as pictures show them now and showed them before."""
    return {
        letter: Card(value, learnt.deck.marks[letter] | _pictured(known.cards[letter]), Source.PICTURES)
        for letter, value in learnt.deck.values.items()
        if letter in known.cards and letter not in learnt.unsure
    }


def _pictured(card: Card) -> frozenset[int]:
    """The marks that earlier pictures showed."""
    return card.marks if card.source is Source.PICTURES and card.marks is not None else frozenset()


def _changes(before: Card, now: Card) -> bool:
    """Whether a value was known, and is another one now."""
    return before.source is not Source.ASSUMED and before.value != now.value


def _otherwise(letter: str, written: Card, shown: Card) -> Iterator[str]:
    """What pictures show of a letter that somebody wrote otherwise: another value, or marks besides."""
    marks = (shown.marks or frozenset()) - (written.marks or frozenset(MULTIPLIERS)) - {1}
    told = [str(shown.value)] if shown.value != written.value else []
    told += [f"{mark}x" for mark in sorted(marks)]
    if told:
        yield f"{letter} ({', '.join(told)})"
