"""The benches of the hall, small: kills in bad weather, and nonsense, and what the hall has at the end."""

from __future__ import annotations

from random import Random

import pytest

from benches.hall.breaking import break_it, club, compared, settled
from benches.hall.fuzzed_messages import fuzz
from tests.programs import MOSQUITTO, free_port, until

pytestmark = pytest.mark.skipif(MOSQUITTO is None, reason="there is no Mosquitto here (apt install mosquitto)")


def test_nothing_is_lost_whoever_is_killed() -> None:
    """Hall and relays are killed while messages come late, twice or never; the hall has each event once."""
    with club(2, (free_port(), free_port(), free_port())) as begun:
        killed = break_it(begun, 4, ("hall", "relay"), Random(3), pause=0.3)
        loss = settled(begun)

    assert sum(killed.values()) == 4
    # How many were told depends on how fast the machine is.
    assert loss.told > 10
    assert (loss.lost, loss.twice, loss.changed) == (0, 0, 0)


def test_nonsense_and_a_broker_that_is_away_change_nothing() -> None:
    """Under a table's name it is told what no table tells, and then nothing can be told: all of it stands there."""
    with club(2, (free_port(), free_port(), free_port()), is_stormy=False) as begun:
        sent = fuzz(begun, 120, Random(3))
        begun.kill(begun.tables[-1].name)
        begun.brokers["near"].kill()
        for _ in range(12):
            begun.tables[0].play()
        begun.brokers["near"].start()
        until(lambda: not compared(begun, 0.0).lost)
        loss = compared(begun, 0.0)

    assert sent > 80
    assert (loss.twice, loss.changed) == (0, 0)
