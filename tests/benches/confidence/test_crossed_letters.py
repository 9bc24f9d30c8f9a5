"""Things across letters: they lie on the squares chosen, and every look at them is counted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from click.testing import CliRunner

from benches.confidence.crossed_letters import crossed, main
from hardware.picture_file import read_picture
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from vision.eye import Eye
from vision.sighting import Sighting


def test_something_lies_across_the_square(photographed: Path) -> None:
    """The picture changes where the square is, is the same again for the same number, and stays as it was elsewhere."""
    picture, rules = read_picture(photographed / "01.jpg"), ruleset("alfapet-sv")
    seen = Eye(rules, "light").see(picture)
    assert isinstance(seen, Sighting)

    one, other = (
        crossed(picture, seen, [Square.parse("J9")], rules.layout.size, np.random.default_rng(3)) for _ in range(2)
    )

    changed = np.abs(one.astype(int) - picture).max(axis=2) > 8
    middle = np.mean(seen.quad.corners, axis=0).astype(int)
    assert (one == other).all()
    assert 0 < changed.mean() < 0.2
    assert changed[middle[1] - 60 : middle[1] + 60, middle[0] - 60 : middle[0] + 60].any()


def test_the_table(sets: Path) -> None:
    """Every third picture is looked at, and what came of it stands in the set's row and in that of all."""
    printed = CliRunner().invoke(main, [str(sets)]).stdout

    assert "| small | 1 |" in printed
    assert "| all | 1 |" in printed
