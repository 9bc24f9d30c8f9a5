"""A square whose middle is the board's and whose sides are a tile's is not told as bare."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from pi_referee.rules.board.square import Square

Look = Callable[..., Any]

WORDS = """
. . P I L . . .
. B A _ B E L .
. L . L I . . .
F E L . P I P I
. . I . I . . .
L A P P _ . . .
"""
GREEN, CREAM = "#12806c", "#f2efe8"
"""The drawn board's plain squares, and what is paler than they are."""


@pytest.mark.parametrize(("tint", "tiles"), [(GREEN, "light"), (GREEN, "dark"), (CREAM, "dark")])
@pytest.mark.parametrize("view", [{}, {"turn": 5.0}, {"tilt": 12.0}, {"grain": 5.0}])
def test_a_stickered_blank_is_asked_about(
    looked: Look, scenes: Mapping[str, Any], tint: str, tiles: str, view: Mapping[str, Any]
) -> None:
    """A sticker in the colour of the board hides a tile from whoever looks at the square's middle only."""
    scene = scenes["from above"]
    drawn = replace(scene.view, width=1280, height=960, sticker=tint, tiles=tiles, **view)
    look = looked(replace(scene, game="scrabble-sv", board=WORDS, at="F6", view=drawn))

    assert look.wrong == {}
    plain = Square.parse("J11")
    assert plain in look.sighting.doubted or plain in look.sighting.board


@pytest.mark.parametrize("name", ["from above", "turned and tilted", "a warm lamp", "a third off"])
def test_bare_squares_have_no_frame(looked: Look, scenes: Mapping[str, Any], name: str) -> None:
    """Beside tiles that lie off their squares, too, bare ones are not asked about for their sides."""
    scene = scenes[name]
    look = looked(replace(scene, game="scrabble-sv", board=WORDS.replace("_", "S"), at="F6"))

    assert look.wrong == {}
    assert len(look.sighting.doubts) <= 2
