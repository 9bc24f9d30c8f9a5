"""What this house decided about doubtful words: remembered in a file of its own, and undone as easily."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from pi_referee.files.shared_database import write_ahead
from pi_referee.iso_times import local_day
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.verdict import Answer

_TABLE = """
CREATE TABLE IF NOT EXISTS decision (         -- the newest line about a word counts; nothing is ever changed
  id       INTEGER PRIMARY KEY,
  language TEXT NOT NULL,
  word     TEXT NOT NULL,                     -- in capitals
  answer   TEXT NOT NULL CHECK (answer IN ('yes', 'no', 'ask')),  -- ask: the decision before it was undone
  at       TEXT NOT NULL                      -- ISO 8601
) STRICT;
CREATE INDEX IF NOT EXISTS decision_on_word ON decision (language, word, id);
"""
_NEWEST = "SELECT answer, at FROM decision WHERE language = ? AND word = ? ORDER BY id DESC LIMIT 1"
_ALL = """SELECT word, answer, at FROM decision AS d WHERE language = ? AND answer <> 'ask'
AND id = (SELECT max(id) FROM decision WHERE language = d.language AND word = d.word) ORDER BY word"""
_ADD = "INSERT INTO decision (language, word, answer, at) VALUES (?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Decision:
    """What the house decided about a word, and when (ISO time)."""

    word: str
    answer: Answer
    at: str

    @property
    def day(self) -> str:
        """The day by the clock of this house, ISO 8601."""
        return local_day(self.at)


def as_kept(word: str) -> str:
    """A word as it is kept, however it was written."""
    return word.strip().upper()


class House:
    """The house's own decisions about words of one language. Every one of them can be taken back."""

    def __init__(self, path: Path, language: str) -> None:
        """Open the house's book, or begin one there; raises WordListError if that cannot be."""
        self.path = path
        self.language = language
        with self._translated():
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            try:
                write_ahead(self._connection)
                self._connection.executescript(f"PRAGMA synchronous = FULL; {_TABLE}")
            except sqlite3.Error:
                self._connection.close()
                raise

    def decide(self, word: str, *, counts: bool, at: str) -> None:
        """Remember that a word counts in this house, or does not, from now on."""
        self._add(word, Answer.YES if counts else Answer.NO, at)

    def undo(self, word: str, *, at: str) -> bool:
        """Take the decision on a word back, so that the table is asked again; false if there was none."""
        if self.decided(as_kept(word)) is None:
            return False
        self._add(word, Answer.ASK, at)
        return True

    def decided(self, word: str) -> tuple[Answer, str] | None:
        """What was decided about a word in capitals, and on which day; None if nothing stands."""
        with self._translated():
            row = self._connection.execute(_NEWEST, (self.language, word)).fetchone()
        return None if row is None or row[0] == "ask" else (Answer(row[0]), local_day(str(row[1])))

    def decisions(self) -> tuple[Decision, ...]:
        """Everything that stands, by the alphabet."""
        with self._translated():
            rows = self._connection.execute(_ALL, (self.language,)).fetchall()
        return tuple(Decision(word, Answer(answer), at) for word, answer, at in rows)

    def close(self) -> None:
        """Close the book."""
        self._connection.close()

    def __enter__(self) -> Self:
        """Use the book for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def _add(self, word: str, answer: Answer, at: str) -> None:
        """Write a line, and return when it is on the disk."""
        with self._translated():
            self._connection.execute(_ADD, (self.language, as_kept(word), answer.value, at))

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Say in words what SQLite says in codes."""
        try:
            yield
        except sqlite3.Error as error:
            raise WordListError(
                f"The house's decisions about words cannot be used ({error}).",
                where=str(self.path),
                cure="Move the file away to begin a new one; the lists are not touched by it.",
            ) from error
