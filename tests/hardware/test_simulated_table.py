"""The simulated table: lays a written game, and lets nothing out but pictures and presses."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.debounce import Gesture, Press
from hardware.lamp import Light
from hardware.simulation.simulated_table import Pace, SimulatedTable, played_game, positions
from pi_referee.errors import GameFileError
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.definition.library import ruleset, ruleset_names
from pi_referee.rules.plays.adjudication import adjudicate
from pi_referee.rules.plays.notation import WrittenPlay

ALFAPET = ruleset("alfapet-sv")
AT_ONCE = Pace(first=0.0, then=0.0)


class Clock:
    """A clock that a test sets."""

    now = 100.0

    def __call__(self) -> float:
        """The time in seconds."""
        return self.now


@pytest.mark.parametrize("name", [name for name in ruleset_names() if ruleset(name).has_board])
def test_every_game_has_a_legal_game_to_show(name: str) -> None:
    """Each game that comes with pi-referee has a written game whose every play is legal."""
    rules, turns = ruleset(name), played_game(name)
    before = (EMPTY, *positions(turns))
    plays = [
        (lying, WrittenPlay.parse(turn).on(lying))
        for lying, turn in zip(before, turns, strict=False)
        if "-" not in turn
    ]

    assert [adjudicate(lying, play, rules, rack=rules.rack, typed=True).infractions for lying, play in plays] == [
        ()
    ] * len(plays)


def test_an_unknown_game_names_those_there_are() -> None:
    """A game nobody wrote down is refused with the names of those that can be shown."""
    with pytest.raises(GameFileError, match="alfapet-sv"):
        played_game("chess")


def test_the_players_press_at_their_pace() -> None:
    """The first press comes after a moment, the next ones each so long after the one before; who passes holds it."""
    clock = Clock()
    table = SimulatedTable(ALFAPET, ["I9 > KO", "-"], pace=Pace(first=1.0, then=5.0), clock=clock)
    early = table.wait(0.0)
    clock.now = 101.0
    first = [table.wait(0.0), table.wait(0.0)]
    clock.now = 106.0

    passes = Press(106.0, Gesture.HOLD)
    assert [early, *first, table.wait(0.0), table.wait(0.0)] == [None, Press(101.0), None, passes, None]


def test_a_press_comes_after_the_tiles() -> None:
    """Once pressed, the new word lies on the picture; before it, it does not."""
    table = SimulatedTable(ALFAPET, ["I9 > KO"], pace=AT_ONCE)
    empty = table.capture()
    table.wait(1.0)

    assert np.abs(table.capture().astype(int) - empty).max() > 60


def test_a_pass_changes_nothing() -> None:
    """After a pass or an exchange the same lies on the board: the same picture."""
    table = SimulatedTable(ALFAPET, ["I9 > KO", "-", "-3"], pace=AT_ONCE)
    table.wait(1.0)
    before = table.capture()
    table.wait(1.0)
    table.wait(1.0)

    assert np.array_equal(table.capture(), before)


def test_a_picture_is_pixels_and_nothing_else() -> None:
    """A capture is a plain array of bytes with three colours; no name, place or letter goes with it."""
    picture = SimulatedTable(ALFAPET, ["I9 > KO"], pace=AT_ONCE).capture()

    assert [type(picture).__name__, str(picture.dtype), picture.shape[2]] == ["ndarray", "uint8", 3]


def test_a_cleared_table_presses_no_more() -> None:
    """When the table is cleared, whoever waits is told at once that nobody presses."""
    table = SimulatedTable(ALFAPET, ["I9 > KO"], pace=Pace(first=3600.0))
    table.close()

    assert table.wait(3600.0) is None


def test_a_press_that_led_to_nothing_is_tried_again() -> None:
    """Where the lamp says that nothing was written, the same picture is shown and the button pressed once more."""
    clock = Clock()
    table = SimulatedTable(ALFAPET, ["I9 > KO", "-"], pace=AT_ONCE, clock=clock)
    table.wait(0.0)
    first = table.capture()
    table.show(Light.FAULT)
    again = table.wait(0.0)
    second = table.capture()
    table.show(Light.RULED)

    assert again == Press(100.0)
    assert np.array_equal(first, second)
    assert [table.wait(0.0), table.wait(0.0)] == [Press(100.0, Gesture.HOLD), None]


def test_nobody_presses_for_ever() -> None:
    """A table that is refused again and again comes to its end, too."""
    table = SimulatedTable(ALFAPET, ["I9 > KO", "-"], pace=AT_ONCE, clock=Clock())
    presses = 0
    while table.wait(0.0) is not None:
        presses += 1
        table.show(Light.FAULT)

    assert 2 < presses < 10
