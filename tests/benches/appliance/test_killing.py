"""Programs killed without warning in the middle of a game."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_killing_eye_and_page_loses_nothing(tmp_path: Path) -> None:
    """Fifty times the eye or the page is killed at a moment by chance.

    Nothing the lamp or the page promised is lost, nothing is there twice, and both are back within seconds.
    """
    command = [sys.executable, "-m", "benches.appliance.killing", "50", str(tmp_path)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=240)
    figures = dict(re.findall(r"(\w+) ([\d.]+)", told.stdout))  # the last line counts

    assert (told.returncode, figures["kills"], figures["lost"], figures["doubled"]) == (0, "50", "0", "0")
    assert min(int(figures["written"]), int(figures["answered"])) > 0
