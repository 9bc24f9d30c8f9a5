"""What the list says of a word, and why."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_referee.lexicon.lists.bundled_list import open_small
from pi_referee.lexicon.policy import Policy
from pi_referee.lexicon.verdict import Answer, Verdict, Why
from pi_referee.lexicon.verdict_texts import say
from pi_referee.lexicon.word_validity import Lexicon

Table = Callable[..., Lexicon]


def told(verdict: Verdict) -> tuple[str, str]:
    """A verdict's answer and sentence."""
    return verdict.answer.value, say(verdict)


def test_a_listed_word_counts(table: Table) -> None:
    """A word of the list counts, and the reason names its lemma and form."""
    assert told(table().verdict("KATTER")) == ("yes", "KATTER: plural of KATT.")


def test_a_genitive_is_refused_where_genitives_are_off(table: Table) -> None:
    """KATTENS is the genitive of KATT; a child is told that genitives are off."""
    lexicon = table(words__genitive=False)

    assert told(lexicon.verdict("KATTENS")) == ("no", "KATTENS: genitive of KATT; genitives are off.")


def test_one_allowed_reading_is_enough(table: Table) -> None:
    """KÖR is the present of KÖRA and a choir; where tenses are off it still counts, as the choir."""
    verdict = table(words__tenses=False).verdict("KÖR")

    assert (verdict.answer, verdict.readings[0].kind) == (Answer.YES, "n")


@pytest.mark.parametrize("word", ["katter", "Katter", " KATTER ", "KATTER"])
def test_capitals_and_blanks_around_mean_nothing(table: Table, word: str) -> None:
    """A word is the same however it is typed."""
    assert table().verdict(word).word == "KATTER"


def test_a_decomposed_letter_is_its_letter(table: Table) -> None:
    """Å typed as A and a ring is Å."""
    assert table().verdict("BA\N{COMBINING RING ABOVE}T").answer is Answer.YES


@pytest.mark.parametrize("word", ["ULA", "DO", "EH", "MINI", "QZXJ"])
def test_a_list_that_is_not_the_dictionary_says_no_to_no_word_it_merely_lacks(table: Table, word: str) -> None:
    """What a built list lacks may stand in SAOL all the same: the table looks there and decides."""
    sentence = f"{word} is not in the list small-sv, which is not SAOL: look there. The table decides."

    assert told(table().verdict(word)) == ("ask", sentence)


def test_a_table_may_let_only_listed_words_count(table: Table) -> None:
    """Where it is agreed so, the list is taken for the dictionary."""
    sentence = "ULA is not in the list small-sv, and only listed words count here."

    assert told(table(words__unlisted="no").verdict("ULA")) == ("no", sentence)


def test_an_unlisted_compound_is_asked_about_with_its_parts(table: Table) -> None:
    """KATTHUS is not listed; the table sees that it looks like KATT + HUS, and decides."""
    verdict = table().verdict("KATTHUS")

    assert (verdict.answer, verdict.why, verdict.parts) == (Answer.ASK, Why.COMPOUND_ASKED, ("KATT", "HUS"))


def test_a_linking_s_is_seen_through(table: Table) -> None:
    """TIDSBORD would be TID + BORD; the s that links them belongs to neither."""
    assert table().verdict("TIDSBORD").parts == ("TID", "BORD")


def test_a_table_may_let_only_listed_compounds_count(table: Table) -> None:
    """Where it is agreed so, an unlisted compound is no word."""
    verdict = table(words__compounds="listed").verdict("KATTHUS")

    assert (verdict.answer, verdict.why, verdict.parts) == (Answer.NO, Why.COMPOUND, ("KATT", "HUS"))


def test_a_rumour_is_for_the_table(table: Table) -> None:
    """A word only one weaker source knows is neither yes nor no."""
    assert told(table().verdict("GLYTT")) == ("ask", "GLYTT is known only to hearsay. The table decides.")


@pytest.mark.parametrize(("course", "answer"), [("yes", Answer.YES), ("no", Answer.NO)])
def test_a_table_may_settle_rumours_beforehand(table: Table, course: str, answer: Answer) -> None:
    """Whether rumours count can be agreed on."""
    assert table(words__weak=course).verdict("GLYTT").answer is answer


def test_no_part_of_a_hint_is_a_rumour(table: Table) -> None:
    """A compound with a part that only hearsay knows is no compound for the hint."""
    assert table().verdict("GLYTTHUS").parts == ()


def test_a_word_without_a_vowel_is_for_the_table(table: Table) -> None:
    """MM may be a word or an abbreviation; nobody but the table can say."""
    assert table().verdict("MM").why is Why.VOWELLESS


def test_abbreviations_do_not_count(table: Table) -> None:
    """KG is an abbreviation (RULES.md, names and punctuation)."""
    assert told(table().verdict("KG")) == ("no", "KG is an abbreviation; abbreviations are off.")


@pytest.mark.parametrize(("course", "answer"), [("ask", Answer.ASK), ("yes", Answer.ASK), ("no", Answer.NO)])
def test_abbreviations_are_a_switch(table: Table, course: str, answer: Answer) -> None:
    """With yes it counts like any word; KG has no vowel, so the table is still asked."""
    assert table(words__abbreviations=course).verdict("KG").answer is answer


@pytest.mark.parametrize("word", ["KATT-HUS", "D'ARTAGNAN", "K9", "", "A B"])
def test_words_are_of_letters_only(table: Table, word: str) -> None:
    """Hyphens, apostrophes, digits and blanks make no words."""
    assert table().verdict(word).why is Why.NOT_A_WORD


def test_one_letter_is_no_word(table: Table) -> None:
    """Ö is in the list, but a word has at least two letters (A25)."""
    assert table().verdict("Ö").why is Why.TOO_SHORT


class TestAccents:
    """Letters with accents, which no tile has."""

    def test_an_accent_is_left_off(self, table: Table) -> None:
        """IDÉ is laid as IDE, and both are the same word."""
        assert [table().verdict(word).readings[0].lemma for word in ("IDE", "IDÉ", "IDÉER")] == ["IDÉ"] * 3

    def test_a_table_may_want_them_exact(self, table: Table) -> None:
        """Where accents are exact, IDE is not IDÉ."""
        exact = table(words__accents="exact")

        assert (exact.verdict("IDE").answer, exact.verdict("IDÉ").answer) == (Answer.ASK, Answer.YES)

    def test_dots_and_rings_are_letters(self, table: Table) -> None:
        """Å, Ä, Ö and Ü are never A, O and U: BAT is not BÅT, MUSLI not MÜSLI."""
        assert [table().verdict(word).answer for word in ("BAT", "MUSLI", "MÜSLI")] == [
            Answer.ASK,
            Answer.ASK,
            Answer.YES,
        ]


class TestTiles:
    """Letters for which the game has no tile."""

    SWEDISH = "ABCDEFGHIJKLMNOPQRSTUVXYZÅÄÖ"

    def test_a_blank_may_stand_for_them(self, table: Table) -> None:
        """Alfapet has no W; with a blank WOK and MÜSLI can be laid."""
        assert table(tiles=self.SWEDISH).verdict("MÜSLI").answer is Answer.YES

    def test_or_they_never_count(self, table: Table) -> None:
        """Where it is agreed so, a word with such a letter does not count, and the letter is named."""
        lexicon = table(tiles=self.SWEDISH, words__letters_without_tile="never")

        assert told(lexicon.verdict("MÜSLI")) == ("no", "MÜSLI has letters this game has no tile for: Ü.")

    def test_letters_with_tiles_are_no_matter(self, table: Table) -> None:
        """QUIZ can be laid in Alfapet, which has a Q."""
        assert table(tiles=self.SWEDISH, words__letters_without_tile="never").verdict("QUIZ").answer is Answer.YES


class TestHouse:
    """What the house once decided."""

    def test_a_decision_answers_what_the_list_leaves_open(self, table: Table) -> None:
        """A doubtful word that the house decided is not asked about again."""
        lexicon = table(decided=lambda _word: (Answer.YES, "2026-11-20"))

        assert told(lexicon.verdict("GLYTT")) == ("yes", "GLYTT: this house decided it on 2026-11-20.")

    @pytest.mark.parametrize(("word", "switch"), [("ULA", "words.unlisted"), ("KATTHUS", "words.compounds")])
    @pytest.mark.parametrize("agreed", [True, False])
    def test_a_decision_wins_over_what_the_list_merely_lacks(
        self, table: Table, word: str, switch: str, agreed: bool
    ) -> None:
        """Whether the list would ask or say no: a word or compound it lacks is as the house decided."""
        strict = {"words.unlisted": "no", "words.compounds": "listed"}[switch]
        lexicon = table(decided=lambda _word: (Answer.YES, "2026-11-20"), **({switch: strict} if agreed else {}))

        assert lexicon.verdict(word).why is Why.DECIDED

    @pytest.mark.parametrize(("word", "answer"), [("KATT", Answer.YES), ("KG", Answer.NO), ("KATTENS", Answer.NO)])
    def test_a_decision_overrules_nothing_the_list_knows(self, table: Table, word: str, answer: Answer) -> None:
        """A listed word, an abbreviation and a form that was not agreed on are not the house's to decide."""
        other = Answer.NO if answer is Answer.YES else Answer.YES
        lexicon = table(decided=lambda _word: (other, "2026-11-20"), words__genitive=False)

        assert lexicon.verdict(word).answer is answer


class TestNoList:
    """The game goes on."""

    def test_without_a_list_the_table_decides(self) -> None:
        """Where there is no list, every word is asked about."""
        verdict = Lexicon(None, Policy()).verdict("KATT")

        assert told(verdict) == ("ask", "There is no word list: the table decides.")

    def test_a_list_that_breaks_meanwhile_is_no_list(self) -> None:
        """A file that becomes unreadable in the middle of a game leaves the words to the table."""
        store = open_small()
        store.close()

        assert Lexicon(store, Policy()).verdict("KATT").why is Why.NO_LIST


class TestTwoWeakSources:
    """Words that two of the weaker sources know, and no other."""

    TEXT = "+w glytt\n++w glytt\n++w snor"

    def test_two_together_are_enough(self, table: Table) -> None:
        """Two sources that know nothing of each other are believed."""
        assert told(table(self.TEXT).verdict("GLYTT")) == ("yes", "GLYTT is known to hearsay, rumour.")

    def test_they_know_no_forms(self, table: Table) -> None:
        """Where not all forms count, the table is asked, since nobody can say which form it is."""
        assert table(self.TEXT, words__tenses=False).verdict("GLYTT").why is Why.FORM_UNKNOWN

    def test_only_words_in_s_can_be_genitives(self, table: Table) -> None:
        """Where only genitives are off, a word that does not end in s counts in whatever form it is."""
        lexicon = table("+w sade\n++w sade\n+w sades\n++w sades", words__genitive=False)

        assert [verdict.why for verdict in lexicon.verdicts(["SADE", "SADES"])] == [Why.AGREED_ON, Why.FORM_UNKNOWN]

    def test_one_is_not_enough(self, table: Table) -> None:
        """A word only one of them knows is for the table."""
        assert table(self.TEXT).verdict("SNOR").why is Why.WEAK


def test_whatever_lies_there_has_a_verdict() -> None:
    """No text at all makes the lexicon stumble, and every verdict has a sentence."""
    with open_small() as store:
        lexicon = Lexicon(store, Policy())

        asked: list[str] = []

        @given(st.text(max_size=30))
        def holds(word: str) -> None:
            asked.append(word)
            assert say(lexicon.verdict(word))

        holds()

    assert len(set(asked)) > 10
