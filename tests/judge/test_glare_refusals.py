"""Refusals that a light is the reason for: what people are told to do about them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from pi_referee.judge.glare_refusals import advised
from pi_referee.judge.interpret import LAY_BARE
from pi_referee.picture_game.picture_replay import replay
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import begin
from pi_referee.rules.course.happenings import GameBegan, LookRefused, Passed
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour
from vision.photo.advice import BRIGHT, GLARE
from vision.render import Light, View, quad, render
from vision.sighting import NotSeen, Sighting

MISSING = NotSeen("No board.", "Show it.")
LAYOUT = ruleset("alfapet-sv").layout
EVERYWHERE = tuple(LAYOUT.squares())
FAR_CORNER = (Square.parse("Q17"),)
"""A square on which no lamp is mirrored in these pictures."""


def refused_look(light: Light, unseen: tuple[Square, ...]) -> tuple[LookRefused, Colour, Sighting]:
    """A drawn table in some light, a press over which was refused since squares cannot be seen."""
    view, game = View(width=960, height=720, light=light), ruleset("alfapet-sv")
    look = Sighting(quad(view, game.layout), {})
    refused = LookRefused("It cannot be seen.", cure=LAY_BARE, squares=unseen, code=Refusal.UNSEEN)
    return refused, render(EMPTY, game, view), look


@pytest.mark.parametrize(
    ("light", "unseen", "cure", "code"),
    [
        (Light(glare=0.95), EVERYWHERE, GLARE.cure, Refusal.GLARE),
        (Light(glare=0.95), FAR_CORNER, LAY_BARE, Refusal.UNSEEN),
        (Light(brightness=4.0), EVERYWHERE, BRIGHT.cure, Refusal.BRIGHT),
        (Light(brightness=0.2), EVERYWHERE, LAY_BARE, Refusal.UNSEEN),
        (Light(), EVERYWHERE, LAY_BARE, Refusal.UNSEEN),
    ],
    ids=["a lamp's mirror", "a mirror elsewhere", "too bright", "dark", "good light"],
)
def test_a_refusal_says_when_light_is_the_reason(
    light: Light, unseen: tuple[Square, ...], cure: str, code: Refusal
) -> None:
    """Where too much light hides the squares nobody is told to give more; else hands are to be taken away."""
    refused, picture, look = refused_look(light, unseen)

    assert advised((refused,), picture, look, LAYOUT) == (replace(refused, cure=cure, code=code),)


def test_other_refusals_and_turns_keep_their_words() -> None:
    """A play that the rules forbid is not the lamp's fault, and a pass is no refusal."""
    unseen, picture, look = refused_look(Light(glare=0.95), EVERYWHERE)

    for happened in ((replace(unseen, code=Refusal.UNCLEAR),), (Passed(),)):
        assert advised(happened, picture, look, LAYOUT) == happened
    missed = replace(unseen, reason="No board.")
    assert advised((missed,), picture, MISSING, LAYOUT) == (missed,)


def test_a_folder_of_pictures_tells_of_a_mirror_too(tmp_path: Path) -> None:
    """A lamp's mirror over the middle of a bare board is refused, and the lamp is what to move, not a hand."""
    path, light = tmp_path / "01.png", Light(glare=0.95, glare_at=(0.5, 0.5))
    cv2.imwrite(str(path), render(EMPTY, ruleset("alfapet-sv"), View(width=960, height=720, light=light)))

    [row] = replay((path,), begin(GameBegan("alfapet-sv", ("Ann", "Bo"), 7)), "light", {})

    assert row["outcome"] == "refused"
    assert row["reason"].endswith(GLARE.cure)
    assert row["code"] == "glare"
