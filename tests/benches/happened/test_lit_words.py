"""What a press is counted as where a lamp hid the end of the newest word, and nobody answered."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benches.happened.lit_words import came_to, pressed
from pi_referee.rules.course.game import begin
from pi_referee.rules.course.happenings import GameBegan
from vision.sighting import Sighting

Look = Callable[..., Sighting]

KABEL, WHOLE, WITHOUT_END = "K A B E L", "K A B E L\n. L . . .\n. M . . .", "K A B E L\n. L . . .\n. . . . ."
HIDDEN = {"I11": ((".", 0.5), ("", 0.5))}


@pytest.mark.parametrize(
    ("drawn", "hides", "outcome"),
    [
        (WHOLE, False, "right"),
        (WITHOUT_END, True, "asked"),
        (WITHOUT_END, False, "silent wrong"),
        (KABEL + " M\n. . . . .\n. . . . M", False, "refused"),
    ],
)
def test_what_a_press_came_to(seen: Look, drawn: str, outcome: str, *, hides: bool) -> None:
    """A word that is told without its end, and about which nothing is asked, is wrong."""
    before, _ = pressed(begin(GameBegan("alfapet-sv", ("Ann", "Bo"), 7)), seen(KABEL))
    true, _ = pressed(before, seen(WHOLE))

    assert came_to(*pressed(before, seen(drawn, doubts=HIDDEN if hides else None)), true) == outcome
