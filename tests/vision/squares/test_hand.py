"""Hands and mirrored lamps over the board: what they hide is never told for sure, and all else is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from benches.pictures.beneath import beneath
from benches.pictures.disturbances import DISTURBANCES, as_picture
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from tests.vision.conftest import VIEW, Scene
from vision.arrays import Colour, Flags, Homography, carry
from vision.eye import Eye
from vision.geometry.find_board import board_of
from vision.lighting.veil import told_apart
from vision.render import Light
from vision.sighting import SEEN_BARE, Sighting

if TYPE_CHECKING:
    from tests.vision.conftest import Looked

Look = Callable[["str | Scene"], "Looked"]


def flags(drawn: str, sign: str) -> Flags:
    """Where a sign stands in a drawing of squares."""
    return np.array([mark == sign for mark in drawn.replace("/", "").split()])


@pytest.mark.parametrize(
    ("covered", "veiled", "hands"),
    [
        (
            "c c c . / c c . . / . . . c / . . . .",
            "v v . . / v . . . / . . . . / . . v .",
            ". . . . / . . . . / . . . c / . . . .",
        ),
        (
            ". c c . / c c c c / c c c c / . c c .",
            ". . . . / . v v . / . v . . / . . . .",
            ". . . . / . . . . / . . . . / . . . .",
        ),
        (
            "c c c c / c c c c / c c c c / c c c c",
            "v v . . / . . . . / . . . . / . . . .",
            "c c c c / c c c c / c c c c / c c c c",
        ),
        (
            "c c c . / . . . . / . . . . / . . . .",
            ". . . v / v v v v / . . . . / . . . .",
            "c c c . / . . . . / . . . . / . . . .",
        ),
    ],
)
def test_what_is_mostly_veiled_is_a_mirror_and_no_hand(covered: str, veiled: str, hands: str) -> None:
    """A lamp's mirror is a white veil, denser in its middle than at its rim; a hand reaches beyond one, or lies beside.

    Either hides what lies below.
    """
    hand, glare = told_apart(flags(covered, "c"), flags(veiled, "v"), np.zeros(16))

    assert (hand == flags(hands, "c")).all()
    assert (hand | glare == flags(covered, "c")).all()


@pytest.mark.parametrize(("share", "is_mirror"), [(0.5, True), (0.03, False)])
def test_a_small_bright_lamp_is_no_hand(share: float, *, is_mirror: bool) -> None:
    """It veils no square wholly, and shines as no hand does."""
    covered = flags("c c . . / c c . . / . . . . / . . c c", "c")
    shining = np.where(flags("c . . . / . . . . / . . . . / . . . .", "c"), share, 0.0)

    hand, glare = told_apart(covered, np.zeros(16, bool), shining)

    assert (glare == covered & is_mirror & flags("c c . . / c c . . / . . . . / . . . .", "c")).all()
    assert (hand | glare == covered).all()


def hidden_under_hand(scene: Scene) -> set[Square]:
    """The squares of which a hand hides the better part: those that look otherwise with it than without."""
    bare = replace(scene, view=replace(scene.view, hand=None))
    covered = np.abs(scene.picture.astype(int) - bare.picture).max(axis=2) > 20
    size = ruleset(scene.game).layout.size
    to_board: Homography = board_of(scene.corners, size)
    places = np.floor(carry(to_board, np.argwhere(covered)[:, ::-1].astype(float))).astype(int)
    columns, rows = places[((places >= 0) & (places < size)).all(axis=1)].T
    count = np.zeros((size, size))
    np.add.at(count, (rows, columns), 1)
    square = np.linalg.norm(np.subtract(*scene.corners.corners[:2])) / size
    return {Square(int(row), int(column)) for row, column in np.argwhere(count > 0.5 * square**2)}


@pytest.mark.parametrize("name", ["a hand", "a hand, dark edition"])
def test_nothing_is_told_of_what_a_hand_hides(looked: Look, name: str) -> None:
    """Every square under the hand is in doubt, whether a tile lies there or none."""
    seen = looked(name)

    assert hidden_under_hand(seen.scene) - seen.sighting.doubted == set()
    assert len(seen.sighting.covered) >= 10


@pytest.mark.parametrize("name", ["a hand", "a hand, dark edition"])
def test_what_lies_beside_a_hand_is_read(looked: Look, name: str) -> None:
    """Tiles further than a square from the hand are read as ever."""
    seen = looked(name)
    near = {
        Square(square.row + down, square.column + right)
        for square in seen.sighting.covered
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
    }
    clear = seen.scene.position.tiles.keys() - near

    assert len(clear) >= 8
    assert len(clear & seen.sighting.board.keys()) >= len(clear) - 1


def test_no_hand_without_a_hand(looked: Look, scenes: Mapping[str, Scene]) -> None:
    """Neither light nor shade, tilt, grain nor any tile is taken for a hand."""
    covered = {name: looked(name).sighting.covered for name in scenes if "hand" not in name}

    assert {name: squares for name, squares in covered.items() if squares} == {}


@pytest.mark.parametrize("edition", ["light", "dark"])
def test_letters_under_a_mirrored_lamp_are_in_doubt(looked: Look, scenes: Mapping[str, Scene], edition: str) -> None:
    """Where a lamp has taken the print's colour away no letter is sure; further off all are."""
    scene = scenes["a mirrored lamp" if edition == "light" else "dark edition"]
    lit = looked(replace(scene, view=replace(scene.view, light=Light(glare=1.0, glare_at=(0.52, 0.55)))))

    assert lit.wrong == {}
    assert lit.sighting.doubted & lit.scene.position.tiles.keys()


def lit(scene: Scene, middle: tuple[float, float], reach: float, soft: float, colour: tuple[int, int, int]) -> Colour:
    """The scene with a lamp mirrored in the board.

    middle: across and down, and reach: of the lamp, as shares of the board's side. soft: of its rim, as a share of
    its reach.
    """
    corners = np.array(scene.corners.corners)
    side = np.linalg.norm(corners[1] - corners[0])
    place = corners[0] + middle[0] * (corners[1] - corners[0]) + middle[1] * (corners[3] - corners[0])
    away = np.linalg.norm(np.mgrid[0 : VIEW.height, 0 : VIEW.width][::-1] - place[:, None, None], axis=0) / side
    veil = (0.97 * np.clip((1 - away / reach) / soft + 0.5, 0, 1))[..., None]
    return as_picture(scene.picture * (1 - veil) + np.array(colour) * veil)


@pytest.mark.parametrize("colour", [(255, 255, 255), (185, 228, 255)])
@pytest.mark.parametrize(("soft", "reach"), [(0.2, 0.08), (0.2, 0.12), (0.8, 0.12)])
def test_a_small_lamps_mirror_is_no_hand(looked: Look, colour: tuple[int, int, int], soft: float, reach: float) -> None:
    """White or warm, it lies wholly over hardly a square; a hand would stop the game as long as the lamp shines."""
    scene = looked("from above").scene

    seen = Eye(ruleset(scene.game)).see(lit(scene, (0.2, 0.2), reach, soft, colour))

    assert isinstance(seen, Sighting)
    assert seen.covered == frozenset()
    assert seen.doubts


@pytest.mark.parametrize("colour", [(255, 255, 255), (185, 228, 255)])
@pytest.mark.parametrize("reach", [0.7, 0.4])
def test_a_lamp_as_small_as_a_tile_hides_it(looked: Look, reach: float, colour: tuple[int, int, int]) -> None:
    """What lies under it is no blank, though it is as plain and as pale: any letter may; so where it is smaller yet."""
    scene = looked("from above").scene
    size = ruleset(scene.game).layout.size
    wrong = {}
    for square, tile in list(scene.position.tiles.items())[::3]:
        middle = (square.column + 0.5) / size, (square.row + 0.5) / size
        seen = Eye(ruleset(scene.game)).see(lit(scene, middle, reach / size, 0.1, colour))
        assert isinstance(seen, Sighting)
        doubt = next((one for one in seen.doubts if one.square == square), None)
        is_told = tile.letter if (reading := seen.board.get(square)) and reading.letter == tile.letter else ""
        if not is_told and (doubt is None or doubt.why in SEEN_BARE):
            wrong[str(square)] = reading or doubt

    assert wrong == {}


def test_a_broad_letter_on_a_dark_tile_is_no_mirror(looked: Look) -> None:
    """A bold M leaves little of a dark top, which is none the paler for it."""
    view = replace(VIEW, edition="dark", width=1440, height=1080)

    told = looked(Scene("alfapet-sv", "K A M E L\nM . A . .", "G9", view))

    assert told.sighting.doubts == ()
    assert told.wrong == {}
    assert told.missed == set()


@pytest.mark.parametrize("name", ["from above", "dark edition", "turned and tilted"])
@pytest.mark.parametrize("seed", range(4))
def test_only_what_lies_under_a_mirrored_lamp_or_beside_is_in_doubt(
    scenes: Mapping[str, Scene], name: str, seed: int
) -> None:
    """A white ellipse of a sixth of the board, with a soft edge: all that is two squares further off is sure.

    But for two squares at most, of a kind of which half lies there, so that nobody knows how its print looks.
    """
    scene, size = scenes[name], ruleset(scenes[name].game).layout.size
    corners, picture = scene.corners, scene.picture
    lit = DISTURBANCES["glare"](picture, np.array(corners.corners), np.random.default_rng(seed))

    seen = Eye(ruleset(scene.game), scene.view.edition).see(lit)

    assert isinstance(seen, Sighting)
    assert seen.doubted
    lifted = beneath(picture, lit, corners, size, beside=2)
    assert seen.doubted - lifted <= hardly_seen(scene, lifted)
    assert len(seen.doubted - lifted) <= 2


def hardly_seen(scene: Scene, hidden: frozenset[Square]) -> set[Square]:
    """The premium squares printed as others are of which half and more are hidden."""
    layout = ruleset(scene.game).layout
    kinds = {square: layout.code(square) for square in layout.squares()}
    count, lost = Counter(kinds.values()), Counter(kinds[square] for square in hidden)
    return {square for square, kind in kinds.items() if 2 * lost[kind] >= count[kind] and layout.token(square) != ".."}


@pytest.mark.parametrize("name", ["from above", "dark edition"])
@pytest.mark.parametrize("strength", [0.6, 0.8, 0.9])
@pytest.mark.parametrize("at", [(0.4, 0.45), (0.62, 0.6), (0.5, 0.35)])
def test_nothing_vanishes_in_a_mirrored_lamp(
    looked: Look, scenes: Mapping[str, Scene], name: str, strength: float, at: tuple[float, float]
) -> None:
    """What lies in a lamp's mirror, or beside it, is told or asked about: it neither vanishes nor changes.

    But for a dark blank, which a faint mirror makes look like dark board.
    """
    scene = scenes[name]
    lit = looked(replace(scene, view=replace(scene.view, light=Light(glare=strength, glare_at=at))))

    assert lit.wrong == {}
    assert lit.missed <= ({"I11"} if (name, strength) == ("dark edition", 0.6) else set())


@pytest.mark.parametrize("name", ["a hard shade", "a hard shade, dark edition"])
def test_the_edge_of_a_shade_is_no_tile(looked: Look, name: str) -> None:
    """No square is taken for a stop tile because the shade begins there, and few are asked about."""
    seen = looked(name)

    assert seen.sighting.stops <= seen.scene.position.stops
    assert len(seen.sighting.doubts) <= 4
