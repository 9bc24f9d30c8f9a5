"""Every verdict can be said, in every language of the players."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pi_referee.lexicon.building.own_list import Refusal
from pi_referee.lexicon.forms import Form
from pi_referee.lexicon.verdict import Answer, Reading, Verdict, Why
from pi_referee.lexicon.verdict_texts import FORMS, OFF, REASONS, REFUSALS, form_name, say
from pi_referee.locale import LANGUAGES, translations

PLACE = re.compile(r"%\((\w+)\)s")
ALIKE = {"plural"}
"""What Swedish and Romanian say as English does."""

SINGLE = [form for form in Form if form is not Form.BASE]


def sentences() -> Iterator[str]:
    """Every sentence about words."""
    for table in (REASONS, FORMS, OFF, REFUSALS):
        yield from table.values()


def test_every_reason_has_its_sentence() -> None:
    """No verdict is without words, and no form without a name or without what is said when it is off."""
    assert (set(REASONS), set(REFUSALS)) == (set(Why), set(Refusal))
    assert [form for form in SINGLE if not form_name(form)] == []
    assert [form for form in SINGLE if form not in OFF] == []


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_every_sentence_is_translated(language: str) -> None:
    """All players are told in their language, with every place kept."""
    catalogue = translations(language)
    places = {text: set(PLACE.findall(catalogue.ugettext(text))) for text in sentences()}

    assert {text for text in sentences() if catalogue.ugettext(text) == text} <= ALIKE
    assert places == {text: set(PLACE.findall(text)) for text in sentences()}


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("sv", "KATTENS: genitiv av KATT; genitiver gäller inte."),
        ("fi", "KATTENS: genetiivi sanasta KATT; genetiivit eivät kelpaa."),
        ("pl", "KATTENS: dopełniacz słowa KATT; dopełniacze się nie liczą."),
        ("de", "KATTENS: Genitiv von KATT; Genitive gelten nicht."),
        ("ro", "KATTENS: genitiv de la KATT; genitivele nu sunt valabile."),
    ],
)
def test_the_reason_in_the_players_language(language: str, sentence: str) -> None:
    """The issue's own example, in other languages."""
    genitive = Form.GENITIVE | Form.DEFINITE
    verdict = Verdict("KATTENS", Answer.NO, Why.FORM_OFF, (Reading("KATT", genitive),), Form.GENITIVE)

    assert say(verdict, translations(language).ugettext) == sentence


@pytest.mark.parametrize(
    ("form", "name"),
    [
        (Form.BASE, "base form"),
        (Form.PLURAL | Form.DEFINITE, "definite plural"),
        (Form.PLURAL | Form.DEFINITE | Form.GENITIVE, "genitive"),
        (Form.PAST | Form.PASSIVE, "passive"),
    ],
)
def test_a_form_is_called_by_the_rarest_thing_about_it(form: Form, name: str) -> None:
    """KATTERNAS is first of all a genitive."""
    assert form_name(form) == name


def test_a_verdict_is_true_only_if_the_word_counts() -> None:
    """To ask is not to accept."""
    verdicts = [Verdict("KATT", answer, Why.LISTED) for answer in Answer]

    assert [bool(verdict) for verdict in verdicts] == [True, False, False]
