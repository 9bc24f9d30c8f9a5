"""Two eyes' times side by side: medians, and the ratio of all that either took."""

from __future__ import annotations

from benches.reporting.look_times import row_of


def test_a_row_tells_medians_and_the_ratio_of_the_sums() -> None:
    """A game's first picture is no turn: what it took as one does not count."""
    told = [((40.0, 900.0), (20.0, 900.0)), ((50.0, 30.0), (30.0, 15.0)), ((90.0, 10.0), (40.0, 5.0))]

    assert row_of("a set", told) == ["a set", "3", "50", "30", "0.50", "20", "10", "0.50"]


def test_a_set_of_one_picture_has_no_turn() -> None:
    """Nothing is told of it, and nothing breaks."""
    assert row_of("one", [((40.0, 40.0), (20.0, 20.0))])[5:] == ["nan", "nan", "nan"]
