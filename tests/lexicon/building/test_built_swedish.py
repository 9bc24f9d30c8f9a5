"""The Swedish list as it is really built: the examples of the booklets, and words that must not slip in."""

from __future__ import annotations

import pytest

from pi_referee.lexicon.forms import Form
from pi_referee.lexicon.lists.word_store import WordStore
from pi_referee.lexicon.policy import Policy
from pi_referee.lexicon.verdict import Answer, Why
from pi_referee.lexicon.verdict_texts import say
from pi_referee.lexicon.word_validity import Lexicon

BOOKLETS = ["KABEL", "ELKABEL", "LÅTA", "ORO", "KO", "AR", "BO", "KATT", "KATTER", "BESKATTA", "KÖR", "KÖRA"]
BOOKLETS += ["LUVA", "KUL", "VED", "LE"]
"""Every word that the Swedish booklets lay or name."""


@pytest.mark.parametrize("word", BOOKLETS)
def test_the_booklets_words_count(swedish: WordStore, word: str) -> None:
    """What the booklets lay as examples are words."""
    assert Lexicon(swedish, Policy()).verdict(word).answer is Answer.YES


def test_the_genitive_is_explained(swedish: WordStore) -> None:
    """KATTENS, where genitives are off."""
    lexicon = Lexicon(swedish, Policy.agreed({"words.genitive": False}))

    assert say(lexicon.verdict("KATTENS")) == "KATTENS: genitive of KATT; genitives are off."


@pytest.mark.parametrize(
    ("word", "answer", "why"),
    [
        ("KATTHUS", Answer.ASK, Why.COMPOUND_ASKED),
        ("KATTBIL", Answer.ASK, Why.COMPOUND_ASKED),
        ("STOCKHOLM", Answer.NO, Why.NAME),
        ("QZXJ", Answer.ASK, Why.UNLISTED_ASKED),
        ("BOPS", Answer.ASK, Why.UNLISTED_ASKED),
        ("OSV", Answer.NO, Why.ABBREVIATION_OFF),
        ("TEX", Answer.NO, Why.ABBREVIATION_OFF),
        ("INTERNET", Answer.YES, None),
        ("HEMSIDAN", Answer.YES, None),
        ("SJUNGS", Answer.YES, None),
        ("FRÖS", Answer.YES, None),
        ("GSM", Answer.ASK, None),
        ("SADE", Answer.YES, Why.LISTED),
        ("IDE", Answer.YES, Why.LISTED),
        ("CREPE", Answer.YES, Why.LISTED),
        ("SPRUNGIT", Answer.YES, Why.LISTED),
        ("MÖSS", Answer.YES, Why.LISTED),
        ("BS", Answer.ASK, None),
        ("KG", Answer.NO, Why.ABBREVIATION_OFF),
        ("RÖDS", Answer.ASK, None),
    ],
)
def test_words_and_no_words(swedish: WordStore, word: str, answer: Answer, why: Why | None) -> None:
    """Unlisted compounds and names do not count, irregular forms and accents do, abbreviations are asked about."""
    verdict = Lexicon(swedish, Policy()).verdict(word)

    assert (verdict.answer, verdict.why if why else None) == (answer, why)


@pytest.mark.parametrize(
    ("word", "lemma", "form"),
    [
        ("KATTENS", "KATT", Form.GENITIVE | Form.DEFINITE),
        ("LOG", "LE", Form.PAST),
        ("LEDER", "LEDA", Form.PRESENT),
        ("SPRUNGIT", "SPRINGA", Form.SUPINE),
        ("ÄR", "VARA", Form.PRESENT),
        ("BOKEN", "BOK", Form.DEFINITE),
        ("BESKATTA", "BESKATTA", Form.BASE),
        ("KATTER", "KATT", Form.PLURAL),
    ],
)
def test_lemma_and_form(swedish: WordStore, word: str, lemma: str, form: Form) -> None:
    """What the morphology knows, and hunspell's stems get wrong."""
    readings = Lexicon(swedish, Policy()).verdict(word).readings

    assert (lemma, form) in {(reading.lemma, reading.form) for reading in readings}


def test_it_is_whole_and_of_the_right_size(swedish: WordStore) -> None:
    """About a million words in less than thirty megabytes, without a name, a hyphen or a capital."""
    assert 900_000 < swedish.about.words < 1_400_000
    assert swedish.path.stat().st_size <= 30_000_000
    assert all(word.isalpha() and word.islower() for word in swedish.words())


def test_a_stricter_preset_lets_fewer_words_count(swedish: WordStore) -> None:
    """What counts with base forms only counts with common, and what counts with common counts with all."""
    policies = [Policy.agreed({"words.inflections": name}) for name in ("base_forms", "common", "all")]
    sample = [word for number, word in enumerate(swedish.words()) if number % 400 == 0]
    counting = [{word for word in sample if Lexicon(swedish, policy).verdict(word)} for policy in policies]

    assert counting[0] < counting[1] < counting[2]
