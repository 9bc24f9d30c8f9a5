"""Button and lamp tried on the page, with the program that watches a table in a process of its own, on mock pins."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
from collections.abc import ItemsView, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event as Moment
from typing import IO

import pytest
from flask import Flask
from flask.testing import FlaskClient

from hardware.lamp import Light
from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.table_link.socket_client import TableLine
from pi_referee.watching.devices import BUTTON_PIN, LAMP_PIN
from tests.programs import PATIENCE, started, until
from web import House
from web.setup.hardware_trial import LIGHTS

ROOT = Path(__file__).parents[3]
HERE = {"Origin": "http://localhost"}

WATCHED_TABLE = """
import sys, threading
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from pi_referee.cli import main

pins = Device.pin_factory = MockFactory()

def obey():
    for line in sys.stdin:
        what, number = line.split()
        pin = pins.pin(int(number))
        if not what.endswith("?"):
            getattr(pin, what)()
        print(pin.state if what == "lit?" else len(pin.states), flush=True)

threading.Thread(target=obey, daemon=True).start()
sys.exit(main(sys.argv[1:]))
"""
"""The program as a house runs it, but that the test moves its pins."""


@dataclass(frozen=True)
class Pins:
    """The pins of the program that watches the table."""

    orders: IO[str]
    answers: IO[str]

    def press(self, stays: float = 0.1) -> None:
        """Somebody presses the button; stays: for how many seconds from when it is felt."""
        self._order("drive_low", BUTTON_PIN)
        Moment().wait(stays)
        self._order("drive_high", BUTTON_PIN)

    def is_lit(self) -> bool:
        """Whether the lamp is on just now."""
        return self._order("lit?", LAMP_PIN) in {"1", "True"}

    def winks(self) -> int:
        """How often the lamp went on or off since the program was started."""
        return int(self._order("winks?", LAMP_PIN))

    def _order(self, what: str, pin: int) -> str:
        """Have something done; what is answered when it is."""
        self.orders.write(f"{what} {pin}\n")
        self.orders.flush()
        return self.answers.readline().strip()


@pytest.fixture
def pins(home: Path) -> Iterator[Pins]:
    """A table with button and lamp and without a camera, watched by a process of its own."""
    table = ["--camera", "none", "--button", "gpio", "--lamp", "gpio", "--players", "Anna,Björn", "--home", str(home)]
    command = [sys.executable, "-c", WATCHED_TABLE, "watch", *table]
    with started(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        until((home / "table.sock").exists)
        yield Pins(program.stdin, program.stdout)
        program.terminate()
        program.communicate(timeout=PATIENCE)


@pytest.fixture
def house(house: House, home: Path) -> House:
    """A house whose page asks that process over its socket."""
    line = TableLine(home / "table.sock")
    return replace(house, line=line, doorbell=line)


@pytest.fixture
def stranger(app: Flask) -> FlaskClient:
    """A browser that was never paired."""
    return app.test_client()


def send(client: FlaskClient, path: str, **fields: str) -> None:
    """Send a form from this browser."""
    client.get("/")
    cookie = client.get_cookie("referee")
    assert cookie is not None
    client.post(path, data={"token": cookie.value, **fields}, headers=HERE)


def test_button_and_lamp_are_tried(client: FlaskClient, pins: Pins, ledger: Ledger) -> None:
    """The lamp shows its patterns, the press is told on the page, and neither ends a turn."""
    assert "Nothing is being tried just now." in client.get("/trial").text
    assert "The lamp shows its patterns" in client.get("/trial").text
    send(client, "/trial")
    assert client.get("/trial/state").json in [{"light": name, "pressed": False, "there": True} for name in LIGHTS]
    pins.press()
    until(lambda: client.get("/trial/state").json["pressed"])  # type: ignore[index]  # it is an object

    assert "The button was pressed. It works." in client.get("/trial").text
    assert isinstance(ledger.since(0)[-1].happening, GameBegan)


def test_the_lamp_flickers_in_its_trial(client: FlaskClient, pins: Pins) -> None:
    """While the page says that the lamp flickers, the pin of the lamp goes on and off all the time."""
    before = pins.winks()
    send(client, "/trial")
    first_two = {Light.READY.name, Light.LOOKING.name}
    until(lambda: client.get("/trial/state").json["light"] not in first_two)  # type: ignore[index]  # as above

    assert pins.winks() - before > 10  # counted where they are made: who looks now and then may miss any of them


def told(stranger: FlaskClient) -> ItemsView[str, object]:
    """How the asking of a browser stands."""
    state: dict[str, object] = stranger.get("/pair/state").get_json()
    return state.items()


def test_a_knock_lets_a_browser_in(stranger: FlaskClient, pins: Pins, ledger: Ledger) -> None:
    """Who asks to play is let in by who holds the button for three seconds, and that ends no turn."""
    send(stranger, "/pair")
    until(pins.is_lit)
    pins.press(stays=3.5)
    until(lambda: told(stranger) >= {"asked": True, "pressed": True}.items())
    send(stranger, "/pair/code")

    assert stranger.get("/trial/state").status_code == 200
    assert isinstance(ledger.since(0)[-1].happening, GameBegan)


def test_a_press_after_a_code_ends_the_turn(
    stranger: FlaskClient, pins: Pins, ledger: Ledger, caplog: pytest.LogCaptureFixture
) -> None:
    """Who was let in by the code leaves the button to the game at once, and not only when the minute is over."""
    caplog.set_level(logging.INFO)
    send(stranger, "/pair")
    until(pins.is_lit)
    send(stranger, "/pair/code", code=re.findall(r"\b\d{6}\b", caplog.text)[-1])
    pins.press()

    until(lambda: not isinstance(ledger.since(0)[-1].happening, GameBegan))


def test_a_turns_press_lets_nobody_in(stranger: FlaskClient, pins: Pins, ledger: Ledger) -> None:
    """Who ends a turn while a stranger asks ends the turn, and the stranger stays outside."""
    send(stranger, "/pair")
    until(pins.is_lit)
    pins.press()

    until(lambda: not isinstance(ledger.since(0)[-1].happening, GameBegan))
    assert told(stranger) >= {"asked": True, "pressed": False}.items()
    send(stranger, "/pair/code")
    assert stranger.get("/trial/state").status_code == 403


def test_a_press_outside_of_a_trial_ends_the_turn(pins: Pins, ledger: Ledger) -> None:
    """The same button goes on ending turns: without a camera the press is answered by what is wrong."""
    pins.press()

    until(lambda: not isinstance(ledger.since(0)[-1].happening, GameBegan))
