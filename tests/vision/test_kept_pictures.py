"""Pictures kept for the tests are those that would be drawn now."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.vision.kept_pictures import ROOT, digest, drawn_from, kept_or_drawn, source_files
from vision.arrays import Colour

if TYPE_CHECKING:
    from tests.vision.conftest import Scene

LOADED = """
import sys
import vision.render, pi_referee.rules.board.board_text
from pi_referee.rules.definition.library import ruleset
ruleset("alfapet-sv")
print(*(module.__file__ for module in [*sys.modules.values()] if getattr(module, "__file__", None)), sep="\\n")
"""


def painted(grey: int, drawn: list[int]) -> Callable[[], Colour]:
    """Draws a grey picture, and writes down that it did."""

    def draw() -> Colour:
        drawn.append(grey)
        return np.full((4, 5, 3), grey, np.uint8)

    return draw


def test_a_picture_is_drawn_once(tmp_path: Path) -> None:
    """The second time it is read, and may be painted over: the next reader has it as it was drawn."""
    drawn: list[int] = []
    for _ in range(3):
        picture = kept_or_drawn("grey", painted(7, drawn), tmp_path)
        assert (picture == 7).all()
        picture[:] = 9

    assert drawn == [7]


def test_another_picture_is_another(tmp_path: Path) -> None:
    """What is asked for in other words is drawn."""
    pictures = [kept_or_drawn(str(grey), painted(grey, []), tmp_path) for grey in (1, 2, 1)]

    assert [int(picture[0, 0, 0]) for picture in pictures] == [1, 2, 1]


@pytest.mark.parametrize("left", [0, 1, 60, 200])
def test_a_damaged_picture_is_drawn_anew(tmp_path: Path, left: int) -> None:
    """A file of which only the beginning reached the disk is no picture."""
    drawn: list[int] = []
    kept_or_drawn("grey", painted(7, drawn), tmp_path)
    file = next((tmp_path / drawn_from()).iterdir())
    file.write_bytes(file.read_bytes()[:left])

    assert (kept_or_drawn("grey", painted(7, drawn), tmp_path) == 7).all()
    assert drawn == [7, 7]


def test_a_disk_that_takes_nothing_does_not_matter(tmp_path: Path) -> None:
    """Where nothing can be kept the picture is drawn."""
    (tmp_path / "file").touch()

    assert (kept_or_drawn("grey", painted(7, []), tmp_path / "file") == 7).all()


def test_nothing_half_written_is_left(tmp_path: Path) -> None:
    """There is the picture and nothing beside it."""
    kept_or_drawn("grey", painted(7, []), tmp_path)

    assert [path.suffix for path in (tmp_path / drawn_from()).iterdir()] == [".npz"]


def test_where_one_part_ends_counts() -> None:
    """Bytes that move from one file to the next make another name."""
    assert len({digest(b"ab", b"c"), digest(b"a", b"bc"), digest(b"abc")}) == 3


def test_all_that_draws_is_in_the_name() -> None:
    """Every module and every file of a game that drawing loads is one of the sources, so none changes unnoticed."""
    lines = subprocess.run([sys.executable, "-c", LOADED], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    loaded = {Path(line) for line in lines.splitlines()}
    ours = {path for path in loaded if path.is_relative_to(ROOT) and "site-packages" not in path.parts}
    sources = set(source_files())

    assert len(ours) > 20
    assert ours <= sources
    assert ROOT / "vision" / "render" / "typefaces" / "Karla.ttf" in sources
    assert any(path.name == "alfapet-sv.toml" for path in sources)


@pytest.mark.parametrize("name", ["from above", "a hand", "coloured tiles upside down"])
def test_a_kept_scene_is_as_it_would_be_drawn(scenes: Mapping[str, Scene], name: str) -> None:
    """Px for px."""
    scene = scenes[name]

    assert np.array_equal(scene.picture, scene.picture)
    assert np.array_equal(scene.picture, scene.drawn())
