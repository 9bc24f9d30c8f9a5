"""When a bouncing contact counts as one press."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import QUICK, RELEASED, Gesture, Look, Press, debounce


def presses(looks: list[Look]) -> list[Press]:
    """Every press that follows from the looks."""
    contact, found = RELEASED, []
    for look in looks:
        contact, press = debounce(contact, look)
        if press is not None:
            found.append(press)
    return found


def taps(looks: list[Look]) -> list[Press]:
    """The presses that end a turn, leaving out the moments when a finger came down."""
    return [press for press in presses(looks) if press.gesture is not Gesture.DOWN]


def trace(drawn: str, *, start: float = 0.0, step: float = 0.010) -> list[Look]:
    """The contact drawn as text: # is down, . is up, ten milliseconds each; its edges, and its last level later."""
    levels = [sign == "#" for sign in drawn]
    edges = [at for at in range(len(levels)) if at == 0 or levels[at] != levels[at - 1]]
    seen = [Look(start + at * step, pressed=levels[at]) for at in edges]
    return [*seen, Look(start + len(levels) * step + 0.2, pressed=levels[-1])]


def test_a_press_counts_when_it_has_been_stable() -> None:
    """A finger that stays for 30 ms has pressed, and the press is dated when the finger came down."""
    assert presses(trace("..#####.....")) == [Press(0.02, Gesture.DOWN), Press(0.02)]


def test_a_spike_is_no_press() -> None:
    """A disturbance on the wire shorter than 30 ms ends no turn."""
    assert presses(trace("..##......##......")) == []


def test_bouncing_makes_one_press() -> None:
    """A contact that bounces on its way down and up is one press."""
    assert len(taps(trace(".#.#.##.########.#.##.#........"))) == 1


def test_a_second_press_within_the_lockout_is_ignored() -> None:
    """Nobody ends two turns within a third of a second."""
    assert len(taps(trace("." + "#####....." * 2 + "....."))) == 1


def test_two_presses_after_each_other_are_two() -> None:
    """Half a second later the next player may press."""
    assert len(taps(trace("." + ("#####" + "." * 45) * 2))) == 2


def test_a_press_seen_late_counts_with_its_own_time() -> None:
    """When edges were kept while nobody waited, the press still counts, from when it was made."""
    assert taps([Look(1.0, pressed=True), Look(1.1, pressed=False), Look(9.0, pressed=False)]) == [Press(1.0)]


def test_a_finger_is_not_off_while_its_contact_settles() -> None:
    """A worn contact that opens for 60 ms just after the finger came is no tap: whoever holds it holds it."""
    assert taps(trace("#####......" + "#" * 150 + ".....")) == [Press(0.0, Gesture.HOLD)]


def test_a_contact_that_closes_again_after_a_hold_is_no_second_press() -> None:
    """After a finger is gone nothing counts for a third of a second, however long it had been there."""
    assert len(taps(trace("#" * 200 + "......" + "#####" + "....."))) == 1


def test_quick_taps_are_all_counted_where_they_may_come_quickly() -> None:
    """On the button that counts tiles five taps a second are five."""
    contact, counted = RELEASED, 0
    for look in trace("#######............." * 7):
        contact, press = debounce(contact, look, QUICK)
        counted += press is not None and press.gesture is Gesture.TAP

    assert counted == 7


def test_a_lost_release_is_made_good() -> None:
    """If the edge of letting go is lost, the level that is read again tells it, and the next press counts."""
    looks = [Look(1.0, pressed=True), Look(1.05, pressed=True), Look(1.5, pressed=False), Look(1.55, pressed=False)]

    assert taps([*looks, *trace("#####.....", start=3.0)]) == [Press(1.0), Press(3.0)]


def test_a_finger_that_stays_a_while_holds() -> None:
    """From one second on it is a hold, said when the finger is off."""
    assert taps(trace("." + "#" * 150 + ".....")) == [Press(0.01, Gesture.HOLD)]


def test_a_long_hold_is_said_once_and_nothing_else_is() -> None:
    """A finger that stays for five seconds is a long hold, said while it stays, and is no pass as well."""
    looks = [Look(0.1 * tick, pressed=tick < 80) for tick in range(90)]

    assert taps(looks) == [Press(0.0, Gesture.LONG)]


def test_a_long_hold_needs_the_finger_still_there() -> None:
    """If an edge was lost and the finger is long gone, nothing is shut down: the level is read before it counts."""
    looks = [Look(0.0, pressed=True), Look(0.1, pressed=True), Look(9.0, pressed=False), Look(9.1, pressed=False)]

    assert Gesture.LONG not in {press.gesture for press in presses(looks)}


bounces = st.lists(st.floats(min_value=0.0002, max_value=0.004), max_size=8)
"""How long each rebound of a contact lasts, in seconds."""


@st.composite
def one_press(draw: st.DrawFn) -> list[tuple[float, bool]]:
    """A press as a switch makes it: rebounds, a finger for 60 to 900 ms, rebounds, and a rest."""
    edges: list[tuple[float, bool]] = []
    for level, rest in ((True, st.floats(0.06, 0.9)), (False, st.floats(0.4, 2.0))):
        for rebound in draw(bounces):
            edges += [(rebound, level), (rebound, not level)]
        edges.append((draw(rest), level))
    return edges


@given(st.lists(one_press(), max_size=6))
def test_no_press_is_lost_and_none_is_doubled(played: list[list[tuple[float, bool]]]) -> None:
    """However a switch bounces, as many turns end as fingers pressed."""
    now, looks = 10.0, []
    for lasting, level in (edge for press in played for edge in press):
        looks.append(Look(now, pressed=level))
        now += lasting
    looks.append(Look(now + 1, pressed=False))

    assert len(taps(looks)) == len(played)
    assert len(presses(looks)) == 2 * len(played)
