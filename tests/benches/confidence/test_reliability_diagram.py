"""How confidence is held against truth: bins, thresholds, and the diagram."""

from __future__ import annotations

import xml.etree.ElementTree as ET  # reads only what the test has made itself

import pytest

from benches.confidence.reliability import Read, bins_of, letters_of, table, thresholds
from benches.confidence.reliability_diagram import Bin, diagram
from benches.pictures.truth import Frame
from pi_referee.rules.board.square import Square
from vision.sighting import Doubt, Quad, Reading, Sighting, Why

QUAD = Quad(((0, 0), (1, 0), (1, 1), (0, 1)))
H8, I8, J8, K8, L8 = map(Square.parse, ("H8", "I8", "J8", "K8", "L8"))


def test_the_letters_of_a_look() -> None:
    """Sure letters and doubts count by their likeliest choice; a missed letter is wrong for sure, a blank no letter."""
    look = Sighting(
        QUAD,
        {H8: Reading("K", 0.99), I8: Reading("", 0.98), L8: Reading("X", 0.97)},
        doubts=(
            Doubt(J8, (("Ö", 0.6), ("O", 0.4)), Why.LETTER),
            Doubt(Square.parse("A1"), ((".", 0.5), ("", 0.5)), Why.LETTER),
        ),
    )
    frame = Frame("a.jpg", "static", {"H8": "K", "I8": "", "J8": "O", "K8": "E"})

    assert list(letters_of(look, frame)) == [
        Read(0.99, is_right=True),
        Read(0.6, is_right=False),
        Read(1.0, is_right=False),
        Read(0.97, is_right=False),
    ]


def test_a_letter_taken_for_none_in_doubt_is_asked_about() -> None:
    """A doubt that holds something else likelier than a letter has no confidence in a letter."""
    look = Sighting(QUAD, {}, doubts=(Doubt(H8, (("", 0.9), ("O", 0.1)), Why.LETTER),))

    assert list(letters_of(look, Frame("a.jpg", "static", {"H8": "O"}))) == [Read(0.0, is_right=False)]


READS = [Read(0.6, is_right=True), Read(0.96, is_right=False), Read(0.98, is_right=True), Read(0.9995, is_right=False)]


def test_thresholds() -> None:
    """The higher the threshold, the more is asked about and the less is wrong for sure."""
    found = {threshold: (asked, wrong) for threshold, asked, wrong in thresholds(READS)}

    assert (found[0.5], found[0.97], found[0.999]) == ((0, 2), (2, 1), (3, 1))
    assert "| **0.97** | 50.00 % (2) | 25.00 % (1) |" in table(READS, READS)


def test_bins() -> None:
    """Every letter is in one bin, with its mean confidence."""
    bins = bins_of(READS)

    assert [(one.count, one.wrong) for one in bins] == [(1, 0), (1, 1), (1, 0), (1, 1)]
    assert bins[0].confidence == pytest.approx(0.6)


def test_limits_hold_the_share() -> None:
    """The interval is never empty, and narrower the more letters there are."""
    few, many = Bin(10, 1, 0.9).limits, Bin(1000, 100, 0.9).limits

    assert few[0] < many[0] < 0.1 < many[1] < few[1]
    assert Bin(50, 0, 0.99).limits[0] == pytest.approx(0, abs=1e-9)


def test_the_diagram_is_a_picture() -> None:
    """It is well-formed, and every bin is a point in it."""
    drawn = ET.fromstring(diagram({"one": bins_of(READS), "other": bins_of(READS[:2])}, 0.97))  # noqa: S314  # as above
    points = drawn.findall(".//{http://www.w3.org/2000/svg}circle")

    assert len(points) == 4 + 2 + 2
    assert all(0 < float(point.attrib["cx"]) < 640 and 0 < float(point.attrib["cy"]) < 500 for point in points)
