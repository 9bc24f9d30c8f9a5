"""What tests of several benches share: a small set of pictures with truth."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

KABEL = dict(zip(("H9", "I9", "J9", "K9", "L9"), "KABEL", strict=True))
LM = {"I10": "L", "I11": "M"}


@pytest.fixture
def sets(photographed: Path, tmp_path: Path) -> Path:
    """A folder with one set, whose truth of the second play's score is wrong."""
    place = tmp_path / "sets" / "small"
    shutil.copytree(photographed, place)
    frames = [
        {"image": "01.jpg", "kind": "regular", "board": KABEL, "laid": KABEL, "score": 11},
        {"image": "02.jpg", "kind": "regular", "board": {**KABEL, **LM}, "laid": LM, "score": 999},
        {"image": "03.jpg", "kind": "exchange", "board": {**KABEL, **LM}},
        {"image": "04.jpg", "kind": "static", "board": {**KABEL, **LM}, "skip": True},
    ]
    described = {"name": "small", "game": "alfapet-sv", "frames": frames, "rack": 7, "origin": "drawn", "note": ""}
    (place / "set.json").write_text(json.dumps(described))
    (tmp_path / "sets" / "no-set").mkdir()
    return tmp_path / "sets"
