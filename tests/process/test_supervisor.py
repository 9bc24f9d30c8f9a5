"""Eye and page side by side when there is no camera, as on a laptop whose webcam is not plugged in."""

from __future__ import annotations

import json
import os
import signal
import sys
import urllib.request
from pathlib import Path

from pi_referee.files.paths import Home
from pi_referee.game_log.event_store import Ledger
from pi_referee.process.healthcheck import answers
from pi_referee.table_link.status import read
from tests.programs import PATIENCE, free_port, started, until


def test_without_a_camera_the_game_goes_on_by_hand(tmp_path: Path) -> None:
    """The eye is started anew three times for a camera that is not there, then it goes on by hand; the page stays.

    It is one game throughout, although it was begun with --new, and the journal tells what happened.
    """
    port = str(free_port())
    table = ["--camera", "webcam:57", "--button", "none", "--new", "--players", "Åsa,Bo", "--home", str(tmp_path)]
    command = [sys.executable, "-m", "pi_referee", "run", *table, "--host", "127.0.0.1", "--port", port]
    with started(command) as house:
        assert house.stderr is not None
        next(said for said in house.stderr if "(manual)" in said)
        until(lambda: answers("127.0.0.1", int(port)))
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE) as answer:
            health = json.load(answer)
        os.killpg(house.pid, signal.SIGINT)
        assert house.wait(PATIENCE) == 0

    # Read when all has ended: the journal, whose line was awaited above, is told first and the page next.
    condition = read(Home(tmp_path).condition)
    with Ledger(Home(tmp_path).ledger) as ledger:
        assert ledger.newest_game() == 1
    assert health["status"] == "ok"
    assert condition is not None
    assert (condition.camera, condition.fault) == ("manual", "The camera is gone.")
    notes = [json.loads(line) for line in (tmp_path / "journal" / "watch.log").read_text().splitlines()]
    assert {note["level"] for note in notes} <= {"info", "warning"}
    assert sum("restarting" in note["what"] for note in notes) == 3
