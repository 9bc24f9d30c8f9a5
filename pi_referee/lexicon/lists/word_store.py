"""A word list on the disk: an SQLite file that is opened in a moment, read in place and never changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, Self

from pi_referee.lexicon.forms import Form
from pi_referee.lexicon.list_errors import WordListError

APPLICATION_ID = 1886547060
VERSION = 2
"""Of what is written; the first version, which marks neither names nor abbreviations, is read as well."""

HIDDEN = 64
"""The mark, among the bits of a word's sources, of one that may have a meaning which the list does not know."""

NAME = 256
"""The mark of a spelling that a source has with a capital letter, in a language that writes nouns small."""

ABBREVIATION = 512
"""The mark of a spelling that a source, or the list made by hand, calls an abbreviation."""

MARKS = HIDDEN | NAME | ABBREVIATION
"""All that stands among the bits of a word's sources and is none."""

FORM_BITS = 6
_FORM_MASK = (1 << FORM_BITS) - 1
_ENTRY = "SELECT sources, readings FROM word WHERE word = ?"
_SPELLED = "SELECT word, word.sources, word.readings FROM folded JOIN word USING (word) WHERE folded.laid = ?"
_LEXEME = "SELECT lemma, kind, several FROM lexeme WHERE id = ?"

_CACHE = "PRAGMA cache_size = -8192"
"""Eight megabytes of pages at hand. Mapped into memory the list would be a little quicker, but all 27 MB of it would
count as this program's own; measured in docs/lexicon.md."""

MOST_AT_HAND = 10_000
"""Spellings kept in memory: about a megabyte."""

_AGAIN = "Build or import it again; until then the table decides."


@dataclass(frozen=True, slots=True)
class About:
    """What a list says of itself.

    name: what it is called. language: sv, fi, pl … kind: "built", "forms" (these and no others) or "headwords" (these
    with the agreed inflections). letters: its alphabet, small. words: how many. checksum: sha256 of its words and
    readings, in hexadecimal. note: a sentence about it.
    """

    name: str
    language: str
    kind: str
    letters: str
    words: int
    checksum: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the list knows of one spelling: the sum of its sources' bits, and (lexeme, form's number) pairs."""

    sources: int
    readings: tuple[tuple[int, int], ...]

    def is_word(self, strong: int) -> bool:
        """Whether it is enough to count: one strong source says so, or two of the others."""
        told = self.sources & ~MARKS
        return bool(told & strong) or told.bit_count() > 1


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A word in all its forms. several: more than one word may hide behind the lemma."""

    lemma: str
    kind: str
    several: bool


class WordList(Protocol):
    """What a lexicon asks of a list: words in small letters, what they are forms of, and who says so."""

    about: About
    alphabet: frozenset[str]
    forms: Sequence[Form]
    sources: Mapping[int, str]
    strong: int

    def find(self, word: str) -> Entry | None:
        """What the list knows of a word; None if it is not there."""

    def find_accented(self, laid: str) -> list[tuple[str, Entry]]:
        """The words that can be laid like this with plainer tiles, and what it knows of them."""

    def lexeme(self, number: int) -> Lexeme:
        """A lexeme by its number."""

    def sure_of(self, words: Sequence[str]) -> frozenset[str]:
        """Those of some words that are known to a source whose word is enough."""

    def parts(self, word: str) -> tuple[str, ...]:
        """The words that a compound is made of, where the list takes it apart by itself."""

    def close(self) -> None:
        """Let go of the list's file."""


class WordStore:
    """A word list's file, opened for reading. Safe to share between threads."""

    def __init__(self, path: Path, *, connection: sqlite3.Connection | None = None) -> None:
        """Open the list at this path, or one in memory by its connection.

        Raises WordListError if it is missing, damaged, half built, cut short, or something else.
        """
        self.path = path
        with self._translated():
            self._connection = connection or _opened(path)
            try:
                self._connection.execute(_CACHE)
                self._check_kind()
                self._check_length(in_memory=connection is not None)
                self._read_first()
            except BaseException:
                self._connection.close()
                raise
        # Bound: some hundred lemmas are asked for again and again, a million must not stay in memory.
        self._lexeme = lru_cache(maxsize=2048)(self._read_lexeme)

    def find(self, word: str) -> Entry | None:
        """What the list knows of a word in small letters; None if it is not there."""
        row = self._connection.execute(_ENTRY, (word,)).fetchone()
        return None if row is None else Entry(row[0], _unpacked(row[1]))

    def find_accented(self, laid: str) -> list[tuple[str, Entry]]:
        """The words that can be laid like this with plainer tiles, and what it knows of them."""
        if self._accented is not None and laid not in self._accented:
            return []
        rows = self._connection.execute(_SPELLED, (laid,))
        return [(word, Entry(sources, _unpacked(packed))) for word, sources, packed in rows]

    def sure_of(self, words: Sequence[str]) -> frozenset[str]:
        """Those of some words in small letters that are known to a source whose word is enough."""
        places = ", ".join("?" * len(words))
        rows = self._connection.execute(f"SELECT word, sources FROM word WHERE word IN ({places})", words)  # noqa: S608
        return frozenset(word for word, sources in rows if Entry(sources, ()).is_word(self.strong))

    def lexeme(self, number: int) -> Lexeme:
        """A lexeme by its number."""
        return self._lexeme(number)

    def parts(self, _word: str) -> tuple[str, ...]:
        """Nothing: a file has words, and no rule by which to part them."""
        return ()

    def whole(self) -> bool:
        """Look through the whole file, which takes a second or so: whether nothing in it is damaged."""
        with self._translated():
            return bool(self._connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")

    def words(self) -> Iterator[str]:
        """Every word, in order of the alphabet's codes."""
        for (word,) in self._connection.execute("SELECT word FROM word ORDER BY word"):
            yield word

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        """Use the list for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of it."""
        self.close()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Say in words what SQLite says in codes."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._trouble(f"The word list is damaged, or is no word list ({error}).") from error

    def _trouble(self, what: str) -> WordListError:
        """An error that names the file."""
        return WordListError(what, where=str(self.path), cure=_AGAIN)

    def _check_kind(self) -> None:
        """Only a finished list of a version known here may be used."""
        if _pragma(self._connection, "application_id") != APPLICATION_ID:
            raise self._trouble("This file is not a word list.")
        if _pragma(self._connection, "user_version") > VERSION:
            raise self._trouble("A newer pi-referee made this word list.")

    def _check_length(self, *, in_memory: bool) -> None:
        """A file that was cut short is noticed before it is asked anything."""
        wanted = _pragma(self._connection, "page_count") * _pragma(self._connection, "page_size")
        if not in_memory and self.path.stat().st_size != wanted:
            raise self._trouble("The word list was cut short.")

    def _read_first(self) -> None:
        """What is kept at hand: all that is small."""
        self.about = self._about()
        self.alphabet = frozenset(self.about.letters)
        self.forms: Sequence[Form] = self._forms()
        self.sources: Mapping[int, str] = self._names("SELECT bit, name FROM source")
        self.strong = sum(self._names("SELECT bit, name FROM source WHERE strong"))
        # A few thousand are kept at hand, so that all other words are looked up once; half of Romanian is not.
        few = self._connection.execute("SELECT laid FROM folded LIMIT ?", (MOST_AT_HAND + 1,)).fetchall()
        self._accented = frozenset(laid for (laid,) in few) if len(few) <= MOST_AT_HAND else None

    def _about(self) -> About:
        """What the list says of itself, written last: without it the list is half built."""
        told = dict(self._connection.execute("SELECT name, value FROM about").fetchall())
        if "checksum" not in told:
            raise self._trouble("The word list was never finished.")
        return About(**{**told, "words": int(told["words"])})

    def _forms(self) -> tuple[Form, ...]:
        """The list's forms by their numbers."""
        rows = self._connection.execute("SELECT id, flags FROM form ORDER BY id").fetchall()
        return tuple(Form(flags) for _, flags in rows)

    def _names(self, query: str) -> Mapping[int, str]:
        """The sources' names by their bits."""
        return MappingProxyType(dict(self._connection.execute(query).fetchall()))

    def _read_lexeme(self, number: int) -> Lexeme:
        """A lexeme, from the file."""
        row = self._connection.execute(_LEXEME, (number,)).fetchone()
        if row is None:
            raise self._trouble(f"The word list is damaged: it has no lexeme {number}.")
        return Lexeme(row[0], row[1], bool(row[2]))


def pack(readings: list[tuple[int, int]]) -> int | bytes | None:
    """Readings as they are kept: nothing, a number, or four bytes each."""
    numbers = sorted(lexeme << FORM_BITS | form for lexeme, form in readings)
    if len(numbers) < 2:
        return numbers[0] if numbers else None
    return b"".join(number.to_bytes(4, "big") for number in numbers)


def _unpacked(packed: int | bytes | None) -> tuple[tuple[int, int], ...]:
    """The readings, from how they are kept."""
    if packed is None:
        return ()
    if isinstance(packed, int):
        return ((packed >> FORM_BITS, packed & _FORM_MASK),)
    numbers = (int.from_bytes(packed[at : at + 4], "big") for at in range(0, len(packed), 4))
    return tuple((number >> FORM_BITS, number & _FORM_MASK) for number in numbers)


def _opened(path: Path) -> sqlite3.Connection:
    """Open a finished list: nobody writes to it any more, so nothing is locked, and its pages are the system's."""
    if not path.is_file():
        raise WordListError("There is no word list here.", where=str(path), cure=_AGAIN)
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    return sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    """The number an SQLite file carries under a name."""
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])
