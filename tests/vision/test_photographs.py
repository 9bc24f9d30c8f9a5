"""Real photographs, where they are at hand: the board is found, and nothing that is read for sure is wrong."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hardware.picture_file import read_picture
from vision.sighting import Quad, Sighting

PHOTOS = Path(os.environ.get("PI_REFEREE_PHOTOS", Path(__file__).parents[3] / "shared" / "photos"))
"""Sets of pictures with truth; they are other people's and so not part of the project."""

MADE_FOR = frozenset({
    "cava-letters", "cava-train-1", "cava-train-2", "dev-dark", "dev-light", "polish-letters", "scrabscrap-board-tests",
    "scrabscrap-game01", "scrabscrap-game07", "scrabscrap-game12",
})  # fmt: skip
"""The sets whose boards the eye is made to read; strangers' tables and cards are measured by benches."""
SETS = sorted(path.parent.name for path in PHOTOS.glob("*/set.json") if path.parent.name in MADE_FOR)
SQUARED = {"polish-letters"}
"""Sets whose pictures are squared already: their edges are the board's."""

pytestmark = pytest.mark.skipif(
    not SETS, reason=f"No photographs are in {PHOTOS}; name a folder of sets with PI_REFEREE_PHOTOS."
)


def frames(name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A set's description, and three of its pictures: early, in the middle, and the last, with most tiles."""
    described = json.loads((PHOTOS / name / "set.json").read_text(encoding="utf-8"))
    usable = [frame for frame in described["frames"] if not frame.get("skip")]
    return described, [usable[number] for number in sorted({len(usable) // 5, len(usable) // 2, len(usable) - 1})]


@pytest.mark.parametrize("name", SETS or ["none"])
def test_nothing_read_for_sure_is_wrong(eye: Callable[..., Any], name: str) -> None:
    """On three pictures of each set the board is found, each sure letter lies there, and nothing is invented."""
    described, chosen = frames(name)
    reader = eye(described["game"], described.get("edition") or "light")

    wrong: dict[str, str] = {}
    for frame in chosen:
        picture = read_picture(PHOTOS / name / frame["image"])
        height, width = picture.shape[:2]
        edges = Quad(((0, 0), (width, 0), (width, height), (0, height))) if name in SQUARED else None
        seen = reader.see(picture, edges)
        assert isinstance(seen, Sighting), frame["image"]
        read = {str(square): reading.letter for square, reading in seen.board.items()}
        read |= dict.fromkeys(map(str, seen.stops), "#")
        truth = frame["board"] | dict.fromkeys(frame.get("stops", ()), "#")
        wrong |= {f"{frame['image']} {s}": said for s, said in read.items() if truth.get(s) != said}

    assert wrong == {}


@pytest.mark.parametrize("name", SETS or ["none"])
def test_nothing_is_overlooked(eye: Callable[..., Any], name: str) -> None:
    """On the picture with most tiles each of them is read, or at least in doubt."""
    described, chosen = frames(name)

    seen = eye(described["game"], described.get("edition") or "light").see(
        read_picture(PHOTOS / name / chosen[-1]["image"])
    )

    assert isinstance(seen, Sighting)
    noticed = {*map(str, seen.board), *map(str, seen.stops), *map(str, seen.doubted)}
    assert {*chosen[-1]["board"], *chosen[-1].get("stops", ())} - noticed == set()
