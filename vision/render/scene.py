"""The inverse of the eye: draws a photograph of a table with a position on its board."""

from __future__ import annotations

import cv2
import numpy as np

from pi_referee.rules.board.layout import Layout
from pi_referee.rules.board.position import Position
from pi_referee.rules.definition.ruleset import Ruleset
from vision.render.board_face import draw_board
from vision.render.drawn_hand import lay_hand
from vision.render.lens import FRAME, Camera, Picture, bend_picture, board_outline, place_camera
from vision.render.light import cast_shadows, expose, light_up
from vision.render.table import lay_texture, wood
from vision.render.tile_faces import lay_tiles, put_tiles, shadow_of
from vision.render.view import View


def render(position: Position, ruleset: Ruleset, view: View) -> Picture:
    """Photograph a position lying on the ruleset's board: (height, width, 3) BGR.

    The same arguments give the same picture, px for px. Raises RefereeError if the view's typeface cannot be read.
    """
    layout = ruleset.layout
    camera = place_camera(view, board_outline(layout.size), layout.size)
    picture = _bare_table(view, camera, layout.size)
    _put_board(picture, layout, view, camera)
    tiles = lay_tiles(position, ruleset, view)
    light = view.light
    cast_shadows(picture, [shadow_of(tile, camera, light.fall) for tile in tiles], light.fall_depth, light.fall_soft)
    put_tiles(picture, tiles, camera, view.typeface)
    if view.hand is not None:
        picture = _reach_in(picture, view.hand, camera, layout)
    return expose(bend_picture(view, light_up(picture, light)), view, np.random.default_rng(view.seed))


def _bare_table(view: View, camera: Camera, size: int) -> Picture:
    """The wooden table before the board lies on it, its grain over a field six boards wide."""
    grain = wood(view.table, view.wood, view.seed)
    return lay_texture(grain, camera, (size / 2, size / 2), 6.0 * size, (view.width, view.height))


def _reach_in(picture: Picture, tip: tuple[float, float], camera: Camera, layout: Layout) -> Picture:
    """Lay a hand over the table that comes from the lower rim."""
    height, width = picture.shape[:2]
    left, right = camera.project(np.array([[0.0, layout.size / 2, 0], [layout.size, layout.size / 2, 0]]))
    board = float(np.linalg.norm(right - left))
    fingers = np.array(tip) * [width, height]
    return lay_hand(picture, fingers, np.array([fingers[0], height + 0.1 * board]), board)


def _put_board(picture: Picture, layout: Layout, view: View, camera: Camera) -> None:
    """Draw the empty board into the picture, about as finely as it will be seen."""
    ends = np.array([-FRAME, layout.size + FRAME])
    corners = np.array([[ends[0], ends[0]], [ends[1], ends[0]], [ends[1], ends[1]], [ends[0], ends[1]]])
    grid = camera.project(np.array([[0.0, 0, 0], [layout.size, 0, 0], [layout.size, layout.size, 0]]))
    longest = float(np.linalg.norm(np.diff(grid, axis=0), axis=1).max())
    square = int(np.clip(longest / layout.size * 1.15, 16, 110))
    drawn = draw_board(layout, view.edition, view.typeface, square, icons=view.icons)
    matrix = camera.plane(0.0, corners) @ np.diag([1 / len(drawn), 1 / len(drawn), 1])
    cv2.warpPerspective(drawn, matrix, (view.width, view.height), picture, borderMode=cv2.BORDER_TRANSPARENT)
