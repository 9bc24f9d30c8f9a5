"""The word lists on this machine: a folder for each name, every edition kept by its checksum, one of them current."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from pi_referee.files.atomic_file import alone_in, write_safely
from pi_referee.gettext_mark import say
from pi_referee.lexicon.list_errors import NoSuchListError, WordListError
from pi_referee.lexicon.lists.word_store import About, WordStore

_NAME = re.compile(r"[\w-]{1,40}")
_DRAFT = "new"
"""What a list is called while it is made."""

_OVER = "over"
"""The file beside a list's editions that names what lies over it."""

_SHORT = 16
"""Letters of the checksum in a file's name: enough that no two editions of a family's lists ever meet."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The folder that holds all lists.

    sv/ has the editions of the list sv, named by their checksums, so that an old game is judged by the list it was
    played with; sv/current says which is used for a new one.
    """

    folder: Path

    def names(self) -> tuple[str, ...]:
        """The lists there are, by the alphabet."""
        return tuple(sorted(path.parent.name for path in self.folder.glob("*/current")))

    def editions(self, name: str) -> tuple[Path, ...]:
        """Every edition of a list that was kept, in no order."""
        return tuple((self.folder / checked(name)).glob("*.sqlite"))

    def unused(self, used: Collection[str]) -> Iterator[Path]:
        """The editions of all lists that are neither current nor any of those whose checksums are told."""
        for name in self.names():
            kept = {self._current(name), *(checksum[:_SHORT] for checksum in used)}
            yield from (path for path in self.editions(name) if path.stem not in kept | {_DRAFT})

    def path(self, name: str, checksum: str = "") -> Path:
        """The file of a list: its current edition, or the one with this checksum.

        Raises WordListError naming the lists there are.
        """
        edition = checksum[:_SHORT] or self._current(name)
        path = self.folder / checked(name) / f"{edition}.sqlite"
        if not edition or not path.is_file():
            raise self._missing(name, checksum)
        return path

    def open(self, name: str, checksum: str = "") -> WordStore:
        """A list, opened; raises WordListError if it is missing or damaged, or is not what its name says."""
        store = WordStore(self.path(name, checksum))
        if checksum and not store.about.checksum.startswith(checksum):
            store.close()
            raise self._missing(name, checksum)
        return store

    def draft(self, name: str) -> Path:
        """Where a new edition is written before it is put on the shelf; its folder is made."""
        folder = self.folder / checked(name)
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{_DRAFT}.sqlite"

    def put(self, name: str) -> About:
        """Make the draft of a list its current edition, after a look through it; the one before is kept.

        Raises WordListError if the draft is damaged: the list is then as it was.
        """
        draft = self.draft(name)
        with WordStore(draft) as store:
            about = store.about
            whole = store.whole()
        if not whole:
            raise WordListError(
                say("The new list is damaged."), where=str(draft), cure=say("Make it again; the old one is used.")
            )
        edition = about.checksum[:_SHORT]
        draft.replace(draft.with_name(f"{edition}.sqlite"))
        write_safely(draft.with_name("current"), f"{edition}\n".encode("ascii"))
        return about

    def over(self, name: str) -> tuple[tuple[str, str], ...]:
        """The lists that lie over a list, the lowest first: each one's name, and what it does (a Role's value)."""
        notes = self.folder / checked(name) / _OVER
        lines = notes.read_text(encoding="utf-8").splitlines() if notes.is_file() else []
        return tuple((over, role) for over, _, role in (line.partition(" ") for line in lines))

    def lay_over(self, name: str, over: str, role: str) -> None:
        """Lay a list over another, as the uppermost; "" as role takes it off again."""
        notes = self.folder / checked(name) / _OVER
        notes.parent.mkdir(parents=True, exist_ok=True)
        with alone_in(notes.parent):
            kept = [(known, its) for known, its in self.over(name) if known != over]
            kept += [(over, role)] if role else []
            write_safely(notes, "".join(f"{known} {its}\n" for known, its in kept).encode())

    def lists(self) -> Iterator[tuple[str, About | WordListError]]:
        """Every list with what it says of itself, or what is wrong with it."""
        for name in self.names():
            try:
                with self.open(name) as store:
                    yield name, store.about
            except WordListError as error:
                yield name, error

    def _current(self, name: str) -> str:
        """The current edition's name; "" if there is none."""
        pointer = self.folder / checked(name) / "current"
        return pointer.read_text(encoding="ascii", errors="replace").strip() if pointer.is_file() else ""

    def _missing(self, name: str, checksum: str) -> NoSuchListError:
        """There is no such list."""
        what = f"There is no word list {name!r}" + (f" with the checksum {checksum}." if checksum else ".")
        there = f"There are {', '.join(self.names())}. " if self.names() else ""
        cure = f"{there}Make one: pi-referee lexicon build sv, or lexicon import FILE --name NAME."
        return NoSuchListError(what, where=str(self.folder), cure=cure)


def checked(name: str) -> str:
    """A list's name, if it is one: letters, digits, _ and -; else NoSuchListError."""
    if not _NAME.fullmatch(name):
        raise NoSuchListError(
            say("That cannot be a list's name."),
            where=repr(name),
            cure=say("Use letters, digits, - and _, at most 40."),
        )
    return name
