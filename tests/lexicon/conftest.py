"""Word lists for trying things out: the small one, written ones, and the really built Swedish one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pi_referee.lexicon.lists.bundled_list import open_small, open_text
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.lists.word_store import WordStore
from pi_referee.lexicon.policy import Policy
from pi_referee.lexicon.word_validity import Decided, Lexicon, undecided

Table = Callable[..., Lexicon]


@pytest.fixture
def table() -> Iterator[Table]:
    """A lexicon over the small list, or over a text of the same form, with some switches set."""
    opened: list[WordStore] = []

    def lay(text: str = "", /, *, decided: Decided = undecided, tiles: str = "", **switches: object) -> Lexicon:
        wishes = {name.replace("__", "."): value for name, value in switches.items()}
        opened.append(open_text(text) if text else open_small())
        return Lexicon(opened[-1], Policy.agreed(wishes, tiles), decided=decided)

    yield lay
    for store in opened:
        store.close()


@pytest.fixture(scope="session")
def swedish(swedish_folder: Path) -> Iterator[WordStore]:
    """The Swedish list as pi-referee builds it on a machine with Debian's packages."""
    with Shelf(swedish_folder).open("sv") as store:
        yield store


@pytest.fixture(scope="session")
def finnish_folder(built_folder: Callable[[str], Path | None]) -> Path:
    """Where Voikko was put on the shelf as the Finnish list."""
    folder = built_folder("fi")
    if folder is None:
        pytest.skip("no built Finnish list here: pi-referee lexicon build fi (needs apt and a network)")
    return folder


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """An empty shelf."""
    return Shelf(tmp_path / "lists")


@pytest.fixture
def words(tmp_path: Path) -> Callable[..., Path]:
    """Writes a family's list to a file."""

    def write(text: str | bytes, *, encoding: str = "utf-8", name: str = "words.txt") -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode(encoding))
        return path

    return write
