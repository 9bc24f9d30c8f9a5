"""The small list that comes with pi-referee, made by hand, for the demo and for tests."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path

from pi_referee.gettext_mark import say
from pi_referee.lexicon.alphabets import LETTERS
from pi_referee.lexicon.forms import Form, simplest
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.list_writer import Contents, Line, Source, fill
from pi_referee.lexicon.lists.word_store import Lexeme, WordStore

NAME = "small-sv"
NOTE = say("A small list made by hand, not a dictionary: most words are missing.")
_STRONG = Source(1, NAME, strong=True)
_WEAK = {"+": Source(2, "hearsay", strong=False), "++": Source(4, "rumour", strong=False)}

_FORMS: dict[str, tuple[Form, ...]] = {
    "n": (Form.BASE, Form.DEFINITE, Form.PLURAL, Form.PLURAL | Form.DEFINITE),
    "v": (Form.BASE, Form.PRESENT, Form.PAST, Form.SUPINE, Form.IMPERATIVE, Form.PAST_PARTICIPLE),
    "adj": (Form.BASE, Form.AGREEMENT, Form.AGREEMENT, Form.COMPARATIVE, Form.SUPERLATIVE),
    "w": (Form.BASE,),
    "!": (Form.ABBREVIATION,),
}
Reading = tuple[str, int, int, Form]
"""A word, the bit of its source, its lexeme's number, and its form."""


def open_small() -> WordStore:
    """The small list, made in memory from its text, which takes a few milliseconds."""
    text = resources.files("pi_referee.lexicon").joinpath("words", f"{NAME}.txt").read_text(encoding="utf-8")
    return open_text(text)


def open_text(text: str) -> WordStore:
    """A list in memory from a text like that of the small list: kind, then a word's forms in the kind's order.

    Raises WordListError naming the line that is not of that form.
    """
    lines = list(enumerate(text.splitlines(), 1))
    found = [(number, line.split()) for number, line in lines if line.strip() and not line.startswith("#")]
    lexemes = [(number, Lexeme(parts[1], parts[0].lstrip("+"), several=False)) for number, parts in found]
    readings = [reading for number, parts in found for reading in _readings(number, parts)]
    connection = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
    contents = Contents(_lines(readings), lexemes, (_STRONG, *_WEAK.values()))
    fill(connection, contents, name=NAME, language="sv", kind="built", letters=LETTERS["sv"], note=NOTE)
    return WordStore(Path(f"{NAME}.txt"), connection=connection)


def _readings(number: int, parts: list[str]) -> Iterator[Reading]:
    """The words of one line, and the genitives of nouns and passives of verbs that follow from them."""
    mark, *words = parts
    kind = mark.lstrip("+")
    forms = _FORMS.get(kind, ())
    if not words or len(words) > len(forms):
        cure = "Write the kind, then its forms, as the list's first lines say."
        raise WordListError(f"{' '.join(parts)!r} is no line of a small list.", where=f"line {number}", cure=cure)
    bit = _WEAK.get(mark.removesuffix(kind), _STRONG).bit
    for word, form in zip(words, forms, strict=False):
        if word != "-":
            yield word, bit, number, form
            yield from ((further, bit, number, made) for further, made in _made(kind, word, form))


def _made(kind: str, word: str, form: Form) -> Iterator[tuple[str, Form]]:
    """What is made by an s at the end."""
    if kind == "n" and word[-1] not in "sxz":
        yield f"{word}s", form | Form.GENITIVE
    if kind == "v" and form in {Form.BASE, Form.PAST, Form.SUPINE} and word[-1] != "s":
        yield f"{word}s", form | Form.PASSIVE


def _lines(readings: Iterable[Reading]) -> Iterator[Line]:
    """Each word once, by the alphabet's codes, with all its readings; hearsay has none."""
    words: dict[str, list[Reading]] = {}
    for reading in readings:
        words.setdefault(reading[0], []).append(reading)
    for word in sorted(words, key=str.encode):
        sources = 0
        forms: dict[int, set[Form]] = {}
        for _, bit, number, form in words[word]:
            sources |= bit
            if bit == _STRONG.bit:
                forms.setdefault(number, set()).add(form)
        pairs = ((number, form) for number, found in forms.items() for form in simplest(frozenset(found)))
        yield Line(word, sources, tuple(pairs))
