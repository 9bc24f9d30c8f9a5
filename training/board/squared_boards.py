"""Boards drawn by chance in any colours, from any side, squared up as the eye does it, each with its truth."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from benches.pictures.positions import played_board
from pi_referee.rules.board.layout import Layout
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.definition.ruleset import Ruleset
from training.board.board_truth import BARE, BLANK, LETTER, STOP, Board
from training.board.other_faces import FACE, draw_face
from vision.geometry.layout_match import Printed
from vision.geometry.raised_plane import raised
from vision.geometry.rectify import Tops, square_up
from vision.lighting.relative_look import numbered
from vision.render.board_face import draw_board
from vision.render.lens import FRAME, bend_picture, board_outline, place_camera, quad
from vision.render.light import cast_shadows, expose, light_up
from vision.render.table import lay_texture, wood
from vision.render.tile_faces import Look, Lying, lay_tiles, put_tiles, shadow_of
from vision.render.typeface import Colour
from vision.render.view import Light, View
from vision.sighting import Edition

_GAMES = ("alfapet-sv", "alfapet-fi", "literaki", "scrabble-de", "scrabble-en", "scrabble-pl", "scrabble-ro")
_OTHER_FACE = 0.5
"""The share of boards whose print is that of no drawn game."""
_WIDTHS = (560, 680, 800, 960)
_OFF, _OFTEN_OFF, _FITTED = 0.1, 0.4, 0.02
"""Squares by which the grid's corners are off at most, how often they are, and their deviation where the grid fits."""


def draw_squared(chance: Generator, faces: list[Path]) -> Board:
    """One photograph, squared up at the right grid or at one that is a little off, and made small."""
    pixels, lying, layout = photograph_squared(chance, faces)
    truth = truth_of(lying, layout.size)
    return Board(small(pixels), numbered(Printed.of(layout)), truth)


def photograph_squared(chance: Generator, faces: list[Path]) -> tuple[NDArray[np.uint8], Position, Layout]:
    """The same as large as the eye has it: ((n + 2) * 32, same, 3) BGR, what lies there, and the board's layout."""
    rules = _recoloured(ruleset(_GAMES[int(chance.integers(len(_GAMES)))]), chance)
    lying, view = _lying(chance, rules), _view(chance, faces)
    picture = _photograph(lying, rules, view, chance)
    corners = np.array(quad(view, rules.layout).corners)
    side = float(np.linalg.norm(corners[1] - corners[0])) / rules.layout.size
    is_off = chance.random() < _OFTEN_OFF
    off = chance.uniform(-_OFF, _OFF, (4, 2)) if is_off else chance.normal(0, _FITTED, (4, 2))
    truth = truth_of(lying, rules.layout.size)
    return _squared(picture, corners + off * side, truth, view, chance), lying, rules.layout


def truth_of(lying: Position, size: int) -> NDArray[np.uint8]:
    """What each square of a position shows, (n, n)."""
    truth = np.full((size, size), BARE, np.uint8)
    for square, tile in lying.tiles.items():
        truth[square.row, square.column] = BLANK if tile.is_blank else LETTER
    for square in lying.stops:
        truth[square.row, square.column] = STOP
    return truth


def _squared(
    picture: NDArray[np.uint8], corners: NDArray[np.float64], truth: NDArray[np.uint8], view: View, chance: Generator
) -> NDArray[np.uint8]:
    """The board from straight above; in steep views, tiles' tops on their squares, as the eye lays them there."""
    size = len(truth)
    ends = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    to_board = np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), ends), np.float64)
    tops = None
    if view.tilt > 40 or (view.tilt > 25 and chance.random() < 0.5):
        tops = Tops(raised(to_board, picture.shape, size), truth != BARE)
    return square_up(picture, to_board, size, tops).pixels


def small(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A squared board of the eye at PX px a square."""
    return np.asarray(cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def _lying(chance: Generator, rules: Ruleset) -> Position:
    """Crossing words with more blanks and stop tiles than any box holds, now and then tiles laid anyhow."""
    count = int(chance.choice([0, chance.integers(2, 12), chance.integers(8, 70)], p=[0.06, 0.3, 0.64]))
    lying = played_board(chance, rules, count) if count else Position({})
    tiles = dict(lying.tiles)
    every = rules.layout.squares()
    if chance.random() < 0.15:
        letters = list(rules.alphabet)
        for place in chance.permutation(len(every))[: chance.integers(1, 12)]:
            tiles[every[place]] = Tile(str(chance.choice(letters)))
    share = float(chance.choice([0.03, 0.12, 0.3]))
    for square in sorted(tiles):
        if chance.random() < share:
            tiles[square] = Tile("", is_blank=True)
    beside = sorted({near for square in tiles for near in square.neighbours() if near in rules.layout} - set(tiles))
    stops = chance.permutation(len(beside))[: chance.integers(0, 9)] if rules.stops and beside else []
    return Position(tiles, frozenset(beside[place] for place in stops))


def _recoloured(rules: Ruleset, chance: Generator) -> Ruleset:
    """The game on another maker's board: any ground, and print that stands out from it."""
    if chance.random() < 0.35:
        return rules
    layout = rules.layout
    ground = _any_colour(chance)
    colours = {code: _hex(ground if code in {"..", "."} else _unlike(chance, ground)) for code in layout.colours}
    return replace(rules, ground=replace(layout, colours=colours))


def _any_colour(chance: Generator) -> NDArray[np.float64]:
    level = chance.uniform(30, 245)
    return np.clip(level + chance.choice([0.15, 1.0]) * chance.uniform(-60, 60, 3), 8, 250)


def _unlike(chance: Generator, ground: NDArray[np.float64]) -> NDArray[np.float64]:
    """A colour that is seen to differ from the ground."""
    while True:
        colour = _any_colour(chance)
        if np.abs(np.log((colour + 20) / (ground + 20))).sum() > 0.45:
            return colour


def _hex(colour: NDArray[np.float64]) -> str:
    return "#" + "".join(f"{int(part):02x}" for part in colour)


def _tiles_recoloured(tiles: list[Lying], chance: Generator, *, coloured: bool) -> list[Lying]:
    """The same tiles of another set: one face, one ink and one stop for all; in half of all sets as they are."""
    if coloured or chance.random() < 0.4:
        return tiles
    level = chance.choice(
        [chance.uniform(190, 245), chance.uniform(25, 90), chance.uniform(60, 220)], p=[0.5, 0.3, 0.2]
    )
    face = np.clip(level + np.array([1, 0.4, -1]) * chance.uniform(-6, 45) * chance.choice([1, 0.3]), 6, 250)
    ink = np.clip(chance.uniform(8, 60) if level > 130 else chance.uniform(190, 250), 0, 255) + np.zeros(3)
    if chance.random() < 0.15:
        ink = np.clip(ink + chance.uniform(-60, 60, 3), 0, 255)
    one, two = _tuple(face), _tuple(ink)
    stop = _tuple(np.clip(ink + chance.normal(0, 12) + chance.normal(0, 4, 3), 3, 252))
    changed = list[Lying]()
    for tile in tiles:
        is_stop = not tile.look.letter and tile.look.ink != tile.look.face and _is_stop(tile.look)
        look = replace(tile.look, face=stop if is_stop else one, ink=one if is_stop else two)
        changed.append(replace(tile, look=look))
    return changed


def _is_stop(look: Look) -> bool:
    """Whether a top of the bundled sets is a stop tile's."""
    return look.face in {(34, 35, 40), (238, 236, 230)}


def _tuple(colour: NDArray[np.float64]) -> Colour:
    red, green, blue = (int(part) for part in colour)
    return red, green, blue


def _view(chance: Generator, faces: list[Path]) -> View:
    """Any camera: mostly from nearly above, some from up to 60 degrees; any light."""
    width = int(chance.choice(_WIDTHS))
    tilt = float(chance.choice([chance.uniform(0, 25), chance.uniform(25, 60)], p=[0.75, 0.25]))
    edition: Edition = "light" if chance.random() < 0.6 else "dark"
    tiles: Edition | None = None if chance.random() < 0.7 else ("dark" if edition == "light" else "light")
    raking = chance.random() < 0.2
    way, far = chance.uniform(0, 2 * np.pi), chance.uniform(1.4, 3.7) if raking else chance.uniform(0.1, 1.2)
    light = Light(
        brightness=float(chance.uniform(0.35, 1.35)), cast=tuple(map(float, chance.uniform(0.75, 1.12, 3))),
        gradient=float(chance.uniform(0, 0.5)), gradient_way=float(chance.uniform(0, 360)),
        shade=float(chance.uniform(0.2, 0.7)) if chance.random() < 0.2 else 0.0,
        shade_from=float(chance.uniform(0.3, 0.7)),
        shade_way=float(chance.uniform(0, 360)), shade_edge=float(chance.uniform(20, 300)),
        pool=float(chance.uniform(0.3, 0.8)) if chance.random() < 0.2 else 0.0,
        pool_at=(float(chance.uniform(0.1, 0.9)), float(chance.uniform(0.1, 0.9))),
        pool_reach=float(chance.uniform(0.2, 0.6)),
        fall=(float(far * np.cos(way)), float(far * np.sin(way))), fall_depth=float(chance.uniform(0.2, 0.8)),
        fall_soft=float(chance.uniform(1, 6)),
    )  # fmt: skip
    return View(
        width=width, height=width * 3 // 4, turn=float(chance.uniform(-180, 180)), tilt=tilt,
        tilt_way=float(chance.uniform(0, 360)), zoom=float(chance.uniform(0.7, 0.97)), light=light,
        blur=float(chance.uniform(0.3, 1.4)), grain=float(chance.uniform(1, 8)), jpeg=int(chance.integers(55, 96)),
        lens=float(chance.uniform(-0.02, 0.02)), seed=int(chance.integers(1 << 30)), edition=edition, tiles=tiles,
        typeface=faces[int(chance.integers(len(faces)))], jitter=float(chance.uniform(0.02, 0.2)),
        crooked=float(chance.uniform(0.5, 4)), thick=float(chance.uniform(0.1, 0.27)),
        icons=bool(chance.random() < 0.2), has_large_values=bool(chance.random() < 0.15),
        sticker=_sticker(chance) if chance.random() < 0.25 else "",
    )  # fmt: skip


def _sticker(chance: Generator) -> str:
    return _hex(np.clip(chance.uniform(120, 250) + chance.uniform(-40, 40, 3), 0, 255))


def _photograph(lying: Position, rules: Ruleset, view: View, chance: Generator) -> NDArray[np.uint8]:
    """The drawn table, its tiles of any colour (see vision.render.render, which has those of two sets)."""
    layout = rules.layout
    camera = place_camera(view, board_outline(layout.size), layout.size)
    # One grain for all tables: drawing one takes longer than all of the rest.
    grain = cv2.multiply(wood("#808080", 1.0, 1), (*(_any_colour(chance) / 128), 0.0))
    picture = lay_texture(
        grain, camera, (layout.size / 2, layout.size / 2), 6.0 * layout.size, (view.width, view.height)
    )
    face = draw_face(chance, layout) if chance.random() < _OTHER_FACE else _face(layout, view)
    _put_board(picture, layout, view, face)
    tiles = _tiles_recoloured(lay_tiles(lying, rules, view), chance, coloured=bool(rules.tile_colours))
    light = view.light
    cast_shadows(picture, [shadow_of(tile, camera, light.fall) for tile in tiles], light.fall_depth, light.fall_soft)
    put_tiles(picture, tiles, camera, view.typeface)
    return expose(bend_picture(view, light_up(picture, light)), view, chance)


def _face(layout: Layout, view: View) -> NDArray[np.uint8]:
    return draw_board(layout, view.edition, view.typeface, FACE, icons=view.icons)


def _put_board(picture: NDArray[np.uint8], layout: Layout, view: View, face: NDArray[np.uint8]) -> None:
    """Lay the empty board into the picture; one fineness for all, so that a face drawn once serves again."""
    low, high = -FRAME, layout.size + FRAME
    corners = np.array([[low, low], [high, low], [high, high], [low, high]])
    camera = place_camera(view, board_outline(layout.size), layout.size)
    matrix = camera.plane(0.0, corners) @ np.diag([1 / len(face), 1 / len(face), 1])
    cv2.warpPerspective(face, matrix, (view.width, view.height), picture, borderMode=cv2.BORDER_TRANSPARENT)
