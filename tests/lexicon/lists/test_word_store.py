"""A word list's file: what is damaged, half built or something else is never asked."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_referee.lexicon.forms import Form, simplest
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.list_writer import Contents, Line, Source, write_list
from pi_referee.lexicon.lists.spelling import fold
from pi_referee.lexicon.lists.word_store import Entry, Lexeme, WordStore
from pi_referee.lexicon.policy import Policy
from pi_referee.lexicon.verdict import Why
from pi_referee.lexicon.word_validity import Lexicon

ONE = Source(1, "one", strong=True)


def write(path: Path, lines: Iterable[Line], *, name: str = "own") -> str:
    """Write a list and give its checksum."""
    contents = Contents(lines, [(1, Lexeme("katt", "n", several=False))], (ONE,))
    return write_list(path, contents, name=name, language="sv", kind="built", letters="aktern", note="")


def katt() -> list[Line]:
    """A list of three words."""
    return [
        Line("ant"),
        Line("katt", 1, ((1, Form.BASE),)),
        Line("katter", 1, ((1, Form.PLURAL), (1, Form.GENITIVE))),
    ]


def test_what_was_written_is_read(tmp_path: Path) -> None:
    """Words, sources, lexemes and forms come back as they were."""
    write(tmp_path / "own.sqlite", katt())

    with WordStore(tmp_path / "own.sqlite") as store:
        assert [store.find(word) for word in ("ant", "katt", "tant")] == [Entry(1, ()), Entry(1, ((1, 0),)), None]
        entry = store.find("katter")
        assert entry is not None
        assert {store.forms[form] for _, form in entry.readings} == {Form.PLURAL, Form.GENITIVE}
        assert (store.lexeme(1).lemma, store.about.words, store.whole()) == ("katt", 3, True)


def test_the_checksum_is_of_what_it_holds(tmp_path: Path) -> None:
    """The same words give the same checksum wherever they lie; one word more gives another."""
    first, second = (write(tmp_path / name, katt()) for name in ("a.sqlite", "b.sqlite"))
    third = write(tmp_path / "c.sqlite", [*katt(), Line("tant")])

    assert first == second != third


def test_an_interrupted_writing_leaves_the_old_list(tmp_path: Path) -> None:
    """Whoever pulls the plug in the middle finds the list as it was, and no rubbish."""

    def broken() -> Iterable[Line]:
        yield Line("ant")
        raise KeyboardInterrupt

    before = write(tmp_path / "own.sqlite", katt())
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path / "own.sqlite", broken())

    with WordStore(tmp_path / "own.sqlite") as store:
        assert store.about.checksum == before
    assert [path.name for path in tmp_path.iterdir()] == ["own.sqlite"]


class TestDamaged:
    """Files that are no whole list."""

    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        """A whole list."""
        write(tmp_path / "own.sqlite", (Line(f"kat{'a' * number}") for number in range(2, 300)))
        return tmp_path / "own.sqlite"

    def test_a_missing_list(self, tmp_path: Path) -> None:
        """A list that is not there is said to be missing."""
        with pytest.raises(WordListError, match="no word list here"):
            WordStore(tmp_path / "none.sqlite")

    def test_something_else(self, path: Path) -> None:
        """A file that is no database is no list."""
        path.write_bytes(b"these are no words " * 500)

        with pytest.raises(WordListError, match="damaged, or is no word list"):
            WordStore(path)

    def test_another_database(self, path: Path) -> None:
        """Somebody else's database is no list."""
        path.unlink()
        with closing(sqlite3.connect(path)) as other:
            other.execute("CREATE TABLE word (word TEXT)")

        with pytest.raises(WordListError, match="not a word list"):
            WordStore(path)

    def test_a_list_cut_short(self, path: Path) -> None:
        """A file that lost its end is noticed before it answers anything."""
        path.write_bytes(path.read_bytes()[:-4096])

        with pytest.raises(WordListError, match="cut short|damaged"):
            WordStore(path)

    def test_a_half_built_list(self, path: Path) -> None:
        """A list without its checksum was never finished."""
        with closing(sqlite3.connect(path)) as half:
            half.execute("DELETE FROM about WHERE name = 'checksum'")
            half.commit()

        with pytest.raises(WordListError, match="never finished"):
            WordStore(path)

    def test_a_list_of_a_newer_kind(self, path: Path) -> None:
        """A list that a newer pi-referee made is not guessed at."""
        with closing(sqlite3.connect(path)) as newer:
            newer.execute("PRAGMA user_version = 99")

        with pytest.raises(WordListError, match="newer"):
            WordStore(path)

    def test_damage_in_the_middle_is_found_by_looking(self, path: Path) -> None:
        """A look through the whole file finds a page that was written over."""
        whole = bytearray(path.read_bytes())
        at = whole.find(b"kataaaaaaaa")
        whole[at - at % 4096 : at - at % 4096 + 64] = b"\xff" * 64
        path.write_bytes(bytes(whole))

        with WordStore(path) as store:
            assert not store.whole()


@given(st.text(alphabet="abcåäöéèüąç", max_size=20))
def test_folding_twice_is_folding_once(word: str) -> None:
    """What can be laid with plain tiles is laid as it is, and no letter is lost."""
    plain = frozenset("abcdefghijklmnopqrstuvwxyzåäö")
    folded = fold(word, plain)

    assert (fold(folded, plain), len(folded)) == (folded, len(word))


def test_the_simplest_forms_are_kept() -> None:
    """Where a spelling is a base form it is nothing else; two forms of which neither is simpler both stay."""
    genitives = frozenset({Form.GENITIVE, Form.GENITIVE | Form.DEFINITE, Form.PLURAL})

    assert simplest(genitives) == (Form.PLURAL, Form.GENITIVE)


def test_a_list_of_before_still_opens(tmp_path: Path) -> None:
    """The first version marked neither names nor abbreviations; what it holds is judged as it was."""
    path = tmp_path / "own.sqlite"
    write(path, katt())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 1")

    with WordStore(path) as store:
        assert Lexicon(store, Policy()).verdict("KATT").why is Why.LISTED
