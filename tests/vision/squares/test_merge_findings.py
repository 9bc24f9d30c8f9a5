"""Two ways to look at the same picture."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pi_referee.rules.board.square import Square
from vision.sighting import Doubt, Reading, Why
from vision.squares.findings import Findings
from vision.squares.merge_findings import agreed

A1 = Square.parse("A1")


def told(letter: str) -> Findings:
    """One square's finding: a letter, "" a blank, "#" a stop tile, "." nothing; "A?" a doubt whether it is an A."""
    if letter.endswith("?"):
        return Findings({}, frozenset(), (Doubt(A1, ((letter[:-1], 0.5), ("B", 0.4)), Why.LETTER),))
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
        """A doubt whether it is an A is settled by an A that the other way is sure of."""
        assert agreed(told("A?"), told("A")) == told("A")

    @pytest.mark.parametrize("sure", ["B", "", "#", "."])
    def test_nothing_else_does(self, sure: str) -> None:
        """Another letter, a blank, a stop tile or nothing leaves the doubt: the two ways share picture and reader."""
        assert agreed(told("A?"), told(sure)) == told("A?")

    def test_another_letter_does_if_it_is_surer_than_any(self) -> None:
        """A shade's edge through a letter makes another likeliest; in even light it is what it is."""
        surely = Findings({A1: Reading("B", 0.999)}, frozenset(), ())

        assert agreed(told("A?"), surely) == surely

    @pytest.mark.parametrize("why", [Why.MIRROR, Why.HAND])
    @pytest.mark.parametrize("sure", ["A", "", "."])
    def test_what_is_hidden_stays_in_doubt(self, sure: str, why: Why) -> None:
        """Even light takes a lamp's mirror or a pale thing off the board, and what it hid is not there any more."""
        perhaps = Findings({}, frozenset(), (Doubt(A1, ((".", 0.5), ("", 0.5)), why),))

        assert agreed(perhaps, replace(told(sure), bare=frozenset({A1} if sure == "." else ()))) == perhaps

    @pytest.mark.parametrize(("sure", "names"), [("", ("", ".")), ("#", ("#", ".")), ("", (".", ""))])
    def test_a_tile_that_was_thought_of(self, sure: str, names: tuple[str, str]) -> None:
        """A blank or a stop tile is told if the first way thought of one."""
        perhaps = Findings({}, frozenset(), (Doubt(A1, tuple((name, 0.5) for name in names), Why.LETTER),))

        assert agreed(perhaps, told(sure)) == told(sure)
        assert agreed(perhaps, told("#" if sure == "" else "")) == perhaps

    def test_a_letter_that_only_the_other_sees(self) -> None:
        """Where the first way saw nothing, and the other perhaps something, it is a doubt."""
        assert agreed(told("."), told("A?")) == told("A?")
        assert agreed(told("."), told("?")) == told("?")

    @pytest.mark.parametrize(
        ("first", "second", "is_doubt"), [(False, False, True), (True, False, False), (False, True, False)]
    )
    def test_perhaps_a_tile_on_what_is_not_plainly_bare(self, *, first: bool, second: bool, is_doubt: bool) -> None:
        """What seemed bare in a shade, and not so surely in even light, may be a blank; plainly bare board is none."""
        one, other = (frozenset({A1} if is_bare else ()) for is_bare in (first, second))

        seen = agreed(replace(told("."), bare=one), replace(told(".?"), bare=other))

        assert bool(seen.doubts) == is_doubt

    @pytest.mark.parametrize(("share", "doubts"), [(0.95, 0), (0.6, 1)])
    def test_a_letter_that_the_other_doubts(self, share: float, doubts: int) -> None:
        """A letter that is hardly one in even light was perhaps made by a shade's edge."""
        again = Findings({}, frozenset(), (Doubt(A1, (("A", share), ("B", 1 - share)), Why.LETTER),))

        assert len(agreed(told("A"), again).doubts) == doubts

    def test_something_does_not_become_nothing(self) -> None:
        """Where the first way saw a letter, and could not tell which, the other does not make it vanish."""
        nothing = Findings({}, frozenset(), (), bare=frozenset({A1}))

        assert agreed(told("A?"), nothing) == told("A?")

    @pytest.mark.parametrize("names", [("", "."), (".", ""), ("#", "."), (".", "#")])
    @pytest.mark.parametrize(("bare", "left"), [(frozenset({A1}), 0), (frozenset[Square](), 1)])
    def test_a_square_that_is_plainly_bare(self, names: tuple[str, str], bare: frozenset[Square], left: int) -> None:
        """That neither blank nor stop tile lies there is settled by plainly bare board, and by nothing less."""
        perhaps = Findings({}, frozenset(), (Doubt(A1, ((names[0], 0.6), (names[1], 0.4)), Why.LETTER),))

        assert len(agreed(perhaps, Findings({}, frozenset(), (), bare=bare)).doubts) == left

    @pytest.mark.parametrize(
        ("plainly", "seen", "is_bare"), [(True, True, True), (True, False, False), (False, True, False)]
    )
    def test_plainly_bare_in_even_light(self, *, plainly: bool, seen: bool, is_bare: bool) -> None:
        """A square at a shade's edge is plainly bare if in even light it is, and the grid model sees it so there."""
        even, by_grid = (frozenset({A1} if one else ()) for one in (plainly, seen))

        assert (A1 in agreed(told("."), replace(told("."), bare=even), by_grid).bare) == is_bare

    def test_what_is_perhaps_a_letter_does_not_vanish(self) -> None:
        """Nor does a likely blank that may be a thin letter."""
        perhaps = Findings({}, frozenset(), (Doubt(A1, (("", 0.6), ("I", 0.4)), Why.LETTER),))

        assert agreed(perhaps, Findings({}, frozenset(), (), bare=frozenset({A1}))).doubts == perhaps.doubts

    def test_bare_and_in_doubt(self) -> None:
        """A square that shows its print, and may hold a stop tile all the same, is settled by neither."""
        perhaps = Findings({}, frozenset(), (Doubt(A1, (("#", 0.5), (".", 0.5)), Why.LETTER),))

        assert agreed(perhaps, replace(perhaps, bare=frozenset({A1}))) == perhaps

    def test_two_doubts_stay_one(self) -> None:
        """Where neither is sure it is asked."""
        assert agreed(told("A?"), told("B?")) == told("A?")
