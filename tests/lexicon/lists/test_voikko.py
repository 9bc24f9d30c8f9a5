"""Finnish by Voikko: what its analyses mean, and the booklet's words where it is built."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from pi_referee.lexicon.forms import Form
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.lists.voikko import Voikko, VoikkoList, form_of
from pi_referee.lexicon.lists.word_store import About
from pi_referee.lexicon.open_list import open_list
from pi_referee.lexicon.policy import Policy
from pi_referee.lexicon.verdict import Answer, Why
from pi_referee.lexicon.word_validity import Lexicon

ABOUT = About("fi", "fi", "voikko", "abcdefghijklmnopqrstuvwxyzåäö", 0, "0")


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
        (
            "öljylamppukauppa",
            told("öljylamppukauppa", WORDBASES="+öljy(öljy)+lamppu(lamppu)+kauppa(kauppa)"),
            Form.COMPOUND,
        ),
        ("juostu", told("juostu", WORDBASES="+juos(juosta)+t+u(+u)"), Form.BASE),
    ],
)
def test_an_analysis_is_a_form(word: str, analysis: Mapping[str, str], form: Form) -> None:
    """Cases, endings, tenses and parts of compounds become forms that a table can agree on."""
    assert form_of(word, analysis) == form


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
            "öljylamppukauppa": (told("öljylamppukauppa", WORDBASES="+a(a)+b(b)+c(c)"),),
            "kg": (told("kg", CLASS="lyhenne"),),
        }
        return known.get(word, ())

    def close(self) -> None:
        """Close nothing."""


@pytest.mark.parametrize(
    ("word", "answer", "why"),
    [
        ("KUUSI", Answer.YES, Why.LISTED),
        ("HELSINKI", Answer.NO, Why.UNLISTED),
        ("XX", Answer.NO, Why.UNLISTED),
        ("ÖLJYLAMPPUKAUPPA", Answer.ASK, Why.FORM_ASKED),
        ("KG", Answer.NO, Why.ABBREVIATION_OFF),
        ("KUUSIX", Answer.NO, Why.UNLISTED),
    ],
)
def test_verdicts_by_analyses(word: str, answer: Answer, why: Why) -> None:
    """Names and Roman numbers are no words; a compound of three is for the table."""
    verdict = Lexicon(VoikkoList(ABOUT, Dictionary()), Policy()).verdict(word)

    assert (verdict.answer, verdict.why) == (answer, why)


def test_the_readings_that_count_come_first() -> None:
    """KUUSI is a spruce and a six; your moon only where possessive endings count."""
    lexicon = Lexicon(VoikkoList(ABOUT, Dictionary()), Policy.agreed({"words.cases": False}))

    assert [reading.lemma for reading in lexicon.verdict("KUUSI").readings] == ["KUUSI", "KUUSI", "KUU"]


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

    @pytest.mark.parametrize("word", ["HELSINKI", "KG", "XX", "KELLOX"])
    def test_what_is_no_word_does_not(self, finnish: Lexicon, word: str) -> None:
        """Names, abbreviations and Roman numbers do not count."""
        assert finnish.verdict(word).answer is Answer.NO
