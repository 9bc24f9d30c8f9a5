"""What the games that were played tell about the deck: values that were read or answered, and marks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from pi_referee.rules.board.deck import Deck
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.scored_turns import Status
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.scoring import printed_value

AGREED = frozenset({Status.SCORED, Status.PENDING})
"""Turns of which nothing is asked any more that decides points."""


def learnt_from(deck: Deck, games: Iterable[Game]) -> Deck:
    """A deck with the values that the cards of agreed turns showed; where they differ, the more common one.

    deck: what was assumed. It is sure once every letter was seen.
    """
    seen: Mapping[str, Counter[int]] = defaultdict(Counter)
    for game in games:
        for tile in _agreed_cards(game):
            seen[tile.letter][printed_value(tile, game.ruleset)] += 1
    shown = {letter: counts.most_common(1)[0][0] for letter, counts in seen.items() if letter in deck.values}
    return replace(deck, values={**deck.values, **shown}, is_sure=deck.is_sure or set(deck.values) <= set(shown))


def _agreed_cards(game: Game) -> Iterator[Tile]:
    """The letter cards of a game's agreed turns."""
    for turn in game.turns:
        if isinstance(turn.move, Play) and turn.status in AGREED and not turn.questions:
            yield from (tile for tile in turn.move.tiles.values() if not tile.is_blank)


def plays_with(game: Game, ruleset: Ruleset) -> bool:
    """Whether a game was played with the cards of this ruleset."""
    return game.ruleset.name == ruleset.name and not game.ruleset.has_board
