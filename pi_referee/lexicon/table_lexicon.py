"""The lexicon a table agreed on, with what its house decided: the same one for the page and for the button."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pi_referee.lexicon.kept_policy import Agreement
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.lists.word_decisions import House
from pi_referee.lexicon.open_list import house_book, lists_folder
from pi_referee.lexicon.word_validity import Lexicon


def lexicon_of(home: Path, switches: Mapping[str, object], tiles: tuple[str, ...], language: str) -> Lexicon:
    """The lexicon of a game with these switches, letters and language; home: the folder of lists and decisions.

    Where the list cannot be opened it is one without a list: then the table decides.
    """
    agreed = Agreement.read(switches, tiles)
    try:
        lexicon = agreed.open(Shelf(lists_folder(home)))
    except WordListError:
        lexicon = Lexicon(None, agreed.policy)
    book = house_book(home)
    if not book.is_file():
        return lexicon
    with House(book, language) as decisions:
        known = {one.word: (one.answer, one.day) for one in decisions.decisions()}
    return lexicon.with_house(known.get)
