"""A camera that fails is noticed, mended as far as it can be, and back as soon as it is well; time is passed in."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.camera import Camera, Picture
from hardware.camera_monitor import Keeper, ThreadHand, have_left, holding, is_black
from hardware.recovery_ladder import NO_RESTARTS, PACE, Fault, Pace, Rung, Standing, climb, restarted
from hardware.simulation.flaky_camera import FlakyHand, Hours, Spell
from pi_referee.errors import CameraError
from tests.programs import PATIENCE

GREY = np.full((48, 64, 3), 120, dtype=np.uint8)
GLANCE = 0.2
STARTING = 3.0
"""Seconds that a program takes to start anew."""

each_fault = pytest.mark.parametrize("fault", list(Fault), ids=lambda fault: fault.name.lower())


class Rehearsal:
    """A keeper with a flaky camera, and who starts it anew when it asks for that."""

    def __init__(self, *spells: Spell, pace: Pace = PACE) -> None:
        """Begin at the time zero, with a camera that is well."""
        self.clock = Hours()
        self.pace = pace
        hand = FlakyHand(self.clock, spells, GREY)
        self.reach: Callable[[], FlakyHand] = lambda: hand
        self.keeper = Keeper(self.reach, clock=self.clock, pace=pace, pause=self.clock.pass_by)
        self.seen: list[tuple[float, Rung]] = []
        self.restarts = 0

    def go_on_until(self, end: float) -> None:
        """Let the referee glance at its camera five times a second."""
        while self.clock.now < end:
            rung = self.keeper.tick().rung
            if not self.seen or self.seen[-1][1] is not rung:
                self.seen.append((self.clock.now, rung))
            if rung is Rung.RESTART:
                self.restarts += 1
                self.clock.pass_by(STARTING)
                before = restarted(self.keeper.standing)
                pause = self.clock.pass_by
                self.keeper = Keeper(self.reach, clock=self.clock, pace=self.pace, standing=before, pause=pause)
            self.clock.pass_by(GLANCE)

    def noticed(self, after: float) -> float:
        """Seconds from then until something was known to be wrong."""
        return next(at for at, rung in self.seen if at >= after and rung is not Rung.WELL) - after

    def back(self, after: float) -> float:
        """Seconds from then until all was well."""
        return next((at for at, rung in self.seen if at >= after and rung is Rung.WELL), np.inf) - after


@each_fault
@settings(deadline=None)  # how long it takes says more of the machine's other work than of the ladder
@given(begins=st.floats(20, 40), lasts=st.floats(0.5, 900))
def test_a_fault_is_noticed_and_the_camera_soon_back(fault: Fault, begins: float, lasts: float) -> None:
    """Whenever a bad spell begins and however long it lasts: seen within 5 s if it lasts so long, over within 20."""
    rehearsal = Rehearsal(Spell(begins, begins + lasts, fault))
    rehearsal.go_on_until(begins + lasts + 25)

    if lasts > 5:
        assert rehearsal.noticed(begins) <= 5
        assert rehearsal.back(begins + lasts) <= 20
    assert rehearsal.keeper.standing.rung is Rung.WELL


def test_the_rungs_are_climbed_one_by_one() -> None:
    """Look again, open anew, restart the program three times, then go on by hand; and down at once when it is back."""
    rehearsal = Rehearsal(Spell(30, 200, Fault.GONE))
    rehearsal.go_on_until(220)
    rungs = [rung for _, rung in rehearsal.seen]

    assert rungs[:4] == [Rung.WELL, Rung.RETRY, Rung.REOPEN, Rung.RESTART]
    assert (rehearsal.restarts, rungs[-2:]) == (3, [Rung.MANUAL, Rung.WELL])


def test_a_fault_is_warned_of_once(caplog: pytest.LogCaptureFixture) -> None:
    """However often a camera that is gone is looked for, opened and restarted, its warning stands there once."""
    Rehearsal(Spell(30, 200, Fault.GONE)).go_on_until(220)
    warned = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]

    assert [text.partition(".")[0] for text in warned] == ["The camera is gone", "The camera is well again"]


def test_nobody_restarts_for_the_dark() -> None:
    """A room without light is no reason to restart anything."""
    rehearsal = Rehearsal(Spell(30, 4000, Fault.BLACK))
    rehearsal.go_on_until(3000)

    assert Rung.RESTART not in {rung for _, rung in rehearsal.seen}


def test_without_anybody_to_start_it_again_a_program_stays() -> None:
    """On a laptop nobody starts the program anew, so it goes on by hand instead."""
    rehearsal = Rehearsal(Spell(30, 400, Fault.HANGS), pace=NO_RESTARTS)
    rehearsal.go_on_until(420)

    assert [rung for _, rung in rehearsal.seen][-2:] == [Rung.MANUAL, Rung.WELL]


def test_restarts_long_ago_are_forgotten() -> None:
    """After five quiet minutes the program may be restarted again."""
    tired = Standing(Rung.REOPEN, Fault.GONE, restarts=(0.0, 5.0, 10.0))

    assert [climb(tired, Fault.GONE, now).rung for now in (20.0, 400.0)] == [Rung.MANUAL, Rung.RESTART]


def test_a_press_gets_a_picture_in_spite_of_a_stumble() -> None:
    """A camera that fails for a moment is asked again; whoever pressed notices nothing."""
    hands = [FlakyHand(Hours(), [Spell(0, 1, Fault.GONE)], GREY), FlakyHand(Hours(), [], GREY)]
    keeper = Keeper(lambda: hands.pop(0) if hands else pytest.fail("opened too often"))

    assert keeper.capture().shape == GREY.shape


@each_fault
def test_a_press_is_never_answered_with_a_bad_picture(fault: Fault) -> None:
    """Whoever presses while the camera is ill is told what is wrong, within seconds, and be it ill since just before.

    A camera that stopped has one picture more that nobody has seen.
    """
    rehearsal = Rehearsal(Spell(30, 900, fault))
    rehearsal.go_on_until(29.9)
    rehearsal.clock.now = 31.0
    with pytest.raises(CameraError, match=fault.cure.partition(";")[0]):
        rehearsal.keeper.capture()

    assert rehearsal.clock.now < 31 + 12


class Playing:
    """A hand that holds a camera which shows these pictures, one a look, whatever it is done to."""

    def __init__(self, *levels: int, slow: Callable[[], None] = lambda: None) -> None:
        """So bright are they, each in its turn; slow: what passes while it looks."""
        self._levels = iter(levels)
        self._slow = slow

    def look(self) -> Future[Picture]:
        """Show the next one."""
        self._slow()
        asked: Future[Picture] = Future()
        asked.set_result(np.full((48, 64, 3), next(self._levels), dtype=np.uint8))
        return asked

    def wait(self, asked: Future[Picture], seconds: float) -> None:
        """It is there already."""

    def leave(self) -> None:
        """Nothing is held."""


@pytest.mark.parametrize(
    ("shown", "given"),
    [((100, 101, 102), 102), ((100, 101, 101, 102), 102), ((100, 100, 101), 101), ((100, 101, 101, 101, 102), 102)],
    ids=["well", "twice as slow", "old at first", "three times as slow"],
)
def test_a_press_gets_a_picture_that_differs_from_one_taken_since(shown: tuple[int, ...], given: int) -> None:
    """What a slow camera shows twice is looked at again; the first picture since the press may be an old one."""
    clock, hand = Hours(), Playing(*shown)
    keeper = Keeper(lambda: hand, clock=clock, pause=clock.pass_by)
    keeper.tick()
    clock.pass_by(1.0)

    assert keeper.capture()[0, 0, 0] == given


def test_who_has_mended_the_camera_presses_at_once() -> None:
    """Although nobody would look through it yet, a press tries a camera that was given up, and gets its picture."""
    clock, hand = Hours(), Playing(100, 100, 100, 100, 101, 102)
    keeper = Keeper(lambda: hand, clock=clock, pace=NO_RESTARTS, pause=clock.pass_by)
    while keeper.tick().rung is not Rung.MANUAL:
        clock.pass_by(0.2)
    clock.pass_by(1.0)

    assert keeper.capture()[0, 0, 0] == 102
    assert keeper.standing.rung is Rung.WELL


@pytest.mark.parametrize("seconds", [0.1, 1.5])
def test_pictures_in_a_row_are_looked_at_once_each(seconds: float) -> None:
    """Who looks again at once, as where a look left a doubt, gets the very next picture, of a slow camera too."""
    clock = Hours()
    hand = Playing(*range(100, 105), slow=lambda: clock.pass_by(seconds))
    keeper = Keeper(lambda: hand, clock=clock, pause=clock.pass_by)

    assert [keeper.capture()[0, 0, 0] for _ in range(4)] == [101, 102, 103, 104]


def test_a_page_that_looks_again_and_again_opens_no_camera() -> None:
    """In a dark room the camera is opened anew every eight seconds, and by who presses, however often the page asks."""
    clock, opened = Hours(), list[float]()

    def reach() -> Playing:
        opened.append(clock())
        return Playing(*[0] * 9)

    keeper = Keeper(reach, clock=clock, pace=NO_RESTARTS, pause=clock.pass_by)
    while keeper.tick().rung is not Rung.MANUAL:
        clock.pass_by(0.2)
    tried = len(opened)
    for look in (keeper.glance, keeper.glance, keeper.glance, keeper.capture):
        with pytest.raises(CameraError, match="only black"):
            look()

    assert len(opened) == tried + 1


def test_a_driver_that_shows_all_its_buffers_again_shows_old_pictures() -> None:
    """A camera that stopped may hand out the pictures it still has, one after the other, round and round."""
    clock, hand = Hours(), Playing(*[100, 101, 102, 103] * 3)
    keeper = Keeper(lambda: hand, clock=clock, pause=clock.pass_by)
    for _ in range(8):
        keeper.tick()
        clock.pass_by(2.5)

    with pytest.raises(CameraError, match="Unplug it"):
        keeper.capture()


class BlockedCamera:
    """A camera whose driver never returns, until it is let go."""

    def __init__(self) -> None:
        """Be stuck."""
        self.let_go = threading.Event()
        self.closed = threading.Event()

    def capture(self) -> Picture:
        """Hang."""
        self.let_go.wait(PATIENCE)
        return GREY

    def close(self) -> None:
        """Note it."""
        self.closed.set()


def test_a_driver_that_never_returns_holds_up_nobody() -> None:
    """A real thread that hangs in its driver is left behind, another opens the camera, and later the first lets go."""
    stuck = BlockedCamera()
    noise = iter(range(100))

    class Fresh:
        def capture(self) -> Picture:
            return np.full((48, 64, 3), 100 + next(noise), dtype=np.uint8)

        def close(self) -> None:
            pass

    doors: list[Camera] = [stuck, Fresh(), Fresh()]
    quick = Pace(every=0.0, patience=0.02, opening=3.0, pause=0.0)  # so long a good camera may take here to be there
    keeper = Keeper(lambda: ThreadHand(lambda: doors.pop(0)), pace=quick)
    with pytest.raises(CameraError, match="does not answer"):
        keeper.capture()
    while keeper.tick().rung is not Rung.REOPEN:
        pass

    assert int(keeper.capture().mean()) >= 100
    stuck.let_go.set()
    assert stuck.closed.wait(PATIENCE)
    keeper.close()


def test_a_driver_may_raise_anything() -> None:
    """An error that is no CameraError is a fault of the camera, not the end of the referee."""

    def explode() -> Camera:
        raise ZeroDivisionError

    keeper = Keeper(lambda: ThreadHand(explode), pace=NO_RESTARTS)

    with pytest.raises(CameraError, match="gone"):
        keeper.capture()


@pytest.mark.parametrize(("level", "black"), [(0, True), (12, True), (60, False)])
def test_black_is_darker_than_a_dim_room(level: int, *, black: bool) -> None:
    """A capped lens with its noise is black, a dim room is not."""
    noise = np.random.default_rng(1).integers(0, 7, GREY.shape, dtype=np.uint8)

    assert is_black((np.full_like(GREY, level) + noise).astype(np.uint8)) is black


class Stuck:
    """A camera that is inside its driver until it is told to come out."""

    def __init__(self) -> None:
        """Go in with the first look."""
        self.come_out = threading.Event()

    def capture(self) -> Picture:
        """Be stuck for a while."""
        self.come_out.wait(PATIENCE)
        return GREY

    def close(self) -> None:
        """Nothing is held."""


def test_a_program_knows_whether_its_camera_has_been_let_go_of() -> None:
    """While a thread is inside the camera's driver the program must not end tidily; once it is out, it may."""
    camera, others = Stuck(), holding()
    hand = ThreadHand(lambda: camera)
    hand.look()
    hand.leave()
    mine = holding() - others
    before = have_left(mine, 0.01)
    camera.come_out.set()

    assert (len(mine), before, have_left(mine, PATIENCE)) == (1, False, True)
