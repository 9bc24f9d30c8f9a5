"""What scripts/setup makes, and what it leaves alone."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_link_in_place_of_the_venv_is_left_alone(tmp_path: Path) -> None:
    """What it leads to may be another project's, and would be emptied: one is told to remove the link."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "kept").touch()
    here = tmp_path / "here"
    (here / "scripts").mkdir(parents=True)
    for name in ("scripts/setup", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, here / name)
    (here / ".venv").symlink_to(other)

    ended = subprocess.run([here / "scripts" / "setup", "app"], capture_output=True, text=True, check=False)

    assert ended.returncode == 1
    assert "is a link" in ended.stderr
    assert [path.name for path in other.iterdir()] == ["kept"]
