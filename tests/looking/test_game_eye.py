"""Corners the house has shown: used where the board is not found, and never once the board has left them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import Picture
from hardware.simulation.simulated_table import positions
from pi_referee.looking.game_eye import MOVED, Sight, in_shares
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.library import ruleset
from pi_referee.table_link import corners
from pi_referee.table_link.corners import Corners, Fit, Points
from pi_referee.table_link.status import read as read_condition
from pi_referee.watching.status_board import Noticeboard
from vision.render import View, quad, render
from vision.sighting import NotSeen, Quad, Sighting

GAME = ruleset("alfapet-sv")
VIEW = View(tilt=10.0, turn=3.0)
MOVED_VIEW = replace(VIEW, zoom=0.8, shift=(0.06, -0.05))
LYING = positions(["F9 > MINUTER", "L7 v GÅ.DEN"])[-1]
WORDS = {str(square): letter for square, letter in LYING.letters().items()}
TABLE: Picture = render(LYING, GAME, VIEW)


def shares(view: View) -> Points:
    """Where the board's corners really are, as somebody would show them."""
    return in_shares(quad(view, GAME.layout), TABLE)


def half_hidden(picture: Picture) -> Picture:
    """A table of which two thirds lie under a cloth, so that no board is found in it."""
    hidden = picture.copy()
    hidden[int(0.30 * len(hidden)) :, :] = (90, 60, 40)
    return hidden


def blinded(picture: Picture) -> Picture:
    """A picture in fog, and out of focus: no board can be found, something of its colours is still there."""
    return np.asarray(cv2.GaussianBlur(0.2 * picture + 0.8 * 128, (0, 0), 9), np.uint8)


def code_of(seen: Sighting | NotSeen) -> Refusal | None:
    """Why a look was refused; None if it was not."""
    return seen.code if isinstance(seen, NotSeen) else None


@dataclass
class House:
    """A household that shows corners, and hears how they stand."""

    path: Path
    heard: list[Fit] = field(default_factory=list)

    @property
    def sight(self) -> Sight:
        """A way of looking that has seen nothing before."""
        return Sight(lambda: GameBegan(GAME.name, ("Anna",), 7), self.path, self.heard.append)

    def show(self, points: Points, *, always: bool = False) -> None:
        """Show corners."""
        corners.keep(Corners(points, always, at="2026-11-20T12:00:00+00:00"), self.path)


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A household that has shown nothing yet."""
    return House(tmp_path / "corners.json")


def read(seen: Sighting | NotSeen) -> dict[str, str] | str:
    """What was read, by the squares' names; or why nothing was."""
    if isinstance(seen, NotSeen):
        return seen.reason
    return {str(square): reading.letter for square, reading in seen.board.items()}


def test_without_corners_the_eye_alone_looks(house: House) -> None:
    """Nobody has shown anything: the board is found by itself."""
    assert read(house.sight.see(TABLE)) == WORDS
    assert house.heard == [""]


def test_right_corners_are_kept_for_later(house: House) -> None:
    """Where the eye finds the board itself, shown corners are kept and not needed."""
    house.show(shares(VIEW))

    assert read(house.sight.see(TABLE)) == WORDS
    assert house.heard == ["kept"]


def test_where_no_board_is_found_the_corners_are_used(house: House) -> None:
    """A picture without edges shows no board; between shown corners it lies, is looked at, and its blur is told.

    Its words are not seen any more, and must not be told as bare board.
    """
    assert code_of(house.sight.see(blinded(TABLE))) is Refusal.NO_BOARD
    house.show(shares(VIEW))

    assert code_of(house.sight.see(blinded(TABLE))) is Refusal.BLUR
    assert house.heard == ["", "used"]


def test_wanted_corners_are_used_always(house: House) -> None:
    """Whoever says so has the board read between the corners, found or not."""
    house.show(shares(VIEW), always=True)

    assert read(house.sight.see(TABLE)) == WORDS
    assert house.heard == ["used"]


@pytest.mark.parametrize("always", [False, True])
def test_a_board_that_has_left_its_corners_is_never_read_there(house: House, *, always: bool) -> None:
    """After a bump the old corners are not used: the eye finds the board itself, or nothing is read at all."""
    house.show(shares(MOVED_VIEW), always=always)
    seen = house.sight.see(TABLE)

    assert read(seen) == (MOVED.reason if always else WORDS)
    assert house.heard == ["unfit"]
    assert isinstance(house.sight.see(blinded(TABLE)), NotSeen)


def test_corners_once_refuted_stay_unused_until_shown_again(house: House) -> None:
    """The eye has found the board elsewhere: what was shown before is not believed any more, until it is shown anew."""
    sight = house.sight
    first, second, third, fourth = shares(VIEW)
    off = 0.7 * (second[0] - first[0]) / GAME.layout.size
    house.show(((first[0] + off, first[1]), (second[0] + off, second[1]), (third[0] + off, third[1]), fourth))
    sight.see(TABLE)
    assert isinstance(sight.see(blinded(TABLE)), NotSeen)
    house.show(shares(VIEW))

    assert code_of(sight.see(blinded(TABLE))) is Refusal.BLUR
    assert house.heard == ["unfit", "unfit", "used"]


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_any_corner_may_be_the_first(house: House, turn: int) -> None:
    """The board's top is found by its letters, whichever corner was called the first."""
    points = shares(VIEW)
    first, second, third, fourth = (points[(n + turn) % 4] for n in range(4))
    house.show((first, second, third, fourth), always=True)

    assert read(house.sight.see(TABLE)) == WORDS


def test_the_preview_tells_the_same(house: House) -> None:
    """Where a preview draws the board, a turn's look reads it."""
    found = house.sight.find(TABLE)
    house.show(shares(MOVED_VIEW))
    kept = house.sight.find(TABLE)
    house.show(shares(MOVED_VIEW), always=True)
    lost = house.sight.find(TABLE)

    assert [found.corners, kept.corners, lost.corners] == ["", "unfit", "unfit"]
    assert isinstance(found.place, Quad)
    assert lost.place == MOVED


def test_a_hidden_board_is_not_read_between_corners(house: House) -> None:
    """With a cloth over most of it nothing is read, though the corners are right."""
    house.show(shares(VIEW), always=True)
    always = house.sight.see(half_hidden(TABLE))
    house.show(shares(VIEW))
    mostly = house.sight.see(half_hidden(TABLE))

    assert isinstance(always, NotSeen)
    assert isinstance(mostly, NotSeen)
    assert [always.code, mostly.code] == [Refusal.MOVED, Refusal.NO_BOARD]
    assert always.cure == mostly.cure


@pytest.mark.parametrize(
    "content",
    ["", "{}", '{"points": [[0, 0], [1, 0], [1, 1]]}', '{"points": [[0.9, 0.1], [0.1, 0.1], [0.9, 0.9], [0.1, 0.9]]}'],
)
def test_a_damaged_file_is_no_corners(house: House, content: str) -> None:
    """A file that is none, or holds what no board can be, is passed over."""
    house.path.write_text(content, encoding="utf-8")

    assert read(house.sight.see(TABLE)) == WORDS


def test_forgotten_corners_are_gone(house: House) -> None:
    """After forgetting, the eye seeks the board by itself; forgetting twice does no harm."""
    house.show(shares(MOVED_VIEW), always=True)
    for _ in range(2):
        corners.forget(house.path)

    assert read(house.sight.see(TABLE)) == WORDS


def test_how_corners_stand_is_put_on_the_board(house: House, tmp_path: Path) -> None:
    """Whoever opens the page hears of it: the watching program puts up how the corners stand after every look."""
    board = Noticeboard(tmp_path / "table.json", str)
    told = []
    for always in (False, True):
        house.show(shares(VIEW), always=always)
        Sight(lambda: GameBegan(GAME.name, ("Anna",), 7), house.path, board.corners).see(TABLE)
        told.append(read_condition(tmp_path / "table.json"))

    assert [one and one.corners for one in told] == ["kept", "used"]
