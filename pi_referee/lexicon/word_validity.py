"""The lexicon at a table: a word list, and what was agreed; it says of a word that lies there whether it counts."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from pi_referee.composing import composed
from pi_referee.lexicon.compounds import parts_of
from pi_referee.lexicon.forms import Form
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.list_writer import fold
from pi_referee.lexicon.lists.word_store import Entry, WordList
from pi_referee.lexicon.policy import Course, Policy
from pi_referee.lexicon.verdict import Answer, Reading, Verdict, Why

Decided = Callable[[str], tuple[Answer, str] | None]
"""What the house once decided about a word in capitals, and on which day; None if it never did."""

BROKEN = (sqlite3.Error, WordListError)
"""What is raised when a list's file breaks while it is used."""

VOWELS = frozenset("AEIOUYÀÁÂÃÄÅĀĂĄÆÈÉÊËĒĖĘĚÌÍÎÏĪĮÒÓÔÕÖØŌŐŒÙÚÛÜŪŮŰŲÝŸ")
"""A word without any of these may be an abbreviation."""


def undecided(_word: str) -> tuple[Answer, str] | None:
    """A house that never decided anything."""
    return None


@dataclass(frozen=True)
class Lexicon:
    """A word list and the table's agreement.

    store: the list, or None where there is none: then the table decides everything. base: the list that knows the
    forms, where `store` is a list of headwords only. decided: what the house once decided.
    """

    store: WordList | None
    policy: Policy
    base: WordList | None = None
    decided: Decided = undecided

    def verdict(self, word: str) -> Verdict:
        """Whether a word that lies on the board counts, and why.

        Whatever happens to the list's file meanwhile, there is an answer: without a list it is `ask`.
        """
        shown = composed(word.strip()).upper()
        try:
            verdict = self._judge(shown)
        except BROKEN:
            verdict = self._say(shown, Answer.ASK, Why.NO_LIST)
        return self._as_decided(verdict) if verdict.answer is Answer.ASK else verdict

    def verdicts(self, words: Sequence[str]) -> tuple[Verdict, ...]:
        """The verdicts on the words of a play, each once, in order."""
        return tuple(self.verdict(word) for word in dict.fromkeys(words))

    def close(self) -> None:
        """Let go of its lists."""
        for store in (self.store, self.base):
            if store is not None:
                store.close()

    def __enter__(self) -> Self:
        """Use it for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of its lists."""
        self.close()

    @property
    def language(self) -> str:
        """The language of the list; "" without one."""
        return self.store.about.language if self.store else ""

    @property
    def title(self) -> str:
        """The list in a line: its name, how many words, and the beginning of its checksum."""
        if self.store is None:
            return "no list"
        about = self.store.about
        return f"{about.name}, {about.words} words, {about.checksum[:8]}" + (f". {about.note}" if about.note else "")

    def with_house(self, decided: Decided) -> Lexicon:
        """This lexicon in a house that has decided some words."""
        return replace(self, decided=decided)

    @property
    def known(self) -> WordList | None:
        """The list that knows what words are forms of; None without a list."""
        return self.base or self.store

    def entry(self, word: str) -> Entry | None:
        """All that the list knows of a word; None if it knows nothing."""
        if self.known is None:
            return None
        return self._find(self.known, self._laid(composed(word.strip()).lower(), self.known))

    def agreed(self, entry: Entry) -> tuple[tuple[int, int], ...]:
        """The readings of a word that the table's agreement allows: (lexeme's number, form's number) pairs."""
        if self.known is None:
            return ()
        forms, forbidden = self.known.forms, ~self.policy.allowed.value
        return tuple(pair for pair in entry.readings if self.policy.asked or not forms[pair[1]].value & forbidden)

    def told(self, pairs: Sequence[tuple[int, int]]) -> tuple[Reading, ...]:
        """Readings with their lemmas in words."""
        if self.known is None:
            return ()
        known = self.known
        found = ((known.lexeme(number), known.forms[form]) for number, form in pairs)
        return tuple(Reading(lexeme.lemma.upper(), form, lexeme.kind) for lexeme, form in found)

    def _judge(self, word: str) -> Verdict:
        """The list's own word on it, whatever the house decided."""
        if self.store is None:
            return self._say(word, Answer.ASK, Why.NO_LIST)
        if not word.isalpha():
            return self._say(word, Answer.NO, Why.NOT_A_WORD)
        if len(word) < 2:
            return self._say(word, Answer.NO, Why.TOO_SHORT)
        known = self.known or self.store
        laid = self._laid(word.lower(), known)
        lacking = self._lacking(laid)
        if lacking:
            return self._say(word, Answer.NO, Why.NO_TILE, about=(("letters", ", ".join(lacking)),))
        entry = self._find(known, laid)
        if self.store.about.kind in {"forms", "headwords"}:
            return self._judge_own(word, laid, entry)
        return self._unlisted(word, laid) if entry is None else self._listed(word, entry)

    def _judge_own(self, word: str, laid: str, entry: Entry | None) -> Verdict:
        """A word by the family's own list: its forms and no others, or its headwords in the agreed forms."""
        if self.store is not None and self.store.about.kind == "headwords" and entry is not None:
            readings = [pair for pair in entry.readings if self._is_headword(pair[0])]
            if readings:
                return self._read(word, Entry(entry.sources, tuple(readings)), Why.HEADWORD)
        if self.store is not None and self._find(self.store, laid) is not None:
            return self._say(word, Answer.YES, Why.OWN_LIST)
        return self._say(word, Answer.NO, Why.NOT_IN_OWN_LIST)

    def _is_headword(self, lexeme: int) -> bool:
        """Whether a lexeme's lemma stands in the family's list."""
        if self.store is None or self.base is None:
            return False
        return self._find(self.store, self._laid(self.base.lexeme(lexeme).lemma, self.store)) is not None

    def _listed(self, word: str, entry: Entry) -> Verdict:
        """A word the built list has."""
        if entry.readings:
            return self._read(word, entry, Why.LISTED)
        if self.store is not None and not entry.sources & self.store.strong:
            return self._weak(word, entry)
        if self._may_be_abbreviation(word):
            return self._say(word, Answer.ASK, Why.VOWELLESS)
        return self._say(word, Answer.YES, Why.OWN_LIST)

    def _read(self, word: str, entry: Entry, why: Why) -> Verdict:
        """A word with readings: it counts if one of them is agreed on."""
        forms = self.known.forms if self.known else ()
        forbidden = ~self.policy.allowed.value
        good = [pair for pair in entry.readings if not forms[pair[1]].value & forbidden]
        bad = [pair for pair in entry.readings if pair not in good] if len(good) < len(entry.readings) else []
        readings = self.told([*good, *bad])
        if not good:
            return self._not_agreed(word, readings)
        if self._may_be_abbreviation(word):
            return self._say(word, Answer.ASK, Why.VOWELLESS, readings)
        return self._say(word, Answer.YES, why, readings)

    def _not_agreed(self, word: str, readings: tuple[Reading, ...]) -> Verdict:
        """A word of which only forms are known that the table did not agree on."""
        off = readings[0].form & ~self.policy.allowed
        if Form.ABBREVIATION in off and self.policy["words.abbreviations"] == "ask":
            return self._say(word, Answer.ASK, Why.ABBREVIATION, readings)
        if Form.COMPOUND in off or (self.policy.asked and Form.ABBREVIATION not in off):
            return self._say(word, Answer.ASK, Why.FORM_ASKED, readings)
        why = Why.ABBREVIATION_OFF if Form.ABBREVIATION in off else Why.FORM_OFF
        return self._say(word, Answer.NO, why, readings, off=off)

    def _weak(self, word: str, entry: Entry) -> Verdict:
        """A word that only the weaker sources know: one alone is no proof; two are, though they know no forms."""
        names = [name for bit, name in (self.store.sources if self.store else {}).items() if bit & entry.sources]
        about = (("sources", ", ".join(names)),)
        course = self.policy.course("words.weak")
        if course is Course.YES or (len(names) > 1 and self._whatever_form(word)):
            if self._may_be_abbreviation(word):
                return self._say(word, Answer.ASK, Why.VOWELLESS)
            return self._say(word, Answer.YES, Why.AGREED_ON, about=about)
        if course is Course.NO:
            return self._say(word, Answer.NO, Why.WEAK_OFF, about=about)
        return self._say(word, Answer.ASK, Why.FORM_UNKNOWN if len(names) > 1 else Why.WEAK, about=about)

    def _whatever_form(self, word: str) -> bool:
        """Whether a word counts in whatever form it is: all do, or all but genitives and passives, which end in s.

        That holds for Swedish, whose weaker sources alone know words without their forms.
        """
        return self.policy.every_form or (self.policy.only_rare_off and not word.endswith("S"))

    def _may_be_abbreviation(self, word: str) -> bool:
        """Whether the table wants to be asked about a word because it has no vowel."""
        return self.policy.asks_vowelless and VOWELS.isdisjoint(word)

    def _unlisted(self, word: str, laid: str) -> Verdict:
        """A word the built list lacks; perhaps a compound of words it has."""
        parts = parts_of(laid, self.store) if self.store else ()
        if not parts:
            return self._say(word, Answer.NO, Why.UNLISTED)
        asked = self.policy["words.compounds"] == "ask"
        answer, why = (Answer.ASK, Why.COMPOUND_ASKED) if asked else (Answer.NO, Why.COMPOUND)
        return self._say(word, answer, why, parts=tuple(part.upper() for part in parts))

    def _as_decided(self, verdict: Verdict) -> Verdict:
        """What the house once decided, where the list leaves it to the table."""
        found = self.decided(verdict.word)
        if found is None:
            return verdict
        answer, day = found
        return self._say(verdict.word, answer, Why.DECIDED, verdict.readings, about=(("day", day),))

    def _find(self, store: WordList, laid: str) -> Entry | None:
        """A word's entry, together with those of the accented words that are laid the same way."""
        entry = store.find(laid)
        if not self.policy.folds_accents:
            return entry
        others = store.find_accented(laid)
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

    def _lacking(self, word: str) -> list[str]:
        """The letters no tile has, in capitals, where a blank may not stand for them."""
        if not self.policy.wants_tiles:
            return []
        return [letter for letter in dict.fromkeys(word.upper()) if letter not in self.policy.tiles]

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
        name = self.store.about.name if self.store else ""
        return Verdict(word, answer, why, readings, off, parts, about, name, self.policy.short)
