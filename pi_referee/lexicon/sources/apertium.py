"""The Swedish words of Apertium: every form with its lemma and what was done to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pi_referee.lexicon.forms import Form
from pi_referee.lexicon.sources.transducer import read_transducer

DICTIONARY = "usr/share/apertium/apertium-swe-nor/nor-swe.autogen.bin"
"""The complete one: 720 000 forms. The analysers in the same package are trimmed to the bilingual dictionary."""

PHRASE = "phrase"
"""The kind of an expression of several words, such as I GÅR."""

_FIXED = ("adv", "pr>", "cnj", "ij")
"""Expressions that keep words alive which mean nothing alone. GÅ NED is none: there GÅ is itself."""

_NOT_WORDS = {"<np>", "<cmp>", "<cmp-split>", "<compound-only-L>", "<compound-R>", "<guio>", "<sent>", "<cm>"}
"""Names, halves of compounds and punctuation."""

_FLAGS = {
    "gen": Form.GENITIVE, "pasv": Form.PASSIVE, "imp": Form.IMPERATIVE, "pres": Form.PRESENT, "past": Form.PAST,
    "supn": Form.SUPINE, "prs": Form.ARCHAIC, "pis": Form.ARCHAIC, "pp": Form.PAST_PARTICIPLE,
    "pprs": Form.PRESENT_PARTICIPLE, "comp": Form.COMPARATIVE, "sup": Form.SUPERLATIVE, "acc": Form.CASE,
    "acr": Form.ABBREVIATION,
}  # fmt: skip
_KINDS = {"vblex": "v", "adj": "adj", "adv": "adj", "det": "prn"}
"""Adverbs belong to their adjective, determiners to their pronoun: FINT is fin, MIN is min, whatever it does."""

_DIGITS = re.compile(r"[\d¹²³⁴]+$")


@dataclass(frozen=True, slots=True)
class Analysis:
    """A word and one way to read it. kind tells apart what has the same lemma: v, adj, n-ut, n-nt and so on."""

    word: str
    lemma: str
    kind: str
    form: Form


def read_apertium(path: Path) -> Iterator[Analysis]:
    """Every form of every Swedish word in a compiled dictionary, names and compounds' halves left out.

    Expressions of several words come with their blanks, of the kind PHRASE.
    Raises WordListError if the file is missing, damaged or unknown.
    """
    for analysis, word in read_transducer(path).walk(_wanted):
        lemma, tag, tags = analysis.partition("<")
        if " " in word:
            if tags.startswith(_FIXED):
                yield Analysis(word, lemma, PHRASE, Form.BASE)
        elif len(word) > 1 and tag and _is_lemma(lemma) and not _is_far_fetched(tags):
            kind, form = _meaning(tags)
            kept = form & Form.ABBREVIATION if word == lemma else _mended(form, kind, lemma)
            yield Analysis(word, lemma, kind, kept)


def spelled(lemma: str) -> str:
    """A lemma as it is written, without the number that tells it from others: bok¹ is bok."""
    return _DIGITS.sub("", lemma)


def _wanted(left: str, right: str) -> bool:
    """Whether an arc may belong to a word of small letters only."""
    return left not in _NOT_WORDS and (not right or right == " " or (right.isalpha() and right.islower()))


def _is_lemma(lemma: str) -> bool:
    """Whether this is a word's lemma, not a letter's name, whose genitives nobody means (BS, GS); Å and Ö are words."""
    return lemma.islower() and (len(lemma) > 1 or lemma in "åö")


@cache
def _is_far_fetched(tags: str) -> bool:
    """Whether this is an adjective's genitive that nobody uses: DE GAMLAS goes, RÖDS does not."""
    return tags.startswith("adj") and tags.endswith("<gen>") and "<def>" not in tags and "<pprs>" not in tags


@cache
def _meaning(tags: str) -> tuple[str, Form]:
    """The kind and the form that a string of tags names: "n><ut><sg><def>" is a noun's definite form."""
    names = tags.rstrip(">").split("><")
    form = Form.BASE
    for name in names:
        form |= _FLAGS.get(name, Form.BASE)
    if "pp" in names or "pprs" in names:
        return "v", form
    if names[0] == "n":
        return f"n-{names[1]}" if len(names) > 1 else "n", form | _number(names)
    return _KINDS.get(names[0], names[0]), form | _agreement(names, form)


def _number(names: list[str]) -> Form:
    """A noun's plural and definite form."""
    return (Form.PLURAL if "pl" in names else Form.BASE) | (Form.DEFINITE if "def" in names else Form.BASE)


def _agreement(names: list[str], form: Form) -> Form:
    """An adjective's or pronoun's form that goes with its noun; the superlative has its own name already."""
    if names[0] not in {"adj", "det", "prn"} or form & (Form.COMPARATIVE | Form.SUPERLATIVE):
        return Form.BASE
    return Form.AGREEMENT if {"nt", "pl", "fn", "m", "un"} & set(names) else Form.BASE


def _mended(form: Form, kind: str, lemma: str) -> Form:
    """Verbs that are always passive in form (HOPPAS, FINNAS) have no passive to speak of."""
    return form & ~Form.PASSIVE if kind == "v" and lemma.endswith("s") else form
