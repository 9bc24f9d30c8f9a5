"""Other dictionaries, asked whether a spelling is a word that is written small.

Swedish: the headwords of SAOL 14 (2015), and what simplemma's data (SALDO, Wiktionary) has as a form of one of them;
since the Swedish list is made of SAOL 14, too, only those forms are another's word.
Finnish: the forms of simplemma's data (Wiktionary). Polish: SGJP, by Morfeusz, what it knows as names and abbreviations
left out; SJP.PL, which the list is made of, has words besides that SGJP has not.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

Judge = Callable[[str], bool]
"""Whether a spelling in small letters is a word."""

_NO_WORDS = ("ign", "brev", "frag")
"""How Morfeusz's tags begin for what it does not know, abbreviations, and halves of expressions."""


def judge_of(folder: Path, language: str) -> Judge:
    """A language's judge, by the packages that were put into a folder."""
    use(folder)
    return {"sv": _swedish, "fi": _finnish, "pl": _polish}[language]()


def use(folder: Path) -> None:
    """Let the packages in a folder be imported."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


@cache
def saol() -> frozenset[str]:
    """The headwords of SAOL 14 of small letters."""
    words = (entry.word for entry in import_module("saol").saol14)
    return frozenset(word for word in words if len(word) > 1 and word.isalpha() and word.islower())


def _swedish() -> Judge:
    """SAOL's headwords, and the forms whose lemma is one."""
    heads, lemma = saol(), _lemmas("sv").get
    return lambda word: word in heads or lemma(word) in heads


def _finnish() -> Judge:
    """The forms of lemmas that are written small."""
    lemma = _lemmas("fi").get
    return lambda word: (lemma(word) or "").islower()


def _polish() -> Judge:
    """What Morfeusz reads whole, as something else than a name or an abbreviation."""
    analyse = import_module("morfeusz2").Morfeusz(expand_tags=False, expand_dag=False).analyse

    def is_word(word: str) -> bool:
        read = analyse(word)
        return len({(begin, end) for begin, end, _ in read}) == 1 and any(_is_common(one) for _, _, one in read)

    return is_word


def _is_common(one: tuple[str, str, str, list[str], list[str]]) -> bool:
    """Whether one of Morfeusz's readings is of a common word."""
    _, lemma, tag, kinds, _ = one
    is_named = bool(kinds) and "nazwa_pospolita" not in kinds
    return not tag.startswith(_NO_WORDS) and not is_named and not lemma[:1].isupper()


@cache
def _lemmas(language: str) -> Mapping[str, str]:
    """Every form that simplemma knows, with its lemma."""
    factory: Any = import_module("simplemma.strategies.dictionaries.dictionary_factory")
    found: Mapping[str, str] = factory.DefaultDictionaryFactory().get_dictionary(language)
    return found
