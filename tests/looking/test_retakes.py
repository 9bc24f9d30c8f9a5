"""How the table is looked at: once where that is clear, else when nothing moves, and then by vote. Time is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pytest

from hardware.camera import Picture
from pi_referee.errors import CameraError
from pi_referee.looking.retakes import MOST, PATIENCE, STILL, Retake, look_well
from pi_referee.rules.board.position import EMPTY, Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from vision.sighting import BoardLook, Doubt, NotSeen, Sighting, Why

MISSING = NotSeen("No board.", "Show it.")
LOOK_TAKES, PICTURE_TAKES = 0.15, 0.03


LEVELS = {"a": 90, "b": 110, "c": 130, "h": 150, "H": 170}
"""How bright each picture of a film is: the lamp may flicker, and a picture is known again by it."""


@dataclass
class Table:
    """A table filmed in letters, one each picture: h is a hand somewhere, H elsewhere; the looks are given by letter.

    Any other letter is a still table; each picture has its own grain. It keeps the time.
    """

    film: str
    looks: dict[str, BoardLook]
    now: float = 0.0
    taken: str = ""
    seen: str = ""
    cable_goes_after: int = 99

    def capture(self) -> Picture:
        """Take the film's next picture, the last one again and again."""
        if len(self.taken) == self.cable_goes_after:
            raise CameraError("The camera gives no picture.", cure="See to its cable.")
        sign = self.film[min(len(self.taken), len(self.film) - 1)]
        self.taken += sign
        self.now += PICTURE_TAKES
        grain = np.random.default_rng(len(self.taken)).integers(-2, 3, (240, 320, 3))
        picture = np.asarray(LEVELS[sign] + grain, np.uint8)
        if sign in "hH":
            picture[100:200, 50 if sign == "h" else 150 :][:, :80] = 230
        return picture

    def see(self, picture: Picture) -> BoardLook:
        """What one picture shows."""
        self.now += LOOK_TAKES
        sign = min(LEVELS, key=lambda name: abs(LEVELS[name] - float(np.median(picture))))
        self.seen += sign
        return self.looks[sign]

    def pause(self, seconds: float) -> None:
        """Time goes by."""
        self.now += seconds

    def look(self, position: Position = EMPTY) -> BoardLook:
        """Somebody pressed."""
        return look_well(self.capture(), self.see, Retake(self.capture, lambda: self.now, self.pause), position).look


def under_a_hand(look: Sighting) -> Sighting:
    """The same look with a hand over a corner far from all tiles."""
    corner = Square.parse("A1")
    return replace(look, doubts=(Doubt(corner, ((".", 1.0),), Why.HAND),), covered=frozenset({corner}))


def test_a_clear_look_is_the_only_one(seen: Callable[..., Sighting]) -> None:
    """Where nothing is in doubt no further picture is taken, and nothing is waited for."""
    clear = seen("K A B E L")
    table = Table("a", {"a": clear})

    assert table.look() is clear
    assert (table.taken, table.now) == ("a", PICTURE_TAKES + LOOK_TAKES)


def test_a_doubt_is_looked_at_again(seen: Callable[..., Sighting]) -> None:
    """Two further looks that are sure settle a doubt of the first, each of three pictures over one another."""
    table = Table(
        "aabbbccc",
        {"a": seen("K A B E L", doubts={"I9": (("A", 0.8),)}), "b": seen("K A B E L"), "c": seen("K A B E L")},
    )
    look = table.look()

    assert isinstance(look, Sighting)
    assert (look.doubts, len(look.board), table.seen) == ((), 5, "abc")


def test_a_doubt_that_stays_costs_one_more_look(seen: Callable[..., Sighting]) -> None:
    """If the second look doubts as well, a third could not settle it, and is not taken."""
    unsure = seen("K A B E L", doubts={"I9": (("A", 0.8),)})
    table = Table("aabbb", {"a": unsure, "b": unsure})

    assert isinstance(look := table.look(), Sighting)
    assert (look.doubted, table.seen) == (unsure.doubted, "ab")


def test_never_more_looks_than_most(seen: Callable[..., Sighting]) -> None:
    """Whatever they say, it ends."""
    one = seen("K A B E L", doubts={"I9": (("A", 0.8),)})
    other = seen("K A B E L", doubts={"H9": (("K", 0.8),)})
    table = Table("aabbbaaa", {"a": one, "b": other})
    table.look()

    assert len(table.seen) <= MOST


def test_a_hand_is_waited_for(seen: Callable[..., Sighting]) -> None:
    """While a hand moves nothing is looked at; when it has been away for a while, the table is, and only then."""
    hidden = seen("K A B", doubts=dict.fromkeys(("K9", "L9"), ((".", 0.5), ("E", 0.5))))
    table = Table("hHhHHaaaaaaaa", {"h": hidden, "a": seen("K A B E L")})
    look = table.look()

    assert isinstance(look, Sighting)
    assert (len(look.board), look.doubts, table.seen) == (5, (), "ha")
    assert table.now >= STILL


@pytest.mark.parametrize(("pressed", "still"), [("K A B E", "K A B E L"), ("K A B E L", "K A B E")])
def test_what_is_laid_or_taken_away_after_the_press_is_asked_about(
    seen: Callable[..., Sighting], pressed: str, still: str
) -> None:
    """A tile that was surely not there when somebody pressed may be the next player's, and one that has gone counts."""
    hidden = under_a_hand(seen(pressed))
    table = Table("hHhHHaaaaaaaa", {"h": hidden, "a": seen(still)})
    look = table.look()

    assert isinstance(look, Sighting)
    assert [(str(doubt.square), {sign for sign, _ in doubt.choices}) for doubt in look.doubts] == [("L9", {".", "L"})]
    assert len(look.board) == 4


def test_agreed_tiles_that_are_taken_off_as_somebody_presses_are_gone(seen: Callable[..., Sighting]) -> None:
    """Whoever takes the last play back may press with the hand still over it."""
    agreed = Position({Square.parse(f"{column}9"): Tile(letter) for column, letter in zip("HIJ", "KAB", strict=True)})
    table = Table("hHhHHaaaaaaaa", {"h": under_a_hand(seen("K A B")), "a": seen("K A")})
    look = table.look(agreed)

    assert isinstance(look, Sighting)
    assert (len(look.board), look.doubts) == (2, ())


def test_a_hand_that_never_rests_is_looked_at(seen: Callable[..., Sighting]) -> None:
    """After a few seconds the table is looked at as it is: the referee then says what cannot be seen."""
    hidden = seen("K A B", doubts={"K9": ((".", 0.5), ("E", 0.5))})
    table = Table("hH" * 100, {"h": hidden, "H": hidden})

    assert isinstance(look := table.look(), Sighting)
    assert look.doubted == hidden.doubted
    assert PATIENCE <= table.now < PATIENCE + 1.5


def test_no_board_and_nothing_moves() -> None:
    """A board that cannot be found is not sought again in the same still picture."""
    table = Table("ab", {"a": MISSING, "b": MISSING})

    assert (table.look(), table.seen) == (MISSING, "a")


def test_an_arm_across_the_board_is_waited_for(seen: Callable[..., Sighting]) -> None:
    """Also where an arm hides so much that no board is found."""
    clear = seen("K A B E L")
    table = Table("hHaaaaaaaa", {"h": MISSING, "a": clear})

    assert table.look() is clear


def test_a_cable_that_goes_loses_nothing(seen: Callable[..., Sighting]) -> None:
    """If no further picture can be had, the first look counts as it is."""
    unsure = seen("K A B E L", doubts={"I9": (("A", 0.8),)})

    assert Table("a", {"a": unsure}, cable_goes_after=1).look() is unsure


def test_the_same_picture_again_tells_nothing(seen: Callable[..., Sighting]) -> None:
    """A drawn table gives the same px each time: it is looked at once."""
    unsure = seen("K A B E L", doubts={"I9": (("A", 0.8),)})
    picture = np.full((240, 320, 3), 100, np.uint8)
    looks: list[BoardLook] = []

    def see(_: Picture) -> BoardLook:
        looks.append(unsure)
        return unsure

    look_well(picture, see, Retake(picture.copy, lambda: 0.0, lambda _: None), EMPTY)

    assert looks == [unsure]
