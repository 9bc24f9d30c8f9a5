"""The bench of how a look's time grows, and its plot."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from click.testing import CliRunner

from benches.appliance.growth import main, measure
from benches.confidence.line_plot import Line, plot
from vision.letters.letter_model import Letters


def test_a_table_is_measured() -> None:
    """Both a first look and the one a turn later take some time."""
    spent = measure(10, 0.5, Letters(), times=1)

    assert spent.first > 0
    assert spent.turn > 0


def test_the_plot_is_a_picture() -> None:
    """Every point of every line is drawn, and every line is named."""
    lines = (Line("first", ((1.0, 30.0), (2.0, 60.0))), Line("second", ((1.0, 20.0), (2.0, 25.0))))
    drawn = ET.fromstring(plot({"px": lines, "tiles": lines}))  # noqa: S314  # our own text, just made
    names = [part.text for part in drawn.iter("{http://www.w3.org/2000/svg}text")]

    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}circle"))) == 8
    assert names.count("first") == names.count("second") == 2


def test_help() -> None:
    """The bench says what it does without measuring anything."""
    told = CliRunner().invoke(main, ["--help"])

    assert (told.exit_code, "draw the plot" in told.output) == (0, True)
