"""The stages of a look: each does only what the table says it may, and can be left out."""

from __future__ import annotations

import numpy as np
import pytest

from benches.pictures.disturbances import DISTURBANCES
from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from tests.conftest import FROM_ABOVE, TURNS
from vision.arrays import Colour
from vision.eye import Eye
from vision.render import render
from vision.sighting import Doubt, Reading, Sighting, Step, Why
from vision.squares.choices import UNKNOWN
from vision.squares.findings import Findings
from vision.squares.merge_findings import step_of
from vision.stages import STAGES, Act

GAME = ruleset("alfapet-sv")


@pytest.fixture(scope="module")
def mirroring() -> Colour:
    """A board in which a lamp is mirrored: much of what lies beside it is in doubt until the last stage."""
    board = render(draw_position(list(TURNS.values())[-1]), GAME, FROM_ABOVE)
    seen = Eye(GAME).see(board)
    assert isinstance(seen, Sighting)
    return DISTURBANCES["glare"](board, np.array(seen.quad.corners), np.random.default_rng(3))


def test_no_two_stages_have_one_name() -> None:
    """A stage is known by its name."""
    assert len({stage.name for stage in STAGES}) == len(STAGES)


def test_a_look_tells_what_each_stage_did(mirroring: Colour) -> None:
    """What is in doubt at the end is what stages raised less what later ones settled, and none did what it may not."""
    seen = Eye(GAME).see(mirroring)
    acts, doubted = {stage.name: stage.acts for stage in STAGES}, frozenset[Square]()

    assert isinstance(seen, Sighting)
    assert seen.trace
    for step in seen.trace:
        assert not step.raised or Act.RAISE in acts[step.stage]
        assert not step.settled or Act.SETTLE in acts[step.stage]
        doubted = doubted - step.settled | step.raised
    assert doubted == seen.doubted


@pytest.mark.parametrize("lit", [(), ("glare",)])
def test_a_shade_is_taken_off_where_no_lamp_is_mirrored(lit: tuple[str, ...]) -> None:
    """In even light a lamp's mirror would be evened out, too, with what it hides."""
    picture = render(draw_position(list(TURNS.values())[-1]), GAME, FROM_ABOVE)
    seen = Eye(GAME).see(picture)
    assert isinstance(seen, Sighting)
    for name in ("shade x0.35", *lit):
        picture = DISTURBANCES[name](picture, np.array(seen.quad.corners), np.random.default_rng(3))

    told = Eye(GAME).see(picture)

    assert isinstance(told, Sighting)
    assert ("even light" in {step.stage for step in told.trace}) is (not lit)


def test_a_stage_that_is_left_out_does_nothing(mirroring: Colour) -> None:
    """Without the stage that settled a doubt the doubt is left."""
    whole = Eye(GAME).see(mirroring)
    assert isinstance(whole, Sighting)
    step = next(step for step in whole.trace if step.settled)

    less = Eye(GAME, without={step.stage}).see(mirroring)

    assert isinstance(less, Sighting)
    assert step.stage not in {other.stage for other in less.trace}
    assert less.doubted >= step.settled


def test_a_stage_that_is_not_there(mirroring: Colour) -> None:
    """Who names one that there is none of is told the names."""
    with pytest.raises(ValueError, match="even light"):
        Eye(GAME, without={"no such stage"})


def test_a_step_tells_every_kind_of_change() -> None:
    """A square newly in doubt, one no more, one for another reason, and one sure of another letter."""
    squares = [Square(0, column) for column in range(5)]
    new, gone, other, letter, same = squares
    sure = {new: Reading("A", 0.99), letter: Reading("O", 0.99), same: Reading("K", 0.99)}
    before = Findings(sure, frozenset(), tuple(Doubt(square, UNKNOWN, Why.NOT_AS_BARE) for square in (gone, other)))
    told = {letter: Reading("Q", 0.99), same: Reading("K", 0.99)}
    doubts = Doubt(new, UNKNOWN, Why.NOT_SYMMETRIC), Doubt(other, UNKNOWN, Why.HAND)

    step = step_of("a stage", before, Findings(told, frozenset(), doubts))

    assert step == Step("a stage", frozenset({new}), frozenset({gone}), frozenset({other, letter}))
