"""New cards of a look: as the tiles that they count as, and what must be asked about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pi_referee.judge.cards.card_match import JOKER, NO_CARD, Placed
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.happenings import LETTER_KEY, MULTIPLIER_KEY, VALUE_KEY, Question
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.play import Play
from vision.cards.card_sighting import About, CardDoubt

_KEYS = {"letter": LETTER_KEY, "value": VALUE_KEY, "multiplier": MULTIPLIER_KEY}


def is_likely(way: Placed, square: Square) -> bool:
    """Whether a card most likely belongs to the words: what is in doubt is taken for the likeliest."""
    return all(doubt.choices[0][0] != NO_CARD for doubt in way.letter_doubts(square))


def card_tile(way: Placed, square: Square, ruleset: Ruleset) -> Tile:
    """A card as it counts: its printed value is kept where it is not its letter's usual one.

    And where it was read, and is not usual for all letters that the card may show: it holds whichever of them is told.
    """
    card = way.cards[square]
    letters = way.choices(square) - {NO_CARD, JOKER} if card.is_value_seen else {card.letter}
    usual = {ruleset.values.get(letter) for letter in letters}
    value = None if card.is_joker or card.value is None or usual == {card.value} else card.value
    return Tile("" if card.is_joker else card.letter, card.is_joker, card.multiplier, value)


def questions_of(way: Placed, new: Iterable[Square], play: Play, ruleset: Ruleset) -> Iterator[tuple[Square, Question]]:
    """What must be asked about the new cards; of those that a play has not, what is printed on them, too."""
    wanted = set(new)
    yield from _doubted(pair for pair in way.doubts if pair[0] in wanted)
    for square in sorted(wanted):
        if square not in play.tiles:
            yield from ((square, question) for question in _printed(way, square, ruleset))


def _doubted(doubts: Iterable[tuple[Square, CardDoubt]]) -> Iterator[tuple[Square, Question]]:
    """The question about each doubt; two doubts about the same, as which letter and whether it belongs, are one."""
    choices = dict[tuple[Square, About], dict[str, float]]()
    for square, doubt in sorted(doubts, key=lambda pair: (pair[0], pair[1].about)):
        known = choices.setdefault((square, doubt.about), {})
        known |= {sign: share for sign, share in doubt.choices if sign not in known}
    for (square, about), likely in choices.items():
        yield square, Question(f"{_KEYS[about]}{square}", tuple(likely.items()))


def _printed(way: Placed, square: Square, ruleset: Ruleset) -> Iterator[Question]:
    """What is printed on a card that most likely is no part of the play, to be asked if somebody says that it is."""
    tile, doubted = card_tile(way, square, ruleset), way.doubted(square)
    if tile.multiplier != 1 and "multiplier" not in doubted:
        yield Question(f"{MULTIPLIER_KEY}{square}", ((str(tile.multiplier), 1.0),))
    if tile.value is not None and "value" not in doubted:
        yield Question(f"{VALUE_KEY}{square}", ((str(tile.value), 1.0),))
