"""What a camera over any table does: its lens there and back, pools of light, and what it spoils."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.render.lens import bend, bend_picture, margin, straighten
from vision.render.light import cast_shadows, expose, light_up
from vision.render.overlay import MIDDLE, lay_over, layer_of
from vision.render.view import Light, Shot

Picture = NDArray[np.uint8]

SHOT = Shot(width=400, height=300, blur=0.0, grain=0.0, jpeg=None)


def plain(shade: int = 100, high: int = 300, wide: int = 400) -> Picture:
    """A grey picture."""
    return np.full((high, wide, 3), shade, np.uint8)


@pytest.mark.parametrize("lens", [-0.08, 0.05])
def test_straightening_undoes_the_lens(lens: float) -> None:
    """A place bent and straightened is where it was."""
    shot = replace(SHOT, lens=lens)
    places = np.array([[0.0, 0], [399, 10], [200, 150], [30, 280]])

    assert straighten(shot, bend(shot, places)) == pytest.approx(places, abs=0.05)


def test_a_lens_without_a_rim_needs_a_margin() -> None:
    """A lens that bends outwards shows what lies beside the picture; with a rim it is black there."""
    wide = replace(SHOT, lens=-0.08)
    beside = margin(wide)

    filled = bend_picture(wide, plain(100, 300 + 2 * beside, 400 + 2 * beside), beside)
    rimmed = bend_picture(replace(wide, has_rim=True), plain())

    assert beside > 0
    assert (filled == 100).all()
    assert margin(replace(wide, has_rim=True)) == margin(replace(SHOT, lens=0.05)) == 0
    assert (rimmed[0, 0] == 0).all()
    assert (rimmed[140:160, 190:210] == 100).all()


def test_a_picture_held_upright_needs_no_more_margin() -> None:
    """The lens bends by how far off the middle a place lies, in halves of the longer side, whichever that is."""
    wide = replace(SHOT, width=1361, height=907, lens=-0.06)

    assert margin(replace(wide, width=907, height=1361)) == margin(wide)


def test_a_margin_moves_nothing() -> None:
    """A spot is bent to the same px whether there is a margin or not."""
    shot = replace(SHOT, lens=-0.08)
    beside = margin(shot)
    sheets = [np.zeros((300 + 2 * more, 400 + 2 * more, 3), np.uint8) for more in (0, beside)]
    for more, sheet in zip((0, beside), sheets, strict=True):
        cv2.circle(sheet, (90 + more, 70 + more), 6, (255, 255, 255), -1)

    without, with_margin = (bend_picture(shot, sheet, more) for more, sheet in zip((0, beside), sheets, strict=True))

    assert np.array_equal(without[20:200, 20:200], with_margin[20:200, 20:200])


def test_a_lamps_pool_is_brightest_where_it_is() -> None:
    """Light falls off from the pool's middle on all sides, and is as before in it."""
    lit = light_up(plain(), Light(pool=0.6, pool_at=(0.25, 0.5), pool_reach=0.2))

    assert int(lit[150, 100, 0]) == pytest.approx(100, abs=2)
    assert lit[150, 100, 0] > lit[150, 180, 0] > lit[150, 390, 0]
    assert int(lit[150, 390, 0]) == pytest.approx(40, abs=4)


def test_sheen_is_only_where_print_is_glossy() -> None:
    """A mirrored lamp lightens glossy px alone; glare lightens all."""
    glossy = np.zeros((300, 400), np.uint8)
    glossy[:, :200] = 255

    sheen = light_up(plain(), Light(sheen=0.5, glare_at=(0.5, 0.5)), glossy)
    glare = light_up(plain(), Light(glare=0.5, glare_at=(0.5, 0.5)))

    assert sheen[150, 195, 0] > 180
    assert sheen[150, 205, 0] < 101
    assert glare[150, 195, 0] > 180
    assert glare[150, 205, 0] > 180


@pytest.mark.parametrize(("way", "along", "across"), [(0.0, (150, 204), (154, 200)), (90.0, (154, 200), (150, 204))])
def test_a_shaken_camera_smears_one_way(way: float, along: tuple[int, int], across: tuple[int, int]) -> None:
    """A spot becomes a streak in the direction of the shake."""
    sheet = np.zeros((300, 400, 3), np.uint8)
    sheet[149:152, 199:202] = 255

    shaken = expose(sheet, replace(SHOT, shake=10.0, shake_way=way), np.random.default_rng(1))

    assert shaken[along][0] > 30
    assert shaken[across][0] == 0
    assert int(shaken.sum()) == pytest.approx(int(sheet.sum()), rel=0.06)


def test_sharpening_overshoots_at_edges() -> None:
    """A camera's own sharpening makes the bright side brighter and the dark side darker, and leaves plain parts."""
    sheet = plain()
    sheet[:, 200:] = 160

    sharp = expose(sheet, replace(SHOT, sharpening=1.0), np.random.default_rng(1))

    assert sharp[150, 199, 0] < 95
    assert sharp[150, 200, 0] > 165
    assert (sharp[150, (20, 380), 0] == (100, 160)).all()


def test_a_shadow_takes_its_share() -> None:
    """Within its outline a shadow takes the share of light it is told, and nothing far from it."""
    sheet = plain()

    cast_shadows(sheet, [np.array([[100.0, 80], [200, 80], [200, 200], [100, 200]])], depth=0.3)

    assert int(sheet[140, 150, 0]) == pytest.approx(70, abs=2)
    assert sheet[30, 30, 0] == 100


def test_a_layer_covers_its_corners() -> None:
    """A layer laid over a picture fills what lies between its corners, and lets through where it has no cover."""
    sheet, face = plain(), plain(200, 40, 40)
    cover = np.full((40, 40), 255, np.uint8)
    cover[:, 20:] = 0

    lay_over(sheet, layer_of(face, cover), np.array([[50.0, 60], [90, 60], [90, 100], [50, 100]]) + MIDDLE)

    assert (sheet[65:95, 55:65] == 200).all()
    assert (sheet[65:95, 75:85] == 100).all()
    assert (sheet[:55] == 100).all()
