"""The forms a word can have: plural, genitive, past … as flags, so that one form can be several of them at once."""

from __future__ import annotations

import enum


class Form(enum.Flag):
    """What was done to a base form; BASE is nothing at all.

    >>> Form.GENITIVE | Form.DEFINITE in [Form.GENITIVE | Form.DEFINITE]
    True
    """

    BASE = 0
    PLURAL = enum.auto()
    DEFINITE = enum.auto()
    GENITIVE = enum.auto()
    PRESENT = enum.auto()
    PAST = enum.auto()
    SUPINE = enum.auto()
    IMPERATIVE = enum.auto()
    PASSIVE = enum.auto()
    ARCHAIC = enum.auto()
    PRESENT_PARTICIPLE = enum.auto()
    PAST_PARTICIPLE = enum.auto()
    AGREEMENT = enum.auto()
    COMPARATIVE = enum.auto()
    SUPERLATIVE = enum.auto()
    CASE = enum.auto()
    POSSESSIVE = enum.auto()
    CLITIC = enum.auto()
    PERSON = enum.auto()
    COMPOUND = enum.auto()
    ABBREVIATION = enum.auto()


EVERY_FORM = ~Form.BASE
"""All flags at once."""


def simplest(forms: frozenset[Form]) -> tuple[Form, ...]:
    """Of the forms one spelling may be, those that no other is simpler than, in a fixed order.

    >>> simplest(frozenset({Form.BASE, Form.PLURAL}))
    (<Form.BASE: 0>,)
    """
    if len(forms) == 1:
        return tuple(forms)
    found = [form for form in forms if not any(other != form and other in form for other in forms)]
    return tuple(sorted(found, key=lambda form: form.value))
