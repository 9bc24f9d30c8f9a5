"""Word that a program shall end, given by signals at the worst moments."""

from __future__ import annotations

import sys

from tests.programs import PATIENCE, started

AT_EVERY_STEP = """
import os, signal, sys
from pi_referee.process.shutdown import Stop

def step(frame, event, argument):
    os.kill(os.getpid(), signal.SIGUSR1)
    return step

stop, heard = Stop(), 0

def tell(*told):
    global heard
    heard += 1
    if heard % 3 == 0:
        stop.tell(*told)

signal.signal(signal.SIGUSR1, tell)
waits = 0
sys.settrace(step)
while not stop.wait(0.001):
    waits += 1
sys.settrace(None)
assert stop.is_told and stop.wait(60)
print(waits)
"""
"""A program that is interrupted before each line of its waiting, the library's lines too, and told by every third."""


def test_word_may_come_in_the_midst_of_a_wait() -> None:
    """However inconvenient the moment at which Ctrl-C is pressed, the program hears it, and waits for nothing more."""
    with started([sys.executable, "-c", AT_EVERY_STEP]) as program:
        _, complaints = program.communicate(timeout=PATIENCE)

    assert (program.returncode, complaints) == (0, "")
