"""Writing a word list: gathered in any order, written once in order, finished only when all of it is on the disk."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from pi_referee.lexicon.alphabets import TILES
from pi_referee.lexicon.forms import Form
from pi_referee.lexicon.lists.spelling import fold
from pi_referee.lexicon.lists.word_store import About, Lexeme, pack


@dataclass(frozen=True, slots=True)
class Source:
    """One place the words come from; bit: 1, 2, 4 … strong: its word is enough."""

    bit: int
    name: str
    strong: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One word of a list: small letters, the sum of its sources' bits, and (lexeme's number, form) pairs."""

    word: str
    sources: int = 1
    readings: tuple[tuple[int, Form], ...] = ()


@dataclass(frozen=True, slots=True)
class Contents:
    """All that a list holds. lines: sorted by word, each word once. lexemes: (number, lexeme).

    seal: what the checksum must cover besides, such as the checksum of a dictionary that belongs to the list.
    """

    lines: Iterable[Line]
    lexemes: Iterable[tuple[int, Lexeme]]
    sources: Sequence[Source]
    seal: str = ""


def write_list(path: Path, contents: Contents, *, name: str, language: str, kind: str, letters: str, note: str) -> str:
    """Write a list to a new file and answer its checksum; the file is whole and on the disk when this returns.

    Whatever lay there is replaced in one step at the end, so an interrupted writing leaves the old list as it was.
    """
    loose, tight = path.with_name(f".{path.name}.part"), path.with_name(f".{path.name}.tight")
    with _drafts(loose, tight), closing(sqlite3.connect(loose, isolation_level=None)) as connection:
        checksum = fill(connection, contents, name=name, language=language, kind=kind, letters=letters, note=note)
        # Words put in one after another leave a tenth of every page empty; copied as a whole they do not.
        connection.execute("VACUUM INTO ?", (str(tight),))
        _keep(tight)
        tight.replace(path)
        _keep(path.parent)
    return checksum


@contextmanager
def _drafts(*paths: Path) -> Iterator[None]:
    """Files that are only there meanwhile; what an interrupted writing left is removed first."""
    for path in paths:
        path.unlink(missing_ok=True)
    try:
        yield
    finally:
        for path in paths:
            path.unlink(missing_ok=True)


def fill(
    connection: sqlite3.Connection, contents: Contents, *, name: str, language: str, kind: str, letters: str, note: str
) -> str:
    """Fill an empty database with a list, and answer the checksum; what the list says of itself comes last."""
    connection.executescript("PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
    connection.executescript(resources.files(__package__).joinpath("schema.sql").read_text(encoding="utf-8"))
    writer = _Writer(TILES.get(language, letters), contents.seal)
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO source VALUES (?, ?, ?)", [(s.bit, s.name, s.strong) for s in contents.sources])
    connection.executemany("INSERT INTO lexeme VALUES (?, ?, ?, ?)", writer.lexeme_rows(contents.lexemes))
    connection.executemany("INSERT INTO word VALUES (?, ?, ?)", writer.word_rows(contents.lines))
    connection.executemany("INSERT OR IGNORE INTO folded VALUES (?, ?)", sorted(writer.folded))
    connection.executemany("INSERT INTO form VALUES (?, ?)", writer.form_rows())
    about = About(name, language, kind, letters, writer.words, writer.sum.hexdigest(), note)
    told = [(field, str(getattr(about, field))) for field in About.__slots__]
    connection.executemany("INSERT INTO about VALUES (?, ?)", told)
    connection.execute("COMMIT")
    return about.checksum


class _Writer:
    """Counts, numbers and sums up the words while they go by."""

    def __init__(self, letters: str, seal: str) -> None:
        self.sum = hashlib.sha256(seal.encode())
        self.words = 0
        self.folded: list[tuple[str, str]] = []
        self._plain = frozenset(letters)
        self._forms: dict[Form, int] = {}

    def lexeme_rows(self, lexemes: Iterable[tuple[int, Lexeme]]) -> Iterator[tuple[int, str, str, int]]:
        """The lexemes as rows."""
        for number, lexeme in lexemes:
            self.sum.update(f"{number} {lexeme.lemma} {lexeme.kind} {lexeme.several}\n".encode())
            yield number, lexeme.lemma, lexeme.kind, int(lexeme.several)

    def word_rows(self, lines: Iterable[Line]) -> Iterator[tuple[str, int, int | bytes | None]]:
        """The words as rows."""
        for line in lines:
            self.words += 1
            packed = pack([(lexeme, self._number(form)) for lexeme, form in line.readings]) if line.readings else None
            self.sum.update(f"{line.word} {line.sources} {packed!r}\n".encode())
            if not self._plain.issuperset(line.word):
                self._fold(line.word)
            yield line.word, line.sources, packed

    def form_rows(self) -> Iterator[tuple[int, int]]:
        """The forms that came by, as rows."""
        for form, number in self._forms.items():
            yield number, form.value

    def _number(self, form: Form) -> int:
        """A form's number in this list."""
        return self._forms.setdefault(form, len(self._forms))

    def _fold(self, word: str) -> None:
        """Note how a word with accents can be laid."""
        laid = fold(word, self._plain)
        if laid != word:
            self.folded.append((laid, word))


def _keep(path: Path) -> None:
    """Make sure that the disk has it."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
