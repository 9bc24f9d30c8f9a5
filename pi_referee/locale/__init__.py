"""What the referee says, in the languages of its players; one readable catalogue for each."""

from __future__ import annotations

import io
from functools import cache
from importlib import resources

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations as Translations

LANGUAGES = {"en": "English", "sv": "Svenska", "fi": "Suomi", "pl": "Polski", "de": "Deutsch", "ro": "Română"}
"""Every language the page speaks, by its code, with the name its speakers give it."""

FAULT_LANGUAGES = LANGUAGES
"""Every language in which the faults of a play can be named: those of the page."""


@cache
def translations(language: str) -> Translations:
    """The catalogue of a language, read straight from its .po file: nothing to compile, nothing to forget.

    Raises KeyError for a language that is not in FAULT_LANGUAGES.
    """
    if language not in FAULT_LANGUAGES:
        raise KeyError(language)
    source = resources.files(__name__).joinpath(language, "LC_MESSAGES", "messages.po")
    compiled = io.BytesIO()
    with source.open("rb") as lines:
        write_mo(compiled, read_po(lines, locale=language))
    compiled.seek(0)
    return Translations(compiled)
