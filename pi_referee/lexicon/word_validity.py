"""The lexicon at a table: a word list, and what was agreed; it says of a word that lies there whether it counts."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from pi_referee.lexicon.forms import Form
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.compounds import parts_of
from pi_referee.lexicon.lists.own_list_roles import OwnList, Role
from pi_referee.lexicon.lists.spelling import composed, fold
from pi_referee.lexicon.lists.word_store import ABBREVIATION, HIDDEN, MARKS, About, Entry, WordList
from pi_referee.lexicon.policy import Course, Policy
from pi_referee.lexicon.verdict import Answer, Reading, Verdict, Why

Decided = Callable[[str], tuple[Answer, str] | None]
"""What the house once decided about a word in capitals, and on which day; None if it never did."""

BROKEN = (sqlite3.Error, WordListError)
"""What is raised when a list's file breaks while it is used."""

LACKING = frozenset({Why.UNLISTED, Why.NOT_IN_OWN_LIST, Why.COMPOUND, Why.WEAK_OFF, Why.NAME})
"""Where a list says no to what it merely does not have: there the house's own word comes first."""

_WEAK = {
    Course.YES: (Answer.YES, Why.AGREED_ON),
    Course.NO: (Answer.NO, Why.WEAK_OFF),
    Course.ASK: (Answer.ASK, Why.WEAK),
}


def undecided(_word: str) -> tuple[Answer, str] | None:
    """A house that never decided anything."""
    return None


@dataclass(frozen=True)
class Lexicon:
    """A word list and the table's agreement.

    store: the list, which knows what words are forms of; None where there is none: then the table decides
    everything. decided: what the house once decided. own: the family's lists that lie over it, the uppermost first.
    """

    store: WordList | None
    policy: Policy
    decided: Decided = undecided
    own: tuple[OwnList, ...] = ()

    def verdict(self, word: str) -> Verdict:
        """Whether a word that lies on the board counts, and why.

        Whatever happens to the list's file meanwhile, there is an answer: without a list it is `ask`.
        """
        shown = composed(word.strip()).upper()
        try:
            verdict = self._judge(shown)
        except BROKEN:
            verdict = self._say(shown, Answer.ASK, Why.NO_LIST)
        return self._as_decided(verdict)

    def verdicts(self, words: Sequence[str]) -> tuple[Verdict, ...]:
        """The verdicts on the words of a play, each once, in order."""
        return tuple(self.verdict(word) for word in dict.fromkeys(words))

    def close(self) -> None:
        """Let go of its lists."""
        for store in (self.store, *(own.store for own in self.own)):
            if store is not None:
                store.close()

    def __enter__(self) -> Self:
        """Use it for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of its lists."""
        self.close()

    @cached_property
    def language(self) -> str:
        """The language of the list; "" without one."""
        return self.store.about.language if self.store else ""

    @property
    def title(self) -> str:
        """The list in a line: its name, how many words, and the beginning of its checksum."""
        about = self.about
        if about is None:
            return "no list"
        return f"{about.name}, {about.words} words, {about.checksum[:8]}" + (f". {about.note}" if about.note else "")

    @cached_property
    def about(self) -> About | None:
        """The list that was agreed on: the uppermost if it decides alone, else the one beneath; None without one."""
        alone = (own.store.about for own in self.own if own.role is Role.DECIDES)
        return next(alone, self.store.about if self.store else None)

    def with_house(self, decided: Decided) -> Lexicon:
        """This lexicon in a house that has decided some words."""
        return replace(self, decided=decided)

    def entry(self, word: str) -> Entry | None:
        """All that the list knows of a word; None if it knows nothing."""
        if self.store is None:
            return None
        return self._find(self.store, self._laid(composed(word.strip()).lower(), self.store))

    def agreed(self, entry: Entry) -> tuple[tuple[int, int], ...]:
        """The readings of a word that the table's agreement allows: (lexeme's number, form's number) pairs."""
        if self.store is None:
            return ()
        forms, forbidden = self.store.forms, ~self.policy.allowed.value
        return tuple(pair for pair in entry.readings if self.policy.asked or not forms[pair[1]].value & forbidden)

    def told(self, pairs: Sequence[tuple[int, int]]) -> tuple[Reading, ...]:
        """Readings with their lemmas in words."""
        if self.store is None:
            return ()
        known = self.store
        found = ((known.lexeme(number), known.forms[form]) for number, form in pairs)
        return tuple(Reading(lexeme.lemma.upper(), form, lexeme.kind) for lexeme, form in found)

    def _judge(self, word: str) -> Verdict:
        """The lists' own word on it, whatever the house decided."""
        if self.store is None:
            return self._say(word, Answer.ASK, Why.NO_LIST)
        if not word.isalpha():
            return self._say(word, Answer.NO, Why.NOT_A_WORD)
        if len(word) < 2:
            return self._say(word, Answer.NO, Why.TOO_SHORT)
        laid = self._laid(word.lower(), self.store)
        lacking = self.policy.without_tile(laid)
        if lacking:
            return self._say(word, Answer.NO, Why.NO_TILE, about=(("letters", ", ".join(lacking)),))
        entry = self._find(self.store, laid)
        for own in self.own:
            verdict = self._by_own(word, laid, entry, own)
            if verdict is not None:
                return verdict
        return self._by_list(word, laid, entry)

    def _by_own(self, word: str, laid: str, entry: Entry | None, own: OwnList) -> Verdict | None:
        """What a family's list says of a word; None if it leaves it to the list beneath."""
        named = (("list", own.name),)
        is_there = own.holds(laid, self._find)
        if own.role is Role.REMOVES:
            return self._say(word, Answer.NO, Why.REMOVED, about=named) if is_there else None
        readings = own.readings(entry, self.store)
        if readings and entry is not None:
            return self._read(word, Entry(entry.sources, readings), Why.HEADWORD, named)
        if is_there:
            return self._say(word, Answer.YES, Why.OWN_LIST, about=named)
        lemma = own.perhaps_form_of(laid) if entry is None else ""
        if lemma:
            return self._say(word, Answer.ASK, Why.HEADWORDS_FORM, about=(*named, ("lemma", lemma.upper())))
        return self._say(word, Answer.NO, Why.NOT_IN_OWN_LIST, about=named) if own.role is Role.DECIDES else None

    def _by_list(self, word: str, laid: str, entry: Entry | None) -> Verdict:
        """What the list beneath says; one that holds every form that counts says no to all else."""
        if self.store is None or entry is None:
            return self._unlisted(word, laid)
        if entry.sources & ABBREVIATION and self.policy["words.abbreviations"] != "yes":
            asked = self.policy["words.abbreviations"] == "ask"
            return self._say(word, *((Answer.ASK, Why.ABBREVIATION) if asked else (Answer.NO, Why.ABBREVIATION_OFF)))
        if not entry.sources & ~MARKS:
            return self._say(word, Answer.NO, Why.NAME)
        if not entry.is_word(self.store.strong):
            return self._weak(word, entry)
        return self._read(word, entry, Why.LISTED) if entry.readings else self._formless(word, entry)

    def _read(self, word: str, entry: Entry, why: Why, about: tuple[tuple[str, str], ...] = ()) -> Verdict:
        """A word with readings: it counts if one of them is agreed on."""
        forms = self.store.forms if self.store else ()
        forbidden = ~self.policy.allowed.value
        good = [pair for pair in entry.readings if not forms[pair[1]].value & forbidden]
        bad = [pair for pair in entry.readings if pair not in good] if len(good) < len(entry.readings) else []
        readings = self.told([*good, *bad])
        if not good:
            return self._not_agreed(word, entry, readings)
        if self.policy.asks_for_vowels(word):
            return self._say(word, Answer.ASK, Why.VOWELLESS, readings)
        return self._say(word, Answer.YES, why, readings, about=about)

    def _not_agreed(self, word: str, entry: Entry, readings: tuple[Reading, ...]) -> Verdict:
        """A word of which only forms are known that the table did not agree on."""
        off = readings[0].form & ~self.policy.allowed
        if Form.ABBREVIATION in off and self.policy["words.abbreviations"] == "ask":
            return self._say(word, Answer.ASK, Why.ABBREVIATION, readings)
        if Form.ABBREVIATION in off:
            return self._say(word, Answer.NO, Why.ABBREVIATION_OFF, readings, off=off)
        if Form.COMPOUND in off:
            return self._compound(word, self.store.parts(word.lower()) if self.store else ())
        if self.policy.asked:
            return self._say(word, Answer.ASK, Why.FORM_ASKED, readings)
        if entry.sources & HIDDEN:
            return self._say(word, Answer.ASK, Why.FORM_OR_WORD, readings)
        return self._say(word, Answer.NO, Why.FORM_OFF, readings, off=off)

    def _formless(self, word: str, entry: Entry) -> Verdict:
        """A word that is one, though nobody knows in which form: it counts where all forms do, else it is asked."""
        if self.policy.asks_for_vowels(word):
            return self._say(word, Answer.ASK, Why.VOWELLESS)
        why = Why.OWN_LIST if self.store is not None and entry.sources & self.store.strong else Why.AGREED_ON
        answer, why = (Answer.YES, why) if self._whatever_form(word) else (Answer.ASK, Why.FORM_UNKNOWN)
        return self._say(word, answer, why, about=(("sources", self._sources(entry)),))

    def _weak(self, word: str, entry: Entry) -> Verdict:
        """A word that only one of the weaker sources knows: that is no proof."""
        course = self.policy.course("words.weak")
        if course is Course.YES and self.policy.asks_for_vowels(word):
            return self._say(word, Answer.ASK, Why.VOWELLESS)
        answer, why = _WEAK[course]
        return self._say(word, answer, why, about=(("sources", self._sources(entry)),))

    def _sources(self, entry: Entry) -> str:
        """The names of the sources that know a word."""
        known = (self.store.sources if self.store else {}).items()
        return ", ".join(name for bit, name in known if name and bit & entry.sources)

    def _whatever_form(self, word: str) -> bool:
        """Whether a word counts in whatever form it is: all do, or all but genitives and passives, which end in s.

        That holds for Swedish, whose weaker sources alone know words without their forms.
        """
        return self.policy.every_form or (self.policy.only_rare_off and not word.endswith("S"))

    def _unlisted(self, word: str, laid: str) -> Verdict:
        """A word that the list lacks, which is not the dictionary; perhaps a compound of words it has."""
        if self.store is None or self.store.about.kind == "forms":
            return self._say(word, Answer.NO, Why.NOT_IN_OWN_LIST)
        parts = parts_of(laid, self.store)
        if parts:
            return self._compound(word, parts)
        asked = self.policy["words.unlisted"] == "ask"
        return self._say(word, *((Answer.ASK, Why.UNLISTED_ASKED) if asked else (Answer.NO, Why.UNLISTED)))

    def _compound(self, word: str, parts: tuple[str, ...]) -> Verdict:
        """A compound that is not listed, of words that are."""
        asked = self.policy["words.compounds"] == "ask"
        answer, why = (Answer.ASK, Why.COMPOUND_ASKED) if asked else (Answer.NO, Why.COMPOUND)
        return self._say(word, answer, why, parts=tuple(part.upper() for part in parts))

    def _as_decided(self, verdict: Verdict) -> Verdict:
        """What the house once decided, where the list leaves it to the table or merely lacks the word."""
        if verdict.answer is not Answer.ASK and verdict.why not in LACKING:
            return verdict
        found = self.decided(verdict.word)
        if found is None:
            return verdict
        answer, day = found
        return self._say(verdict.word, answer, Why.DECIDED, verdict.readings, about=(("day", day),))

    def _find(self, store: WordList, laid: str) -> Entry | None:
        """A word's entry, together with those of the words that are laid the same way with this game's tiles."""
        entry = store.find(laid)
        if not self.policy.folds_accents:
            return entry
        others = [found for word, found in store.find_accented(laid) if self.policy.lays(word, laid)]
        if not others:
            return entry
        entries = [*([entry] if entry else ()), *others]
        pairs = dict.fromkeys(pair for found in entries for pair in found.readings)
        sources = 0
        for found in entries:
            sources |= found.sources
        return Entry(sources, tuple(pairs))

    def _laid(self, word: str, store: WordList) -> str:
        """The word as it lies on the board: an accent that no tile has is left off, if that is agreed."""
        if not self.policy.folds_accents or store.alphabet.issuperset(word):
            return word
        return fold(word, store.alphabet)

    def _say(
        self,
        word: str,
        answer: Answer,
        why: Why,
        readings: tuple[Reading, ...] = (),
        *,
        off: Form = Form.BASE,
        parts: tuple[str, ...] = (),
        about: tuple[tuple[str, str], ...] = (),
    ) -> Verdict:
        """A verdict that names the list and the agreement."""
        name = self.about.name if self.about else ""
        return Verdict(word, answer, why, readings, off, parts, about, name, self.policy.short, self.language)
