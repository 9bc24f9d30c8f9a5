"""Several looks vote: what most are sure of and none denies is sure; all else is a doubt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_referee.rules.board.square import Square
from vision.sighting import Doubt, Quad, Reading, Sighting, Step, Why
from vision.voting import can_settle, vote

QUAD = Quad(((0, 0), (1, 0), (1, 1), (0, 1)))
H8, J8 = Square.parse("H8"), Square.parse("J8")


def look(told: str) -> Sighting:
    """A look at H8: a capital is a sure letter, "_" a sure blank, "#" a stop tile, "." nothing; small, it is likely.

    "?" is a doubt between nothing and a blank.
    """
    if told == "?":
        return Sighting(QUAD, {}, doubts=(Doubt(H8, ((".", 0.5), ("", 0.5)), Why.NOT_AS_BARE),))
    if told.islower():
        return Sighting(QUAD, {}, doubts=(Doubt(H8, ((told.upper(), 0.7), ("X", 0.2)), Why.LETTER),))
    if told == "#":
        return Sighting(QUAD, {}, frozenset({H8}))
    return Sighting(QUAD, {} if told == "." else {H8: Reading(told.replace("_", ""), 0.98)})


def said(looks: str) -> str:
    """What looks at H8 say together, written as look has it; a doubt is its likeliest choice with a question mark."""
    voted = vote([look(told) for told in looks])
    if voted.doubts:
        [doubt] = voted.doubts
        return f"{doubt.choices[0][0]}?"
    if voted.stops:
        return "#"
    return (voted.board[H8].letter or "_") if voted.board else "."


@pytest.mark.parametrize(
    ("looks", "together"),
    [
        ("AAA", "A"),
        ("aAA", "A"),  # sure in the majority, likely in the third
        ("AaA", "A"),
        ("aA", "A?"),  # one of two is no majority
        ("aaA", "A?"),
        ("bAA", "A?"),  # somebody thinks another letter likelier
        ("ABA", "A?"),  # sure looks contradict each other
        ("A.A", "A?"),  # a tile that comes and goes
        ("#AA", "A?"),
        ("?__", "_"),
        ("?..", "."),
        ("?AA", "A?"),
        ("###", "#"),
        ("...", "."),
    ],
)
def test_the_vote(looks: str, together: str) -> None:
    """Sure is what more than half are sure of, if no look is sure of another thing nor thinks one likelier."""
    assert said(looks) == together


def test_a_look_alone_is_what_it_was() -> None:
    """One look is not changed by a vote."""
    alone = Sighting(QUAD, {H8: Reading("A", 0.98)}, milliseconds={"total": 3.0})

    assert vote([alone]) is alone


def test_a_contradiction_is_a_doubt_with_both_choices() -> None:
    """Where one look is sure of A and another of B, both are asked about, the more frequent first."""
    [doubt] = vote([look("A"), look("B"), look("A")]).doubts

    assert [name for name, _ in doubt.choices] == ["A", "B"]


@pytest.mark.parametrize(
    ("looks", "why"),
    [
        ("AB", Why.FRAMES_DIFFER),
        ("aAB", Why.FRAMES_DIFFER),
        ("aA", Why.LETTER),
        ("a?", Why.NOT_AS_BARE),
        ("?a", Why.LETTER),
    ],
)
def test_why_a_vote_leaves_a_doubt(looks: str, why: Why) -> None:
    """Sure looks that contradict each other are the reason; else it is that of the newest look that doubts."""
    [doubt] = vote([look(told) for told in looks]).doubts

    assert doubt.why is why


def test_a_vote_has_no_trace() -> None:
    """No stages of one look led to what several say together."""
    traced = replace(look("a"), trace=(Step("first verdict", frozenset({H8}), frozenset()),))

    assert vote([look("A"), look("A"), traced]).trace == ()


def test_a_hand_that_went_away_covers_nothing() -> None:
    """What a hand covered in one look only, and the others saw, is not covered; what stays in doubt is."""
    hidden = Sighting(
        QUAD, {}, doubts=tuple(Doubt(s, ((".", 0.5),), Why.LETTER) for s in (H8, J8)), covered=frozenset({H8, J8})
    )
    half = Sighting(QUAD, {}, doubts=(Doubt(J8, ((".", 0.5),), Why.LETTER),), covered=frozenset({J8}))
    empty = Sighting(QUAD, {})

    assert vote([hidden, empty, empty]).covered == frozenset()
    assert vote([hidden, half, empty]).covered == {J8}


def test_the_newest_look_tells_where_the_board_is() -> None:
    """The board may have been pushed a little between two looks."""
    pushed = Quad(((5, 0), (6, 0), (6, 1), (5, 1)))

    assert vote([look("A"), Sighting(pushed, {})]).quad == pushed


def test_the_time_of_all_looks_counts() -> None:
    """Whoever waited waited for all of them."""
    each = [Sighting(QUAD, {}, milliseconds={"total": 10.0, "letters": 4.0}) for _ in range(3)]

    assert vote(each).milliseconds == {"total": 30.0, "letters": 12.0}


@pytest.mark.parametrize(
    ("looks", "worth"), [("a", True), ("aA", True), ("aa", False), ("A", True), ("aAA", False), ("AB", False)]
)
def test_no_look_is_taken_that_can_settle_nothing(looks: str, *, worth: bool) -> None:
    """After two looks in doubt a third cannot make a majority of three."""
    assert can_settle([look(told) for told in looks], {H8}, 3) is worth


def test_without_a_doubt_nobody_looks_again() -> None:
    """What is clear is not looked at again."""
    assert not can_settle([look("A")], (), 3)


LOOKS = st.text("ABab_#.?", min_size=1, max_size=5)


@given(LOOKS)
def test_nothing_is_sure_that_no_look_was_sure_of(looks: str) -> None:
    """A vote never makes up a reading: doubts alone stay doubts, however many."""
    together = said(looks)

    assert together.endswith("?") or together in looks


@given(st.text("ABab_#.?", max_size=3), st.permutations("AB_#."))
def test_no_look_outvotes_a_sure_one(others: str, sure: list[str]) -> None:
    """As soon as two looks are sure of different things it is a doubt."""
    assert said(others + sure[0] + sure[1]).endswith("?")


@given(st.text("ABab_#.?", min_size=1, max_size=4))
def test_the_order_of_looks_does_not_matter(looks: str) -> None:
    """Whether a square is sure, and of what, is the same in any order."""
    answers = {
        (frozenset(voted.board.items()), voted.stops, voted.doubted)
        for order in permutations(looks)
        for voted in [vote([look(told) for told in order])]
    }

    assert len(answers) == 1


@given(LOOKS)
def test_agreeing_with_oneself_changes_nothing(looks: str) -> None:
    """Every look taken twice says the same as once; what is the likelier of two equal choices is left open."""
    once, twice = said(looks), said(looks * 2)

    assert once == twice or (once.endswith("?") and twice.endswith("?"))


@given(st.text("ABab_#.?", min_size=2, max_size=5))
def test_a_vote_is_sure_only_with_a_majority(looks: str) -> None:
    """Counting by hand: what is sure was sure in more than half of the looks."""
    voted = vote([look(told) for told in looks])

    assert voted.doubts or max(looks.count(sign) for sign in "AB_#.") > len(looks) / 2


def test_looks_at_a_whole_board(seen: Callable[..., Sighting]) -> None:
    """Each square has its own vote."""
    unsure = seen("K A B E L", doubts={"H9": (("K", 0.8),), "I9": (("A", 0.6), ("Ä", 0.4))})
    voted = vote([unsure, seen("K A B E L"), seen("K A B E L")])

    assert voted.board.keys() == seen("K A B E L").board.keys()
    assert voted.doubts == ()
