"""What the games that were played tell about the deck: values that were read or answered, and marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from pi_referee.decks.house_deck import Card, HouseDeck, Source
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.standing import Status
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.scoring import printed_value

TEACH = frozenset({Status.SCORED, Status.PENDING, Status.OPEN})
"""Turns whose cards teach, but for those that something is still asked about."""

OF_ANOTHER_DECK = 2
"""So many letters with another value than in games before tell that another deck is played with."""

Face = tuple[str, int, int]
"""What a card showed: its letter, its value, and its multiplier."""


@dataclass(frozen=True)
class CardsSeen:
    """How often each face was seen; now: which of them in the game that is being played."""

    counts: Counter[Face] = field(default_factory=Counter)
    now: frozenset[Face] = frozenset()

    def __add__(self, other: CardsSeen) -> CardsSeen:
        """What both tell together."""
        return CardsSeen(self.counts + other.counts)

    def then(self, now: CardsSeen) -> CardsSeen:
        """What both tell of the cards that lie there now: nothing of before where these are of another deck."""
        before = self.values()
        others = [letter for letter, value in now.values().items() if before.get(letter, value) != value]
        both = now if len(others) >= OF_ANOTHER_DECK else self + now
        return replace(both, now=frozenset(now.counts))

    def times(self, letter: str) -> int:
        """How often a letter's cards were seen."""
        return sum(count for (name, _, _), count in self.counts.items() if name == letter)

    def marks(self, letter: str) -> frozenset[int]:
        """The multipliers that a letter's cards showed."""
        return frozenset(mark for (name, _, mark) in self.counts if name == letter)

    def values(self) -> Mapping[str, int]:
        """The value that each letter's cards showed most often."""
        shown: dict[str, Counter[int]] = {}
        for (letter, value, _), count in self.counts.items():
            shown.setdefault(letter, Counter())[value] += count
        return {letter: values.most_common(1)[0][0] for letter, values in shown.items()}


def cards_seen(games: Iterable[Game]) -> CardsSeen:
    """What the cards of some games showed, as far as nothing is asked about them any more."""
    return CardsSeen(Counter(face for game in games for face in _told_faces(game)))


def seen_now(game: Game) -> CardsSeen:
    """What the cards of the game that is being played showed, where nothing is known of games before."""
    return CardsSeen().then(cards_seen([game]))


def learnt_from(house: HouseDeck, seen: CardsSeen) -> HouseDeck:
    """A deck in which what was only assumed, or came from games before, is what the games show.

    Known marks are joined by those of the games, but for what is written by hand: a card that lay in no picture of its
    letter would be asked about for ever. What is written and not what the games show is in doubt.
    Where two letters' cards show other values now another deck lies there, too, whose cards may be of any letter.
    """
    shown = {letter: value for letter, value in seen.values().items() if letter in house.cards}
    deck = house.having({letter: _taught(house.cards[letter], shown[letter], seen.marks(letter)) for letter in shown})
    doubted = frozenset(letter for letter, value in shown.items() if deck.cards[letter].value != value)
    others = {letter for letter, value, _ in seen.now if letter in shown and deck.cards[letter].value != value}
    mixed = frozenset(deck.cards if len(others) >= OF_ANOTHER_DECK else others)
    return replace(deck, doubted=doubted, mixed=mixed)


def _taught(card: Card, value: int, marks: frozenset[int]) -> Card:
    """What is known of a letter's cards, with what the games show of them."""
    if card.source is Source.HAND:
        return card
    known = None if card.marks is None else card.marks | marks
    return replace(card, marks=known) if card.source.holds else Card(value, known, Source.GAMES)


def _told_faces(game: Game) -> Iterator[Face]:
    """The letter cards of a game that nothing is asked about."""
    for turn in game.turns:
        if isinstance(turn.move, Play) and turn.status in TEACH:
            asked = {question.key.rpartition(":")[2] for question in turn.questions}
            told = (tile for square, tile in turn.move.tiles.items() if str(square) not in asked)
            yield from (_face(tile, game.ruleset) for tile in told if not tile.is_blank)


def _face(tile: Tile, ruleset: Ruleset) -> Face:
    return tile.letter, printed_value(tile, ruleset), tile.multiplier


def plays_with(game: Game, ruleset: Ruleset) -> bool:
    """Whether a game was played with the cards of this ruleset."""
    return game.ruleset.name == ruleset.name and not game.ruleset.has_board
