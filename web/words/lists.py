"""The word lists of this house: which there are, which one a game agreed on, and what the house decided about words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pi_referee.lexicon.building.build_queue import Workshop
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.lists.word_decisions import House as Decisions
from pi_referee.lexicon.lists.word_store import About
from pi_referee.lexicon.open_list import house_book, lists_folder, open_list
from pi_referee.lexicon.table_lexicon import lexicon_of
from pi_referee.lexicon.word_validity import Lexicon
from pi_referee.rules.course.game import Game


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists below a home's folder."""

    home: Path

    @property
    def shelf(self) -> Shelf:
        """The folder that holds them."""
        return Shelf(lists_folder(self.home))

    @property
    def workshop(self) -> Workshop:
        """Where they are made."""
        return Workshop(self.home)

    def names(self, language: str) -> tuple[str, ...]:
        """The lists a game in a language may agree on, the whole one first; none that cannot be read."""
        found = [name for name, about in self.shelf.lists() if isinstance(about, About) and about.language == language]
        return tuple(sorted(found, key=lambda name: (name != language, name)))

    def usual(self, language: str) -> str:
        """The list a game in a language has unless the table says otherwise; "" where there is none: the table."""
        return language if language in self.shelf.names() else ""

    def checksum(self, name: str) -> str:
        """The current edition of a list, to be kept with a game. Raises WordListError if there is no such list."""
        if not name:
            return ""
        store = open_list(self.shelf, name)
        try:
            return store.about.checksum
        finally:
            store.close()

    def lexicon(self, game: Game) -> Lexicon:
        """The lexicon a game agreed on; one without a list, so that the table decides, if it cannot be opened."""
        rules = game.ruleset
        return lexicon_of(self.home, dict(rules.switches), rules.alphabet, rules.language)

    def remember(self, game: Game, words: Iterable[tuple[str, bool]], *, at: str) -> None:
        """Keep what the table decided about words, for every later game."""
        with Decisions(house_book(self.home), game.ruleset.language) as decisions:
            for word, counts in words:
                decisions.decide(word, counts=counts, at=at)
