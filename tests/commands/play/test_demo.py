"""The demo, end to end: both processes, a real browser, and the proof that only pixels leave the simulated table."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, Page, expect

from hardware.simulation.simulated_table import Pace, SimulatedTable, played_game
from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.course.asides import EditionSeen
from pi_referee.rules.course.game import fold
from pi_referee.rules.definition.library import ruleset
from tests.programs import PATIENCE, free_port, started

ROOT = Path(__file__).parents[3]

WIDE_PHOTOGRAPH = """() => document.querySelector("img[src*='/pictures/']")?.naturalWidth >= 300"""
"""Whether a photograph has come; each turn's takes the place of the one before."""


@contextmanager
def demo(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running demo and its page's address, from the moment the page is there; ended by Ctrl-C."""
    port = free_port()
    command = [sys.executable, "-m", "pi_referee", "demo", "--port", str(port), *options]
    with started(command, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert f"http://localhost:{port}/" in running.stdout.readline()
        yield running, f"http://localhost:{port}/"
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGINT)
            running.communicate(timeout=PATIENCE)


@pytest.fixture
def page(engine: Browser) -> Iterator[Page]:
    """A page in a real Chromium."""
    with engine.new_context(viewport={"width": 768, "height": 1024}) as context:
        context.set_default_timeout(1000 * PATIENCE)
        yield context.new_page()


@pytest.mark.browser
def test_scores_appear_without_reloading(page: Page) -> None:
    """An open page shows word after word as they are laid; it is never loaded again."""
    with demo("--fast") as (_, address):
        page.goto(address)
        # The page may be there before the game.
        expect(page.locator("main")).to_contain_text("Anna", timeout=1000 * PATIENCE)
        page.evaluate("window.loadedOnce = true")
        for word in ("QUIZ", "LEXIKON", "ÄVENTYR"):
            expect(page.locator("main")).to_contain_text(word, timeout=1000 * PATIENCE)

        assert page.evaluate("window.loadedOnce")


@pytest.mark.browser
def test_the_photograph_stands_beside_the_board(page: Page) -> None:
    """The squared photograph of the newest turn is on the page."""
    with demo("--fast") as (_, address):
        page.goto(address)
        expect(page.locator("img[src*='/pictures/']").first).to_be_visible(timeout=1000 * PATIENCE)

        page.wait_for_function(WIDE_PHOTOGRAPH)


def test_ctrl_c_ends_everything(tmp_path: Path) -> None:
    """Ctrl-C ends both processes within seconds, with status 0 and without a word of complaint."""
    with demo("--home", str(tmp_path)) as (running, address):
        os.killpg(running.pid, signal.SIGINT)
        _, said = running.communicate(timeout=PATIENCE)
        with pytest.raises(OSError, match="refused"):
            urllib.request.urlopen(address)  # noqa: S310  # our own page on this machine

    assert running.returncode == 0
    assert "Traceback" not in said


def test_a_whole_game_to_its_end(tmp_path: Path) -> None:
    """What is asked is answered, the game ends, the racks are counted, and the result is told in the terminal."""
    with demo("--fast", "--game", "scrabble-en", "--home", str(tmp_path)) as (running, _):
        assert running.stdout is not None
        told = running.stdout.readline()
        with Ledger(tmp_path / "games.sqlite") as ledger:
            game = fold([event.happening for event in ledger.since(0)])

    assert game.ended
    assert game.open_questions == ()
    assert "The game is over" in told
    assert all(f"{player} {total}" in told for player, total in game.totals.items())


def test_sigterm_ends_everything_too() -> None:
    """A service manager's SIGTERM to the demo alone ends its two processes as well."""
    with demo() as (running, address):
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=PATIENCE)

        with pytest.raises(OSError, match="refused"):
            urllib.request.urlopen(address)  # noqa: S310  # our own page on this machine


def test_a_killed_demo_leaves_nothing_running(tmp_path: Path) -> None:
    """Whoever kills the demo without warning is left with neither eye nor page."""
    with demo("--home", str(tmp_path)) as (running, address):
        running.kill()
        running.communicate(timeout=PATIENCE)  # ends when the last of them has let go of the terminal

        with pytest.raises(OSError, match="refused"):
            urllib.request.urlopen(address)  # noqa: S310  # our own page on this machine


def test_run_starts_both_and_says_which_one_fell(tmp_path: Path) -> None:
    """`run` starts eye and page; when the page cannot have its port, both end and the reason is said."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        table = ["--home", str(tmp_path), "--camera", "simulated", "--players", "Åsa,Bo"]
        command = [sys.executable, "-m", "pi_referee", "run", *table, "--host", "127.0.0.1", "--port", port]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE)

    assert ended.returncode == 1
    assert "the page has stopped" in ended.stderr
    assert f"Port {port} is taken" in ended.stderr


def test_a_port_in_use_is_a_clear_sentence() -> None:
    """A taken port is said at once, with another one to try, and status 1."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        command = [sys.executable, "-m", "pi_referee", "demo", "--port", str(taken.getsockname()[1])]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE)

    assert ended.returncode == 1
    assert "--port" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("host", ["nonsense..host", "999.1.1.1", "::zz", "192.0.2.77"])
def test_an_address_that_is_none_is_a_clear_sentence(host: str) -> None:
    """A host that is none of this machine's is said at once, with what to do, and status 1."""
    command = [sys.executable, "-m", "pi_referee", "demo", "--host", host, "--port", str(free_port())]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE)

    assert (ended.returncode, "--host" in ended.stderr, "not foreseen" in ended.stderr) == (1, True, False)


def test_an_unknown_game_names_those_there_are() -> None:
    """A game nobody knows is wrong usage, answered with the games there are."""
    command = [sys.executable, "-m", "pi_referee", "demo", "--game", "chess"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE)

    assert (ended.returncode, "alfapet-sv" in ended.stderr) == (2, True)


def test_nothing_but_pixels_leaves_the_simulated_table(tmp_path: Path) -> None:
    """The table's photographs, saved as files and read by another process that never saw the table, give the same game.

    One process plays the game at the table; the other one has only the files and the game's name.
    """
    photographs, home = tmp_path / "photographs", tmp_path / "home"
    photograph("alfapet-sv", photographs)
    watched = watch("alfapet-sv", home)
    replayed = replay("alfapet-sv", photographs)

    assert [row["totals"] for row in replayed] == watched


def photograph(name: str, folder: Path) -> None:
    """Photograph each turn of the written game and keep nothing but the pictures."""
    folder.mkdir()
    table = SimulatedTable(ruleset(name), played_game(name), pace=Pace(first=0.0, then=0.0))
    number = 0
    while table.wait(0.0) is not None:
        number += 1
        cv2.imwrite(str(folder / f"{number:02}.png"), table.capture())


def watch(name: str, home: Path) -> list[dict[str, int]]:
    """Have the game watched at the simulated table, and give the totals after each press."""
    presses = len(played_game(name))
    options = ["--home", str(home), "--game", name, "--camera", "simulated", "--pace", "0"]
    with started([sys.executable, "-m", "pi_referee", "watch", *options]) as watching:
        assert watching.stderr is not None
        for _ in range(presses):
            assert watching.stderr.readline()
        assert most_memory(watching.pid) <= 250 * 1024
        watching.send_signal(signal.SIGTERM)
        watching.communicate(timeout=PATIENCE)
    with Ledger(home / "games.sqlite") as ledger:
        told = (event.happening for event in ledger.since(0))
        happened = [one for one in told if not isinstance(one, EditionSeen)]
    return [dict(fold(happened[: number + 2]).totals) for number in range(presses)]


def most_memory(process: int) -> int:
    """The most memory that a process ever held, in kB; a Pi with 1 GB must have room for page and system too."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(status.partition("VmHWM:")[2].split()[0])


def replay(name: str, folder: Path) -> list[dict[str, dict[str, int]]]:
    """Have the photographs read by another process."""
    command = [sys.executable, "-m", "pi_referee", "replay", str(folder), "--game", name, "--json"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=2 * PATIENCE)
    return [json.loads(line) for line in told.stdout.splitlines()]
