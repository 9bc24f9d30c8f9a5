"""A restore that is cut short: killed at any moment, or refused by the disk wherever it is written to.

Each time a child is forked that puts a backup over a house with games; what is left of the house is then opened as any
program opens it. The old games must be there, or the new ones, whole; never none, and never some of each.
"""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benches.appliance.power_cut import BEGAN, NOON
from pi_referee.errors import RefereeError
from pi_referee.files.paths import Home
from pi_referee.game_log.backups.log_backup import back_up
from pi_referee.game_log.backups.log_restore import restore
from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.course.happenings import Passed

TOUCHES = frozenset({"os.rename", "os.link", "os.remove", "os.mkdir", "os.rmdir", "os.truncate"})
"""What Python tells before it changes a folder; opening a file for writing is another touch."""

PAGE = 4096
"""Bytes by which the small disk's room grows from one try to the next."""

OLD, NEW, NEITHER = "old", "new", "neither"


@dataclass(frozen=True, slots=True)
class House:
    """A house with games of its own, and a backup of others."""

    home: Path
    backup: Path

    def opened_anew(self) -> str:
        """Which games are in the house now, by their number; anything else is neither."""
        try:
            with Ledger(self.home / "games.sqlite") as ledger:
                events = ledger.since(0)
        except RefereeError:
            return NEITHER
        return {4: OLD, 7: NEW}.get(len(events), NEITHER)


def built(folder: Path, *, pictures: int = 5) -> House:
    """A house with four events, and a backup with seven, some pictures and what is known of a house."""
    others = Home(folder / "others").prepare()
    _play(others, 7)
    for number in range(pictures):
        (others.pictures / f"{number}.jpg").write_bytes(bytes(3000))
    for place in (others.tile_sets / "home.json", others.decks / "kortalfapet.txt", others.corners):
        place.parent.mkdir(exist_ok=True)
        place.write_text("theirs")
    back_up(others, folder / "others.zip")
    house = House(folder / "house", folder / "others.zip")
    home = Home(house.home).prepare()
    _play(home, 4)
    home.corners.write_text("ours")
    return house


def _play(home: Home, events: int) -> None:
    with Ledger(home.ledger) as ledger:
        ledger.append(BEGAN, at=NOON, after=0)
        for after in range(1, events):
            ledger.append(Passed(), at=NOON, after=after)


def killed_by_chance(folder: Path, count: int, seed: int) -> Counter[str]:
    """Kill a restore at so many moments by chance; which games were there afterwards."""
    chance, seen, longest = Random(seed), Counter[str](), _time_of(folder / "timed")
    for number in range(count):
        house = built(folder / f"killed-{number}")
        child = _forked(house)
        time.sleep(chance.uniform(0.0, longest))
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        seen[house.opened_anew()] += 1
        shutil.rmtree(folder / f"killed-{number}")
    return seen


def at_each_touch(folder: Path, *, kill: bool) -> Counter[str]:
    """Kill a restore, or refuse it, each time it is about to change the folder; which games were there afterwards."""
    seen = Counter[str]()
    for due in range(1, 10_000):
        house = built(folder / f"touch-{due}")
        child = _forked(house, Mood(due, kill=kill))
        _, status = os.waitpid(child, 0)
        seen[house.opened_anew()] += 1
        shutil.rmtree(folder / f"touch-{due}")
        if os.waitstatus_to_exitcode(status) == 0:
            return seen
    return seen


def at_each_page(folder: Path) -> Counter[str]:
    """Restore on a disk with room for one page more each time, until it fits; nothing where none may be mounted."""
    seen = Counter[str]()
    for pages in range(1, 10_000):
        with small_disk(folder / f"disk-{pages}") as disk:
            if disk is None:
                return seen
            made = built(folder / f"made-{pages}")
            shutil.copytree(made.home, disk / "house")
            house = House(disk / "house", made.backup)
            _fill(disk, pages)
            _, status = os.waitpid(_forked(house), 0)
            (disk / "ballast").unlink()
            seen[house.opened_anew()] += 1
        shutil.rmtree(folder / f"made-{pages}")
        if os.waitstatus_to_exitcode(status) == 0:
            return seen
    return seen


class Mood:
    """Kills, or refuses, at the touch of one number."""

    def __init__(self, due: int, *, kill: bool) -> None:
        """due: counted from one."""
        self._due = due
        self._kill = kill
        self._touches = 0

    @property
    def has_struck(self) -> bool:
        """Whether that touch has come."""
        return self._touches >= self._due

    def __call__(self, event: str, what: tuple[object, ...]) -> None:
        """Hear what Python is about to do."""
        if event not in TOUCHES and not _is_written(event, what):
            return
        self._touches += 1
        if self._touches == self._due:
            if self._kill:
                os.kill(os.getpid(), signal.SIGKILL)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _is_written(event: str, what: tuple[object, ...]) -> bool:
    """Whether a file is about to be opened for writing."""
    if event != "open" or not isinstance(what[2], int):
        return False
    return bool(what[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


@contextmanager
def small_disk(place: Path, *, size: str = "1m") -> Iterator[Path | None]:
    """A disk of its own, in memory; None where this user may mount none."""
    place.mkdir(parents=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(place)]
    if subprocess.run(command, capture_output=True, check=False).returncode:  # noqa: S603  # fixed words
        yield None
        return
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)  # noqa: S603, S607  # fixed words


def _fill(disk: Path, pages: int) -> None:
    """Leave so many pages free."""
    free = shutil.disk_usage(disk).free
    (disk / "ballast").write_bytes(bytes(max(free - pages * PAGE, 0)))


def _time_of(folder: Path) -> float:
    """Seconds that a restore takes that is left alone."""
    house, began = built(folder), time.monotonic()
    os.waitpid(_forked(house), 0)
    return time.monotonic() - began


def _forked(house: House, mood: Mood | None = None) -> int:
    """Restore in a process of its own; answers its number. It ends with 0 if all went well and nothing was refused."""
    number = os.fork()
    if number:
        return number
    status = 1
    try:
        if mood:
            sys.addaudithook(mood)
        restore(house.backup, Home(house.home), stamp="then")
        status = 3 if mood and mood.has_struck else 0
    except RefereeError:
        status = 2
    finally:
        os._exit(status)


def main() -> int:
    """Cut restores short as often as the first argument says by chance, and at each touch and page."""
    count, folder = int(sys.argv[1]), Path(sys.argv[2])
    ways: dict[str, Callable[[], Counter[str]]] = {
        "killed by chance": lambda: killed_by_chance(folder / "chance", count, seed=5),
        "killed at each touch": lambda: at_each_touch(folder / "kill", kill=True),
        "refused at each touch": lambda: at_each_touch(folder / "refuse", kill=False),
        "full after each page": lambda: at_each_page(folder / "page"),
    }
    seen = {name: way() for name, way in ways.items()}
    for name, found in seen.items():
        print(f"restore {name}: {found.total()}, " + ", ".join(f"{found[kind]} {kind}" for kind in (OLD, NEW, NEITHER)))
    return 1 if any(found[NEITHER] for found in seen.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
