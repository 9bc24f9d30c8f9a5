"""Finnish by Voikko: what its analyses mean, and the booklet's words where it is built."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from pi_referee.lexicon.forms import Form
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.lists.list_writer import Contents, Line, Source, write_list
from pi_referee.lexicon.lists.voikko import Voikko, VoikkoList, form_of
from pi_referee.lexicon.lists.word_store import NAME, WordStore
from pi_referee.lexicon.open_list import open_list
from pi_referee.lexicon.policy import Policy
from pi_referee.lexicon.verdict import Answer, Why
from pi_referee.lexicon.word_validity import Lexicon

LETTERS = "abcdefghijklmnopqrstuvwxyzåäö"


def told(word: str, **keys: str) -> Mapping[str, str]:
    """An analysis as Voikko gives it; a noun in the nominative unless it says otherwise."""
    return {"BASEFORM": word, "CLASS": "nimisana", "SIJAMUOTO": "nimento", "NUMBER": "singular", **keys}


@pytest.mark.parametrize(
    ("word", "analysis", "form"),
    [
        ("kissa", told("kissa", WORDBASES="+kissa(kissa)"), Form.BASE),
        ("kissan", told("kissa", SIJAMUOTO="omanto"), Form.GENITIVE),
        ("kissat", told("kissa", NUMBER="plural"), Form.PLURAL),
        (
            "kissoissani",
            told("kissa", NUMBER="plural", SIJAMUOTO="sisaolento", POSSESSIVE="1s"),
            Form.PLURAL | Form.CASE | Form.POSSESSIVE,
        ),
        ("kissakin", told("kissa", FOCUS="kin"), Form.CLITIC),
        ("isompi", told("iso", COMPARISON="comparative"), Form.COMPARATIVE),
        (
            "juoksen",
            {"BASEFORM": "juosta", "MOOD": "indicative", "TENSE": "present_simple", "PERSON": "1"},
            Form.PRESENT,
        ),
        ("söi", {"BASEFORM": "syödä", "MOOD": "indicative", "TENSE": "past_imperfective", "PERSON": "3"}, Form.PAST),
        (
            "syödään",
            {"BASEFORM": "syödä", "MOOD": "indicative", "TENSE": "present_simple", "PERSON": "4"},
            Form.PRESENT | Form.PASSIVE,
        ),
        ("syö", {"BASEFORM": "syödä", "MOOD": "imperative", "PERSON": "2"}, Form.IMPERATIVE),
        ("söisi", {"BASEFORM": "syödä", "MOOD": "conditional", "PERSON": "3"}, Form.PERSON),
        ("syönyt", told("syödä", PARTICIPLE="past_active"), Form.PAST_PARTICIPLE),
        ("kg", told("kg", CLASS="lyhenne"), Form.ABBREVIATION),
        ("enkelikello", told("enkelikello", WORDBASES="+enkeli(enkeli)+kello(kello)"), Form.BASE),
        ("nopeasti", told("nopea", FSTOUTPUT="[Ll][Xp]nopea[X]nopea[Ssti]sti"), Form.BASE),
        ("juostu", told("juostu", WORDBASES="+juos(juosta)+t+u(+u)"), Form.BASE),
    ],
)
def test_an_analysis_is_a_form(word: str, analysis: Mapping[str, str], form: Form) -> None:
    """Cases, endings, tenses and parts of compounds become forms that a table can agree on."""
    assert form_of(word, analysis) == form


JOINED, DERIVED = "[Ln][Xp]a[X]a[Bh][Bc][Ln][Xp]b[X]b", "[Ln][Xp]a[X]a[Ll][Xj]inen[X]i"
"""How Voikko writes what its rules join and derive."""


class Dictionary(Voikko):
    """A dictionary of a few words, in the place of Voikko's: an inheritor that never opens a library."""

    def __init__(self) -> None:
        """Open nothing."""

    def analyses(self, word: str) -> tuple[Mapping[str, str], ...]:
        """What Voikko says of these words."""
        known = {
            "kuusi": (told("kuusi"), told("kuu", POSSESSIVE="2s"), told("kuusi", CLASS="lukusana")),
            "helsinki": (told("Helsinki", CLASS="paikannimi"),),
            "xx": (told("xx", CLASS="lukusana", FSTOUTPUT="[Lur][Xr]qq[X]xx"),),
            "kissatalo": (told("kissatalo", WORDBASES="+kissa(kissa)+talo(talo)", FSTOUTPUT=JOINED),),
            "kirjahylly": (told("kirjahylly", WORDBASES="+kirja(kirja)+hylly(hylly)", FSTOUTPUT=JOINED),),
            "kirjahyllyt": (told("kirjahylly", NUMBER="plural", WORDBASES="+a(a)+b(b)", FSTOUTPUT=JOINED),),
            "seinäjoki": (
                told("seinäjoki", WORDBASES="+seinä(seinä)+joki(joki)", FSTOUTPUT=JOINED),
                told("Seinäjoki", CLASS="paikannimi"),
            ),
            "järvinen": (
                told("Järvinen", CLASS="sukunimi"),
                told("järvinen", CLASS="laatusana", FSTOUTPUT=DERIVED),
            ),
            "kg": (told("kg", CLASS="lyhenne"),),
            "päätään": (told("pää", SIJAMUOTO="osanto", WORDBASES="+a(a)+b(b)", FSTOUTPUT=JOINED),),
        }
        return known.get(word, ())

    def close(self) -> None:
        """Close nothing."""


@pytest.fixture
def beside(tmp_path: Path) -> Iterator[WordStore]:
    """The words a dictionary has beside Voikko: a compound, a word that Voikko lacks, a name."""
    lines = (Line("isi", 2), Line("kirjahylly", 2), Line("musa", 6), Line("porvoo", NAME), Line("päätään", 2))
    sources = (Source(1, "Voikko", strong=True), Source(2, "Wiktionary", strong=False), Source(4, "x", strong=False))
    path = tmp_path / "fi.sqlite"
    write_list(path, Contents(lines, (), sources), name="fi", language="fi", kind="voikko", letters=LETTERS, note="")
    with WordStore(path) as store:
        yield store


@pytest.mark.parametrize(
    ("word", "answer", "why"),
    [
        ("KUUSI", Answer.YES, Why.LISTED),
        ("HELSINKI", Answer.NO, Why.NAME),
        ("PORVOO", Answer.NO, Why.NAME),
        ("XX", Answer.ASK, Why.UNLISTED_ASKED),
        ("KISSATALO", Answer.ASK, Why.COMPOUND_ASKED),
        ("SEINÄJOKI", Answer.ASK, Why.COMPOUND_ASKED),
        ("JÄRVINEN", Answer.ASK, Why.UNLISTED_ASKED),
        ("KIRJAHYLLY", Answer.YES, Why.LISTED),
        ("KIRJAHYLLYT", Answer.YES, Why.LISTED),
        ("ISI", Answer.ASK, Why.WEAK),
        ("MUSA", Answer.YES, Why.LISTED),
        ("PÄÄTÄÄN", Answer.YES, Why.LISTED),
        ("KG", Answer.NO, Why.ABBREVIATION_OFF),
        ("KUUSIX", Answer.ASK, Why.UNLISTED_ASKED),
    ],
)
def test_verdicts_by_analyses(beside: WordStore, word: str, answer: Answer, why: Why) -> None:
    """Names do not count; what only Voikko's rules make is for the table, unless a dictionary has it as well."""
    verdict = Lexicon(VoikkoList(beside, Dictionary()), Policy()).verdict(word)

    assert (verdict.answer, verdict.why) == (answer, why)


@pytest.mark.parametrize(
    ("agreed", "answer"), [({}, Answer.ASK), ({"words.compounds": "listed"}, Answer.NO)], ids=["asked", "listed"]
)
def test_a_switch_says_what_becomes_of_made_up_compounds(
    beside: WordStore, agreed: dict[str, str], answer: Answer
) -> None:
    """KISSATALO, a cat's house, is asked about or is no word, and its parts are named."""
    verdict = Lexicon(VoikkoList(beside, Dictionary()), Policy.agreed(agreed)).verdict("KISSATALO")

    assert (verdict.answer, verdict.parts) == (answer, ("KISSA", "TALO"))


def test_the_readings_that_count_come_first(beside: WordStore) -> None:
    """KUUSI is a spruce and a six; your moon only where possessive endings count."""
    lexicon = Lexicon(VoikkoList(beside, Dictionary()), Policy.agreed({"words.cases": False}))

    assert [reading.lemma for reading in lexicon.verdict("KUUSI").readings] == ["KUUSI", "KUUSI", "KUU"]


def test_every_word_has_one_number_however_many_come(beside: WordStore) -> None:
    """What was seen before is found again by its number, and nothing is kept twice."""
    found = VoikkoList(beside, Dictionary())
    first = [found.find(word) for word in ("kuusi", "kirjahylly", "isi")]

    assert [found.find(word) for word in ("kuusi", "kirjahylly", "isi")] == first
    assert found.lexeme(first[1].readings[0][0]).lemma == "kirjahylly" if first[1] else False


@pytest.fixture(scope="module")
def finnish(finnish_folder: Path) -> Iterator[Lexicon]:
    """The Finnish lexicon."""
    store = open_list(Shelf(finnish_folder), "fi")
    yield Lexicon(store, Policy())
    store.close()


class TestBuilt:
    """Voikko itself, where the Finnish list is built."""

    @pytest.mark.parametrize("word", ["KELLO", "OVI", "ENKELIKELLO", "TIE", "EI", "NE", "KISSOISSANI"])
    def test_words_of_the_booklet_count(self, finnish: Lexicon, word: str) -> None:
        """The Finnish booklet's own examples are words."""
        assert finnish.verdict(word).answer is Answer.YES

    @pytest.mark.parametrize("word", ["HELSINKI", "KG", "XX", "KELLOX", "SEINÄJOKI", "JÄRVINEN", "KISSATALO"])
    def test_what_is_no_word_does_not(self, finnish: Lexicon, word: str) -> None:
        """Names, abbreviations, Roman numbers and what two words make together do not count by themselves."""
        assert finnish.verdict(word).answer is not Answer.YES
