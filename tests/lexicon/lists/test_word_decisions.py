"""What the house decided about doubtful words, and taking it back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.bundled_list import open_small
from pi_referee.lexicon.lists.word_decisions import Decision, House
from pi_referee.lexicon.policy import Policy
from pi_referee.lexicon.verdict import Answer, Why
from pi_referee.lexicon.word_validity import Lexicon

DAY, NEXT_DAY = "2026-11-20T18:00:00+01:00", "2026-11-21T18:00:00+01:00"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house that has decided nothing yet."""
    with House(tmp_path / "house.sqlite", "sv") as book:
        yield book


def test_a_decision_is_remembered(house: House) -> None:
    """What the table decided stands, in capitals, with its day."""
    house.decide("glytt", counts=True, at=DAY)

    assert house.decided("GLYTT") == (Answer.YES, "2026-11-20")


def test_the_newest_decision_counts(house: House) -> None:
    """A house may change its mind."""
    house.decide("GLYTT", counts=True, at=DAY)
    house.decide("GLYTT", counts=False, at=NEXT_DAY)

    assert house.decisions() == (Decision("GLYTT", Answer.NO, NEXT_DAY),)


def test_a_decision_can_be_taken_back(house: House) -> None:
    """After undoing, the table is asked again."""
    house.decide("GLYTT", counts=True, at=DAY)

    assert house.undo("glytt", at=NEXT_DAY)
    assert (house.decided("GLYTT"), house.decisions()) == (None, ())


def test_nothing_cannot_be_taken_back(house: House) -> None:
    """Undoing what was never decided does nothing and says so."""
    assert not house.undo("GLYTT", at=DAY)


def test_decisions_survive_closing(tmp_path: Path) -> None:
    """The book is a file; the next game finds it as it was."""
    with House(tmp_path / "house.sqlite", "sv") as book:
        book.decide("GLYTT", counts=True, at=DAY)

    with House(tmp_path / "house.sqlite", "sv") as book:
        assert book.decided("GLYTT") == (Answer.YES, "2026-11-20")


def test_languages_are_kept_apart(house: House, tmp_path: Path) -> None:
    """What is decided about a Swedish word says nothing of a Finnish one."""
    house.decide("OVI", counts=False, at=DAY)

    with House(tmp_path / "house.sqlite", "fi") as finnish:
        assert finnish.decided("OVI") is None


def test_the_lexicon_asks_no_more(house: House) -> None:
    """A doubtful word that was decided is ruled at once, and names the day."""
    house.decide("GLYTT", counts=False, at=DAY)

    with open_small() as store:
        verdict = Lexicon(store, Policy(), decided=house.decided).verdict("GLYTT")

    assert (verdict.answer, verdict.why, dict(verdict.about)) == (Answer.NO, Why.DECIDED, {"day": "2026-11-20"})


def test_a_book_that_is_none_is_said(tmp_path: Path) -> None:
    """A file that is no database is named, with what to do."""
    (tmp_path / "house.sqlite").write_bytes(b"no book" * 1000)

    with pytest.raises(WordListError, match=r"house\.sqlite.*Move the file away"):
        House(tmp_path / "house.sqlite", "sv")
