"""Traced sets: drawn the same for the same number, and true to what is photographed."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

from benches.traced import frame, laid_out, turns_of
from benches.tracing.maker import Maker, draw_maker
from benches.tracing.photograph import Shot, photograph
from benches.tracing.printing import FINE, FRAME, TOP, print_board, print_top
from benches.tracing.room import draw_room, to_picture
from benches.tracing.traced_tiles import mesh_of
from benches.tracing.tracer import trace
from pi_referee.errors import RefereeError
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.adjudication import adjudicate
from vision.render.view import BUNDLED


def maker(seed: int = 1) -> Maker:
    """A maker of the light edition."""
    return draw_maker(np.random.default_rng(seed), "light", [BUNDLED])


@pytest.mark.parametrize("game", ["alfapet-sv", "literaki"])
def test_every_play_is_lawful(game: str) -> None:
    """What is laid in a set is a game: each play may be laid where it is, and its truth has the score."""
    rules, before, stops = ruleset(game), EMPTY, 0
    for play, after in turns_of(np.random.default_rng(3), rules):
        told = frame("00.jpg", play, before, after, rules)
        if play is not None:
            ruling = adjudicate(before, play, rules, rack=rules.rack)
            stops += play.stop is not None
            assert ruling.is_legal
            assert told["score"] == ruling.score
            assert set(told["laid"]) == {str(square) for square in play.tiles}
        assert set(told["board"]) == {str(square) for square in after.tiles}
        before = after
    assert stops <= rules.stops


def test_tiles_stay_where_they_lie() -> None:
    """As the game goes on, a tile that lay there before lies there just so."""
    rules = ruleset("alfapet-sv")
    boards = [after for _, after in turns_of(np.random.default_rng(3), rules)]

    fewer, more = (list(laid_out(board, rules, maker(), 5)) for board in boards[1:3])

    assert {(tile.place, tile.turn) for tile in fewer} < {(tile.place, tile.turn) for tile in more}


def test_a_board_is_printed_to_scale() -> None:
    """The grid lies within the frame, and a premium square has the layout's colour at its edge."""
    layout = ruleset("alfapet-sv").layout
    board = print_board(layout, maker())

    assert board.shape[0] == round((layout.size + 2 * FRAME) * FINE)
    corner = round((FRAME + 0.2) * FINE)
    code = layout.colours[layout.printed[0][0]]
    assert "#" + bytes(board[corner, corner].tolist()).hex() == code.lower()


def test_a_tiles_body() -> None:
    """Each tile is as large and as thick as its maker wants, lies on the board, and has its own colours."""
    own, chance = maker(), np.random.default_rng(1)
    rules, (_, (_, first)) = ruleset("alfapet-sv"), list(turns_of(np.random.default_rng(3), ruleset("alfapet-sv")))[:2]
    tiles = list(laid_out(first, rules, own, 5))
    mesh = mesh_of(tiles, own)

    assert len(mesh.points) % len(tiles) == 0
    assert mesh.points[:, 2].min() == 0
    assert mesh.points[:, 2].max() == pytest.approx(own.thick)
    assert mesh.faces.max() == len(mesh.points) - 1
    assert 0 <= mesh.colours.min() < mesh.colours.max() <= 1
    assert print_top(own.top, "Å", "4", own, chance).shape == (TOP, TOP, 3)


def test_the_boards_middle_is_the_pictures() -> None:
    """The camera looks at the board's middle, and all of the board is in the picture."""
    for seed in range(20):
        room = draw_room(np.random.default_rng(seed), 17)
        seen = to_picture(room, 17, np.array([[8.5, 8.5], [0.0, 0.0], [17.0, 0.0], [17.0, 17.0], [0.0, 17.0]]))

        assert seen[0] == pytest.approx([room.width / 2, room.height / 2])
        assert ((seen > 0) & (seen < [room.width, room.height])).all()


def test_a_photograph_is_as_bright_as_wished() -> None:
    """Nine px in ten stay below the level, however much light there is, and a cast is partly taken off."""
    chance = np.random.default_rng(1)
    light = (chance.uniform(0, 1, (60, 80, 3)) * [1.0, 0.8, 0.5] * 70).astype(np.float32)

    picture = photograph(light, Shot(level=200, cast=0.0, blur=0.4, grain=0.0), chance)

    assert np.percentile(picture.max(axis=2), 90) == pytest.approx(200, abs=3)
    assert np.ptp(picture.reshape(-1, 3).mean(axis=0)) < 6


@pytest.mark.skipif(find_spec("mitsuba") is not None, reason="Mitsuba is installed here")
def test_without_mitsuba() -> None:
    """Who has it not is told how to get it."""
    room, board = draw_room(np.random.default_rng(1), 15), np.zeros((8, 8, 3), np.uint8)

    with pytest.raises(RefereeError, match="Mitsuba is not installed") as told:
        trace(room, 15, board, (), maker(), 0)
    assert "pip install" in told.value.cure
