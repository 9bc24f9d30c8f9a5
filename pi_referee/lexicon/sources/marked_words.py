"""What was written down by hand about single words, each file with its reason in its first lines."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources

from pi_referee.lexicon.forms import Form


def abbreviations(language: str) -> frozenset[str]:
    """The abbreviations of a language, in small letters."""
    return frozenset(word for line in _lines("abbreviations.txt") if line[0] == language for word in line[1:])


def booklet_words(language: str) -> frozenset[str]:
    """The words that the games' booklets lay and the sources of a language lack, in small letters."""
    return frozenset(word for line in _lines("booklets.txt") if line[0] == language for word in line[1:])


def homonyms() -> frozenset[str]:
    """The Swedish spellings behind which more than one word hides."""
    return frozenset(word for line in _lines("homonyms-sv.txt") for word in line)


def strong_forms() -> Iterator[tuple[str, str, Form]]:
    """Forms of Swedish verbs: the verb, the word, its form."""
    for verb, form, *words in _lines("forms-sv.txt"):
        flags = Form.BASE
        for name in form.split("|"):
            flags |= Form[name]
        for word in words:
            yield verb, word, flags


def _lines(name: str) -> Iterator[list[str]]:
    """The lines of a file, in words, without its comments."""
    text = resources.files("pi_referee.lexicon").joinpath("words", name).read_text(encoding="utf-8")
    return (line.split() for line in text.splitlines() if line.strip() and not line.startswith("#"))
