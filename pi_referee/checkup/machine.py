"""The machine the referee runs on: its camera, pins, disk, and the port of the page."""

from __future__ import annotations

import errno
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from pi_referee.checkup.apart import cure_of, look
from pi_referee.checkup.dying_disk import DYING, forgets, is_dying
from pi_referee.checkup.finding import Finding, broken, lacking, well
from pi_referee.process.healthcheck import who_answers

ENOUGH_DISK = 200 * 1024 * 1024
"""Bytes that should be free: some thousand turns with their pictures."""

EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)
"""A clock that shows less has not been set: a Pi without network starts in the past."""

SLOW_DISK = 1.0
"""Seconds; a turn is written in one such answer, and people wait for it."""

HOT = 80.0
"""Degrees Celsius from which on a Pi makes itself slower."""

_UNDER_VOLTAGE, _TOO_HOT = 0x1, 0xE
"""Bits of `vcgencmd get_throttled` that mean now: too little voltage; capped, throttled or at the soft limit."""


def machine(home: Path, port: int, now: datetime) -> Iterator[Finding]:
    """Look at every part of the machine; home is the games' folder, port that of the page."""
    yield camera(Path("/dev"))
    yield from memory_for_pictures(Path("/dev/dma_heap"))
    yield pins()
    yield folder(home)
    yield disk(home)
    yield from kept_over_night(home, Path("/proc/cmdline"), Path("/proc/self/mounts"))
    yield written(home)
    yield page_port(port)
    yield clock(now)
    yield from heat(Path("/sys/class/thermal/thermal_zone0/temp"))
    yield from power()


def camera(devices: Path) -> Finding:
    """Is there anything that takes pictures?"""
    webcams = sorted(path.name for path in devices.glob("video*"))
    if webcams:
        return well("camera", ", ".join(webcams))
    return lacking("camera", "none found", "Plug a webcam in, or check the ribbon cable of the Pi's camera.")


def memory_for_pictures(heaps: Path) -> Iterator[Finding]:
    """May this user have the memory that the Pi's camera writes its pictures into? Nothing is said elsewhere."""
    for heap in sorted(heaps.glob("*")):
        if not os.access(heap, os.R_OK | os.W_OK):
            cure = "sudo usermod -a -G video $USER, then log in again."
            yield lacking("camera's memory", f"{heap} belongs to others", cure)


_PINS = """
import json
from hardware.pins import find_pins
from pi_referee.errors import HardwareError
try:
    print(json.dumps([type(find_pins()).__name__, ""]))
except HardwareError as error:
    print(json.dumps([error.what, error.cure]))
"""
"""Finds the pins, in a process of its own, and tells what they are, or what is wrong and what to do."""


def pins() -> Finding:
    """Are there pins for the button?"""
    seen = look(_PINS)
    if not seen.is_well:
        return lacking("pins", seen.died or seen.failed, cure_of(seen, "lgpio", "Run scripts/setup."))
    told, cure = json.loads(seen.told.splitlines()[-1])
    return lacking("pins", told, cure) if cure else well("pins", told)


def folder(home: Path) -> Finding:
    """May the games' folder be written to?"""
    nearest = next(path for path in (home, *home.parents) if path.exists())
    if is_dying(nearest):
        return broken("games' folder", f"{home} lies on a disk that has turned read-only: the card is dying", DYING)
    if nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK):
        return well("games' folder", str(home))
    return broken("games' folder", f"{home} cannot be written to", "Name another folder with --home.")


def disk(home: Path) -> Finding:
    """Is there room for the games?"""
    nearest = next(path for path in (home, *home.parents) if path.exists())
    free = shutil.disk_usage(nearest).free
    seen = f"{free // 1024**2} MB free"
    if free >= ENOUGH_DISK:
        return well("disk", seen)
    return lacking("disk", seen, "Make some room: old pictures in the games' folder can go.")


def kept_over_night(home: Path, command_line: Path, mounts: Path) -> Iterator[Finding]:
    """Is what is written still there when the machine is switched on again? Behind an overlay it is not."""
    if forgets(home, command_line, mounts):
        cure = "Put the games onto a partition of their own (docs/reliability.md), or switch it off: raspi-config."
        yield broken(
            "games' folder", "it lies behind the read-only overlay: all is lost when the machine goes off", cure
        )


def written(home: Path) -> Finding:
    """Does the disk keep what it is told, and how quickly? A worn card takes seconds, or turns read-only by itself."""
    nearest = next(path for path in (home, *home.parents) if path.exists())
    began = time.monotonic()
    try:
        with tempfile.NamedTemporaryFile(dir=nearest, prefix=".doctor-") as file:
            file.write(b"?" * 4096)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        cure = "Is it full, or did the card turn read-only? Look at: findmnt -T . and dmesg; a worn card is replaced."
        return broken("disk's answer", error.strerror or str(error), cure)
    took = time.monotonic() - began
    seen = f"{1000 * took:.0f} ms to keep a page"
    if took < SLOW_DISK:
        return well("disk's answer", seen)
    return lacking("disk's answer", seen, "The card is slow or worn: use another one, of class A1 or better.")


def heat(sensor: Path) -> Iterator[Finding]:
    """Is the processor cool enough? Nothing is said where it has no sensor."""
    try:
        degrees = int(sensor.read_text(encoding="ascii")) / 1000
    except (OSError, ValueError):
        return
    seen = f"{degrees:.0f} °C"
    yield well("warmth", seen) if degrees < HOT else lacking("warmth", seen, "Give it air, or a heat sink.")


def page_port(port: int) -> Finding:
    """Is the page's port free, or held by the page itself?"""
    with socket.socket() as door:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind(("127.0.0.1", port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return _held(port)
            return lacking("port", f"{port}: {error.strerror}", "Start the page with a --port above 1023.")
    return well("port", f"{port} is free")


def _held(port: int) -> Finding:
    """Who holds the page's port: the page, if somebody there answers as it does."""
    version = who_answers("127.0.0.1", port)
    if version:
        return well("port", f"{port} is held by the page itself: pi-referee {version} answers there")
    return lacking("port", f"{port} is in use, and no referee answers there", "Start the page with another --port.")


def clock(now: datetime) -> Finding:
    """Does the clock show a time that can be?"""
    shown = now.astimezone().strftime("%Y-%m-%d %H:%M %Z")
    if now >= EARLIEST:
        return well("clock", shown)
    return lacking(
        "clock", f"it shows {shown}", "Put the machine on a network, or set it: sudo date -s '2026-12-24 18:00'"
    )


def power() -> Iterator[Finding]:
    """Does a Pi get enough power, and is it cool enough? Nothing is said elsewhere."""
    program = shutil.which("vcgencmd")
    if program is None:
        return
    # The program is what the search path names, its argument is fixed.
    told = subprocess.run([program, "get_throttled"], capture_output=True, text=True, check=False, timeout=20)  # noqa: S603
    _, _, number = told.stdout.strip().partition("=")
    bits = int(number or "0", 16)
    if bits & _UNDER_VOLTAGE:
        yield lacking("power", "too little voltage", "Use the Pi's own power supply and a short, thick cable.")
    if bits & _TOO_HOT:
        yield lacking("heat", "too hot, so it runs slowly", "Give it air, or a heat sink.")
    if not bits & (_UNDER_VOLTAGE | _TOO_HOT):
        yield well("power and heat", "as they should be")
