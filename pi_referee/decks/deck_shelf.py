"""The household's decks as its files and all its games tell them; older games are looked through once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pi_referee.decks.deck_from_games import CardsSeen, cards_seen, plays_with
from pi_referee.decks.house_deck import HouseDeck, assumed_cards
from pi_referee.decks.known_deck import known_cards
from pi_referee.errors import DamagedGameError, GameFileError, NotationError
from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.course.game import Game, fold
from pi_referee.rules.definition.ruleset import Ruleset

MOST_GAMES = 60
"""So many games before the newest teach: as many as the page lists."""


class DeckShelf:
    """Knows the decks; folder: of their files, ledger: of the games."""

    def __init__(self, folder: Path, ledger: Ledger) -> None:
        """Nothing is looked through yet."""
        self.folder = folder
        self._ledger = ledger
        self._before: dict[str, tuple[int, CardsSeen]] = {}

    def cards(self, ruleset: Ruleset, playing: Game | None, number: int) -> HouseDeck:
        """A game's deck; playing, number: the newest game. A game with a board has its own tiles' values.

        Raises GameFileError for a damaged file, LedgerError.
        """
        if ruleset.has_board:
            return assumed_cards(ruleset)
        return known_cards(self.folder, ruleset, self.seen(ruleset, playing, number))

    def seen(self, ruleset: Ruleset, playing: Game | None, number: int) -> CardsSeen:
        """How often each card of this deck was seen, in the newest game and those before it. Raises LedgerError."""
        until, before = self._before.get(ruleset.name, (-1, CardsSeen()))
        if until != number:
            before = self._older(ruleset, number)
            self._before[ruleset.name] = (number, before)
        is_played = playing is not None and plays_with(playing, ruleset)
        return before.then(cards_seen([playing])) if playing is not None and is_played else before

    def _older(self, ruleset: Ruleset, number: int) -> CardsSeen:
        """What the games before this one showed."""
        return cards_seen(game for game in self._before_that(number) if plays_with(game, ruleset))

    def _before_that(self, number: int) -> Iterator[Game]:
        """The games before this one, but for those that cannot be read, or played by any rules known here."""
        for older in range(max(number - MOST_GAMES, 1), number):
            with suppress(DamagedGameError, GameFileError, NotationError):
                yield fold(event.happening for event in self._ledger.since(0, game=older))
