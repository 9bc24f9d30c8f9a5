"""What draws a protocol for the page ends with the page, and never works without end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import psutil

from tests.programs import PATIENCE, until

PAGE = """
import os, subprocess, sys, time
command = [sys.executable, "-m", "pi_referee.paper", "pdf", "en", str(os.getpid())]
child = subprocess.Popen(command, stdin=subprocess.PIPE)
print(child.pid, flush=True)
time.sleep(600)
"""
"""A page that has a protocol drawn, and is killed meanwhile."""


def test_it_ends_with_the_page() -> None:
    """A page that is killed leaves nobody drawing behind."""
    with subprocess.Popen([sys.executable, "-c", PAGE], stdout=subprocess.PIPE, text=True) as page:
        assert page.stdout is not None
        drawing = psutil.Process(int(page.stdout.readline()))
        os.kill(page.pid, signal.SIGKILL)
        until(lambda: not drawing.is_running() or drawing.status() == psutil.STATUS_ZOMBIE)


def test_it_works_for_a_minute_and_with_a_gigabyte_at_most() -> None:
    """The limits hold in the very process that draws, before it reads what is to be drawn."""
    with subprocess.Popen([sys.executable, "-m", "pi_referee.paper", "pdf", "en"], stdin=subprocess.PIPE) as program:
        drawing = psutil.Process(program.pid)
        until(lambda: drawing.rlimit(psutil.RLIMIT_CPU) == (60, 60))
        until(lambda: drawing.rlimit(psutil.RLIMIT_AS) == (1 << 30, 1 << 30))
        program.kill()
        program.wait(PATIENCE)
