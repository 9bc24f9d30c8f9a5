"""Two ways to look at the same picture."""

from __future__ import annotations

import pytest

from pi_referee.rules.square import Square
from vision.agreement import agreed
from vision.findings import Findings
from vision.sighting import Doubt, Reading

A1 = Square.parse("A1")


def told(letter: str) -> Findings:
    """One square's finding: a letter, "" a blank, "#" a stop tile, "." nothing; "A?" a doubt whether it is an A."""
    if letter.endswith("?"):
        return Findings({}, frozenset(), (Doubt(A1, ((letter[:-1], 0.5), ("B", 0.4))),))
    if letter == "#":
        return Findings({}, frozenset({A1}), ())
    return Findings({} if letter == "." else {A1: Reading(letter, 0.99)}, frozenset(), ())


class TestTwoWays:
    """The same picture looked at in two ways."""

    @pytest.mark.parametrize("one", ["A", "", "#", "."])
    def test_those_that_agree_are_sure(self, one: str) -> None:
        """What both are sure of is sure."""
        assert agreed(told(one), told(one)) == told(one)

    @pytest.mark.parametrize(("one", "other"), [("A", "B"), ("A", "."), ("#", "."), (".", ""), ("#", "A")])
    def test_those_that_differ_make_a_doubt(self, one: str, other: str) -> None:
        """What one is sure of and the other is sure it is not, is told by neither."""
        for findings in (agreed(told(one), told(other)), agreed(told(other), told(one))):
            assert not findings.board
            assert not findings.stops
            assert {name for name, _ in findings.doubts[0].choices} == {one, other}

    def test_the_same_letter_seen_surely_settles_a_doubt(self) -> None:
        """A doubt whether it is an A is settled by an A that the other way is surer of than is needed else."""
        assert agreed(told("A?"), told("A")) == told("A")
        assert agreed(told("A"), told("A?")) == told("A")

    @pytest.mark.parametrize("sure", ["B", "", "#", "."])
    def test_nothing_else_does(self, sure: str) -> None:
        """Another letter, a blank, a stop tile or nothing leaves the doubt: the two ways share picture and reader."""
        assert agreed(told("A?"), told(sure)) == told("A?")

    def test_a_letter_not_much_surer_leaves_the_doubt(self) -> None:
        """What is just sure enough elsewhere is too little against a doubt."""
        hardly = Findings({A1: Reading("A", 0.975)}, frozenset(), ())

        assert agreed(told("A?"), hardly) == told("A?")

    def test_a_letter_that_only_the_other_sees(self) -> None:
        """Where the first way saw nothing, and the other perhaps a letter, it is a doubt."""
        assert agreed(told("."), told("A?")) == told("A?")
        assert agreed(told("."), told("?")) == told(".")

    def test_something_does_not_become_nothing(self) -> None:
        """Where the first way saw a letter, and could not tell which, the other does not make it vanish."""
        nothing = Findings({}, frozenset(), (), bare=frozenset({A1}))

        assert agreed(told("A?"), nothing) == told("A?")

    @pytest.mark.parametrize(
        ("blank", "bare", "left"), [(0.2, frozenset({A1}), 0), (0.2, frozenset[Square](), 1), (0.8, frozenset({A1}), 1)]
    )
    def test_a_square_that_is_plainly_bare(self, blank: float, bare: frozenset[Square], left: int) -> None:
        """That no blank lies there is settled by plainly bare board, and only if a blank was not likelier."""
        choices = sorted([("", blank), (".", 1 - blank)], key=lambda choice: -choice[1])
        perhaps = Findings({}, frozenset(), (Doubt(A1, tuple(choices)),))

        assert len(agreed(perhaps, Findings({}, frozenset(), (), bare=bare)).doubts) == left

    @pytest.mark.parametrize(("printed", "left"), [(frozenset({A1}), 0), (frozenset[Square](), 1)])
    def test_a_stop_tile_vanishes_only_where_print_shows(self, printed: frozenset[Square], left: int) -> None:
        """A white tile in a lamp's pool looks like bare board in even light; what shows its print has none on it."""
        perhaps = Findings({}, frozenset(), (Doubt(A1, (("#", 0.5), (".", 0.5))),))
        again = Findings({}, frozenset(), (), bare=frozenset({A1}), printed=printed)

        assert len(agreed(perhaps, again).doubts) == left

    def test_two_doubts_stay_one(self) -> None:
        """Where neither is sure it is asked."""
        assert agreed(told("A?"), told("B?")) == told("A?")
