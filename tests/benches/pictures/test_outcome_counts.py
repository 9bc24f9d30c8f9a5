"""The bench counts honestly: right, asked and refused are told apart, and nothing wrong slips through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from benches.pictures.outcome_counts import Tally, count_look, count_press
from benches.pictures.truth import Frame
from pi_referee.rules.definition.library import ruleset
from vision.sighting import Sighting

Look = Callable[..., Sighting]

SQUARES = [str(square) for square in ruleset("alfapet-sv").layout.squares()]
BOARD = {"H9": "K", "I9": "A", "J9": "", "K9": "E", "L9": "L"}
FRAME = Frame("01.jpg", "regular", BOARD, {"K9": "E", "L9": "L"}, score=11)


def counted(look: Sighting, frame: Frame = FRAME) -> Tally:
    """What one look comes to."""
    tally = Tally()
    count_look(tally, frame, replace(look, milliseconds={"total": 80.0}), SQUARES)
    return tally


class TestALook:
    """A picture by itself."""

    def test_all_right(self, seen: Look) -> None:
        """Every square and letter right, nothing in doubt, nothing wrong."""
        tally = counted(seen("K A _ E L"))

        assert tally.share("squares right", "squares") == 100
        assert (tally.counts["letters"], tally.share("letters right", "letters")) == (4, 100)
        assert (tally.counts["wrong for sure"], tally.faults, tally.milliseconds) == (0, [], [80.0])

    @pytest.mark.parametrize("board", ["K A _ E I", "K A B E L", "K A _ E .", "K A _ E L S", "K A _ E L #"])
    def test_wrong_for_sure(self, seen: Look, board: str) -> None:
        """A wrong letter, a letter for a blank, a tile overlooked and one invented are each wrong for sure, by name."""
        tally = counted(seen(board))

        assert tally.counts["wrong for sure"] == 1
        assert "01.jpg" in tally.faults[0]

    def test_where_no_letter_is_known(self, seen: Look) -> None:
        """A truth without letters says only where tiles lie: a letter read there is right, a tile elsewhere wrong."""
        tiles = Frame("01.jpg", "static", dict.fromkeys(BOARD, ""))

        assert counted(seen("K A _ E L"), tiles).counts["wrong for sure"] == 0
        assert counted(seen("K A _ E L S"), tiles).counts["wrong for sure"] == 1

    def test_what_nobody_knows_is_not_judged(self, seen: Look) -> None:
        """Squares under something are left out."""
        frame = Frame("01.jpg", "regular", BOARD, unknown=("M9",))
        tally = counted(seen("K A _ E L S"), frame)

        assert (tally.counts["squares"], tally.counts["wrong for sure"]) == (len(SQUARES) - 1, 0)

    def test_a_doubt_is_not_wrong(self, seen: Look) -> None:
        """A doubt counts as right if its likeliest choice is, and is never wrong for sure."""
        right = counted(seen("K A _ E L", doubts={"L9": (("L", 0.6), ("I", 0.4))}))
        wrong = counted(seen("K A _ E L", doubts={"L9": (("I", 0.6), ("L", 0.4))}))

        assert (right.counts["letters right"], right.counts["doubted letters"]) == (4, 1)
        assert (wrong.counts["letters right"], wrong.counts["wrong for sure"]) == (3, 0)
        assert wrong.share("squares right", "squares") == 100

    def test_stop_tiles(self, seen: Look) -> None:
        """A stop tile that lies there is right, one that is overlooked is not."""
        frame = Frame("01.jpg", "regular", BOARD, stops=("M9",))

        assert counted(seen("K A _ E L #"), frame).counts["wrong for sure"] == 0
        assert counted(seen("K A _ E L"), frame).counts["wrong for sure"] == 1

    def test_a_share_of_nothing(self) -> None:
        """Where nothing was counted there is no share, and no error."""
        assert str(Tally().share("letters right", "letters")) == "nan"


def row(outcome: str, score: int | None = 11, laid: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:  # noqa: ANN401  # a line's fields
    """A line of the replay."""
    return {
        "outcome": outcome,
        "score": score,
        "laid": {"K9": "E", "L9": "L"} if laid is None else laid,
        "stop": None,
    } | more


def pressed(line: dict[str, Any], frame: Frame = FRAME) -> Tally:
    """What one press comes to."""
    tally = Tally()
    count_press(tally, frame, line)
    return tally


class TestAPress:
    """A picture in its game."""

    def test_exact(self) -> None:
        """The right tiles with the right score."""
        tally = pressed(row("ruled"))

        assert (tally.counts["plays"], tally.counts["exact"], tally.faults) == (1, 1, [])

    @pytest.mark.parametrize(
        "line",
        [
            row("ruled", 12),
            row("ruled", laid={"K9": "F", "L9": "L"}),
            row("ruled", stop="M9"),
            row("unchanged", None, {}),
            row("withdrawn", None, {}),
            row("asked", 12),
            row("asked", laid={"K9": "F", "L9": "L"}),
        ],
    )
    def test_silent_wrong(self, line: dict[str, Any]) -> None:
        """A wrong score, wrong tiles, a play overlooked: each is silently wrong, also where a blank was asked about."""
        tally = pressed(line)

        assert (tally.counts["silent wrong"], tally.counts["exact"], tally.counts["asked"]) == (1, 0, 0)
        assert "01.jpg" in tally.faults[0]

    def test_a_nameless_blank(self) -> None:
        """A blank nobody has named is right as a blank, and its play's score is final."""
        tally = pressed(
            row("asked", laid={"J9": "", "K9": "E"}),
            Frame("01.jpg", "regular", BOARD, {"J9": "B", "K9": "E"}, score=11),
        )

        assert (tally.counts["asked"], tally.counts["asked, right so far"], tally.faults) == (1, 1, [])

    def test_asked(self) -> None:
        """An open score is asked and not wrong; whether the tiles were right so far is told."""
        right, wrong = pressed(row("asked", None)), pressed(row("asked", None, {"K9": "F"}))

        assert (right.counts["asked"], right.counts["asked, right so far"], right.faults) == (1, 1, [])
        assert (wrong.counts["asked"], wrong.counts["asked, right so far"], len(wrong.faults)) == (1, 0, 1)
        assert right.counts["silent wrong"] == wrong.counts["silent wrong"] == 0

    def test_refused(self) -> None:
        """A refusal is counted with its reason."""
        tally = pressed(row("refused", None, {}, reason="It is dark."))

        assert (tally.counts["refused"], tally.counts["silent wrong"]) == (1, 0)
        assert "It is dark." in tally.faults[0]

    @pytest.mark.parametrize(
        ("kind", "outcome", "wrong"),
        [
            ("exchange", "unchanged", 0),
            ("empty", "unchanged", 0),
            ("withdraw", "withdrawn", 0),
            ("exchange", "refused", 0),
            ("exchange", "ruled", 1),
            ("withdraw", "unchanged", 1),
            ("names", "ruled", 0),
        ],
    )
    def test_what_is_no_play(self, kind: str, outcome: str, wrong: int) -> None:
        """A pass taken for a play, or a play taken back and overlooked, is a wrong turn; tiles for fun are none."""
        tally = pressed(row(outcome), Frame("01.jpg", kind, BOARD))

        assert (tally.counts["wrong turn"], tally.counts["plays"]) == (wrong, 0)
