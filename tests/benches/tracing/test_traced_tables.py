"""Traced tables of cards: each card on those it lies on, and where the room's camera sees it."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest
from click.testing import CliRunner

from benches.tracing.room import draw_room, to_picture
from benches.tracing.traced_cards import SQUARES, room_camera, stacked, trace_cards, traced_truth, unit
from benches.tracing.traced_tables import answer, main
from pi_referee.errors import RefereeError
from vision.card_render import CardScene, LaidCard, PrintedCard

ROOM = draw_room(np.random.default_rng(4), SQUARES)


def laid(letter: str, x: float, y: float) -> LaidCard:
    """A card of the pattern, at a place in mm."""
    return LaidCard(PrintedCard(letter, 1), (x, y), 0.2, cell=(0, 0))


def test_cards_lie_on_those_beneath_them() -> None:
    """Every card is by its thickness higher than the highest that it touches; one apart lies on the table."""
    scene = stacked(CardScene((laid("A", 0, 0), laid("B", 30, 0), laid("C", 60, 10), laid("D", 300, 0))))

    assert [card.foot for card in scene.cards] == pytest.approx([0.3, 0.6, 0.9, 0.3])


def test_the_truth_is_seen_by_the_rooms_camera() -> None:
    """Places in mm lie where the room says that the same places in squares do; a px is known by its middle."""
    scene = CardScene((laid("A", 0, 0),))
    places = np.array([[0.0, 0.0], [120.0, -80.0], [-200.0, 150.0]])

    seen = room_camera(ROOM, scene).project(np.column_stack([places, np.zeros(3)]))

    assert seen + 0.5 == pytest.approx(to_picture(ROOM, SQUARES, places / unit(scene) + SQUARES / 2), abs=1e-6)


def test_a_picture_is_told_as_read_tells_it() -> None:
    """Cards of the words have cells, those aside have none, and all have their corners."""
    aside = LaidCard(PrintedCard("", None, is_joker=True), (200.0, 0.0), 0.0)
    back = LaidCard(None, (-200.0, 0.0), 0.0)

    told = answer("a.jpg", traced_truth(stacked(CardScene((laid("A", 0, 0), aside, back))), ROOM))

    assert [(card["letter"], card["cell"]) for card in told["cards"]] == [("A", [0, 0])]
    assert [(card["joker"], "cell" in card, len(card["quad"])) for card in told["aside"]] == [(True, False, 4)]
    assert told["face_down"] == 1


@pytest.mark.skipif(find_spec("mitsuba") is not None, reason="Mitsuba is installed here")
def test_without_mitsuba_the_cure_is_said(tmp_path: object) -> None:
    """Who has no Mitsuba is told how to get it, by the program and its parts alike."""
    with pytest.raises(RefereeError, match=r"Mitsuba.*pip install"):
        trace_cards(CardScene((laid("A", 0, 0),)), ROOM, 1)

    told = CliRunner().invoke(main, [str(tmp_path), "--tables", "1"])

    assert told.exit_code == 1
    assert "pip install" in told.output
