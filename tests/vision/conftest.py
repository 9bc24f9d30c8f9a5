"""Drawn scenes of several games, each photographed and looked at once for all tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from tests.vision.kept_pictures import clear_old, digest, kept_or_drawn
from vision.arrays import Colour, Grey
from vision.eye import Eye
from vision.letters.tesseract import UNHURRIED, second_opinions
from vision.render import Light, View, quad, render
from vision.render.view import BUNDLED
from vision.sighting import Edition, NotSeen, Quad, Sighting

VIEW = View(width=960, height=720, blur=0.5, grain=2.0, seed=8)
"""How a scene is photographed unless it says otherwise: from above, in good light."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A board drawn as text and how it is photographed."""

    game: str
    board: str
    at: str
    view: View

    @property
    def position(self) -> Position:
        """What lies there."""
        return draw_position(self.board, at=Square.parse(self.at))

    @property
    def picture(self) -> Colour:
        """Its photograph: drawn once for all tests, and a new array each time."""
        return kept_or_drawn(f"{self!r} {digest(self.view.typeface.read_bytes())}", self.drawn)

    def drawn(self) -> Colour:
        """Its photograph, drawn anew."""
        return render(self.position, ruleset(self.game), self.view)

    @property
    def corners(self) -> Quad:
        """Where the board's corners are in the photograph."""
        return quad(self.view, ruleset(self.game).layout)


ALFAPET = """
K A B E L # . . .
. . . . A . F . .
. R . . M O R A L
T Ä V L A . O . Å
. T . . _ . S . T
. S . . . . T . E
. Ö . . . . . . .
"""
"""A game on the go, with a blank, a stop tile, and letters that are like each other."""

SWEDISH = """
. . S . . . . .
. K A B E L . .
. . L . . Ö . .
H Ä L . . V . .
. . A D J Ö . .
. . D . . _ R .
"""
POLISH = """
. . Ż . . . . .
. Ł A W K A . .
. . B . . _ . .
G Ę Ś . . N . .
. . T O Ń . . .
"""
UPSIDE_DOWN = """
. . . . _
. Ó M H Ę
. N . . .
"""
"""Letters of which most can be read upside down."""
GERMAN = """
. . Q . . . . .
. Ü B E R . . .
. . . . A _ . .
J Ä G E R . . .
"""

SCENES: Mapping[str, Scene] = {
    "from above": Scene("alfapet-sv", ALFAPET, "E7", VIEW),
    "dark edition": Scene("alfapet-sv", ALFAPET, "E7", replace(VIEW, edition="dark")),
    "turned and tilted": Scene("alfapet-sv", ALFAPET, "E7", replace(VIEW, turn=-11.0, tilt=24.0, tilt_way=60.0)),
    "dim": Scene("alfapet-sv", ALFAPET, "E7", replace(VIEW, light=Light(brightness=0.4, gradient=0.4), grain=4.0)),
    "crooked": Scene("alfapet-sv", ALFAPET, "E7", replace(VIEW, crooked=6.0, jitter=0.1)),
    "a third off": Scene("scrabble-sv", SWEDISH, "E6", replace(VIEW, jitter=0.33)),
    "on its side": Scene("scrabble-sv", SWEDISH, "E6", replace(VIEW, turn=94.0, tilt=8.0)),
    "upside down": Scene("alfapet-sv", ALFAPET, "E7", replace(VIEW, turn=178.0, tilt=12.0)),
    "a warm lamp": Scene("scrabble-pl", POLISH, "E6", replace(VIEW, light=Light(cast=(1.0, 0.85, 0.65)))),
    "a small picture": Scene("scrabble-de", GERMAN, "E6", replace(VIEW, width=640, height=600, turn=4.0)),
    "coloured tiles": Scene("literaki", POLISH.replace("Ł A W", "_ A W"), "E6", VIEW),
    "coloured tiles upside down": Scene("literaki", UPSIDE_DOWN, "E6", replace(VIEW, turn=180.0)),
    "a hand": Scene("alfapet-sv", ALFAPET, "E7", replace(VIEW, hand=(0.55, 0.5))),
    "a hand, dark edition": Scene("alfapet-sv", ALFAPET, "E7", replace(VIEW, edition="dark", hand=(0.55, 0.5))),
    "a mirrored lamp": Scene("alfapet-sv", ALFAPET, "E7", replace(VIEW, light=Light(glare=0.9, glare_at=(0.5, 0.5)))),
    "a hard shade": Scene("alfapet-sv", ALFAPET, "E7", replace(VIEW, light=Light(shade=0.5, shade_from=0.5))),
    "a hard shade, dark edition": Scene(
        "alfapet-sv", ALFAPET, "E7", replace(VIEW, edition="dark", light=Light(shade=0.5, shade_from=0.5))
    ),
    "a low lamp": Scene(
        "alfapet-sv", ALFAPET, "E7", replace(VIEW, light=Light(fall=(2.6, 1.8), fall_depth=0.75, fall_soft=2.0))
    ),
    "an empty board": Scene("alfapet-sv", "", "A1", replace(VIEW, tilt=10.0)),
}
"""What every test of the whole eye looks at, by what is hard about it."""


@pytest.fixture(scope="session", autouse=True)
def _no_old_pictures() -> None:
    """Pictures drawn from sources of days ago are deleted."""
    clear_old()


@pytest.fixture(scope="session")
def eye() -> Callable[[str, Edition], Eye]:
    """The eye for a game and an edition, each made once."""
    made: dict[tuple[str, Edition], Eye] = {}

    def eye_for(game: str, edition: Edition = "light") -> Eye:
        if (game, edition) not in made:
            # However busy the machine is, Tesseract is waited for: a look must tell the same each time.
            made[game, edition] = Eye(ruleset(game), edition, witness=partial(second_opinions, seconds=UNHURRIED))
        return made[game, edition]

    return eye_for


@dataclass(frozen=True, slots=True)
class Looked:
    """A scene and what the eye saw there."""

    scene: Scene
    sighting: Sighting

    @property
    def wrong(self) -> dict[str, str]:
        """The squares that were read for sure, and wrongly, with what was read; "" a blank, "#" a stop tile."""
        lies = what_lies(self.scene.position)
        read = {square: reading.letter for square, reading in self.sighting.board.items()}
        read |= dict.fromkeys(self.sighting.stops, "#")
        return {str(square): letter for square, letter in read.items() if lies.get(square) != letter}

    @property
    def missed(self) -> set[str]:
        """The squares on which something lies of which the eye says nothing."""
        noticed = {*self.sighting.board, *self.sighting.stops, *self.sighting.doubted}
        return {str(square) for square in what_lies(self.scene.position).keys() - noticed}


def what_lies(position: Position) -> dict[Square, str]:
    """All that lies there as a camera can see it: letters, "" a blank, "#" a stop tile."""
    return {**position.letters(), **dict.fromkeys(position.stops, "#")}


@pytest.fixture(scope="session")
def looked(eye: Callable[[str, Edition], Eye]) -> Callable[[str | Scene], Looked]:
    """Look at a scene, one by name once only; a board that is not found fails the test."""
    seen: dict[str, Looked] = {}

    def look(scene: str | Scene) -> Looked:
        if isinstance(scene, str):
            if scene not in seen:
                seen[scene] = look(SCENES[scene])
            return seen[scene]
        found = eye(scene.game, scene.view.edition).see(scene.picture)
        assert not isinstance(found, NotSeen), found.reason
        return Looked(scene, found)

    return look


@pytest.fixture(scope="session")
def judged() -> Callable[[Scene, Sighting], Looked]:
    """Compare what lies in a scene with what was seen there, however its picture was changed since."""
    return Looked


def squares_off(found: Quad, true: Quad, size: int) -> float:
    """How far the worst corner lies from its place, in squares' widths."""
    have, want = np.array(found.corners), np.array(true.corners)
    side = np.linalg.norm(want - np.roll(want, 1, axis=0), axis=1).min() / size
    return float(np.linalg.norm(have - want, axis=1).max() / side)


@pytest.fixture(scope="session")
def off() -> Callable[[Quad, Quad, int], float]:
    """How far a found board's worst corner lies from its place, in squares' widths."""
    return squares_off


@pytest.fixture(scope="session")
def scenes() -> Mapping[str, Scene]:
    """The scenes by name."""
    return SCENES


TOP = 36
"""Px a side of a tile's top with a little round it."""


def drawn_tile(letter: str, value: str = "", *, ink: int = 30, top: int = 225, around: int = 120) -> Grey:
    """A tile's top with its rim: the letter in its middle, its value at the lower right."""
    # Drawn four times as large, so that edges come out soft.
    sheet = Image.new("L", (4 * TOP, 4 * TOP), around)
    draw = ImageDraw.Draw(sheet)
    draw.rounded_rectangle((9, 9, 4 * TOP - 9, 4 * TOP - 9), radius=10, fill=top, outline=(top + around) // 2)
    draw.text((2 * TOP, 2 * TOP), letter, fill=ink, font=ImageFont.truetype(BUNDLED, 88), anchor="mm")
    draw.text((3.35 * TOP, 3.35 * TOP), value, fill=ink, font=ImageFont.truetype(BUNDLED, 28), anchor="mm")
    return np.asarray(sheet.resize((TOP, TOP), Image.Resampling.BOX), np.uint8)


@pytest.fixture(scope="session")
def draw_tile() -> Callable[..., Grey]:
    """Draw the top of a tile."""
    return drawn_tile
