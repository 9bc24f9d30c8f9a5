"""What a lesson in cards came to, as people are told it: one card or many, and nothing twice."""

from __future__ import annotations

import pytest

from pi_referee.table_link.lesson_remarks import remarks_on
from pi_referee.table_link.table_messages import CardsTaught


@pytest.mark.parametrize(
    ("taught", "told"),
    [
        (CardsTaught(), ["No letter was learnt now."]),
        (CardsTaught(learnt=("L",), unread=1), ["1 letter was learnt now.", "1 card could not be read."]),
        (CardsTaught(learnt=("L", "U"), unread=2), ["2 letters were learnt now.", "2 cards could not be read."]),
        (
            CardsTaught(at_odds=("D",), unsure=("D", "T")),
            [
                "No letter was learnt now.",
                "Cards of one letter show different values, as in an unclear picture or those of two decks: D.",
                "Not clear, so they stay as they were: T.",
            ],
        ),
    ],
)
def test_what_is_told(taught: CardsTaught, told: list[str]) -> None:
    """How many letters were learnt comes first; letters whose cards disagree are not named again as unclear."""
    assert [str(one) for one in remarks_on(taught)] == told
