"""Whether two words are one: same, different, or for the table (K04)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from pi_referee.lexicon.lists.word_store import WordStore
from pi_referee.lexicon.policy import Policy
from pi_referee.lexicon.same_word import Kin, kinship
from pi_referee.lexicon.word_validity import Lexicon

Table = Callable[..., Lexicon]


def building_pairs() -> list[tuple[str, str, Kin]]:
    """A hundred words built on words, with their answers by hand, written before any code was run on them."""
    lines = Path(__file__).with_name("building_pairs.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [(row[0], row[1], Kin(row[2])) for row in rows]


def pairs() -> list[tuple[str, str, Kin, str]]:
    """The pairs whose answers were written down by hand before any code was run on them."""
    lines = Path(__file__).with_name("pairs.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [(row[0], row[1], Kin(row[2]), row[3]) for row in rows]


@pytest.mark.parametrize(
    ("first", "second", "kin"),
    [
        ("KATT", "KATTER", Kin.SAME),
        ("KATT", "BESKATTA", Kin.DIFFERENT),
        ("KATT", "KATTA", Kin.DIFFERENT),
        ("KÖR", "KÖRA", Kin.ASK),
        ("LE", "LEDER", Kin.DIFFERENT),
        ("KO", "KOR", Kin.ASK),
        ("LUVA", "KUL", Kin.DIFFERENT),
        ("KATT", "GLYTT", Kin.ASK),
        ("KATT", "ULA", Kin.ASK),
        ("KATT", "KATT", Kin.SAME),
    ],
)
def test_two_words_by_their_lexemes(table: Table, first: str, second: str, kin: Kin) -> None:
    """The booklet's own examples, a rumour, an unknown word, and a word with itself."""
    assert kinship(table(), first, second).kin is kin


def test_it_is_the_same_from_both_sides(table: Table) -> None:
    """What A is to B, B is to A."""
    lexicon = table()

    assert [kinship(lexicon, b, a).kin for a, b, *_ in pairs()] == [kinship(lexicon, a, b).kin for a, b, *_ in pairs()]


def test_the_table_sees_the_readings(table: Table) -> None:
    """Where it is asked, the table is shown how each word can be read."""
    found = kinship(table(), "KÖR", "KÖRA")

    assert {reading.lemma for reading in found.readings[0]} == {"KÖR", "KÖRA"}


def test_forbidden_forms_are_no_readings(table: Table) -> None:
    """Where tenses are off, KÖR can only be the choir, so KÖRA is another word."""
    assert kinship(table(words__tenses=False), "KÖR", "KÖRA").kin is Kin.DIFFERENT


def test_without_a_list_the_table_decides(table: Table) -> None:
    """No list, or one that breaks meanwhile, says nothing of two words."""
    broken = table()
    broken.close()

    assert [kinship(lexicon, "KATT", "KATTER").kin for lexicon in (Lexicon(None, Policy()), broken)] == [Kin.ASK] * 2


def test_there_are_two_hundred_pairs_half_of_them_hard() -> None:
    """At least two hundred pairs, at least half of them short words and homographs, each once."""
    found = pairs()

    assert len({frozenset(pair[:2]) for pair in found}) == len(found) >= 200
    assert sum(part == "short" for *_, part in found) >= len(found) / 2


class TestBuilt:
    """The pairs on the really built Swedish list."""

    def test_no_wrong_same_and_no_wrong_different(self, swedish: WordStore) -> None:
        """Whatever is said without asking is right."""
        lexicon = Lexicon(swedish, Policy())
        said = [(a, b, kin, kinship(lexicon, a, b).kin) for a, b, kin, _ in pairs()]

        assert [row for row in said if row[3] not in {row[2], Kin.ASK}] == []

    def test_it_seldom_asks_in_vain(self, swedish: WordStore) -> None:
        """Nothing that is different is asked about, and at most a third of what is the same."""
        lexicon = Lexicon(swedish, Policy())
        said = Counter((kin, kinship(lexicon, a, b).kin) for a, b, kin, _ in pairs())

        assert said[Kin.DIFFERENT, Kin.ASK] == 0
        assert said[Kin.SAME, Kin.ASK] <= (said[Kin.SAME, Kin.SAME] + said[Kin.SAME, Kin.ASK]) / 3

    def test_words_built_on_words(self, swedish: WordStore) -> None:
        """Of a hundred words built on others, at most seven are decided otherwise than by hand."""
        lexicon = Lexicon(swedish, Policy())
        said = [(kin, kinship(lexicon, a, b).kin) for a, b, kin in building_pairs()]

        assert len(said) == 100
        assert sum(kin is not by_hand and kin is not Kin.ASK for by_hand, kin in said) <= 7
