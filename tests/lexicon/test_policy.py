"""What a table can agree on about words, and that it is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_referee.errors import GameFileError
from pi_referee.lexicon.forms import Form
from pi_referee.lexicon.kept_policy import Agreement
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.bundled_list import NAME
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.policy import FAMILIES, SWITCHES, Policy, switch_named
from pi_referee.lexicon.verdict import Answer, Why
from pi_referee.lexicon.word_validity import Lexicon

Table = Callable[..., Lexicon]

EXAMPLES = {
    "words.plural": "KATTER",
    "words.definite": "HUNDEN",
    "words.genitive": "HUNDS",
    "words.tenses": "SPELAR",
    "words.passive": "SPELAS",
    "words.comparatives": "RÖDARE",
    "words.participles": "SKRIVEN",
    "words.agreement": "RÖTT",
}
"""A word for each family of forms, which is that and nothing else."""


@pytest.mark.parametrize("switch", EXAMPLES)
def test_a_single_switch_turns_its_forms_off(table: Table, switch: str) -> None:
    """Each family of forms can be left out by itself, and the base forms stay."""
    lexicon = table(**{switch: False})

    assert lexicon.verdict(EXAMPLES[switch]).why is Why.FORM_OFF
    assert lexicon.verdict("KATT").answer is Answer.YES


@pytest.mark.parametrize("switch", EXAMPLES)
def test_a_single_switch_turns_its_forms_on(table: Table, switch: str) -> None:
    """Where only base forms count, each family can be let in by itself."""
    lexicon = table(words__inflections="base_forms", **{switch: True})

    others = [word for other, word in EXAMPLES.items() if other != switch]
    assert lexicon.verdict(EXAMPLES[switch]).answer is Answer.YES
    assert {lexicon.verdict(word).answer for word in others} == {Answer.NO}


class TestPresets:
    """A26: base forms, common, all, ask."""

    def test_all_is_the_default(self, table: Table) -> None:
        """Unless something else is agreed, every listed form counts."""
        assert {table().verdict(word).answer for word in EXAMPLES.values()} == {Answer.YES}

    def test_common_leaves_out_genitives_passives_and_archaic_forms(self, table: Table) -> None:
        """Common is all but genitives, passives and archaic forms."""
        lexicon = table(words__inflections="common")

        refused = [switch for switch, word in EXAMPLES.items() if not lexicon.verdict(word)]
        assert refused == ["words.genitive", "words.passive"]
        assert Form.ARCHAIC not in lexicon.policy.allowed

    def test_ask_asks_about_every_form_but_the_base(self, table: Table) -> None:
        """With ask the table decides on KATTER, not on KATT."""
        lexicon = table(words__inflections="ask")

        assert (lexicon.verdict("KATTER").why, lexicon.verdict("KATT").answer) == (Why.FORM_ASKED, Answer.YES)

    @pytest.mark.parametrize(("alias", "preset"), [("all_listed", "all"), ("base_forms_only", "base_forms")])
    def test_the_names_of_the_rules_are_known(self, alias: str, preset: str) -> None:
        """RULES.md's other names mean the same."""
        assert Policy.agreed({"words.inflections": alias}) == Policy.agreed({"words.inflections": preset})


def test_switches_about_other_things_are_left_alone() -> None:
    """A game's switches can be given as they are."""
    assert Policy.agreed({"bonus.needs_full_rack": True, "words.genitive": False}).record() == {"words.genitive": False}


def test_a_wrong_value_is_named_with_its_options() -> None:
    """Whoever mistypes a switch is told what there is."""
    with pytest.raises(GameFileError, match=r"words\.plural.*true or false"):
        Policy.agreed({"words.plural": "maybe"})


def test_an_unknown_switch_is_named_with_those_there_are() -> None:
    """There is no switch for everything."""
    with pytest.raises(GameFileError, match=r"words\.cats.*words\.genitive"):
        switch_named("words.cats")


def test_every_switch_says_what_it_decides() -> None:
    """Each has a sentence for people."""
    assert [name for name, switch in SWITCHES.items() if not switch.decides.endswith(".")] == []


def test_a_policy_in_a_line() -> None:
    """The preset first, then what differs from it."""
    assert Policy.agreed({"words.plural": "false", "words.inflections": "common"}).short == "common, words.plural=false"


WISHES = st.fixed_dictionaries({}, optional={name: st.sampled_from(switch.values) for name, switch in SWITCHES.items()})


@given(WISHES)
def test_what_is_kept_gives_the_policy_back(wishes: dict[str, object]) -> None:
    """A policy can be kept with a game and read again."""
    policy = Policy.agreed(wishes)

    assert Policy.agreed(policy.record()) == policy


@given(WISHES, st.sampled_from(sorted(FAMILIES)))
def test_a_switch_decides_its_own_forms_and_no_others(wishes: dict[str, object], switch: str) -> None:
    """Turning a family on or off changes that family's forms alone."""
    forms = FAMILIES[switch][0]
    on, off = (Policy.agreed({**wishes, switch: value}).allowed for value in (True, False))

    assert (on & ~off, off & ~on) == (forms, Form.BASE)


class TestAgreement:
    """What a game keeps, so that it can be judged again."""

    def test_it_is_kept_as_switches(self, table: Table) -> None:
        """List, checksum and policy stand beside the game's other switches."""
        agreement = Agreement.of(table(words__genitive=False))

        assert agreement.record()["words.list"] == NAME
        assert Agreement.read(agreement.record()) == agreement

    def test_it_opens_the_same_list(self, table: Table, shelf: Shelf) -> None:
        """An old protocol is judged by the list it was played with."""
        agreement = Agreement.of(table(words__genitive=False))

        lexicon = agreement.open(shelf)
        assert lexicon.verdict("KATTENS").why is Why.FORM_OFF
        assert lexicon.store is not None
        lexicon.store.close()

    def test_a_list_that_is_gone_is_said(self, table: Table, shelf: Shelf) -> None:
        """Another edition is not taken for the one that was agreed on."""
        record = Agreement.of(table()).record() | {"words.checksum": "0" * 64}

        with pytest.raises(WordListError, match="checksum"):
            Agreement.read(record).open(shelf)

    def test_no_list_can_be_agreed_too(self, shelf: Shelf) -> None:
        """A game without a list is kept as one."""
        agreement = Agreement.of(Lexicon(None, Policy()))

        assert Agreement.read(agreement.record()).open(shelf).store is None


def test_every_switch_is_documented() -> None:
    """docs/lexicon.md has a row for each switch with what it decides."""
    page = (Path(__file__).parents[2] / "docs" / "lexicon.md").read_text(encoding="utf-8")

    assert [
        name for name, switch in SWITCHES.items() if f"| `{name}` |" not in page or switch.decides not in page
    ] == []
