"""The letter reader: what it says of drawn tiles in a typeface it has never seen, and how it fails."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import ImageFont

from pi_referee.errors import RefereeError
from pi_referee.rules.board.position import EMPTY, Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.definition.ruleset import Ruleset
from vision.letters.letter_model import BLANK, MODEL, NONE, SIDE, SIGN, LetterOdds, Letters
from vision.render import Light, View, quad, render
from vision.render.view import BUNDLED
from vision.sighting import Edition

Windows = NDArray[np.uint8]
PX = 32
"""A window's square is 32 px wide."""

VIEW = View(blur=0.6, grain=2.0, jpeg=85, seed=3)
CARD = json.loads(MODEL.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module", name="letters")
def _letters() -> Letters:
    """The reader that comes with the program."""
    return Letters()


def windows(game: Ruleset, position: Position, view: View, off: tuple[float, float] = (0.0, 0.0)) -> Windows:
    """A window for every square of a drawn table, row by row, each moved by so many squares."""
    size = game.layout.size
    own = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) * PX + PX
    seen = np.array(quad(view, game.layout).corners, np.float32)
    grey = cv2.cvtColor(render(position, game, view), cv2.COLOR_BGR2GRAY)
    board = cv2.warpPerspective(grey, cv2.getPerspectiveTransform(seen, own), ((size + 2) * PX,) * 2)
    places = [
        ((column + 1.5 + off[0]) * PX, (row + 1.5 + off[1]) * PX) for row in range(size) for column in range(size)
    ]
    return np.stack([cv2.getRectSubPix(board, (SIDE, SIDE), place) for place in places]).astype(np.uint8)


def spread(game: Ruleset) -> Position:
    """Every letter of a game, each on its own, on every other square from B2 on."""
    size = game.layout.size
    places = [Square(row, column) for row in range(1, size, 2) for column in range(1, size, 2)]
    return Position({place: Tile(letter) for place, letter in zip(places, game.alphabet, strict=False)})


def said(letters: Letters, odds: LetterOdds, size: int) -> dict[Square, str]:
    """The likeliest answer of every square."""
    best = odds.log_probabilities.argmax(axis=1)
    return {Square(*divmod(number, size)): letters.classes[index] for number, index in enumerate(best)}


@pytest.mark.parametrize("edition", ["light", "dark"])
@pytest.mark.parametrize("name", ["alfapet-sv", "scrabble-pl", "scrabble-de"])
def test_every_letter_is_read_in_a_typeface_never_seen(letters: Letters, name: str, edition: Edition) -> None:
    """Tiles drawn with the bundled typeface, seen a little aslant, are read, and nothing is read where none lies."""
    game, view = ruleset(name), replace(VIEW, tilt=15.0, turn=7.0, edition=edition)
    position = spread(game)

    found = said(letters, letters.read(windows(game, position, view)), game.layout.size)

    letter_squares = {square: letter for square, letter in found.items() if letter not in (NONE, BLANK, SIGN)}
    assert letter_squares == position.letters()


@pytest.mark.parametrize("name", ["alfapet-sv", "literaki", "scrabble-en"])
@pytest.mark.parametrize("edition", ["light", "dark"])
def test_printed_squares_are_no_letters(letters: Letters, name: str, edition: Edition) -> None:
    """An empty board's discs, stars and mini tiles never pass for a letter."""
    game = ruleset(name)
    view = replace(VIEW, tilt=20.0, edition=edition, light=Light(gradient=0.3))

    odds = letters.read(windows(game, EMPTY, view))

    best = odds.log_probabilities[:, : letters.classes.index(BLANK)].max(axis=1)
    assert np.exp(best.max()) < 0.5


@pytest.mark.parametrize("off", [(0.2, 0.0), (-0.25, 0.1), (0.1, 0.3)])
def test_the_tile_is_found_where_it_lies(letters: Letters, off: tuple[float, float]) -> None:
    """A window that is not centred tells where its tile's top is; at the board's edge that leans out by itself."""
    game, view = ruleset("alfapet-sv"), replace(VIEW, jitter=0.0)
    position = spread(game)
    here = [square.row * game.layout.size + square.column for square in position.tiles]

    odds = letters.read(windows(game, position, view, off)[here])

    miss = np.abs(odds.offsets + np.array(off))
    assert miss.max() < 0.2
    assert np.median(miss) < 0.05


def test_certainty_is_shared_out_whole(letters: Letters) -> None:
    """Each window's shares sum to 1, whatever it shows."""
    noise = np.random.default_rng(1).integers(0, 256, (7, SIDE, SIDE)).astype(np.uint8)

    odds = letters.read(noise)

    assert odds.log_probabilities.shape == (7, len(letters.classes))
    assert odds.offsets.shape == (7, 2)
    assert np.exp(odds.log_probabilities).sum(axis=1) == pytest.approx(np.ones(7), abs=1e-4)


def test_company_changes_no_reading(letters: Letters) -> None:
    """A window is read alike alone and among many; no windows give no readings."""
    many = windows(ruleset("alfapet-sv"), spread(ruleset("alfapet-sv")), VIEW)[:40]

    together = letters.read(many)
    alone = [letters.read(many[number : number + 1]).log_probabilities[0] for number in (0, 19, 39)]

    assert np.stack(alone) == pytest.approx(together.log_probabilities[[0, 19, 39]], abs=1e-3)
    assert letters.read(many[:0]).log_probabilities.shape == (0, len(letters.classes))


def test_brightness_does_not_matter(letters: Letters) -> None:
    """A picture half as bright is read as the bright one, since windows are measured against themselves."""
    game, position = ruleset("alfapet-sv"), spread(ruleset("alfapet-sv"))
    dim = replace(VIEW, light=Light(brightness=0.5))

    found = said(letters, letters.read(windows(game, position, dim)), 17)

    assert {square: found[square] for square in position.tiles} == position.letters()


def test_the_bundled_typeface_was_never_learnt() -> None:
    """The demo's tiles are a fair trial: their typeface is neither among those learnt from nor those tuned on."""
    family = ImageFont.truetype(BUNDLED, 20).getname()[0]

    learnt = {*CARD["typefaces"], *CARD["held_out"]}

    assert family is not None
    assert not any(family.lower() in name.lower() for name in learnt)


def test_the_card_tells_what_was_learnt() -> None:
    """The card names at least sixty families learnt from, and at least eight others that it was measured on."""
    assert len(CARD["typefaces"]) >= 60
    assert len(CARD["held_out"]) >= 8
    assert not {*CARD["typefaces"]} & {*CARD["held_out"]}


def test_the_network_is_small() -> None:
    """The network stays under 2 MB, so that it can live in the project."""
    assert MODEL.stat().st_size < 2_000_000


def test_a_missing_network_is_said_with_its_cure(tmp_path: Path) -> None:
    """Without its files the reader does not start, and says how to get them."""
    with pytest.raises(RefereeError, match="Install pi-referee again"):
        Letters(tmp_path / "letters.onnx")
    shutil.copy(MODEL.with_suffix(".json"), tmp_path / "letters.json")
    with pytest.raises(RefereeError, match="missing"):
        Letters(tmp_path / "letters.onnx")


@pytest.mark.parametrize("kept", [0, 100, 500_000])
def test_a_damaged_network_is_said(tmp_path: Path, kept: int) -> None:
    """A file that was cut short is found out when it is loaded, not in the middle of a game."""
    shutil.copy(MODEL.with_suffix(".json"), tmp_path / "letters.json")
    (tmp_path / "letters.onnx").write_bytes(MODEL.read_bytes()[:kept])

    with pytest.raises(RefereeError, match=r"letters\.onnx"):
        Letters(tmp_path / "letters.onnx")


@pytest.mark.parametrize("card", ["", "[]", '{"classes": ["A"], "temperature": 1}', '{"classes": 1}'])
def test_a_damaged_card_is_said(tmp_path: Path, card: str) -> None:
    """A card that does not fit its network is refused."""
    shutil.copy(MODEL, tmp_path / "letters.onnx")
    (tmp_path / "letters.json").write_text(card, encoding="utf-8")

    with pytest.raises(RefereeError, match="letters"):
        Letters(tmp_path / "letters.onnx")
