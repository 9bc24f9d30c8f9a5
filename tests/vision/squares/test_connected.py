"""Tiles hang together: which squares in doubt are bare because no tile leads to them."""

from __future__ import annotations

import pytest

from pi_referee.rules.board.square import Square
from vision.sighting import Doubt, Reading, Why
from vision.squares.choices import FOREIGN, PERHAPS_STOP, UNKNOWN
from vision.squares.connected import together
from vision.squares.findings import Findings

DOUBTS = {
    "?": UNKNOWN, "s": PERHAPS_STOP, "t": (("A", 0.6), (".", 0.4)), "b": (("", 0.7), (".", 0.3)),
    "m": FOREIGN, "n": PERHAPS_STOP, "c": FOREIGN,
}  # fmt: skip
"""Perhaps bare, perhaps a stop tile, likely a letter, likely a blank; one of more blanks and of more stop tiles than
the box holds, and a blank that the picture's edge cuts."""
WHY = {
    "?": Why.NOT_AS_BARE, "s": Why.MAYBE_STOP, "t": Why.LETTER, "b": Why.MAYBE_BLANK,
    "m": Why.TOO_MANY_BLANKS, "n": Why.TOO_MANY_STOPS,
    "c": Why.PICTURE_EDGE,
}  # fmt: skip


def drawn(text: str, covered: frozenset[Square] = frozenset()) -> Findings:
    """What was found, drawn: a letter or # is sure, a dot bare, the others are doubts as above."""
    rows = text.split()
    squares = {Square(row, column): mark for row, line in enumerate(rows) for column, mark in enumerate(line)}
    return Findings(
        {square: Reading(mark.strip("_"), 0.99) for square, mark in squares.items() if mark.isupper() or mark == "_"},
        frozenset(square for square, mark in squares.items() if mark == "#"),
        tuple(Doubt(square, DOUBTS[mark], WHY[mark]) for square, mark in squares.items() if mark in DOUBTS),
        covered,
    )


def left(text: str) -> str:
    """The same drawing with those squares bare whose doubt is gone."""
    return without(text, together(drawn(text)))


def without(text: str, found: Findings) -> str:
    """A drawing without doubts that are gone."""
    kept = {doubt.square for doubt in found.doubts}
    rows = [
        "".join("." if mark in DOUBTS and Square(row, column) not in kept else mark for column, mark in enumerate(line))
        for row, line in enumerate(text.split())
    ]
    return " ".join(rows)


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        ("?..s ?... .KO.", ".... .... .KO."),
        ("?... ?s.. .KO.", "?... ?s.. .KO."),
        ("?..? .#KO .... ", "...? .#KO ...."),
        ("?.tK ?b.O ....", "?.tK ?b.O ...."),
        ("t?.? ...? KO..", "t?.. .... KO.."),
    ],
)
def test_a_square_that_no_tile_leads_to_is_bare(seen: str, told: str) -> None:
    """What is perhaps bare is asked about only if tiles, or what may be some, lead to it; likely tiles always are."""
    assert left(seen) == told


@pytest.mark.parametrize("mark", ["m", "n", "c"])
def test_what_was_seen_as_a_tile_never_vanishes(mark: str) -> None:
    """A blank or stop tile too many for the box, or cut by the picture's edge, is asked about, though far from all.

    Its odds are those of a square that may be dropped, its reason is not.
    """
    text = f"{mark}.... ..... ..... ...KO"

    assert left(text) == text


@pytest.mark.parametrize("seen", ["?.. ... ...", "K.? ... ?.O", "K.O ... ..?"])
def test_where_tiles_do_not_hang_together_nothing_follows(seen: str) -> None:
    """On a board without a sure tile, and where sure ones lie apart, as in a lesson, all that is in doubt stays so."""
    assert left(seen) == seen


def test_under_a_hand_nothing_follows() -> None:
    """A hand may hide the tiles that lead to a square, so that stays in doubt wherever the hand is."""
    seen = drawn("?.? ... .KO", frozenset({Square(0, 0)}))

    assert together(seen) == seen


def test_a_doubt_may_lead_from_tile_to_tile() -> None:
    """Sure tiles on both sides of a doubt hang together by it, so what lies apart from all of them is bare."""
    assert left("K?O ... ..?") == "K?O ... ..."
