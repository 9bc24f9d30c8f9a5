"""The family's own list: whatever way it was saved, with a report; and what is no list."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_referee.lexicon.building import own_list as importing
from pi_referee.lexicon.building.own_list import Refusal, Report, import_list
from pi_referee.lexicon.kept_policy import Agreement
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.bundled_list import open_small
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.lists.own_list_roles import OwnList, Role
from pi_referee.lexicon.open_list import open_lexicon
from pi_referee.lexicon.policy import Policy
from pi_referee.lexicon.sources.line_words import LineForm
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
    assert LineForm().words(line) == ((word,) if word else ())


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
            lexicon = Lexicon(base, Policy.agreed({"words.genitive": False}), own=(OwnList(own),))
            said = {verdict.word: verdict.why for verdict in lexicon.verdicts(["KATTER", "KATTS", "HUND", "ULA"])}

        assert said == {
            "KATTER": Why.HEADWORD,
            "KATTS": Why.FORM_OFF,
            "HUND": Why.NOT_IN_OWN_LIST,
            "ULA": Why.OWN_LIST,
        }

    @pytest.mark.parametrize("kind", ["forms", "headwords"])
    def test_a_game_keeps_the_list_it_agreed_on(self, shelf: Shelf, words: Write, kind: str) -> None:
        """Whatever lies beneath or over it, the family's list is what was agreed on, by its name and checksum."""
        import_list(words("katt\nhund\n", name="sv.txt"), shelf, name="sv")
        report = import_list(words("katt\n", name="own.txt"), shelf, name="own", kind=kind)
        import_list(words("ula\n", name="top.txt"), shelf, name="top", over=("own", Role.ADDS))
        with open_lexicon(shelf, "own", Policy()) as lexicon:
            kept = Agreement.of(lexicon)

        assert (kept.list, kept.checksum) == ("own", report.checksum)

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


class TestLaidOver:
    """A family's list over another: it adds, decides or removes, and each verdict names the list that said it."""

    @pytest.fixture
    def base(self, shelf: Shelf, words: Write) -> str:
        """The list beneath: a few headwords are all forms of it."""
        import_list(words("katt\nkatter\nhund\nbord\n", name="base.txt"), shelf, name="base")
        return "base"

    @pytest.mark.parametrize(
        ("role", "said"),
        [
            (Role.ADDS, {"ULA": "yes top", "HUND": "yes base", "KO": "no base"}),
            (Role.DECIDES, {"ULA": "yes top", "HUND": "no top", "KO": "no top"}),
            (Role.REMOVES, {"ULA": "no top", "HUND": "yes base", "KO": "no base"}),
        ],
    )
    def test_what_it_does(self, shelf: Shelf, words: Write, base: str, role: Role, said: dict[str, str]) -> None:
        """Missing words count, a whole dictionary decides alone, struck words no longer count."""
        import_list(words("ula\n", name="top.txt"), shelf, name="top", over=(base, role))
        with open_lexicon(shelf, base, Policy()) as lexicon:
            verdicts = lexicon.verdicts(list(said))

        assert {one.word: f"{one.answer.value} {dict(one.about).get('list', one.list)}" for one in verdicts} == said

    @pytest.mark.parametrize("word", ["ULAN", "ULOR", "ULORNAS"])
    def test_the_forms_of_a_headword_nobody_knows_are_asked(self, shelf: Shelf, words: Write, word: str) -> None:
        """ULA is a headword of theirs; which forms it has, no list tells, so the table decides on what may be one."""
        import_list(words("katt\nula\n"), shelf, name="top", kind="headwords")
        with shelf.open("top") as top, open_small() as base:
            verdict = Lexicon(base, Policy(), own=(OwnList(top),)).verdict(word)

        assert say(verdict) == (
            f"{word} may be a form of ULA in the list top, which tells no forms. The table decides."
        )

    def test_it_is_taken_off_again(self, shelf: Shelf, words: Write, base: str) -> None:
        """Taken off, the list beneath says what it said before."""
        import_list(words("ula\n", name="top.txt"), shelf, name="top", over=(base, Role.ADDS))
        shelf.lay_over(base, "top", "")
        with open_lexicon(shelf, base, Policy()) as lexicon:
            assert lexicon.verdict("ULA").answer is Answer.NO

    def test_the_uppermost_speaks_first(self, shelf: Shelf, words: Write, base: str) -> None:
        """Of two that say something of a word, the one laid last is believed."""
        import_list(words("ula\n", name="one.txt"), shelf, name="one", over=(base, Role.ADDS))
        import_list(words("ula\n", name="two.txt"), shelf, name="two", over=(base, Role.REMOVES))
        with open_lexicon(shelf, base, Policy()) as lexicon:
            assert lexicon.verdict("ULA").why is Why.REMOVED

    def test_what_the_house_decided_wins_over_a_list_that_lacks_a_word(
        self, shelf: Shelf, words: Write, base: str
    ) -> None:
        """Even over a list that decides alone, the house's own word about what it lacks comes first."""
        import_list(words("ula\n", name="top.txt"), shelf, name="top", over=(base, Role.DECIDES))
        decided = {"KO": (Answer.YES, "2026-11-20")}.get
        with open_lexicon(shelf, base, Policy()).with_house(decided) as lexicon:
            assert lexicon.verdict("KO").why is Why.DECIDED

    def test_it_has_the_language_of_what_lies_beneath(self, shelf: Shelf, words: Write) -> None:
        """Whatever is said or not said of its language, a list over a Polish one is Polish: ŻÓŁW is not ZOLW."""
        import_list(words("kot\n", name="pl.txt"), shelf, name="base", language="pl")
        import_list(words("żółw\n", name="top.txt"), shelf, name="top", over=("base", Role.ADDS))
        with open_lexicon(shelf, "base", Policy()) as lexicon:
            answers = [lexicon.verdict(word).answer for word in ("ŻÓŁW", "ZOLW")]

        assert answers == [Answer.YES, Answer.NO]

    def test_there_must_be_a_list_beneath(self, shelf: Shelf, words: Write) -> None:
        """Laid over a list that is not there, nothing is imported, and the lists there are are named."""
        with pytest.raises(WordListError, match="no word list 'sv'"):
            import_list(words("ula\n"), shelf, name="top", over=("sv", Role.ADDS))
        assert shelf.names() == ()


class TestFilesAsTheyAre:
    """Files as families have them."""

    @pytest.mark.parametrize(
        "text",
        [
            "fot 1\nfot 2\ntåg 1\ntåg 2\nål\n",
            "1 fot\n2 fot\ntåg\nål\n",
            "¹fot\ntåg²\nål\n",
            "fot (1)\nfot (2)\ntåg\nål\n",
            "fot;substantiv;-en\ntåg;substantiv;-et\nål;substantiv;-en\n",
            "fot,subst.,n\ntåg,subst.,n\nål,subst.,n\n",
            '"fot","subst."\n"tåg","subst."\n"ål","subst."\n',
            "fot  subst.  -en\ntåg  subst.  -et\nål   subst.  -en\n",
            "1;fot;n\n2;tåg;n\n3;ål;n\n",
            "\u201dfot\u201d\n\u201dtåg\u201d\n\u00bbål\u00ab\n",
            "\u00a0fot\u00a0\ntåg\u00a01\nål\u00a0\n",
            "fot\u00ad\ntå\u00b7g\n|ål\n",
            "fot\ntåg\nål\n\x1a",
            "1\tfot\t7\n2\ttåg\t8\n3\tål\t9\n",
            "\tfot\n\ttåg\n\tål\n",
            "1fot\n2. tåg\nål.2\n",
            "fot:1\ntåg_2\n\u202aål\u202c\n",
        ],
    )
    def test_the_words_are_found(self, shelf: Shelf, words: Write, text: str) -> None:
        """Homonyms' numbers, columns, quotes, no-break blanks, joints and an old end of file are no part of a word."""
        import_list(words(text), shelf, name="own")

        assert taken(shelf) == ["fot", "tåg", "ål"]

    @pytest.mark.parametrize("parted", [" ", ", ", ";", "\t", "|"])
    @pytest.mark.parametrize("wide", [12, 900], ids=["rows", "one endless line"])
    def test_a_table_of_words_is_read_whole(self, shelf: Shelf, words: Write, parted: str, wide: int) -> None:
        """Where lines hold nothing but words, hardly one twice, all of them are taken, however long a line is."""
        every = [first + vowel + last for first in "bdfghklmnprstv" for vowel in "aeiouyåäö" for last in "dglmnrst"]
        rows = [every[at : at + wide] for at in range(0, 900, wide)]
        import_list(words("\n".join(parted.join(row) for row in rows)), shelf, name="own")

        assert taken(shelf) == sorted(every[:900])

    def test_a_row_of_headwords_is_refused_and_one_of_forms_is_its_first(self, shelf: Shelf, words: Write) -> None:
        """Whether four words on a line are headwords nobody can tell; in columns the first is the headword."""
        row = "katt katten katter katterna\nhund hunden hundar hundarna\n"
        with pytest.raises(WordListError, match="Several words stand on each line"):
            import_list(words(row), shelf, name="own", kind="headwords")
        import_list(words(row.replace(" ", ";")), shelf, name="own", kind="headwords")

        assert taken(shelf) == ["hund", "katt"]

    def test_what_is_told_of_a_word_is_none(self, shelf: Shelf, words: Write) -> None:
        """A word with what it means, or its translations, is no row of words: the first column counts."""
        told = "".join(f"{word} ett djur som lever där\n" for word in ("kodi", "räv", "älg", "uggla"))
        import_list(words(told), shelf, name="own")

        assert taken(shelf) == ["kodi", "räv", "uggla", "älg"]

    def test_letters_in_brackets_may_be_left_out(self, shelf: Shelf, words: Write) -> None:
        """A dictionary writes two words as one: vatten(s)kran."""
        import_list(words("vatten(s)kran\n"), shelf, name="own")

        assert taken(shelf) == ["vattenkran", "vattenskran"]

    @pytest.mark.parametrize("encoding", ["cp850", "mac_roman", "cp1252", "latin-1"])
    @pytest.mark.parametrize("language", ["sv", "fi", "de"])
    def test_old_codings_are_known_by_their_letters(
        self, shelf: Shelf, words: Write, encoding: str, language: str
    ) -> None:
        """DOS and old Macs write å, ä and ö otherwise; which it was is told by what comes out as letters."""
        text = {"sv": "åker\nräka\nhöst\nöar\nmå\n", "fi": "äiti\nyö\nhäät\ntyö\n", "de": "öl\nmüde\nstraße\n"}
        import_list(words(text[language], encoding=encoding), shelf, name="own", language=language)

        assert taken(shelf) == sorted(text[language].split())

    @pytest.mark.parametrize("encoding", ["cp852", "cp1250", "iso-8859-2"])
    def test_old_polish_codings(self, shelf: Shelf, words: Write, encoding: str) -> None:
        """So it is with Polish."""
        import_list(words(POLISH, encoding=encoding), shelf, name="own", language="pl")

        assert taken(shelf) == sorted(POLISH.split())

    @pytest.mark.parametrize("other", ["latin-1", "cp850"])
    def test_two_codings_in_one_file_are_refused(self, shelf: Shelf, words: Write, other: str) -> None:
        """A file put together from two that were saved otherwise is not half guessed."""
        half = "åker\nräka\nhöst\nöar\nmåne\n"
        with pytest.raises(WordListError, match="not coded alike") as refused:
            import_list(words((half * 20).encode() + (half * 20).encode(other)), shelf, name="own")

        assert "over the other" in refused.value.cure

    def test_a_coding_nobody_can_tell_is_answered_with_what_to_choose(self, shelf: Shelf, words: Write) -> None:
        """Bytes that are letters in no page of the language are not guessed: the sentence names what to choose."""
        with pytest.raises(WordListError, match="Nobody can tell") as refused:
            import_list(words("кот\nсобака\n", encoding="cp1251"), shelf, name="own")

        assert "UTF-8" in refused.value.cure

    def test_german_nouns_are_no_names(self, shelf: Shelf, words: Write) -> None:
        """German writes nouns with a capital; what is all capitals is an abbreviation all the same."""
        report = import_list(words("Haus\ngehen\nStraße\nUSA\n"), shelf, name="own", language="de")

        assert (taken(shelf), report.refused) == (["gehen", "haus", "straße"], {Refusal.ABBREVIATION: 1})


class TestSpelling:
    """A word as it is laid with a game's tiles."""

    @pytest.mark.parametrize(
        ("language", "listed", "laid"),
        [
            ("ro", "casă", "CASA"),
            ("ro", "înțeles", "INTELES"),
            ("ro", "\u015fi", "SI"),
            ("ro", "\u0163ară", "TARA"),
            ("de", "Straße", "STRASSE"),
            ("de", "GRO\u1e9e", "GROSS"),
            ("en", "naïve", "NAIVE"),
            ("en", "\ufb01sh", "FISH"),
            ("sv", "crème", "CREME"),
            ("sv", "smørrebrød", "SMORREBROD"),
            ("pl", "żółw", "ŻÓŁW"),
        ],
    )
    def test_it_counts_as_it_is_laid(self, shelf: Shelf, words: Write, language: str, listed: str, laid: str) -> None:
        """Letters that a language's games have no tile for are laid as the plainer ones."""
        import_list(words(f"{listed}\n"), shelf, name="own", language=language)
        with open_lexicon(shelf, "own", Policy()) as lexicon:
            assert lexicon.verdict(laid).answer is Answer.YES

    @pytest.mark.parametrize(("tiles", "answer"), [("ABCS", Answer.YES), ("ABCSĂ", Answer.NO)])
    def test_a_letter_with_a_tile_is_never_folded(self, shelf: Shelf, words: Write, tiles: str, answer: Answer) -> None:
        """In a game that has a tile for Ă, CASA is not CASĂ."""
        import_list(words("casă\n"), shelf, name="own", language="ro")
        with open_lexicon(shelf, "own", Policy.agreed({}, tiles)) as lexicon:
            assert lexicon.verdict("CASA").answer is answer


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
