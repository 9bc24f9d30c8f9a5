"""Gathering words from several sources in a file beside, so that a million of them need not fit into memory at once.

A source that was gathered completely is not gathered again when a build is interrupted and begun anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Self

from pi_referee.lexicon.forms import Form, simplest
from pi_referee.lexicon.lists.list_writer import Line
from pi_referee.lexicon.lists.word_store import HIDDEN, Lexeme
from pi_referee.lexicon.sources.apertium import PHRASE, Analysis, spelled

_TABLES = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = OFF;
PRAGMA temp_store = FILE;
CREATE TABLE IF NOT EXISTS found (word TEXT NOT NULL, source INTEGER NOT NULL, lexeme INTEGER, form INTEGER);
CREATE TABLE IF NOT EXISTS lexeme (id INTEGER PRIMARY KEY, lemma TEXT NOT NULL, kind TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS found_of_lexeme ON found (lexeme) WHERE lexeme IS NOT NULL;
CREATE INDEX IF NOT EXISTS found_of_word ON found (word) WHERE lexeme IS NOT NULL;
CREATE TABLE IF NOT EXISTS stage (source INTEGER PRIMARY KEY, stamp TEXT NOT NULL);
"""
_SORTED = "SELECT word, source, lexeme, form FROM found ORDER BY word"

_OTHER_FORM = """
SELECT 1 FROM found AS one JOIN found AS other USING (lexeme) WHERE one.word = ? AND other.word <> one.word LIMIT 1"""

_FORMED = "SELECT DISTINCT word, lemma, kind FROM found JOIN lexeme ON lexeme.id = found.lexeme WHERE form = ?"

IN_PHRASE = 128
"""The bit of a word that stands in an expression: GÅR in I GÅR. If it is else only a form of another word (GÅ), it may
have a meaning of its own."""

Found = tuple[str, int, int | None, int | None]
"""A word, the bit of the source that knows it, and if that knows more, a lexeme's number and a form's flags."""


Reading = tuple[str, str, str, Form]
"""A word, its lemma, the kind of that, and its form."""


class Gathering:
    """Words found so far, with the source that knows them and how it reads them."""

    def __init__(self, path: Path) -> None:
        """Begin, or go on with, a gathering in this file; one that was damaged is begun anew."""
        try:
            self._open(path)
        except sqlite3.DatabaseError:
            path.unlink(missing_ok=True)
            self._open(path)

    def words(self, source: int, words: Iterable[str], *, stamp: str) -> None:
        """Gather the words of a source that says no more than that they exist; stamp: which edition of it."""
        if not self._is_done(source, stamp):
            with self._connection:
                self._gather(source, stamp, ((word, source, None, None) for word in words))

    def analyses(self, source: int, analyses: Iterable[Analysis], *, stamp: str) -> None:
        """Gather the words of the one source that knows what they are forms of."""
        if self._is_done(source, stamp):
            return
        numbers: dict[tuple[str, str], int] = {}

        def rows() -> Iterator[Found]:
            for found in analyses:
                if found.kind == PHRASE:
                    yield from ((part, IN_PHRASE, None, None) for part in found.word.split())
                else:
                    number = numbers.setdefault((found.lemma, found.kind), len(numbers) + 1)
                    yield found.word, source, number, found.form.value

        with self._connection:
            self._connection.execute("DELETE FROM found WHERE source = ?", (IN_PHRASE,))
            self._gather(source, stamp, rows())
            self._connection.execute("DELETE FROM lexeme")
            lexemes = [(number, lemma, kind) for (lemma, kind), number in numbers.items()]
            self._connection.executemany("INSERT INTO lexeme VALUES (?, ?, ?)", lexemes)

    def readings(self, source: int, readings: Iterable[Reading], *, stamp: str) -> None:
        """Gather words of a source that knows what they are forms of; a lemma known of the same kind is the same one.

        readings: word, lemma, kind, form. Where the kind has no gender (n), any noun of that lemma will do.
        """
        if self._is_done(source, stamp):
            return
        known: dict[tuple[str, str], int] = {}
        for number, lemma, kind in self._connection.execute("SELECT id, lemma, kind FROM lexeme ORDER BY id DESC"):
            known[spelled(lemma), kind] = known[spelled(lemma), kind.partition("-")[0]] = number
        rows = []
        with self._connection:
            for word, lemma, kind, form in readings:
                if (lemma, kind) not in known:
                    known[lemma, kind] = self._new_lexeme(lemma, kind)
                rows.append((word, source, known[lemma, kind], form.value))
            self._gather(source, stamp, rows)

    def _new_lexeme(self, lemma: str, kind: str) -> int:
        """The number of a lexeme that no source told of before."""
        return self._connection.execute("INSERT INTO lexeme (lemma, kind) VALUES (?, ?)", (lemma, kind)).lastrowid or 0

    def lines(self) -> Iterator[Line]:
        """Every word once, in order, with all that is known of it."""
        rows = self._connection.execute(_SORTED)
        for word, found in groupby(rows, key=itemgetter(0)):
            line = _line(word, found)
            if line.sources & ~HIDDEN:
                yield line

    def plain_lines(self) -> Iterator[Line]:
        """Every word once, in order, where the sources know nothing but words."""
        rows = self._connection.execute("SELECT word, source FROM found ORDER BY word")
        for word, found in groupby(rows, key=itemgetter(0)):
            sources = 0
            for _, source in found:
                sources |= source
            yield Line(word, sources)

    def lexemes(self, homonyms: frozenset[str]) -> Iterator[tuple[int, Lexeme]]:
        """The words in all their forms; homonyms: the lemmas behind which several hide."""
        for number, lemma, kind in self._connection.execute("SELECT id, lemma, kind FROM lexeme ORDER BY id"):
            name = spelled(lemma)
            yield number, Lexeme(name, kind.partition("-")[0], several=name in homonyms)

    def hide(self, words: Iterable[str]) -> None:
        """Mark words as having a meaning that nobody told; what was marked before no longer is."""
        with self._connection:
            self._gather(HIDDEN, "", ((word, HIDDEN, None, None) for word in words))

    def inflected(self, words: Iterable[str]) -> frozenset[str]:
        """Those of some words that have other forms beside them, as no abbreviation has."""
        return frozenset(word for word in words if self._connection.execute(_OTHER_FORM, (word,)).fetchone())

    def known_to(self, source: int) -> Iterator[str]:
        """The words a source knows, some more than once."""
        for (word,) in self._connection.execute("SELECT word FROM found WHERE source = ?", (source,)):
            yield word

    def formed(self, form: Form) -> Iterator[tuple[str, str, str]]:
        """Every word that is exactly that form of another: the word, its lemma and the kind of that."""
        for word, lemma, kind in self._connection.execute(_FORMED, (form.value,)).fetchall():
            yield word, spelled(lemma), kind

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        """Use it for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of it."""
        self.close()

    def _open(self, path: Path) -> None:
        """Open the file and make its tables."""
        self._connection = sqlite3.connect(path)
        try:
            self._connection.executescript(_TABLES)
        except sqlite3.Error:
            self._connection.close()
            raise

    def _is_done(self, source: int, stamp: str) -> bool:
        """Whether this edition of a source was gathered completely."""
        row = self._connection.execute("SELECT stamp FROM stage WHERE source = ?", (source,)).fetchone()
        return bool(row == (stamp,))

    def _gather(self, source: int, stamp: str, rows: Iterable[Found]) -> None:
        """Put a source's rows in place of those it may have had, in the transaction that is open."""
        self._connection.execute("DELETE FROM found WHERE source = ?", (source,))
        self._connection.executemany("INSERT INTO found VALUES (?, ?, ?, ?)", rows)
        self._connection.execute("INSERT OR REPLACE INTO stage VALUES (?, ?)", (source, stamp))


def _line(word: str, rows: Iterable[Found]) -> Line:
    """What all sources together know of a word."""
    sources = 0
    readings: dict[int, set[Form]] = {}
    for _, source, lexeme, form in rows:
        sources |= source
        if lexeme is not None and form is not None:
            readings.setdefault(lexeme, set()).add(Form(form))
    if sources & IN_PHRASE:
        is_base = any(Form.BASE in forms for forms in readings.values())
        sources = (sources & ~IN_PHRASE) | (0 if is_base else HIDDEN)
    pairs = [(lexeme, form) for lexeme, forms in readings.items() for form in simplest(frozenset(forms))]
    return Line(word, sources, tuple(pairs))
