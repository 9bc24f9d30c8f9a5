"""A table that is drawn: camera, button and lamp in one, for a demo without hardware, and for tests.

It lays a game turn by turn, photographs it by the eye's inverse, and presses the button after each turn: once more
where the lamp says that nothing was written, and never before it has answered. All that leaves it is what leaves a real
table: a picture when somebody looks, and the moment of a press.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from hardware.button import Clock
from hardware.camera import Picture
from hardware.debounce import Gesture, Press
from hardware.lamp import Light as LampLight
from hardware.simulation.simulated_cards import SHOT, after_each, origins, photograph
from pi_referee.errors import GameFileError
from pi_referee.rules.board.position import EMPTY, Position
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.adjudication import lay
from pi_referee.rules.plays.notation import WrittenPlay
from vision.card_render import DeckStyle
from vision.render import Light, View, render

ANGLE = View(turn=-7.0, tilt=16.0, tilt_way=25.0, light=Light(gradient=0.25, gradient_way=200.0), grain=3.0, seed=17)
"""How the table is photographed: askew, from the side, by a lamp on the right, with a grainy camera."""

RESPITE = 0.7
"""The share of the time between two presses that passes at least from the lamp's answer to the next one."""

MOST_RETRIES = 5
"""So many presses in a game are tried again."""

_GAMES = Path(__file__).parents[1] / "games"


@dataclass(frozen=True, slots=True)
class Pace:
    """When the players press, in seconds: first so long after the table was set up, then so long after each other."""

    first: float = 1.0
    then: float = 5.0


def played_game(name: str, *, players: int = 2) -> tuple[str, ...]:
    """The written turns of a game that the simulated table can lay; raises GameFileError naming those there are."""
    path = _GAMES / f"{name}-{players}.txt"
    path = path if path.is_file() else _GAMES / f"{name}.txt"
    if not path.is_file():
        known = ", ".join(sorted(other.stem for other in _GAMES.glob("*.txt")))
        raise GameFileError(f"No game of {name!r} is written down to be shown.", cure=f"There are: {known}.")
    lines = (line.partition(";")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return tuple(line for line in lines if line)


def positions(turns: Iterable[str]) -> tuple[Position, ...]:
    """What lies on the board after each written turn, a pass (-) or an exchange (-3) leaving it as it was.

    Raises NotationError if a turn cannot be read.
    """
    lying, after = EMPTY, []
    for turn in turns:
        if not turn.startswith("-"):
            lying = lay(lying, WrittenPlay.parse(turn).on(lying))
        after.append(lying)
    return tuple(after)


Photographs = tuple[Callable[[], Picture], ...]
"""What draws the table before the first press, and after each."""


def _of_board(ruleset: Ruleset, turns: Iterable[str], view: View) -> Photographs:
    """The photographs of a game on a board."""
    return tuple(partial(render, position, ruleset, view) for position in (EMPTY, *positions(turns)))


def _of_cards(ruleset: Ruleset, turns: Iterable[str], players: int) -> Photographs:
    """The photographs of a game with cards."""
    style, lying = DeckStyle(), ({}, *after_each(ruleset, players, turns))
    places = origins(lying, style)
    return tuple(
        partial(photograph, cards, origin, ruleset, style, SHOT, SHOT.seed)
        for cards, origin in zip(lying, places, strict=True)
    )


class SimulatedTable:
    """A table at which a written game is played; it is a Camera, a Button and a Lamp."""

    def __init__(
        self,
        ruleset: Ruleset,
        turns: Iterable[str],
        *,
        pace: Pace = Pace(),
        view: View = ANGLE,
        clock: Clock = time.monotonic,
        players: int = 2,
    ) -> None:
        """Set the table for a game; raises NotationError if a written turn cannot be read."""
        turns = tuple(turns)
        self._gestures = [Gesture.HOLD if turn.startswith("-") else Gesture.TAP for turn in turns]
        self._photographs = _of_board(ruleset, turns, view) if ruleset.has_board else _of_cards(ruleset, turns, players)
        self._pressed = 0
        self._pace = pace
        self._clock = clock
        self._due, self._answered = clock() + pace.first, -math.inf
        self._again, self._retried = False, 0
        self._closed = threading.Event()

    def wait(self, seconds: float) -> Press | None:
        """Wait for the next press, so long at most; after the game's last turn nobody presses any more.

        Who passes holds the button: pressed as soon as this, a tap would be a second one of who played before.
        """
        due = max(self._due, self._answered + RESPITE * self._pace.then)
        is_over = self._pressed == len(self._photographs) - 1 and not self._again
        self._closed.wait(seconds if is_over else min(seconds, max(0.0, due - self._clock())))
        if is_over or self._closed.is_set() or self._clock() < due:
            return None
        self._due = due + self._pace.then
        if self._again:
            self._again, self._retried = False, self._retried + 1
        else:
            self._pressed += 1
        return Press(self._clock(), self._gestures[self._pressed - 1])

    def show(self, light: LampLight) -> None:
        """See the lamp: where it says that nothing was written, somebody presses again, but not for ever."""
        self._answered = self._clock()
        self._again = light is LampLight.FAULT and self._retried < MOST_RETRIES

    def capture(self) -> Picture:
        """Photograph the table as it lies after the newest press."""
        return self._photographs[self._pressed]()

    def close(self) -> None:
        """Clear the table; whoever waits for a press is told at once that none comes."""
        self._closed.set()
