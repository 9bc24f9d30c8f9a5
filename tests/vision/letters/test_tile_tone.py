"""Nobody need say whether tiles are pale or dark: their letters tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from pi_referee.rules.definition.library import ruleset
from vision.eye import Eye
from vision.sighting import Edition, NotSeen

Look = Callable[..., Any]


@pytest.mark.parametrize("said", [None, "light", "dark"])
@pytest.mark.parametrize(
    ("name", "edition"),
    [
        ("dark edition", "dark"),
        ("a hard shade, dark edition", "dark"),
        ("from above", "light"),
        ("dim", "light"),
        ("a warm lamp", "light"),
        ("on its side", "light"),
        ("coloured tiles", "light"),
    ],
)
def test_the_picture_tells_the_edition(
    looked: Look, scenes: Mapping[str, Any], name: str, edition: Edition, said: Edition | None
) -> None:
    """Whatever somebody has said, or nothing, the same is seen as by an eye that was told the truth."""
    scene = scenes[name]
    found = Eye(ruleset(scene.game), said).see(scene.picture)

    assert not isinstance(found, NotSeen)
    assert found.edition == edition
    told = looked(replace(scene, view=replace(scene.view, edition=edition))).sighting
    assert (found.board.keys(), found.stops) == (told.board.keys(), told.stops)


def test_a_bare_board_tells_no_edition(looked: Look) -> None:
    """Where no letter lies nothing is told of the tiles."""
    assert looked("an empty board").sighting.edition is None
