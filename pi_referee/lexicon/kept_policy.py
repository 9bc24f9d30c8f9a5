"""What a game keeps of its word list, so that its protocol can be judged again years later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.open_list import open_lexicon
from pi_referee.lexicon.policy import Policy
from pi_referee.lexicon.word_validity import Lexicon
from pi_referee.rules.agreed.switch_list import Value

LIST, CHECKSUM = "words.list", "words.checksum"
"""The names under which a game keeps its list and its list's checksum, beside the switches about words."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """A list by its name and checksum, and the policy. An empty name: no list, the table decides."""

    list: str
    checksum: str
    policy: Policy

    @classmethod
    def of(cls, lexicon: Lexicon) -> Agreement:
        """What is to be kept of a lexicon."""
        if lexicon.store is None:
            return cls("", "", lexicon.policy)
        own = (one.store.about for one in lexicon.own if one.is_agreed)
        about = next(own, lexicon.store.about)
        return cls(about.name, about.checksum, lexicon.policy)

    def record(self) -> dict[str, Value]:
        """As switches of a game; Agreement.read gives the agreement back."""
        return {LIST: self.list, CHECKSUM: self.checksum, **self.policy.record()}

    @classmethod
    def read(cls, switches: Mapping[str, object], tiles: tuple[str, ...] = ()) -> Agreement:
        """The agreement kept in a game's switches. Raises GameFileError naming a switch with a wrong value."""
        policy = Policy.agreed(switches, tiles)
        return cls(str(switches.get(LIST, "")), str(switches.get(CHECKSUM, "")), policy)

    def open(self, shelf: Shelf) -> Lexicon:
        """The lexicon as it was; raises WordListError if that edition of the list is no longer on this machine."""
        if not self.list:
            return Lexicon(None, self.policy)
        return open_lexicon(shelf, self.list, self.policy, checksum=self.checksum)
