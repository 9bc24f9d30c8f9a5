"""What lies over the board is known by the lines between squares that it hides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from hardware.simulation.simulated_table import positions
from pi_referee.rules.definition.library import ruleset
from tests.vision.occlusion.test_missing_print import look_at, with_band
from vision.arrays import Flags
from vision.eye import Eye
from vision.render import View, render
from vision.sighting import Sighting
from vision.tile_edges.edge_measure import BARE, TILE, UNKNOWN, Known, Rims
from vision.tile_edges.hidden_lines import unlined

if TYPE_CHECKING:
    from tests.vision.conftest import Scene

SIZE = 17
KNOWN = {".": BARE, "T": TILE, "?": UNKNOWN, "B": UNKNOWN}


def known(drawn: str) -> Known:
    """What is known of each square: . bare, T a lettered tile, B a blank, ? something else."""
    return np.array([[KNOWN[sign] for sign in row.split()] for row in drawn.strip().splitlines()])


def on(drawn: str, sign: str) -> Flags:
    """Where a sign stands in a drawing."""
    return np.array([[mark == sign for mark in row.split()] for row in drawn.strip().splitlines()])


def rims(shown: np.typing.NDArray[np.float64], flat: Flags) -> Rims:
    """Rims that tell nothing but how much of the common line each square shows, and which show none on any side."""
    nothing = np.zeros(shown.shape)
    return Rims(nothing, nothing.astype(int), nothing, nothing.astype(int), shown, flat)


def hidden(drawn: str, without: str, *, blurred: bool = False) -> set[str]:
    """Which squares lie under something, as rows and columns.

    without: x shows no line, - none on any of four sides, o lies under glare.
    """
    shown = rims(np.where(on(without, "."), 1.0, 0.0), on(without, "-"))
    return {
        f"{row}{column}"
        for row, column in np.argwhere(unlined(shown, known(drawn), on(drawn, "B"), on(without, "o"), blurred=blurred))
    }


FOUR_BARE = """
. . . .
. . . .
. . . .
. . . .
"""


def test_three_in_a_row_lie_under_something_with_all_beside_them() -> None:
    """What hides three squares hides a part of those around them."""
    seen = hidden(
        FOUR_BARE,
        """
        x x x .
        . . . .
        . . . .
        . . . .
        """,
    )

    assert seen == {f"{row}{column}" for row in "01" for column in "0123"}


@pytest.mark.parametrize("blurred", [False, True])
def test_one_without_any_line_lies_under_something(*, blurred: bool) -> None:
    """All four sides of a bare square are lost under something only, or out of focus."""
    seen = hidden(FOUR_BARE, "- . . .\n. . . .\n. . . .\n. . . .", blurred=blurred)

    assert seen == (set() if blurred else {"00", "01", "10", "11"})


def test_two_may_be_chance() -> None:
    """A line is lost here and there, to a fold or a scratch."""
    assert not hidden(FOUR_BARE, "x x . .\n. . . x\n. . . .\n. x . .")


def test_what_meets_in_corners_hangs_together() -> None:
    """A sleeve hides a slanting row of squares printed alike; out of focus lines are lost more easily."""
    slanting = "x . . .\n. x . .\n. . x .\n. . . ."

    assert len(hidden(FOUR_BARE, slanting)) == 14
    assert hidden("? . . .\n. . . .\n. . . .\n. . . .", slanting)
    assert not hidden("B . . .\n. . . .\n. . . .\n. . . .", slanting)
    assert not hidden(FOUR_BARE, slanting, blurred=True)


def test_what_shows_its_icon_lies_under_nothing() -> None:
    """Icons near both edges of a square leave nothing of its lines: three in a diagonal are no sleeve."""
    lost = "x . . .\n. x . .\n. . x .\n. . . ."
    shown = rims(np.where(on(lost, "x"), 0.0, 1.0), on(lost, "-"))
    clear, icons = np.zeros((4, 4), bool), on(lost, "x")

    assert not unlined(shown, known(FOUR_BARE), clear, clear, icons, blurred=False).any()


def test_tiles_hide_lines_too() -> None:
    """Blanks and stop tiles side by side are no sleeve, unless there is a square among them that was taken for bare."""
    row = "x x x .\n. . . .\n. . . .\n. . . ."

    assert not hidden("? ? ? .\n. . . .\n. . . .\n. . . .", row)
    assert hidden("? ? . .\n. . . .\n. . . .\n. . . .", row)


def test_blanks_with_a_tiles_rim_are_no_sleeve() -> None:
    """Two that meet in a corner, with a bare square beside both that letters shut in, as in a real game."""
    drawn, lost = "T B .\nT . B\n. T .", "x x .\nx x x\n. x ."
    shown = rims(np.where(on(lost, "x"), 0.0, 1.0), on(lost, "-"))
    clear = np.zeros((3, 3), bool)

    assert unlined(shown, known(drawn), on(drawn, "B"), clear, blurred=False).any()
    rimmed = replace(shown, tile=np.where(on(drawn, "B"), 2.0, 0.0))
    assert not unlined(rimmed, known(drawn), on(drawn, "B"), clear, blurred=False).any()


def test_letters_part_what_hangs_together() -> None:
    """A tile whose letter is read lies on top: beneath it is nothing to be seen."""
    assert not hidden("T T T .\nT . T .\n. . . .\n. . . .", "x x x .\nx x x .\n. . . .\n. . . .")


def test_a_lamps_mirror_hides_lines_too() -> None:
    """It takes the lines of the squares beside it as well; but what hides lines further off lies over the board."""
    assert not hidden(FOUR_BARE, "o o x .\n. x x .\n. . . .\n. . . .")
    assert hidden(FOUR_BARE, "o . x x\n. . . x\n. . . .\n. . . .") >= {"02", "03", "13", "01", "22"}


FIRST, LATER = ("H9 > HSRDLI", "D7 v HA.RME"), ("I9 > TFIDEL", "K9 v .DUVJÅA", "K11 > .RX")


@pytest.mark.parametrize("side", [(-18.8, 23.8, 293.2), (10.0, 20.0, 60.0), (0.0, 22.0, 0.0), (18.0, 24.0, 120.0)])
@pytest.mark.parametrize("turns", [FIRST, LATER])
def test_nothing_lies_over_a_dark_board_that_is_seen_from_the_side(
    turns: tuple[str, ...], side: tuple[float, float, float]
) -> None:
    """Its black squares show no line to any other: fifteen to seventy squares were told to lie under something.

    side: degrees by which the board is turned, and tilted, and the way it tilts.
    """
    turn, tilt, way = side
    view = View(
        width=1280,
        height=960,
        turn=turn,
        tilt=tilt,
        tilt_way=way,
        zoom=0.8,
        blur=0.9,
        grain=2.8,
        edition="dark",
        seed=3,
    )
    rules = ruleset("alfapet-sv")

    seen = Eye(rules, "dark").see(render(positions(turns)[-1], rules, view))

    assert isinstance(seen, Sighting)
    assert not seen.covered
    assert not seen.doubts


SLEEVES = {
    "pale": (175, 195, 205),
    "sand": (150, 170, 180),
    "in the shade": (126, 142, 146),
    "grey": (90, 90, 90),
}
"""Colours like those of the two editions' plain squares, blue-green-red."""


@pytest.mark.parametrize("width", [1.6, 3.5])
@pytest.mark.parametrize("sleeve", SLEEVES)
@pytest.mark.parametrize("name", ["from above", "dark edition", "dim"])
def test_nothing_is_told_of_what_a_sleeve_of_the_boards_own_colour_hides(
    scenes: Mapping[str, Scene], name: str, sleeve: str, width: float
) -> None:
    """An arm over a sand-coloured board, taken for bare squares with all that lies below: doubts, or a refusal."""
    scene = scenes[name]
    columns = sorted(square.column for square in scene.position.tiles)
    first = columns[len(columns) // 2] - (width - 1) / 2

    seen = look_at(scene, with_band(scene, SLEEVES[sleeve], (first, first + width)))

    below = {square for square in scene.position.tiles if first - 0.2 < square.column < first + width - 0.8}
    assert below
    assert seen is None or below <= seen.doubted
