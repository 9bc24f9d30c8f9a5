"""When a second opinion settles a doubt: only where it agrees, and only where both together are sure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_referee.rules.board.square import Square
from vision.arrays import Grey
from vision.geometry.rectify import SQUARE, Squared
from vision.letter_checks.second_opinion import WORTH_ASKING, settle, together
from vision.sighting import Doubt, Reading, Why
from vision.squares.findings import CERTAIN, Findings

SIZE = 15
BOARD = Squared(np.full(((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3), 200, np.uint8), SIZE)
H8, I8, J8 = map(Square.parse, ("H8", "I8", "J8"))
SURE = {H8: Reading("K", 0.99)}


def doubtful(**shares: float) -> Findings:
    """H8 is a K for sure; I8 is in doubt, its likeliest choice first."""
    choices = tuple(sorted(shares.items(), key=lambda choice: -choice[1]))
    return Findings(dict(SURE), frozenset(), (Doubt(I8, choices, Why.LETTER),))


class SaysAlways:
    """A witness who says one thing, and remembers what it was shown."""

    def __init__(self, said: str) -> None:
        """Keep what to say."""
        self.said = said
        self.shown: list[Grey] = []

    def __call__(self, tops: Sequence[Grey]) -> list[str]:
        """Say it of each top."""
        self.shown += tops
        return [self.said] * len(tops)


def test_an_agreeing_witness_makes_a_likely_letter_sure() -> None:
    """Nine in ten for A, and the witness says A too: it is read, with what both are worth together."""
    settled = settle(doubtful(A=0.9, R=0.1), BOARD, SaysAlways("A"))

    assert settled.doubts == ()
    assert settled.board[I8].letter == "A"
    assert CERTAIN <= settled.board[I8].confidence <= 1
    assert settled.board[H8] == SURE[H8]


@pytest.mark.parametrize("said", ["R", "", "Å", "a"])
def test_a_witness_who_says_otherwise_changes_nothing(said: str) -> None:
    """The witness never puts its own letter in: who disagrees, or says nothing, leaves the doubt as it is."""
    before = doubtful(A=0.9, R=0.1)

    assert settle(before, BOARD, SaysAlways(said)) == before


def test_both_together_must_be_sure() -> None:
    """An agreeing witness does not help a letter that is hardly likelier than not."""
    before = doubtful(A=WORTH_ASKING, R=0.4)

    settled = settle(before, BOARD, SaysAlways("A"))

    assert (settled == before) == (together(WORTH_ASKING) < CERTAIN)


@pytest.mark.parametrize("choice", ["", ".", "#"])
def test_only_letters_are_asked_about(choice: str) -> None:
    """Whether it is a blank, a stop tile or nothing at all no reader of letters can tell."""
    witness = SaysAlways(choice)

    settle(doubtful(**{choice: 0.9, "A": 0.1}), BOARD, witness)

    assert witness.shown == []


def test_without_a_doubt_nobody_is_asked() -> None:
    """The witness is slow: it is not woken for nothing."""
    witness = SaysAlways("A")
    before = Findings(dict(SURE), frozenset({J8}), ())

    assert settle(before, BOARD, witness) == before
    assert witness.shown == []


def test_the_witness_sees_the_square_in_doubt() -> None:
    """Each top is the doubtful square, and a little more round it."""
    pixels = BOARD.pixels.copy()
    pixels[(I8.row + 1) * SQUARE : (I8.row + 2) * SQUARE, (I8.column + 1) * SQUARE : (I8.column + 2) * SQUARE] = 50
    witness = SaysAlways("")

    settle(doubtful(A=0.9, R=0.1), Squared(pixels, SIZE), witness)

    [top] = witness.shown
    assert SQUARE <= top.shape[0] == top.shape[1] <= 1.5 * SQUARE
    assert (top == 50).sum() == SQUARE * SQUARE


def test_each_doubt_has_its_own_answer() -> None:
    """Answers belong to the doubts in their order."""
    before = Findings({}, frozenset(), (Doubt(I8, (("A", 0.9),), Why.LETTER), Doubt(J8, (("E", 0.9),), Why.LETTER)))

    settled = settle(before, BOARD, lambda _: ["E", "E"])

    assert settled.doubts == before.doubts[:1]
    assert settled.board[J8].letter == "E"


@given(st.floats(WORTH_ASKING, 0.999))
def test_agreement_makes_surer_but_never_certain(share: float) -> None:
    """Two opinions are worth more than one, and never everything."""
    assert share < together(share) < 1


@given(st.floats(0.01, 0.98), st.floats(0.001, 0.02))
def test_the_surer_alone_the_surer_together(share: float, more: float) -> None:
    """The better the first opinion, the better both."""
    assert together(share) < together(share + more)
