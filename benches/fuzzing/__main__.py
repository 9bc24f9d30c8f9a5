"""Try inputs drawn by chance: pictures, scorebooks, JSON, CSV, GCG, zips, lists, forms, command lines, hosts.

Every input has a number, and is drawn anew from it: --kind CSV --first 4711 --count 1 tries that one again.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import click

from benches.fuzzing.cases import CASES

KINDS = (*CASES, "forms", "hosts")

SLOW = 20.0
"""Seconds of a processor that no input may take."""

LARGE = 400
"""MB that no input may make the program hold."""

_PATIENCE = 120.0
"""Seconds after which a process that says nothing is taken to hang, also on a machine with much else to do."""

_AT_ONCE = 500
"""So many inputs are tried by one process."""


@dataclass
class Tally:
    """What came of a kind's inputs. wrong: what was wrong with which."""

    tried: int = 0
    slowest: float = 0.0
    largest: int = 0
    wrong: dict[int, str] = field(default_factory=dict)


def try_all(kind: str, seed: int, numbers: range) -> Tally:
    """Try inputs of a kind, a process after another; one that falls or hangs is noted, and the next goes on."""
    tally = Tally()
    first = numbers.start
    while first < numbers.stop:
        first = _try_some(kind, seed, range(first, min(first + _AT_ONCE, numbers.stop)), tally)
    return tally


def _try_some(kind: str, seed: int, numbers: range, tally: Tally) -> int:
    """Try some inputs in one process; answers the first that was not tried."""
    command = [sys.executable, "-m", "benches.fuzzing.attempts", kind, str(seed), str(numbers.start), str(numbers.stop)]
    # This project's own program.
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as worker:  # noqa: S603
        at = numbers.start
        try:
            for told in _lines(worker):
                at = int(str(told.get("begins", told.get("ends"))))
                if "ends" in told and _note(told, tally):
                    return at + 1
        except TimeoutError:
            tally.tried += 1
            tally.wrong[at] = f"nothing for {_PATIENCE:.0f} s"
            return at + 1
        finally:
            worker.kill()
    if at < numbers.stop - 1:
        tally.tried += 1
        tally.wrong[at] = f"the program fell ({worker.wait()})"
    return at + 1


def _lines(worker: subprocess.Popen[str]) -> Iterator[dict[str, object]]:
    """What a worker tells, line by line. Raises TimeoutError if it says nothing for too long."""
    told: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        for line in worker.stdout or ():
            told.put(line)
        told.put("")

    threading.Thread(target=listen, daemon=True).start()
    while True:
        try:
            line = told.get(timeout=_PATIENCE)
        except queue.Empty:
            raise TimeoutError from None
        if not line:
            return
        yield json.loads(line)


def _note(told: dict[str, object], tally: Tally) -> bool:
    """Note how an input ended; true if the process has grown too large for another."""
    number, seconds, memory = int(str(told["ends"])), float(str(told["seconds"])), int(str(told["memory"]))
    tally.tried += 1
    tally.slowest, tally.largest = max(tally.slowest, seconds), max(tally.largest, memory)
    wrong = str(told["wrong"]) or (f"{seconds:.0f} s" if seconds > SLOW else f"{memory} MB" if memory > LARGE else "")
    if wrong:
        tally.wrong[number] = wrong
    return memory > LARGE


@click.command(help=__doc__)
@click.option("--kind", "kinds", type=click.Choice(KINDS), multiple=True, help="Only these; else all.")
@click.option("--count", default=10_000, show_default=True, help="How many inputs of each kind.")
@click.option("--first", default=0, help="The number of the first.")
@click.option("--seed", default=32, show_default=True, help="Other inputs for another seed.")
@click.option("--minutes", default=0.0, help="End each kind after so long; 0: when all are tried.")
def main(kinds: tuple[str, ...], count: int, first: int, seed: int, minutes: float) -> None:
    """Try them, and print a line a kind and one for each input that something was wrong with."""
    is_wrong = False
    for kind in kinds or KINDS:
        began, tally, at = time.monotonic(), Tally(), first
        while at < first + count and (not minutes or time.monotonic() - began < 60 * minutes):
            some = try_all(kind, seed, range(at, min(at + _AT_ONCE, first + count)))
            at += _AT_ONCE
            tally = _together(tally, some)
        click.echo(
            f"{kind:14} {tally.tried:7} tried, {len(tally.wrong)} wrong, slowest {tally.slowest:.1f} s, "
            f"largest {tally.largest} MB, {time.monotonic() - began:.0f} s"
        )
        for number, wrong in list(tally.wrong.items())[:20]:
            click.echo(f"    {number}: {wrong}")
        is_wrong = is_wrong or bool(tally.wrong)
    sys.exit(int(is_wrong))


def _together(one: Tally, other: Tally) -> Tally:
    """Two tallies as one."""
    return Tally(
        one.tried + other.tried,
        max(one.slowest, other.slowest),
        max(one.largest, other.largest),
        one.wrong | other.wrong,
    )


if __name__ == "__main__":
    main()
