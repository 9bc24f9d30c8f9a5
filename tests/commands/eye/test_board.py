"""`pi-referee board`: the empty board compared with the layout, on the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_referee.cli import main
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.definition.library import ruleset
from vision.render import View, render

GAME = ruleset("scrabble-sv")
VIEW = View(width=960, height=720)


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """A photograph of the empty board."""
    path = tmp_path / "empty.png"
    cv2.imwrite(str(path), render(EMPTY, GAME, VIEW))
    return path


def test_in_words(empty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every kind has its line, and the last one says whether it is the right board."""
    assert main(["board", str(empty), "--game", GAME.name]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert lines[-1] == "The board is printed as the game's layout says."
    assert any("word x3" in line and "8 squares" in line for line in lines)


def test_as_json(empty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One object, with the corners that were found."""
    assert main(["board", str(empty), "--game", GAME.name, "--json"]) == 0
    row = json.loads(capsys.readouterr().out)

    assert (row["fits"], row["differs"], row["tiles"], row["minus"]) == (True, [], [], None)
    assert np.array(row["quad"]).shape == (4, 2)
    assert sum(kind["squares"] for kind in row["kinds"]) == 225


def test_no_board_is_refused_with_its_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A board that is cut off is refused, and the reason says so."""
    path = tmp_path / "cut.png"
    cv2.imwrite(str(path), render(EMPTY, GAME, replace(VIEW, shift=(0.3, 0.0))))

    assert main(["board", str(path), "--game", GAME.name, "--json"]) == 3
    error = json.loads(capsys.readouterr().out)["error"]

    assert (error["what"], error["code"]) == ("Part of the board is out of the picture.", "cut")


def test_read_tells_advice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`read --json` has the camera's advice beside what it read; a good picture has none."""
    picture = render(EMPTY, GAME, VIEW)
    for name, pixels in (("good", picture), ("dark", picture // 4)):
        cv2.imwrite(str(tmp_path / f"{name}.png"), pixels)
    told = {}
    for name in ("good", "dark"):
        assert main(["read", str(tmp_path / f"{name}.png"), "--game", GAME.name, "--json"]) == 0
        told[name] = [(one["kind"], one["squares"]) for one in json.loads(capsys.readouterr().out)["advice"]]

    assert told == {"good": [], "dark": [("dark", [])]}
