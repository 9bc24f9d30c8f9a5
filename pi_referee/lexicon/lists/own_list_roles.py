"""What a family's own list does: decides alone, adds words to the list beneath it, or takes words out of it."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pi_referee.lexicon.lists.word_store import Entry, WordList

LONGEST_ENDING = 5
"""Letters that a form may have more than its headword: Swedish -andes, -ornas."""


class Role(enum.Enum):
    """What a list does to the one it lies over."""

    ADDS = "adds"
    DECIDES = "decides"
    REMOVES = "removes"


@dataclass(frozen=True, slots=True)
class OwnList:
    """A family's list, and what it does to the list beneath. is_agreed: it is itself what the table agreed on."""

    store: WordList
    role: Role = Role.DECIDES
    is_agreed: bool = False

    @property
    def name(self) -> str:
        """What it is called."""
        return self.store.about.name

    def holds(self, laid: str, find: Callable[[WordList, str], Entry | None]) -> bool:
        """Whether it has a word itself."""
        return find(self.store, laid) is not None

    def readings(self, entry: Entry | None, known: WordList | None) -> tuple[tuple[int, int], ...]:
        """The readings of a word, as forms of headwords that stand in it; known: the list that told them."""
        if self.store.about.kind != "headwords" or entry is None or known is None:
            return ()
        return tuple(pair for pair in entry.readings if self.store.find(known.lexeme(pair[0]).lemma) is not None)

    def perhaps_form_of(self, laid: str) -> str:
        """The headword a word may be a form of, by its beginning only; "" if there is none, or it lists all forms."""
        if self.store.about.kind != "headwords":
            return ""
        return next((stem for stem in _stems(laid) if self.store.find(stem) is not None), "")


def _stems(word: str) -> Iterator[str]:
    """What a word may be a form of: itself cut short, or that with another vowel at its end (FLICKOR, FLICKA)."""
    for ending in range(1, min(LONGEST_ENDING, len(word) - 2) + 1):
        stem = word[:-ending]
        yield stem
        yield from (stem + vowel for vowel in "aeiouy")
