"""The family's own list: whatever way it was saved, with a report; and what is no list."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_referee.lexicon.building import own_list as importing
from pi_referee.lexicon.building.own_list import Refusal, Report, import_list, word_in
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.bundled_list import open_small
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.open_list import open_lexicon
from pi_referee.lexicon.policy import Policy
from pi_referee.lexicon.verdict import Answer, Why
from pi_referee.lexicon.verdict_texts import REFUSALS, say
from pi_referee.lexicon.word_validity import Lexicon

Write = Callable[..., Path]

SWEDISH = "åk\nkatt\nöl\nidé\nÄng\n"
POLISH = "żółw\nłódź\nśnieg\nąę\nćma\nkoń\n"


def taken(shelf: Shelf, name: str = "own") -> list[str]:
    """The words of a list on the shelf."""
    with shelf.open(name) as store:
        return list(store.words())


class TestCodings:
    """One list, saved in every usual way."""

    @pytest.mark.parametrize(
        "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1", "cp1252"]
    )
    def test_swedish(self, shelf: Shelf, words: Write, encoding: str) -> None:
        """UTF-8, UTF-16 with a mark or without, Latin-1 and Windows' page give the same words."""
        import_list(words("åk\nkatt\nöl\nidé\n" * 3, encoding=encoding), shelf, name="own")

        assert taken(shelf) == ["idé", "katt", "åk", "öl"]

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1250", "iso-8859-2"])
    def test_polish(self, shelf: Shelf, words: Write, encoding: str) -> None:
        """Polish files come in Windows' page or in Latin-2, which differ in ą, ś and ź."""
        report = import_list(words(POLISH, encoding=encoding), shelf, name="own", language="pl")

        assert taken(shelf) == sorted(POLISH.split())
        assert report.encoding.startswith(encoding[:5])

    def test_letters_in_two_parts(self, shelf: Shelf, words: Write) -> None:
        """A list saved on a Mac has Å as A and a ring; it is the same word."""
        import_list(words(unicodedata.normalize("NFD", "åk\nöl\nidé\n")), shelf, name="own")

        assert taken(shelf) == ["idé", "åk", "öl"]

    @pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
    def test_ends_of_lines(self, shelf: Shelf, words: Write, end: str) -> None:
        """Lines may end as on Windows, Linux or an old Mac."""
        import_list(words(f"katt{end}hund{end}{end}  ko  "), shelf, name="own")

        assert taken(shelf) == ["hund", "katt", "ko"]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("katt", "katt"),
        ("# a comment", ""),
        ("katt # pet", "katt"),
        ("katt\tn", "katt"),
        ("katt/AB", "katt"),
        ("  ", ""),
    ],
)
def test_what_stands_around_a_word(line: str, word: str) -> None:
    """Comments, columns and hunspell's flags are no part of the word."""
    assert word_in(line) == word


class TestReport:
    """What was taken, what was not, and why."""

    @pytest.fixture
    def report(self, shelf: Shelf, words: Write) -> Report:
        """The report on a list with every kind of line."""
        lines = "katt\nhund\nko\nkatt\nAnna\nSAOL\nkatt-hus\nMcCarthy\nк\nкот\na\n# comment\n\nko2\n" + "a" * 300 + "\n"
        return import_list(words(lines), shelf, name="own")

    def test_every_refusal_is_counted_with_examples(self, report: Report) -> None:
        """Names, abbreviations, signs, foreign letters, single letters, endless lines and repetitions."""
        assert report.refused == {
            Refusal.NAME: 1,
            Refusal.ABBREVIATION: 1,
            Refusal.SIGNS: 3,
            Refusal.FOREIGN: 2,
            Refusal.TOO_SHORT: 1,
            Refusal.TOO_LONG: 1,
            Refusal.TWICE: 1,
        }
        assert report.examples[Refusal.SIGNS] == ("katt-hus", "McCarthy", "ko2")

    def test_lines_and_words_are_counted(self, report: Report, shelf: Shelf) -> None:
        """Fifteen lines, three words."""
        assert (report.lines, report.taken, taken(shelf)) == (15, 3, ["hund", "katt", "ko"])

    def test_every_refusal_has_its_words(self) -> None:
        """Each reason can be said."""
        assert REFUSALS.keys() == set(Refusal)


@pytest.mark.parametrize("text", ["KATT\nHUND\nKO\n", "Katt\nHund\nKo\n"])
def test_capitals_mean_nothing_in_a_list_of_capitals(shelf: Shelf, words: Write, text: str) -> None:
    """A list all in capitals, or with a capital on every line, has no names that could be told by them."""
    import_list(words(text), shelf, name="own")

    assert taken(shelf) == ["hund", "katt", "ko"]


class TestRefused:
    """What is no list of words: one clear sentence, and the list that was there stays."""

    @pytest.fixture(autouse=True)
    def list_before(self, shelf: Shelf, words: Write) -> None:
        """A good list with the name already."""
        import_list(words("katt\n", name="before.txt"), shelf, name="own")

    @pytest.fixture(autouse=True)
    def list_after(self, shelf: Shelf, list_before: None) -> object:
        """Whatever happens, the good list is still in use afterwards, and nothing half done lies about."""
        yield
        assert taken(shelf) == ["katt"]
        assert sorted(path.suffix for path in (shelf.folder / "own").iterdir()) == ["", ".sqlite"]

    @pytest.mark.parametrize(
        ("content", "reason"),
        [
            (b"", "empty"),
            (b" \n\n", "empty"),
            (b"\x7fELF\x02\x01\x01\x00\x00\x00" + bytes(range(256)) * 20, "no text file"),
            (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "no text file"),
            ("кот\nсобака\nдом\n".encode(), "another alphabet"),
            (b"12\n34\n", "No line holds a word"),
            (b"a" * 1_000_000, "No line holds a word"),
            ("katt\nhund\n".encode("utf-16") + b"\x00", "utf-16"),
        ],
    )
    def test_no_list(self, shelf: Shelf, words: Write, content: bytes, reason: str) -> None:
        """An empty file, a program, a picture, another alphabet, numbers, a line of a megabyte, half a letter."""
        with pytest.raises(WordListError, match=reason) as refused:
            import_list(words(content), shelf, name="own")

        assert refused.value.cure

    def test_a_file_that_cannot_be_read(self, shelf: Shelf, tmp_path: Path) -> None:
        """A folder, or a file that is gone, is named."""
        with pytest.raises(WordListError, match="cannot be read"):
            import_list(tmp_path, shelf, name="own")

    @pytest.mark.parametrize(("name", "value"), [("kind", "all"), ("language", "xx"), ("name", "../own")])
    def test_a_wrong_wish(self, shelf: Shelf, words: Write, name: str, value: str) -> None:
        """A kind, language or name that cannot be is answered with what can."""
        wishes = {"name": "own", "kind": "forms", "language": "sv", name: value}
        with pytest.raises(WordListError):
            import_list(words("ko\n"), shelf, name=wishes["name"], kind=wishes["kind"], language=wishes["language"])


def test_a_list_of_ten_million_lines_is_refused(shelf: Shelf, tmp_path: Path) -> None:
    """No language has so many words; the file is not even read to its end."""
    with (tmp_path / "long.txt").open("w", encoding="ascii") as lines:
        for _ in range(1000):
            lines.write("katt\n" * 10_000)

    with pytest.raises(WordListError, match=f"more than {importing.MOST_LINES} lines"):
        import_list(tmp_path / "long.txt", shelf, name="own")


def test_a_megabyte_in_one_line_harms_no_other(shelf: Shelf, words: Write) -> None:
    """A line without end is one line that is not taken."""
    report = import_list(words("katt\n" + "x" * 1_000_000 + "\nko\n"), shelf, name="own")

    assert (report.lines, report.refused, taken(shelf)) == (3, {Refusal.TOO_LONG: 1}, ["katt", "ko"])


class TestAuthority:
    """What the family's list decides."""

    def test_these_forms_and_no_others(self, shelf: Shelf, words: Write) -> None:
        """A list of forms decides alone: KATTER is not in it, so it does not count."""
        import_list(words("katt\nhund\n"), shelf, name="own")
        lexicon = open_lexicon(shelf, "own", Policy())

        said = [say(verdict) for verdict in lexicon.verdicts(["KATT", "KATTER"])]
        lexicon.close()
        assert said == ["KATT is in the list own.", "KATTER is not in the list own."]

    def test_these_headwords_in_the_agreed_forms(self, shelf: Shelf, words: Write) -> None:
        """A list of headwords lets every agreed form of them count, and no other word."""
        import_list(words("katt\nula\n"), shelf, name="own", kind="headwords")
        with shelf.open("own") as own, open_small() as base:
            lexicon = Lexicon(own, Policy.agreed({"words.genitive": False}), base)
            said = {verdict.word: verdict.why for verdict in lexicon.verdicts(["KATTER", "KATTS", "HUND", "ULA"])}

        assert said == {
            "KATTER": Why.HEADWORD,
            "KATTS": Why.FORM_OFF,
            "HUND": Why.NOT_IN_OWN_LIST,
            "ULA": Why.OWN_LIST,
        }

    def test_headwords_need_the_list_that_knows_forms(self, shelf: Shelf, words: Write) -> None:
        """Without the built list nobody knows the forms, and that is said."""
        import_list(words("katt\n"), shelf, name="own", kind="headwords")

        with pytest.raises(WordListError, match="no word list 'sv'"):
            open_lexicon(shelf, "own", Policy())

    def test_an_accent_is_left_off_here_too(self, shelf: Shelf, words: Write) -> None:
        """IDE counts where the family's list has IDÉ."""
        import_list(words("idé\n"), shelf, name="own")
        lexicon = open_lexicon(shelf, "own", Policy())

        answers = [verdict.answer for verdict in lexicon.verdicts(["IDE", "IDÉ"])]
        lexicon.close()
        assert answers == [Answer.YES, Answer.YES]


class TestShelf:
    """Lists on this machine."""

    def test_an_older_edition_is_kept(self, shelf: Shelf, words: Write) -> None:
        """A game played with yesterday's list is judged by yesterday's list."""
        first = import_list(words("katt\n"), shelf, name="own")
        import_list(words("hund\n"), shelf, name="own")

        with shelf.open("own", first.checksum) as old:
            assert list(old.words()) == ["katt"]
        assert taken(shelf) == ["hund"]

    def test_a_damaged_list_is_told_among_the_others(self, shelf: Shelf, words: Write) -> None:
        """Listing the lists names what is wrong with each."""
        import_list(words("katt\n"), shelf, name="good")
        import_list(words("katt\n"), shelf, name="bad")
        shelf.path("bad").write_bytes(b"")

        assert {name: isinstance(about, WordListError) for name, about in shelf.lists()} == {"bad": True, "good": False}

    def test_a_list_that_is_not_there_is_answered_with_those_that_are(self, shelf: Shelf, words: Write) -> None:
        """Whoever mistypes a list's name sees the names."""
        import_list(words("katt\n"), shelf, name="own")

        with pytest.raises(WordListError, match="There are own"):
            shelf.open("won")


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.text(alphabet="abcåäöé", min_size=2, max_size=8), min_size=1, max_size=20),
    st.sampled_from(["utf-8", "utf-16", "latin-1"]),
)
def test_every_word_of_a_list_counts(tmp_path_factory: pytest.TempPathFactory, found: list[str], encoding: str) -> None:
    """What the family wrote down counts, however it was saved."""
    folder = tmp_path_factory.mktemp("family")
    path = folder / "words.txt"
    path.write_text("\n".join(found), encoding=encoding)
    import_list(path, Shelf(folder / "lists"), name="own")

    assert taken(Shelf(folder / "lists")) == sorted(set(found))
