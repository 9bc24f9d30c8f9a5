"""The pages of the people."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient

from pi_referee.rules.course.happenings import Ended, LeftOver, Passed
from web.history.time_plot import time_plot

if TYPE_CHECKING:
    from tests.web.conftest import Writer


@pytest.fixture
def writer(writer: Writer, client: FlaskClient) -> Writer:
    """Two games that were ended, by somebody whose name a spreadsheet would reckon with.

    Both are counted already: on a machine that stands still for a second a page counts one and says that one is left.
    """
    for word in ("I9 > SOLARE", "I9 > SOL"):
        writer.begin("=Anna", "Bo")
        writer.lay(word)
        writer.tell(Passed())
        writer.tell(LeftOver({"=Anna": 0, "Bo": 2}))
        writer.tell(Ended())
        client.get("/people")
    return writer


def test_the_players_and_how_it_went(client: FlaskClient, writer: Writer) -> None:
    """Everybody is named with figures; of each there is a page with plots and the numbers beneath."""
    page = client.get("/people").text
    assert "=Anna</bdi> <b>2</b> : <b>0</b> <bdi>Bo</bdi>" in page
    assert "<td>−2.0</td>" in page
    one = client.get("/people/one?name=%3Danna").text

    assert (one.count('class="over-time"'), one.count("<circle")) == (2, 4)
    assert "<b>SOLARE</b>" in one
    assert one.count('href="/games/') >= 4


def test_all_of_it_for_a_spreadsheet(client: FlaskClient, writer: Writer) -> None:
    """A row a game and player; a name is shown, and never reckoned with."""
    table = client.get("/people.csv").data.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(table)))

    assert [row["player"] for row in rows] == ["'=Anna", "Bo", "'=Anna", "Bo"]


def test_nobody_yet(client: FlaskClient) -> None:
    """A new house has nobody to tell of, and a stranger no page."""
    assert "Nobody has played" in client.get("/people").text
    assert client.get("/people/one?name=Nobody").status_code == 404
    assert client.get("/people.csv").status_code == 200


def test_a_plot_shows_each_number_in_its_place() -> None:
    """The higher the number the higher its point, all within the scale; of one game there is no line."""
    plot = time_plot([("2026-01-01", -10), ("2026-02-01", 300), ("2026-03-01", 100)])

    assert plot is not None
    assert [x for x, _ in plot.points] == [48.0, 338.0, 628.0]
    heights = [y for _, y in plot.points]
    assert heights[1] < heights[2] < heights[0] <= plot.marks[0].y
    assert time_plot([("2026-01-01", 5)]) is None
