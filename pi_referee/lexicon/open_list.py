"""Putting a table's lexicon together: the list by its name, the agreement, and what the house decided."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from pi_referee.lexicon.list_errors import NoSuchListError, WordListError
from pi_referee.lexicon.lists.bundled_list import NAME as SMALL
from pi_referee.lexicon.lists.bundled_list import open_small
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.lists.own_list_roles import OwnList, Role
from pi_referee.lexicon.lists.voikko import Voikko, VoikkoList, folder_of
from pi_referee.lexicon.lists.word_store import WordList, WordStore
from pi_referee.lexicon.policy import Policy
from pi_referee.lexicon.word_validity import Lexicon


def open_list(shelf: Shelf, name: str, checksum: str = "") -> WordList:
    """A list by its name, of the current edition or the one with this checksum; "small-sv" comes with pi-referee.

    Raises WordListError naming the lists there are.
    """
    if name == SMALL:
        return _small(checksum)
    store = shelf.open(name, checksum)
    if store.about.kind != "voikko":
        return store
    try:
        return VoikkoList(store, Voikko(folder_of(store.path)))
    except WordListError:
        store.close()
        raise


def _small(checksum: str) -> WordStore:
    """The small list, if it still is the edition that was asked for."""
    store = open_small()
    if not store.about.checksum.startswith(checksum):
        store.close()
        cure = "It changed with pi-referee itself; judge by another list."
        raise NoSuchListError(f"The small list with the checksum {checksum} is gone.", where=SMALL, cure=cure)
    return store


def open_lexicon(shelf: Shelf, name: str, policy: Policy, *, checksum: str = "") -> Lexicon:
    """The lexicon of a table: the list with those that were laid over it; one of headwords lies over the list that
    knows their forms.

    Raises WordListError if the list is missing or damaged.
    """  # noqa: D205  # one sentence
    store = open_list(shelf, name, checksum)
    over = _laid_over(shelf, name)
    if store.about.kind not in {"forms", "headwords"}:
        return Lexicon(store, policy, own=over)
    own = (*over, OwnList(store, is_agreed=True))
    if store.about.kind == "forms":
        return Lexicon(store, policy, own=own)
    try:
        return Lexicon(open_list(shelf, store.about.language), policy, own=own)
    except WordListError:
        for one in own:
            one.store.close()
        raise


def _laid_over(shelf: Shelf, name: str) -> tuple[OwnList, ...]:
    """The lists that were laid over a list, the uppermost first; one that cannot be used is done without."""
    found = []
    for over, role in shelf.over(name):
        with suppress(WordListError):
            found.append(OwnList(shelf.open(over), Role(role)))
    return tuple(reversed(found))


def lists_folder(home: Path) -> Path:
    """Where a home keeps its word lists."""
    return home / "lists"


def house_book(home: Path) -> Path:
    """Where a home keeps what the house decided about words."""
    return home / "house.sqlite"
